//! Blocks: 64 heaps at a time, for sequences with few rare heaps.
//!
//! This engine continues a sequence where the [`sparse`](super::sparse) engine is slow only because it
//! computes one heap at a time. Lemma 4a and Theorem 4 of [`crate::theory::sparse`] are the whole of the
//! mathematics; the values are the same whichever engine computes them. `[WW]` chapter 4, `[Flam]`,
//! `[Grossman2019]`.
//!
//! # Pseudo-code
//!
//! A *tap* (o, v) stands for one option of every heap n, with the value G(n − o) ⊕ v. There is one
//! for each splitting place k and rare heap r, (k + r, G(r)), and one for each single-heap place
//! k, (k, 0). Let heaps n₀, …, n₀ + 63 be next.
//!
//! ```text
//! block   for every tap with o ≥ 64, for all 64 heaps n at once:
//!             add G(n − o) ⊕ v to seen(n)
//! group   for every group of 8 heaps in turn:
//!             for every tap with 8 ≤ o < 64, for all 8 heaps n at once: add G(n − o) ⊕ v to seen(n)
//! table       for the 8 heaps n in turn:
//!                 for every tap with o < 8: add G(n − o) ⊕ v to seen(n)
//!                 x(n) ← least common value not in seen(n)
//! verify  for every witness (k + a, G(a)), a small and common, for all 64 heaps n at once:
//!             show that G(n − k − a) ⊕ G(a) is an option of n
//!         every heap n with a rare value below x(n) not shown is deferred to the sparse engine
//!         G(n) = x(n) for all others, if it is so for those that were deferred
//! ```
//!
//! The first three steps need the values before the block, but not that these have been verified. So
//! one thread computes some blocks while another verifies the blocks before. A value counts as known
//! once it is verified.
//!
//! The sparse engine tries all splits of a deferred heap and finds out whether it is a new rare heap. So
//! this engine never has to prove that a value is *not* an option, and whatever it cannot do costs
//! time only.
//!
//! ```text
//! values taken over ─▶ Compute.window ─▶ pending ─▶ Verify.window ─▶ ahead ─▶ values handed out
//!                      computed          to verify  verified         waits for deferred heaps
//! ```
//!
//! # Departures
//!
//! 1. All values are *packed*: the lowest bit b of the mask is dropped. Among the values of one
//!    class nothing is lost by that, because the parity of popcount(v & m) is known: packed, they still
//!    differ, and are ordered as the values are. Packed values add (⊕) as values do. So 64
//!    common values fit in a word where the values are below 128. The values of the other class
//!    below v are those with a packed value below ⌊(v + 2^b) / 2^(b + 1)⌋·2^b.
//! 2. A rare option value would be mistaken for a common one with the same packed value. So every
//!    tap must meet a common heap: a heap that splits into two rare parts is deferred to the sparse
//!    engine, blocks begin only when the last rare heap is out of the reach of single-heap moves
//!    and witnesses, and single-heap moves whose value is rare (odd k with position parity) are
//!    witnesses instead of taps.
//! 3. Sets of 64 heaps are byte *planes*: byte i of plane j holds the packed values 8j, …, 8j + 7 of heap
//!    n₀ + i. Adding a tap is one load at n₀ − o, one XOR, and for each plane one table look-up
//!    and one OR. There are as many planes as nearly all values need; a heap that needs more is
//!    deferred to the sparse engine, and planes are added if many heaps do. To verify, fewer are enough: values are
//!    mostly small, and the few beyond the planes are searched for.
//! 4. Group taps with o ≥ 16 are added before the group in front is known, since every step waits for
//!    the one before. What taps with o < 8 forbid is looked up in tables, one for each o (`tables`).
//! 5. Witnesses are the few splits that did best on the last blocks before this engine took over.
//!    The rare values that they do not show are searched for heap by heap and value by value, among all
//!    splits with a part up to 2048: 64 splits of one heap are one load, one XOR and one comparison,
//!    since G(n − k − a), read upwards, meets G(a) read downwards.
//! 6. How many blocks are computed per round depends on their first heap alone, and values beyond those
//!    asked for are kept.
//! 7. What was computed beyond a deferred heap stays, and is right if that heap proves to have the
//!    value that it was taken to have. Otherwise it is a rare heap, and blocks begin anew after it.
//!
//! # Cost
//!
//! A heap costs, in vector operations, about (taps + witnesses)·(2 + 1.5·planes)/64 besides the group
//! and table taps, whose chain of dependent loads is what remains when taps are few.

mod compute;
mod tables;
mod taps;
mod tuning;
mod verify;
mod window;

