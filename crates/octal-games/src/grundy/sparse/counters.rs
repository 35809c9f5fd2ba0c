//! The number of times that the sparse engine took each of its ways; tests use it to show that they
//! reach all of them.

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
}
