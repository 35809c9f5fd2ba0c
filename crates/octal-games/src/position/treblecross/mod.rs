//! Treblecross: boards of a row of cells, and why they are heaps of 0.007.
//!
//! Two players alternately put an X into an empty cell of a row. The first to make three X in a row
//! wins. Source: `[WW]` chapter 4, where the game is 0.007.
//!
//! # Theory
//!
//! Let the board have n ≥ 3 cells. A *threat* is a place where one more X makes three in a row.
//!
//! 1. *A threat decides.* The player who moves when there is a threat completes it and wins.
//! 2. *An X within two cells of another makes a threat.* Neighbours `XX` have a further cell at one
//!    side, because n ≥ 3; `X.X` has the cell between. That cell is empty, or three in a row are
//!    already made. So a player who plays there without completing three loses at once.
//! 3. *An X farther off makes no threat.* All X then stay at distance three or more, and three
//!    neighbouring cells hold at most one X.
//!
//! So with no threat on the board the players keep to the cells at distance three or more from
//! every X, the *clean* cells. A player who finds no clean cell must move all the same. Three
//! neighbouring cells hold at most one X, hence a cell is empty, and by 2 and 1 that move loses.
//! This is normal play on the clean cells: the player who cannot move loses.
//!
//! A *clean board* of L cells is a run of L clean cells. Playing its cell i (1-based) spoils the
//! cells i−2..=i+2. It leaves clean boards of max(0, i−3) and max(0, L−i−2) cells: this is
//! [`clean_board_values`].
//!
//! **A clean board of L cells is heap L+2 of 0.007.** In 0.007 a move takes three tokens and leaves
//! at most two heaps, a and b, either of which may be empty. From heap L+2 that is a+b = L−1: let a
//! = i−1 and b = L−i for i = 1..=L. Heaps a and b stand for clean boards of a−2 = i−3 and b−2 =
//! L−i−2 cells, as they should. Heaps 0, 1 and 2 have no move, like a board of no clean cell.
//!
//! **An interval of L cells between two X is heap L−2.** If L ≥ 2, there is no threat and an X
//! spoils two cells at each end. So L−4 cells are clean: heap (L−4)+2 = L−2. Between an X and the
//! end of the board L−2 cells are clean: heap L. An empty board of n cells is clean: heap n+2.
//!
//! Boards of one or two cells have moves, hence values, but never three in a row: nobody can win
//! them, see [`Outcome::NoWinner`].
//!
//! ```
//! use octal_games::position::treblecross::{Board, clean_board_values};
//! // The values of all clean runs of up to seven cells decide a board of seven.
//! let solved = ".....X.".parse::<Board>()?.solve(&clean_board_values(7));
//! assert_eq!(solved.winning, [1, 2, 3]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! * `search` the real game played to its end on small boards, with none of this theory
//! * `table` the values of clean boards by the recursion above, in O(L²); the rows of the
//!   Treblecross table, beside the published values; the boards that each move leaves
//! * `board` boards with X on them, and their winning cells
//! * `misere` boards on which three in a row lose
//! * `contest` the same in the format of programming contests

#[doc(hidden)]
pub mod board;
#[doc(hidden)]
pub mod contest;
#[doc(hidden)]
pub mod misere;
#[doc(hidden)]
pub mod search;
#[doc(hidden)]
pub mod table;

use crate::outcome::Outcome;
pub use board::{Board, BoardError, CleanRun, Reason, Solution};
pub use table::clean_board_values;

/// The fewest cells of a board on which somebody can win.
pub(crate) const FEWEST_CELLS: usize = 3;

/// The heap of 0.007 that stands for a clean board of this many cells: cells + 2. O(1).
///
/// ```
/// assert_eq!(octal_games::position::treblecross::heap_of(6), 8);
/// ```
pub const fn heap_of(cells: usize) -> usize {
    cells + 2
}

impl Outcome {
    /// The outcome of an empty board of `cells` cells whose Grundy value is `grundy`. O(1).
    #[doc(hidden)]
    pub const fn of_clean_board(cells: usize, grundy: u16) -> Outcome {
        match (cells, grundy) {
            (0..FEWEST_CELLS, _) => Outcome::NoWinner,
            (_, 0) => Outcome::P,
            _ => Outcome::N,
        }
    }
}
