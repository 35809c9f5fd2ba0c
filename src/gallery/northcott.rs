//! Northcott's game: in each row a white and a black piece; a move slides one of your own.
//!
//! A player slides one of his pieces along its row, forwards or backwards, any number of columns or
//! at most k, but not over the other piece. Who cannot move loses.
//!
//! **Theorem.** Let a row have value g, the number of columns between its pieces, or g mod (k+1) if
//! steps are at most k. The next player wins iff the nim-sum s of the rows is not 0, and exactly
//! those moves win that leave nim-sum 0; retreats may be among them. *Proof.* As long as nobody
//! retreats, a row is a heap of g tokens of Nim, or of the subtraction game {1, …, k}. So let the
//! nim-sum be 0 after a player's move. If the opponent advances, there is a reply in this sum that
//! advances and makes the nim-sum 0 again. If he retreats d columns, advancing d columns in the same
//! row restores the row. So the player always has a reply, which always advances; his pieces never go
//! back, so that only finitely many replies are possible, and it is the opponent who runs out of
//! moves. A move to a nim-sum other than 0 lets the opponent make it 0 and loses. ∎
//!
//! Under misère play retreats matter and the game may go on for ever: see [`super::loopy`], for which
//! the rule of the real game is a [`Ruleset`] here. Source: `[WW]` chapter 3. O(rows) with steps of any
//! length, O(rows · k) with short ones.

use std::fmt;

use super::{Options, Ruleset};

/// The rules of Northcott's game on rows of one length.
#[derive(Clone, Copy, Debug)]
pub struct Northcott {
    /// How many columns a row has.
    pub columns: u64,
    /// How many columns a piece may slide at most; `None`: any number.
    pub steps: Option<u64>,
}

/// A row: the columns of its two pieces, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NorthcottRow {
    /// The white piece.
    pub white: u64,
    /// The black piece.
    pub black: u64,
}

/// Who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// White.
    White,
    /// Black.
    Black,
}

/// A board with the player to move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NorthcottBoard {
    /// The rows.
    pub rows: Vec<NorthcottRow>,
    /// Who is to move.
    pub mover: Colour,
}

/// A move: a piece of the player to move slides to another column of its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slide {
    /// The row, counted from 0.
    pub row: usize,
    /// Where the piece stood.
    pub from: u64,
    /// Where it goes.
    pub to: u64,
}

impl NorthcottRow {
    /// The columns of the piece of this colour, and of the other.
    const fn pieces(self, colour: Colour) -> (u64, u64) {
        match colour {
            Colour::White => (self.white, self.black),
            Colour::Black => (self.black, self.white),
        }
    }

    /// How many columns lie between the pieces.
    const fn gap(self) -> u64 {
        self.white.abs_diff(self.black) - 1
    }
}

impl Northcott {
    /// Whether the row lies on the board: two pieces in different columns.
    pub fn has(&self, row: NorthcottRow) -> bool {
        let on_board = |column| (1..=self.columns).contains(&column);
        on_board(row.white) && on_board(row.black) && row.white != row.black
    }

    /// The value of a row with this many columns between its pieces.
    const fn worth(&self, gap: u64) -> u64 {
        match self.steps {
            Some(steps) if steps < self.columns => gap % (steps + 1),
            _ => gap,
        }
    }

    /// The value of a row. O(1).
    pub const fn value(&self, row: NorthcottRow) -> u64 {
        self.worth(row.gap())
    }

    /// The nim-sum of the rows; the player to move wins iff it is not 0. O(rows).
    pub fn nim_sum(&self, rows: &[NorthcottRow]) -> u64 {
        rows.iter().fold(0, |sum, &row| sum ^ self.value(row))
    }

    /// All winning moves under normal play, by row and column. O(rows · columns within a step).
    ///
    /// ```
    /// use octal::gallery::northcott::{NorthcottBoard, Colour, Northcott, NorthcottRow, Slide};
    /// let game = Northcott { columns: 8, steps: None };
    /// let rows = vec![NorthcottRow { white: 2, black: 6 }, NorthcottRow { white: 1, black: 3 }];
    /// let slides = game.winning(&NorthcottBoard { rows, mover: Colour::White });
    /// assert_eq!(slides, [Slide { row: 0, from: 2, to: 4 }]);
    /// ```
    pub fn winning(&self, board: &NorthcottBoard) -> Vec<Slide> {
        let sum = self.nim_sum(&board.rows);
        if sum == 0 {
            return Vec::new();
        }
        let wins = |slide: &Slide| {
            let (_, other) = board.rows[slide.row].pieces(board.mover);
            let value = self.value(board.rows[slide.row]);
            self.worth(slide.to.abs_diff(other) - 1) == value ^ sum
        };
        (0..board.rows.len()).flat_map(|row| self.slides(board, row).filter(wins)).collect()
    }

    /// All moves in a row, by column.
    fn slides(&self, board: &NorthcottBoard, row: usize) -> impl Iterator<Item = Slide> + use<> {
        let (from, other) = board.rows[row].pieces(board.mover);
        let (first, last) = if from < other { (1, other - 1) } else { (other + 1, self.columns) };
        let steps = self.steps.unwrap_or(self.columns);
        let reach = first.max(from.saturating_sub(steps))..=last.min(from.saturating_add(steps));
        reach.filter(move |&to| to != from).map(move |to| Slide { row, from, to })
    }

    /// The board after a move, the other player to move.
    pub fn after(&self, board: &NorthcottBoard, slide: Slide) -> NorthcottBoard {
        let mut rows = board.rows.clone();
        let (piece, mover) = match board.mover {
            Colour::White => (&mut rows[slide.row].white, Colour::Black),
            Colour::Black => (&mut rows[slide.row].black, Colour::White),
        };
        *piece = slide.to;
        NorthcottBoard { rows, mover }
    }

    /// All moves, by row and column.
    pub fn all_slides(&self, board: &NorthcottBoard) -> impl Iterator<Item = Slide> {
        (0..board.rows.len()).flat_map(|row| self.slides(board, row))
    }
}

impl Ruleset for Northcott {
    type Position = NorthcottBoard;

    fn options<'a>(&'a self, board: &NorthcottBoard) -> Options<'a, NorthcottBoard> {
        let board = board.clone();
        let rows = 0..board.rows.len();
        let slides: Vec<_> = rows.map(|row| self.slides(&board, row)).collect();
        let slides = slides.into_iter().flatten();
        Box::new(slides.map(move |slide| vec![self.after(&board, slide)]))
    }

    fn size(&self, board: &NorthcottBoard) -> u64 {
        1 + board.rows.len() as u64
    }
}

impl fmt::Display for NorthcottRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.white, self.black)
    }
}

impl fmt::Display for Slide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}: {} → {}", self.row + 1, self.from, self.to)
    }
}

impl fmt::Display for NorthcottBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rows.iter().try_for_each(|row| write!(f, "{row} "))?;
        f.write_str(match self.mover {
            Colour::White => "with White to move",
            Colour::Black => "with Black to move",
        })
    }
}
