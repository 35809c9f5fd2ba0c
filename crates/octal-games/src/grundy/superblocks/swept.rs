//! Sets that have all that far taps give, up to some value.

use super::sets::BlockSets;
use crate::grundy::layout::BLOCK;

/// The sets of a block, once trailing taps have been swept, if there are any.
#[derive(Debug)]
pub(super) struct Swept {
    /// What the leading taps give, and enough of what the trailing ones do.
    pub(super) sets: BlockSets,
    /// Below this packed value that is all that far taps give, for each heap.
    pub(super) known: [u16; BLOCK],
    /// How many option values were compared.
    pub(super) compared: u64,
}

impl Swept {
    /// These sets, which have all that far taps give, because nothing trails.
    pub(super) fn complete(sets: BlockSets) -> Swept {
        Swept { sets, known: [u16::MAX; BLOCK], compared: 0 }
    }
}
