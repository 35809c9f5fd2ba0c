//! What is told of a search while it runs.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use octal::code::Code;
use octal::grundy::distant::DistantRare;
use octal::period::search::Event;

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

    /// Shows progress, and prints a line for each other event; `false` if a signal asks to stop.
    pub(super) fn observe(&self, event: Event<'_>) -> bool {
        match event {
            Event::Progress(_) => return self.bar.observe(event),
            Event::KeptHistory { .. } if self.told.history.swap(true, Ordering::Relaxed) => {}
            Event::LastValues { exceeded: None } => {}
            Event::LastValues { .. } if self.told.memory.swap(true, Ordering::Relaxed) => {}
            Event::StoredValues { bytes, .. }
                if bytes < PRINTED_BYTES || self.told.values.swap(true, Ordering::Relaxed) => {}
            _ => say(format_args!("{}: {}", self.code, self.line(event))),
        }
        true
    }

    /// The line about an event, after the code.
    fn line(&self, event: Event<'_>) -> String {
        match event {
            Event::Halted(halt) => format!("{halt}; values are computed again to decide this"),
            Event::CommonHeap { heap } => format!("heap {heap} is common: the search goes on"),
            Event::NotKept(reason) => {
                format!("not all values that prove its period are kept: {}", causes(reason))
            }
            Event::DistantRareHeap { rare: DistantRare { heap, value }, memory } => format!(
                "heap {heap} is a new rare heap, with the value {value}: the search goes on, and \
                 reads all values once more, {heap} heaps behind. So it proves no period, unless \
                 it is stopped here and goes on with {memory} bytes of memory, or later with \
                 more: then it goes back to all values"
            ),
            Event::WiderMask { heap, mask } => {
                format!("the search goes on with mask {mask}, with which heap {heap} is common")
            }
            Event::ReturnToHistory { rare, heap } => format!(
                "after rare heap {} the search could prove no period; there is memory now for \
                 all values, so it goes back to them, and needs it from then on. Those up to \
                 heap {heap} that were not kept are computed again",
                rare.heap
            ),
            Event::KeptHistory { bytes } => format!(
                "the rare heaps have gone quiet, but all values stay in memory: to go on with \
                 the last ones takes {bytes} bytes of it, and fewer are allowed"
            ),
            Event::LastValues { exceeded } => format!(
                "to go on takes at least {} bytes of memory, though fewer are allowed",
                exceeded.unwrap_or(0)
            ),
            Event::StoredValues { heap, bytes } => self.stored(heap, bytes),
            _ => String::new(),
        }
    }

    fn stored(&self, heap: u64, bytes: u64) -> String {
        let most = self.limit.filter(|&limit| limit > bytes).map(|limit| {
            format!(
                ", about {limit} bytes up to the limit, twice as many if a value is 256 or more"
            )
        });
        format!(
            "up to heap {heap} all values were needed, so `{}` keeps them, in at most {bytes} \
             bytes; as long as rare heaps turn up, or if to go on with the last ones would take \
             more memory, it keeps all{}",
            self.directory.display(),
            most.unwrap_or_default()
        )
    }
}
