//! A Python program that computes the values of a game by the definition, for readers of an entry.

use crate::code::{Code, Digit, Game};

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
