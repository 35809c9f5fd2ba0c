//! The closest taps of the blocked engine, as tables.
//!
//! What the taps (o, x) with one offset o forbid heap n depends on the number y of heap n − o alone.
//! So it is looked up: one load and one AND for each offset and heap, however many taps share it,
//! and no number has to go through memory to reach the heaps that follow.

use super::blocked::GROUP;
use super::taps::Tap;

/// Taps with an offset below [`GROUP`].
#[derive(Clone, Debug)]
pub(super) struct Close {
    taps: usize,
    least: usize,
    /// Row o has for each number y the set of all numbers but y ⊕ x, for the taps (o, x). Its second
    /// half is there for numbers that are too large, so that any 7 bits can be looked up.
    rows: Box<[[u64; 128]; GROUP]>,
}

impl Close {
    pub(super) fn new(taps: &[Tap]) -> Close {
        let mut rows = Box::new([[u64::MAX; 128]; GROUP]);
        for tap in taps {
            for (y, row) in (0..64).zip(&mut rows[tap.offset]) {
                *row &= !(1 << ((y ^ tap.x) & 63));
            }
        }
        let least = taps.iter().map(|tap| tap.offset).min().unwrap_or(GROUP);
        Close { taps: taps.len(), least, rows }
    }

    /// How many taps there are.
    pub(super) fn taps(&self) -> usize {
        self.taps
    }

    /// The least offset.
    pub(super) fn least(&self) -> usize {
        self.least
    }

    /// For 8 heaps in turn the least number that is in `missing` and forbidden by no tap; 64 if
    /// there is none. `before` has the numbers of the 8 heaps before them; no offset is below
    /// `LEAST`.
    #[inline(always)]
    pub(super) fn numbers<const LEAST: usize>(
        &self,
        before: &[u8; GROUP],
        missing: &[u64; GROUP],
    ) -> [u8; GROUP] {
        let mut numbers = [0; 2 * GROUP];
        numbers[..GROUP].copy_from_slice(before);
        for (i, missing) in (GROUP..).zip(missing) {
            let mut missing = *missing;
            // The closest heap last: its number is known last.
            for (o, row) in self.rows.iter().enumerate().skip(LEAST).rev() {
                missing &= row[usize::from(numbers[i - o] & 127)];
            }
            numbers[i] = missing.trailing_zeros() as u8;
        }
        *numbers.last_chunk().expect("there are two groups")
    }
}

#[cfg(test)]
mod tests {
    use super::{Close, GROUP, Tap};

    /// The tables say what the taps say, wherever the least offset is, and also where no number
    /// is left.
    #[test]
    fn tables_are_taps() {
        for least in 1..=GROUP {
            let taps: Vec<Tap> = (least..GROUP)
                .flat_map(|o| [Tap::new(o, (5 * o) as u8), Tap::new(o, (o + 3) as u8)])
                .collect();
            let close = Close::new(&taps);
            assert_eq!((close.taps(), close.least()), (taps.len(), least));
            let before: [u8; GROUP] = [3, 0, 63, 17, 1, 64, 9, 0];
            let missing: [u64; GROUP] = std::array::from_fn(|i| (0x96 << i) * u64::from(i != 5));
            let mut expected = before.to_vec();
            for missing in missing {
                let n = expected.len();
                let forbidden = |x| {
                    taps.iter().any(|tap| {
                        let y = u64::from(expected[n - tap.offset]);
                        y < 64 && (y ^ tap.x) & 63 == x
                    })
                };
                let free = (0..64).find(|&x| missing >> x & 1 == 1 && !forbidden(x));
                expected.push(free.unwrap_or(64) as u8);
            }
            let found = match least {
                1 => close.numbers::<1>(&before, &missing),
                2..4 => close.numbers::<2>(&before, &missing),
                4..8 => close.numbers::<4>(&before, &missing),
                _ => close.numbers::<8>(&before, &missing),
            };
            assert_eq!(found, expected[GROUP..]);
            assert!(found.contains(&64));
        }
    }
}
