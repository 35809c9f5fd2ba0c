//! Why a stream cannot go on.

/// Why a stream cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Halt {
    /// A rare value below the least common one was not shown to be an option's.
    #[error(
        "heap {heap} may be a new rare heap: no split with a part up to {tried} has value {value}"
    )]
    NotShown {
        /// The heap.
        heap: u64,
        /// The rare value.
        value: u16,
        /// The largest small part tried.
        tried: u64,
    },
    /// Values are too large for the engine, again and again.
    #[error(
        "heap {heap} cannot be computed by blocks of 64 heaps: G({large}) = {value} is too large for them"
    )]
    TooLarge {
        /// The heap.
        heap: u64,
        /// The heap with the largest of the last values.
        large: u64,
        /// That value.
        value: u16,
    },
    /// The sequence cannot be read once more for the distant rare heaps.
    #[error(
        "the values that rare heaps leave of heap {heap} cannot be read once more: they are too many, or \
         a value is too large"
    )]
    NoFollower {
        /// The heap.
        heap: u64,
    },
    /// The same heap computed in two ways has two values.
    #[error(
        "G({heap}) is {blocks} by blocks and {alone} by itself: this machine or this program is faulty"
    )]
    Disagree {
        /// The heap.
        heap: u64,
        /// Its value as computed in a block.
        blocks: u16,
        /// Its value computed alone.
        alone: u16,
    },
}

impl Halt {
    /// The heap that could not be decided.
    #[must_use]
    pub const fn heap(&self) -> u64 {
        match *self {
            Halt::NotShown { heap, .. }
            | Halt::TooLarge { heap, .. }
            | Halt::NoFollower { heap }
            | Halt::Disagree { heap, .. } => heap,
        }
    }
}
