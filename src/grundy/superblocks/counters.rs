//! How often superblocks took each of their ways; tests use it to show that they reach all of them.

use std::ops::AddAssign;

/// Counters of the heaps computed in superblocks. No kernel, no number of threads and no step of
/// computing changes them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Superblocks computed.
    pub superblocks: u64,
    /// Option values of far taps.
    pub far: u64,
    /// Those inserted heap by heap.
    pub singly: u64,
    /// Option values of middle taps.
    pub middle: u64,
    /// Option values of near taps.
    pub near: u64,
    /// Heaps whose least common value has no plane.
    pub beyond_planes: u64,
    /// Option values of all taps inserted for these.
    pub alone: u64,
    /// Option values of splits tried for a whole block to verify rare values.
    pub witnesses: u64,
    /// Rare values searched for.
    pub wanted: u64,
    /// Option values of splits tried for these.
    pub searched: u64,
    /// Rare heaps found.
    pub new_rare: u64,
    /// Superblocks cut short because a value was too large for the planes in use.
    pub too_large: u64,
    /// Superblocks computed while the heaps in the middle were forgotten.
    pub without_middle: u64,
}

impl Counters {
    /// All option values looked at.
    #[must_use]
    pub const fn work(&self) -> u64 {
        self.far + self.middle + self.near + self.alone + self.witnesses + self.searched
    }
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Counters) {
        self.superblocks += other.superblocks;
        self.far += other.far;
        self.singly += other.singly;
        self.middle += other.middle;
        self.near += other.near;
        self.beyond_planes += other.beyond_planes;
        self.alone += other.alone;
        self.witnesses += other.witnesses;
        self.wanted += other.wanted;
        self.searched += other.searched;
        self.new_rare += other.new_rare;
        self.too_large += other.too_large;
        self.without_middle += other.without_middle;
    }
}
