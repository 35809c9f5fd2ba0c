//! Rectangles of unit squares, written `3x4`: three rows and four columns.

use std::fmt;

/// A rectangle with at least one square, ordered by rows and then by columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rectangle {
    /// How many rows.
    pub rows: u32,
    /// How many columns.
    pub columns: u32,
}

impl Rectangle {
    /// A rectangle, or `None` if it would have no square.
    pub(super) fn new(rows: u32, columns: u32) -> Option<Rectangle> {
        (rows > 0 && columns > 0).then_some(Rectangle { rows, columns })
    }

    /// The same with rows and columns exchanged.
    pub(super) const fn transposed(self) -> Rectangle {
        Rectangle { rows: self.columns, columns: self.rows }
    }

    /// The rectangles of a and of b rows that lie within this one, empty ones left out.
    pub(super) fn of_rows(self, a: u32, b: u32) -> Vec<Rectangle> {
        [a, b].into_iter().filter_map(|rows| Rectangle::new(rows, self.columns)).collect()
    }
}

/// What becomes of a sum of rectangles when rows and columns are exchanged in each.
pub(super) fn transposed(sum: Vec<Rectangle>) -> Vec<Rectangle> {
    sum.into_iter().map(Rectangle::transposed).collect()
}

impl fmt::Display for Rectangle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}
