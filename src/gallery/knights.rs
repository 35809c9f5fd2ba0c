//! Knights on a board, which only move towards its first corner.
//!
//! Squares are (row, column), counted from 0. A knight has the four moves (1, −2), (−1, −2),
//! (−2, 1), (−2, −1), as far as they stay on the board; each lowers row + column, so play ends.
//! Several knights are a sum: they may share a square. Source: the lecture on games in contests from
//! which the table of 8 × 8 values is known, with one value wrong: see [`Knights::check`]. Cost:
//! O(size²).

use std::fmt;

use super::{Options, Refusal, Ruleset, Solver};

/// A square of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// Its row, counted from 0.
    pub row: u32,
    /// Its column, counted from 0.
    pub column: u32,
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row, self.column)
    }
}

/// Knights on a square board.
#[derive(Clone, Copy, Debug)]
pub struct Knights {
    /// How many rows and columns the board has.
    pub size: u32,
}

/// The moves: how many rows and columns down.
const MOVES: [(i32, i32); 4] = [(1, -2), (-1, -2), (-2, 1), (-2, -1)];

impl Ruleset for Knights {
    type Position = Square;

    fn options<'a>(&'a self, &from: &Square) -> Options<'a, Square> {
        let on_board = |n: u32, by: i32| n.checked_add_signed(by).filter(|&n| n < self.size);
        Box::new(MOVES.into_iter().filter_map(move |(down, right)| {
            let row = on_board(from.row, down)?;
            on_board(from.column, right).map(|column| vec![Square { row, column }])
        }))
    }
}

/// A value of a table that is not the value of its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongCell {
    /// The square.
    pub square: Square,
    /// What the table says.
    pub published: u64,
    /// What is true.
    pub value: u64,
}

impl Knights {
    /// All squares of the board, row by row.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.size).flat_map(move |row| (0..self.size).map(move |column| Square { row, column }))
    }

    /// Which cells of a table of values are wrong; the table is read row by row, and what it has
    /// beyond the board, or lacks, is not looked at.
    pub fn check(self, table: &[u64]) -> Result<Vec<WrongCell>, Refusal> {
        let mut solver = Solver::new(&self);
        let mut wrong = Vec::new();
        for (square, &published) in self.squares().zip(table) {
            let value = solver.value(&square)?;
            if value != published {
                wrong.push(WrongCell { square, published, value });
            }
        }
        Ok(wrong)
    }
}
