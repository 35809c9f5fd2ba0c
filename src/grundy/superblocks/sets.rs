//! Sets of packed values for the heaps of a block.

use crate::grundy::kernel::Vector;
use crate::grundy::layout::BLOCK;

/// Sets of packed values for the 64 heaps of a block: bit v mod 64 of word [v / 64][i] says whether set
/// i has v.
pub(super) type BlockSets = Vec<[u64; BLOCK]>;

/// Adds to each set what the other one has.
#[inline(always)]
pub(super) fn unite(sets: &mut BlockSets, more: &BlockSets) {
    for (words, more) in sets.iter_mut().zip(more) {
        for (word, more) in words.iter_mut().zip(more) {
            *word |= more;
        }
    }
}

/// Adds the marked values to set i, as far as the set has room for them, and removes the marks.
#[inline(always)]
pub(super) fn take_marks<V: Vector>(
    v: V,
    marks: &mut [u8; 1 << 16],
    sets: &mut BlockSets,
    i: usize,
) {
    for (words, bytes) in sets.iter_mut().zip(marks.as_chunks_mut().0) {
        words[i] |= v.bits(bytes);
        *bytes = [0; BLOCK];
    }
}

/// The least packed value that is not in set i and not given otherwise, if the set has room for it.
#[inline(always)]
pub(super) fn first_missing(
    sets: &BlockSets,
    i: usize,
    is_given: impl Fn(usize) -> bool,
) -> Option<usize> {
    for (words, from) in sets.iter().zip((0..).step_by(64)) {
        let mut missing = !words[i];
        while missing != 0 {
            let x = from + missing.trailing_zeros() as usize;
            if !is_given(x) {
                return Some(x);
            }
            missing &= missing - 1;
        }
    }
    None
}

/// Adds a packed value to set i, if the set has room for it.
#[inline(always)]
pub(super) fn insert(sets: &mut BlockSets, i: usize, packed: usize) {
    if let Some(words) = sets.get_mut(packed / 64) {
        words[i] |= 1 << (packed % 64);
    }
}
