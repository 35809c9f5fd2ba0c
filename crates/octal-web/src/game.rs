//! A game by its text: code, digits, name, standard form, first values.

use octal_games::code::cousins::standard_form;
use octal_games::code::names;
use octal_games::code::{Code, Digit, Game};
use octal_games::grundy::Engine;
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
