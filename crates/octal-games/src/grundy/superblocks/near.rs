//! Near taps: those with an offset below 64, which may meet heaps of the same block.
//!
//! Every heap of a block first takes its least guess. A heap is *in doubt* if a tap gives its
//! guess, by the values before it, known or guessed, or if it has no guess. In ascending order the
//! heaps in doubt get the least guess that no tap gives; the values that they need are final by
//! then. A later heap whose guess is given by such a value comes into doubt too. All that is not in
//! doubt at the end is final.

use super::guesses::{Guesses, NO_GUESS};
use super::history::{Marked, Met};
use super::taps::MarkedTap;
use crate::grundy::kernel::Vector;
use crate::grundy::packed::BLOCK;
use std::ops::Range;

/// At most one tap beside each of 64 consecutive heaps, each of which it meets.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct TapLane {
    /// The bytes of their packed values, 0 where there is no tap.
    low: [u8; BLOCK],
    high: [u8; BLOCK],
    /// Bit i is 1 if there is a tap at place i.
    taps: u64,
}

impl TapLane {
    /// No tap yet.
    pub(super) const EMPTY: TapLane = TapLane { low: [0; BLOCK], high: [0; BLOCK], taps: 0 };

    /// Puts a tap of a rare heap with this packed value at this place; false if there is one
    /// already.
    pub(super) fn put(&mut self, place: usize, packed: Marked) -> bool {
        let is_free = self.taps >> place & 1 == 0;
        if is_free {
            self.taps |= 1 << place;
            (self.low[place], self.high[place]) = (packed.low, packed.high);
        }
        is_free
    }

    /// Bit i is 1 if the tap at place i gives the packed value x, if it meets heap i of these.
    /// Unless `wide`, all packed values have 8 bits, and no heap that a tap meets is rare.
    #[inline(always)]
    pub(super) fn giving<V: Vector>(&self, v: V, met: Met<'_>, x: u16, wide: bool) -> u64 {
        let [low, high] = x.to_le_bytes();
        let mut giving = self.taps & v.sums_equal(met[0], &self.low, low);
        if wide {
            giving &= v.sums_equal(met[1], &self.high, high);
        }
        giving
    }
}

/// Near taps, one by one, and in rows beside heaps.
#[derive(Clone, Debug, Default)]
pub(super) struct NearTaps {
    taps: Vec<MarkedTap>,
    layers: Vec<Layer>,
}

/// At most one tap of each offset.
#[derive(Clone, Debug)]
struct Layer {
    /// The tap with offset o is at place 64 − o: beside the heap that it meets, of the 64 before
    /// the next.
    before: TapLane,
    /// The tap with offset o is at place o − 1: beside the one of the 64 next heaps that meets the
    /// last one by it.
    after: TapLane,
}

/// The packed values of the 64 heaps before a block, of those of the block, and of 64 after it,
/// which are not yet known: the low bytes, and the high ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NearHeaps {
    pub(super) low: [u8; 3 * BLOCK],
    pub(super) high: [u8; 3 * BLOCK],
}

impl NearHeaps {
    /// None is known yet.
    pub(super) const NONE: NearHeaps = NearHeaps { low: [0; 3 * BLOCK], high: [0; 3 * BLOCK] };

    /// The packed value of heap i of the block.
    #[inline(always)]
    fn set(&mut self, i: usize, packed: u16) {
        [self.low[BLOCK + i], self.high[BLOCK + i]] = packed.to_le_bytes();
    }

    /// The 64 heaps from heap `i` of the block on, less `back`, which is at most i + 64.
    #[inline(always)]
    fn from(&self, i: usize, back: usize) -> Met<'_> {
        let from = BLOCK + i - back;
        [&self.low, &self.high].map(|bytes| bytes[from..].first_chunk().expect("three blocks"))
    }

    /// The packed values of the block.
    #[inline(always)]
    pub(super) fn block(&self) -> [u16; BLOCK] {
        let [low, high] = self.from(0, 0);
        std::array::from_fn(|i| u16::from_le_bytes([low[i], high[i]]))
    }
}

/// Some heaps of a block, each with its value or with a guess.
#[derive(Clone, Copy, Debug)]
pub(super) struct DraftBlock {
    pub(super) near: NearHeaps,
    /// As in [`TapLane::giving`].
    wide: bool,
    /// Bit i is 1 if heap i of the block is among these heaps.
    heaps: u64,
    /// Bit i is 1 if heap i is in doubt. The heaps before the first in doubt are final.
    doubts: u64,
}

