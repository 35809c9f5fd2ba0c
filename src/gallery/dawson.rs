//! Dawson's Kayles: knock down two neighbouring pins of a row.
//!
//! A position is the number of pins in a row without gaps. The octal code is 0.07, a first cousin of
//! Dawson's Chess. Source: `[WW]` chapter 4. Cost of a row of n pins by search: O(n²).

use super::row::take_neighbours;
use super::{Options, Ruleset};

/// Dawson's Kayles on rows of pins.
#[derive(Clone, Copy, Debug)]
pub struct DawsonsKayles;

impl Ruleset for DawsonsKayles {
    type Position = u128;

    fn options<'a>(&'a self, &pins: &u128) -> Options<'a, u128> {
        Box::new(take_neighbours(pins, 2))
    }
}
