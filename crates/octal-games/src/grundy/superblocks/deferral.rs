//! Why superblocks end.

/// Why a heap has to be computed by another engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Deferral {
    /// Its value is larger than the sets have room for.
    #[error("a value is too large for superblocks")]
    TooLarge,
    /// A search for a rare value did not end among the heaps that are kept.
    #[error("a rare value can be shown only by heaps that have been forgotten")]
    Forgotten,
    /// It is the heap to end before, or this CPU lacks the kernel.
    #[error("superblocks end here, or this CPU lacks the kernel")]
    NotHere,
    /// A value does not fit the width of the sequence: to be asked again when it is wider.
    #[error("a value does not fit the width of the sequence")]
    TooWide,
}
