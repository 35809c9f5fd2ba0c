//! A board of three ranks: its pawns and their moves, by the rules of the game alone.
//!
//! Cost of everything: O(files). Boards as text: [`text`](super::text). An error states what is
//! wrong with a board, where, and what would be right.

use crate::code::Excerpt;
use crate::input::count;
use std::fmt;

/// A player.
///
/// ```
/// use octal_games::position::dawson::{ChessBoard, Side};
/// assert_eq!(ChessBoard::new(3)?.side, Side::White);
/// assert_eq!(Side::White.other().to_string(), "Black");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Moves upwards, from rank 1.
    White,
    /// Moves downwards, from rank 3.
    Black,
}

impl Side {
    /// The opponent.
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// The rank ahead of `rank` (0 to 2), if there is one.
    const fn ahead(self, rank: usize) -> Option<usize> {
        match (self, rank) {
            (Side::White, 0 | 1) => Some(rank + 1),
            (Side::Black, 1 | 2) => Some(rank - 1),
            _ => None,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::White => "White",
            Side::Black => "Black",
        })
    }
}

/// A file: its squares from rank 1 to rank 3.
pub type File = [Option<Side>; 3];

/// A file at the beginning of a game.
pub(super) const UNTOUCHED: File = [Some(Side::White), None, Some(Side::Black)];

/// A board with the player to move.
///
/// ```
/// use octal_games::position::dawson::ChessBoard;
/// let board: ChessBoard = "ppp/3/PPP w".parse()?;
/// assert_eq!(board, ChessBoard::new(3)?);
/// assert_eq!(board.moves().len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ChessBoard {
    files: Vec<File>,
    /// The side to move.
    pub side: Side,
}

/// A move of a pawn. Files count from 0, ranks are 0, 1 and 2.
///
/// ```
/// use octal_games::position::dawson::{ChessBoard, PawnMove};
/// let board = ChessBoard::new(3)?;
/// let mv = PawnMove { from: 1, to: 1, rank: 1 };
/// assert_eq!((board.moves()[1], mv.to_string()), (mv, "b2".into()));
/// assert_eq!(board.after(mv).to_string(), "ppp/1P1/P1P b");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PawnMove {
    /// The file it leaves.
    pub from: usize,
    /// The file it comes to; another than `from` if it captures.
    pub to: usize,
    /// The rank it comes to.
    pub rank: usize,
}

impl ChessBoard {
    /// The board of n files at the beginning, White to move; at most a million files.
    ///
    /// # Errors
    /// [`ChessBoardError::Empty`] and [`ChessBoardError::TooLarge`].
    pub fn new(files: usize) -> Result<ChessBoard, ChessBoardError> {
        // One file more than there may be is enough to be refused.
        ChessBoard::of(vec![UNTOUCHED; files.min(MOST_FILES + 1)], Side::White)
    }

    pub(super) fn of(files: Vec<File>, side: Side) -> Result<ChessBoard, ChessBoardError> {
        match files.len() {
            0 => Err(ChessBoardError::Empty),
            1..=MOST_FILES => Ok(ChessBoard { files, side }),
            _ => Err(ChessBoardError::TooLarge),
        }
    }

    /// The files from left to right.
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// All captures of a player.
    pub fn captures(&self, side: Side) -> impl Iterator<Item = PawnMove> + '_ {
        self.pawns(side).flat_map(move |(from, rank)| {
            let beside = [from.checked_sub(1), Some(from + 1)].into_iter().flatten();
            let taken = move |&to: &usize| {
                self.files.get(to).is_some_and(|file| file[rank] == Some(side.other()))
            };
            beside.filter(taken).map(move |to| PawnMove { from, to, rank })
        })
    }

    /// All advances of a player, even if he must capture.
    pub fn advances(&self, side: Side) -> impl Iterator<Item = PawnMove> + '_ {
        let free = |&(from, rank): &(usize, usize)| self.files[from][rank].is_none();
        self.pawns(side).filter(free).map(|(from, rank)| PawnMove { from, to: from, rank })
    }

    /// The pawns of a player that are not on their last rank: file, and the rank ahead.
    fn pawns(&self, side: Side) -> impl Iterator<Item = (usize, usize)> + '_ {
        let ranks = move |file: &File| {
            let ahead =
                |rank: usize| (file[rank] == Some(side)).then(|| side.ahead(rank)).flatten();
            [0, 1, 2].map(ahead)
        };
        let files = self.files.iter().enumerate();
        files
            .flat_map(move |(i, file)| ranks(file).into_iter().flatten().map(move |rank| (i, rank)))
    }

    /// The moves of the player to move: the captures if there are any, else the advances.
    pub fn moves(&self) -> Vec<PawnMove> {
        let captures: Vec<PawnMove> = self.captures(self.side).collect();
        if captures.is_empty() { self.advances(self.side).collect() } else { captures }
    }

    /// The board after a move of the player to move.
    pub fn after(&self, mv: PawnMove) -> ChessBoard {
        let mut next = ChessBoard { files: self.files.clone(), side: self.side.other() };
        let mover = Some(self.side);
        let from = (0..3).find(|&rank| {
            self.files[mv.from][rank] == mover && self.side.ahead(rank) == Some(mv.rank)
        });
        if let Some(rank) = from {
            next.files[mv.from][rank] = None;
            next.files[mv.to][mv.rank] = mover;
        }
        next
    }
}

/// The most files of a board.
pub const MOST_FILES: usize = 1_000_000;

/// An error of reading a board.
///
/// ```
/// use octal_games::position::dawson::{ChessBoard, ChessBoardError};
/// assert_eq!(ChessBoard::new(0), Err(ChessBoardError::Empty));
/// ```
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
        /// The text found.
        found: Excerpt,
    },
    /// Not three ranks.
    #[error(
        "found {}, expected three apart by `/`, as in `pppp/4/PPPP w`",
        count(*.found, "rank")
    )]
    Ranks {
        /// The number found.
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
        /// The text found.
        found: Excerpt,
    },
    /// No files.
    #[error("the board has no files: write one file at least")]
    Empty,
    /// More than a million files.
    #[error("the board has more than {MOST_FILES} files")]
    TooLarge,
}
