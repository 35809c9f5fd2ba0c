//! The splits into two large parts that the links of a long search need.
//!
//! A link tries the splits with a small part up to B, its reach. A search with a longer window, or one that has
//! decided a heap by all its splits, may have come to a heap with a rare value that none of these has. To
//! find out which heaps these are, the sequence is continued once more, with a window of B heaps: where
//! that halts, the splits with a larger small part are tried, up to the end of the base. Cost: the time of the search.

use std::ops::Range;

use octal_games::certificate::{CertificateError, FarSplit};

use super::SearchError;
use crate::grundy::stream::{Basis, Halt, Stream, Tuning};
use crate::period::Period;
use crate::rules::Rules;
use crate::{Interrupted, ResumableError};

/// The heaps whose splits are sought, and the values in which they are.
pub(super) struct FarSearch<'a> {
    /// What all large heaps depend on.
    pub(super) basis: &'a Basis,
    /// The period that the splits help to prove.
    pub(super) period: Period,
    /// W, the length of the windows of the chain.
    pub(super) window: u64,
    /// The values of the base.
    pub(super) head: &'a [u16],
    /// How large a small part may be: B, or almost half of the heaps of the base if that is less.
    pub(super) reach: usize,
    /// What the speed depends on.
    pub(super) tuning: Tuning,
    /// Whether to go on: asked several times a second.
    pub(super) goes_on: &'a dyn Fn() -> bool,
}

/// Heaps between two questions whether to go on.
const HEAPS_AT_ONCE: u64 = 1 << 20;

impl FarSearch<'_> {
    /// The splits that the heaps from the base on up to, not including, `end` need, in ascending order of heaps.
    pub(super) fn run(&self, end: u64) -> Result<Vec<FarSplit>, SearchError> {
        let mut found = vec![];
        let mut stream = self.stream()?;
        while stream.heap() < end {
            if !(self.goes_on)() {
                return Err(ResumableError::from(Interrupted).into());
            }
            let to = end.min(stream.heap() + HEAPS_AT_ONCE);
            match stream.extend(to, self.head.len() + self.basis.rules.last_place) {
                Ok(()) => {}
                Err(Halt::NotShown { .. }) => {
                    found.extend(self.splits(&stream)?);
                    stream.accept();
                }
                Err(halt) => return Err(ResumableError::from(halt).into()),
            }
        }
        Ok(found)
    }

    /// The sequence after the base, with a window as long as a link reaches.
    fn stream(&self) -> Result<Stream, ResumableError> {
        let heap = self.head.len() as u64;
        let first = self.head[..=self.reach].to_vec();
        let basis = Basis { first: first.into(), accepted: vec![], ..self.basis.clone() };
        let stream = Stream::verified(&basis, &self.tuning, heap, self.head);
        stream.ok_or(ResumableError::Unusable { heap })
    }

    /// For each missing value of the next heap a split that has it.
    fn splits(&self, stream: &Stream) -> Result<Vec<FarSplit>, CertificateError> {
        let (heap, window) = (stream.heap(), stream.basis().window() as u64);
        let parts = window - self.basis.rules.last_place as u64..self.head.len() as u64;
        let find = |value: u16| {
            let larger_part = parts.clone().find_map(|a| self.larger_part(stream, a, value));
            let found = larger_part.map(|larger_part| FarSplit { heap, value, larger_part });
            found.ok_or(CertificateError::SplitTooFar { heap })
        };
        stream.missing().into_iter().map(find).collect()
    }

    /// The larger part of a split of the next heap with the smaller part a and this value.
    fn larger_part(&self, stream: &Stream, a: u64, value: u16) -> Option<u64> {
        let (heap, Rules { splits, .. }) = (stream.heap(), &self.basis.rules);
        let larger_parts = self.larger_parts(heap);
        let wanted = value ^ self.head[a as usize];
        let values = stream.values();
        splits.iter().find_map(|split| {
            let back = split.k as u64 + a;
            let b = heap.checked_sub(back)?;
            let is_split = a <= b && !(split.unequal && a == b) && larger_parts.contains(&b);
            (is_split && values[values.len() - back as usize] == wanted).then_some(b)
        })
    }

    /// Which larger parts may show a value of this heap: in the last period none below n0 (Theorem 5).
    fn larger_parts(&self, heap: u64) -> Range<u64> {
        let n0 = self.period.preperiod;
        if heap >= n0 + self.window { n0..heap } else { 1..heap }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::driver;
    use crate::grundy::sparse::Sparse;

    /// With a short reach several are needed: each has its value, none is needless, and no heap that needs one is
    /// left out.
    #[test]
    fn all_that_are_needed() {
        let mut sparse = Sparse::new(&"0.16".parse().unwrap()).unwrap();
        sparse.extend(250_000).unwrap();
        let (values, tuning) = (sparse.values().to_vec(), driver::Tuning::TINY.stream().unwrap());
        let basis = Basis::new(&sparse.state(), &tuning, 0, 3).unwrap();
        let (head, reach, end) = (&values[..40_000], basis.window(), values.len() as u64);
        let period = Period { preperiod: 105_351, period: 149_459, saltus: 0 };
        let goes_on = &|| true;
        let search =
            FarSearch { basis: &basis, period, window: 1000, head, reach, tuning, goes_on };
        let found = search.run(end).unwrap();
        assert!(found.len() > 5, "{}", found.len());
        let beyond = (reach - basis.rules.last_place) as u64 + 1;
        let is_option = |n: u64, value: u16, parts: Range<u64>| {
            let mut splits = basis.rules.splits.iter().map(|split| n - split.k as u64);
            let has = |rest: u64, a: u64| values[a as usize] ^ values[(rest - a) as usize] == value;
            splits.any(|rest| parts.clone().any(|a| has(rest, a)))
        };
        for &FarSplit { heap, value, larger_part } in &found {
            let parts = |from: u64| from..(heap - larger_part).min(heap / 2) + 1;
            assert!(is_option(heap, value, parts(beyond)), "{heap}: {value}");
            assert!(!is_option(heap, value, 1..beyond), "{heap}: {value}");
        }
        for heap in (40_000..end).step_by(7) {
            let rare =
                (0..values[heap as usize]).filter(|&v| basis.space.is_rare(heap as usize, v));
            let is_found = |value| found.iter().any(|f| (f.heap, f.value) == (heap, value));
            let is_single = |v| basis.rules.singles.iter().any(|&k| values[heap as usize - k] == v);
            for value in rare.filter(|&v| !is_single(v)) {
                let is_near = is_option(heap, value, 1..beyond);
                assert_eq!(is_found(value), !is_near, "{heap}: {value}");
            }
        }
        let asked = FarSearch { goes_on: &|| false, ..search };
        assert!(matches!(asked.run(end), Err(SearchError::Search(ResumableError::Interrupted(_)))));
        // In the last period no larger part may be below n0.
        let period = Period { preperiod: 190_000, ..period };
        let error = FarSearch { period, goes_on, ..asked }.run(end).unwrap_err().to_string();
        assert!(error.starts_with("heap 198379 needs a split into two large parts"), "{error}");
    }
}