#[doc(hidden)]
pub use tuning::Counters;
#[doc(hidden)]
pub use tuning::Tuning;
pub(crate) use window::{reach, unshown};

use super::kernel::Kernel;
use super::packed::{BLOCK, Packing};
use super::state::State;
use super::values::Value;
use crate::rules::Rules;
use compute::{Compute, ComputeNext};
use std::collections::VecDeque;
use verify::{SAMPLE_BLOCKS, Verify, VerifyNext};

/// The heap from which on blocks are tried if `rare` is the last rare heap.
pub(super) fn first_heap(rules: &Rules, tuning: &Tuning, rare: usize) -> usize {
    tuning.start.max(least_length(rules, tuning, rare))
}

/// How long a sequence with the last rare heap `rare` has to be before blocks can continue it.
pub(super) fn least_length(rules: &Rules, tuning: &Tuning, rare: usize) -> usize {
    let parts = BLOCK.saturating_mul(tuning.part_blocks);
    let reach = parts.max(rare).saturating_add(rules.last_place);
    reach.saturating_add(parts).saturating_add(SAMPLE_BLOCKS * BLOCK + 1)
}

/// The bytes that blocks take which continue this sequence, or a little more.
pub(super) fn memory(state: &State<'_>, tuning: &Tuning) -> u64 {
    2 * window::length(least_length(state.rules, tuning, state.last_rare())) as u64
}

/// A value for which blocks have no room, or another one than that by which the values after it were computed: this
/// sequence is not one for these blocks any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a value is too large for blocks, or not the one that they went on with")]
#[doc(hidden)]
pub struct NotPacked;

/// The last values of a sequence, and all that decides the next.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct Blocks {
    kernel: Kernel,
    compute: Compute,
    verify: Verify,
    /// The most heaps that are computed per round, while others are verified.
    most_at_once: usize,
    /// Packed values computed but not verified.
    pending: Vec<u8>,
    /// The first heap whose value was not handed out.
    next: usize,
    /// The values from there on: right if every deferred heap has the value it was taken to have.
    ahead: Vec<u8>,
    /// The heaps that the sparse engine has to compute.
    deferred: VecDeque<usize>,
}

/// At heap n, up to n / `SHARE` heaps are computed per round.
const SHARE: usize = 16;

impl Blocks {
    /// Continues this sequence, if blocks pay for it: it has splits and few taps, values that can be
    /// packed, and it is long enough.
    pub fn new(state: &State<'_>, tuning: &Tuning, kernel: Kernel) -> Option<Blocks> {
        Blocks::within(vec![], state, tuning, kernel)
    }

    /// The same in memory that other blocks have given up.
    pub(super) fn within(
        memory: Vec<u8>,
        state: &State<'_>,
        tuning: &Tuning,
        kernel: Kernel,
    ) -> Option<Blocks> {
        let rules = state.rules;
        let taps = state.rare.len() * rules.splits.len() + rules.singles.len();
        let length = least_length(rules, tuning, state.last_rare());
        if rules.splits.is_empty() || taps > tuning.taps || state.values.len() < length {
            return None;
        }
        let packing = Packing::new(state.space);
        Some(Blocks {
            kernel,
            compute: Compute::new(state, packing, memory)?,
            verify: Verify::new(state, packing, tuning)?,
            most_at_once: BLOCK * tuning.blocks_at_once.max(1),
            pending: vec![],
            next: state.values.len(),
            ahead: vec![],
            deferred: VecDeque::new(),
        })
    }

    /// Gives up its memory, for other blocks.
    pub(super) fn into_memory(self) -> Vec<u8> {
        self.compute.into_memory()
    }

    /// Bytes of the last values.
    pub fn memory(&self) -> u64 {
        self.compute.memory() + self.verify.memory()
    }

    /// How often each way was taken.
    pub fn counters(&self) -> Counters {
        let mut counters = self.compute.counters;
        counters += self.verify.counters;
        counters
    }

    /// How often each way was taken since the last call.
    pub(super) fn take_counters(&mut self) -> Counters {
        let mut counters = std::mem::take(&mut self.compute.counters);
        counters += std::mem::take(&mut self.verify.counters);
        counters
    }

