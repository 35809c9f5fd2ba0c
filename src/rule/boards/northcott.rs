//! Northcott's game: each row has a white and a black piece; a move slides one of your own.
//!
//! A player slides one of his pieces along its row, forwards or backwards, any number of columns or
//! at most k, but not over the other piece. The player who cannot move loses.
//!
//! **Theorem.** Let a row have value g, the number of columns between its pieces, or g mod (k+1) if
//! steps are at most k. The next player wins iff the nim-sum s of the rows is not 0, and exactly
//! those moves win that leave nim-sum 0; retreats may be among them. *Proof.* As long as nobody
//! retreats, a row is a heap of g tokens of Nim, or of the subtraction game {1, …, k}. So let the
//! nim-sum be 0 after a player's move. If the opponent advances, there is a reply in this sum that
//! advances and makes the nim-sum 0 again. If he retreats d columns, advancing d columns in the
//! same row restores the row. So the player always has a reply that advances. His pieces never go
//! back, so only finitely many replies are possible, and the opponent is the first without a move.
//! A move to a nim-sum other than 0 lets the opponent make it 0 and loses. ∎
//!
//! Under misère play retreats matter, and a board may be drawn.

use super::BoardGame;

/// The rules of Northcott's game on rows of one length.
#[derive(Clone, Copy, Debug)]
pub struct Northcott {
    /// The number of columns in a row.
    pub columns: u64,
    /// The largest number of columns that a piece may slide; `None`: any number.
    pub steps: Option<u64>,
}

/// A row: the columns of its white and of its black piece, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NorthcottRow {
    /// The white piece.
    pub white: u64,
    /// The black piece.
    pub black: u64,
}

/// A board with the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NorthcottBoard {
    /// The rows.
    pub rows: Vec<NorthcottRow>,
    /// True if Black is to move.
    pub black_moves: bool,
}

/// A move: a piece of the player to move slides to another column of its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    /// The row, counted from 0.
    pub row: usize,
    /// The column that the piece leaves.
    pub from: u64,
    /// The column that it reaches.
    pub to: u64,
}

impl Northcott {
    /// True if the row lies on the board: two pieces in different columns.
    pub fn has(&self, row: NorthcottRow) -> bool {
        let on_board = |column| (1..=self.columns).contains(&column);
        on_board(row.white) && on_board(row.black) && row.white != row.black
    }

    /// The value of a row. O(1).
    pub const fn value(&self, row: NorthcottRow) -> u64 {
        let gap = row.white.abs_diff(row.black) - 1;
        match self.steps {
            Some(steps) if steps < self.columns => gap % (steps + 1),
            _ => gap,
        }
    }

    /// The row after a slide.
    fn slid(board: &NorthcottBoard, slide: Slide) -> NorthcottRow {
        let row = board.rows[slide.row];
        match board.black_moves {
            true => NorthcottRow { black: slide.to, ..row },
            false => NorthcottRow { white: slide.to, ..row },
        }
    }
}

impl BoardGame for Northcott {
    type Position = NorthcottBoard;
    type Move = Slide;

    fn parts(&self, board: &NorthcottBoard) -> Vec<(String, u64)> {
        let part = |&row: &NorthcottRow| (format!("{},{}", row.white, row.black), self.value(row));
        board.rows.iter().map(part).collect()
    }

    fn moves(&self, board: &NorthcottBoard) -> impl Iterator<Item = Slide> {
        let (columns, steps) = (self.columns, self.steps.unwrap_or(self.columns));
        board.rows.iter().enumerate().flat_map(move |(row, &NorthcottRow { white, black })| {
            let (from, other) = if board.black_moves { (black, white) } else { (white, black) };
            let (first, last) = if from < other { (1, other - 1) } else { (other + 1, columns) };
            let reach =
                first.max(from.saturating_sub(steps))..=last.min(from.saturating_add(steps));
            reach.filter(move |&to| to != from).map(move |to| Slide { row, from, to })
        })
    }

    fn change(&self, board: &NorthcottBoard, slide: Slide) -> u64 {
        self.value(board.rows[slide.row]) ^ self.value(Northcott::slid(board, slide))
    }

    fn after(&self, board: &NorthcottBoard, slide: Slide) -> NorthcottBoard {
        let mut rows = board.rows.clone();
        rows[slide.row] = Northcott::slid(board, slide);
        NorthcottBoard { rows, black_moves: !board.black_moves }
    }

    fn text(&self, _board: &NorthcottBoard, slide: Slide) -> String {
        format!("row {}: {} → {}", slide.row + 1, slide.from, slide.to)
    }
}
