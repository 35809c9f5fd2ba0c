//! The taps that meet the last 63 heaps.

use super::columns::Marked;
use super::sets::first_missing;
use crate::grundy::layout::BLOCK;
use std::ops::Range;

/// How many of the last heaps are held against taps in a word of their own. A processor reads what it has just written
/// at once only in the same pieces; a vector with a value written a moment ago waits until it is in the cache.
const LAST: usize = 4;
/// The heaps before the next that `give` asks for: those that group taps meet are among them.
pub(super) const BEFORE: usize = BLOCK + LAST;

/// Taps with offset below 64, as they lie beside the packed values of the last heaps: a value is held against
/// all of them at once.
#[derive(Clone, Debug, Default)]
pub(super) struct GroupTaps {
    layers: Vec<Layer>,
    count: usize,
}

/// At most one tap of each offset.
#[derive(Clone, Debug)]
struct Layer {
    /// The tap with offset o > 4 is at place 68 − o.
    older: [u16; BLOCK],
    /// Those with the offsets 4, 3, 2 and 1 are lanes of 16 bits, in this order from the lowest on.
    last: u64,
}

/// Stands where a layer has no tap: this bit is in no packed value, so that no sum with it is one.
const NO_TAP: u16 = 1 << 14;

impl Layer {
    const EMPTY: Layer = Layer { older: [NO_TAP; BLOCK], last: in_each_lane(NO_TAP) };

    /// Puts the tap where its offset says; false if there is one already.
    fn push(&mut self, offset: usize, packed: u16) -> bool {
        let place = BEFORE - offset;
        if let Some(tap) = self.older.get_mut(place) {
            let is_free = *tap == NO_TAP;
            if is_free {
                *tap = packed;
            }
            return is_free;
        }
        let shift = 16 * (place - BLOCK);
        let is_free = (self.last >> shift) as u16 == NO_TAP;
        if is_free {
            self.last ^= u64::from(NO_TAP ^ packed) << shift;
        }
        is_free
    }

    /// Whether one of its taps gives the heap after these the option value whose packed value is x.
    #[inline(always)]
    fn gives(&self, older: &[[u8; 2]; BLOCK], last: u64, x: u16) -> bool {
        // Without a way out of the loop, so that vectors can be used.
        let taps = older.iter().zip(&self.older);
        let gives =
            taps.fold(false, |any, (&older, tap)| any | (u16::from_le_bytes(older) ^ tap == x));
        gives | has_zero_lane(last ^ self.last ^ in_each_lane(x))
    }
}

/// Four lanes of 16 bits, all with this number.
const fn in_each_lane(number: u16) -> u64 {
    number as u64 * 0x0001_0001_0001_0001
}

/// Whether one of the four lanes is 0. To subtract 1 borrows from no lane below the first that is 0, and sets the highest
/// bit there, which was not set.
#[inline(always)]
const fn has_zero_lane(lanes: u64) -> bool {
    lanes.wrapping_sub(in_each_lane(1)) & !lanes & in_each_lane(1 << 15) != 0
}

/// The last packed values as lanes, the last one highest.
#[inline(always)]
fn last_lanes(before: &[[u8; 2]; BEFORE]) -> u64 {
    let last = before[BLOCK..].iter().rev();
    last.fold(0, |lanes, &both| lanes << 16 | u64::from(u16::from_le_bytes(both)))
}

impl GroupTaps {
    /// Adds the tap with this offset, from 1 to 63, and the packed value of this rare heap.
    pub(super) fn push(&mut self, offset: usize, packed: Marked) {
        let packed = u16::from_le_bytes(packed.both());
        self.count += 1;
        if !self.layers.iter_mut().any(|layer| layer.push(offset, packed)) {
            let mut layer = Layer::EMPTY;
            layer.push(offset, packed);
            self.layers.push(layer);
        }
    }

    /// How many they are.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Whether one of them gives the heap after these the option value whose packed value is x.
    #[inline(always)]
    pub(super) fn give(&self, before: &[[u8; 2]; BEFORE], x: usize) -> bool {
        let older = before.first_chunk().expect("64 heaps and the last four");
        self.give_after(older, last_lanes(before), x)
    }

