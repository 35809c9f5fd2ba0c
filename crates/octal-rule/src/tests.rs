//! Rules compared with plain recursion over options that the tests state in Rust.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

use crate::{Limits, MisereSolver, Refusal, Rule, Solver, State};

/// The options of a state, each a sum.
type Options = Box<dyn Fn(&State) -> Vec<Vec<State>>>;

fn heaps(sum: &[i64]) -> Option<Vec<State>> {
    sum.iter().map(|&n| u64::try_from(n).ok().map(State::heap)).collect()
}

fn values(rule: &str, last: u64) -> Vec<u64> {
    let rule: Rule = rule.parse().unwrap_or_else(|error| panic!("{rule}: {error}"));
    let mut solver = Solver::new(&rule);
    (0..=last).map(|n| solver.value(&State::heap(n)).unwrap()).collect()
}

fn refusal(rule: &str, heap: u64) -> String {
    let rule: Rule = rule.parse().unwrap();
    Solver::new(&rule).value(&State::heap(heap)).unwrap_err().to_string()
}

/// Values by recursion.
fn value(options: &Options, known: &mut HashMap<State, u64>, state: &State) -> u64 {
    if let Some(&value) = known.get(state) {
        return value;
    }
    let mut of_sum =
        |sum: Vec<State>| sum.iter().fold(0, |s, part| s ^ value(options, known, part));
    let seen: BTreeSet<u64> = options(state).into_iter().map(&mut of_sum).collect();
    let value = (0..).find(|value| !seen.contains(value)).unwrap();
    known.insert(*state, value);
    value
}

/// Outcomes of whole sums by recursion over all moves, without any theory.
struct Outcomes<'a> {
    options: &'a Options,
    misere: bool,
    known: HashMap<Vec<State>, bool>,
}

impl Outcomes<'_> {
    fn moves(&self, sum: &[State]) -> BTreeSet<(State, Vec<State>, Vec<State>)> {
        let mut moves = BTreeSet::new();
        for (place, part) in sum.iter().enumerate() {
            for mut option in (self.options)(part) {
                let mut after = sum.to_vec();
                after.remove(place);
                after.extend(option.clone());
                after.sort();
                option.sort_by(|a, b| b.cmp(a));
                option.retain(|part| {
                    !part.numbers().contains(&0) || !(self.options)(part).is_empty()
                });
                moves.insert((*part, option, after));
            }
        }
        moves
    }

    fn next_wins(&mut self, sum: &[State]) -> bool {
        let mut sum = sum.to_vec();
        sum.sort();
        if let Some(&wins) = self.known.get(&sum) {
            return wins;
        }
        let moves = self.moves(&sum);
        let over = moves.is_empty() && self.misere;
        let wins = over || moves.iter().any(|(_, _, after)| !self.next_wins(after));
        self.known.insert(sum, wins);
        wins
    }

    fn winning(&mut self, sum: &[State]) -> Vec<(State, Vec<State>)> {
        let moves = self.moves(sum).into_iter();
        let won = moves.filter(|(_, _, after)| !self.next_wins(after));
        let won: BTreeSet<_> = won.map(|(from, to, _)| (from, to)).collect();
        won.into_iter().collect()
    }
}

/// The options of a heap, each as its components.
type OptionLists = Box<dyn Fn(i64) -> Vec<Vec<i64>>>;

