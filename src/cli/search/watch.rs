//! What is told of a search while it runs.

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use octal::code::Code;
use octal::grundy::distant::DistantRare;
use octal::grundy::stream::Halt;
use octal::period::search::{Progress, Watcher};

use crate::cli::terminal::progress::SearchBar;
use crate::cli::terminal::stderr::{causes, say};

/// The length of the file of values is printed from this many bytes on.
const PRINTED_BYTES: u64 = 1 << 20;

/// Follows a long search.
pub(super) struct SearchWatch {
    bar: SearchBar,
    code: Code,
    directory: PathBuf,
    /// The last heap, if it was given.
    limit: Option<u64>,
    /// All rounds of the search share it.
    told: Arc<Told>,
}

/// What was told of a search, and need not be told again.
#[derive(Default)]
pub(super) struct Told {
    /// The length of its file of values.
    values: AtomicBool,
    /// That it keeps all values.
    history: AtomicBool,
    /// That it takes more memory than is allowed.
    memory: AtomicBool,
}

impl SearchWatch {
    pub(super) fn new(
        bar: SearchBar,
        code: &Code,
        directory: PathBuf,
        limit: Option<u64>,
        told: Arc<Told>,
    ) -> SearchWatch {
        let bar = if limit.is_some() { bar } else { bar.without_limit() };
        SearchWatch { bar, code: code.clone(), directory, limit, told }
    }
}

impl Watcher for SearchWatch {
    fn goes_on(&self, progress: &Progress) -> bool {
        self.bar.goes_on(progress)
    }

    fn halted(&self, halt: &Halt) {
        say(format_args!("{}: {halt}; values are computed again to decide this", self.code));
    }

    fn is_common(&self, heap: u64) {
        say(format_args!("{}: heap {heap} is common: the search goes on", self.code));
    }

    fn not_kept(&self, reason: &dyn Error) {
        say(format_args!(
            "{}: not all values that prove its period are kept: {}",
            self.code,
            causes(reason)
        ));
    }

    fn goes_on_after(&self, rare: &DistantRare, memory: u64) {
        let DistantRare { heap, value } = rare;
        say(format_args!(
            "{}: heap {heap} is a new rare heap, with the value {value}: the search goes on, and reads all values \
             once more, {heap} heaps behind. So it proves no period, unless it is stopped here and goes on with {memory} bytes of \
             memory, or later with more: then it goes back to all values",
            self.code
        ));
    }

    fn widens_mask(&self, heap: u64, mask: u16) {
        say(format_args!(
            "{}: the search goes on with mask {mask}, with which heap {heap} is common",
            self.code
        ));
    }

    fn goes_back(&self, rare: &DistantRare, heap: u64) {
        say(format_args!(
            "{}: after rare heap {} the search could prove no period; there is memory now for all values, so it goes \
             back to them, and needs it from then on. Those up to heap {heap} that were not kept are computed again",
            self.code, rare.heap
        ));
    }

    fn keeps_history(&self, bytes: u64) {
        if !self.told.history.swap(true, Ordering::Relaxed) {
            say(format_args!(
                "{}: the rare heaps have gone quiet, but all values stay in memory: to go on with the last ones \
                 takes {bytes} bytes of it, and fewer are allowed",
                self.code
            ));
        }
    }

    fn needs_only_last_values(&self, exceeded: Option<u64>) {
        if let Some(bytes) = exceeded
            && !self.told.memory.swap(true, Ordering::Relaxed)
        {
            say(format_args!(
                "{}: to go on takes at least {bytes} bytes of memory, though fewer are allowed",
                self.code
            ));
        }
    }

    fn stores(&self, heap: u64, bytes: u64) {
        if bytes >= PRINTED_BYTES && !self.told.values.swap(true, Ordering::Relaxed) {
            let (code, directory) = (&self.code, self.directory.display());
            let most = self.limit.filter(|&limit| limit > bytes).map(|limit| {
                format!(
                    ", about {limit} bytes up to the limit, twice as many if a value is 256 or more"
                )
            });
            let most = most.unwrap_or_default();
            say(format_args!(
                "{code}: up to heap {heap} all values were needed, so `{directory}` keeps them, in at most \
                 {bytes} bytes; as long as rare heaps turn up, or if to go on with the last ones would take more memory, it \
                 keeps all{most}"
            ));
        }
    }
}
