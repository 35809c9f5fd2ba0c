//! Grundy's game: split a heap into two heaps of unequal size.
//!
//! Heaps of one and two tokens cannot be split. Whether the values become periodic is open. Source:
//! Grundy (1939), `[WW]` chapter 4. Cost of a heap of n tokens by search: O(n²).

use super::{Options, Ruleset};

/// Grundy's game on heaps.
#[derive(Clone, Copy, Debug)]
pub struct GrundysGame;

impl Ruleset for GrundysGame {
    type Position = u128;

    fn options<'a>(&'a self, &heap: &u128) -> Options<'a, u128> {
        Box::new((1..heap.div_ceil(2)).map(move |a| vec![a, heap - a]))
    }
}
