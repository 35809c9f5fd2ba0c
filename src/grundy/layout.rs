//! How many heaps, or splits, are looked at together.

/// Heaps in a block.
pub(super) const BLOCK: usize = 64;
/// Heaps in a group: what one step of the group taps is for.
pub(super) const GROUP: usize = 8;
/// Splits in a piece: as many small parts are tried with one splitting place before the next. Their
/// larger parts are then all before the superblock or all in the window, which is longer.
pub(super) const PIECE: usize = 4 * BLOCK;
