//! Certificates of misère quotients: right ones are accepted and agree with all small positions,
//! whatever is false is refused with the hypothesis that fails.
//!
//! The files in this folder were written by a program of its own, not by this crate; that of an
//! infinite quotient is the one in `results/`.

mod alterations;
mod infinite;
mod tampering;

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use octal::check::{CertificateFile, CheckResult, MisereCertificate};

/// The files in this folder: their codes as in file names.
const FILES: [&str; 5] = ["0.75", "0.123", "0.77", "0.8", "4u.0"];

/// The text of a file in this folder.
fn text(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/certificate/misere");
    fs::read_to_string(folder.join(format!("{name}.txt"))).unwrap()
}

/// The statement that a whole text establishes.
fn check(text: &str) -> CheckResult<String> {
    let established = MisereCertificate::read(text.as_bytes())?.check(&|_, _| true)?;
    assert!(established.proved, "{established:?}");
    Ok(established.statement)
}

/// A text with one piece in place of another.
#[track_caller]
fn with(text: &str, old: &str, new: &str) -> String {
    assert!(text.contains(old), "{old} in {text}");
    text.replacen(old, new, 1)
}

/// The numbers behind a word at the begin of a line.
fn numbers(text: &str, word: &str) -> Vec<usize> {
    let line = text.lines().find_map(|line| line.strip_prefix(word)).unwrap();
    line.split_whitespace().map(|number| number.parse().unwrap()).collect()
}

#[test]
fn right_ones() {
    for (name, statement) in [
        (
            "0.75",
            "0.75: |Q| = 8, |P| = 2, preperiod 8, period 2: the misère quotient of the whole game: \
             every heap up to 21 checked: proved",
        ),
        (
            "0.123",
            "0.123: |Q| = 20, |P| = 5, preperiod 5, period 5: the misère quotient of the whole \
             game: every heap up to 12 checked: proved",
        ),
        (
            "0.77",
            "0.77: positions with a heap above 25 have the same outcome in misère as in normal \
             play; |Q| = 40, |P| = 9: the misère quotient of heaps 1 to 52: every heap up to 52 \
             checked: proved",
        ),
        (
            "0.8",
            "0.8: |Q| = 6, |P| = 2: the misère quotient of heaps 1 to 12: every heap up to 12 \
             checked: proved",
        ),
        (
            "4u.0",
            "4!.0: |Q| = 24, |P| = 5: the misère quotient of heaps 1 to 18: every heap up to 18 \
             checked: proved",
        ),
    ] {
        assert_eq!(check(&text(name)).as_deref(), Ok(statement));
    }
}

#[test]
fn the_smallest_quotients() {
    // T_0: no move at all. T_1: heap 1 can be taken, larger heaps cannot be moved in.
    let t0 = "octal misere certificate 1\ncode 0.0\nclaim quotient\norder 1\np-portion 0\n\
              preperiod 0\nperiod 1\nheaps 1\ngenerators\nP:\nphi: 0 0\nend\n";
    assert!(check(t0).unwrap().starts_with("0.0: |Q| = 1, |P| = 0, preperiod 0, period 1: "));
    assert!(check(&t1("1 0", "1", "0 1 0 0")).unwrap().starts_with("0.1: |Q| = 2, |P| = 1, "));
}

/// A certificate of 0.1.
fn t1(action: &str, p: &str, phi: &str) -> String {
    let (order, p_portion) = (action.split(' ').count(), p.split(' ').count());
    format!(
        "octal misere certificate 1\ncode 0.1\nclaim quotient\norder {order}\n\
         p-portion {p_portion}\npreperiod 2\nperiod 1\nheaps 3\ngenerators 1\naction 1: {action}\n\
         P: {p}\nphi: {phi}\nend\n"
    )
}

/// The largest is of order 40; the reader knows the kind by the first line.
#[test]
fn both_kinds_by_their_first_lines() {
    let file = CertificateFile::read(text("0.77").as_bytes()).unwrap();
    assert!(matches!(file, CertificateFile::Misere(_)), "{file:?}");
    assert_eq!(file.heaps(&[]), 53);
    let said = CertificateFile::read(b"octal misere certificate 2\n").unwrap_err();
    let line = "line 1: `octal misere certificate 2` should be `octal misere certificate 1`";
    assert_eq!(said, line);
}

