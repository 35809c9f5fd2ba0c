//! A sequence that is continued: which values are handed out, and when.

use super::columns::Columns;
use super::deal::OneTask;
use super::deferral::Deferral;
use super::history::{Ends, History};
use super::rounds::Rounds;
use super::tuning::{Counters, Tuning};
use crate::grundy::distant::DistantOptions;
use crate::grundy::kernel::Kernel;
use crate::grundy::packed::PIECE;
use crate::grundy::state::State;
use crate::grundy::values::{Slice, Value};
use crate::rules::Rules;
use std::mem;

/// A sequence that is continued superblock by superblock.
#[derive(Clone, Debug)]
pub struct Superblocks {
    pub(super) rounds: Rounds,
    /// Values that were computed and not yet handed out.
    ahead: Vec<u16>,
    /// Why the heap after those was not computed, if that was tried.
    deferral: Option<Deferral>,
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
        Some(Superblocks::of(Rounds::new(state, tuning, kernel)?))
    }

    /// Continues a sequence of which both ends are known; `None` if its values are too large.
    pub fn between(ends: &Ends<'_>, tuning: &Tuning, kernel: Kernel) -> Option<Superblocks> {
        Some(Superblocks::of(Rounds::of_ends(ends, tuning.clamped(), kernel)?))
    }

    fn of(rounds: Rounds) -> Superblocks {
        Superblocks { rounds, ahead: vec![], deferral: None }
    }

    /// From now on all heaps are taken for common: no rare value is searched for.
    pub(in crate::grundy) fn take_as_common(&mut self) {
        self.rounds.take_as_common();
    }

    /// Has the heaps of these options take them, the next heap among them. Until there are others, no heap after
    /// them may be computed.
    pub(in crate::grundy) fn set_distant(&mut self, options: &DistantOptions) {
        self.rounds.distant = options.clone();
    }

    /// Bytes of the packed values.
    pub fn memory(&self) -> u64 {
        self.rounds.memory()
    }

    /// How often each way was taken.
    pub fn counters(&self) -> Counters {
        self.rounds.counters
    }

    /// How often each way was taken since the last call.
    pub(in crate::grundy) fn take_counters(&mut self) -> Counters {
        mem::take(&mut self.rounds.counters)
    }

    /// How many of the smallest heaps are kept when those in the middle are forgotten.
    pub(in crate::grundy) fn kept(&self) -> usize {
        self.rounds.kept()
    }

    /// The last heap that is known to be rare, be its value handed out or not.
    pub(in crate::grundy) fn last_rare(&self) -> usize {
        self.rounds.last_rare()
    }

    /// Whether there are values that were not yet handed out.
    pub(in crate::grundy) fn is_ahead(&self) -> bool {
        !self.ahead.is_empty()
    }

    /// Continues `values`, which nobody else has extended since the sequence was taken over, up to heap
    /// `to`.
    ///
    /// # Errors
    /// [`Deferral`] says why the next heap has to be computed by another engine; this one can go on only
    /// when it was told its value, except after [`Deferral::TooWide`].
    pub fn extend<E: Value>(&mut self, values: &mut Vec<E>, to: usize) -> Result<(), Deferral> {
        while values.len() <= to {
            self.advance(values, to, usize::MAX)?;
        }
        Ok(())
    }

    /// Continues `values` by at most what was computed for one superblock, and not beyond heap `to`; heap `end` is left to
    /// another engine.
    pub(in crate::grundy) fn advance<E: Value>(
        &mut self,
        values: &mut Vec<E>,
        to: usize,
        end: usize,
    ) -> Result<(), Deferral> {
        // A superblock may yield no value: if its search is postponed, or if its first heap has no
        // room in the sets. The next one has its values, or larger sets.
        while self.ahead.is_empty() {
            if let Some(deferral) = self.deferral.take() {
                return Err(deferral);
            }
            self.ahead = self.rounds.next(end, &())?;
        }
        let next = values.len() + self.ahead.len();
        if next > to || !self.can_wait() {
            return self.hand_out(values, to);
        }
        self.hand_out_beside(values, end)
    }

    /// Whether the next superblock may be computed before the values ahead are handed out: there is no rare heap among them,
    /// nor among as many as a superblock has, because others plan by those.
    fn can_wait(&self) -> bool {
        let next = self.rounds.next_value();
        let least = self.ahead.len().max(self.rounds.superblock());
        self.rounds.last_rare() + least < next
    }

    /// Hands out all values ahead while the next superblock is computed.
    fn hand_out_beside<E: Value>(
        &mut self,
        values: &mut Vec<E>,
        end: usize,
    ) -> Result<(), Deferral> {
        self.check_width::<E>(self.ahead.len())?;
        let now = mem::take(&mut self.ahead);
        let hand_out = OneTask::new(move || values.extend(now.into_iter().map(E::small)));
        let computed = self.rounds.next(end, &hand_out);
        // Nothing was computed if the next heap is left to others; then this is done here.
        hand_out.given();
        match computed {
            Ok(ahead) => self.ahead = ahead,
            // Where heap `end` is left to another engine, nothing was tried.
            Err(Deferral::NotHere) => {}
            Err(deferral) => self.deferral = Some(deferral),
        }
        Ok(())
    }

    /// Takes over the value of the heap that was deferred, which is common; false if there is no room for it.
    pub(in crate::grundy) fn push(&mut self, value: u16) -> bool {
        self.rounds.push(value)
    }

    /// Hands out the values computed, up to heap `to`; none if one does not fit.
    fn hand_out<E: Value>(&mut self, values: &mut Vec<E>, to: usize) -> Result<(), Deferral> {
        let count = to.saturating_add(1).saturating_sub(values.len()).min(self.ahead.len());
        self.check_width::<E>(count)?;
        values.extend(self.ahead.drain(..count).map(E::small));
        Ok(())
    }

    /// Looks whether the first `count` of the values ahead fit.
    fn check_width<E: Value>(&self, count: usize) -> Result<(), Deferral> {
        let largest = Slice::Words(&self.ahead[..count]).largest();
        let fits = largest.is_none_or(|largest| E::new(largest).is_some());
        if fits { Ok(()) } else { Err(Deferral::TooWide) }
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

    /// Where the sets have no room for the least common value, all values before it are handed out, also those whose
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

    /// Values that others do not plan by are handed out while the next superblock is computed, the others before; in whatever
    /// steps, they are those of the sparse engine, and as many superblocks are computed.
    #[test]
    fn handed_out_beside_the_next() {
        for code in ["0.6", "0.034"] {
            let mut sparse = Sparse::new(&code.parse().unwrap()).unwrap();
            sparse.extend(9000).unwrap();
            let tuning = Tuning { history: 1 << 20, ..Tuning::TINY };
            let kernel = Kernel::chosen().unwrap();
            let begun = Superblocks::new(&sparse.state(), &tuning, kernel).unwrap();
            let known = sparse.values().to_vec();
            sparse.extend(60_000).unwrap();
            let rare = sparse.state().rare.to_vec();
            let mut counted = vec![];
            for step in [usize::MAX, 1000, 77] {
                let (mut superblocks, mut values) = (begun.clone(), known.clone());
                let (mut at_once, mut beside) = (0, 0);
                while values.len() <= 60_000 {
                    let from = values.len();
                    let to = 60_000.min(from.saturating_add(step));
                    superblocks.advance(&mut values, to, usize::MAX).unwrap();
                    assert!(values.len() > from && values.len() <= to + 1);
                    let len = values.len();
                    let is_planned_by =
                        rare.iter().any(|r| (from.min(len - tuning.superblock)..len).contains(r));
                    at_once += usize::from(is_planned_by);
                    beside += usize::from(superblocks.is_ahead() && len <= to);
                    assert!(
                        !(is_planned_by && superblocks.is_ahead() && len <= to),
                        "{code} {len}"
                    );
                }
                assert!(values[..] == sparse.values().to_vec()[..values.len()], "{code}");
                assert!(at_once > 0 && beside > 0, "{code} {at_once} {beside}");
                counted.push(superblocks.counters());
            }
            assert!(counted.iter().all(|counters| *counters == counted[0]), "{counted:?}");
        }
    }

    /// Superblocks that keep next to nothing go on after heaps that only forgotten ones can decide, once they
    /// are told their values; a value for which the sets have no room they do not take.
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
