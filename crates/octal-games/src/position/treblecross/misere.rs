//! Misère play: the player who makes three in a row loses.
//!
//! A cell is *safe* if it is empty and an X there makes no three in a row.
//!
//! 1. *A player without a safe cell loses.* A board of three or more cells without three in a row
//!    has an empty cell. So this player has a move, and every move makes three in a row. A player
//!    with a safe cell need not lose at once. So the game is normal play on the safe cells.
//! 2. *The other empty cells cut the board.* No X is ever removed, so such a cell never becomes
//!    safe. It stays empty while both players keep to safe cells, and no three cells in a row lie
//!    across it. So the board is the sum of the *pieces* between these cells.
//! 3. *A piece is thin.* `XX` and `X.X` make their empty neighbours unsafe. So any two X of a piece
//!    that has a safe cell are at distance three or more.
//!
//! [`MisereBoards`] finds the value of each piece by its safe cells. Cost: O(cells²) for each piece
//! that can arise. By 3 their number grows with the cells n as 1.47ⁿ: 4 654 for an empty board of
//! 21 cells.

use std::collections::HashMap;

use super::FEWEST_CELLS;
use super::board::Board;
use crate::nim::mex;
use crate::outcome::Outcome;

/// The most pieces whose values are kept.
const MOST_PIECES: usize = 1 << 17;

/// The reason why a board is not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than {MOST_PIECES} boards may arise: give a board of about 28 cells at most")]
pub struct TooManyPieces;

/// Cells of a board between two cells that stay empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its first cell, 1-based.
    pub first: usize,
    /// Its cells.
    pub board: Board,
    /// Its Grundy value.
    pub value: u16,
}

/// A board that is solved for misère play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MisereSolution {
    /// The outcome.
    pub outcome: Outcome,
    /// All winning cells, 1-based, in increasing order.
    pub winning: Vec<usize>,
    /// The pieces with safe cells, from left to right.
    pub pieces: Vec<Piece>,
}

/// Boards in misère play, with the values of the pieces found until now.
#[derive(Clone, Debug, Default)]
pub struct MisereBoards {
    values: HashMap<Vec<bool>, u16>,
}

impl MisereBoards {
    /// Returns the outcome of the board and the winning cells.
    ///
    /// ```
    /// use octal_games::Outcome;
    /// use octal_games::workspace::position::treblecross::misere::MisereBoards;
    /// let mut boards = MisereBoards::default();
    /// // After the first X two cells are safe, and each spoils the other.
    /// assert_eq!(boards.solve(&"...".parse()?)?.outcome, Outcome::P);
    /// assert_eq!(boards.solve(&".....".parse()?)?.winning, [3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`TooManyPieces`].
    pub fn solve(&mut self, board: &Board) -> Result<MisereSolution, TooManyPieces> {
        let mut solution =
            MisereSolution { outcome: Outcome::NoWinner, winning: vec![], pieces: vec![] };
        if board.cells() < FEWEST_CELLS {
            return Ok(solution);
        }
        for (first, x) in pieces(&board.x) {
            let value = self.value(&x)?;
            solution.pieces.push(Piece { first: first + 1, board: Board { x }, value });
        }
        let sum = solution.pieces.iter().fold(0, |sum, piece| sum ^ piece.value);
        for piece in solution.pieces.iter().filter(|_| sum != 0) {
            for cell in empty_cells(&piece.board.x) {
                if self.value_after(&piece.board.x, cell)? == piece.value ^ sum {
                    solution.winning.push(piece.first + cell);
                }
            }
        }
        solution.outcome = Outcome::of_value(sum.into());
        Ok(solution)
    }

    /// The value of a piece.
    fn value(&mut self, piece: &[bool]) -> Result<u16, TooManyPieces> {
        let reversed: Vec<bool> = piece.iter().rev().copied().collect();
        let key = reversed.min(piece.to_vec());
        if let Some(&value) = self.values.get(&key) {
            return Ok(value);
        }
        let options = empty_cells(&key).map(|cell| self.value_after(&key, cell));
        let value = mex(options.collect::<Result<Vec<u16>, _>>()?) as u16;
        if self.values.len() == MOST_PIECES {
            return Err(TooManyPieces);
        }
        self.values.insert(key, value);
        Ok(value)
    }

    /// The value of a piece after an X in a safe cell.
    fn value_after(&mut self, piece: &[bool], cell: usize) -> Result<u16, TooManyPieces> {
        let mut after = piece.to_vec();
        after[cell] = true;
        pieces(&after).iter().try_fold(0, |sum, (_, piece)| Ok(sum ^ self.value(piece)?))
    }
}

/// The empty cells, counted from 0.
fn empty_cells(x: &[bool]) -> impl Iterator<Item = usize> + '_ {
    (0..x.len()).filter(|&cell| !x[cell])
}

/// The pieces with safe cells, each with its first cell, counted from 0.
fn pieces(x: &[bool]) -> Vec<(usize, Vec<bool>)> {
    let board = Board { x: x.to_vec() };
    let unsafe_cells = board.threatened().into_iter().map(|cell| cell - 1);
    let mut pieces = vec![];
    let mut first = 0;
    for end in unsafe_cells.chain([x.len()]) {
        let piece = &x[first..end];
        if piece.contains(&false) {
            pieces.push((first, piece.to_vec()));
        }
        first = end + 1;
    }
    pieces
}
