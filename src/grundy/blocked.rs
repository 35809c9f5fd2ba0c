//! The blocked engine: 64 heaps at a time, for sequences with few rare heaps.
//!
//! It continues a [`super::sparse`] engine where that is slow only because it takes one heap at a
//! time. Lemma 4a and Theorem 4 of [`crate::theory::sparse`] are the whole of the mathematics; the values are
//! the same whichever engine computes them. `[WW]` chapter 4, `[Flam]`, `[Grossman2019]`.
//!
//! # Pseudo-code
//!
//! A *tap* (o, v) stands for one option of every heap n, with the value G(n − o) ⊕ v. There is one
//! for each splitting place k and rare heap r, (k + r, G(r)), and one for each single-heap place
//! k, (k, 0). Let heaps n₀, …, n₀ + 63 be next.
//!
//! ```text
//! far     for every tap with o ≥ 64, for all 64 heaps n at once:
//!             add G(n − o) ⊕ v to seen(n)
//! near    for n = n₀, …, n₀ + 63 in turn:
//!             for every tap with o < 64: add G(n − o) ⊕ v to seen(n)
//!             x(n) ← least common value not in seen(n)
//! verify  for every witness (k + a, G(a)), a small and common, for all 64 heaps n at once:
//!             show that G(n − k − a) ⊕ G(a) is an option of n
//!         the heaps before the first n with a rare value below x(n) not shown are known:
//!             G(n) = x(n)
//!         that first heap n is left to the sparse engine
//! ```
//!
//! The sparse engine tries all splits of the heap that was left to it, finds a new rare heap if it
//! is one, chooses the mask, and hands over again. So the blocked engine never has to prove that a
//! value is *not* an option, and whatever it cannot do costs time only.
//!
//! # Departures
//!
//! 1. All numbers are *short*: the lowest bit b of the mask is dropped. Among the values of one
//!    class nothing is lost by that, because the parity of popcount(v & m) is known: their short
//!    numbers differ, and are ordered as the values are. Short numbers add (⊕) as values do. So 64
//!    common values fit in a word where the values are below 128. The values of the other class
//!    below v are those with a short number below ⌊(v + 2^b) / 2^(b + 1)⌋·2^b.
//! 2. A rare option value would be mistaken for a common one with the same short number. So every
//!    tap must meet a common heap: a heap that splits into two rare parts is left to the sparse
//!    engine, blocks begin only when the last rare heap is out of the reach of single-heap moves
//!    and witnesses, and single-heap moves whose value is rare (odd k with position parity) are
//!    witnesses instead of taps.
//! 3. Sets of 64 heaps are byte planes: byte i of plane j has the numbers 8j, …, 8j + 7 of heap
//!    n₀ + i. Adding a tap is one load at n₀ − o, one XOR, and for each plane one table look-up
//!    and one OR. Only so many planes are in use as the values need; when a heap needs more, it is
//!    left to the sparse engine, and planes are added.
//! 4. Near taps with o ≥ 8 are added for 8 heaps at once, those with o ≥ 16 before the 8 heaps in
//!    front are known, since every step waits for the one before. What taps with o < 8 forbid is
//!    looked up in tables (`close`).
//! 5. Witnesses are the few splits that did best on the last blocks before the engine took over.
//!    What they do not show is looked for heap by heap and value by value, among all splits with
//!    a part up to 1024: 64 splits of one heap are one load, one XOR and one comparison, since
//!    G(n − k − a), read upwards, meets G(a) read downwards.
//! 6. A block is always computed whole, and values beyond those asked for are kept. So the work
//!    counted does not depend on the steps in which a sequence is extended.
//!
//! # Cost
//!
//! A heap costs, in vector operations, about (taps + witnesses)·(2 + 1.5·planes)/64 besides the near
//! taps, whose chain of dependent loads is what remains when taps are few.

use super::counters;
use super::kernel::{Job, Kernel, Vector};
use super::recent::{self, BLOCK, Recent};
use super::short::Short;
use super::taps::{Moves, State, Tap};
use super::tuning::Tuning;
use super::witness::{self, Wanted};
use crate::rules::Rules;

/// Heaps that near taps are added for at once.
pub(super) const GROUP: usize = 8;
/// Blocks from which the witnesses are learnt.
const SAMPLE: usize = 8;
/// For how many planes there is code.
const PLANES: [usize; 5] = [2, 3, 4, 6, 8];

