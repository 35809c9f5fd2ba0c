//! Sticks: take up to three sticks of a row whose numbers follow each other.
//!
//! The sticks of a row are numbered 1, 2, 3, …, and keep their numbers, so that a row with a gap is
//! the sum of the rows on both sides of it; a position is the number of sticks in a row without
//! gaps. The octal code is 0.777. Source: the task of this name at the Central European Olympiad in
//! Informatics 2000. Cost of a row of n sticks by search: O(n²).

use super::row::take_neighbours;
use super::{Options, Ruleset};

/// Sticks in rows.
#[derive(Clone, Copy, Debug)]
pub struct Sticks;

impl Ruleset for Sticks {
    type Position = u128;

    fn options<'a>(&'a self, &sticks: &u128) -> Options<'a, u128> {
        Box::new((1..=3).flat_map(move |k| take_neighbours(sticks, k)))
    }
}
