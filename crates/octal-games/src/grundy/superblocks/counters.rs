//! How often superblocks took each of their ways; tests use it to show that they reach all of them.

use std::ops::AddAssign;

/// Counters of the heaps computed in superblocks. No kernel, no number of threads and no step of
/// computing changes them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Superblocks computed.
    pub superblocks: u64,
    /// Option values of taps that are far in all blocks (offset ≥ 2 superblocks).
    pub far: u64,
    /// Those of them that were inserted with no value left out, or swept, because more than 24 planes would be
    /// needed.
    pub many_planes: u64,
    /// Comparisons of an option value of a trailing tap with sixteen values of a heap, in far stages beside a
    /// superblock; not in those that had to be made anew before one.
    pub swept: u64,
    /// Choices of leading taps.
    pub lead_choices: u64,
    /// Option values of taps that are block taps in some blocks (64 ≤ offset < 2 superblocks), and of those of rare
    /// heaps that the far stage did not know.
    pub block: u64,
    /// Those of them that were held against guesses.
    pub held: u64,
    /// Option values of group taps (offset < 64), of moves to one heap, and of taps of rare heaps found in the same
    /// block.
    pub group: u64,
    /// Heaps all whose guesses were given, so that their values were looked for in whole sets.
    pub beyond_guesses: u64,
    /// Heaps whose least common value has no plane, or was not swept for.
    pub beyond_planes: u64,
    /// Option values of the taps inserted for these heaps alone.
    pub alone: u64,
    /// Option values of splits tried for a whole block to verify rare values.
    pub witnesses: u64,
    /// Rare values searched for.
    pub missing: u64,
    /// Option values of splits tried for these.
    pub searched: u64,
    /// Choices of the splits that searches try first.
    pub order_choices: u64,
    /// Choices of witnesses from more taps and heaps than before, because searches took long.
    pub with_more_effort: u64,
    /// How often planes were added, because heaps needed values without one.
    pub more_planes: u64,
    /// Rare heaps found.
    pub new_rare: u64,
    /// Superblocks cut short because the sets had no room for a value.
    pub too_large: u64,
    /// Superblocks computed while the heaps in the middle were forgotten.
    pub compacted: u64,
}

impl Counters {
    /// All option values looked at.
    #[must_use]
    pub const fn work(&self) -> u64 {
        self.far + self.block + self.group + self.alone + self.witnesses + self.searched
    }
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Counters) {
        self.superblocks += other.superblocks;
        self.far += other.far;
        self.many_planes += other.many_planes;
        self.swept += other.swept;
        self.lead_choices += other.lead_choices;
        self.block += other.block;
        self.held += other.held;
        self.group += other.group;
        self.beyond_guesses += other.beyond_guesses;
        self.beyond_planes += other.beyond_planes;
        self.alone += other.alone;
        self.witnesses += other.witnesses;
        self.missing += other.missing;
        self.searched += other.searched;
        self.order_choices += other.order_choices;
        self.with_more_effort += other.with_more_effort;
        self.more_planes += other.more_planes;
        self.new_rare += other.new_rare;
        self.too_large += other.too_large;
        self.compacted += other.compacted;
    }
}
