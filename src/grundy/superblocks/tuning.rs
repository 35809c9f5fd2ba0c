//! Numbers that the speed of superblocks depends on; they change no value.

use crate::grundy::layout::BLOCK;

/// When superblocks are tried, how long they are, and what is kept for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// The heap from which on superblocks are tried.
    pub start: usize,
    /// Heaps of a superblock, from 1 to 2²⁰, rounded up to a multiple of 64.
    pub superblock: usize,
    /// The fewest heaps from which is learnt which witnesses to insert.
    pub lesson: usize,
    /// An eighth of the splits among which witnesses are chosen.
    pub pool: usize,
    /// How many of the smallest heaps are kept at least, when those in the middle are forgotten.
    pub history: usize,
}

impl Tuning {
    /// For speed.
    pub const DEFAULT: Tuning =
        Tuning { start: 1 << 13, superblock: 1024, lesson: 256, pool: 1024, history: 1 << 20 };

    /// As short and as forgetful as possible.
    pub const TINY: Tuning = Tuning { start: 64, superblock: 64, lesson: 8, pool: 32, history: 1 };

    /// Not [`Tuning::DEFAULT`] in any number, for a second opinion.
    pub const ALTERNATE: Tuning =
        Tuning { start: 3000, superblock: 192, lesson: 100, pool: 500, history: 7000 };

    /// The same within the bounds that are said above.
    pub(in crate::grundy) fn clamped(self) -> Tuning {
        let superblock = self.superblock.clamp(1, 1 << 20).next_multiple_of(BLOCK);
        Tuning { superblock, lesson: self.lesson.max(1), pool: self.pool.max(1), ..self }
    }
}
