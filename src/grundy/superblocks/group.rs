//! The taps that meet the last 63 heaps, and how the least common values of a block are found with them: each heap takes its
//! first guess, all of these are held against the taps, and the few that a tap gives are found anew.
//!
//! The value of heap n is the least of its guesses that no group tap gives, and group taps meet heaps of the same block,
//! whose values are not known yet. But few guesses are given by a group tap: so all heaps of the block take their first one
//! at once. A heap is *in doubt* if a tap gives its guess, by the values before it, known or guessed. In their order the
//! heaps in doubt get the least guess that no tap gives, by values that are final by then; and a later heap whose guess is
//! given by such a value comes into doubt too. What is not in doubt at the end is final.

use super::columns::Marked;
use super::guesses::{Guesses, NO_GUESS};
use super::row::TapRow;
use crate::grundy::kernel::Vector;
use crate::grundy::layout::BLOCK;
use std::ops::Range;

/// Taps with offset below 64, one by one, and in rows, beside heaps.
#[derive(Clone, Debug, Default)]
pub(super) struct GroupTaps {
    /// Offsets and packed values.
    taps: Vec<(usize, u16)>,
    layers: Vec<Layer>,
}

/// At most one tap of each offset.
#[derive(Clone, Debug)]
struct Layer {
    /// The tap with offset o is at place 64 − o: beside the heap that it meets, of the 64 before the next.
    before: TapRow,
    /// The tap with offset o is at place o − 1: beside the one of the 64 next heaps that meets the last one by it.
    after: TapRow,
}

impl Layer {
    const EMPTY: Layer = Layer { before: TapRow::EMPTY, after: TapRow::EMPTY };

    /// Puts the tap where its offset says; false if there is one already.
    fn put(&mut self, offset: usize, packed: Marked) -> bool {
        self.before.put(BLOCK - offset, packed) && self.after.put(offset - 1, packed)
    }
}

impl GroupTaps {
    /// Adds the tap with this offset, from 1 to 63, and the packed value of this rare heap.
    pub(super) fn push(&mut self, offset: usize, packed: Marked) {
        self.taps.push((offset, u16::from_le_bytes(packed.both())));
        if !self.layers.iter_mut().any(|layer| layer.put(offset, packed)) {
            let mut layer = Layer::EMPTY;
            layer.put(offset, packed);
            self.layers.push(layer);
        }
    }

    /// How many they are.
    pub(super) fn len(&self) -> usize {
        self.taps.len()
    }

    /// Whether one of them gives the heap after these the option value whose packed value is x.
    #[inline(always)]
    pub(super) fn give(&self, before: &[[u8; 2]; BLOCK], x: usize) -> bool {
        self.layers.iter().any(|layer| layer.before.gives(before, x as u16))
    }

    /// Finds for each of these heaps of a block the least of its guesses that no group tap gives: `packed` has the packed
    /// values of the 64 heaps before the block, and of the heaps before these, and gets them. If all guesses of a heap are
    /// given, `beyond` finds its value: it is told which heap of the block that is, and the values of the 64 heaps before
    /// it. Ends before the first heap without a value; returns which heap of the block that is.
    #[inline(always)]
    pub(super) fn least_common<V: Vector>(
        &self,
        v: V,
        guesses: &Guesses,
        heaps: Range<usize>,
        packed: &mut [[u8; 2]; 3 * BLOCK],
        mut beyond: impl FnMut(usize, &[[u8; 2]; BLOCK]) -> Option<u16>,
    ) -> usize {
        let firsts = guesses.firsts();
        for i in heaps.clone() {
            packed[BLOCK + i] = firsts[i].to_le_bytes();
        }
        let mut doubts =
            self.given_by_any(v, packed) | v.bits(&firsts.map(|x| u8::from(x == NO_GUESS)));
        let these = u64::MAX << heaps.start & u64::MAX >> (BLOCK - heaps.end);
        while doubts & these != 0 {
            let i = (doubts & these).trailing_zeros() as usize;
            let before = packed[i..].first_chunk().expect("64 heaps before it");
            let least = guesses.least_left(i, |x| self.give(before, x));
            let Some(x) = least.or_else(|| beyond(i, before)) else { return i };
            packed[BLOCK + i] = x.to_le_bytes();
            doubts = (doubts | self.given_by(v, x, &packed[BLOCK..], i)) & (u64::MAX - 1) << i;
        }
        heaps.end
    }

