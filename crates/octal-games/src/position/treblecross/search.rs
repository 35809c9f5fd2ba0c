//! The real game on small boards, played to its end in every way.
//!
//! No theory: the only facts used are the rules. A set of X is a bitmask, bit i−1 for cell i. Of
//! all 2^n sets, from the full board down, the player to move
//!
//! * has lost, if three X in a row are there already;
//! * else wins, if an X in some empty cell leads to a set where the player to move has lost.
//!
//! Each set is decided once, after all sets that contain it. A board of three or more cells is
//! never full without three in a row, so one player wins it. A smaller board has no winner. Cost:
//! O(n·2^n) time, 2^n bytes.

use super::FEWEST_CELLS;
use crate::outcome::Outcome;

/// The largest board that is searched.
pub const MAX_CELLS: usize = 16;

/// The outcome of the empty board of `cells` cells, by full search. O(n·2^n).
///
/// # Panics
/// If `cells` exceeds [`MAX_CELLS`].
///
/// ```
/// use octal_games::Outcome;
/// use octal_games::workspace::position::treblecross::search::outcome;
/// assert_eq!(outcome(5), Outcome::N);
/// assert_eq!(outcome(6), Outcome::P);
/// assert_eq!(outcome(2), Outcome::NoWinner);
/// ```
pub fn outcome(cells: usize) -> Outcome {
    BoardSearch::new(cells).outcome(0)
}

/// All winning first cells of the empty board of `cells` cells, by full search: 1-based, in
/// increasing order. None on a board of fewer than three cells. O(n·2^n).
///
/// # Panics
/// If `cells` exceeds [`MAX_CELLS`].
///
/// ```
/// assert_eq!(octal_games::workspace::position::treblecross::search::winning_cells(9), [1, 4, 5, 6, 9]);
/// ```
pub fn winning_cells(cells: usize) -> Vec<usize> {
    BoardSearch::new(cells).winning_cells(0)
}

/// Every set of X on a board of n cells, decided.
#[derive(Clone, Debug)]
pub struct BoardSearch {
    cells: usize,
    /// For each set of X, true if the player to move wins.
    next_wins: Vec<bool>,
}

impl BoardSearch {
    /// Searches the board of `cells` cells. O(n·2^n) time, 2^n bytes.
    ///
    /// # Panics
    /// If `cells` exceeds [`MAX_CELLS`].
    pub fn new(cells: usize) -> BoardSearch {
        assert!(cells <= MAX_CELLS, "boards of more than {MAX_CELLS} cells are not searched");
        let mut search = BoardSearch { cells, next_wins: vec![false; 1 << cells] };
        for board in (0..1 << cells).rev() {
            search.next_wins[board] =
                !has_three(board) && search.good_cells(board).next().is_some();
        }
        search
    }

    /// The outcome of the board with these X (bit i−1 for cell i) for the player to move. O(1).
    ///
    /// A board with three X in a row is over: a P-position, the previous player has won.
    ///
    /// # Panics
    /// If a bit lies beyond the board.
    pub fn outcome(&self, board: usize) -> Outcome {
        match self.next_wins[board] {
            _ if self.cells < FEWEST_CELLS => Outcome::NoWinner,
            true => Outcome::N,
            false => Outcome::P,
        }
    }

    /// All cells that win for the player to move on the board with these X (bit i−1 for cell i),
    /// 1-based and in increasing order. None if the game is over or nobody can win. O(n).
    ///
    /// # Panics
    /// If a bit lies beyond the board.
    pub fn winning_cells(&self, board: usize) -> Vec<usize> {
        match self.outcome(board) {
            Outcome::N => self.good_cells(board).collect(),
            _ => Vec::new(),
        }
    }

    /// The empty cells, 1-based, after which the player then to move has lost.
    fn good_cells(&self, board: usize) -> impl Iterator<Item = usize> + '_ {
        (1..=self.cells).filter(move |cell| {
            let x = 1 << (cell - 1);
            board & x == 0 && !self.next_wins[board | x]
        })
    }
}

/// True if three neighbouring cells hold an X.
const fn has_three(board: usize) -> bool {
    board & (board >> 1) & (board >> 2) != 0
}
