//! Sets of the packed values that taps give the heaps of a block.
//!
//! There are three ways. Byte planes serve a whole block: byte i of plane j holds the packed values
//! 8j to 8j + 7 of heap i. A word of bits for each packed value serves values that need many
//! planes. Bytes mark what taps give one heap alone, and its set takes them at once.

use super::history::{Columns, Marked};
use super::sets::BlockSets;
use super::taps::{self, Block, Insertion, MarkedTap, PREFETCHED};
use crate::grundy::kernel::{Vector, prefetch};
use crate::grundy::packed::BLOCK;
use std::cell::Cell;

/// The planes of packed values that have the same high byte.
const PAGE: usize = Marked::NARROW / 8;

/// No kernel inserts into more planes.
const MOST: usize = 80;

/// The packed values below 8·`planes` that taps give, as sets of `words` words. Unless `wide`, no
/// tap meets a rare heap, and packed values have 8 bits.
///
/// O(taps·planes) vector operations.
#[inline(always)]
pub(super) fn sets_by_planes<V: Vector>(
    v: V,
    taps: Insertion<'_>,
    wide: bool,
    planes: usize,
    words: usize,
) -> BlockSets {
    // Not in memory that tasks would wait for.
    let mut all = [[0; BLOCK]; MOST];
    for page in (0..planes).step_by(PAGE) {
        let end = planes.min(page + PAGE);
        for from in (page..end).step_by(V::PLANES) {
            let piece = &mut all[from..end.min(from + V::PLANES)];
            if wide {
                insert_some::<V, true>(v, taps, from, piece);
            } else {
                insert_some::<V, false>(v, taps, from, piece);
            }
        }
    }
    let mut sets = BlockSets::with_capacity(words);
    for planes in all[..planes.next_multiple_of(8)].as_chunks::<8>().0 {
        sets.push(v.transpose(planes));
    }
    sets.resize(words, [0; BLOCK]);
    sets
}

/// Inserts the packed values that taps give into the planes from plane `from` on, which are of one
/// page, and no more than fit into registers. If `WIDE`, high bytes matter.
#[inline(always)]
fn insert_some<V: Vector, const WIDE: bool>(
    v: V,
    taps: Insertion<'_>,
    from: usize,
    planes: &mut [[u8; BLOCK]],
) {
    match planes.len() {
        1..=2 => insert::<V, WIDE, 2>(v, taps, from, planes),
        3..=4 => insert::<V, WIDE, 4>(v, taps, from, planes),
        5..=6 => insert::<V, WIDE, 6>(v, taps, from, planes),
        7..=8 => insert::<V, WIDE, 8>(v, taps, from, planes),
        9..=10 => insert::<V, WIDE, 10>(v, taps, from, planes),
        11..=12 => insert::<V, WIDE, 12>(v, taps, from, planes),
        13..=14 => insert::<V, WIDE, 14>(v, taps, from, planes),
        15..=16 => insert::<V, WIDE, 16>(v, taps, from, planes),
        17..=18 => insert::<V, WIDE, 18>(v, taps, from, planes),
        19..=20 => insert::<V, WIDE, 20>(v, taps, from, planes),
        21..=22 => insert::<V, WIDE, 22>(v, taps, from, planes),
        _ => insert::<V, WIDE, 24>(v, taps, from, planes),
    }
}

/// As [`insert_some`], for P planes or fewer.
#[inline(always)]
fn insert<V: Vector, const WIDE: bool, const P: usize>(
    v: V,
    taps: Insertion<'_>,
    from: usize,
    planes: &mut [[u8; BLOCK]],
) {
    if P > V::PLANES {
        unreachable!("no piece has more planes than registers");
    }
    let (page, from) = ((from / PAGE) as u8, from % PAGE);
    let Insertion { columns, heap, taps } = taps;
    let tables = v.tables(from);
    let ahead = taps::prefetched(taps);
    for part in (0..BLOCK).step_by(V::HEAPS) {
        let mut sets = [v.all(0); P];
        for (i, tap) in taps.iter().enumerate() {
            if let Some(soon) = taps.get(i + ahead) {
                soon.prefetch::<WIDE>(columns, heap);
            }
            let low: &[u8; BLOCK] = columns.low(heap, tap.offset);
            let packed = v.xor(v.bytes(&low[part..]), v.all(tap.packed.low));
            let here = if WIDE {
                let bytes: &[u8; BLOCK] = columns.high(heap, tap.offset);
                v.equal(v.bytes(&bytes[part..]), v.all(tap.packed.high ^ page))
            } else {
                v.everywhere()
            };
            sets = v.add::<P>(sets, packed, here, &tables);
        }
        for (plane, set) in planes.iter_mut().zip(sets) {
            v.store(set, &mut plane[part..]);
        }
    }
}

/// The heaps of a block that have an option with some packed value: bit i mod 8 of byte i / 8 is 1
/// if heap i has.
type HeapBits = [u8; BLOCK / 8];

/// For each packed value the heaps that have it; for marked values too, so that no value is a
/// special case.
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

/// Taps inserted for one block before they are for the next, so that what they meet is still in the
/// cache.
const TAPS_AT_ONCE: usize = 1 << 8;

/// The packed values below 64·`words` that taps give each block, as sets. The columns have the
/// heaps that they meet. Taps ascend, unless all are inserted for every block.
///
/// O(taps) bits a heap. The marks of 1024 packed values take 8 KiB, and so stay in the fastest
/// cache.
#[inline(always)]
pub(super) fn sets_heap_by_heap(
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
            let count = taps::from_offset(part, from).len();
            mark_block(columns, heap, &taps[begin + part.len() - count..], count, marks);
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

/// Marks the packed values that the first `count` of these taps give the heaps of the block that
/// begins at `heap`.
#[inline(always)]
fn mark_block(columns: &Columns, heap: usize, taps: &[MarkedTap], count: usize, marks: &mut Marks) {
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

/// Marks what taps give their heap.
#[inline(always)]
pub(super) fn mark_heap(marks: &mut [u8; 1 << 16], taps: Insertion<'_>) {
    let Insertion { columns, heap, taps } = taps;
    for tap in taps {
        // Without a branch for marked values, because it could not be predicted.
        marks[tap.given(columns, heap).bits()] = 1;
    }
}
