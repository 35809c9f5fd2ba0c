//! How often the engines took each of their ways; tests use it to show that they reach all of them.

/// Counters of the sparse engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Option values from splits with a rare part, and from moves to one heap.
    pub taps: u64,
    /// Option values tried to verify rare values.
    pub splits: u64,
    /// Heaps for which every split was tried.
    pub full_scans: u64,
    /// Times the mask or the position parity changed.
    pub mask_changes: u64,
    /// Times the set of option values was widened beyond 64 values.
    pub widenings: u64,
    /// Heaps that the guard computed again.
    pub guarded: u64,
    /// The same for heaps that were computed in blocks.
    pub blocked: Blocked,
    /// The same for heaps that were computed in superblocks.
    pub bulk: Bulk,
}

impl Counters {
    /// All option values looked at.
    #[must_use]
    pub fn work(&self) -> u64 {
        let Counters { blocked, bulk, .. } = self;
        let in_blocks = blocked.near + blocked.far + blocked.splits + blocked.searched;
        self.taps + self.splits + in_blocks + bulk.work()
    }
}

/// Counters of the blocked engine. No kernel, no number of threads and no step of computing changes
/// them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Blocked {
    /// Times that it took over.
    pub hand_overs: u64,
    /// Blocks computed.
    pub blocks: u64,
    /// Option values of near taps.
    pub near: u64,
    /// Option values of far taps.
    pub far: u64,
    /// Option values of splits tried for a whole block to verify rare values.
    pub splits: u64,
    /// Option values of splits tried for a single heap to verify one rare value.
    pub searched: u64,
    /// Blocks cut short because a rare value was not verified.
    pub unverified: u64,
    /// Blocks cut short because a value was too large for the planes in use.
    pub too_large: u64,
    /// Blocks cut short at a heap that splits into two rare parts.
    pub pairs: u64,
    /// Times that it was left because of a new rare heap.
    pub new_rare: u64,
    /// Times that it was left because the mask or the position parity changed.
    pub new_spaces: u64,
    /// Times that it was left because a value had no short number.
    pub no_short: u64,
}

impl Blocked {
    /// Adds what was counted for some blocks.
    pub(in crate::grundy) fn add(&mut self, other: &Blocked) {
        self.blocks += other.blocks;
        self.near += other.near;
        self.far += other.far;
        self.splits += other.splits;
        self.searched += other.searched;
        self.unverified += other.unverified;
        self.too_large += other.too_large;
        self.pairs += other.pairs;
    }
}

/// Counters of the bulk engine. No kernel, no number of threads and no step of computing changes
/// them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bulk {
    /// Times that it took over.
    pub hand_overs: u64,
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
    /// Times that it was left because a heap needed these.
    pub needed_middle: u64,
}

impl Bulk {
    fn work(&self) -> u64 {
        self.far + self.middle + self.near + self.alone + self.witnesses + self.searched
    }

    /// Adds what was counted for one superblock.
    pub(in crate::grundy) fn add(&mut self, other: &Bulk) {
        self.middle += other.middle;
        self.near += other.near;
        self.beyond_planes += other.beyond_planes;
        self.alone += other.alone;
        self.wanted += other.wanted;
        self.searched += other.searched;
    }
}
