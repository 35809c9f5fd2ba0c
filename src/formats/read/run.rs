//! A stretch of values as a reader hands it over.

use super::Entry;
use super::error::FilePlace;

/// Values of heaps that follow each other, as they stand in a file.
pub(super) struct ValueRun {
    /// The heap of the next value.
    heap: u64,
    values: std::vec::IntoIter<u64>,
    /// Where the next value is.
    place: FilePlace,
    /// By how many lines, bytes or values the place moves from one value to the next.
    step: u64,
}

impl ValueRun {
    pub(super) fn new(heap: u64, values: Vec<u64>, place: FilePlace, step: u64) -> ValueRun {
        ValueRun { heap, values: values.into_iter(), place, step }
    }
}

impl Iterator for ValueRun {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        let value = self.values.next()?;
        let entry = Entry { heap: self.heap, value, place: self.place };
        self.heap = self.heap.saturating_add(1);
        self.place = self.place.moved(self.step);
        Some(entry)
    }
}
