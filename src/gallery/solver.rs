//! Grundy values of any game, from its rule alone.
//!
//! G(x) is the mex of the values of the options of x, and the value of a sum is the nim-sum of its
//! parts: Theorem 1 of [`crate::theory`], Sprague (1935) and Grundy (1939). Every position is
//! computed once. Cost: O(options of all positions reached), given up after about 3·10⁷ of them.

use super::analysis::ValueSource;
use super::engine::{Play, WorthSearch};
use super::{Refusal, Ruleset};

/// A game with the values that have been computed.
///
/// ```
/// use octal::gallery::{Solver, kayles::Kayles};
/// let mut kayles = Solver::new(&Kayles);
/// let values: Result<Vec<u64>, _> = (0..=9).map(|n| kayles.value(&n)).collect();
/// assert_eq!(values?, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]);
/// # Ok::<(), octal::gallery::Refusal>(())
/// ```
pub struct Solver<'g, G: Ruleset> {
    game: &'g G,
    engine: WorthSearch<'g, G>,
}

impl<'g, G: Ruleset> Solver<'g, G> {
    /// A solver that knows no value yet.
    pub fn new(game: &'g G) -> Solver<'g, G> {
        Solver { game, engine: WorthSearch::new(game, Play::Normal) }
    }

    /// The Grundy value of a position.
    pub fn value(&mut self, position: &G::Position) -> Result<u64, Refusal> {
        self.engine.worth(position)
    }

    /// The Grundy value of a sum.
    pub fn sum(&mut self, sum: &[G::Position]) -> Result<u64, Refusal> {
        sum.iter().try_fold(0, |nim_sum, part| Ok(nim_sum ^ self.value(part)?))
    }
}

impl<G: Ruleset> ValueSource for Solver<'_, G> {
    type Position = G::Position;

    fn value(&mut self, position: &G::Position) -> Result<u64, Refusal> {
        Solver::value(self, position)
    }

    fn options_worth(
        &mut self,
        position: &G::Position,
        value: u64,
    ) -> Result<Vec<Vec<G::Position>>, Refusal> {
        let mut found = Vec::new();
        for option in self.game.options(position) {
            if self.sum(&option)? == value {
                found.push(option);
            }
        }
        Ok(found)
    }
}
