//! A chocolate bar: eat its last row or last column, or break it in two along a line.
//!
//! A bar of a rows and b columns may become (a−1) × b or a × (b−1), the row or column being eaten,
//! or two bars c × b and (a−c) × b, or a × c and a × (b−c). A piece of one square vanishes as soon as
//! it appears: it has no move. The last row of a bar of one row is the whole bar, which may be eaten
//! so. Source: a contest exercise on Theorem 1 of [`crate::theory`]. Cost of an a × b bar by search:
//! O(ab(a+b)).

use super::rectangle::{Rectangle, transposed};
use super::{Options, Ruleset};

/// The chocolate game on bars.
#[derive(Clone, Copy, Debug)]
pub struct Chocolate;

/// What is left of a bar when its last row is eaten, or when it is broken between two rows.
fn between_rows(bar: Rectangle) -> impl Iterator<Item = Vec<Rectangle>> {
    let eaten = std::iter::once(bar.of_rows(bar.rows - 1, 0));
    eaten.chain((1..=bar.rows / 2).map(move |above| bar.of_rows(above, bar.rows - above)))
}

fn without_single_squares(mut bars: Vec<Rectangle>) -> Vec<Rectangle> {
    bars.retain(|bar| bar.rows > 1 || bar.columns > 1);
    bars
}

impl Ruleset for Chocolate {
    type Position = Rectangle;

    fn options<'a>(&'a self, &bar: &Rectangle) -> Options<'a, Rectangle> {
        if bar.rows == 1 && bar.columns == 1 {
            return Box::new(std::iter::empty());
        }
        let columns = between_rows(bar.transposed()).map(transposed);
        Box::new(between_rows(bar).chain(columns).map(without_single_squares))
    }
}