impl DraftBlock {
    /// The 64 heaps before heap i of the block.
    #[inline(always)]
    pub(super) fn before(&self, i: usize) -> Met<'_> {
        self.near.from(i, BLOCK)
    }
}

impl Layer {
    const EMPTY: Layer = Layer { before: TapLane::EMPTY, after: TapLane::EMPTY };

    /// Puts the tap where its offset says; false if there is one already.
    fn put(&mut self, offset: usize, packed: Marked) -> bool {
        self.before.put(BLOCK - offset, packed) && self.after.put(offset - 1, packed)
    }
}

impl NearTaps {
    /// Adds the tap with this offset, from 1 to 63, and the packed value of this rare heap.
    pub(super) fn push(&mut self, offset: usize, packed: Marked) {
        self.taps.push(MarkedTap { offset, packed });
        if !self.layers.iter_mut().any(|layer| layer.put(offset, packed)) {
            let mut layer = Layer::EMPTY;
            layer.put(offset, packed);
            self.layers.push(layer);
        }
    }

    /// All of them.
    pub(super) fn all(&self) -> &[MarkedTap] {
        &self.taps
    }

    /// True if one of them gives the heap after these the option value whose packed value is x.
    /// `wide` is as in [`TapLane::giving`].
    #[inline(always)]
    pub(super) fn give<V: Vector>(&self, v: V, before: Met<'_>, x: u16, wide: bool) -> bool {
        for layer in &self.layers {
            if layer.before.giving(v, before, x, wide) != 0 {
                return true;
            }
        }
        false
    }

    /// Has these heaps of a block, which come after those known in `near`, take their first
    /// guesses.
    #[inline(always)]
    pub(super) fn draft<V: Vector>(
        &self,
        v: V,
        guesses: &Guesses,
        heaps: Range<usize>,
        mut near: NearHeaps,
        wide: bool,
    ) -> DraftBlock {
        let firsts = guesses.firsts();
        for (near, firsts) in [&mut near.low, &mut near.high].into_iter().zip(&firsts) {
            near[BLOCK..][heaps.clone()].copy_from_slice(&firsts[heaps.clone()]);
        }
        let given = if wide {
            self.given_by_any::<true, V>(v, &near)
        } else {
            self.given_by_any::<false, V>(v, &near)
        };
        let doubts = given | v.bits(&firsts[1].map(|high| u8::from(high == (NO_GUESS >> 8) as u8)));
        let heaps = u64::MAX << heaps.start & u64::MAX >> (BLOCK - heaps.end);
        DraftBlock { near, wide, heaps, doubts: doubts & heaps }
    }

    /// Gives the heaps in doubt, in their order, the least guess that no near tap gives, up to the
    /// first of which all are given: this one. All heaps before it are final then; if there is
    /// none, all are.
    #[inline(always)]
    pub(super) fn decide<V: Vector>(
        &self,
        v: V,
        guesses: &Guesses,
        draft: &mut DraftBlock,
    ) -> Option<usize> {
        while draft.doubts != 0 {
            let i = draft.doubts.trailing_zeros() as usize;
            let before = draft.before(i);
            let mut left = guesses.left(i);
            let x = loop {
                match left.next() {
                    None => return Some(i),
                    Some(x) if !self.give(v, before, x, draft.wide) => break x,
                    Some(_) => {}
                }
            };
            self.set(v, draft, i, x);
        }
        None
    }

    /// Gives the first heap in doubt, which is heap i of the block, its value. Later heaps may come
    /// into doubt by it.
    #[inline(always)]
    pub(super) fn set<V: Vector>(&self, v: V, draft: &mut DraftBlock, i: usize, x: u16) {
        draft.near.set(i, x);
        let after = draft.near.from(i + 1, 0);
        let mut given = 0;
        for layer in &self.layers {
            given |= layer.after.giving(v, after, x, draft.wide);
        }
        let later = (u64::MAX - 1) << i;
        draft.doubts = (draft.doubts | given << i << 1) & draft.heaps & later;
    }

