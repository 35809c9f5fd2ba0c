//! Taps as they lie beside the packed values of the heaps that they meet: there a value is held against many at once.

use super::columns::{Columns, Marked};
use super::tap::MarkedTap;
use crate::grundy::layout::BLOCK;

/// At most one tap beside each of 64 consecutive heaps, each of which it meets.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct TapRow([u16; BLOCK]);

/// Stands where a row has no tap: this bit is in no packed value, so that no sum with it is one.
pub(super) const NO_TAP: u16 = 1 << 14;

impl TapRow {
    /// No tap yet.
    pub(super) const EMPTY: TapRow = TapRow([NO_TAP; BLOCK]);

    /// Puts a tap of a rare heap with this packed value at this place; false if there is one already.
    pub(super) fn put(&mut self, place: usize, packed: Marked) -> bool {
        let is_free = self.0[place] == NO_TAP;
        if is_free {
            self.0[place] = u16::from_le_bytes(packed.both());
        }
        is_free
    }

    /// The packed values of its taps, or [`NO_TAP`].
    pub(super) fn taps(&self) -> &[u16; BLOCK] {
        &self.0
    }

    /// Whether one of the taps gives the packed value x, if these are the packed values of the heaps that they meet.
    #[inline(always)]
    pub(super) fn gives(&self, met: &[[u8; 2]; BLOCK], x: u16) -> bool {
        // Without a way out of the loop, so that vectors can be used.
        let taps = met.iter().zip(&self.0);
        taps.fold(false, |any, (&heap, tap)| any | (u16::from_le_bytes(heap) ^ tap == x))
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
    /// same row count too. The columns have the heaps before heap n but for the last 63.
    #[inline(always)]
    pub(super) fn give(&self, columns: &Columns, n: usize, end: usize, x: usize) -> bool {
        let mut rows = self.0.iter().take_while(|row| row.reach + 1 < end + BLOCK);
        rows.any(|BlockRow { reach, row }| row.gives(columns.both(n, *reach), x as u16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let given: Vec<usize> = taps.map(|tap| tap.given(&columns, n).bits()).collect();
            for x in 0..Marked::LIMIT {
                assert_eq!(rows.give(&short, n, end, x), given.contains(&x), "{end}, {x}");
            }
        }
    }
}
