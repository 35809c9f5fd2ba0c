//! When the blocked and the bulk engine take over and how hard they try: numbers that change no value.

use crate::grundy::kernel::{Kernel, KernelError};
use crate::grundy::layout::BLOCK;

/// The numbers that speed depends on, and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// The kernel; `None` for that of the process.
    pub kernel: Option<Kernel>,
    /// The heap from which on blocks are tried.
    pub start: usize,
    /// The most taps.
    pub taps: usize,
    /// The most splits tried for a whole block to verify rare values.
    pub witnesses: usize,
    /// The largest small part tried for a single heap, in units of 64.
    pub part_blocks: usize,
    /// The most blocks that are computed while others are verified, at least 1.
    pub blocks_at_once: usize,
    /// Heaps of a superblock, at most 2²⁰, rounded up to a multiple of 64; 0 for no superblocks.
    pub superblock: usize,
    /// The fewest heaps from which the bulk engine learns which witnesses to insert.
    pub lesson: usize,
    /// An eighth of the splits among which it chooses them.
    pub pool: usize,
    /// How many of the smallest heaps the bulk engine keeps at least, when it forgets those in the middle.
    pub history: usize,
}

impl Tuning {
    /// For speed.
    pub const DEFAULT: Tuning = Tuning {
        kernel: None,
        start: 1 << 13,
        taps: 256,
        witnesses: 256,
        part_blocks: 32,
        blocks_at_once: 1024,
        superblock: 1024,
        lesson: 256,
        pool: 1024,
        history: 1 << 20,
    };

    /// Blocks as early as possible, and so little verification that it often fails.
    pub const TINY: Tuning = Tuning {
        kernel: None,
        start: 64,
        taps: 300,
        witnesses: 3,
        part_blocks: 1,
        blocks_at_once: 2,
        superblock: 64,
        lesson: 8,
        pool: 32,
        history: 1,
    };

    /// Not [`Tuning::DEFAULT`] in any number, for a second opinion.
    pub const ALTERNATE: Tuning = Tuning {
        kernel: None,
        start: 3000,
        taps: 1024,
        witnesses: 20,
        part_blocks: 5,
        blocks_at_once: 7,
        superblock: 192,
        lesson: 100,
        pool: 500,
        history: 7000,
    };

    /// No blocks at all.
    pub const OFF: Tuning = Tuning {
        kernel: None,
        start: usize::MAX,
        taps: 0,
        witnesses: 0,
        part_blocks: 0,
        blocks_at_once: 1,
        superblock: 0,
        lesson: 0,
        pool: 0,
        history: 0,
    };

    /// The same within the bounds that are said above.
    pub(in crate::grundy) fn sound(self) -> Tuning {
        let superblock = self.superblock.min(1 << 20).next_multiple_of(BLOCK);
        Tuning { superblock, blocks_at_once: self.blocks_at_once.max(1), ..self }
    }

    /// The kernel to use.
    pub(in crate::grundy) fn kernel(&self) -> Result<Kernel, KernelError> {
        match self.kernel {
            None => Kernel::chosen(),
            Some(kernel) => Kernel::named(Some(kernel.name())),
        }
    }
}