/// A random line: its text, and the same options in Rust.
fn random_line(random: &mut fastrand::Rng) -> (String, OptionLists) {
    let (k, c, m) = (random.i64(1..4), random.i64(1..4), random.i64(2..5));
    let (low, high, r) = (random.i64(0..3), random.i64(0..3), random.i64(0..2));
    match random.u8(0..6) {
        0 => (format!("n -> n-{k} | n-{c}"), Box::new(move |n| vec![vec![n - k], vec![n - c]])),
        1 => (
            format!(
                "heap -> [a, heap-a-{k}] for a in {low}..heap-{high} if (a + heap) % {m} != {r}"
            ),
            Box::new(move |n| {
                let a = (low..=n - high).filter(|a| (a + n) % m != r);
                a.map(|a| vec![a, n - a - k]).collect()
            }),
        ),
        2 => (
            format!("n -> [n-{k}*b, n-b, b/{m}] | n-b-1 for b in {{{c}, {low}+1..n/{m}}}"),
            Box::new(move |n| {
                let b = std::iter::once(c).chain(low + 1..=n / m);
                b.flat_map(|b| [vec![n - k * b, n - b, b / m], vec![n - b - 1]]).collect()
            }),
        ),
        3 => (
            format!("n -> [a, b, n-a-b-{k}] for a in 1..n, b in a..min(n, 2*a) if not a = {c}"),
            Box::new(move |n| {
                let pairs = (1..=n).flat_map(|a| (a..=n.min(2 * a)).map(move |b| (a, b)));
                pairs.filter(|&(a, _)| a != c).map(|(a, b)| vec![a, b, n - a - b - k]).collect()
            }),
        ),
        4 => (
            format!("n -> [] | n - max({k}, n xor {c}) if n % {m} = {r} and n > {low} or n = {k}"),
            Box::new(move |n| match n % m == r && n > low || n == k {
                true => vec![vec![], vec![n - k.max(n ^ c)]],
                false => vec![],
            }),
        ),
        _ => {
            let distinct = random.bool();
            let name = if distinct { "distinct_parts" } else { "parts" };
            let counts = match random.u8(0..3) {
                0 => format!("{c}..").replace("1..", "2.."),
                1 => format!("{{2, {}}}", 3 + c),
                _ => format!("2..{}", 1 + c),
            };
            let text = format!("n -> [p..., {low}] for p in {name}(n-{k}, {counts})");
            let allowed = move |parts: i64| match &counts {
                open if open.ends_with("..") => parts >= c.max(2),
                set if set.starts_with('{') => parts == 2 || parts == 3 + c,
                _ => (2..=1 + c).contains(&parts),
            };
            let options = move |n: i64| {
                let mut found = vec![];
                let mut begun: Vec<Vec<i64>> = vec![vec![]];
                while let Some(parts) = begun.pop() {
                    let rest = n - k - parts.iter().sum::<i64>();
                    if rest == 0 && allowed(parts.len() as i64) {
                        found.push(parts.iter().copied().chain([low]).collect());
                    }
                    let least = parts.last().map_or(1, |&last| last + i64::from(distinct));
                    begun.extend(
                        (least..=rest)
                            .map(|part| parts.iter().copied().chain([part]).collect::<Vec<_>>()),
                    );
                }
                found
            };
            (text, Box::new(options))
        }
    }
}

/// A random rule that ends: its text, and its options in Rust.
fn random_rule(random: &mut fastrand::Rng) -> (String, Options) {
    loop {
        let lines: Vec<_> = (0..random.usize(1..4)).map(|_| random_line(random)).collect();
        let mut text = String::new();
        lines.iter().for_each(|(line, _)| writeln!(text, "{line}  # comment").unwrap());
        let options: Options = Box::new(move |state| {
            let n = i64::try_from(state.numbers()[0]).unwrap();
            lines.iter().flat_map(|(_, options)| options(n)).filter_map(|o| heaps(&o)).collect()
        });
        let ends = |n| options(&State::heap(n)).iter().flatten().all(|part| *part < State::heap(n));
        if (0..16).all(ends) {
            return (text, options);
        }
    }
}

#[test]
fn a_thousand_random_rules() {
    let mut random = fastrand::Rng::with_seed(73);
    for _ in 0..1000 {
        let (text, options) = random_rule(&mut random);
        let rule: Rule = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut solver = Solver::new(&rule);
        let mut known = HashMap::new();
        let first = random.u64(0..13);
        for heap in [first].into_iter().chain(0..13).map(State::heap) {
            let expected = value(&options, &mut known, &heap);
            assert_eq!(solver.value(&heap), Ok(expected), "{text}{heap}");
        }
        let mut sum: Vec<State> =
            (0..random.usize(1..4)).map(|_| State::heap(random.u64(0..5))).collect();
        sum.sort();
        for misere in [false, true] {
            let mut outcomes = Outcomes { options: &options, misere, known: HashMap::new() };
            let found = if misere {
                MisereSolver::new(&rule).analyse(&sum).unwrap()
            } else {
                solver.analyse(&sum).unwrap()
            };
            assert_eq!(found.next_wins, outcomes.next_wins(&sum), "{text}{sum:?} {misere}");
            let winning: Vec<_> =
                found.winning.unwrap().into_iter().map(|m| (m.from, m.to)).collect();
            assert_eq!(winning, outcomes.winning(&sum), "{text}{sum:?} {misere}");
        }
    }
}

