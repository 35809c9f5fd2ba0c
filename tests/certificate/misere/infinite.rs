//! Certificates that a quotient is infinite. Their monoids are right about positions with few heaps
//! d alone.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use fastrand::Rng;
use octal::code::Code;
use octal::misere::limits::{MisereLimits, MisereStop};
use octal::misere::solve::partial;

use super::alterations::altered;
use super::tampering::{refusal, refused};
use super::{agrees, check, moves, text, with};

/// The number of alterations.
const ALTERATIONS: usize = 20_000;

/// Hypotheses that fail.
const NAMES: [&str; 9] =
    ["(least words)", "(Lemma A)", "(V1)", "(V2)", "(V4)", "(Theorem I)", "(I1)", "(I2)", "(I4)"];

/// The certificate of 0.76, whose quotient is infinite from heap 12 on.
fn right() -> String {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/misere");
    fs::read_to_string(results.join("0.76.txt")).unwrap()
}

/// The letters of that certificate.
const LETTERS: &str = "c 7\nq 2\np 2\nalpha 3\nK1 3\nK0 5\nB 7\na 1\nb 1\nv:\n";

#[test]
fn a_right_one() {
    assert_eq!(
        check(&right()).as_deref(),
        Ok(
            "0.76: the misère quotient is infinite, also that of heaps 1 to 12: every heap up to 12 checked: proved"
        )
    );
    // Two heaps 12 are few.
    assert!(agrees(&right(), 19));
    // Other positions show it as well.
    for (old, new) in [("v:\n", "v: 1\n"), ("v:\n", "v: 1 1 2\n")] {
        assert!(check(&with(&right(), old, new)).is_ok(), "{new}");
    }
}

#[test]
fn letters() {
    let cases = [
        ("c 7\n", "c 0\n", "line 6: `c 0` should be `c` and a number from 1 to 1000000"),
        ("c 7\n", "c 12\n", "c should be a heap below 12 (Theorem I)"),
        (
            "c 7\nq 2\n",
            "c 5\nq 1\n",
            "q should be at least 2, as a move adds up to 2 heaps 5 (Theorem",
        ),
        ("q 2\n", "q 0\n", "line 7: `q 0` should be `q` and a number from 1 to 1000000"),
        ("alpha 3\n", "alpha 2\n", "alpha should be above q (Theorem I)"),
        ("alpha 3\n", "alpha 1000001\n", "line 9: `alpha 1000001` should be `alpha` and a number"),
        ("K1 3\n", "K1 1\n", "p <= K1 <= K0 and K0 + p <= B should hold (Theorem I)"),
        ("K0 5\n", "K0 2\n", "p <= K1 <= K0 and K0 + p <= B should hold (Theorem I)"),
        ("B 7\n", "B 6\n", "p <= K1 <= K0 and K0 + p <= B should hold (Theorem I)"),
        ("B 7\n", "", "line 12: `a 1` should be `B` and a number from 1 to 1000000"),
        ("a 1\n", "a 0\n", "a should be from alpha - q to alpha - 1 (I4)"),
        ("a 1\n", "a 3\n", "a should be from alpha - q to alpha - 1 (I4)"),
        ("b 1\n", "b 0\n", "b should be from K1 - p to B - p (I4)"),
        ("b 1\n", "b 6\n", "b should be from K1 - p to B - p (I4)"),
        ("v:\n", "v: 7\n", "v should have heaps below 12, and no heap 7 (I4)"),
        ("v:\n", "v: 12\n", "v should have heaps below 12, and no heap 7 (I4)"),
        ("v:\n", "v: 2 1\n", "line 15: `v: 2 1` should be `v:` and at most 32768 heaps, ascending"),
        ("v:\n", "v: 0\n", "line 15: `v: 0` should be `v:` and at most 32768 heaps, ascending"),
        ("claim infinite", "claim partial", "line 6: `c 7` should be `heaps` and a number from 1"),
        ("B 7\n", "B 1000000\n", "I1 to I4 need more than 16777216 words of 64 bits"),
        (LETTERS, "", "line 6: `heaps 12` should be `c` and a number from 1 to 1000000"),
    ];
    refused(&right(), &cases);
    // In 0.1 heap 2 has no move.
    let dead = "octal misere certificate 1\ncode 0.1\nclaim infinite\norder 2\np-portion 1\nc 1\nq 1\n\
                p 1\nalpha 2\nK1 1\nK0 1\nB 2\na 1\nb 0\nv:\nheaps 2\ngenerators 1\naction 1: 1 0\n\
                P: 1\nphi: 0 1 0\nend\n";
    assert_eq!(refusal(dead), "heap 2: without a move it is no d (Theorem I)");
}

