//! The taps that meet the last 63 heaps.

use super::columns::Marked;
use crate::grundy::layout::BLOCK;

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
}
