//! Reading codes: every accepted spelling.

/// Why a text is not a code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CodeError {
    /// d0 has bit 1 or 2.
    #[error(
        "place 0 may only hold 0, 4, 8 or c, found {digit}: a move that takes nothing must split the heap"
    )]
    PlaceZero {
        /// The digit found.
        digit: String,
    },
}
