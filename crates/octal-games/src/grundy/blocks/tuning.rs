//! What the speed of blocks depends on; it changes no value.

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
