//! A tap, and the block of heaps for which taps are inserted.

use super::columns::{Columns, Marked};
use crate::grundy::layout::BLOCK;
use crate::rules::Rules;

/// An option of every heap n: packed, its value is G(n − offset) ⊕ packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MarkedTap {
    pub(super) offset: usize,
    pub(super) packed: Marked,
}

impl MarkedTap {
    /// The splits with this part, which has this packed value.
    #[inline(always)]
    pub(super) fn of_part(
        rules: &Rules,
        part: usize,
        packed: Marked,
    ) -> impl Iterator<Item = MarkedTap> + use<'_> {
        rules.splits.iter().map(move |split| MarkedTap { offset: split.k + part, packed })
    }

    /// What the tap gives heap n, of which these columns have the heap that it meets: a packed value, marked if
    /// that heap is rare.
    #[inline(always)]
    pub(super) fn given(self, columns: &Columns, n: usize) -> Marked {
        columns.get(n, self.offset).xor(self.packed)
    }

    /// The split with this part at the first splitting place, if there is one.
    pub(super) fn first_of_part(rules: &Rules, part: usize, packed: Marked) -> Option<MarkedTap> {
        MarkedTap::of_part(rules, part, packed).next()
    }
}

/// A block of heaps for which taps are inserted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    /// The first heap.
    pub(super) heap: usize,
    /// Only taps from this offset on are inserted.
    pub(super) from: usize,
}

impl Block {
    /// All heaps before this one are known: taps from offset `from` on meet only these.
    pub(super) fn known(self) -> usize {
        self.heap + BLOCK - self.from
    }
}

/// What a tap meets is prefetched this many taps ahead: where rare heaps are many, their taps meet heaps all over the
/// sequence, and memory is slow.
pub(super) const PREFETCHED: usize = 16;

/// Taps to insert for the block that begins at `heap`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Insertion<'a> {
    /// Has the heaps that the taps meet.
    pub(super) columns: &'a Columns,
    pub(super) heap: usize,
    pub(super) taps: &'a [MarkedTap],
}

/// How many of these taps, which are in ascending order, have an offset below this one.
pub(super) fn count_below(taps: &[MarkedTap], offset: usize) -> usize {
    taps.partition_point(|tap| tap.offset < offset)
}

/// Of these taps, which are in ascending order, those with an offset from this one on.
pub(super) fn from(taps: &[MarkedTap], offset: usize) -> &[MarkedTap] {
    &taps[count_below(taps, offset)..]
}