    /// Bit i says whether a tap gives heap i of the block in the middle its value.
    #[inline(always)]
    fn given_by_any<V: Vector>(&self, v: V, packed: &[[u8; 2]; 3 * BLOCK]) -> u64 {
        let block: &[[u8; 2]; BLOCK] = packed[BLOCK..].first_chunk().expect("a block");
        // 0 where some tap gives it.
        let mut least = [u16::MAX; BLOCK];
        for &(offset, tap) in &self.taps {
            let met: &[[u8; 2]; BLOCK] = packed[BLOCK - offset..].first_chunk().expect("a block");
            for ((least, &met), &x) in least.iter_mut().zip(met).zip(block) {
                *least = (*least).min(u16::from_le_bytes(met) ^ u16::from_le_bytes(x) ^ tap);
            }
        }
        v.bits(&least.map(|least| u8::from(least == 0)))
    }

    /// Bit j says whether a tap that meets heap i of a block, which has the value x, gives heap j its value.
    #[inline(always)]
    fn given_by<V: Vector>(&self, v: V, x: u16, block: &[[u8; 2]], i: usize) -> u64 {
        let after: &[[u8; 2]; BLOCK] = block[i + 1..].first_chunk().expect("room for 64 heaps");
        let mut given = [0; BLOCK];
        for layer in &self.layers {
            for ((given, &other), tap) in given.iter_mut().zip(after).zip(layer.after.taps()) {
                *given |= u8::from(u16::from_le_bytes(other) ^ tap == x);
            }
        }
        v.bits(&given) << i << 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::kernel::{Job, Kernel};
    use crate::grundy::superblocks::guesses::MANY;
    use crate::grundy::superblocks::sets::{BlockSets, first_missing};

    /// A tap gives the sum of its packed value and that of the heap it meets, unless one of them is rare.
    #[test]
    fn each_tap_alone_and_all_together() {
        let before: [Marked; BLOCK] = std::array::from_fn(|place| {
            let packed = Marked::new(place * 259 % Marked::LIMIT);
            if place % 7 == 3 { packed.marked() } else { packed }
        });
        let bytes = before.map(Marked::both);
        let mut all = GroupTaps::default();
        let mut given = vec![];
        for offset in (1..BLOCK).chain(20..30) {
            let packed = Marked::new(offset * 1021 % Marked::LIMIT);
            let sum = before[BLOCK - offset].xor(packed);
            let mut alone = GroupTaps::default();
            assert!((0..Marked::LIMIT).all(|x| !alone.give(&bytes, x)));
            alone.push(offset, packed);
            all.push(offset, packed);
            for x in 0..Marked::LIMIT {
                assert_eq!(alone.give(&bytes, x), sum.bits() == x, "offset {offset}, {x}");
            }
            given.push(sum.bits());
        }
        assert_eq!((all.len(), all.layers.len()), (73, 2));
        assert!((0..Marked::LIMIT).all(|x| all.give(&bytes, x) == given.contains(&x)));
    }

    /// What [`GroupTaps::least_common`] is given.
    #[derive(Clone)]
    struct Run<'a> {
        taps: &'a GroupTaps,
        sets: &'a BlockSets,
        bounds: [u16; BLOCK],
        /// How many guesses are made. Where it is one, other values are found beyond it.
        guesses: usize,
        heaps: Range<usize>,
        packed: [[u8; 2]; 3 * BLOCK],
    }

    impl Job for Run<'_> {
        type Output = (usize, [[u8; 2]; 3 * BLOCK]);

