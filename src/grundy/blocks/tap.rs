//! One option of every heap.

/// An option of every heap n: packed, its value is G(n − offset) ⊕ x.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Tap {
    pub(super) offset: usize,
    /// x in each of the eight bytes.
    pub(super) x: u64,
}

impl Tap {
    pub(super) fn new(offset: usize, x: u8) -> Tap {
        Tap { offset, x: u64::from_ne_bytes([x; 8]) }
    }
}
