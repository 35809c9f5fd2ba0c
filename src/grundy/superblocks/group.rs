//! The taps that meet the last 63 heaps.

use super::columns::Marked;
use super::sets::first_missing;
use crate::grundy::layout::BLOCK;
use std::ops::Range;

/// Taps with offset below 64, as they lie beside the packed values of the last 64 heaps: a value is held against
/// all of them at once.
#[derive(Clone, Debug, Default)]
pub(super) struct GroupTaps {
    /// Each has at most one tap of each offset o, at place 64 − o.
    layers: Vec<[u16; BLOCK]>,
    count: usize,
}

/// Stands where a layer has no tap: this bit is in no packed value, so that no sum with it is one.
const NO_TAP: u16 = 1 << 14;

impl GroupTaps {
    /// Adds the tap with this offset, from 1 to 63, and the packed value of this rare heap.
    pub(super) fn push(&mut self, offset: usize, packed: Marked) {
        let (place, packed) = (BLOCK - offset, u16::from_le_bytes(packed.both()));
        self.count += 1;
        match self.layers.iter_mut().find(|layer| layer[place] == NO_TAP) {
            Some(layer) => layer[place] = packed,
            None => {
                let mut layer = [NO_TAP; BLOCK];
                layer[place] = packed;
                self.layers.push(layer);
            }
        }
    }

    /// How many they are.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Whether one of them gives the heap after these the option value whose packed value is x.
    #[inline(always)]
    pub(super) fn give(&self, before: &[[u8; 2]; BLOCK], x: usize) -> bool {
        let x = x as u16;
        // Without a way out of the loop, so that vectors can be used.
        let gives = |layer: &[u16; BLOCK]| {
            let taps = before.iter().zip(layer);
            taps.fold(false, |any, (&before, tap)| any | (u16::from_le_bytes(before) ^ tap == x))
        };
        self.layers.iter().any(gives)
    }

    /// Finds the least packed values of these heaps of a block that neither their sets have nor group taps give:
    /// `packed` has those of the block before, and of the heaps before these, and gets them. Ends before the first
    /// heap for which there is none below its bound; returns which heap of the block that is.
    #[inline(always)]
    pub(super) fn least_common(
        &self,
        sets: &[[u64; BLOCK]],
        bounds: &[u16; BLOCK],
        heaps: Range<usize>,
        packed: &mut [[u8; 2]; 2 * BLOCK],
    ) -> usize {
        for i in heaps.clone() {
            let before = packed[i..].first_chunk().expect("64 heaps before");
            match first_missing(sets, i, |x| self.give(before, x)) {
                Some(x) if x < bounds[i].into() => packed[BLOCK + i] = Marked::new(x).both(),
                _ => return i,
            }
        }
        heaps.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    /// The values of a run of heaps are the least that no set has and no tap gives, by the values of the heaps before,
    /// also those of the same run; it ends before the first that is not below its bound, or has no room.
    #[test]
    fn least_common_values_of_a_run() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut taps = GroupTaps::default();
        let offsets = [1, 2, 2, 5, 17, 40, 63];
        let offered = offsets.map(|offset| (offset, Marked::new(random.usize(0..90))));
        offered.iter().for_each(|&(offset, packed)| taps.push(offset, packed));
        let sets: Vec<[u64; BLOCK]> =
            (0..2).map(|_| std::array::from_fn(|_| random.u64(..) | random.u64(..))).collect();
        let mut before = [[0; 2]; 2 * BLOCK];
        before[..BLOCK].fill_with(|| {
            let packed = Marked::new(random.usize(0..90));
            if random.bool() { packed.both() } else { packed.marked().both() }
        });
        let has = |i: usize, x: usize| sets.get(x / 64).is_none_or(|w| w[i] >> (x % 64) & 1 != 0);
        let (mut full, mut wanted) = (sets.clone(), before);
        (full[0][50], full[1][50]) = (u64::MAX, u64::MAX);
        for i in 0..BLOCK {
            let gives = |x: usize| {
                offered.iter().any(|&(offset, packed)| {
                    let [low, high] = wanted[BLOCK + i - offset];
                    Marked { low, high }.xor(packed).bits() == x
                })
            };
            let least = (0..128).find(|&x| !has(i, x) && !gives(x)).unwrap();
            wanted[BLOCK + i] = Marked::new(least).both();
        }
        let run = |sets: &[[u64; BLOCK]], bounds: [u16; BLOCK], heaps: Range<usize>| {
            let mut packed = before;
            packed[..BLOCK + heaps.start].copy_from_slice(&wanted[..BLOCK + heaps.start]);
            let end = taps.least_common(sets, &bounds, heaps, &mut packed);
            assert_eq!(packed[..BLOCK + end], wanted[..BLOCK + end]);
            end
        };
        assert_eq!(run(&sets, [128; BLOCK], 0..BLOCK), BLOCK);
        assert_eq!(run(&sets, [128; BLOCK], 20..41), 41);
        assert_eq!(run(&full, [128; BLOCK], 0..BLOCK), 50);
        let value = u16::from_le_bytes(wanted[BLOCK + 30]);
        let bounds = |bound| std::array::from_fn(|i| if i == 30 { bound } else { 128 });
        assert_eq!(run(&sets, bounds(value), 3..BLOCK), 30);
        assert_eq!(run(&sets, bounds(value + 1), 3..BLOCK), BLOCK);
        assert!(value > 0);
    }
}
