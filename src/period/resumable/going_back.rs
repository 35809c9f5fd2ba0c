//! What it takes to go back to all values, for a search that goes on without its history.

use super::Settings;
use super::record::{MOST_HEAPS, SearchRecord};
use super::stream_memory::StreamMemory;
use super::values_file::longest_file;
use crate::grundy::kernel::KernelError;
use crate::period::search::{Limits, next_try};

/// What it takes to go back to all values.
#[derive(Clone, Copy, Debug)]
pub(super) struct GoingBack {
    /// Bytes of memory.
    pub(super) memory: u64,
    /// Bytes of the file of values.
    pub(super) file: u64,
}

impl GoingBack {
    /// To the values up to the next heap of this record, and on from there until a stream can go on without them: if there
    /// is a rare heap that the window does not reach, with one that does. Until then the file has all values.
    ///
    /// # Errors
    /// [`KernelError`] if this machine has not the kernel of the settings.
    pub(super) fn new(
        record: &SearchRecord,
        settings: &Settings,
        rare: Option<u64>,
    ) -> Result<GoingBack, KernelError> {
        let (heap, basis) = (record.heap(), record.basis());
        let all_values = Limits::memory_for(heap.saturating_add(1));
        let (window, stream) = match rare {
            None => (basis.window() as u64, 0),
            Some(rare) => {
                let stream = StreamMemory::reaching(&basis, settings, rare)?;
                (stream.window(), stream.least())
            }
        };
        let quiet = window.saturating_mul(settings.quiet.max(3) as u64);
        let begins = next_try(heap.max(quiet).min(MOST_HEAPS)).next_multiple_of(settings.chunk);
        let width = if record.max_value().0 < 256 { 1 } else { 2 };
        Ok(GoingBack { memory: all_values.max(stream), file: longest_file(begins, width) })
    }

    /// The least memory, in bytes, with which the search goes on: this much, or, if these settings allow the file, what it
    /// takes to go back.
    pub(super) fn or_stay_with(&self, memory: u64, settings: &Settings) -> u64 {
        if self.file <= settings.disk_bytes { memory.min(self.memory) } else { memory }
    }

    /// Whether this memory, in bytes, and the file as these settings allow it, are enough.
    pub(super) fn fits(&self, memory: u64, settings: &Settings) -> bool {
        self.memory <= memory && self.file <= settings.disk_bytes
    }
}
