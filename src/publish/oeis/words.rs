//! The rules of a game in words.

use crate::code::{Digit, Game};

/// "the octal game 0.77 (Kayles)", "the octal game 0.6 with heaps 1 larger".
pub(super) fn title(game: &Game, name: Option<&str>) -> String {
    let kind = match &game.code {
        code if code.last_place().is_none() || code.has_unequal() => "taking-and-breaking",
        code if code.most_heaps() > 2 => "hexadecimal",
        _ => "octal",
    };
    let shift = match game.shift {
        0 => String::new(),
        shift => format!(" with heaps {shift} larger"),
    };
    let name = name.map(|name| format!(" ({name})")).unwrap_or_default();
    format!("the {kind} game {}{shift}{name}", game.code)
}

/// A sentence that says what a move may do.
pub(super) fn rules(game: &Game) -> String {
    let code = &game.code;
    if !code.repeat().is_empty() {
        return format!(
            "Digit k of the code {code} says what may remain after k tokens are taken from a heap: \
             it is a sum of 1 (nothing), 2 (one heap) and 4 (two heaps); the digits in brackets \
             repeat for ever."
        );
    }
    let places = code.digits().iter().enumerate().filter(|(_, digit)| digit.bits() > 0);
    let mut kinds: Vec<(Digit, Vec<String>)> = vec![];
    for (k, &digit) in places {
        match kinds.iter_mut().find(|(kind, _)| *kind == digit) {
            Some((_, numbers)) => numbers.push(k.to_string()),
            None => kinds.push((digit, vec![k.to_string()])),
        }
    }
    let kind = |(digit, numbers): &(Digit, Vec<String>)| {
        let tokens = if numbers[..] == ["1"] { "token" } else { "tokens" };
        format!("{} {tokens} from a heap, leaving {}", or(numbers), or(&remains(*digit)))
    };
    match kinds.iter().map(kind).collect::<Vec<_>>() {
        kinds if kinds.is_empty() => "There is no move.".to_owned(),
        kinds => format!("A move takes {}.", kinds.join("; or ")),
    }
}

/// What a digit lets remain.
fn remains(digit: Digit) -> Vec<String> {
    let two = if digit.is_unequal() { "two heaps of different sizes" } else { "two heaps" };
    let all = [
        (digit.leaves_none(), "no heap"),
        (digit.leaves_one(), "one heap"),
        (digit.leaves_two(), two),
        (digit.leaves_three(), "three heaps"),
    ];
    all.into_iter().filter(|(may, _)| *may).map(|(_, what)| what.to_owned()).collect()
}

/// "1, 2 or 3".
fn or(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
