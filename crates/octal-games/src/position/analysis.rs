//! The winner of a sum of heaps, and the winning moves.
//!
//! The nim-sum S of the values decides: S = 0 is a P-position. If S ≠ 0, exactly those moves win
//! that replace a heap of value v by an option of value v ⊕ S (Theorem 1 of [`crate::theory`];
//! `[WW]` chapter 3). Equal heaps have equal options, so each size is examined once. Cost:
//! O(heaps), and that of [`options_of_value`] for each size.

use std::collections::HashMap;

use super::options::{Budget, Family, OptionsOfValue, options_of_value};
use super::sum::{Move, Position};
use super::values::{MissingValue, SequencesByCode, SequencesError};
use crate::code::Game;
use crate::outcome::Outcome;
use crate::period::search::Limits;
use crate::period::sequence::Known;
use crate::period::shifted::View;

/// Equal heaps of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EqualHeaps {
    /// The component of the position.
    pub component: usize,
    /// The tokens of each.
    pub heap: u64,
    /// Their number.
    pub times: u64,
    /// The Grundy value of each.
    pub value: u64,
    /// The winning moves in any one of them.
    pub winning: OptionsOfValue,
}

/// A position that is solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The games of the components.
    pub games: Vec<Game>,
    /// The heaps, in the order in which their sizes occur.
    pub heaps: Vec<EqualHeaps>,
    /// The nim-sum of all values.
    pub nim_sum: u64,
}

/// A heap whose value is not known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the value of heap {heap} of {game} is not known: no period is proved up to heap {verified_to}"
)]
pub struct UnknownValue {
    /// The heap.
    pub heap: u64,
    /// Its game.
    pub game: Game,
    /// The last heap of this game that was computed.
    pub verified_to: u64,
}

