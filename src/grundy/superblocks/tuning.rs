//! What the speed of superblocks depends on; it changes no value.

use crate::grundy::layout::BLOCK;

/// The distance between two heaps of the sample from which witnesses are chosen.
const SAMPLE_STEP: usize = 7;
/// The sample has one more heap for this many heaps of the sequence.
const HEAPS_PER_SAMPLE: usize = 1 << 12;
/// It has at most this many times the least number of heaps.
const LONGEST_SAMPLE: usize = 8;
/// Splits among which witnesses are chosen, in pools.
const CANDIDATES: usize = 8;

/// When superblocks are tried, how long they are, and what is kept for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// The heap from which on superblocks are tried.
    pub start: usize,
    /// Heaps of a superblock, from 1 to 2²⁰, rounded up to a multiple of 64.
    pub superblock: usize,
    /// The fewest heaps by which witnesses are chosen.
    pub sample: usize,
    /// The splits among which witnesses are chosen, in units of 8 splits.
    pub pool: usize,
    /// How many of the smallest heaps are kept at least, when those in the middle are forgotten.
    pub history: usize,
}

impl Tuning {
    /// For speed.
    pub const DEFAULT: Tuning =
        Tuning { start: 1 << 13, superblock: 1024, sample: 256, pool: 1024, history: 1 << 20 };

    /// As short and as forgetful as possible.
    pub const TINY: Tuning = Tuning { start: 64, superblock: 64, sample: 8, pool: 32, history: 1 };

    /// Differs from [`Tuning::DEFAULT`] in every field, for a second opinion.
    pub const ALTERNATE: Tuning =
        Tuning { start: 3000, superblock: 192, sample: 100, pool: 500, history: 7000 };

    /// The same within the bounds that are said above.
    pub(in crate::grundy) fn clamped(self) -> Tuning {
        let superblock = self.superblock.clamp(1, 1 << 20).next_multiple_of(BLOCK);
        Tuning { superblock, sample: self.sample.max(1), pool: self.pool.max(1), ..self }
    }

    /// How many splits there are to choose witnesses from.
    pub(super) fn candidates(&self) -> usize {
        CANDIDATES * self.pool
    }

    /// The heaps before heap `next` by which witnesses are chosen, none below half of it: witnesses
    /// have parts up to a quarter.
    pub(super) fn sample(&self, next: usize) -> impl Iterator<Item = usize> + use<> {
        let count = (next / HEAPS_PER_SAMPLE).clamp(self.sample, LONGEST_SAMPLE * self.sample);
        (next - (SAMPLE_STEP * count).min(next / 2)..next).step_by(SAMPLE_STEP)
    }

    /// How many heaps back a sample reaches, at most.
    pub(super) fn longest_sample(&self) -> usize {
        SAMPLE_STEP * LONGEST_SAMPLE * self.sample
    }
}
