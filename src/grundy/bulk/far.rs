//! Far taps: the options of a superblock that depend on nothing in it or just before it.

use super::lanes::{Lanes, Number, Sets};
use super::singly;
use super::taps::{Tap, Taps};
use crate::grundy::kernel::{Job, Kernel, Vector};
use crate::grundy::recent::BLOCK;
use rayon::prelude::*;

/// For how many common values of a heap it is decided, in vectors, whether a far tap has them.
pub(super) const CANDIDATES: usize = 8;
/// How likely the other taps strike all candidates that the far taps have left, in 64ths, by the
/// number of those. That heap is then decided alone.
const ALONE: [u32; 4] = [64, 16, 4, 1];
/// To go through the far taps once more takes as long as to decide so many heaps alone.
const ROUND: u32 = 3 * 64;

/// What the far taps say of the heaps of a superblock.
#[derive(Clone, Debug)]
pub(super) struct Far {
    pub(super) start: usize,
    pub(super) blocks: Vec<Block>,
    /// How many rare heaps were among the taps.
    pub(super) included: usize,
}

/// What the far taps say of the heaps of a block.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// Common values of options. Below `exact` they are those of all far taps.
    pub(super) common: Sets,
    pub(super) exact: [u16; BLOCK],
    /// Rare values of options.
    pub(super) rare: Sets,
    /// How often the far taps outside the sample were gone through.
    pub(super) rounds: u64,
}

/// The taps and the numbers that a stage of the computation reads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Read<'a> {
    pub(super) lanes: &'a Lanes,
    pub(super) taps: &'a Taps,
    /// Numbers below 8·planes are looked at for a whole block, those below 64·words at all. Without
    /// planes taps are inserted heap by heap.
    pub(super) planes: Option<usize>,
    pub(super) words: usize,
    /// Whether high bytes matter: taps may meet rare heaps, or numbers have more than 8 bits.
    pub(super) wide: bool,
    /// How many far taps are inserted; the others are compared with candidates.
    pub(super) sample: usize,
}

impl Read<'_> {
    /// One more than the largest number that is looked at for a whole block.
    pub(super) fn limit(&self) -> usize {
        self.planes.map_or(64 * self.words, |planes| 8 * planes)
    }

    /// All blocks of the superblock from `start` on, in parallel.
    pub(super) fn far(self, kernel: Kernel, start: usize, heaps: usize) -> Option<Far> {
        let starts = (start..start + heaps).into_par_iter().step_by(BLOCK);
        let block = |heap| kernel.run(FarBlock { read: self, heap });
        let blocks: Option<Vec<Block>> = starts.map(block).collect();
        Some(Far { start, blocks: blocks?, included: self.taps.included() })
    }

    /// The numbers of taps as sets, for the block at `heap`.
    #[inline(always)]
    pub(super) fn sets<V: Vector>(self, v: V, lanes: &Lanes, heap: usize, taps: &[Tap]) -> Sets {
        let Some(most) = self.planes else { return singly::sets(lanes, heap, taps, self.words) };
        let mut planes = vec![[0; BLOCK]; 8 * self.words];
        for from in (0..most).step_by(V::PLANES) {
            let to = most.min(from + V::PLANES);
            let piece = &mut planes[from..to];
            match to - from {
                1..=4 => self.insert::<V, 4>(v, lanes, heap, taps, from, piece),
                5..=8 => self.insert::<V, 8>(v, lanes, heap, taps, from, piece),
                9..=12 => self.insert::<V, 12>(v, lanes, heap, taps, from, piece),
                _ => self.insert::<V, 16>(v, lanes, heap, taps, from, piece),
            }
        }
        let mut sets = Sets::with_capacity(self.words);
        for planes in planes.as_chunks::<8>().0 {
            sets.push(v.transpose(planes));
        }
        sets
    }

    /// Inserts the numbers of taps into the planes from `from` on.
    #[inline(always)]
    fn insert<V: Vector, const P: usize>(
        self,
        v: V,
        lanes: &Lanes,
        heap: usize,
        taps: &[Tap],
        from: usize,
        planes: &mut [[u8; BLOCK]],
    ) {
        let (high, from) = ((from / 32) as u8, from % 32);
        if P > V::PLANES {
            unreachable!("no piece has more planes than registers");
        }
        for part in (0..BLOCK).step_by(V::HEAPS) {
            let mut sets = [v.all(0); P];
            for tap in taps {
                let low: &[u8; BLOCK] = lanes.low(heap, tap.offset);
                let number = v.xor(v.bytes(&low[part..]), v.all(tap.number.low));
                let here = if self.wide {
                    let bytes: &[u8; BLOCK] = lanes.high(heap, tap.offset);
                    v.equal(v.bytes(&bytes[part..]), v.all(tap.number.high ^ high))
                } else {
                    v.everywhere()
                };
                sets = v.add::<P>(sets, number, here, from);
            }
            for (plane, set) in planes.iter_mut().zip(sets) {
                v.store(set, &mut plane[part..]);
            }
        }
    }

    /// Of the candidates (low and high bytes), which are numbers of taps: 0 if so.
    #[inline(always)]
    fn strike<V: Vector, const WIDE: bool>(
        self,
        v: V,
        heap: usize,
        taps: &[Tap],
        candidates: &Candidates,
    ) -> [[u8; BLOCK]; CANDIDATES] {
        let mut struck = [[0; BLOCK]; CANDIDATES];
        for part in (0..BLOCK).step_by(V::HEAPS) {
            let (mut low, mut high) = ([v.all(0); CANDIDATES], [v.all(0); CANDIDATES]);
            for c in 0..CANDIDATES {
                low[c] = v.bytes(&candidates.low[c][part..]);
                high[c] = v.bytes(&candidates.high[c][part..]);
            }
            let mut least = [v.all(u8::MAX); CANDIDATES];
            for tap in taps {
                let bytes: &[u8; BLOCK] = self.lanes.low(heap, tap.offset);
                let x = v.xor(v.bytes(&bytes[part..]), v.all(tap.number.low));
                if WIDE {
                    let bytes: &[u8; BLOCK] = self.lanes.high(heap, tap.offset);
                    let y = v.xor(v.bytes(&bytes[part..]), v.all(tap.number.high));
                    for c in 0..CANDIDATES {
                        let difference = v.differs(y, high[c], v.xor(x, low[c]));
                        least[c] = v.min(least[c], difference);
                    }
                } else {
                    for c in 0..CANDIDATES {
                        least[c] = v.min(least[c], v.xor(x, low[c]));
                    }
                }
            }
            for (struck, least) in struck.iter_mut().zip(least) {
                v.store(least, &mut struck[part..]);
            }
        }
        struck
    }
}