/// The heap from which on blocks may be computed if `rare` is the last rare heap.
pub(super) fn first_heap(rules: &Rules, tuning: &Tuning, rare: usize) -> usize {
    let parts = BLOCK * tuning.part_blocks;
    let reach = parts.max(rare) + rules.last_place;
    tuning.start.max(reach + parts + SAMPLE * BLOCK + 1)
}

/// The last values of a sequence, and all that decides the next.
#[derive(Clone, Debug)]
pub(super) struct Blocked {
    kernel: Kernel,
    short: Short,
    moves: Moves,
    /// The heaps to come that split into two rare parts, the next one last.
    pairs: Vec<usize>,
    recent: Recent,
    /// One of [`PLANES`].
    planes: usize,
    /// Values computed beyond what was asked for.
    ahead: Vec<u16>,
    /// A heap that was left to the sparse engine.
    left: Option<usize>,
    /// Whether the values are known to be common, so that nothing has to be verified.
    known_common: bool,
}

impl Blocked {
    /// Takes over, at heap [`first_heap`] or later, if this is a sequence for which blocks pay.
    pub(super) fn new(state: &State, tuning: &Tuning, kernel: Kernel) -> Option<Blocked> {
        let (rules, heap) = (state.rules, state.values.len());
        let taps = state.rare.len() * rules.splits.len() + rules.singles.len();
        if rules.splits.is_empty() || taps > tuning.taps {
            return None;
        }
        let short = Short::new(state.space);
        let moves = Moves::new(state, &short, tuning.part_blocks)?;
        let reach = moves.reach() + SAMPLE * BLOCK;
        let mut blocked = Blocked {
            kernel,
            short,
            moves,
            pairs: state.pairs(),
            recent: Recent::new(heap.checked_sub(reach)?, reach),
            planes: PLANES[0],
            ahead: vec![],
            left: None,
            known_common: false,
        };
        if !blocked.follow(state.values) {
            return None;
        }
        blocked.choose_witnesses(tuning.witnesses);
        Some(blocked)
    }

    fn choose_witnesses(&mut self, most: usize) {
        let block = |i: usize| -> [Wanted; BLOCK] {
            let heap = self.recent.heap() - BLOCK * i;
            let values = self.short.common(heap, self.recent.before(0, BLOCK * i));
            let counts = self.short.others_below(&values);
            std::array::from_fn(|j| (BLOCK * i - j, !(u64::MAX << (counts[j] & 63))))
        };
        let blocks: Vec<[Wanted; BLOCK]> = (1..=SAMPLE).map(block).collect();
        let all = std::mem::take(&mut self.moves.witnesses);
        self.moves.witnesses = witness::choose(all, most, &self.recent, &blocks);
    }

    /// Bytes of the last values.
    pub(super) fn memory(&self) -> u64 {
        self.recent.memory()
    }

    /// Takes note of the values that others computed; false if one has no short number.
    fn follow(&mut self, values: &[u16]) -> bool {
        let new = values.get(self.recent.heap()..).unwrap_or_default();
        new.chunks(recent::MOST).all(|new| self.push_all(new))
    }

    /// Takes note of the next values, at most [`recent::MOST`]; false if one has no short number.
    fn push_all(&mut self, values: &[u16]) -> bool {
        let numbers = values.iter().map(|&value| self.short.number(value));
        let largest = usize::from(numbers.clone().max().unwrap_or(0));
        let fits = |&planes: &usize| largest < self.short.below(8 * planes);
        let Some(planes) = PLANES.into_iter().find(fits) else { return false };
        self.planes = self.planes.max(planes);
        self.recent.push_all(numbers.map(|s| s as u8));
        true
    }

    /// Takes note of the next value; false if it has no short number.
    pub(super) fn push(&mut self, value: u16) -> bool {
        self.push_all(&[value])
    }

    /// Goes on as if the next heap were `by` larger; `by` is even.
    pub(super) fn shift(&mut self, by: usize) {
        debug_assert!(by.is_multiple_of(2) && self.pairs.is_empty());
        self.recent.shift(by);
    }

    /// From now on all heaps are taken to be common: nothing is verified.
    pub(super) fn take_as_common(&mut self) {
        self.known_common = true;
    }