#[test]
fn boards_with_two_and_three_numbers() {
    let text = "(r, c) -> (r-a, c) | (r, c-a) | (r-a, c-a) for a in 1..max(r, c)";
    let wythoff: Rule = text.parse().unwrap();
    let mut solver = Solver::new(&wythoff);
    let lost = |solver: &mut Solver<'_>, r, c| solver.value(&State::new(&[r, c]).unwrap()) == Ok(0);
    let cold: Vec<_> = (0..12)
        .flat_map(|r| (r..20).map(move |c| (r, c)))
        .filter(|&(r, c)| lost(&mut solver, r, c))
        .collect();
    assert_eq!(cold, [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18)]);
    let nim: Rule = "(a, b, c) -> (x, b, c) for x in 0..a-1
        (a, b, c) -> (a, x, c) for x in 0..b-1
        (a, b, c) -> (a, b, x) for x in 0..c-1"
        .parse()
        .unwrap();
    let mut solver = Solver::new(&nim);
    for state in [[1, 2, 3], [7, 5, 4], [200, 3, 9], [0, 0, 1]] {
        let value = (state[0] ^ state[1] ^ state[2]) as u64;
        assert_eq!(solver.value(&State::new(&state).unwrap()), Ok(value));
    }
    let found = solver.analyse(&[State::new(&[1, 2, 4]).unwrap()]).unwrap();
    assert_eq!(found.winning.unwrap()[0].separated(","), "1,2,4 → 1,2,3");
    assert!(State::new(&[]).is_none() && State::new(&[1; 4]).is_none());
    assert!(State::new(&[1 << 100]).is_none());
}

/// A move takes a number that has no divisor in common with the heap. The value of n > 1 is k if the
/// k-th prime is the least that divides n.
#[test]
fn totatives() {
    let rule: Rule = "n -> n-k for k in 1..n-1 if gcd(n, k) = 1".parse().unwrap();
    let mut solver = Solver::new(&rule);
    let mut primes: Vec<u64> = vec![];
    for n in 2..120_u64 {
        if primes.iter().all(|p| n % p != 0) {
            primes.push(n);
        }
        let expected = 1 + primes.iter().position(|p| n % p == 0).unwrap() as u64;
        assert_eq!(solver.value(&State::heap(n)), Ok(expected), "{n}");
    }
    let rule: Rule = "n -> n-1 if gcd(0, 0-n) = n and gcd(n, 6, 4) = 2".parse().unwrap();
    assert_eq!([2, 3, 4].map(|n| Solver::new(&rule).value(&State::heap(n)).unwrap()), [1, 0, 1]);
}

/// A board of 5 by 4 squares on which a rook moves towards the corner or one square away from it.
#[test]
fn states_off_a_board_are_no_positions() {
    let text = "(r, c) if r < 5; (r, c) if c < 4
        (r, c) -> (a, c) for a in 0..r-1
        (r, c) -> (r+1, c-1) | (r+2, c-2)";
    let rule: Rule = text.parse().unwrap();
    assert_eq!(rule.to_string().parse::<Rule>().unwrap().to_string(), rule.to_string());
    let board = |r: u64, c: u64| State::new(&[r.into(), c.into()]).unwrap();
    let options: Options = Box::new(move |state| {
        let (r, c) = (state.numbers()[0] as u64, state.numbers()[1] as u64);
        let away = (1..=2).filter(|&k| k <= c && r + k < 5).map(|k| board(r + k, c - k));
        (0..r).map(|a| board(a, c)).chain(away).map(|state| vec![state]).collect()
    });
    let (mut solver, mut known) = (Solver::new(&rule), HashMap::new());
    for (r, c) in (0..5).flat_map(|r| (0..4).map(move |c| (r, c))) {
        let expected = value(&options, &mut known, &board(r, c));
        assert_eq!(solver.value(&board(r, c)), Ok(expected), "{r},{c}");
    }
    let refused = Refusal::NoPosition { position: "4x4".into(), line: "(r, c) if c < 4".into() };
    assert_eq!(solver.value(&board(4, 4)), Err(refused.clone()));
    assert_eq!(MisereSolver::new(&rule).analyse(&[board(4, 4)]).unwrap_err(), refused);
    // Heaps of a board are no octal game, and their options are not taken in whole stretches.
    let rule: Rule = "n if n != 2; n -> n-a for a in 1..n".parse().unwrap();
    let mut solver = Solver::new(&rule);
    assert_eq!([0, 1, 3, 4].map(|n| solver.value(&State::heap(n)).unwrap()), [0, 1, 2, 3]);
    assert!(rule.code().is_none() && solver.value(&State::heap(2)).is_err());
    assert!(refusal("n if 6/n > 0; n -> n-1", 2).contains("a division by 0"));
}

