//! Stations: heaps at which a search in memory restarts its engine from the values.
//!
//! An engine adapts itself on its way. This changes its count of work, and so the heap at which a
//! limit of work ends a search. At a station the engine drops all of that. So a search that resumes
//! from a [`Station`] and the values up to it ends like one that never stopped, at the same heap
//! and for the same reason.
//!
//! # Cost
//!
//! A restart takes a few nanoseconds a value. The stations are far enough apart that this is a
//! small share of the work. They are also so near that a killed search which resumes from its last
//! station loses less than two minutes, up to heap 10⁹ with AVX-512.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use super::{Limits, PeriodSearch, Step};
use crate::code::Code;
use crate::grundy::Engine;
use crate::grundy::driver::Tuning;
use crate::grundy::values::Values;

/// The work between two stations, see [`Engine::work`](crate::grundy::Engine::work).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct StationSpacing {
    /// At least this much.
    pub work: u64,
    /// And at least this much for each value known, as a restart reads all values.
    pub work_a_value: u64,
}

impl StationSpacing {
    /// Four to twenty seconds of work with AVX-512; by the other kernels as much longer as these
    /// are slower.
    pub const DEFAULT: StationSpacing = StationSpacing { work: 1 << 35, work_a_value: 1 << 9 };

    /// No stations.
    pub(crate) const NEVER: StationSpacing = StationSpacing { work: u64::MAX, work_a_value: 0 };

    /// True if a search that has done `work` since its last station, and knows `values` values, is
    /// at the next.
    pub(super) fn is_reached(&self, work: u64, values: usize) -> bool {
        work >= self.work.max(self.work_a_value.saturating_mul(values as u64))
    }
}

/// The state of a search at a station, besides the values up to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Station {
    /// The last heap computed.
    pub heap: u64,
    /// The work done on the way.
    pub work: u64,
    /// The most bytes of memory that the engines have used on the way.
    pub memory: u64,
    /// The spacing of the stations.
    pub spacing: StationSpacing,
}

impl Station {
    /// True if a search with these limits surely reaches this station, and continues beyond it.
    pub fn is_within(&self, limits: &Limits) -> bool {
        limits.work.is_none_or(|work| self.work < work)
            && self.memory <= limits.memory
            && self.heap < limits.last_heap(WIDEST)
    }
}

/// The bytes of a value that may be 256 or more.
const WIDEST: u64 = 2;

impl PeriodSearch {
    /// Begins at heap 0, with stations at this spacing.
    pub fn spaced(code: &Code, spacing: StationSpacing, limits: &Limits) -> PeriodSearch {
        let mut search = PeriodSearch::with(code, Engine::new(code), limits);
        search.station.spacing = spacing;
        search
    }

    /// Resumes at a station, given the values up to it or beyond.
    ///
    /// O(N) for a station at heap N.
    pub fn at(code: &Code, station: Station, values: Values, limits: &Limits) -> PeriodSearch {
        let values = compact(values, station.heap as usize + 1);
        let engine = Engine::again(code, Tuning::DEFAULT, values, &|_| true);
        let engine = engine.expect("nobody stops it");
        let most_memory = station.memory;
        PeriodSearch { station, most_memory, ..PeriodSearch::with(code, engine, limits) }
    }

    /// The last station, or the heap at which the search began.
    pub fn station(&self) -> Station {
        self.station
    }

    /// True if enough work was done since the last station. Only the driver has stations: other
    /// engines would take as long to restart as they took to get there.
    pub(super) fn is_at_station(&self) -> bool {
        let is_driver = matches!(self.engine, Engine::Driver(_));
        is_driver && self.station.spacing.is_reached(self.engine.work(), self.values().len())
    }

    /// Drops the adapted state of the engine: the search is at a station.
    pub(super) fn begin_again(&mut self) -> Step {
        let (heap, work, memory) = (self.last(), self.work(), self.most_memory);
        let station = Station { heap, work, memory, ..self.station };
        let engine = std::mem::replace(&mut self.engine, Engine::new(&self.code));
        *self = PeriodSearch::at(&self.code, station, engine.into_values(), &self.limits);
        Step::Station
    }
}

/// The first `count` of these values, in no more memory than they take: a byte each if all are
/// below 256. So the memory is the same, however the values were computed.
fn compact(values: Values, count: usize) -> Values {
    match values {
        Values::Words(words) if words.iter().take(count).all(|&v| v < 256) => {
            Values::Bytes(words.iter().take(count).map(|&v| v as u8).collect())
        }
        Values::Words(words) => Values::Words(first(words, count)),
        Values::Bytes(bytes) => Values::Bytes(first(bytes, count)),
    }
}

fn first<V>(mut values: Vec<V>, count: usize) -> Vec<V> {
    values.truncate(count);
    values.shrink_to_fit();
    values
}
