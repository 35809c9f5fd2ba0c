//! A board with X on it: outcome and winning cells.
//!
//! Let S be the nim-sum of the values of the clean runs, maximal runs of cells at distance three or
//! more from every X. By the theory [above](super), on a board of three or more cells:
//!
//! * if there is a threat, the cells that complete three in a row win, and no others do;
//! * else the cells of a clean run of value v win that leave clean boards of value v ⊕ S, and no
//!   others do. A cell within two of an X may leave nim-sum 0, but it makes a threat.
//!
//! Source: `[WW]` chapter 4. Cost: O(cells), given the values of clean boards.

use super::FEWEST_CELLS;
use crate::code::Excerpt;
use crate::outcome::Outcome;
use std::fmt;
use std::str::FromStr;

/// The largest board.
pub const MOST_CELLS: usize = 1_000_000;

/// A row of cells, some of them with an X, of which no three are neighbours.
///
/// ```
/// use octal_games::position::treblecross::Board;
/// let board: Board = "..X...".parse()?;
/// assert_eq!((board.cells(), board.to_string()), (6, "..X...".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// True where an X stands.
    pub(super) x: Vec<bool>,
}

/// An error of reading a board.
///
/// ```
/// use octal_games::position::treblecross::{Board, BoardError};
/// assert_eq!("..XXX".parse::<Board>(), Err(BoardError::Over { column: 3 }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// No cells.
    #[error("the board has no cells: write `.` for an empty cell and `X`, as in `.....X.`")]
    Empty,
    /// A character that is no cell.
    #[error("column {column}: found `{found}`, expected `.` for an empty cell, or `X`")]
    Foreign {
        /// Where it is.
        column: usize,
        /// The text found.
        found: Excerpt,
    },
    /// Three in a row.
    #[error("column {column}: `XXX`: three in a row are made already, so the game is over")]
    Over {
        /// Where they begin.
        column: usize,
    },
    /// Too many cells.
    #[error("the board has {cells} cells: at most {MOST_CELLS}")]
    TooLarge {
        /// The number of cells.
        cells: usize,
    },
}

/// A maximal run of clean cells.
///
/// ```
/// use octal_games::position::treblecross::{Board, CleanRun};
/// let board: Board = "..X.......".parse()?;
/// assert_eq!(board.clean_runs(), [CleanRun { first: 6, cells: 5 }]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CleanRun {
    /// Its first cell, 1-based.
    pub first: usize,
    /// The number of cells.
    pub cells: usize,
}

/// The reason why a cell wins.
///
/// ```
/// use octal_games::position::treblecross::{Board, Reason, clean_board_values};
/// let solved = ".X.X.".parse::<Board>()?.solve(&clean_board_values(5));
/// assert_eq!((&solved.winning[..], solved.reason), (&[3][..], Reason::CompletesThree));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It makes three in a row.
    CompletesThree,
    /// It leaves nim-sum 0, and no threat.
    LeavesZero,
}

impl Reason {
    /// The reason in words.
    pub const fn text(self) -> &'static str {
        match self {
            Reason::CompletesThree => "completes three in a row",
            Reason::LeavesZero => "leaves nim-sum 0 and no immediate threat",
        }
    }
}

/// A board that is solved.
///
/// ```
/// use octal_games::Outcome;
/// use octal_games::position::treblecross::{Board, clean_board_values};
/// let solved = ".....".parse::<Board>()?.solve(&clean_board_values(5));
/// assert_eq!((solved.outcome, solved.nim_sum), (Outcome::N, Some(2)));
/// assert_eq!(solved.winning, [3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solution {
    /// The outcome.
    pub outcome: Outcome,
    /// All winning cells, 1-based, in increasing order.
    pub winning: Vec<usize>,
    /// The reason why they win, the same for all.
    pub reason: Reason,
    /// The nim-sum of the clean runs; `None` if there is a threat to complete three.
    pub nim_sum: Option<u16>,
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.x.iter().try_for_each(|&x| f.write_str(if x { "X" } else { "." }))
    }
}

impl FromStr for Board {
    type Err = BoardError;

