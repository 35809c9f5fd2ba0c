//! Misère play: who makes the last move loses.
//!
//! There are no Grundy values here, because no number for each component tells the outcome of a
//! sum. Normal play has them since x + x is equal to the empty sum; under misère play it is not: in Nim
//! the empty sum is an N-position and 2 + 2 is a P-position. Nor would other numbers do: 1 and
//! 2 + 2 are both P-positions, but with 2 + 2 added the first is an N-position and the second a
//! P-position (`[WW]` chapter 13). What remains true is the definition: a sum is an N-position if no
//! move is left, or if some move leaves a P-position. It is applied to whole sums.
//!
//! Cost: every sum reachable is a position of its own, of which there are exponentially many in the
//! number of components. The search stops at the first winning option, and is given up after about
//! 3·10⁷ options, each counted once for every component.

use std::collections::BTreeSet;
use std::fmt::{self, Display};

use super::analysis::{SumMove, grouped, larger_first};
use super::engine::{Play, WorthSearch};
use super::{Options, Refusal, Ruleset, brief};
use crate::outcome::Outcome;

/// A sum as one position: its components in increasing order, those that have no move left out.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Whole<P>(Vec<P>);

impl<P: Display> Display for Whole<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&brief(&self.0))
    }
}

/// The game whose positions are the sums of another.
#[derive(Clone, Copy, Debug)]
pub struct Sums<'g, G>(pub &'g G);

impl<G: Ruleset> Sums<'_, G> {
    fn whole(&self, parts: impl IntoIterator<Item = G::Position>) -> Whole<G::Position> {
        let has_move = |part: &G::Position| self.0.options(part).next().is_some();
        let mut parts: Vec<_> = parts.into_iter().filter(has_move).collect();
        parts.sort_unstable();
        Whole(parts)
    }

    /// The sum in which one of the components equal to `from` has become `to`.
    fn after(
        &self,
        sum: &Whole<G::Position>,
        from: &G::Position,
        to: &[G::Position],
    ) -> Whole<G::Position> {
        let mut rest = sum.0.clone();
        if let Ok(place) = rest.binary_search(from) {
            rest.remove(place);
        }
        rest.extend(self.whole(to.iter().cloned()).0);
        rest.sort_unstable();
        Whole(rest)
    }
}

impl<G: Ruleset> Ruleset for Sums<'_, G> {
    type Position = Whole<G::Position>;

    fn options<'a>(&'a self, sum: &Self::Position) -> Options<'a, Self::Position> {
        let sum = sum.clone();
        let mut parts = sum.0.clone();
        parts.dedup();
        Box::new(parts.into_iter().flat_map(move |part| {
            let sum = sum.clone();
            let options = self.0.options(&part);
            options.map(move |option| vec![self.after(&sum, &part, &option)])
        }))
    }

    fn size(&self, sum: &Self::Position) -> u64 {
        1 + sum.0.iter().map(|part| self.0.size(part)).sum::<u64>() / 4
    }
}

/// What is known of a sum under misère play.
#[derive(Clone, Debug)]
pub struct MisereSolution<P> {
    /// Who wins.
    pub outcome: Outcome,
    /// Every winning move once, by component and then by what it leaves.
    pub winning: Vec<SumMove<P>>,
}

/// A game with the misère outcomes that have been found.
///
/// ```
/// use octal::gallery::{misere::{Misere, Sums}, nim::Nim};
/// let sums = Sums(&Nim);
/// let mut misere = Misere::new(&sums);
/// // 1 + 1 + 1 is lost by the player to move; 2 + 1 is won by leaving one token.
/// assert!(misere.analyse(&[1, 1, 1])?.winning.is_empty());
/// assert_eq!(misere.analyse(&[2, 1])?.winning[0].to_string(), "2 → 0");
/// # Ok::<(), octal::gallery::Refusal>(())
/// ```
pub struct Misere<'g, G: Ruleset> {
    sums: &'g Sums<'g, G>,
    engine: WorthSearch<'g, Sums<'g, G>>,
}

impl<'g, G: Ruleset> Misere<'g, G> {
    /// A search that knows no outcome yet.
    pub fn new(sums: &'g Sums<'g, G>) -> Misere<'g, G> {
        Misere { sums, engine: WorthSearch::new(sums, Play::Misere) }
    }

    /// The misère outcome of a sum, and all its winning moves.
    pub fn analyse(&mut self, sum: &[G::Position]) -> Result<MisereSolution<G::Position>, Refusal> {
        let whole = self.sums.whole(sum.iter().cloned());
        if self.engine.worth(&whole)? == 0 {
            return Ok(MisereSolution { outcome: Outcome::P, winning: Vec::new() });
        }
        let mut winning = Vec::new();
        for (part, times) in grouped(&whole.0) {
            let mut won = BTreeSet::new();
            for option in self.sums.0.options(&part) {
                if self.engine.worth(&self.sums.after(&whole, &part, &option))? == 0 {
                    won.insert(larger_first(option));
                }
            }
            winning.extend(won.into_iter().map(|to| SumMove { from: part.clone(), to, times }));
        }
        Ok(MisereSolution { outcome: Outcome::N, winning })
    }
}
