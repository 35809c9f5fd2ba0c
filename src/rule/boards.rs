//! Games that no rule can say: tokens on a graph, Northcott's game, and Turning Turtles.
//!
//! Under normal play all three have values (Theorem 1 of [`crate::theory`]). A move wins exactly if
//! it leaves nim-sum 0. Under misère play whole positions are searched backwards from the ends.
//! Such a search also decides games in which play may come back: a position from which neither
//! player can force an end is drawn. Source: `[WW]` chapters 3, 12 and 14. Cost of a search:
//! O(positions + moves) time and memory.

mod graph;
mod northcott;
mod turtles;

use std::collections::HashMap;
use std::hash::Hash;

pub use self::graph::{Graph, GraphError};
pub use self::northcott::{Northcott, NorthcottBoard, NorthcottRow, Slide};
pub use self::turtles::{Flip, Turtles};
use crate::outcome::Outcome;

/// The work that a search may take: some seconds, and some hundreds of megabytes.
const MOST_WORK: u64 = 60_000_000;

/// The work of keeping a new position, as a multiple of that of an option.
const WORK_OF_POSITION: u64 = 20;

/// A game whose positions are sums of parts with known values.
pub trait BoardGame {
    /// A whole position.
    type Position: Clone + Eq + Hash;
    /// A move.
    type Move: Copy;

    /// The parts of a position with their Grundy values, as one types them.
    fn parts(&self, position: &Self::Position) -> Vec<(String, u64)>;

    /// All moves, each once.
    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move>;

    /// The nim-sum of a position before a move and after it.
    fn change(&self, position: &Self::Position, made: Self::Move) -> u64;

    /// The position after a move.
    fn after(&self, position: &Self::Position, made: Self::Move) -> Self::Position;

    /// The text of the move.
    fn text(&self, position: &Self::Position, made: Self::Move) -> String;

    /// The number of equal parts that have this move.
    fn times(&self, _position: &Self::Position, _made: Self::Move) -> usize {
        1
    }
}

/// The answer about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardAnalysis {
    /// The parts with their values; without values under misère play.
    pub parts: Vec<(String, Option<u64>)>,
    /// The nim-sum of the values; `None` under misère play.
    pub nim_sum: Option<u64>,
    /// The outcome.
    pub outcome: Outcome,
    /// All winning moves, with the number of equal parts that have them.
    pub winning: Vec<(String, usize)>,
}

/// A misère search that would take too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the position is too large: its misère search exceeds the limits of work and memory")]
pub struct TooLarge;

/// Analyses some positions of a game.
///
/// ```
/// use octal::outcome::Outcome;
/// use octal::rule::boards::{Turtles, analyse};
/// let row = Turtles::row("HTH")?;
/// let found = &analyse(&Turtles, &[row.clone()], false)?[0];
/// assert_eq!((found.nim_sum, &*found.winning[0].0), (Some(2), "turn 3 and 1"));
/// assert_eq!(analyse(&Turtles, &[row], true)?[0].outcome, Outcome::N);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`TooLarge`], only under misère play.
pub fn analyse<G: BoardGame>(
    game: &G,
    positions: &[G::Position],
    misere: bool,
) -> Result<Vec<BoardAnalysis>, TooLarge> {
    let known = if misere { Some(outcomes(game, positions, true)?) } else { None };
    let analysed = positions.iter().map(|position| {
        let parts = game.parts(position);
        let sum = parts.iter().fold(0, |sum, (_, value)| sum ^ value);
        let wins = |&made: &G::Move| match &known {
            Some(known) => known[&game.after(position, made)] == Outcome::P,
            None => game.change(position, made) == sum,
        };
        let outcome = known.as_ref().map_or(Outcome::of_value(sum), |known| known[position]);
        let winning = match outcome {
            Outcome::N => game.moves(position).filter(wins).collect(),
            _ => Vec::new(),
        };
        let shown = |made: G::Move| (game.text(position, made), game.times(position, made));
        BoardAnalysis {
            parts: parts.into_iter().map(|(part, v)| (part, Some(v).filter(|_| !misere))).collect(),
            nim_sum: Some(sum).filter(|_| !misere),
            outcome,
            winning: winning.into_iter().map(shown).collect(),
        }
    });
    Ok(analysed.collect())
}

/// The outcomes of these positions and of all that can be reached from them.
///
/// A position with an option that is P is N. A position all of whose options are N is P. A position
/// that is never decided is drawn.
///
/// # Errors
/// [`TooLarge`].
pub fn outcomes<G: BoardGame>(
    game: &G,
    roots: &[G::Position],
    misere: bool,
) -> Result<HashMap<G::Position, Outcome>, TooLarge> {
    let mut reach = Reachable::default();
    roots.iter().for_each(|root| {
        reach.number(root.clone());
    });
    reach.explore(game)?;
    let mut outcomes = vec![Outcome::Drawn; reach.positions.len()];
    let mut decided: Vec<usize> =
        (0..outcomes.len()).filter(|&n| reach.open_options[n] == 0).collect();
    decided.iter().for_each(|&n| outcomes[n] = Outcome::next_wins(misere));
    while let Some(position) = decided.pop() {
        for &before in &reach.before[position] {
            if outcomes[before] != Outcome::Drawn {
                continue;
            }
            reach.open_options[before] -= 1;
            if outcomes[position] == Outcome::P {
                outcomes[before] = Outcome::N;
            } else if reach.open_options[before] == 0 {
                outcomes[before] = Outcome::P;
            } else {
                continue;
            }
            decided.push(before);
        }
    }
    Ok(reach.positions.into_iter().zip(outcomes).collect())
}

/// All positions in reach, each with its number.
struct Reachable<P> {
    positions: Vec<P>,
    numbers: HashMap<P, usize>,
    /// The positions from which a position is reached in one move.
    before: Vec<Vec<usize>>,
    /// The number of options of a position that are not known to be N.
    open_options: Vec<usize>,
}

impl<P> Default for Reachable<P> {
    fn default() -> Reachable<P> {
        let (positions, numbers) = (Vec::new(), HashMap::new());
        Reachable { positions, numbers, before: Vec::new(), open_options: Vec::new() }
    }
}

impl<P: Clone + Eq + Hash> Reachable<P> {
    /// The number of a position, which is new if it has none.
    fn number(&mut self, position: P) -> usize {
        *self.numbers.entry(position).or_insert_with_key(|position| {
            self.positions.push(position.clone());
            self.before.push(Vec::new());
            self.open_options.push(0);
            self.positions.len() - 1
        })
    }

    /// Adds all positions that can be reached.
    fn explore<G: BoardGame<Position = P>>(&mut self, game: &G) -> Result<(), TooLarge> {
        let (mut left, mut from) = (MOST_WORK, 0);
        while let Some(position) = self.positions.get(from).cloned() {
            // A large position takes more time and memory.
            let parts = game.parts(&position).into_iter();
            let size = 1 + parts.map(|(part, _)| 1 + part.len() as u64 / 4).sum::<u64>();
            for made in game.moves(&position) {
                let known = self.positions.len();
                let to = self.number(game.after(&position, made));
                let new = (self.positions.len() - known) as u64;
                let work = size * (1 + WORK_OF_POSITION * new);
                left = left.checked_sub(work).ok_or(TooLarge)?;
                self.before[to].push(from);
                self.open_options[from] += 1;
            }
            from += 1;
        }
        Ok(())
    }
}