/// The reason why a position cannot be solved.
///
/// ```
/// use octal_games::{Position, position::SolveError};
/// fn first_winning_move(position: &Position) -> Result<Option<String>, SolveError> {
///     Ok(position.winning_moves()?.first().map(|(_, mv)| mv.to_string()))
/// }
/// let position = "kayles: 3 4 5".parse()?;
/// assert_eq!(first_winning_move(&position)?, Some("5 → 1+3".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The sequences cannot be searched.
    #[error(transparent)]
    Sequences(#[from] SequencesError),
    /// The value of a heap is not known.
    #[error(transparent)]
    Missing(#[from] MissingValue),
    /// The value of a heap is not known.
    #[error(transparent)]
    Unknown(#[from] UnknownValue),
}

/// The budget of [`Position::winning_moves`].
const BUDGET: Budget = Budget { work: 2_000_000_000, listed: 1000, counting: 1 << 24 };

impl Position {
    /// Returns the winning moves, each with its game, within the [default limits](Limits::default);
    /// the first thousand if there are more, and none in a P-position. Equal heaps count once.
    ///
    /// ```
    /// let position: octal_games::Position = "kayles: 3 4 5".parse()?;
    /// let moves = position.winning_moves()?;
    /// let moves: Vec<String> = moves.iter().map(|(_, mv)| mv.to_string()).collect();
    /// assert_eq!(moves, ["5 → 1+3"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SolveError`] if the value of a heap is not known.
    pub fn winning_moves(&self) -> Result<Vec<(Game, Move)>, SolveError> {
        let limits = |code: &_| Limits::default().unasked_for(code);
        let sequences =
            SequencesByCode::search([self], limits, |_| Ok(None), |_| Box::new(|_| true))?;
        let sequences = sequences.expect("nothing cancels the search");
        if let Some((_, missing)) = sequences.missing(self) {
            return Err(missing.into());
        }
        let mut analysis = Analysis::new(self, &sequences.of(self), BUDGET)?;
        analysis.spread(BUDGET.listed);
        let moves = analysis.winning().flat_map(|(heaps, family)| {
            let game = &analysis.games[heaps.component];
            family.moves().map(move |mv| (game.clone(), mv))
        });
        Ok(moves.take(BUDGET.listed as usize).collect())
    }
}

impl Analysis {
    /// Solves a position; `known` has the sequence of each component's code, in their order.
    ///
    /// ```
    /// use octal_games::workspace::period::search::{Limits, search};
    /// use octal_games::workspace::position::analysis::Analysis;
    /// use octal_games::workspace::position::options::Budget;
    /// use octal_games::Position;
    ///
    /// let position: Position = "0.77: 3 5 2".parse()?;
    /// let known = search(&"0.77".parse()?, &Limits::heaps(5), &|_| true)?;
    /// let budget = Budget { work: 1_000_000, listed: 100, counting: 1_000_000 };
    /// let analysis = Analysis::new(&position, &[&known], budget)?;
    /// assert_eq!(analysis.nim_sum, 3 ^ 4 ^ 2);
    /// let moves: Vec<String> = analysis.winning().map(|(_, m)| m.to_string()).collect();
    /// assert_eq!(moves, ["5 → 4"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`UnknownValue`] at the first heap that has no known value.
    ///
    /// # Panics
    /// If `known` has fewer sequences than the position has components.
    pub fn new(
        position: &Position,
        known: &[&Known],
        mut budget: Budget,
    ) -> Result<Analysis, UnknownValue> {
        let games: Vec<Game> = position.components().iter().map(|c| c.game.clone()).collect();
        let mut heaps = vec![];
        for (component, game) in games.iter().enumerate() {
            let view = View::new(known[component], game.shift as i64);
            for (heap, times) in grouped(&position.components()[component].heaps) {
                let unknown =
                    || UnknownValue { heap, game: game.clone(), verified_to: view.verified_to() };
                let value = view.value(heap).ok_or_else(unknown)?;
                let winning = OptionsOfValue::default();
                heaps.push(EqualHeaps { component, heap, times, value, winning });
            }
        }
        let odd = heaps.iter().filter(|h| h.times % 2 == 1);
        let nim_sum = odd.fold(0, |sum, h| sum ^ h.value);
        for h in &mut heaps {
            h.winning = match nim_sum {
                0 => OptionsOfValue { complete: true, ..OptionsOfValue::default() },
                _ => {
                    let (known, shift) = (known[h.component], games[h.component].shift);
                    options_of_value(known, shift, h.heap, h.value ^ nim_sum, &mut budget)
                }
            };
        }
        Ok(Analysis { games, heaps, nim_sum })
    }

    /// The outcome.
    pub const fn outcome(&self) -> Outcome {
        Outcome::of_value(self.nim_sum)
    }

    /// The winning moves that are listed, with the heaps they are played in.
    pub fn winning(&self) -> impl Iterator<Item = (&EqualHeaps, &Family)> {
        self.heaps.iter().flat_map(|h| h.winning.families.iter().map(move |family| (h, family)))
    }

    /// The number of winning moves, those in equal heaps counted once.
    pub fn winning_count(&self) -> u64 {
        self.heaps.iter().map(|h| h.winning.count).fold(0, u64::saturating_add)
    }

    /// True if all options were examined; if not, there may be more winning moves.
    pub fn is_complete(&self) -> bool {
        self.heaps.iter().all(|h| h.winning.complete)
    }

    /// Puts every move that is listed on its own, unless that makes more than `most` moves.
    pub fn spread(&mut self, most: u64) {
        let listed = self.winning().map(|(_, family)| family.count);
        if listed.fold(0, u64::saturating_add) > most {
            return;
        }
        for h in &mut self.heaps {
            let moves = h.winning.families.iter().flat_map(Family::moves);
            let alone = |m: Move| Family { heap: m.heap, parts: m.parts, step: 0, count: 1 };
            let mut alone: Vec<Family> = moves.map(alone).collect();
            let taken = |f: &Family| f.heap - f.parts.iter().sum::<u64>();
            alone.sort_by_cached_key(|f| (taken(f), f.parts.len(), f.parts.clone()));
            h.winning.families = alone;
        }
    }
}

/// The sizes with their numbers, in the order of their first occurrence.
fn grouped(heaps: &[u64]) -> Vec<(u64, u64)> {
    let mut places = HashMap::new();
    let mut groups: Vec<(u64, u64)> = vec![];
    for &heap in heaps {
        let place = *places.entry(heap).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.1 += 1,
            None => groups.push((heap, 1)),
        }
    }
    groups
}
