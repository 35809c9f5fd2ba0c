//! How many heaps are computed together.

/// Heaps in a block.
pub(super) const BLOCK: usize = 64;
/// Heaps that near taps are added for at once.
pub(super) const GROUP: usize = 8;
/// Small parts tried with one splitting place before the next. The larger parts are then all before
/// the superblock or all in the window, which is longer.
pub(super) const PIECE: usize = 4 * BLOCK;
