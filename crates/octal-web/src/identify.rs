//! The games of a list that have given values from some heap on.

use std::cell::RefCell;
use std::collections::HashMap;

use octal_games::grundy::naive;
use octal_games::workspace::code::Game;
use serde_json::{Value, json};

use crate::game::computed;
use crate::{Answer, Failure};

/// The fewest values that say anything.
const FEWEST: usize = 6;

/// The most values that are compared.
const MOST: usize = 4000;

/// The values may begin at any heap from −`BEFORE` to `AFTER`; those of negative heaps count as 0.
const BEFORE: i64 = 6;
const AFTER: i64 = 16;

/// The values that every game is compared by first.
const FIRST: usize = 48;

/// The most games of one reply.
const MOST_GAMES: usize = 60;

thread_local! {
    /// G(0), …, G(FIRST − 1) of the games compared until now.
    static FIRST_VALUES: RefCell<HashMap<String, Vec<u16>>> = RefCell::new(HashMap::new());
}

/// The games with these values, and the heap at which they begin in each.
pub fn identify(values: &[u16], games: &[String], slips: usize) -> Answer {
    if values.len() < FEWEST || values.len() > MOST {
        let message = format!("{} values: from {FEWEST} to {MOST} can be compared", values.len());
        return Err(Failure::new(message));
    }
    let mut found = vec![];
    for name in games {
        let Game { code, shift } = name.parse()?;
        let first = FIRST_VALUES.with_borrow_mut(|known| {
            let compute = || naive::values(&code, FIRST - 1);
            known.entry(name.clone()).or_insert_with(compute).clone()
        });
        for from in -BEFORE..=AFTER {
            if differences(&first, values, from, slips).is_none() {
                continue;
            }
            let last = (from + values.len() as i64 + 12).max(0) as u64;
            let all = computed(&code, shift, last)?;
            if let Some(wrong) = differences(&all, values, from, slips) {
                found.push(matched(name, &all, values.len(), from, &wrong));
                break;
            }
        }
        if found.len() >= MOST_GAMES {
            break;
        }
    }
    Ok(json!({ "compared": games.len(), "matches": found }))
}

/// The positions at which `values`, the first of which is that of heap `from`, differ from a game, as far as its
/// values are known; `None` if there are more than `slips`.
fn differences(game: &[u16], values: &[u16], from: i64, slips: usize) -> Option<Vec<usize>> {
    let mut wrong = vec![];
    for (i, (&value, n)) in values.iter().zip(from..).enumerate() {
        let Some(right) = (if n < 0 { Some(&0) } else { game.get(n as usize) }) else { break };
        if value != *right {
            wrong.push(i);
            if wrong.len() > slips {
                return None;
            }
        }
    }
    Some(wrong)
}

fn matched(game: &str, all: &[u16], count: usize, from: i64, wrong: &[usize]) -> Value {
    let next = (from + count as i64).max(0) as usize;
    let right = |&i: &usize| {
        let n = from + i as i64;
        json!([i, if n < 0 { 0 } else { all[n as usize] }])
    };
    json!({
        "game": game,
        "from": from,
        "next": all.get(next..).unwrap_or(&[]),
        "wrong": wrong.iter().map(right).collect::<Vec<_>>(),
    })
}
