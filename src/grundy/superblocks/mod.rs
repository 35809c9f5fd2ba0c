//! Superblocks: hundreds of heaps at a time, for sequences with many rare heaps.
//!
//! This engine continues a sequence where taps are too many, or rare heaps turn up too often, for
//! [`blocks`](super::blocks). Theorem 4 of [`crate::theory::sparse`] is the whole of the mathematics.
//! `[WW]` chapter 4, `[Flam]`, `[Grossman2019]`.
//!
//! # Pseudo-code
//!
//! Taps are those of blocks: for each splitting place k and rare heap r, the tap (k + r, G(r)) stands
//! for the option value G(n − k − r) ⊕ G(r) of every heap n. A superblock is S heaps long.
//!
//! Taps that the far stage looks at are *far taps*; of the others those with an offset from 64 on are *block taps*, the
//! rest *group taps*. A move that takes k tokens and leaves one heap is a group tap too, with offset k and the packed
//! value 0, if k < 64 and the same values are rare at heaps n and n − k. Where sets are large, some of the far taps
//! *lead*, and the others *trail*: these are *swept*, that is, compared with the few values that the leading ones leave.
//! A *plane* holds eight packed values for each heap of a block.
//!
//! ```text
//! far     for every block of 64 heaps of the superblock after the next, in parallel:
//!             for the leading taps with offset ≥ S + 64 + i, where i heaps of the superblock come before the block,
//!             for all 64 heaps n at once: add the option value to seen(n)
//!             for the trailing taps with such an offset: add the option value to seen(n), if it is among
//!             those swept for
//!             for the witnesses, splits with two common parts: add the option value to seen(n)
//!             guesses(n) ← the seven least common values that are not in seen(n), if guesses are made
//! middle  if there are many threads, for every block of 64 heaps of the next superblock, in parallel:
//!             for the block taps with offset ≥ 64 + i, where i heaps of the superblock come before the block,
//!             for all 64 heaps n at once: remove the option value from guesses(n), or add it to seen(n)
//! serial  for every block of 64 heaps of the next superblock, in turn:
//!     block   for the block taps that are left, and those of the rare heaps that the far stage did not yet know,
//!             for all 64 heaps n at once: remove the option value from guesses(n), or add it to seen(n)
//!             for every heap n of the block in turn:
//!                 if no guess is left: add the values of the block taps to seen(n)
//!     group       for the moves to one heap that are no group taps, and for those to rare heaps: add to seen(n)
//!                 x ← least common value that is not in seen(n), nor given by a group tap
//!                 if x has no plane, or is beyond what was swept for: add the values of all taps to seen(n),
//!                 and find x anew
//!                 for every rare value below x not in seen(n): try the other splits of n until it is found
//!                 G(n) ← x, or the least rare value that no split gives; n is then a new rare heap
//! ```
//!
//! The far taps of one superblock depend on no value of it, nor of the one before: the far and the serial stage run at
//! the same time, the far one on all threads, which take its tasks one by one (`deal`). The serial stage finds rare
//! heaps by itself and goes on with them. Where there was none for a while, it takes every heap for common and
//! *postpones* the search for rare values: the threads of the far stage search while the next superblock is computed, and
//! hand out values whose search is over.
//! Should they find a rare heap, the heaps from there on are computed anew. No value is handed out before its search.
//!
//! # Departures
//!
//! 1. Values are packed, as in blocks, and those of rare heaps are *marked*: a tap that meets a rare heap
//!    gives a rare value, and by the mark it is told from a common one. So rare heaps may lie anywhere.
//!    While no tap can meet a rare heap, and packed values have 8 bits, marks are not looked at.
//! 2. Sets are byte planes while taps are inserted, and words for the serial stage. There are as many
//!    planes as nearly all values need; a heap with a larger value is left to the step for x without a
//!    plane, which knows no bound but that of the sets. Where these would be more than 24, there are planes
//!    for all values that the sets hold; where heaps turn out to need more planes, some are added (`room`). A kernel
//!    for which those for all values are too many inserts taps heap by heap
//!    instead, one bit each (`scatter`). In both cases, and where it pays, only a third of the taps is
//!    inserted (`leading`), and the others are compared with the few values that matter (`sweep`).
//! 3. Heap n splits at place k as heap n − (k − k₀) does at the first splitting place k₀. So the far stage
//!    inserts its taps and witnesses for k₀ only, and unites the sets of several heaps (`places`): whoever inserts the last
//!    of what they need does so at once (`gathering`).
//! 4. Which splits are witnesses is learnt from a sample of the last heaps: those first that show most
//!    of what no other has shown. They are chosen among splits with parts of every value, and others
//!    in the place of those that show nothing any more whenever the sequence has doubled, or searches have
//!    taken much longer than the choice (`choice`): what one witness in a thousand heaps shows is still
//!    cheaper than a search.
//! 5. A search looks up the packed values of up to 64 splits of a heap at once, in a table of the missing ones, in
//!    an order that is learnt (`order`). Where it is not postponed, and there are several threads, nearly all of it
//!    is made early.
//! 6. Where the last rare heap is long past, only the packed values of small heaps and of the last ones
//!    are kept. A search that would need others defers its heap to the sparse engine, which has all
//!    values.
//! 7. Where no rare value is searched for in turn, a few *guesses* are made for each heap, the least values that its set
//!    misses (`guesses`): the value of the heap is nearly always among them. While packed values have 8 bits, block taps are
//!    held against them, which takes a third of the time of an insertion. If all are given, the next values that the set
//!    misses are held against block taps one by one (`row`). Where block taps give all guesses of more than
//!    one heap in twenty, they are inserted. All heaps of a block take their first guess at once, before these are compared
//!    with group taps (`group`).
//! 8. A superblock is computed whole, and values beyond those asked for are kept until they are. So
//!    neither the number of threads nor the steps in which a sequence is extended change the work
//!    counted.
//!
//! # Cost
//!
//! A heap costs, in vector operations, about (far taps + block taps + witnesses)·(3·planes/2 + 8)/64, where
//! far taps and witnesses count for one splitting place only, and where there are more than 24 planes a third of
//! the far taps counts, with some sweeps of the others, each a third to a twelfth of an insertion. It costs a
//! comparison with up to 64 group taps at once for each value that could be x, and the search for the rare
//! values that no witness shows, which is about as much. Where taps are inserted heap by heap, one store a tap.
//! Memory besides the values: four bytes a heap up to a small multiple of the last rare heap, or of 2²⁰, which
//! is doubled whenever a search needs more, and nothing from there on; and half a megabyte for each of up to
//! nine blocks that a thread has where it inserts heap by heap.
//!
//! Memory is slower than all this where rare heaps lie millions of heaps apart. So each stage takes some hundred
//! taps, and the postponed search some thousand splits, for all heaps of its task before it goes on to the next.
//!
//! Two ideas look better and are not. To sweep after a sample of the taps that is not chosen takes longer than to
//! insert them all: most values below G(n) are given by dozens of taps, and some by one or two. More
//! witnesses than those chosen show little: what these leave is not left by chance, and takes a search.

