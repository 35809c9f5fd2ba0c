//! What is wrong with a board: where, and what would be right.

use crate::code::Excerpt;
use crate::input::count;

/// The most files of a board.
pub const MOST_FILES: usize = 1_000_000;

/// Why a text is no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChessBoardError {
    /// A character that is no square.
    #[error(
        "column {column}: found `{found}`, expected `p`, `P`, `.`, a number of empty squares, or \
         `/`, as in `pppp/4/PPPP w`"
    )]
    Foreign {
        /// Where it is.
        column: usize,
        /// What is there.
        found: Excerpt,
    },
    /// Not three ranks.
    #[error(
        "found {}, expected three apart by `/`, as in `pppp/4/PPPP w`",
        count(*.found, "rank")
    )]
    Ranks {
        /// How many there are.
        found: usize,
    },
    /// Ranks of different length.
    #[error("rank {rank} has {}, but rank 3 has {expected}", count(*.found, "square"))]
    Length {
        /// The rank, 1 or 2.
        rank: usize,
        /// Its squares.
        found: usize,
        /// The squares of rank 3.
        expected: usize,
    },
    /// Not a player.
    #[error(
        "column {column}: found `{found}`, expected `w` or `b` for who is to move, and no more"
    )]
    Side {
        /// Where it is.
        column: usize,
        /// What is there.
        found: Excerpt,
    },
    /// No files.
    #[error("the board has no files: write one file at least")]
    Empty,
    /// More than [`MOST_FILES`].
    #[error("the board has more than {MOST_FILES} files")]
    TooLarge,
}
