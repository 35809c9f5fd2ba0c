//! Tuning of blocks, which changes no value, and counters of how often they took each of their ways.

use std::ops::AddAssign;

/// When blocks are tried, and how hard they try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// The heap from which on blocks are tried.
    pub start: usize,
    /// The most taps.
    pub taps: usize,
    /// The most splits tried for a whole block to verify rare values.
    pub witnesses: usize,
    /// The largest small part tried for a single heap, in units of 64 heaps.
    pub part_blocks: usize,
    /// The most blocks of 64 heaps that are computed while others are verified, at least 1.
    pub blocks_at_once: usize,
}

impl Tuning {
    /// For speed.
    pub const DEFAULT: Tuning =
        Tuning { start: 1 << 13, taps: 256, witnesses: 256, part_blocks: 32, blocks_at_once: 1024 };

    /// Blocks as early as possible, and so little verification that it often fails.
    pub const TINY: Tuning =
        Tuning { start: 64, taps: 300, witnesses: 3, part_blocks: 1, blocks_at_once: 2 };

    /// Differs from [`Tuning::DEFAULT`] in every field, for a second opinion.
    pub const ALTERNATE: Tuning =
        Tuning { start: 3000, taps: 1024, witnesses: 20, part_blocks: 5, blocks_at_once: 7 };
}

/// Counters of the heaps computed in blocks. No kernel, no number of threads and no step of computing
/// changes them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Blocks computed.
    pub blocks: u64,
    /// Option values of table and group taps.
    pub group: u64,
    /// Option values of block taps.
    pub block: u64,
    /// Option values of splits tried for a whole block to verify rare values.
    pub splits: u64,
    /// Option values of splits tried for a single heap to verify one rare value.
    pub searched: u64,
    /// Heaps deferred because a rare value below theirs was not shown to be that of an option.
    pub unverified: u64,
    /// Blocks cut short because a value was too large for the planes in use.
    pub too_large: u64,
    /// Blocks cut short at a heap that splits into two rare parts.
    pub pairs: u64,
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Counters) {
        self.blocks += other.blocks;
        self.group += other.group;
        self.block += other.block;
        self.splits += other.splits;
        self.searched += other.searched;
        self.unverified += other.unverified;
        self.too_large += other.too_large;
        self.pairs += other.pairs;
    }
}
