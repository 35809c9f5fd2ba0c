//! Words of an entry: the rules of a game, and the status of a game whose period the draft's own
//! values do not prove. And a Python program that computes the values of a game by the definition,
//! for readers of an entry.

use super::{Draft, plus};
use crate::code::{Code, Digit, Game};
use crate::period::Answer;
use crate::period::Period;
use crate::period::search::Limits;

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

/// A sentence that defines a(n), where a(`offset`) is the value of heap `from`.
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

/// A sentence on the rules of the game.
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

/// The parts that a digit lets remain.
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

/// The lines of a program that prints G(from), …, G(to) as a list.
///
/// It is the definition, O(n²) for codes with two heaps, and needs nothing but Python 3.
pub(super) fn program(game: &Game, from: u64, to: u64) -> Vec<String> {
    let code = &game.code;
    let digits = list(code.digits());
    let digits = match code.repeat() {
        [] => digits,
        repeat => format!("{digits} + {}*N", list(repeat)),
    };
    let mut lines = vec![
        "def aupto(N):  # values of heaps 0..N".to_owned(),
        format!("    D, G = {digits}, [0]"),
        "    for n in range(1, N+1):".to_owned(),
        "        S = set()".to_owned(),
    ];
    lines.extend(options(code));
    lines.push("        G.append(next(v for v in range(len(S)+1) if v not in S))".to_owned());
    lines.push("    return G".to_owned());
    let last = to.saturating_sub(game.shift);
    let values = match game.shift {
        0 => format!("aupto({last})"),
        shift => format!("([0]*{shift} + aupto({last}))"),
    };
    lines.push(format!("print({values}[{from}:{}])", to + 1));
    lines
}

/// The lines that add the option values of heap n to the set S.
fn options(code: &Code) -> Vec<String> {
    let has = |what: fn(Digit) -> bool| code.digits().iter().chain(code.repeat()).any(|&d| what(d));
    let unequal = if code.has_unequal() { "-(d>>4)" } else { "" };
    let mut lines = vec![];
    if has(|digit| digit.bits() > 0) {
        lines.push("        for k, d in enumerate(D[:n+1]):".to_owned());
    }
    let mut option = |exists: bool, line: String| {
        if exists {
            lines.push(format!("            {line}"));
        }
    };
    option(has(Digit::leaves_none), "if d & 1 and n == k: S.add(0)".to_owned());
    option(has(Digit::leaves_one), "if d & 2 and n > k: S.add(G[n-k])".to_owned());
    option(
        has(Digit::leaves_two),
        format!("if d & 4: S.update(G[a]^G[n-k-a] for a in range(1, (n-k{unequal})//2+1))"),
    );
    option(
        has(Digit::leaves_three),
        "if d & 8: S.update(G[a]^G[b]^G[n-k-a-b] for a in range(1, n-k) for b in range(a, n-k-a))"
            .to_owned(),
    );
    lines
}

/// The digits as numbers; 16 more where two heaps that remain must differ.
fn list(digits: &[Digit]) -> String {
    let number = |d: &Digit| (d.bits() + 16 * u8::from(d.is_unequal())).to_string();
    format!("[{}]", digits.iter().map(number).collect::<Vec<_>>().join(","))
}

/// The result of an earlier search of a game that has the values of a draft's code.
#[derive(Clone, Copy, Debug)]
pub struct ReportedRow<'a> {
    /// Its row of `periods.csv`.
    pub row: &'a Answer,
    /// s with G_row(n) = G_code(n − s).
    pub shift: i64,
}

/// The comments on the period, by the values of the draft or by an earlier row that knows more.
pub(super) fn comments(draft: &Draft<'_>) -> Vec<String> {
    let limits = Limits::heaps(draft.known.verified_to());
    let own = Answer::new(&draft.view(), &limits);
    let shift = draft.game.shift as i64;
    let earlier = draft.earlier.and_then(|earlier| {
        // G_row(n) = G_code(n − s) and G_game(n) = G_code(n − shift).
        earlier.row.moved(draft.game, shift - earlier.shift)
    });
    let row = earlier.filter(|earlier| earlier.is_deeper_than(&own)).unwrap_or(own);
    match row.proved() {
        Some(period) => proved(draft, &row, period),
        None => open(draft, &row),
    }
}

fn proved(draft: &Draft<'_>, row: &Answer, period: Period) -> Vec<String> {
    let Period { preperiod, period, saltus } = period;
    let from = draft.index(preperiod);
    let how = row.theorem.map(|theorem| format!(", proved ({theorem})")).unwrap_or_default();
    let mut lines = vec![format!("a(n+{period}) = a(n){} for n >= {from}{how}.", plus(saltus))];
    lines.extend(largest(row, "The largest value is"));
    lines
}

fn open(draft: &Draft<'_>, row: &Answer) -> Vec<String> {
    let searched = draft.index(row.verified_to);
    // Without an earlier row the results of others are not known.
    let terms = if draft.earlier.is_some() { "No period is known; the terms" } else { "The terms" };
    let none = format!("{terms} up to n = {searched} show no period.");
    let rare = rare(row, draft.game);
    let largest = largest(row, "The largest value up to there is");
    std::iter::once(none).chain(rare).chain(largest).collect()
}

fn largest(row: &Answer, words: &str) -> Option<String> {
    let (max, at) = row.max_value.zip(row.max_at)?;
    Some(format!("{words} {max}, that of heap {at} for the first time."))
}

/// The number of rare heaps of the game, and the last of them.
fn rare(row: &Answer, game: &Game) -> Option<String> {
    let (mask, count, last) = (row.mask?, row.rare_count?, row.last_rare?);
    let code = &game.code;
    let splits = (0..=code.last_place()?).find(|&k| code.digit(k).leaves_two())? as u64;
    let position = (row.position_parity == Some(1)).then_some((splits + game.shift) % 2);
    let ones = match position {
        None => "an even number of ones".to_owned(),
        Some(parity) => {
            let [rare, other] = if parity == 0 { ["even", "odd"] } else { ["odd", "even"] };
            format!("an even number of ones if h is {rare}, an odd number if h is {other}")
        }
    };
    let zero = if position == Some(1) { "" } else { ", heap 0 included" };
    Some(format!(
        "Up to there {count} heaps are rare{zero}, the last of them heap {last}: heap h is rare if \
         its value AND {mask:#x} has, in binary, {ones}."
    ))
}
