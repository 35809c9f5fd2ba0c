//! Taps that are inserted for one heap alone: what they give is marked in bytes, and taken into its set at once.

use super::sets::BlockSets;
use super::tap::Insertion;
use crate::grundy::kernel::Vector;
use crate::grundy::layout::BLOCK;

/// Marks what taps give their heap.
#[inline(always)]
pub(super) fn mark(marks: &mut [u8], taps: Insertion<'_>) {
    let Insertion { columns, heap, taps } = taps;
    let beyond = marks.len() - 1;
    for tap in taps {
        marks[tap.given(columns, heap).bits().min(beyond)] = 1;
    }
}

/// Adds the marked values to set i, and removes the marks. There are as many as the set has room for, or more.
#[inline(always)]
pub(super) fn take_marks<V: Vector>(v: V, marks: &mut [u8], sets: &mut BlockSets, i: usize) {
    for (words, bytes) in sets.iter_mut().zip(marks.as_chunks_mut().0) {
        words[i] |= v.bits(bytes);
        *bytes = [0; BLOCK];
    }
}