#[test]
fn questions_that_people_ask() {
    let unequal = values("n -> [p...] for p in distinct_parts(n, 2..)", 8);
    assert_eq!(unequal, [0, 0, 0, 1, 0, 2, 3, 4, 0]);
    let cut = values("n -> [p...] for p in parts(n, {2, 7})", 14);
    assert_eq!(cut, [0, 0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3, 1, 4]);
    let options =
        |a: u64| (1..=a / 2).map(move |b| vec![State::heap(a - 2 * b), State::heap(a - b)]);
    let options: Options =
        Box::new(move |state| options(u64::try_from(state.numbers()[0]).unwrap()).collect());
    let mut known = HashMap::new();
    let expected: Vec<u64> =
        (0..60).map(|n| value(&options, &mut known, &State::heap(n))).collect();
    assert_eq!(values("A -> [A-2*b, A-b] for b in 1..A/2", 59), expected);
}

#[test]
fn long_plays_and_large_heaps() {
    assert_eq!(values("n -> n-1", 3), [0, 1, 0, 1]);
    let rule: Rule = "n -> n-1".parse().unwrap();
    assert_eq!(Solver::new(&rule).value(&State::heap(300_001)), Ok(1));
    let rule: Rule = "n -> n/d for d in {2, 3, 6} if n > 0".parse().unwrap();
    let mut solver = Solver::new(&rule);
    let known: Vec<u64> = (0..12).map(|n| solver.value(&State::heap(n)).unwrap()).collect();
    assert_eq!(known, [0, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0]);
    // Any heap of 6^a tokens or a few more has the value of its first digits.
    let large = State::new(&[3_u128.pow(50)]).unwrap();
    assert!(solver.value(&large).unwrap() < 4);
}

#[test]
fn rules_that_do_not_end_are_refused_with_the_cycle() {
    let exclude = "exclude one of these moves by `if`";
    assert_eq!(refusal("n -> n", 5), format!("play need not end: 5 → 5; {exclude}"));
    let round = refusal("n -> (n+1) % 3 if n < 9", 1);
    assert_eq!(round, format!("play need not end: 1 → 2 → 0 → 1; {exclude}"));
    assert!(refusal("n -> [p...] for p in parts(n)", 3).contains("3 → 3"));
    let rule: Rule = "n -> (n+1) % 3 if n < 9".parse().unwrap();
    let mut solver = Solver::new(&rule);
    assert!(solver.value(&State::heap(1)).is_err());
    // Nothing is left half known.
    assert_eq!(solver.value(&State::heap(9)), Ok(0));
    assert!(solver.value(&State::heap(1)).is_err());
    let refused = MisereSolver::new(&rule).analyse(&[State::heap(1), State::heap(9)]).unwrap_err();
    assert_eq!(refused.to_string(), round);
}