    /// Reads a board of `.` and `X` or `x`.
    fn from_str(text: &str) -> Result<Board, BoardError> {
        let cell = |(i, c): (usize, char)| match c {
            '.' => Ok(false),
            'X' | 'x' => Ok(true),
            _ => {
                let found = Excerpt::of(&text.chars().skip(i).take(1).collect::<String>());
                Err(BoardError::Foreign { column: i + 1, found })
            }
        };
        let x: Vec<bool> = text.chars().enumerate().map(cell).collect::<Result<_, _>>()?;
        match x.windows(FEWEST_CELLS).position(|three| three.iter().all(|&x| x)) {
            _ if x.is_empty() => Err(BoardError::Empty),
            _ if x.len() > MOST_CELLS => Err(BoardError::TooLarge { cells: x.len() }),
            Some(i) => Err(BoardError::Over { column: i + 1 }),
            None => Ok(Board { x }),
        }
    }
}

impl Board {
    /// The number of cells.
    pub const fn cells(&self) -> usize {
        self.x.len()
    }

    /// The maximal runs of clean cells, from left to right. O(cells).
    ///
    /// ```
    /// use octal_games::position::treblecross::{Board, CleanRun};
    /// let board: Board = "......X.....".parse()?;
    /// let run = |first, cells| CleanRun { first, cells };
    /// assert_eq!(board.clean_runs(), [run(1, 4), run(10, 3)]);
    /// # Ok::<(), octal_games::position::treblecross::BoardError>(())
    /// ```
    pub fn clean_runs(&self) -> Vec<CleanRun> {
        let mut runs = vec![];
        // The first cell, counted from 0, that the X already passed leave clean.
        let mut first = 0;
        let mut close = |first: usize, end: usize| {
            if end > first {
                runs.push(CleanRun { first: first + 1, cells: end - first });
            }
        };
        for (cell, _) in self.x.iter().enumerate().filter(|(_, x)| **x) {
            close(first, cell.saturating_sub(2));
            first = cell + 3;
        }
        close(first, self.x.len());
        runs
    }

    /// All cells, 1-based, in which an X completes three in a row. O(cells).
    pub(super) fn threatened(&self) -> Vec<usize> {
        let has = |cell: usize| self.x.get(cell).copied().unwrap_or(false);
        // With cells counted from 2 the neighbours to the left have numbers, too.
        let at = |cell: usize| cell >= 2 && has(cell - 2);
        let completes = |c: usize| {
            (at(c - 2) && at(c - 1)) || (at(c - 1) && at(c + 1)) || (at(c + 1) && at(c + 2))
        };
        let cells = 2..self.x.len() + 2;
        cells.filter(|&c| !at(c) && completes(c)).map(|c| c - 1).collect()
    }

    /// The outcome and the winning cells; `values` are those of clean boards, by cells. O(cells).
    ///
    /// ```
    /// use octal_games::position::treblecross::{Board, clean_board_values};
    /// let board: Board = ".....X.".parse()?;
    /// assert_eq!(board.solve(&clean_board_values(3)).winning, [1, 2, 3]);
    /// # Ok::<(), octal_games::position::treblecross::BoardError>(())
    /// ```
    ///
    /// # Panics
    /// If `values` end before the longest clean run.
    pub fn solve(&self, values: &[u16]) -> Solution {
        let (threatened, reason) = (self.threatened(), Reason::LeavesZero);
        if self.cells() < FEWEST_CELLS {
            return Solution { outcome: Outcome::NoWinner, winning: vec![], reason, nim_sum: None };
        }
        if !threatened.is_empty() {
            let (outcome, reason) = (Outcome::N, Reason::CompletesThree);
            return Solution { outcome, winning: threatened, reason, nim_sum: None };
        }
        let runs = self.clean_runs();
        let sum = runs.iter().fold(0, |sum, run| sum ^ values[run.cells]);
        let winning = match sum {
            0 => vec![],
            _ => runs.iter().flat_map(|run| run.cells_of_value(values, sum)).collect(),
        };
        Solution { outcome: Outcome::of_value(sum.into()), winning, reason, nim_sum: Some(sum) }
    }
}

impl CleanRun {
    /// The cells of this run, 1-based on the board, that change its value by `sum`.
    fn cells_of_value(self, values: &[u16], sum: u16) -> impl Iterator<Item = usize> {
        let wanted = values[self.cells] ^ sum;
        let left = move |cell: usize| values[cell.saturating_sub(3)];
        let right = move |cell: usize| values[self.cells.saturating_sub(cell + 2)];
        let cells = (1..=self.cells).filter(move |&cell| left(cell) ^ right(cell) == wanted);
        cells.map(move |cell| self.first + cell - 1)
    }
}