    /// Continues `values` up to heap `to`, or to a heap that has to be left to the sparse engine;
    /// heap `stop` is one. `None` if the sequence is not one for blocks any more.
    pub(super) fn extend(
        &mut self,
        values: &mut Vec<u16>,
        to: usize,
        stop: usize,
        counters: &mut counters::Blocked,
    ) -> Option<()> {
        values.append(&mut self.ahead);
        if !self.follow(values) {
            return None;
        }
        let kernel = self.kernel;
        kernel.run(Blocks { blocked: self, values, to, stop, counters })?;
        let beyond = self.recent.heap().saturating_sub(to.saturating_add(1));
        self.ahead = values.split_off(values.len() - beyond);
        Some(())
    }
}

/// Computes blocks until heap `to` is known, or until a heap is left.
struct Blocks<'a> {
    blocked: &'a mut Blocked,
    values: &'a mut Vec<u16>,
    to: usize,
    stop: usize,
    counters: &'a mut counters::Blocked,
}

impl Job for Blocks<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self, v: V) {
        let Blocks { blocked: b, values, to, stop, counters } = self;
        while b.recent.heap() <= to && b.recent.heap() < stop && b.left != Some(b.recent.heap()) {
            let heap = b.recent.heap();
            let most = BLOCK.min(stop - heap);
            let mut block = [0; BLOCK];
            let known = match b.planes {
                2 => b.block::<V, 2>(v, most, &mut block, counters),
                3 => b.block::<V, 3>(v, most, &mut block, counters),
                4 => b.block::<V, 4>(v, most, &mut block, counters),
                6 => b.block::<V, 6>(v, most, &mut block, counters),
                _ => b.block::<V, 8>(v, most, &mut block, counters),
            };
            values.extend_from_slice(&block[..known]);
            b.recent.advance(known);
            if known < most {
                b.left = Some(heap + known);
            }
        }
    }
}

impl Blocked {
    /// Computes the values of the next heaps, and says how many of them, at most `most`, are
    /// certain.
    #[inline(always)]
    fn block<V: Vector, const P: usize>(
        &mut self,
        v: V,
        most: usize,
        values: &mut [u16; BLOCK],
        counters: &mut counters::Blocked,
    ) -> usize {
        let words = self.far::<V, P>(v, counters);
        match self.moves.close.least() {
            1 => self.near::<V, 1>(v, &words),
            2..4 => self.near::<V, 2>(v, &words),
            4..8 => self.near::<V, 4>(v, &words),
            _ => self.near::<V, 8>(v, &words),
        }
        counters.near += (self.moves.near_taps() * BLOCK) as u64;
        counters.blocks += 1;
        let small = self.small_enough(8 * P).min(most);
        counters.too_large += u64::from(small < most);
        let single = self.before_pair(small);
        counters.pairs += u64::from(single < small);
        *values = self.short.common(self.recent.heap(), self.recent.before(0, 0));
        if self.known_common {
            return single;
        }
        let counts = self.short.others_below(values);
        let known = self.verify::<V, P>(v, &counts, single, counters);
        counters.unverified += u64::from(known < single);
        known
    }

    /// The option values of all far taps.
    #[inline(always)]
    fn far<V: Vector, const P: usize>(
        &self,
        v: V,
        counters: &mut counters::Blocked,
    ) -> [u64; BLOCK] {
        counters.far += (self.moves.far.len() * BLOCK) as u64;
        v.words(self.insert(v, v.empty::<P>(), &self.moves.far))
    }

    /// Adds the option values of taps to the sets of the block.
    #[inline(always)]
    fn insert<V: Vector, const P: usize>(
        &self,
        v: V,
        sets: V::Sets<P>,
        taps: &[Tap],
    ) -> V::Sets<P> {
        v.insert_all(sets, taps.iter().map(|tap| (self.recent.before(0, tap.offset), tap.x)))
    }

    /// The least common value of each heap in turn, where no tap has an offset below `LEAST`.
    #[inline(always)]
    fn near<V: Vector, const LEAST: usize>(&mut self, v: V, far: &[u64; BLOCK]) {
        let mut last = v.last(self.recent.before(0, BLOCK + GROUP));
        let mut numbers = *self.recent.before(0, GROUP);
        for (words, i) in far.as_chunks::<GROUP>().0.iter().zip((0..).step_by(GROUP)) {
            let mut seen = v.eight(words);
            for tap in &self.moves.middle {
                seen = v.insert_eight::<true>(seen, &last, tap.offset, tap.x);
            }
            for tap in &self.moves.near {
                seen = v.insert_eight::<false>(seen, &last, tap.offset, tap.x);
            }
            numbers = self.moves.close.numbers::<LEAST>(&numbers, &v.missing(seen));
            *self.recent.next(i) = numbers;
            v.push(&mut last, numbers);
        }
    }

