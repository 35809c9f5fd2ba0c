//! Sets of the packed values that taps give the heaps of a block.
//!
//! There are three ways. Byte planes serve a whole block: byte i of plane j holds the packed values
//! 8j to 8j + 7 of heap i. A word of bits for each packed value serves values that need many
//! planes. Bytes mark what taps give one heap alone, and its set takes them at once.
//!
//! Tasks share the taps for a block, and [`Gathering`] unites what they insert. Where there are
//! several splitting places it unites the sets of a block with those of the block before. No task
//! waits for another: the task that gives the last of what is needed continues with it.

use super::columns::{Columns, Marked};
use super::locked::locked;
use super::sets::{self, BlockSets};
use super::tap::{self, Block, Insertion, MarkedTap, PREFETCHED};
use crate::grundy::kernel::{Vector, prefetch};
use crate::grundy::packed::BLOCK;
use crate::rules::Rules;
use std::cell::Cell;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::AcqRel;
use std::sync::{Mutex, OnceLock};

/// The planes of packed values that have the same high byte.
const PAGE: usize = Marked::NARROW / 8;

/// The packed values below 8·`planes` that taps give, as sets of `words` words. Unless `wide`, no tap meets
/// a rare heap, and packed values have 8 bits.
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
    let mut all = vec![[0; BLOCK]; 8 * words];
    for page in (0..planes).step_by(PAGE) {
        let end = planes.min(page + PAGE);
        for from in (page..end).step_by(V::PLANES) {
            let piece = &mut all[from..end.min(from + V::PLANES)];
            match piece.len() {
                1..=4 => insert::<V, 4>(v, taps, wide, from, piece),
                5..=6 => insert::<V, 6>(v, taps, wide, from, piece),
                7..=8 => insert::<V, 8>(v, taps, wide, from, piece),
                9..=10 => insert::<V, 10>(v, taps, wide, from, piece),
                11..=12 => insert::<V, 12>(v, taps, wide, from, piece),
                13..=14 => insert::<V, 14>(v, taps, wide, from, piece),
                15..=16 => insert::<V, 16>(v, taps, wide, from, piece),
                17..=18 => insert::<V, 18>(v, taps, wide, from, piece),
                19..=20 => insert::<V, 20>(v, taps, wide, from, piece),
                21..=22 => insert::<V, 22>(v, taps, wide, from, piece),
                _ => insert::<V, 24>(v, taps, wide, from, piece),
            }
        }
    }
    let mut sets = BlockSets::with_capacity(words);
    for planes in all.as_chunks::<8>().0 {
        sets.push(v.transpose(planes));
    }
    sets
}

