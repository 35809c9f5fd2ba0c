//! A stretch of values as a reader hands it over.

use super::Entry;
use super::error::Place;

/// Values of heaps that follow each other, as they stand in a file.
pub(super) struct Run {
    /// The heap of the next value.
    heap: u64,
    values: std::vec::IntoIter<u64>,
    /// Where the next value is.
    place: Place,
    /// How far the place moves with a value.
    step: u64,
}

impl Run {
    pub(super) fn new(heap: u64, values: Vec<u64>, place: Place, step: u64) -> Run {
        Run { heap, values: values.into_iter(), place, step }
    }
}

impl Iterator for Run {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        let value = self.values.next()?;
        let entry = Entry { heap: self.heap, value, place: self.place };
        self.heap = self.heap.saturating_add(1);
        self.place = self.place.moved(self.step);
        Some(entry)
    }
}