mod alone;
mod choice;
mod columns;
mod counters;
mod deal;
mod deferral;
mod early;
mod ends;
mod far;
mod far_tasks;
mod gathering;
mod group;
mod guesses;
mod heap;
mod history;
mod inputs;
mod insertion_tasks;
mod known;
mod leading;
mod learnt;
mod lesson;
mod middle;
mod missing;
mod order;
mod piece;
mod places;
mod plain;
mod planes;
mod postponed;
mod reach;
mod remaining;
mod room;
mod rounds;
mod row;
mod scatter;
mod search;
mod seldom;
mod serial;
mod sets;
mod stages;
mod sweep;
mod sweep_groups;
mod swept;
mod tap;
mod taps;
mod trials;
mod tuning;
mod unsearched;
mod witness;

pub use counters::Counters;
pub use deferral::Deferral;
pub use ends::Ends;
pub(super) use reach::{state_length, window, within};
pub use stages::Stages;
pub use tuning::Tuning;

use super::distant::DistantOptions;
use super::kernel::Kernel;
use super::layout::PIECE;
use super::state::State;
use super::values::{Slice, Value};
use crate::rules::Rules;
use columns::Columns;
use deal::OneTask;
use history::History;
use rounds::Rounds;
use std::mem;

/// A sequence that is continued superblock by superblock.
#[derive(Clone, Debug)]
pub struct Superblocks {
    rounds: Rounds,
    /// Values that were computed and not yet handed out.
    ahead: Vec<u16>,
    /// Why the heap after those was not computed, if that was tried.
    deferral: Option<Deferral>,
}

/// The heap from which on superblocks are tried.
pub(super) fn first_heap(rules: &Rules, tuning: &Tuning) -> usize {
    tuning.start.max(least_length(rules, tuning))
}

/// The bytes of the packed values of superblocks that continue this sequence.
pub(super) fn memory(state: &State<'_>, tuning: &Tuning) -> u64 {
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
    #[must_use]
    pub fn new(state: &State<'_>, tuning: &Tuning, kernel: Kernel) -> Option<Superblocks> {
        let tuning = tuning.clamped();
        let length = least_length(state.rules, &tuning);
        if state.rules.splits.is_empty() || state.values.len() < length {
            return None;
        }
        Some(Superblocks::of(Rounds::new(state, tuning, kernel)?))
    }

    /// Continues a sequence of which both ends are known; `None` if its values are too large.
    #[must_use]
    pub fn between(ends: &Ends<'_>, tuning: &Tuning, kernel: Kernel) -> Option<Superblocks> {
        Some(Superblocks::of(Rounds::of_ends(ends, tuning.clamped(), kernel)?))
    }

    fn of(rounds: Rounds) -> Superblocks {
        Superblocks { rounds, ahead: vec![], deferral: None }
    }

    /// From now on all heaps are taken for common: no rare value is searched for.
    pub(super) fn take_as_common(&mut self) {
        self.rounds.take_as_common();
    }

    /// Has the heaps of these options take them, the next heap among them. Until there are others, no heap after
    /// them may be computed.
    pub(super) fn set_distant(&mut self, options: &DistantOptions) {
        self.rounds.distant = options.clone();
    }

    /// Bytes of the packed values.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.rounds.memory()
    }

    /// How often each way was taken.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.rounds.counters
    }

    /// How often each way was taken since the last call.
    pub(super) fn take_counters(&mut self) -> Counters {
        mem::take(&mut self.rounds.counters)
    }

    /// How long the stages took since the last call; `None` if they are not timed.
    pub(super) fn take_stages(&mut self) -> Option<Stages> {
        self.rounds.watch.take()
    }

    /// How many of the smallest heaps are kept when those in the middle are forgotten.
    pub(super) fn kept(&self) -> usize {
        self.rounds.kept()
    }

    /// The last heap that is known to be rare, be its value handed out or not.
    pub(super) fn last_rare(&self) -> usize {
        self.rounds.last_rare()
    }

    /// Whether there are values that were not yet handed out.
    pub(super) fn is_ahead(&self) -> bool {
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
    pub(super) fn advance<E: Value>(
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
    pub(super) fn push(&mut self, value: u16) -> bool {
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