/// The code alone determines the number of heaps c that a move adds.
#[test]
fn the_heaps_that_a_move_adds() {
    let (other, split) = ((0, false), (4, true));
    for (code, digits) in [
        ("0.77", [other, (7, false), (7, false)]),
        ("4!.08", [split, other, (8, false)]),
        ("0.c4!", [other, (12, false), split]),
    ] {
        for (c, d) in (4..14).flat_map(|d| (1..d).map(move |c| (c, d))) {
            let added = |heaps: Vec<usize>| heaps.iter().filter(|heap| **heap == c).count();
            let most = (1..=d).flat_map(|n| moves(&digits, n)).map(added).max().unwrap();
            let phi = " 0".repeat(d + 1);
            let text = format!(
                "octal misere certificate 1\ncode {code}\nclaim infinite\norder 1\np-portion 0\nc {c}\n\
                 q 1\np 1\nalpha 1\nK1 1\nK0 1\nB 2\na 0\nb 0\nv:\nheaps {d}\ngenerators\nP:\n\
                 phi:{phi}\nend\n"
            );
            let right = if most > 1 {
                format!(
                    "q should be at least {most}, as a move adds up to {most} heaps {c} (Theorem I)"
                )
            } else {
                "alpha should be above q (Theorem I)".to_owned()
            };
            assert_eq!(refusal(&text), right, "{code}: {c} and {d}");
        }
    }
}

#[test]
fn hypotheses() {
    let beside = "beside it, ";
    let cases = [
        (
            "K1 3\n",
            "K1 2\n",
            "element 30: beside it, 3 heaps 7 and 2 heaps 12 have another outcome than 1 and 0 (I1)",
        ),
        (
            "K0 5\n",
            "K0 4\n",
            "element 0: beside it, 2 heaps 7 and 4 heaps 12 have another outcome than 2 and 2 (I2)",
        ),
        (
            "B 7\n",
            "B 8\n",
            "element 0: beside it, 6 heaps 7 and 8 heaps 12 have another outcome than 4 and 6 (I1)",
        ),
        (
            "c 7\n",
            "c 9\n",
            "element 18: beside it, 0 heaps 9 and 5 heaps 12 have another outcome than 0 and 3 (I2)",
        ),
        ("b 1\n", "b 2\n", "element 0: 2 more heaps 12 than 2 make no difference (I4)"),
        ("a 1\n", "a 2\n", "element 0: 2 more heaps 12 than 1 make no difference (I4)"),
        ("v:\n", "v: 3\n", "element 2: 2 more heaps 12 than 1 make no difference (I4)"),
    ];
    assert!(cases.iter().filter(|case| case.2.contains(beside)).count() > 3);
    refused(&right(), &cases);
}

/// The monoid is right where there are at most seven heaps 12, and no further: it is no quotient.
#[test]
fn a_position_with_one_heap_more() {
    let partial = with(&with(&right(), "claim infinite", "claim partial"), LETTERS, "");
    let (sevens, twelves) = (["7"; 6].join(" + "), ["12"; 8].join(" + "));
    let reason = "its value 206 is not in P, and no option is in P (V2)";
    assert_eq!(refusal(&partial), format!("position {sevens} + {twelves}: {reason}"));
}

