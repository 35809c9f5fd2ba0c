//! A sequence that is continued superblock by superblock.

use super::columns::Columns;
use super::deferral::Deferral;
use super::history::{Ends, History};
use super::pipeline::Pipeline;
use super::tuning::{Counters, Tuning};
use crate::grundy::kernel::Kernel;
use crate::grundy::packed::PIECE;
use crate::grundy::state::State;
use crate::grundy::values::{Slice, Value};
use crate::rules::Rules;
use std::mem;

/// A sequence that is continued superblock by superblock.
#[derive(Clone, Debug)]
pub struct Superblocks {
    pipeline: Pipeline,
    /// Values that were computed and not yet returned.
    ahead: Vec<u16>,
}

/// The heap from which on superblocks are tried.
pub(in crate::grundy) fn first_heap(rules: &Rules, tuning: &Tuning) -> usize {
    tuning.start.max(least_length(rules, tuning))
}

/// The bytes of the packed values of superblocks that continue this sequence.
pub(in crate::grundy) fn memory(state: &State<'_>, tuning: &Tuning) -> u64 {
    let kept = History::kept(state.rules, state.last_rare(), tuning);
    Columns::BYTES_PER_HEAP * History::length(state.values.len(), kept) as u64
}

/// How long a sequence has to be before superblocks can continue it.
fn least_length(rules: &Rules, tuning: &Tuning) -> usize {
    8 * tuning.superblock + 2 * PIECE + 4 * rules.last_place
}

impl Superblocks {
    /// Continues this sequence; `None` if it has no splits, is too short, or has values that are too
    /// large.
    pub fn new(state: &State<'_>, tuning: &Tuning, kernel: Kernel) -> Option<Superblocks> {
        let tuning = tuning.clamped();
        let length = least_length(state.rules, &tuning);
        if state.rules.splits.is_empty() || state.values.len() < length {
            return None;
        }
        let pipeline = Pipeline::new(state, tuning, kernel.vectors()?)?;
        Some(Superblocks { pipeline, ahead: vec![] })
    }

    /// Continues a sequence of which both ends are known; `None` if its values are too large.
    pub fn between(ends: &Ends<'_>, tuning: &Tuning, kernel: Kernel) -> Option<Superblocks> {
        let pipeline = Pipeline::of_ends(ends, tuning.clamped(), kernel.vectors()?)?;
        Some(Superblocks { pipeline, ahead: vec![] })
    }

    /// Takes all heaps for common from now on: no rare value is searched for.
    pub(in crate::grundy) fn take_as_common(&mut self) {
        self.pipeline.take_as_common();
    }

    /// Bytes of the packed values.
    pub fn memory(&self) -> u64 {
        self.pipeline.memory()
    }

    /// How often each way was taken.
    pub fn counters(&self) -> Counters {
        self.pipeline.counters
    }

    /// How often each way was taken since the last call.
    pub(in crate::grundy) fn take_counters(&mut self) -> Counters {
        mem::take(&mut self.pipeline.counters)
    }

    /// How many of the smallest heaps are kept when those in the middle are forgotten.
    pub(in crate::grundy) fn kept(&self) -> usize {
        self.pipeline.kept()
    }

    /// The last heap that is known to be rare, even if its value was not yet returned.
    pub(in crate::grundy) fn last_rare(&self) -> usize {
        self.pipeline.last_rare()
    }

    /// True if there are values that were computed and not yet returned.
    pub(in crate::grundy) fn is_ahead(&self) -> bool {
        !self.ahead.is_empty()
    }

    /// Continues `values`, which nobody else has extended since the sequence was taken over, up to heap
    /// `to`.
    ///
    /// # Errors
    /// [`Deferral`] says why another engine has to compute the next heap. This engine continues only after the
    /// caller has passed its value, except after [`Deferral::TooWide`].
    pub fn extend<E: Value>(&mut self, values: &mut Vec<E>, to: usize) -> Result<(), Deferral> {
        while values.len() <= to {
            self.advance(values, to, usize::MAX)?;
        }
        Ok(())
    }

