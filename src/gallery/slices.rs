//! Two-dimensional Kayles: remove a slice of width one along the grid of a rectangular board.
//!
//! A slice is a whole row or a whole column. What lies on its two sides, if anything, are boards of
//! their own. A board of one row is not Kayles: removing the row ends it. Source: a contest exercise
//! on Theorem 1 of [`crate::theory`]. Cost of an a × b board by search: O(ab(a+b)).

use super::rectangle::{Rectangle, transposed};
use super::{Options, Ruleset};

/// Two-dimensional Kayles on boards.
#[derive(Clone, Copy, Debug)]
pub struct Slices;

/// The boards left when a row is removed.
fn without_a_row(board: Rectangle) -> impl Iterator<Item = Vec<Rectangle>> {
    (0..=(board.rows - 1) / 2).map(move |above| board.of_rows(above, board.rows - 1 - above))
}

impl Ruleset for Slices {
    type Position = Rectangle;

    fn options<'a>(&'a self, &board: &Rectangle) -> Options<'a, Rectangle> {
        let columns = without_a_row(board.transposed()).map(transposed);
        Box::new(without_a_row(board).chain(columns))
    }
}