#[test]
fn a_check_that_is_stopped() {
    let certificate = MisereCertificate::read(text("0.77").as_bytes()).unwrap();
    let left = std::sync::atomic::AtomicU64::new(30);
    let watch = |heaps, _| {
        let before = left.fetch_sub(heaps, std::sync::atomic::Ordering::Relaxed);
        before > heaps
    };
    let stopped = certificate.check(&watch).unwrap();
    assert!(!stopped.proved && stopped.statement.ends_with("no fault found, not proved: stopped"));
}

/// The heaps that a move of heap n may leave, from the digits of a code below 10.
fn moves(digits: &[(usize, bool)], n: usize) -> Vec<Vec<usize>> {
    let mut moves = vec![];
    for (k, &(digit, unequal)) in digits.iter().enumerate().take(n + 1) {
        let left = n - k;
        for a in 0..=left {
            for b in 0..=left - a {
                let mut heaps = vec![a, b, left - a - b];
                heaps.retain(|&heap| heap > 0);
                let bit = 1 << heaps.len();
                if digit & bit != 0 && !(bit == 4 && unequal && heaps[0] == heaps[1]) {
                    moves.push(heaps);
                }
            }
        }
    }
    moves
}

/// True if the player who has just moved wins: the player who cannot move wins.
fn is_p(
    digits: &[(usize, bool)],
    position: &[usize],
    known: &mut HashMap<Vec<usize>, bool>,
) -> bool {
    if let Some(&known) = known.get(position) {
        return known;
    }
    let (mut is_terminal, mut wins) = (true, false);
    for i in 0..position.len() {
        for parts in moves(digits, position[i]) {
            let mut option = position.to_vec();
            option.remove(i);
            option.extend(parts);
            option.sort_unstable();
            is_terminal = false;
            wins |= is_p(digits, &option, known);
        }
    }
    let answer = !is_terminal && !wins;
    known.insert(position.to_vec(), answer);
    answer
}

/// True if a text states the right outcome of every position of at most this many tokens.
fn agrees(text: &str, tokens: usize) -> bool {
    let code = text.lines().find_map(|line| line.strip_prefix("code ")).unwrap();
    let mut digits: Vec<(usize, bool)> = vec![];
    for c in code.chars().filter(|&c| c != '.') {
        match c.to_digit(16) {
            Some(digit) => digits.push((digit as usize, false)),
            None => digits.last_mut().unwrap().1 = true,
        }
    }
    let actions = numbers(text, "generators");
    let actions = actions.iter().map(|g| numbers(text, &format!("action {g}:")));
    let (p, phi, actions) = (numbers(text, "P:"), numbers(text, "phi:"), actions.collect());
    let product = table(numbers(text, "order")[0], &actions);
    let (mut known, mut positions) = (HashMap::new(), vec![(vec![], 0, tokens)]);
    while let Some((position, value, left)) = positions.pop() {
        if is_p(&digits, &position, &mut known) != p.contains(&value) {
            return false;
        }
        for heap in position.last().copied().unwrap_or(1)..phi.len().min(left + 1) {
            let more = [&position[..], &[heap]].concat();
            positions.push((more, product[value][phi[heap]], left - heap));
        }
    }
    known.len() > 1
}

/// The products of all elements: an element is reached from 0 by actions, and so is its product
/// with x from x.
fn table(order: usize, actions: &Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    let mut columns: Vec<Option<Vec<usize>>> = vec![None; order];
    columns[0] = Some((0..order).collect());
    let mut reached = vec![0];
    while let Some(y) = reached.pop() {
        for action in actions {
            if columns[action[y]].is_none() {
                let column = columns[y].as_ref().unwrap().iter().map(|&xy| action[xy]).collect();
                columns[action[y]] = Some(column);
                reached.push(action[y]);
            }
        }
    }
    // The monoid is commutative: a column is a row.
    columns.into_iter().map(Option::unwrap).collect()
}

#[test]
fn the_outcomes_of_small_positions() {
    for (name, tokens) in [("0.75", 17), ("0.123", 17), ("0.77", 17), ("0.8", 19), ("4u.0", 20)] {
        assert!(agrees(&text(name), tokens), "{name}");
    }
    assert!(!agrees(&with(&text("0.75"), "code 0.75", "code 0.73"), 12));
}