#[test]
fn searches_that_would_take_too_long_are_refused() {
    for rule in [
        "n -> [a, n-1-a] for a in 0..n-1",
        "n -> [p...] for p in parts(n-1, 2..)",
        "n -> n-1 for a in 1..n, b in 1..n if a > n+b",
        "n -> n+1",
    ] {
        let rule: Rule = rule.parse().unwrap();
        let limits = Limits { options: 100_000, states: 10_000 };
        let mut solver = Solver::with_limits(&rule, limits);
        let large = State::new(&[1 << 60]).unwrap();
        let expected = Refusal::TooLarge { position: large.to_string() };
        assert_eq!(solver.value(&large), Err(expected));
    }
    let nim: Rule = "n -> m for m in 0..n-1".parse().unwrap();
    let limits = Limits { options: 100_000, states: 10_000 };
    let refused = MisereSolver::with_limits(&nim, limits).analyse(&[State::heap(9); 1000]);
    assert!(refused.unwrap_err().to_string().starts_with("9+9+9"));
}

#[test]
fn faults_name_the_position() {
    let fault = refusal("n -> (n-1)/(n-3)", 4);
    assert!(fault.starts_with("the options of 3 cannot be computed: a division by 0"), "{fault}");
    assert!(refusal("n -> n-2^m for m in 0..200", 4).contains("a number exceeds 2^100"));
    assert_eq!(values("n -> n-2^m for m in 0..99 if 2^m <= n", 6), [0, 1, 2, 0, 1, 2, 0]);
    assert_eq!(values("n -> n-2 if n != 3 and 6/(n-3) > 0", 6), [0, 0, 0, 0, 1, 1, 0]);
}

#[test]
fn what_is_no_rule() {
    for (rule, column, problem) in [
        ("", 1, "the rule is empty"),
        ("# only a comment", 1, "the rule is empty"),
        ("n", 2, "the line ends, expected `->` or `if` after the state"),
        ("n if n < 9", 1, "the rule is empty"),
        ("n if n; n -> n-1", 6, "a number stands here, expected a condition"),
        ("(r, c) if r < x; (r, c) -> (c, r-1)", 15, "no variable is called `x`"),
        ("n if n < 9; n -> [p...] for p in parts(n)", 1, "a rule with parts has no board"),
        ("n for a in 1..n if a < n", 3, "found `for`, expected `->` or `if`"),
        ("3 -> n", 1, "found `3`, expected a state"),
        ("n -> ", 6, "the line ends, expected a number, a variable or `(`"),
        ("n -> n-1 foo", 10, "found `foo`, expected an operator, `|`, `for`, `if`"),
        ("n -> m", 6, "no variable is called `m` here, only `n`"),
        ("n -> [a, n-a for a in 1..n", 14, "found `for`, expected an operator, `,` or `]`"),
        ("n -> (n-1", 10, "the line ends, expected an operator or `)`"),
        ("n -> n-a for a in 1..", 19, "the range has no end"),
        ("n -> n-a for a from 1..2", 16, "found `from`, expected `in`"),
        ("n -> n-n for n in 1..2", 14, "another variable `n`"),
        ("n -> n-a for a in 1..2 if a", 27, "a number stands here, expected a condition"),
        ("n -> n - (n < 3)", 11, "a condition stands here, expected a number"),
        ("n -> n-1 if 1 < n < 3", 19, "found `<`"),
        ("n -> (n, 1)", 6, "found 2 numbers in a component, expected 1"),
        ("(a, b) -> a", 11, "found 1 number in a component, expected 2"),
        ("(a, b, c, d) -> a", 9, "found `,`, expected `,` or `)` after one to three variables"),
        ("(a, b) -> [p...] for p in parts(a)", 27, "parts are heaps"),
        ("n -> n-1 for p in parts(n, 2..)", 6, "has the parts once"),
        ("n -> p for p in parts(n, 2..)", 6, "is a list of parts"),
        ("n -> [p..., p] for p in parts(n, 2..)", 13, "is a list of parts"),
        ("n -> [n...]", 7, "is no list of parts"),
        ("n -> [p...] for p in parts(n, n)", 31, "a number of parts is written as a number"),
        ("n -> [p...] for p in parts(n, 2.., 3)", 34, "found `,`, expected `,` or `)`"),
        ("n -> n-99999999999999999999999999999999", 8, "expected a number of at most 2^100"),
        ("größe -> größe-1 | x", 20, "no variable is called `x`"),
        ("n -> min n", 10, "found `n`, expected `(`"),
        ("n -> gcd(n)", 11, "found `)`, expected an operator or `,`"),
        ("n -> max()", 10, "found `)`, expected a number"),
        (
            "n -> n-1 if coprime(n, 2)",
            20,
            "`(`, expected an operator, `|`, `for`, `if`, `;` or the end of the line; the functions are `min`, `max` and `gcd`",
        ),
        ("n -> n-1 if n mod 2 = 0", 15, "; a remainder is written `n % d`"),
        (
            "n -> n-1 | [a, n-a] for a in 1..n-1",
            6,
            "does not use `a`, and is lost where `a` has no",
        ),
        ("n -> n-1 | [a, n-a] for a in 1..n-1 if a < n", 6, "on a line of its own or after `;`"),
        ("n -> [a, n-a] | n-b for a in 1..n-1, b in 1..3", 6, "does not use `b`"),
        ("n -> n-a | n-b for a in 1..3, b in 4..n", 6, "does not use `b`"),
        ("n -> n-1 for a in 1..n", 6, "does not use `a`"),
        ("n -> n-1 for d in 2..n-1, e in 1..d if n % d = 0", 6, "does not use `e`"),
        ("n -> [p...] for k in 1..3, p in parts(n)", 6, "does not use `k`"),
        ("n -> n-1; n -> x", 16, "no variable is called `x`"),
        ("n -> n-1;; größe -> größe-1 foo ;", 29, "found `foo`"),
        (";", 1, "the rule is empty"),
        ("n -> n @ 1", 8, "found `@`"),
    ] {
        let error = rule.parse::<Rule>().unwrap_err();
        assert!(error.problem.contains(problem), "{rule}: {error}");
        assert_eq!((error.line, error.column), (None, column), "{rule}: {error}");
    }
    let error = "n -> n-1\n\n m -> m-n".parse::<Rule>().unwrap_err();
    assert_eq!(error.to_string().split(" n").next(), Some("line 3, column 9:"));
    assert!("n -> n-1\n(a, b) -> (b, a)".parse::<Rule>().is_err());
    let nested = format!("n -> {}n", "(".repeat(100));
    assert!(nested.parse::<Rule>().unwrap_err().problem.contains("brackets"));
    for sign in ["- ", "not "] {
        let signs = |count| format!("n -> n-1 if {}1 < n", sign.repeat(count));
        assert!(signs(24).parse::<Rule>().is_ok());
        assert!(signs(900).parse::<Rule>().unwrap_err().problem.contains("signs in a row"));
    }
    assert!("-".repeat(5000).parse::<Rule>().is_err());
}