    /// Whether one of them gives it to the heap after these: 64 older heaps, and the lanes of the last four.
    #[inline(always)]
    fn give_after(&self, older: &[[u8; 2]; BLOCK], last: u64, x: usize) -> bool {
        self.layers.iter().any(|layer| layer.gives(older, last, x as u16))
    }

    /// Finds the least packed values of these heaps of a block that neither their sets have nor group taps give:
    /// `packed` has those of the 68 heaps before the block, and of the heaps before these, and gets them. Ends before the
    /// first heap for which there is none below its bound; returns which heap of the block that is.
    #[inline(always)]
    pub(super) fn least_common(
        &self,
        sets: &[[u64; BLOCK]],
        bounds: &[u16; BLOCK],
        heaps: Range<usize>,
        packed: &mut [[u8; 2]; BEFORE + BLOCK],
    ) -> usize {
        let before = packed[heaps.start..].first_chunk().expect("the heaps before");
        let mut last = last_lanes(before);
        for i in heaps.clone() {
            let older = packed[i..].first_chunk().expect("64 heaps before the last four");
            match first_missing(sets, i, |x| self.give_after(older, last, x)) {
                Some(x) if x < bounds[i].into() => {
                    packed[BEFORE + i] = Marked::new(x).both();
                    last = last >> 16 | (x as u64) << 48;
                }
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
        let before: [Marked; BEFORE] = std::array::from_fn(|place| {
            let packed = Marked::new(place * 259 % Marked::LIMIT);
            if place % 7 == 3 { packed.marked() } else { packed }
        });
        let bytes = before.map(Marked::both);
        let mut all = GroupTaps::default();
        let mut given = vec![];
        for offset in (1..BLOCK).chain(20..30) {
            let packed = Marked::new(offset * 1021 % Marked::LIMIT);
            let sum = before[BEFORE - offset].xor(packed);
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
        let mut before = [[0; 2]; BEFORE + BLOCK];
        before[..BEFORE].fill_with(|| {
            let packed = Marked::new(random.usize(0..90));
            if random.bool() { packed.both() } else { packed.marked().both() }
        });
        let has = |i: usize, x: usize| sets.get(x / 64).is_none_or(|w| w[i] >> (x % 64) & 1 != 0);
        let (mut full, mut wanted) = (sets.clone(), before);
        (full[0][50], full[1][50]) = (u64::MAX, u64::MAX);
        for i in 0..BLOCK {
            let gives = |x: usize| {
                offered.iter().any(|&(offset, packed)| {
                    let [low, high] = wanted[BEFORE + i - offset];
                    Marked { low, high }.xor(packed).bits() == x
                })
            };
            let least = (0..128).find(|&x| !has(i, x) && !gives(x)).unwrap();
            wanted[BEFORE + i] = Marked::new(least).both();
        }
        let run = |sets: &[[u64; BLOCK]], bounds: [u16; BLOCK], heaps: Range<usize>| {
            let mut packed = before;
            packed[..BEFORE + heaps.start].copy_from_slice(&wanted[..BEFORE + heaps.start]);
            let end = taps.least_common(sets, &bounds, heaps, &mut packed);
            assert_eq!(packed[..BEFORE + end], wanted[..BEFORE + end]);
            end
        };
        assert_eq!(run(&sets, [128; BLOCK], 0..BLOCK), BLOCK);
        assert_eq!(run(&sets, [128; BLOCK], 20..41), 41);
        assert_eq!(run(&full, [128; BLOCK], 0..BLOCK), 50);
        let value = u16::from_le_bytes(wanted[BEFORE + 30]);
        let bounds = |bound| std::array::from_fn(|i| if i == 30 { bound } else { 128 });
        assert_eq!(run(&sets, bounds(value), 3..BLOCK), 30);
        assert_eq!(run(&sets, bounds(value + 1), 3..BLOCK), BLOCK);
        assert!(value > 0);
    }
}
