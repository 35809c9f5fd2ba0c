//! Kayles: knock down one pin of a row, or two neighbours.
//!
//! A position is the number of pins in a row without gaps; the pins left on both sides are rows of
//! their own. The octal code is 0.77, which nothing here uses. Source: `[WW]` chapter 4. Cost of a
//! row of n pins by search: O(n²).

use super::row::take_neighbours;
use super::{Options, Ruleset};

/// Kayles on rows of pins.
#[derive(Clone, Copy, Debug)]
pub struct Kayles;

impl Ruleset for Kayles {
    type Position = u128;

    fn options<'a>(&'a self, &pins: &u128) -> Options<'a, u128> {
        Box::new((1..=2).flat_map(move |k| take_neighbours(pins, k)))
    }
}
