//! Tuning of all engines, which changes no value, and counters of the ways taken.

use crate::grundy::kernel::{Kernel, KernelError};
use crate::grundy::{blocks, sparse, stream, superblocks};

/// When the engines take over and how hard they try: speed depends on it, and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// The kernel; `None` for that of the process.
    pub kernel: Option<Kernel>,
    /// The tuning of blocks.
    pub blocks: blocks::Tuning,
    /// The tuning of superblocks.
    pub superblocks: superblocks::Tuning,
}

impl Tuning {
    /// For speed.
    pub const DEFAULT: Tuning = Tuning {
        kernel: None,
        blocks: blocks::Tuning::DEFAULT,
        superblocks: superblocks::Tuning::DEFAULT,
    };

    /// Blocks as early as possible, and so little verification that it often fails; superblocks as
    /// short and as forgetful as possible.
    pub const TINY: Tuning = Tuning {
        kernel: None,
        blocks: blocks::Tuning::TINY,
        superblocks: superblocks::Tuning::TINY,
    };

    /// Differs from [`Tuning::DEFAULT`] in every field but the kernel, for a second opinion.
    pub const ALTERNATE: Tuning = Tuning {
        kernel: None,
        blocks: blocks::Tuning::ALTERNATE,
        superblocks: superblocks::Tuning::ALTERNATE,
    };

    /// The kernel to use.
    ///
    /// # Errors
    /// [`KernelError`] if this CPU lacks the kernel asked for.
    pub fn kernel(&self) -> Result<Kernel, KernelError> {
        match self.kernel {
            None => Kernel::chosen(),
            Some(kernel) => Kernel::named(Some(kernel.name())),
        }
    }

    /// The tuning of a stream.
    ///
    /// # Errors
    /// [`KernelError`] if this CPU lacks the kernel asked for.
    pub fn stream(&self) -> Result<stream::Tuning, KernelError> {
        let (blocks, superblocks) = (self.blocks, self.superblocks);
        Ok(stream::Tuning { kernel: self.kernel()?, blocks, superblocks })
    }
}

/// Counters of the driver and of the engines below it: how often each way was taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// The counters of the sparse engine.
    pub sparse: sparse::Counters,
    /// The counters of blocks.
    pub blocks: blocks::Counters,
    /// The counters of superblocks.
    pub superblocks: superblocks::Counters,
    /// The number of times that one engine took over from another.
    pub hand_overs: HandOvers,
    /// Heaps that the guard computed again.
    pub guarded: u64,
}

/// The number of times that one engine took over from another, and the reasons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HandOvers {
    /// Times that blocks took over.
    pub to_blocks: u64,
    /// Times that blocks were left because of a new rare heap.
    pub new_rare: u64,
    /// Times that blocks were left because the mask or the position parity changed.
    pub new_space: u64,
    /// Times that blocks were left because a value could not be packed.
    pub not_packed: u64,
    /// Times that superblocks took over.
    pub to_superblocks: u64,
    /// Times that superblocks were left because a search needed heaps that had been forgotten.
    pub needed_history: u64,
}
