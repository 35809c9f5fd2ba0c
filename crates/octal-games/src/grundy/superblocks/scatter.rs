//! Taps inserted heap by heap, one bit each, into a word for each packed value: for values that need many
//! planes.

use super::columns::Columns;
use super::sets::BlockSets;
use super::tap::{self, Block, MarkedTap, PREFETCHED};
use crate::grundy::kernel::prefetch;
use crate::grundy::layout::BLOCK;
use std::cell::Cell;

/// The heaps of a block that have an option with some packed value: bit i mod 8 of byte i / 8 says whether
/// heap i has.
type HeapBits = [u8; BLOCK / 8];

/// For each packed value the heaps that have it; for marked values too, so that none has to be told apart.
type Marks = [HeapBits; 1 << 16];

/// Marks that are 0 between two uses, for the packed values below 64·`words`.
#[derive(Default)]
struct Clear {
    words: usize,
    /// For each block.
    marks: Vec<Vec<HeapBits>>,
}

thread_local! {
    /// Kept, because to clear all of it takes as long as the taps of a block.
    static CLEAR: Cell<Clear> = const { Cell::new(Clear { words: 0, marks: vec![] }) };
}

/// Taps inserted for one block before they are for the next, so that what they meet is still in the cache.
const TAPS_AT_ONCE: usize = 1 << 8;

/// The packed values below 64·`words` that taps give each block, as sets. The columns have the heaps that they
/// meet. Taps ascend, unless all are inserted for every block.
///
/// O(taps) bits a heap. The marks of 1024 packed values take 8 KiB, and so stay in the fastest cache.
#[inline(always)]
pub(super) fn sets(
    columns: &Columns,
    blocks: &[Block],
    taps: &[MarkedTap],
    words: usize,
) -> Vec<BlockSets> {
    let mut all = vec![vec![[0; BLOCK]; words]; blocks.len()];
    if taps.is_empty() {
        return all;
    }
    let mut clear = CLEAR.take();
    if clear.words != words || clear.marks.len() < blocks.len() {
        let marks = vec![vec![[0; BLOCK / 8]; 1 << 16]; blocks.len()];
        clear = Clear { words, marks };
    }
    for (part, begin) in taps.chunks(TAPS_AT_ONCE).zip((0..).step_by(TAPS_AT_ONCE)) {
        for (&Block { heap, from }, marks) in blocks.iter().zip(&mut clear.marks) {
            let marks = marks.first_chunk_mut().expect("a pair of bytes has 2¹⁶ values");
            let count = tap::from(part, from).len();
            mark(columns, heap, &taps[begin + part.len() - count..], count, marks);
        }
    }
    for (sets, marks) in all.iter_mut().zip(&mut clear.marks) {
        for (words, marks) in sets.iter_mut().zip(marks.as_chunks_mut::<BLOCK>().0) {
            *words = marks.map(u64::from_le_bytes);
            *marks = [[0; BLOCK / 8]; BLOCK];
            transpose(words);
        }
    }
    CLEAR.set(clear);
    all
}

/// Marks the packed values that the first `count` of these taps give the heaps of the block that begins at `heap`.
#[inline(always)]
fn mark(columns: &Columns, heap: usize, taps: &[MarkedTap], count: usize, marks: &mut Marks) {
    let met = |offset| -> &[[u8; 2]; BLOCK] { columns.both(heap, offset) };
    for (i, tap) in taps.iter().take(count).enumerate() {
        if let Some(soon) = taps.get(i + PREFETCHED) {
            let soon = met(soon.offset);
            prefetch([&soon[0], &soon[BLOCK / 2], &soon[BLOCK - 1]]);
        }
        let own = tap.packed.bits() as u64 * 0x0001_0001_0001_0001;
        for (j, eight) in met(tap.offset).as_chunks::<8>().0.iter().enumerate() {
            for (four, packed) in eight.as_flattened().as_chunks().0.iter().enumerate() {
                // Four at a time as a word: half the instructions of one after the other.
                let packed = u64::from_le_bytes(*packed) ^ own;
                for i in 0..4 {
                    marks[usize::from((packed >> (16 * i)) as u16)][j] |= 1 << (4 * four + i);
                }
            }
        }
    }
}

/// Bit j of word i becomes bit i of word j.
#[inline(always)]
fn transpose(words: &mut [u64; BLOCK]) {
    // Squares of halving width swap their other two quarters.
    let (mut width, mut mask) = (32, u64::from(u32::MAX));
    while width > 0 {
        for i in (0..BLOCK).filter(|i| i & width == 0) {
            let swapped = (words[i] >> width ^ words[i + width]) & mask;
            words[i] ^= swapped << width;
            words[i + width] ^= swapped;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        let mut random = fastrand::Rng::with_seed(64);
        let words: [u64; BLOCK] = std::array::from_fn(|_| random.u64(..));
        let mut transposed = words;
        transpose(&mut transposed);
        for (i, j) in (0..BLOCK).flat_map(|i| (0..BLOCK).map(move |j| (i, j))) {
            assert_eq!(transposed[j] >> i & 1, words[i] >> j & 1, "{i}, {j}");
        }
    }
}