    /// Continues `values` by at most what was computed for one superblock, and not beyond heap `to`; heap `end` is left to
    /// another engine.
    ///
    /// # Errors
    /// Those of [`Superblocks::extend`].
    pub(in crate::grundy) fn advance<E: Value>(
        &mut self,
        values: &mut Vec<E>,
        to: usize,
        end: usize,
    ) -> Result<(), Deferral> {
        // A superblock may yield no value: if its search is postponed, or if its first heap has no
        // room in the sets. The next one has its values, or larger sets.
        while self.ahead.is_empty() {
            self.ahead = self.pipeline.next(end)?;
        }
        let count = to.saturating_add(1).saturating_sub(values.len()).min(self.ahead.len());
        let largest = Slice::Words(&self.ahead[..count]).largest();
        if largest.is_some_and(|largest| E::new(largest).is_none()) {
            return Err(Deferral::TooWide);
        }
        values.extend(self.ahead.drain(..count).map(E::small));
        Ok(())
    }

    /// Appends the value of the heap that was deferred, which is common; false if there is no room for it.
    pub(in crate::grundy) fn push(&mut self, value: u16) -> bool {
        self.pipeline.push(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::packed::Packing;
    use crate::grundy::space::SparseSpace;
    use crate::grundy::sparse::Sparse;
    use std::collections::HashSet;

    /// The least common value of heap n that no option has.
    fn least_common(rules: &Rules, space: SparseSpace, values: &[u16], n: usize) -> u16 {
        let mut given: HashSet<u16> = rules.singles.iter().map(|k| values[n - k]).collect();
        for split in &rules.splits {
            let rest = n - split.k;
            let parts = 1..=split.largest_smaller_part(n);
            given.extend(parts.map(|a| values[a] ^ values[rest - a]));
        }
        let mut common = (0..u16::MAX).filter(|&value| !space.is_rare(n, value));
        common.find(|value| !given.contains(value)).unwrap()
    }

    /// Where the sets have no room for the least common value, all values before it are returned, also those whose
    /// search was postponed.
    #[test]
    fn all_before_a_value_without_room() {
        let mut postponed = 0;
        for (code, start) in [("0.6", 4000), ("0.6", 11_000), ("0.36", 5000), ("0.034", 9000)] {
            let mut sparse = Sparse::new(&code.parse().unwrap()).unwrap();
            sparse.extend(start as u64).unwrap();
            let space = sparse.state().space;
            let packing = Packing::new(space);
            let largest = sparse.values().iter().map(|value| packing.pack(value)).max().unwrap();
            let most_words = usize::from(largest) / 64 + 1;
            let (kernel, tuning) =
                (Kernel::chosen().unwrap(), Tuning { most_words, ..Tuning::TINY });
            let mut superblocks = Superblocks::new(&sparse.state(), &tuning, kernel).unwrap();
            let mut values = sparse.values().to_vec();
            sparse.extend(60_000).unwrap();
            let all = sparse.values().to_vec();
            let is_large = |&n: &usize| {
                let value = least_common(sparse.rules(), space, &all, n);
                usize::from(packing.pack(value)) >= 64 * most_words
            };
            assert_eq!(superblocks.extend(&mut values, 60_000), Err(Deferral::TooLarge), "{code}");
            let expected = (start + 1..all.len()).find(is_large).unwrap();
            assert_eq!(values.len(), expected, "{code}");
            assert!(values == all[..expected], "{code}");
            let last_rare = *sparse.state().rare.iter().rfind(|&&r| r < expected).unwrap();
            postponed += usize::from(expected - last_rare > 8 * tuning.superblock);
        }
        assert_eq!(postponed, 3);
    }

    /// Superblocks that keep next to nothing continue after heaps that only forgotten ones can decide, once the caller
    /// has passed their values. A value for which the sets have no room is refused.
    #[test]
    fn deferred_heaps_are_taken_over() {
        let mut deferred = 0;
        for code in ["0.106", "0.104", "0.34", "4.064"] {
            let mut sparse = Sparse::new(&code.parse().unwrap()).unwrap();
            sparse.extend(20_000).unwrap();
            let kernel = Kernel::chosen().unwrap();
            let mut superblocks = Superblocks::new(&sparse.state(), &Tuning::TINY, kernel).unwrap();
            let mut values = sparse.values().to_vec();
            sparse.extend(100_000).unwrap();
            let all = sparse.values().to_vec();
            while let Err(deferral) = superblocks.extend(&mut values, 100_000) {
                assert_eq!(deferral, Deferral::Forgotten);
                assert!(!superblocks.push(u16::MAX));
                let value = all[values.len()];
                assert!(superblocks.push(value));
                values.push(value);
                deferred += 1;
            }
            assert!(values == all, "{code}");
        }
        assert!(deferred > 0);
    }
}