/// I1 to I4 are about the monoid, so of another game only V1 or V2 can say that it is not the one.
#[test]
fn games_with_a_finite_quotient() {
    for (code, reason) in [
        (
            "0.75",
            "heap 2: its value is 0; beside 1 it and its option of value 0 are both in P (V1)",
        ),
        (
            "0.77",
            "heap 2: its value is 0; beside 1 it and its option of value 0 are both in P (V1)",
        ),
        ("0.7", "position 3: its value 2 is not in P, and no option is in P (V2)"),
    ] {
        let solved = partial(&code.parse().unwrap(), &MisereLimits::heaps(12), &());
        assert_eq!(solved.stop, MisereStop::Complete, "{code}");
        let said = refusal(&with(&right(), "code 0.76", &format!("code {code}")));
        assert_eq!(said, reason, "{code}");
    }
}

/// Of the quotients of 0.75 and 0.123 all of V0 to V4 hold, so only Theorem I can say that they are
/// no evidence.
#[test]
fn finite_quotients_as_evidence() {
    let mut reasons = BTreeSet::new();
    for (name, last, claim) in
        [("0.75", 21, "preperiod 8\nperiod 2\n"), ("0.123", 12, "preperiod 5\nperiod 5\n")]
    {
        let text = with(&text(name), "claim quotient", "claim infinite");
        let mut random = Rng::with_seed(26);
        for _ in 0..4000 {
            let (q, p) = (random.usize(1..4), random.usize(1..4));
            let alpha = q + random.usize(1..4);
            let k1 = p + random.usize(0..3);
            let k0 = k1 + random.usize(0..3);
            let most = k0 + p + random.usize(0..3);
            let (a, b) = (random.usize(alpha - q..alpha), random.usize(k1 - p..=most - p));
            let c = random.usize(1..last);
            let v: Vec<usize> =
                (1..last).filter(|&heap| heap != c && random.u8(..8) == 0).collect();
            let v: String = v.iter().map(|heap| format!(" {heap}")).collect();
            let letters = format!(
                "c {c}\nq {q}\np {p}\nalpha {alpha}\nK1 {k1}\nK0 {k0}\nB {most}\na {a}\nb {b}\nv:{v}\n"
            );
            let said = refusal(&with(&text, claim, &letters));
            let name = ["(Theorem I)", "(I1)", "(I2)", "(I3)", "(I4)"];
            let name = name.into_iter().find(|name| said.ends_with(name));
            reasons.insert(name.unwrap_or_else(|| panic!("{said}\n{letters}")));
        }
    }
    assert_eq!(reasons.len(), 5, "{reasons:?}");
}

/// An accepted text is about 0.76, or about a game whose quotient the search finds infinite at this
/// heap, too.
#[test]
fn nothing_false_is_accepted() {
    let text = right();
    let mut random = Rng::with_seed(22);
    let (mut reasons, mut infinite) = (BTreeMap::new(), BTreeMap::new());
    for _ in 0..ALTERATIONS {
        let altered = altered(&text, &mut random);
        match check(&altered) {
            Ok(_) if altered == text => {}
            Ok(statement) => {
                let code = statement.split(':').next().unwrap().to_owned();
                let is_infinite = infinite.entry(code).or_insert_with_key(|code| {
                    let code: Code = code.parse().unwrap();
                    partial(&code, &MisereLimits::heaps(12), &()).stop == MisereStop::Infinite
                });
                assert!(*is_infinite && statement.contains("of heaps 1 to 12"), "{statement}");
                assert!(agrees(&altered, 12), "{statement}");
                *reasons.entry("none").or_insert(0) += 1;
            }
            Err(reason) => {
                let name = NAMES.into_iter().find(|name| reason.ends_with(name));
                *reasons.entry(name.unwrap_or("a line")).or_insert(0) += 1;
            }
        }
    }
    println!("{reasons:?}");
    assert!(NAMES.iter().all(|name| reasons.contains_key(name)), "{reasons:?}");
}
