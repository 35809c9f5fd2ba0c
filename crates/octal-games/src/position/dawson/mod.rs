//! Dawson's Chess: rows of pawns two ranks apart, capture obligatory, the last to move wins.
//!
//! On a board of three ranks and n files White has a pawn on every square of the first rank, Black
//! on the third. A pawn goes one step ahead, or captures one step ahead to either side; a player
//! who can capture must. T. R. Dawson posed it with the last to move losing; here, as in `[WW]`
//! chapter 4, the last to move wins.
//!
//! # Theory
//!
//! A file is *untouched* if its two pawns stand where they began. A board is *quiet* if neither
//! side can capture and no pawn can go ahead but on untouched files. The first board is quiet.
//!
//! 1. *On a quiet board a move is an advance on an untouched file i, and the next quiet board is
//!    the same for any moves between.* Say White advances, and j of the files i−1, i+1 are
//!    untouched. Their Black pawns attack the pawn on (i, 2), so Black must capture it. Then White
//!    must capture on (i, 2) with one of the j pawns beside, and so on. Nothing else can be
//!    captured meanwhile, as on all other files nothing has changed. After 2j captures the pawns
//!    beside are gone, a White pawn faces the Black one of file i, and Black is to move. So the
//!    board is quiet.
//! 2. *So the players in turn choose an untouched file, and it and its untouched neighbours drop
//!    out.* The choice is the same for White and Black: the game is impartial. Files drop out in
//!    runs.
//! 3. *A run of L untouched files is heap L of 0.137.* An end file takes two files away and leaves
//!    one run at most. A file between takes three and leaves two. A lone file takes itself.
//!
//! 4. *Where the last to move loses, too, the heaps of 0.137 decide, in misère play.* The 2j
//!    captures of an exchange are made in turn, so the player who advances also makes the last
//!    capture. The last move of the game is that of the player who chose the last file.
//!
//! A board that is not quiet is decided by playing it out until it is ([`solve()`]).
//!
//! **The polygon.** A move removes a vertex of a regular n-gon, with those of its two neighbours
//! that are left. After the first move a row of n − 3 vertices remains, in which the rule is that
//! of 3. All first moves are alike: the first player wins if and only if G(n − 3) = 0 in 0.137.
//!
//! ```
//! use octal_games::position::dawson::{ChessBoard, solve};
//! let values = octal_games::grundy::naive::values(&"0.137".parse()?, 5);
//! let winning = solve(&ChessBoard::new(5)?, &values)?.winning;
//! assert_eq!(winning[0].to_string(), "c2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! * `board` the squares, and the moves of pawns; the faults of a board
//! * `text` boards and moves as text
//! * `solve` the outcome of a board, and the winning moves; the same where the last to move
//!   loses, as Dawson posed it

#[doc(hidden)]
pub mod board;
#[doc(hidden)]
pub mod solve;
#[doc(hidden)]
pub mod text;

pub use board::{ChessBoard, ChessBoardError, PawnMove, Side};
pub use solve::{ChessSolution, FileRun, NotFromPlay, quiet_runs, solve};

/// The code of Dawson's Chess.
#[doc(hidden)]
pub const CODE: &str = "0.137";

/// The fewest vertices of a polygon.
#[doc(hidden)]
pub const FEWEST_VERTICES: u64 = 3;

/// The heap of 0.137 that remains of an n-gon after the first move, n − 3; `None` below a triangle.
///
/// ```
/// assert_eq!(octal_games::position::dawson::heap_of_polygon(8), Some(5));
/// ```
pub const fn heap_of_polygon(vertices: u64) -> Option<u64> {
    vertices.checked_sub(FEWEST_VERTICES)
}
