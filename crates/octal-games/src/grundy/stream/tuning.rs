//! What the speed of a stream depends on; it changes no value.

use crate::grundy::kernel::Kernel;
use crate::grundy::{blocks, superblocks};

/// How the engines of a stream are tuned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// The kernel.
    pub kernel: Kernel,
    /// The tuning of blocks.
    pub blocks: blocks::Tuning,
    /// The tuning of superblocks.
    pub superblocks: superblocks::Tuning,
}

#[cfg(test)]
impl Tuning {
    /// That of real searches, with the kernel of this process.
    pub(super) fn chosen() -> Tuning {
        let (blocks, superblocks) = (blocks::Tuning::DEFAULT, superblocks::Tuning::DEFAULT);
        Tuning { kernel: Kernel::chosen().unwrap(), blocks, superblocks }
    }
}
