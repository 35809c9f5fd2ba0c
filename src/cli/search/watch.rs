//! What is told of a search while it runs.

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use octal::code::Code;
use octal::grundy::distant::DistantRare;
use octal::grundy::stream::Halt;
use octal::period::search::{Progress, Watcher};

use crate::cli::common::progress::SearchBar;
use crate::cli::common::stderr::{causes, say};

/// How much of the disk a search may take.
#[derive(Clone, Copy)]
pub(super) struct DiskUse {
    /// The last heap, if it was given.
    pub(super) limit: Option<u64>,
    /// The most bytes of its files, if they were given.
    pub(super) disk: Option<u64>,
}

impl DiskUse {
    /// Says so if the values up to the limit may not fit into the file.
    pub(super) fn say_if_too_small(self, code: &Code) {
        if let DiskUse { limit: Some(limit), disk: Some(disk) } = self
            && disk <= limit
        {
            say(format_args!(
                "{code}: --disk allows {disk} bytes of values, and as long as rare heaps turn up all are \
                 kept, a byte or two each: {limit} bytes or more up to the limit"
            ));
        }
    }

    /// What the values may take at most, if that is known; they take this many bytes already.
    fn most(self, bytes: u64) -> String {
        match self {
            DiskUse { disk: Some(disk), .. } => format!(", at most {disk} bytes"),
            DiskUse { limit: Some(limit), .. } if limit > bytes => {
                format!(
                    ", about {limit} bytes up to the limit, twice as many if a value is 256 or more"
                )
            }
            _ => String::new(),
        }
    }
}

/// The disk use of a search is told when its file of values has this many bytes or more.
const TOLD_BYTES: u64 = 1 << 20;
/// That of its record is, when that may get longer than the help says it usually is, and may have become twice as long.
const TOLD_RECORD_BYTES: u64 = 1 << 24;

/// Follows a long search.
pub(super) struct SearchWatch {
    bar: SearchBar,
    code: Code,
    directory: PathBuf,
    disk_use: DiskUse,
    /// All rounds of the search share it.
    told: Arc<Told>,
}

/// What was told of a search, and need not be told again.
#[derive(Default)]
pub(super) struct Told {
    /// How much of the disk it takes.
    disk: AtomicBool,
    /// That it keeps all values.
    history: AtomicBool,
    /// That it takes more memory than is allowed.
    memory: AtomicBool,
    /// The length of its record, in bytes.
    record: AtomicU64,
}

impl SearchWatch {
    pub(super) fn new(
        bar: SearchBar,
        code: &Code,
        directory: PathBuf,
        disk_use: DiskUse,
        told: Arc<Told>,
    ) -> SearchWatch {
        let bar = if disk_use.limit.is_some() { bar } else { bar.without_limit() };
        SearchWatch { bar, code: code.clone(), directory, disk_use, told }
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

    fn goes_on_after(&self, rare: &DistantRare, memory: u64, disk: u64) {
        let DistantRare { heap, value } = rare;
        say(format_args!(
            "{}: heap {heap} is a new rare position, with the value {value}: the search goes on, and reads all values \
             once more, {heap} heaps behind. So it proves no period, unless it is stopped here and goes on with {memory} bytes of \
             memory and {disk} bytes for its values on the disk, or later with more: then it goes back to all values",
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
            "{}: after rare position {} the search could prove no period; there is memory now for all values, so it goes \
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

    fn needs_only_last_values(&self, exceeded: Option<u64>, record: u64) {
        let Told { memory, record: told, .. } = &*self.told;
        if let Some(bytes) = exceeded
            && !memory.swap(true, Ordering::Relaxed)
        {
            say(format_args!(
                "{}: to go on takes at least {bytes} bytes of memory, though fewer are allowed",
                self.code
            ));
        }
        // A search that began with more room goes on.
        let fits = self.disk_use.disk.is_none_or(|disk| record <= disk);
        if (record >= TOLD_RECORD_BYTES || !fits) && record / 2 >= told.load(Ordering::Relaxed) {
            told.store(record, Ordering::Relaxed);
            let though = if fits { "" } else { ", though fewer are allowed" };
            say(format_args!(
                "{}: the last values are enough to go on, and the record of them takes at most {record} bytes on the \
                 disk{though}, and as many for a moment whenever it is saved; more if values get larger",
                self.code
            ));
        }
    }

    fn stores(&self, heap: u64, bytes: u64) {
        // Where there is no room for these bytes, an error follows that says so.
        let fits = self.disk_use.disk.is_none_or(|disk| bytes <= disk);
        if fits && bytes >= TOLD_BYTES && !self.told.disk.swap(true, Ordering::Relaxed) {
            let (code, directory, most) =
                (&self.code, self.directory.display(), self.disk_use.most(bytes));
            say(format_args!(
                "{code}: up to heap {heap} all values were needed, so `{directory}` keeps them, in at most \
                 {bytes} bytes; as long as rare heaps turn up, or if to go on with the last ones would take more memory, it \
                 keeps all{most}"
            ));
        }
    }
}
