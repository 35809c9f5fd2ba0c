//! Games in which play may come back: outcomes by going backwards from the ends.
//!
//! Such positions have no Grundy value in general, but an outcome: N if the next player can force
//! the end of the game in his favour, P if the previous player can, drawn if neither. All positions
//! in reach are collected; then a position with an option that is P is N, one all of whose options
//! are N is P, and what is never decided is drawn. Source: `[WW]` chapter 12. Cost: O(positions +
//! moves) time and memory.

use std::collections::HashMap;

use super::engine::MOST_OPTIONS;
use super::{Refusal, Ruleset, brief};
use crate::outcome::Outcome;

/// All positions in reach and what is known of them; a position is its number.
struct Reachable<P> {
    positions: Vec<P>,
    /// From which positions a position can be reached in one move.
    before: Vec<Vec<usize>>,
    /// How many of a position's options are not known to be N.
    open_options: Vec<usize>,
}

/// The outcomes of a position and of all that can be reached from it.
///
/// # Panics
/// If some option is not a single position: sums have no outcome of their own here.
pub fn outcomes<G: Ruleset>(
    game: &G,
    root: &G::Position,
    misere: bool,
) -> Result<HashMap<G::Position, Outcome>, Refusal> {
    let mut reach = explore(game, root)?;
    let ended = Outcome::next_wins(misere);
    let mut outcomes = vec![Outcome::Drawn; reach.positions.len()];
    let mut decided: Vec<usize> =
        (0..outcomes.len()).filter(|&n| reach.open_options[n] == 0).collect();
    decided.iter().for_each(|&n| outcomes[n] = ended);
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

fn explore<G: Ruleset>(game: &G, root: &G::Position) -> Result<Reachable<G::Position>, Refusal> {
    let mut numbers = HashMap::from([(root.clone(), 0)]);
    let mut reach = Reachable {
        positions: vec![root.clone()],
        before: vec![Vec::new()],
        open_options: vec![0],
    };
    let mut left = MOST_OPTIONS;
    let mut from = 0;
    while from < reach.positions.len() {
        let position = reach.positions[from].clone();
        for option in game.options(&position) {
            left = left
                .checked_sub(game.size(&position))
                .ok_or_else(|| Refusal::TooLarge { position: brief(&[root]) })?;
            let [option] = <[_; 1]>::try_from(option).ok().expect("an option is one position");
            let to = *numbers.entry(option).or_insert_with_key(|option| {
                reach.positions.push(option.clone());
                reach.before.push(Vec::new());
                reach.open_options.push(0);
                reach.positions.len() - 1
            });
            reach.before[to].push(from);
            reach.open_options[from] += 1;
        }
        from += 1;
    }
    Ok(reach)
}
