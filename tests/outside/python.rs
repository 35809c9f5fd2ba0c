//! The Python programs in the drafts for the Encyclopedia of Integer Sequences.

use std::process::Command;

use libtest_mimic::Trial;
use octal::code::Game;
use octal::period::search::{Limits, search};
use octal::publish::oeis::Draft;

use super::{failure, trial};

/// Codes of every kind, each with the heap of the first term: finite, hexadecimal, with unequal
/// parts, repeating, with larger heaps.
const CODES: [(&str, u64); 14] = [
    ("0.77", 0),
    ("0.007", 0),
    ("0.007", 3),
    ("0.07", 1),
    ("4.4", 0),
    ("0.0", 0),
    ("4!.0", 0),
    ("0.6 shift 1", 0),
    ("nim", 0),
    ("0.3[37]", 0),
    ("0.8", 0),
    ("c.4", 0),
    ("0.16", 0),
    ("S(2,5,7)", 0),
];

pub fn trials() -> Vec<Trial> {
    let missing = || failure("python3", &["--version"]);
    vec![trial("python::drafts_print_their_terms", missing, drafts_print_their_terms)]
}

fn drafts_print_their_terms() {
    for (code, from) in CODES {
        let game: Game = code.parse().unwrap();
        let known = search(&game.code, &Limits::heaps(1000), &|_| true).unwrap();
        let draft =
            Draft { game: &game, known: &known, earlier: None, from, offset: from }.text().unwrap();
        let lines = |letter: char| {
            let start = format!("%{letter} A000000 ");
            draft.lines().filter_map(move |line| line.strip_prefix(&start).map(str::to_owned))
        };
        let program: Vec<String> = lines('o').collect();
        assert_eq!(program[0], "(Python)", "{draft}");
        let program = program[1..].join("\n");
        let ran = Command::new("python3").args(["-c", &program]).output().unwrap();
        let printed = String::from_utf8(ran.stdout).unwrap();
        let terms = ['S', 'T', 'U'].into_iter().flat_map(lines).collect::<String>();
        assert_eq!(printed.trim(), format!("[{}]", terms.replace(',', ", ")), "{code}: {program}");
    }
}
