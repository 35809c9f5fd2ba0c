//! A game by its text: code, digits, name, standard form, first values.

use octal_games::grundy::Engine;
use octal_games::workspace::code::cousins::standard_form;
use octal_games::workspace::code::names;
use octal_games::workspace::code::{Code, Digit, Game};
use octal_rule::{Limits, Refusal, Rule, Solver, State};
use serde_json::{Value, json};

use crate::{Answer, Failure};

/// The most values of one reply.
const MOST_VALUES: u64 = 1 << 22;

/// The game of a text, with all that its rules say.
pub fn read(text: &str) -> Answer {
    let game: Game = text.parse()?;
    let Game { code, shift } = &game;
    let (form, form_shift) = standard_form(code);
    let named = names::all().iter().find(|row| row.game == game);
    Ok(json!({
        "game": game.to_string(),
        "code": code.to_string(),
        "shift": shift,
        "digits": digits(code.digits()),
        "repeat": digits(code.repeat()),
        "lastPlace": code.last_place(),
        "mostHeaps": code.most_heaps(),
        "standard": { "code": form.to_string(), "shift": form_shift + shift },
        "title": named.map(|row| &row.title),
        "aliases": named.map(|row| &row.aliases),
        "note": named.map(|row| &row.note),
        "hexadecimal": code.digits().iter().chain(code.repeat()).any(|digit| digit.bits() > 7),
    }))
}

/// Each digit as its bits and its mark.
fn digits(digits: &[Digit]) -> Vec<Value> {
    let digit = |digit: &Digit| json!({ "bits": digit.bits(), "unequal": digit.is_unequal() });
    digits.iter().map(digit).collect()
}

/// G(0), …, G(to) of a game.
pub fn values(game: &str, to: u64) -> Answer {
    let Game { code, shift } = game.parse()?;
    Ok(json!({ "values": computed(&code, shift, to)? }))
}

/// G(0), …, G(to), the first `shift` of them 0.
pub fn computed(code: &Code, shift: u64, to: u64) -> Result<Vec<u16>, Failure> {
    if to >= MOST_VALUES {
        let message = format!("heap {to}: at most {} values can be shown", MOST_VALUES - 1);
        return Err(Failure::new(message));
    }
    let mut values = vec![0; (shift.min(to + 1)) as usize];
    if let Some(last) = to.checked_sub(shift) {
        let mut engine = Engine::new(code);
        engine.extend(last).map_err(Failure::new)?;
        values.extend(engine.values().iter());
    }
    values.truncate(to as usize + 1);
    Ok(values)
}

/// The largest heap, and the largest side of a board, of a rule.
const LARGEST_OF_RULE: [u64; 2] = [2000, 24];

/// The limits of a rule: about a second.
const OF_RULE: Limits = Limits { options: 30_000_000, states: 1 << 20 };

/// Values of a rule: of the heaps 0 to `to`, or of the boards with as many rows and columns at most.
///
/// Where a limit is reached, or play need not end, the reply has the values before and the reason. The
/// value of a board that is no position is null.
pub fn rule_values(text: &str, to: u64) -> Answer {
    let rule: Rule = text.parse()?;
    let states: Vec<Vec<u128>> = match rule.arity() {
        1 => (0..=to.min(LARGEST_OF_RULE[0])).map(|n| vec![n.into()]).collect(),
        2 => {
            let sides = || 0..=u128::from(to.min(LARGEST_OF_RULE[1]));
            sides().flat_map(|a| sides().map(move |b| vec![a, b])).collect()
        }
        _ => return Err(Failure::new("a state of three numbers has no table: use `octal values`")),
    };
    let mut solver = Solver::with_limits(&rule, OF_RULE);
    let (mut values, mut reason) = (vec![], None);
    for state in states.iter().filter_map(|numbers| State::new(numbers)) {
        match solver.value(&state) {
            Ok(value) => values.push(Some(value)),
            Err(Refusal::NoPosition { .. }) if rule.arity() > 1 => values.push(None),
            Err(refusal) => {
                reason = Some(refusal.to_string());
                break;
            }
        }
    }
    Ok(json!({ "arity": rule.arity(), "values": values, "reason": reason }))
}
