//! The rules of a game in words.

use crate::code::{Code, Digit, Game};

/// "the octal game 0.77 (Kayles)", "the octal game 0.6 with G(n) = G_0.6(n-1)".
pub(super) fn title(game: &Game, name: Option<&str>) -> String {
    let kind = match &game.code {
        code if code.last_place().is_none() || code.has_unequal() => "taking-and-breaking",
        code if code.most_heaps() > 2 => "hexadecimal",
        _ => "octal",
    };
    let name = name.map(|name| format!(" ({name})")).unwrap_or_default();
    let shift = match game.shift as i64 {
        0 => String::new(),
        shift => format!(" with G(n) = {}", value_of(&game.code, shift)),
    };
    format!("the {kind} game {}{shift}{name}", game.code)
}

/// "G_0.6(n-1)", the right-hand side of G(n) = G_code(n − shift), as an entry writes formulas.
pub(super) fn value_of(code: &Code, shift: i64) -> String {
    format!("G_{code}({})", n_plus(-i128::from(shift)))
}

/// A sentence that says what a(n) is, where a(`offset`) is the value of heap `from`.
pub(super) fn value(game: &Game, from: u64, offset: u64) -> String {
    let end = "the player who cannot move loses.";
    let later = i128::from(from) - i128::from(offset);
    let heap = n_plus(later);
    if game.shift == 0 {
        return format!("a(n) is the value of a heap of {heap} tokens; {end}");
    }
    // The rules count the tokens of the code; the lines that follow count the heaps of the game.
    let tokens = n_plus(later - i128::from(game.shift));
    let none = match i128::from(game.shift) - later {
        bound if bound > i128::from(offset) => format!(" (0 for n < {bound})"),
        _ => String::new(),
    };
    format!("a(n) is the value of a heap of {tokens} tokens{none}, here called heap {heap}; {end}")
}

/// "n", "n+2", "n-5".
fn n_plus(more: i128) -> String {
    if more == 0 { "n".to_owned() } else { format!("n{more:+}") }
}

/// A sentence that says what a move may do.
pub(super) fn rules(game: &Game) -> String {
    let code = &game.code;
    if !code.repeat().is_empty() {
        let bits = match code.most_heaps() {
            3 => "1 (nothing), 2 (one heap), 4 (two heaps) and 8 (three heaps)",
            _ => "1 (nothing), 2 (one heap) and 4 (two heaps)",
        };
        let letters = if code.to_string().contains(|c: char| c.is_ascii_lowercase()) {
            ", written a to f from ten on"
        } else {
            ""
        };
        let unequal = match code.has_unequal() {
            true => "; before the mark !, two heaps must be of different sizes",
            false => "",
        };
        return format!(
            "Digit k of the code {code} says what may remain after k tokens are taken from a heap: \
             it is a sum of {bits}{letters}{unequal}; the digits in brackets repeat for ever."
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
