//! The games of a list that have given values from some heap on, or those that are nearest.

use octal_games::identify::{
    self, Difference, FEWEST_VALUES, IdentifyError, Match, Query, differences,
};
use octal_games::{Code, Game};
use serde_json::{Value, json};

use crate::game::computed;
use crate::{Answer, Failure};

/// The most games of one reply.
const MOST_GAMES: usize = 60;

/// The number of values that follow those of the list.
const NEXT_VALUES: i64 = 12;

impl From<IdentifyError> for Failure {
    fn from(error: IdentifyError) -> Failure {
        Failure::new(error)
    }
}

/// The games with these values, or the nearest; the heap at which the values begin in each; and the
/// values that differ.
pub fn identify(values: Vec<u64>, names: &[String]) -> Answer {
    if values.len() < FEWEST_VALUES {
        let message = format!("{} values: {FEWEST_VALUES} or more can be compared", values.len());
        return Err(Failure::new(message));
    }
    let games: Vec<Game> = names.iter().map(|name| name.parse()).collect::<Result<_, _>>()?;
    let codes: Vec<Code> = games.iter().map(|game| game.code.clone()).collect();
    let query = Query::new(0, values)?;
    let found = identify::identify(&query, &codes)?;
    let first = found.matches.iter().take(MOST_GAMES).map(|found| {
        let Match { candidate, offset, .. } = *found;
        described(&query, &names[candidate], &games[candidate], offset)
    });
    Ok(json!({
        "compared": games.len(),
        "exact": found.is_exact(),
        "found": found.matches.len(),
        "matches": first.collect::<Result<Vec<Value>, Failure>>()?,
    }))
}

/// A game whose code has the values of the list `offset` heaps later.
fn described(query: &Query, name: &str, game: &Game, offset: i64) -> Answer {
    let Game { code, shift } = game;
    let from = offset + *shift as i64;
    let next = from + query.values().len() as i64;
    let all = computed(code, *shift, (next + NEXT_VALUES - 1).max(0) as u64)?;
    let wrong = |wrong: &Difference| json!([wrong.n, wrong.right]);
    Ok(json!({
        "game": name,
        "from": from,
        "next": all.get(next.max(0) as usize..).unwrap_or(&[]),
        "wrong": differences(query, code, offset)?.iter().map(wrong).collect::<Vec<_>>(),
    }))
}
