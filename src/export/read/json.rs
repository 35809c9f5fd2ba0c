//! The JSON object that [`Json`](crate::export::Json) writes; other keys are ignored.

use std::collections::VecDeque;
use std::io::BufRead;

use serde::Deserialize;

use super::{Entry, Place, ReadError, Source};

/// The values of a JSON file, all in memory.
pub(super) struct Json {
    from: u64,
    values: std::vec::IntoIter<u64>,
    done: u64,
}

#[derive(Deserialize)]
struct Object {
    #[serde(default)]
    from: u64,
    values: Vec<u64>,
}

impl Json {
    pub(super) fn read(source: &Source, reader: impl BufRead) -> Result<Json, ReadError> {
        let Object { from, values } = serde_json::from_reader(reader).map_err(|error| {
            if error.is_io() {
                return source.unreadable(error.into());
            }
            let place = Place::Line(error.line() as u64);
            source.wrong(place, error.to_string(), "an object with the keys `from` and `values`")
        })?;
        Ok(Json { from, values: values.into_iter(), done: 0 })
    }

    /// Hands on some values; `false` at the end.
    pub(super) fn fill(&mut self, out: &mut VecDeque<Entry>) -> bool {
        let Some(value) = self.values.next() else { return false };
        let heap = self.from.saturating_add(self.done);
        self.done += 1;
        out.push_back(Entry { heap, value, place: Place::Value(self.done) });
        true
    }
}