    /// Bit i is 1 if a tap gives heap i of the block its value.
    #[inline(always)]
    fn given_by_any<const WIDE: bool, V: Vector>(&self, v: V, near: &NearHeaps) -> u64 {
        let [low, high] = near.from(0, 0);
        // 0 where some tap gives it.
        let mut least = [u8::MAX; BLOCK];
        for &MarkedTap { offset, packed: tap } in &self.taps {
            let [met_low, met_high] = near.from(0, offset);
            for i in 0..BLOCK {
                let mut differs = met_low[i] ^ low[i] ^ tap.low;
                if WIDE {
                    differs |= met_high[i] ^ high[i] ^ tap.high;
                }
                least[i] = least[i].min(differs);
            }
        }
        v.sums_equal(&least, &[0; BLOCK], 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::kernel::{Job, Kernel};
    use crate::grundy::superblocks::sets::BlockSets;

    /// The inputs of [`NearTaps::draft`] and what follows it.
    #[derive(Clone)]
    struct Run<'a> {
        taps: &'a NearTaps,
        sets: &'a BlockSets,
        heaps: Range<usize>,
        near: NearHeaps,
        wide: bool,
    }

    impl Job for Run<'_> {
        type Output = (usize, NearHeaps);

        #[inline(always)]
        fn run<V: Vector>(self, v: V) -> Self::Output {
            let Run { taps, sets, heaps, near, wide } = self;
            let guesses = Guesses::of(sets, Marked::LIMIT);
            let mut draft = taps.draft(v, &guesses, heaps.clone(), near, wide);
            let end = taps.decide(v, &guesses, &mut draft);
            (end.unwrap_or(heaps.end), draft.near)
        }
    }

    /// True if set i has x, or no room for it.
    fn has(sets: &BlockSets, i: usize, x: usize) -> bool {
        sets.get(x / 64).is_none_or(|words| words[i] >> (x % 64) & 1 != 0)
    }

    /// The values of the block by definition, and the number of heaps whose guess a tap gives.
    fn by_definition(taps: &NearTaps, sets: &BlockSets, mut near: NearHeaps) -> (NearHeaps, usize) {
        let mut changed = 0;
        for i in 0..BLOCK {
            let gives = |x: usize| {
                taps.all().iter().any(|tap| {
                    let met = BLOCK + i - tap.offset;
                    let met = Marked { low: near.low[met], high: near.high[met] };
                    met.xor(tap.packed).bits() == x
                })
            };
            let guess = (0..128).find(|&x| !has(sets, i, x)).unwrap();
            let least = (0..128).find(|&x| !has(sets, i, x) && !gives(x)).unwrap();
            near.set(i, least as u16);
            changed += usize::from(guess != least);
        }
        (near, changed)
    }

    /// The values of a run of heaps are the least that no set has and no tap gives, by the values
    /// of the heaps before, also those of the same run, with each kernel. The run ends before the
    /// first heap whose set has no room for the value.
    #[test]
    fn least_common_values_of_a_run() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut all_changed = 0;
        // Where packed values are small, taps give many guesses.
        for (values, wide) in [90, 40, 8].into_iter().flat_map(|v| [(v, true), (v, false)]) {
            let mut taps = NearTaps::default();
            for offset in [1, 2, 2, 5, 17, 40, 63] {
                taps.push(offset, Marked::new(random.usize(0..values)));
            }
            let mut before = NearHeaps::NONE;
            for place in 0..BLOCK {
                let packed = Marked::new(random.usize(0..values));
                let packed = if wide && random.bool() { packed.marked() } else { packed };
                [before.low[place], before.high[place]] = packed.both();
            }
            let mut word = |_| {
                let [a, b] = [random.u64(..), random.u64(..)];
                if values < 64 { a & b } else { a | b }
            };
            let sets: BlockSets = (0..2).map(|_| std::array::from_fn(&mut word)).collect();
            let (wanted, changed) = by_definition(&taps, &sets, before);
            all_changed += changed;
            let run = |sets: &BlockSets, heaps: Range<usize>, expected: usize| {
                let mut near = before;
                near.low[..BLOCK + heaps.start].copy_from_slice(&wanted.low[..BLOCK + heaps.start]);
                let run = Run { taps: &taps, sets, heaps, near, wide };
                for kernel in Kernel::ALL {
                    let Some((end, near)) = kernel.run(run.clone()) else { continue };
                    assert_eq!(end, expected);
                    assert_eq!(near.low[..BLOCK + end], wanted.low[..BLOCK + end]);
                    assert_eq!(near.high[..BLOCK + end], wanted.high[..BLOCK + end]);
                }
            };
            run(&sets, 0..BLOCK, BLOCK);
            run(&sets, 20..41, 41);
            // A set that has all values from this one on.
            let value = usize::from(wanted.block()[50]);
            for (bound, end) in [(0, 50), (value, 50), (value + 1, BLOCK)] {
                let mut sets = sets.clone();
                (bound..128).for_each(|x| sets[x / 64][50] |= 1 << (x % 64));
                run(&sets, 3..BLOCK, end);
            }
        }
        assert!(all_changed > 20, "{all_changed} guesses were given by taps");
    }
}