#[test]
fn lines_apart_by_semicolons_and_variables_of_the_condition() {
    let split = values("n -> n-1; n -> [a, n-a] for a in 1..n-1 if a < n-a", 12);
    assert_eq!(split, values("n -> n-1 # take\nn -> [a, n-a] for a in 1..n-1 if a < n-a;", 12));
    assert_eq!(split[..4], [0, 1, 0, 2]);
    let error = "n -> n-1\nn -> n-2; n -> m".parse::<Rule>().unwrap_err();
    assert_eq!((error.line, error.column), (Some(2), 16));
    // A variable may serve the condition of the only option, or the range of another variable.
    let composite = values("n -> n-1 for d in 2..n-1 if n % d = 0", 9);
    assert_eq!(composite, [0, 0, 0, 0, 1, 0, 1, 0, 1, 0]);
    assert_eq!(values("n -> n-b for a in 1..2, b in a..a+1", 9), values("n -> n-1 | n-2 | n-3", 9));
    let parts = values("n -> [p...] for k in 1..2, p in parts(n-k, 2)", 9);
    assert_eq!(parts, values("n -> [a, n-k-a] for k in 1..2, a in 1..n-k-1", 9));
}

#[test]
fn rules_are_printed_as_they_are_read() {
    let text = "  n  ->   n-1 | n-3 # take\n\n n → [a, n - a] for a in 1..n-1, b in {1} if a<b\n";
    let rule: Rule = text.parse().unwrap();
    assert_eq!(rule.to_string(), "n -> n-1 | n-3\nn → [a, n - a] for a in 1..n-1, b in {1} if a<b");
    assert_eq!(rule.to_string().parse::<Rule>().unwrap().to_string(), rule.to_string());
}
