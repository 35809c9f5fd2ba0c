//! How many heaps, or splits, are looked at together.

/// Heaps in a block.
pub(super) const BLOCK: usize = 64;
/// Heaps in a group: what one step of the group taps is for.
pub(super) const GROUP: usize = 8;
/// Small parts in a piece. Piece p of the splits of a heap are those with the small parts 256·p + 1 to 256·p + 256, at
/// all splitting places. At each of them the larger parts are then all before the superblock or all in the window,
/// which is longer.
pub(super) const PIECE: usize = 4 * BLOCK;
