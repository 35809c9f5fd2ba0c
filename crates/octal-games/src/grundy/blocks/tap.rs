//! One option of every heap.

/// An option of every heap n: its packed value is that of heap n − `offset`, ⊕ s.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Tap {
    pub(super) offset: usize,
    /// s in each of the eight bytes.
    pub(super) packed: u64,
}

impl Tap {
    pub(super) fn new(offset: usize, packed: u8) -> Tap {
        Tap { offset, packed: u64::from_ne_bytes([packed; 8]) }
    }
}