/// Inserts the packed values that taps give into the planes from plane `from` on, which are of one page.
#[inline(always)]
fn insert<V: Vector, const P: usize>(
    v: V,
    taps: Insertion<'_>,
    wide: bool,
    from: usize,
    planes: &mut [[u8; BLOCK]],
) {
    if P > V::PLANES {
        unreachable!("no piece has more planes than registers");
    }
    let (page, from) = ((from / PAGE) as u8, from % PAGE);
    let Insertion { columns, heap, taps } = taps;
    let tables = v.tables(from);
    for part in (0..BLOCK).step_by(V::HEAPS) {
        let mut sets = [v.all(0); P];
        for (i, tap) in taps.iter().enumerate() {
            if let Some(soon) = taps.get(i + PREFETCHED) {
                let ends = |bytes: &[u8; BLOCK]| prefetch([&bytes[0], &bytes[BLOCK - 1]]);
                ends(columns.low(heap, soon.offset));
                if wide {
                    ends(columns.high(heap, soon.offset));
                }
            }
            let low: &[u8; BLOCK] = columns.low(heap, tap.offset);
            let packed = v.xor(v.bytes(&low[part..]), v.all(tap.packed.low));
            let here = if wide {
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
            let count = tap::from(part, from).len();
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

/// Marks the packed values that the first `count` of these taps give the heaps of the block that begins at `heap`.
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
pub(super) fn mark_heap(marks: &mut [u8], taps: Insertion<'_>) {
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

/// The sets of some blocks, while tasks insert.
#[derive(Debug)]
pub(super) struct Gathering<'a> {
    rules: &'a Rules,
    /// How many blocks the superblock has.
    here: usize,
    /// Each block of the superblock, and for each shift but the first the first block less the shift.
    blocks: Vec<Gathered>,
}

/// A block, or the first less a shift.
#[derive(Debug)]
struct Gathered {
    /// What has been inserted at the first place.
    part: Mutex<PartlyInserted>,
    /// The same once all has been inserted, if there are several places.
    whole: OnceLock<BlockSets>,
    /// How many of these a block of the superblock still needs.
    needs: AtomicUsize,
}

/// What has been inserted for a block.
#[derive(Debug)]
struct PartlyInserted {
    /// How many tasks have not yet given theirs.
    left: usize,
    sets: Option<BlockSets>,
}

impl<'a> Gathering<'a> {
    /// For the blocks of a superblock, `here` of them, with this many tasks for each.
    pub(super) fn new(rules: &'a Rules, here: usize, tasks: usize) -> Gathering<'a> {
        let shifts = rules.splits.len() - 1;
        let block = |b| Gathered {
            part: Mutex::new(PartlyInserted { left: tasks, sets: None }),
            whole: OnceLock::new(),
            needs: AtomicUsize::new(1 + if b == 0 { shifts } else { shifts.min(1) }),
        };
        Gathering { rules, here, blocks: (0..here + shifts).map(block).collect() }
    }

    /// Adds what a task has inserted for block j, or for the first less a shift. Gives the sets of all blocks of the
    /// superblock to which that was the last contribution, each with its number, to `goes_on`.
    pub(super) fn add(&self, j: usize, sets: BlockSets, goes_on: impl Fn(usize, BlockSets)) {
        let Some(whole) = self.part(j, sets) else { return };
        if self.rules.splits.len() == 1 {
            return goes_on(j, whole);
        }
        self.blocks[j].whole.get_or_init(|| whole);
        let here = self.here;
        let needed_by = if j < here { j..here.min(j + 2) } else { 0..1 };
        for b in needed_by {
            if self.blocks[b].needs.fetch_sub(1, AcqRel) == 1 {
                let whole = |j: usize| self.blocks[j].whole.get().expect("it was counted");
                goes_on(b, tap::unite(self.rules, whole, |i| whole(here + i), b));
            }
        }
    }

    /// Adds what a task has inserted for block j; gives all that was, if it is the last.
    fn part(&self, j: usize, mut sets: BlockSets) -> Option<BlockSets> {
        loop {
            let mut part = locked(&self.blocks[j].part);
            match part.sets.take() {
                // What others have given is united without the lock, and counts as theirs still.
                Some(more) => {
                    drop(part);
                    sets::unite(&mut sets, &more);
                }
                None => {
                    part.left -= 1;
                    if part.left == 0 {
                        return Some(sets);
                    }
                    part.sets = Some(sets);
                    return None;
                }
            }
        }
    }

    /// What was united, which nobody needs any more.
    pub(super) fn spent(self) -> impl Iterator<Item = BlockSets> {
        self.blocks.into_iter().filter_map(|block| block.whole.into_inner())
    }
}

#[cfg(test)]
mod scatter_tests {
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

#[cfg(test)]
mod gathering_tests {
    use super::*;
    use crate::grundy::packed::BLOCK;
    use rayon::prelude::*;

    /// Every block is given once, with all that was inserted for it and for the heaps less each shift, whatever comes
    /// first.
    #[test]
    fn whoever_is_last_goes_on() {
        let mut random = fastrand::Rng::with_seed(3);
        for (code, tasks) in [("0.07", 1), ("0.07", 3), ("0.77", 1), ("0.774", 4)] {
            let rules = Rules::of(&code.parse().unwrap()).unwrap();
            let shifts = tap::shifts(&rules).count() - 1;
            let (here, all) = (3, 3 + shifts);
            let inserted: Vec<BlockSets> = (0..all * tasks)
                .map(|_| vec![std::array::from_fn(|_| 1 << random.u8(0..64)); 2])
                .collect();
            let whole = |j: usize| {
                let parts = inserted.iter().skip(j).step_by(all);
                let mut sets = vec![[0; BLOCK]; 2];
                parts.for_each(|part| sets::unite(&mut sets, part));
                sets
            };
            let whole: Vec<BlockSets> = (0..all).map(whole).collect();
            for _ in 0..20 {
                let mut order: Vec<usize> = (0..inserted.len()).collect();
                random.shuffle(&mut order);
                let gathering = Gathering::new(&rules, here, tasks);
                let given: Vec<OnceLock<BlockSets>> = (0..here).map(|_| OnceLock::new()).collect();
                order.into_par_iter().with_max_len(1).for_each(|i| {
                    gathering.add(i % all, inserted[i].clone(), |b, sets| {
                        given[b].set(sets).expect("each once");
                    });
                });
                for (b, given) in given.into_iter().enumerate() {
                    let expected = tap::unite(&rules, |j| &whole[j], |i| &whole[here + i], b);
                    assert_eq!(given.into_inner(), Some(expected), "{code}");
                }
                assert_eq!(gathering.spent().count(), if shifts > 0 { all } else { 0 });
            }
        }
    }
}
