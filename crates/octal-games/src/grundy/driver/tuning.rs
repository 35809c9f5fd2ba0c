//! What the speed of all engines depends on; it changes no value.

use crate::grundy::kernel::{Kernel, KernelError};
use crate::grundy::{blocks, stream, superblocks};

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

    /// Blocks as early as possible, and so little verification that it often fails; superblocks as short and as
    /// forgetful as possible.
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
