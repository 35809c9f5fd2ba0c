//! The values of a file, one after the other.

use super::Entry;
use super::error::{Place, ReadError};
use super::json::Json;
use super::lines::Rows;
use super::npy::Npy;
use super::source::Source;

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

/// The values of a source, with the indices of the file for heaps; one after the other.
pub(super) struct Entries<'a> {
    source: &'a Source,
    body: Body<'a>,
    ready: Option<Run>,
    /// The index that comes next.
    next: Option<u64>,
}

pub(super) enum Body<'a> {
    Lines(Rows<'a>),
    Npy(Npy<'a>),
    Json(Json),
}

impl<'a> Entries<'a> {
    pub(super) fn new(source: &'a Source, body: Body<'a>) -> Entries<'a> {
        Entries { source, body, ready: None, next: None }
    }

    /// What the file says beside its values: the heap of the first one, apart from its index, and
    /// the game.
    pub(super) fn label(self) -> (Option<u64>, Option<(String, Place)>) {
        match self.body {
            Body::Lines(rows) => rows.label(),
            Body::Json(json) => (None, json.code),
            Body::Npy(_) => (None, None),
        }
    }

    /// Reads on; `None` at the end.
    fn fill(&mut self) -> Result<Option<Run>, ReadError> {
        match &mut self.body {
            Body::Lines(rows) => rows.fill(),
            Body::Npy(npy) => npy.fill(),
            Body::Json(json) => Ok(json.values.take()),
        }
    }

    fn in_order(&mut self, entry: Entry) -> Result<Entry, ReadError> {
        match self.next.replace(entry.heap.saturating_add(1)) {
            Some(next) if next != entry.heap => Err(self.source.wrong(
                entry.place,
                format!("heap {}", entry.heap),
                format!("heap {next}, as heaps come one after the other"),
            )),
            _ => Ok(entry),
        }
    }
}

impl Iterator for Entries<'_> {
    type Item = Result<Entry, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(entry) = self.ready.as_mut().and_then(Run::next) {
                return Some(self.in_order(entry));
            }
            match self.fill() {
                Ok(None) => return None,
                Ok(run) => self.ready = run,
                Err(error) => return Some(Err(error)),
            }
        }
    }
}
