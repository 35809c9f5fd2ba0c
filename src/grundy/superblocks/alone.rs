//! Taps that are inserted for one heap alone: what they give is marked in bytes, and taken into its set at once.

use super::sets::{BlockSets, take_marks};
use super::tap::Insertion;
use crate::grundy::kernel::Vector;

/// Inserts taps for their heap alone, which is heap i of its block.
#[inline(always)]
pub(super) fn insert_alone<V: Vector>(
    v: V,
    taps: Insertion<'_>,
    marks: &mut [u8],
    common: &mut BlockSets,
    i: usize,
) {
    if !taps.taps.is_empty() {
        mark(marks, taps);
        take_marks(v, marks, common, i);
    }
}

/// Marks what taps give their heap.
#[inline(always)]
pub(super) fn mark(marks: &mut [u8], taps: Insertion<'_>) {
    let Insertion { columns, heap, taps } = taps;
    let beyond = marks.len() - 1;
    for tap in taps {
        marks[tap.given(columns, heap).bits().min(beyond)] = 1;
    }
}