    /// How many heaps of the block before the first that needs more numbers than `size`.
    #[inline(always)]
    fn small_enough(&self, size: usize) -> usize {
        let limit = self.short.below(size);
        let block = self.recent.before::<BLOCK>(0, 0);
        if usize::from(block.iter().fold(0, |largest, &s| largest.max(s))) < limit {
            return BLOCK;
        }
        block.iter().position(|&s| usize::from(s) >= limit).unwrap_or(BLOCK)
    }

    /// How many of the next `most` heaps come before the first that splits into two rare parts.
    #[inline(always)]
    fn before_pair(&mut self, most: usize) -> usize {
        while self.pairs.last().is_some_and(|&pair| pair < self.recent.heap()) {
            self.pairs.pop();
        }
        self.pairs.last().map_or(most, |pair| most.min(pair - self.recent.heap()))
    }

    /// Of the next `most` heaps, how many come before the first with a rare value below its common
    /// one that no split tried shows to be an option. Heap number i has counts[i] such values.
    #[inline(always)]
    fn verify<V: Vector, const P: usize>(
        &self,
        v: V,
        counts: &[u8; BLOCK],
        most: usize,
        counters: &mut counters::Blocked,
    ) -> usize {
        let shown = self.insert(v, v.empty::<P>(), &self.moves.witnesses);
        counters.splits += (self.moves.witnesses.len() * BLOCK) as u64;
        let missing = v.without(v.below::<P>(counts), shown);
        let asked = if most == BLOCK { u64::MAX } else { !(u64::MAX << most) };
        let mut heaps = v.inhabited(missing) & asked;
        let words = v.words(missing);
        while heaps != 0 {
            let i = heaps.trailing_zeros() as usize;
            if !self.search(v, i, words[i % BLOCK], counters) {
                return i;
            }
            heaps &= heaps - 1;
        }
        most
    }

    /// Whether every value of the set `missing` is an option of heap number i of the block.
    #[inline(always)]
    fn search<V: Vector>(
        &self,
        v: V,
        i: usize,
        mut missing: u64,
        counters: &mut counters::Blocked,
    ) -> bool {
        while missing != 0 {
            let x = missing.trailing_zeros() as u8;
            if !self.search_one(v, i, x, counters) {
                return false;
            }
            missing &= missing - 1;
        }
        true
    }

    /// Whether x is an option of heap number i of the block.
    #[inline(always)]
    fn search_one<V: Vector>(
        &self,
        v: V,
        i: usize,
        x: u8,
        counters: &mut counters::Blocked,
    ) -> bool {
        for (parts, largest) in self.moves.parts.iter().zip((BLOCK..).step_by(BLOCK)) {
            for k in &self.moves.places {
                counters.searched += BLOCK as u64;
                if v.any_sum(self.recent.before(i, k + largest), parts, x) {
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::super::sparse::Sparse;
    use super::*;

    /// Blocks know a heap only by its parity and by what is left out: the same sequence, renumbered,
    /// goes on in the same way across 2³¹, 2³² and 2⁴⁰.
    #[test]
    fn large_heaps() {
        let code = "0.106".parse().unwrap();
        let mut sparse = Sparse::with(&code, Tuning::OFF).unwrap();
        sparse.extend(22_000).unwrap();
        let (all, space) = (sparse.values(), sparse.rare().unwrap().space);
        let rare: Vec<usize> = (1..all.len()).filter(|&n| space.is_rare(n, all[n])).collect();
        let rules = Rules::of(&code).unwrap();
        let state = State { rules: &rules, space, values: &all[..20_000], rare: &rare };
        let kernel = Kernel::chosen().unwrap();
        let blocked = Blocked::new(&state, &Tuning::DEFAULT, kernel).unwrap();
        for power in [31, 32, 40] {
            let Some(large) = 1_usize.checked_shl(power) else { continue };
            let (mut shifted, mut values) = (blocked.clone(), vec![]);
            shifted.shift(large - 1000 - 20_000);
            let mut counters = counters::Blocked::default();
            for to in [large - 1, large, large + 998] {
                shifted.extend(&mut values, to, usize::MAX, &mut counters).unwrap();
                assert_eq!(values.len(), to + 1 + 1000 - large);
            }
            assert_eq!(values, all[20_000..21_999]);
        }
    }
}
