//! Taps inserted heap by heap, one store each, into a byte for each packed value: for values that need
//! many planes.

use super::sets::BlockSets;
use super::taps::Insertion;
use crate::grundy::kernel::Vector;
use crate::grundy::layout::BLOCK;
use std::cell::Cell;

/// Heaps whose bytes stand together.
const HEAPS: usize = 8;
/// The sets of this many times [`HEAPS`] heaps are filled at once.
const GROUPS: usize = 2;

/// A byte for each packed value and heap, for marked values too, so that none has to be told apart.
///
/// The bytes of one packed value stand together: apart, they would compete for the same cache lines.
type Marks = [[u8; HEAPS]; 1 << 16];

/// Marks that are 0 between two uses, for the packed values below 64·`words`.
#[derive(Default)]
struct Clear {
    words: usize,
    marks: Vec<Marks>,
}

thread_local! {
    /// Kept, because to clear all of it takes as long as the taps of a block.
    static CLEAR: Cell<Clear> = const { Cell::new(Clear { words: 0, marks: vec![] }) };
}

/// The packed values below 64·`words` that taps give, as sets.
///
/// O(taps) stores a heap.
#[inline(always)]
pub(super) fn sets<V: Vector>(v: V, taps: Insertion<'_>, words: usize) -> BlockSets {
    let Insertion { columns, heap, taps } = taps;
    let mut sets = vec![[0; BLOCK]; words];
    if taps.is_empty() {
        return sets;
    }
    let mut clear = CLEAR.take();
    if clear.words != words {
        clear = Clear { words, marks: vec![[[0; HEAPS]; 1 << 16]; GROUPS] };
    }
    let seen: &mut [_; GROUPS] = clear.marks.first_chunk_mut().expect("there are GROUPS of them");
    for from in (0..BLOCK).step_by(GROUPS * HEAPS) {
        for tap in taps {
            let own = tap.packed.bits() as u64 * 0x0001_0001_0001_0001;
            for (group, seen) in seen.iter_mut().enumerate() {
                let heap = heap + from + group * HEAPS;
                let numbers: &[[u8; 2]; HEAPS] = columns.both(heap, tap.offset);
                for (four, numbers) in numbers.as_flattened().as_chunks().0.iter().enumerate() {
                    // Four at a time as a word: half the instructions of one after the other.
                    let numbers = u64::from_le_bytes(*numbers) ^ own;
                    for j in 0..4 {
                        seen[usize::from((numbers >> (16 * j)) as u16)][4 * four + j] = 1;
                    }
                }
            }
        }
        for (seen, i) in seen.iter_mut().zip((from..).step_by(HEAPS)) {
            take_marks(v, seen, &mut sets, i);
        }
    }
    CLEAR.set(clear);
    sets
}

/// Adds the marked values to the sets of the heaps from i on, and removes the marks.
#[inline(always)]
fn take_marks<V: Vector>(v: V, seen: &mut Marks, sets: &mut BlockSets, i: usize) {
    for (word, seen) in sets.iter_mut().zip(seen.as_chunks_mut::<BLOCK>().0) {
        let word: &mut [u64; HEAPS] = word[i..].first_chunk_mut().expect("HEAPS divides BLOCK");
        for (eight, at) in seen.as_chunks_mut::<8>().0.iter_mut().zip((0..).step_by(8)) {
            let bits = v.bits(eight.as_flattened().first_chunk().expect("8 times HEAPS"));
            for (j, word) in word.iter_mut().enumerate() {
                *word |= column(bits, j) << at;
            }
            *eight = [[0; HEAPS]; 8];
        }
    }
}

/// Bit j of each of the eight bytes of a word, as a byte.
#[inline(always)]
fn column(word: u64, j: usize) -> u64 {
    // The product has byte i's bit at place 56 + i, and no two summands meet.
    (word >> j & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}
