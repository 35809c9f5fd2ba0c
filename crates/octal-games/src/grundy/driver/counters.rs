//! How often each way was taken; tests use it to show that they reach all of them.

use crate::grundy::{blocks, sparse, superblocks};

/// Counters of the driver and of the engines below it. No kernel, no number of threads and no step of
/// computing changes them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// The counters of the sparse engine.
    pub sparse: sparse::Counters,
    /// The counters of blocks.
    pub blocks: blocks::Counters,
    /// The counters of superblocks.
    pub superblocks: superblocks::Counters,
    /// How often one engine took over from another.
    pub hand_overs: HandOvers,
    /// Heaps that the guard computed again.
    pub guarded: u64,
}

/// How often one engine took over from another, and why it was left.
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

impl Counters {
    /// All option values looked at.
    #[must_use]
    pub const fn work(&self) -> u64 {
        self.sparse.work() + self.blocks.work() + self.superblocks.work()
    }
}
