//! How often blocks took each of their ways; tests use it to show that they reach all of them.

use std::ops::AddAssign;

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

impl Counters {
    /// All option values looked at.
    #[must_use]
    pub const fn work(&self) -> u64 {
        self.group + self.block + self.splits + self.searched
    }
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