    /// Takes over the values that another engine has computed, from the next heap on.
    fn follow<E: Value>(&mut self, values: &[E]) -> Result<(), NotPacked> {
        let computed = self.ahead.len().min(values.len());
        let is_same = |(value, &ahead): (&E, &u8)| value.get() == u16::from(ahead);
        if !values.iter().zip(&self.ahead).all(is_same) {
            return Err(NotPacked);
        }
        self.ahead.drain(..computed);
        self.next += values.len();
        while self.deferred.front().is_some_and(|&heap| heap < self.next) {
            self.deferred.pop_front();
        }
        let new = &values[computed..];
        // Where there are new ones, nothing is pending: the first of them is not for blocks.
        debug_assert!(new.is_empty() || self.pending.is_empty());
        self.verify.push_all(new);
        if self.compute.push_all(new) { Ok(()) } else { Err(NotPacked) }
    }

    /// Takes over the next value.
    pub(super) fn push(&mut self, value: u16) -> Result<(), NotPacked> {
        self.follow(&[value])
    }

    /// Renumbers: adds `by`, which is even, to every heap index.
    pub(super) fn shift(&mut self, by: usize) {
        debug_assert!(by.is_multiple_of(2) && self.pending.is_empty() && self.ahead.is_empty());
        self.next += by;
        self.compute.shift(by);
        self.verify.shift(by);
    }

    /// From now on all heaps are taken for common: nothing is verified.
    pub(super) fn take_as_common(&mut self) {
        self.verify.take_as_common();
    }

    /// Continues `values` up to heap `to`, or up to a heap that has to be computed by another engine;
    /// heap `end` is one. Values that another engine has appended since the last call are taken over.
    ///
    /// To be called on a thread of the pool: from outside every call of a second thread takes longer
    /// than its work.
    ///
    /// # Errors
    /// [`NotPacked`] if one of the values taken over is too large, or not that by which those after it were computed.
    pub fn extend<E: Value>(
        &mut self,
        values: &mut Vec<E>,
        to: usize,
        end: usize,
    ) -> Result<(), NotPacked> {
        self.follow(values.get(self.next..).unwrap_or_default())?;
        loop {
            self.hand_out(values, to);
            let is_deferred = self.deferred.front() == Some(&self.next);
            if self.next > to || self.next >= end || is_deferred {
                return Ok(());
            }
            if self.pending.is_empty() && self.compute.deferred() == Some(self.next) {
                return Ok(());
            }
            if !self.next_blocks(end) {
                return Ok(());
            }
        }
    }

    /// Appends the values up to heap `to`, or up to the first heap that was left.
    fn hand_out<E: Value>(&mut self, values: &mut Vec<E>, to: usize) {
        let end = to.saturating_add(1);
        let end = self.deferred.front().map_or(end, |&heap| end.min(heap));
        let count = self.ahead.len().min(end.saturating_sub(self.next));
        values.extend(self.ahead[..count].iter().map(|&value| E::small(value.into())));
        self.ahead.drain(..count);
        self.next += count;
    }

    /// Verifies what was computed, and in the meantime computes what follows; false if this CPU lacks the
    /// kernel.
    fn next_blocks(&mut self, end: usize) -> bool {
        let kernel = self.kernel;
        let most = (self.compute.heap() / SHARE).next_multiple_of(BLOCK).min(self.most_at_once);
        let ahead = ComputeNext { compute: &mut self.compute, most, end };
        let shown = VerifyNext { verify: &mut self.verify, packed: &self.pending };
        let (computed, verified) = rayon::join(|| kernel.run(ahead), || kernel.run(shown));
        let Some((packed, (values, deferred))) = computed.zip(verified) else { return false };
        self.pending = packed;
        self.ahead.extend_from_slice(&values);
        self.deferred.extend(deferred);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::sparse::Sparse;
    use crate::grundy::values::Slice;

    /// Blocks know a heap only by its parity and by what is left out: the same sequence, renumbered,
    /// continues in the same way across 2³¹, 2³² and 2⁴⁰.
    #[test]
    fn large_heaps() {
        let code = "0.106".parse().unwrap();
        let mut sparse = Sparse::new(&code).unwrap();
        sparse.extend(22_000).unwrap();
        let all = sparse.values();
        let state = State { values: all.range(..20_000), ..sparse.state() };
        let kernel = Kernel::chosen().unwrap();
        let blocks = Blocks::new(&state, &Tuning::DEFAULT, kernel).unwrap();
        for power in [31, 32, 40] {
            let Some(large) = 1_usize.checked_shl(power) else { continue };
            let (mut shifted, mut values) = (blocks.clone(), Vec::<u8>::new());
            shifted.shift(large - 1000 - 20_000);
            for to in [large - 1, large, large + 998] {
                shifted.extend(&mut values, to, usize::MAX).unwrap();
                assert_eq!(values.len(), to + 1 + 1000 - large);
            }
            assert_eq!(Slice::Bytes(&values), all.range(20_000..21_999));
        }
    }
}
