//! The taps with the least offsets, as tables.
//!
//! What the taps (o, s) with one offset o forbid heap n depends on the packed value y of heap n − o alone.
//! So it is looked up: one load and one AND for each offset and heap, however many taps share it. Where there are
//! four offsets or more, no value has to go through memory to reach the heaps that follow.

use super::taps::Tap;
use crate::grundy::packed::GROUP;

/// Taps with an offset below [`GROUP`].
#[derive(Clone, Debug)]
pub(super) struct TapTables {
    taps: usize,
    /// The offsets, the largest first: the value of the closest heap is known last.
    offsets: Vec<usize>,
    /// Row o has for each packed value y the set of all values but y ⊕ s, for the taps (o, s). Values from
    /// 64 on forbid nothing; they have a place, so that any byte can be looked up.
    rows: Box<[[u64; 256]; GROUP]>,
}

impl TapTables {
    pub(super) fn new(taps: &[Tap]) -> TapTables {
        let mut rows = Box::new([[u64::MAX; 256]; GROUP]);
        for tap in taps {
            for (y, row) in (0..64).zip(&mut rows[tap.offset]) {
                *row &= !(1 << ((y ^ tap.packed) & 63));
            }
        }
        let is_offset = |&o: &usize| taps.iter().any(|tap| tap.offset == o);
        let offsets = (1..GROUP).rev().filter(is_offset).collect();
        TapTables { taps: taps.len(), offsets, rows }
    }

    /// How many taps there are.
    pub(super) fn taps(&self) -> usize {
        self.taps
    }

    /// How many offsets they have, and the least; [`GROUP`] if there is none.
    pub(super) fn offsets(&self) -> (usize, usize) {
        (self.offsets.len(), self.offsets.last().copied().unwrap_or(GROUP))
    }

    /// For 8 heaps in turn the least value that is in `missing` and forbidden by no tap; 64 if there is
    /// none. `before` has the 8 heaps before them.
    ///
    /// There are `OFFSETS` offsets, none of them below `LEAST`. If the two add up to 8, then every offset
    /// from `LEAST` on is looked up, whether it has taps or not.
    #[inline(always)]
    pub(super) fn packed<const OFFSETS: usize, const LEAST: usize>(
        &self,
        before: &[u8; GROUP],
        missing: &[u64; GROUP],
    ) -> [u8; GROUP] {
        let mut packed = [0; 2 * GROUP];
        packed[..GROUP].copy_from_slice(before);
        if OFFSETS + LEAST == GROUP {
            // All places are known when this is compiled, and no value goes through memory.
            for (i, missing) in (GROUP..).zip(missing) {
                let mut missing = *missing;
                for (o, row) in self.rows.iter().enumerate().skip(LEAST).rev() {
                    missing &= row[usize::from(packed[i - o])];
                }
                packed[i] = missing.trailing_zeros() as u8;
            }
            return *packed.last_chunk().expect("there are two groups");
        }
        let offsets: &[usize; OFFSETS] =
            self.offsets.first_chunk().expect("there are OFFSETS of them");
        let mut all = 0;
        for (i, missing) in (GROUP..).zip(missing) {
            let mut missing = *missing;
            for o in offsets.map(|o| o % GROUP) {
                missing &= self.rows[o][usize::from(packed[i - o])];
            }
            let least = missing.trailing_zeros();
            packed[i] = least as u8;
            // Once more, since bytes just written one by one cannot be read together at once.
            all |= u64::from(least) << (8 * (i - GROUP));
        }
        all.to_le_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::{GROUP, Tap, TapTables};

    /// The tables say what the taps say, however many offsets there are, and also where every value is
    /// forbidden.
    #[test]
    fn tables_are_taps() {
        for least in 1..=GROUP {
            let taps: Vec<Tap> = (least..GROUP)
                .flat_map(|o| [Tap::new(o, (5 * o) as u8), Tap::new(o, (o + 3) as u8)])
                .collect();
            let tables = TapTables::new(&taps);
            assert_eq!((tables.taps(), tables.offsets()), (taps.len(), (GROUP - least, least)));
            let before: [u8; GROUP] = [3, 0, 63, 17, 1, 64, 9, 0];
            let missing: [u64; GROUP] = std::array::from_fn(|i| (0x96 << i) * u64::from(i != 5));
            let mut expected = before.to_vec();
            for missing in missing {
                let n = expected.len();
                let forbidden = |x| {
                    taps.iter().any(|tap| {
                        let y = u64::from(expected[n - tap.offset]);
                        y < 64 && (y ^ tap.packed) & 63 == x
                    })
                };
                let free = (0..64).find(|&x| missing >> x & 1 == 1 && !forbidden(x));
                expected.push(free.unwrap_or(64) as u8);
            }
            let found = match least {
                1 => tables.packed::<7, 1>(&before, &missing),
                2 => tables.packed::<6, 2>(&before, &missing),
                3 => tables.packed::<6, 2>(&before, &missing),
                4 => tables.packed::<4, 4>(&before, &missing),
                5 => tables.packed::<3, 1>(&before, &missing),
                6 => tables.packed::<2, 1>(&before, &missing),
                7 => tables.packed::<1, 1>(&before, &missing),
                _ => tables.packed::<0, 8>(&before, &missing),
            };
            assert_eq!(found, expected[GROUP..]);
            assert!(found.contains(&64));
        }
    }
}
