//! Taps as they lie beside the packed values of the heaps that they meet: there a value is compared with many at once.

use super::columns::{Columns, Marked, Met};
use super::tap::MarkedTap;
use crate::grundy::kernel::Vector;
use crate::grundy::packed::BLOCK;

/// At most one tap beside each of 64 consecutive heaps, each of which it meets.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct TapRow {
    /// The bytes of their packed values, 0 where there is no tap.
    low: [u8; BLOCK],
    high: [u8; BLOCK],
    /// Bit i says whether there is a tap at place i.
    taps: u64,
}

impl TapRow {
    /// No tap yet.
    pub(super) const EMPTY: TapRow = TapRow { low: [0; BLOCK], high: [0; BLOCK], taps: 0 };

    /// Puts a tap of a rare heap with this packed value at this place; false if there is one already.
    pub(super) fn put(&mut self, place: usize, packed: Marked) -> bool {
        let is_free = self.taps >> place & 1 == 0;
        if is_free {
            self.taps |= 1 << place;
            (self.low[place], self.high[place]) = (packed.low, packed.high);
        }
        is_free
    }

    /// Bit i says whether the tap at place i gives the packed value x, if it meets heap i of these. Unless `wide`, all packed
    /// values have 8 bits, and no heap that a tap meets is rare.
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

/// Block taps in rows, each of which has taps with 64 consecutive offsets.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows(Vec<BlockRow>);

/// A row of block taps. The one with offset o is at place 63 − o mod 64.
#[derive(Clone, Debug)]
struct BlockRow {
    /// The offset of the tap at place 0, the largest: a multiple of 64, less 1.
    reach: usize,
    row: TapRow,
}

impl Rows {
    /// Puts these taps, which are in ascending order and have offsets from 64 on, into as few rows as can be.
    pub(super) fn of(taps: &[MarkedTap]) -> Rows {
        let mut rows: Vec<BlockRow> = vec![];
        for tap in taps {
            let (reach, place) = (tap.offset | (BLOCK - 1), BLOCK - 1 - tap.offset % BLOCK);
            let mut here = rows.iter_mut().rev().take_while(|row| row.reach == reach);
            if !here.any(|BlockRow { row, .. }| row.put(place, tap.packed)) {
                let mut row = TapRow::EMPTY;
                row.put(place, tap.packed);
                rows.push(BlockRow { reach, row });
            }
        }
        Rows(rows)
    }

    /// Whether one of the taps with an offset below `end` gives heap n the packed value x; those with larger offsets in the
    /// same row count too. The columns have the heaps before heap n but for the last 63. `wide` is as in [`TapRow::giving`].
    #[inline(always)]
    pub(super) fn give<V: Vector>(
        &self,
        v: V,
        columns: &Columns,
        n: usize,
        end: usize,
        x: u16,
        wide: bool,
    ) -> bool {
        for BlockRow { reach, row } in &self.0 {
            if reach + 1 >= end + BLOCK {
                break;
            }
            if row.giving(v, columns.met(n, *reach), x, wide) != 0 {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::kernel::{Job, Kernel};

    /// Asks whether rows give a heap a value.
    #[derive(Clone, Copy)]
    struct Give<'a> {
        rows: &'a Rows,
        columns: &'a Columns,
        n: usize,
        end: usize,
        x: u16,
        wide: bool,
    }

    impl Job for Give<'_> {
        type Output = bool;

        #[inline(always)]
        fn run<V: Vector>(self, v: V) -> bool {
            let Give { rows, columns, n, end, x, wide } = self;
            rows.give(v, columns, n, end, x, wide)
        }
    }

    /// Rows give what their taps give, also where several have one offset, up to the end of a row.
    #[test]
    fn what_each_tap_gives() {
        let mut random = fastrand::Rng::with_seed(6);
        let mut columns = Columns::new(0, 0);
        for _ in 0..1000 {
            let packed = Marked::new(random.usize(0..Marked::LIMIT));
            columns.push(if random.u8(..) < 60 { packed.marked() } else { packed });
        }
        let mut tap = |offset| MarkedTap { offset, packed: Marked::new(random.usize(0..1 << 9)) };
        let offsets = [64, 64, 65, 127, 128, 190, 191, 192, 192, 192, 400];
        let taps: Vec<MarkedTap> = offsets.into_iter().chain(410..500).map(&mut tap).collect();
        let rows = Rows::of(&taps);
        assert_eq!(rows.0.len(), 2 + 1 + 3 + 1 + 1);
        let n = 900;
        let short = columns.part(0..n - 63, 0);
        for end in [0_usize, 64, 65, 128, 129, 192, 193, 400, 448, 449, 500, 1000] {
            let taps = taps.iter().filter(|tap| tap.offset < end.next_multiple_of(BLOCK));
            let given: Vec<Marked> = taps.map(|tap| tap.given(&columns, n)).collect();
            let expected = |x: u16, wide: bool| {
                let is = |given: &Marked| given.bits() == usize::from(x);
                given.iter().any(|given| if wide { is(given) } else { u16::from(given.low) == x })
            };
            let values = |wide: bool| if wide { Marked::LIMIT } else { Marked::NARROW };
            let all = [true, false].map(|wide| (0..values(wide) as u16).map(move |x| (x, wide)));
            for (x, wide) in all.into_iter().flatten() {
                let give = Give { rows: &rows, columns: &short, n, end, x, wide };
                let runs = Kernel::ALL.into_iter().filter_map(|kernel| kernel.run(give));
                for is_given in runs {
                    assert_eq!(is_given, expected(x, wide), "{end}, {x}, {wide}");
                }
            }
        }
    }
}
