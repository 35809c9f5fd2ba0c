//! Far taps: the options of a superblock that depend on nothing in it or just before it.

use super::columns::{Lanes, Sets};
use super::history::History;
use super::scatter;
use super::taps::{Tap, Taps};
use crate::grundy::kernel::{Job, Kernel, Vector};
use crate::grundy::layout::BLOCK;
use rayon::prelude::*;

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
    /// Numbers with common values that far taps give.
    pub(super) common: Sets,
    /// Numbers with rare values that witnesses give.
    pub(super) rare: Sets,
}

/// The taps and the numbers that a stage of the computation reads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Read<'a> {
    pub(super) history: &'a History,
    pub(super) taps: &'a Taps,
    /// Numbers below 8·planes are looked at for a whole block, those below 64·words at all. Without
    /// planes taps are inserted heap by heap.
    pub(super) planes: Option<usize>,
    pub(super) words: usize,
    /// Whether high bytes matter: taps may meet rare heaps, or numbers have more than 8 bits.
    pub(super) wide: bool,
}

impl Read<'_> {
    /// One more than the largest number that is looked at for a whole block.
    pub(super) fn limit(&self) -> usize {
        self.planes.map_or(64 * self.words, |planes| 8 * planes)
    }

    /// All blocks of the superblock from `start` on, in parallel.
    pub(super) fn far(self, kernel: Kernel, start: usize, heaps: usize) -> Option<Far> {
        let starts = (start..start + heaps).into_par_iter().step_by(BLOCK).with_max_len(1);
        let blocks = starts.map(|heap| kernel.run(FarBlock { read: self, heap }));
        let blocks: Option<Vec<Block>> = blocks.collect();
        Some(Far { start, blocks: blocks?, included: self.taps.included() })
    }

    /// The numbers of taps as sets, for the block at `heap`.
    #[inline(always)]
    pub(super) fn sets<V: Vector>(self, v: V, lanes: &Lanes, heap: usize, taps: &[Tap]) -> Sets {
        let Some(most) = self.planes else {
            return scatter::sets(v, lanes, heap, taps, self.words);
        };
        let mut planes = vec![[0; BLOCK]; 8 * self.words];
        for from in (0..most).step_by(V::PLANES) {
            let to = most.min(from + V::PLANES);
            let piece = &mut planes[from..to];
            match to - from {
                1..=4 => self.insert::<V, 4>(v, lanes, heap, taps, from, piece),
                5..=8 => self.insert::<V, 8>(v, lanes, heap, taps, from, piece),
                9..=12 => self.insert::<V, 12>(v, lanes, heap, taps, from, piece),
                13..=16 => self.insert::<V, 16>(v, lanes, heap, taps, from, piece),
                17..=20 => self.insert::<V, 20>(v, lanes, heap, taps, from, piece),
                _ => self.insert::<V, 24>(v, lanes, heap, taps, from, piece),
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
                    v.equal(v.bytes(&bytes[part..]), v.all(tap.number.high))
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
        Block {
            common: read.sets(v, read.history.last(), heap, &read.taps.far),
            rare: read.sets(v, read.history.last(), heap, &read.taps.witnesses),
        }
    }
}
