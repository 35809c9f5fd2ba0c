//! Games by their rules, compared with the octal engines; textbook games and games on boards.

mod boards;
mod brute;
mod games;
mod graph;

use octal::grundy::naive;
use octal::period::Period;
use octal::rule::{Rule, Solver, State, all, find, recurrence};

#[test]
fn rules_of_games_with_codes_equal_the_definition() {
    let codes = [
        ("dawsons-kayles", "0.07"),
        ("grundys-game", "4!.0"),
        ("kayles", "0.77"),
        ("laskers-nim", "4.[3]"),
        ("nim", "0.[3]"),
        ("sticks", "0.777"),
        ("subtraction", "S(1,2,3)"),
    ];
    for (name, code) in codes {
        let values = naive::values(&code.parse().unwrap(), 120);
        let mut solver = Solver::new(&find(name).unwrap().rule);
        for (heap, value) in (0..).zip(values) {
            assert_eq!(solver.value(&State::heap(heap)), Ok(u64::from(value)), "{name} {heap}");
        }
    }
}

#[test]
fn textbook_games_have_titles_and_moves() {
    for game in all() {
        assert!(!game.title.is_empty() && game.about.ends_with('.'), "{game:?}");
        assert_eq!(find(&game.title.to_uppercase()).unwrap().name, game.name);
    }
    assert!(find("chess").is_none());
}

#[test]
fn recurrences_are_those_of_the_whole_list() {
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..2000 {
        let (from, p, saltus) = (random.usize(0..6), random.usize(1..5), random.u64(0..3));
        let mut values: Vec<u64> = (0..from + p).map(|_| random.u64(0..3)).collect();
        for n in from + p..random.usize(8..30).max(from + p) {
            values.push(values[n - p] + saltus);
        }
        let (len, half) = (values.len(), values.len() / 2);
        let recurs = |from: usize, p: usize, saltus: u64| {
            (from..len - p).all(|n| values[n] + saltus == values[n + p])
        };
        // A period without saltus comes before all others.
        let all = |growths: std::ops::Range<u64>| {
            let each = move |p| growths.clone().map(move |saltus| (p, saltus));
            (1..=half / 2).flat_map(each).find(|&(p, saltus)| recurs(half, p, saltus))
        };
        let expected = all(0..1).or_else(|| all(1..99)).map(|(p, saltus)| {
            let from = (0..=half).find(|&from| recurs(from, p, saltus)).unwrap();
            Period { preperiod: from as u64, period: p as u64, saltus }
        });
        assert_eq!(recurrence(&values), expected, "{values:?}");
    }
}

/// The code of a rule.
fn code(rule: &str) -> Option<String> {
    rule.parse::<Rule>().unwrap().code()
}

#[test]
fn rules_that_are_codes_are_recognised() {
    for (name, expected) in [
        ("kayles", "0.77"),
        ("dawsons-kayles", "0.07"),
        ("grundys-game", "4!.0"),
        ("laskers-nim", "4.[3]"),
        ("nim", "0.[3]"),
        ("sticks", "0.777"),
        ("subtraction", "0.333"),
    ] {
        assert_eq!(find(name).unwrap().rule.code().as_deref(), Some(expected), "{name}");
    }
    for rule in [
        "n -> n/2 if n > 0",
        "n -> n-1 if n > 1",
        "n -> [p...] for p in parts(n, 2)",
        "n -> [a, n-1-a] for a in 2..n-1",
        "n -> [a, n-1-a] for a in 0..n-3",
        "n -> [a, n-a, 1] for a in 1..n-1",
        "n -> [a, n-2*a] for a in 1..n-1",
        "n -> [a, n-1-a] for a in 0..n-1 if a < 5",
        "n -> m for m in 1..n-1",
        "n -> [a, n-a] for a in 0..n-1",
        "(r, c) -> (r-1, c)",
        "n -> n-k for k in 1..1000000",
    ] {
        assert_eq!(code(rule), None, "{rule}");
    }
    assert_eq!(code("n -> n-k for k in {1, 3..5}").as_deref(), Some("0.30333"));
}

/// A random line of a form that may be a code.
fn random_line(random: &mut fastrand::Rng) -> String {
    let (k, low, high) = (random.u8(0..4), random.u8(0..2), random.u8(0..3));
    let end = if random.u8(0..4) == 0 {
        format!("(n-{})/2", k + high)
    } else {
        format!("n-{}", k + high)
    };
    let condition = match random.u8(0..3) {
        0 => String::new(),
        1 => format!(" if a < n-{k}-a"),
        _ => format!(" if a <= n-a-{k}"),
    };
    match random.u8(0..6) {
        0 => format!("n -> n-{} | n-{}", k + 1, k + 2),
        1 => format!("n -> n-s for s in {{{}, {}..4}}", k + 1, low + 1),
        2 if low == 0 => "n -> m for m in 0..n-1".to_owned(),
        3 => format!("n -> [n-{k}-a, a] for a in {low}..{end}{condition}"),
        _ => format!("n -> [a, n-{k}-a] for a in {low}..{end}{condition}"),
    }
}

#[test]
fn recognised_codes_have_the_values_of_their_rules() {
    let mut random = fastrand::Rng::with_seed(11);
    let mut codes = std::collections::BTreeSet::new();
    for _ in 0..2000 {
        let lines: Vec<String> =
            (0..random.usize(1..4)).map(|_| random_line(&mut random)).collect();
        let rule: Rule = lines.join("\n").parse().unwrap();
        let Some(code) = rule.code() else { continue };
        let values = naive::values(&code.parse().unwrap(), 24);
        let mut solver = Solver::new(&rule);
        for (heap, value) in (0..).zip(values) {
            assert_eq!(solver.value(&State::heap(heap)), Ok(u64::from(value)), "{rule}\n{code}");
        }
        codes.insert(code);
    }
    assert!(codes.len() > 100, "{}", codes.len());
}