        #[inline(always)]
        fn run<V: Vector>(self, v: V) -> Self::Output {
            let Run { taps, sets, bounds, guesses, heaps, mut packed } = self;
            let beyond = |i: usize, before: &[[u8; 2]; BLOCK]| {
                let least = first_missing(sets, i, |x| taps.give(before, x)).map(|x| x as u16);
                least.filter(|&x| guesses == 1 && x < bounds[i])
            };
            let guesses = match guesses {
                1 => Guesses::of::<1, V>(v, sets, &bounds),
                _ => Guesses::of::<MANY, V>(v, sets, &bounds),
            };
            (taps.least_common(v, &guesses, heaps, &mut packed, beyond), packed)
        }
    }

    /// The values of a run of heaps are the least that no set has and no tap gives, by the values of the heaps before,
    /// also those of the same run, with each kernel; it ends before the first that is not below its bound, or has no room.
    #[test]
    fn least_common_values_of_a_run() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut changed = 0;
        // Where packed values are small, taps give many guesses.
        for values in [90, 40, 8] {
            let mut taps = GroupTaps::default();
            let offsets = [1, 2, 2, 5, 17, 40, 63];
            let offered = offsets.map(|offset| (offset, Marked::new(random.usize(0..values))));
            offered.iter().for_each(|&(offset, packed)| taps.push(offset, packed));
            let some = |random: &mut fastrand::Rng| {
                if values < 64 {
                    random.u64(..) & random.u64(..)
                } else {
                    random.u64(..) | random.u64(..)
                }
            };
            let sets: BlockSets =
                (0..2).map(|_| std::array::from_fn(|_| some(&mut random))).collect();
            let mut before = [[0; 2]; 3 * BLOCK];
            before[..BLOCK].fill_with(|| {
                let packed = Marked::new(random.usize(0..values));
                if random.bool() { packed.both() } else { packed.marked().both() }
            });
            let has =
                |i: usize, x: usize| sets.get(x / 64).is_none_or(|w| w[i] >> (x % 64) & 1 != 0);
            let (mut full, mut wanted) = (sets.clone(), before);
            (full[0][50], full[1][50]) = (u64::MAX, u64::MAX);
            for i in 0..BLOCK {
                let gives = |x: usize| {
                    offered.iter().any(|&(offset, packed)| {
                        let [low, high] = wanted[BLOCK + i - offset];
                        Marked { low, high }.xor(packed).bits() == x
                    })
                };
                let guess = (0..128).find(|&x| !has(i, x)).unwrap();
                let least = (0..128).find(|&x| !has(i, x) && !gives(x)).unwrap();
                wanted[BLOCK + i] = Marked::new(least).both();
                changed += usize::from(guess != least);
            }
            let run = |sets: &BlockSets, bounds: [u16; BLOCK], heaps: Range<usize>| {
                let mut packed = before;
                packed[..BLOCK + heaps.start].copy_from_slice(&wanted[..BLOCK + heaps.start]);
                let runs = [1, MANY].map(|guesses| Run {
                    taps: &taps,
                    sets,
                    bounds,
                    guesses,
                    heaps: heaps.clone(),
                    packed,
                });
                let ends = Kernel::ALL
                    .into_iter()
                    .flat_map(|kernel| runs.each_ref().map(|run| kernel.run(run.clone())));
                let ends: Vec<usize> = ends
                    .flatten()
                    .map(|(end, packed)| {
                        assert_eq!(packed[..BLOCK + end], wanted[..BLOCK + end]);
                        end
                    })
                    .collect();
                assert!(ends.iter().all(|&end| end == ends[0]));
                ends[0]
            };
            assert_eq!(run(&sets, [128; BLOCK], 0..BLOCK), BLOCK);
            assert_eq!(run(&sets, [128; BLOCK], 20..41), 41);
            assert_eq!(run(&full, [128; BLOCK], 0..BLOCK), 50);
            let place = (30..BLOCK).find(|&i| wanted[BLOCK + i] != [0; 2]).unwrap();
            let value = u16::from_le_bytes(wanted[BLOCK + place]);
            let bounds = |bound| std::array::from_fn(|i| if i == place { bound } else { 128 });
            assert_eq!(run(&sets, bounds(value), 3..BLOCK), place);
            assert_eq!(run(&sets, bounds(value + 1), 3..BLOCK), BLOCK);
        }
        assert!(changed > 20, "{changed} guesses were given by taps");
    }
}