/// The least common numbers of each heap that are not known to be options.
struct Candidates {
    low: [[u8; BLOCK]; CANDIDATES],
    high: [[u8; BLOCK]; CANDIDATES],
    /// The numbers themselves, and one more of each heap.
    numbers: [[u16; CANDIDATES + 1]; BLOCK],
}

impl Candidates {
    /// Those from `from` on.
    #[inline(always)]
    fn new(sets: &Sets, from: &[u16; BLOCK], limit: usize) -> Candidates {
        let none = [[u8::MAX; BLOCK]; CANDIDATES];
        let numbers = [[limit as u16; CANDIDATES + 1]; BLOCK];
        let mut candidates = Candidates { low: none, high: none, numbers };
        for (i, &from) in from.iter().enumerate() {
            let mut c = 0;
            let (first, mut mask) = (usize::from(from) / 64, u64::MAX << (from % 64));
            'words: for (word, words) in sets.iter().enumerate().skip(first) {
                let mut missing = !words[i] & mask;
                mask = u64::MAX;
                while missing != 0 {
                    let x = 64 * word + missing.trailing_zeros() as usize;
                    if x >= limit {
                        break 'words;
                    }
                    candidates.numbers[i][c] = x as u16;
                    if c == CANDIDATES {
                        break 'words;
                    }
                    let Number { low, high } = Number::new(x);
                    (candidates.low[c][i], candidates.high[c][i]) = (low, high);
                    missing &= missing - 1;
                    c += 1;
                }
            }
        }
        candidates
    }
}

/// Computes one block.
struct FarBlock<'a> {
    read: Read<'a>,
    heap: usize,
}

impl Job for FarBlock<'_> {
    type Output = Block;

    #[inline(always)]
    fn run<V: Vector>(self, v: V) -> Block {
        let FarBlock { read, heap } = self;
        let (sample, rest) = read.taps.far.split_at(read.sample.min(read.taps.far.len()));
        let mut common = read.sets(v, read.lanes, heap, sample);
        let rare = read.sets(v, read.lanes, heap, &read.taps.witnesses);
        let limit = read.limit();
        if rest.is_empty() {
            return Block { common, exact: [limit as u16; BLOCK], rare, rounds: 0 };
        }
        let (mut exact, mut spare, mut rounds) = ([0; BLOCK], [0_usize; BLOCK], 0);
        loop {
            let candidates = Candidates::new(&common, &exact, limit);
            let struck = if read.wide {
                read.strike::<V, true>(v, heap, rest, &candidates)
            } else {
                read.strike::<V, false>(v, heap, rest, &candidates)
            };
            rounds += 1;
            let mut alone = 0;
            for i in 0..BLOCK {
                let numbers = candidates.numbers[i];
                exact[i] = numbers[CANDIDATES];
                for (struck, x) in struck.iter().zip(numbers) {
                    if struck[i] != 0 {
                        spare[i] += usize::from(usize::from(x) < limit);
                    } else if usize::from(x) < limit {
                        common[usize::from(x / 64)][i] |= 1 << (x % 64);
                    }
                }
                if usize::from(exact[i]) < limit {
                    alone += ALONE.get(spare[i]).unwrap_or(&0);
                }
            }
            if alone <= ROUND {
                return Block { common, exact, rare, rounds };
            }
        }
    }
}
