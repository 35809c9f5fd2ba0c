//! Games without a proved period whose values agree up to the last one compared.
//!
//! Games that are proved equal share a row: by the rules, or by two proved periods. Two open games
//! may be equal as well, and nothing but their values gives a hint. The values are computed again,
//! regardless of the rows:
//!
//! ```text
//! groups = all games without a proof, as one group
//! for length in LENGTHS:
//!     of each game of a group: G(f), …, G(f + length − 1), where f is the first heap with a value other than 0
//!     groups = the games with the same list, where there are two or more
//! ```
//!
//! O(games · length²) time for each length at most: few games are left after the first.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::store::Finished;
use crate::grundy::Engine;
use crate::period::Status;

/// The number of values of each game that are compared, beginning with the first that is not 0.
pub const COMPARED: usize = 30_000;

/// The same for games a move of which may leave three heaps: their values take longer.
pub const COMPARED_OF_TRIPLES: usize = 500;

/// Games whose values agree up to the last one compared; at least two, in the order of the table.
pub struct AgreeingGames<'a> {
    /// The games, each with the shift s such that G_first(n) = G_game(n − s) up to the last value
    /// compared.
    pub games: Vec<(&'a Finished, i64)>,
}

/// The numbers of values that are compared: the first for all games, the next ones for games that
/// agree so far.
const LENGTHS: [usize; 3] = [250, 4000, COMPARED];

/// A game by its place in the table, and the first heap with a value other than 0.
type Begun = (usize, usize);

/// The groups of games without a proved period that agree, in the order of their first games.
pub fn agreements(games: &[Finished]) -> Vec<AgreeingGames<'_>> {
    let all = (0..games.len()).filter(|&i| games[i].row.status != Status::Proved);
    let (mut left, mut groups): (Vec<usize>, _) = (all.collect(), vec![]);
    for length in LENGTHS {
        groups = alike(games, left, length);
        left = groups.iter().flatten().map(|&(i, _)| i).collect();
    }
    groups.sort();
    let of_group = |group: Vec<Begun>| {
        let first_of_all = group[0].1 as i64;
        let shifted = group.into_iter().map(|(i, first)| (&games[i], first_of_all - first as i64));
        AgreeingGames { games: shifted.collect() }
    };
    groups.into_iter().map(of_group).collect()
}

/// Those of some games that have as many values in common with others, in groups.
fn alike(games: &[Finished], mut some: Vec<usize>, length: usize) -> Vec<Vec<Begun>> {
    some.sort_unstable();
    let begun = some.into_par_iter().filter_map(|i| Some((i, beginning(&games[i], length)?)));
    let begun: Vec<_> = begun.collect();
    let mut groups: BTreeMap<Vec<u16>, Vec<Begun>> = BTreeMap::new();
    for (i, (first, values)) in begun {
        groups.entry(values).or_default().push((i, first));
    }
    groups.into_values().filter(|group| group.len() > 1).collect()
}

/// The first heap of a game with a value other than 0, and `length` values from there on. For some
/// games fewer values are compared. `None` if there is no such heap, or if values become too large
/// for the engines.
fn beginning(game: &Finished, length: usize) -> Option<(usize, Vec<u16>)> {
    let code = &game.members[0].code;
    let mut engine = Engine::new(code);
    let length = match engine {
        Engine::Triples(_) => length.min(COMPARED_OF_TRIPLES),
        _ => length,
    };
    // A code with a move has a value other than 0 at most three heaps beyond its last place.
    let latest = code.digits().len() + code.repeat().len() + 3;
    engine.extend((latest + length) as u64).ok()?;
    let first = engine.values().iter().position(|value| value != 0)?;
    Some((first, engine.values().range(first..first + length).to_vec()))
}
