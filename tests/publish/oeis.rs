//! Drafts for the Encyclopedia of Integer Sequences, and the recurrence in them.

use octal::code::Game;
use octal::code::cousins::same_by_rules;
use octal::period::Answer;
use octal::period::recurrence::signature;
use octal::period::search::{Limits, search};
use octal::publish::oeis::{Draft, ReportedRow};
use proptest::prelude::*;

const PRIME: i128 = 2_147_483_647;

/// The shortest recurrence of a sequence modulo a prime, by Berlekamp and Massey.
fn berlekamp_massey(sequence: &[i128]) -> Vec<i128> {
    let (mut c, mut b) = (vec![1], vec![1]);
    let (mut length, mut gap, mut last) = (0, 1, 1);
    for n in 0..sequence.len() {
        let term = |(i, c): (usize, &i128)| c * sequence[n - i] % PRIME;
        let d = c.iter().take(n + 1).enumerate().map(term).sum::<i128>().rem_euclid(PRIME);
        if d == 0 {
            gap += 1;
            continue;
        }
        let old = c.clone();
        let factor = d * power(last, PRIME - 2) % PRIME;
        c.resize(c.len().max(b.len() + gap), 0);
        b.iter().enumerate().for_each(|(i, x)| c[i + gap] = (c[i + gap] - factor * x) % PRIME);
        if 2 * length <= n {
            (length, b, last, gap) = (n + 1 - length, old, d, 1);
        } else {
            gap += 1;
        }
    }
    c.resize(length + 1, 0);
    c[1..].iter().map(|x| (-x).rem_euclid(PRIME)).collect()
}

fn power(base: i128, exponent: i128) -> i128 {
    match exponent {
        0 => 1,
        _ if exponent % 2 == 1 => base * power(base, exponent - 1) % PRIME,
        _ => power(base * base % PRIME, exponent / 2),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_signature_is_the_shortest_recurrence(
        period in prop_oneof![
            prop::collection::vec(0..9u16, 1..30),
            // Few frequencies: short recurrences.
            (prop::collection::vec(0..9u16, 1..5), 1..6usize).prop_map(|(v, times)| v.repeat(times)),
        ],
        saltus in 0..4u64,
    ) {
        let p = period.len();
        let value = |n: usize| i128::from(period[n % p]) + (n / p) as i128 * i128::from(saltus);
        let sequence: Vec<i128> = (0..4 * p + 8).map(value).collect();
        let found: Vec<i128> =
            signature(&period, saltus).iter().map(|&c| i128::from(c).rem_euclid(PRIME)).collect();
        prop_assert_eq!(&found, &berlekamp_massey(&sequence));
    }
}

/// The draft of a game whose first term is that of heap `from`.
fn draft(code: &str, from: u64, offset: u64) -> String {
    let game: Game = code.parse().unwrap();
    let known = search(&game.code, &Limits::heaps(1000), &|_| true).unwrap();
    Draft { game: &game, known: &known, earlier: None, from, offset }.text().unwrap()
}

/// The comments of a draft on a game, of which 1000 heaps are computed, beside a row of an equal
/// code searched to this heap.
fn comments_beside(game: &str, from: u64, (code, heaps): (&str, u64)) -> Vec<String> {
    let game: Game = game.parse().unwrap();
    let code = code.parse().unwrap();
    let known = search(&game.code, &Limits::heaps(1000), &|_| true).unwrap();
    let deeper = search(&code, &Limits::heaps(heaps), &|_| true).unwrap();
    let row = Answer::new(&(&deeper).into(), &Limits::heaps(heaps));
    let shift = same_by_rules(&code, &game.code).unwrap();
    let earlier = Some(ReportedRow { row: &row, shift });
    let draft = Draft { game: &game, known: &known, earlier, from, offset: from };
    lines(&draft.text().unwrap(), "C")[2..].iter().map(|line| (*line).to_owned()).collect()
}

/// An open game: how far it was searched, its rare heaps, its largest value, by whichever search
/// went further.
#[test]
fn the_comments_on_an_open_game() {
    let rare = |count, last| {
        format!(
            "Up to there {count} heaps are rare, heap 0 included, the last of them heap {last}: heap h \
             is rare if its value AND 0x1ee has, in binary, an even number of ones."
        )
    };
    let largest = |v, n| {
        format!("The largest value up to there is {v}, that of heap {n} for the first time.")
    };
    let none = |n| format!("No period is known; the terms up to n = {n} show no period.");
    let found = comments_beside("0.6", 0, ("0.6", 30_000));
    assert_eq!(found[..3], [none(30_000), rare(1584, 20_627), largest(284, 18_855)]);
    // With the shift 1 one more heap has the value 0.
    let found = comments_beside("couples-are-forever", 1, ("0.6", 30_000));
    assert_eq!(found[..3], [none(30_001), rare(1585, 20_628), largest(284, 18_856)]);
    // A shallower row says nothing.
    let found = comments_beside("0.6", 0, ("0.6", 500));
    assert_eq!(found[0], none(1000));
    // A row that is proved says so.
    let found = comments_beside("0.127", 0, ("0.127", 100_000));
    assert_eq!(found[0], "a(n+4) = a(n) for n >= 46578, proved (sparse window).");
    assert_eq!(found[1], "The largest value is 56, that of heap 24734 for the first time.");
}

/// The figures are those of the game's own heaps, whichever of two equal codes the row is of.
#[test]
fn figures_of_equal_codes_with_other_heaps() {
    for (code, other) in
        [("0.04", "0.007"), ("0.007", "0.04"), ("0.3107", "0.205"), ("0.205", "0.3107")]
    {
        let known = search(&code.parse().unwrap(), &Limits::heaps(5000), &|_| true).unwrap();
        let shift = same_by_rules(&other.parse().unwrap(), &known.code).unwrap();
        let heaps = 5000_u64.checked_add_signed(shift).unwrap();
        let own = comments_beside(code, 0, (code, 5000));
        let found = comments_beside(code, 0, (other, heaps));
        assert!(own[1].contains(" heaps are rare"), "{own:?}");
        assert_eq!(own[..3], found[..3], "{code} by {other}");
    }
}

/// The lines of a draft with these letters, without what all lines begin with.
fn lines<'a>(draft: &'a str, letters: &str) -> Vec<&'a str> {
    let of = |line: &'a str| {
        let text = line.strip_prefix('%').unwrap();
        letters.contains(&text[..1]).then(|| text[1..].strip_prefix(" A000000").unwrap())
    };
    draft.lines().filter_map(of).map(|text| text.strip_prefix(' ').unwrap_or(text)).collect()
}

#[test]
fn the_draft_of_kayles() {
    let draft = draft("kayles", 0, 0);
    let data = lines(&draft, "STU");
    assert!(data.len() == 3 && data[0].starts_with("0,1,2,3,1,4,3,2,1,4,2,6,4,"), "{draft}");
    assert_eq!(lines(&draft, "N"), ["Grundy values (nim-values) of the octal game 0.77 (Kayles)."]);
    assert_eq!(
        lines(&draft, "C")[..5],
        [
            "a(n) is the value of a heap of n tokens; the player who cannot move loses.",
            "A move takes 1 or 2 tokens from a heap, leaving no heap, one heap or two heaps.",
            "a(n+12) = a(n) for n >= 71, proved (sparse window); period and bound are least.",
            "Exceptions to the periodic pattern, continued downwards: 14 terms, the last n = 70: \
             0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70.",
            "The largest value is 8, that of heap 27 for the first time.",
        ]
    );
    assert!(lines(&draft, "C")[5].starts_with("The same values: G(n) = G_4.4(n+1) = "));
    assert!(lines(&draft, "H")[0].ends_with(" signature (0,0,0,0,0,0,0,0,0,0,0,1)."), "{draft}");
    assert_eq!(lines(&draft, "F"), ["a(n) = a(n-12) for n >= 83."]);
    assert_eq!(lines(&draft, "Y"), ["Cf. A002186 (the same values)."]);
    assert_eq!(lines(&draft, "KO"), ["nonn,easy", "0,3"]);
}

/// Entries from which the catalogue has a limit and no values are related too, each once.
#[test]
fn entries_that_are_known_by_their_limits() {
    for (code, entry) in
        [("0.143", "A071469"), ("0.006", "A071443"), ("0.114", "A071459"), ("0.606", "A071513")]
    {
        assert_eq!(lines(&draft(code, 0, 0), "Y"), [format!("Cf. {entry} (the same values).")]);
    }
}

/// The published table of Treblecross, A071426, counts the cells of boards: heap n + 2 is a(n).
#[test]
fn an_offset_moves_all_indices() {
    let open = draft("treblecross", 3, 1);
    assert!(lines(&open, "S")[0].starts_with("1,1,1,2,2,0,3,3,1,1,1,0,4,"), "{open}");
    assert!(lines(&open, "C")[0].starts_with("a(n) is the value of a heap of n+2 tokens;"));
    assert!(lines(&open, "C")[2].starts_with("The terms up to n = 998 show no period."));
    assert_eq!(lines(&open, "Y"), ["Cf. A071426 (the same values, G(n) = G_0.11337(n-2))."]);
    assert_eq!(lines(&open, "KO"), ["nonn", "1,4"]);
    assert!(lines(&open, "F").is_empty());

    let chess = draft("0.07", 1, 0);
    assert_eq!(lines(&chess, "F"), ["a(n) = a(n-34) for n >= 86."]);
    assert!(lines(&chess, "C")[2].starts_with("a(n+34) = a(n) for n >= 52, proved"), "{chess}");
    let exceptions = "7 terms, the last n = 51: 0, 14, 16, 17, 31, 34, 51.";
    assert!(lines(&chess, "C")[3].ends_with(exceptions), "{chess}");
    assert!(lines(&draft("0.1", 0, 0), "C")[3].ends_with(": 1 term, the last n = 1: 1."));
}

/// A recurrence begins when it leads back to a term of the entry.
#[test]
fn recurrences_of_entries_that_begin_late() {
    for (code, from, offset, formula) in [
        ("0.77", 71, 71, "a(n) = a(n-12) for n >= 83."),
        ("0.77", 100, 100, "a(n) = a(n-12) for n >= 112."),
        ("0.77", 100, 1, "a(n) = a(n-12) for n >= 13."),
        ("nim", 3, 1, "a(n) = a(n-1) + 1 for n >= 2."),
    ] {
        assert_eq!(lines(&draft(code, from, offset), "F"), [formula], "{code}");
    }
}

/// The digits of a code that repeats are explained as far as it has them.
#[test]
fn rules_of_codes_that_repeat() {
    let rules = |code: &str| lines(&draft(code, 0, 0), "C")[1].to_owned();
    let nim = rules("0.[3]");
    assert!(nim.contains("2 (one heap) and 4 (two heaps); the digits in brackets"), "{nim}");
    let three = rules("0.[9]");
    assert!(three.contains("4 (two heaps) and 8 (three heaps); the digits"), "{three}");
    let letters = rules("0.[c]");
    assert!(letters.contains("8 (three heaps), written a to f from ten on; the"), "{letters}");
    let unequal = rules("0.3[7!]");
    assert!(unequal.contains("(two heaps); before the mark !, two heaps must be"), "{unequal}");
}

/// The heaps of the rules are those of the code, and those of a game with a shift have so many
/// tokens more.
#[test]
fn the_tokens_of_a_shifted_heap() {
    let says = |game, from, offset| {
        let draft = draft(game, from, offset);
        let line = lines(&draft, "C")[0].strip_prefix("a(n) is the value of a heap of ").unwrap();
        line.strip_suffix("; the player who cannot move loses.").unwrap().to_owned()
    };
    assert_eq!(says("0.77", 0, 0), "n tokens");
    assert_eq!(says("0.77", 0, 5), "n-5 tokens");
    assert_eq!(says("0.77 shift 5", 0, 0), "n-5 tokens (0 for n < 5), here called heap n");
    assert_eq!(says("0.77 shift 5", 5, 5), "n-5 tokens, here called heap n");
    assert_eq!(says("0.77 shift 5", 2, 1), "n-4 tokens (0 for n < 4), here called heap n+1");
    assert_eq!(says("0.77 shift 5", 0, 1), "n-6 tokens (0 for n < 6), here called heap n-1");
    assert_eq!(says("0.77 shift 5", 6, 1), "n tokens, here called heap n+5");
    assert_eq!(says("0.77 shift 5", 9, 1), "n+3 tokens, here called heap n+8");

    let shifted = draft("0.77 shift 5", 0, 0);
    assert!(lines(&shifted, "S")[0].starts_with("0,0,0,0,0,0,1,2,3,1,4,"), "{shifted}");
    let largest = "The largest value is 8, that of heap 32 for the first time.";
    assert!(lines(&shifted, "C").contains(&largest), "{shifted}");
}

/// "G_X(n-s)" as X and s.
fn shifted(text: &str) -> (&str, i64) {
    let (code, heap) =
        text.strip_prefix("G_").unwrap().strip_suffix(')').unwrap().split_once("(n").unwrap();
    (code, if heap.is_empty() { 0 } else { -heap.parse::<i64>().unwrap() })
}

/// Wherever a draft says G(n) = G_X(n − s), its heap n has the value of heap n − s of X.
#[test]
fn equations_of_shifts_are_true() {
    let known =
        |code: &str| search(&code.parse().unwrap(), &Limits::heaps(100), &|_| true).unwrap();
    let mut with_shift = 0;
    for game in ["0.77", "0.77 shift 5", "4.4", "4.4 shift 4", "treblecross", "0.07 shift 3"] {
        let draft = draft(game, 0, 0);
        let values: Vec<u64> = lines(&draft, "STU").concat().split(',').map(to_number).collect();
        let value_at = |n: i64| usize::try_from(n).map_or(0, |n| values[n]);
        let mut equations = 0;
        for text in draft.lines().filter_map(|line| Some(line.split_once("G(n) = ")?.1)) {
            let text = text.split(';').next().unwrap();
            let end = text.rfind("(n").map(|at| at + text[at..].find(')').unwrap() + 1).unwrap();
            for (code, shift) in text[..end].split(" = ").map(shifted) {
                let other = known(code);
                let is_same = |n| other.value(n) == Some(value_at(n as i64 + shift));
                assert!((0..80).all(is_same), "{code} {shift}: {draft}");
                equations += 1;
                with_shift += i64::from(shift != 0);
            }
        }
        assert!(equations > 2, "{draft}");
        assert_eq!(lines(&draft, "N")[0].contains("G(n) = "), game.contains("shift"), "{draft}");
    }
    assert!(with_shift > 20, "{with_shift}");
}

fn to_number(text: &str) -> u64 {
    text.parse().unwrap()
}

/// A list that continues ends with three dots, not with a fourth for the sentence.
#[test]
fn lists_end_with_three_dots() {
    let draft = draft("0.45", 0, 0);
    let exceptions = lines(&draft, "C")[3];
    assert!(exceptions.ends_with(", ...") && !draft.contains("...."), "{draft}");
}

/// Codes of every kind: finite, hexadecimal, with unequal parts, repeating, with larger heaps.
const CODES: [&str; 12] = [
    "0.77",
    "0.007",
    "4.4",
    "0.0",
    "4!.0",
    "0.6 shift 1",
    "nim",
    "0.3[37]",
    "0.8",
    "c.4",
    "0.16",
    "S(2,5,7)",
];

#[test]
fn the_terms_fill_260_characters() {
    for code in CODES {
        let draft = draft(code, 0, 0);
        let data = lines(&draft, "STU").concat();
        let shown = data.replace(',', ", ").len();
        assert!((255..=260).contains(&shown), "{code}: {shown} characters");
        assert!(lines(&draft, "STU").iter().all(|line| line.len() < 100), "{draft}");
        assert!(draft.lines().all(|line| line.is_ascii()), "{draft}");
    }
}

/// The signature gives the terms, from as many of them as it has numbers.
#[test]
fn the_signature_gives_the_values() {
    let kayles = search(&"0.77".parse().unwrap(), &Limits::heaps(1000), &|_| true).unwrap();
    let values: Vec<u16> = (71..83).map(|n| kayles.value(n).unwrap() as u16).collect();
    let signature = signature(&values, 0);
    let mut terms: Vec<i64> = (71..).map(|n| kayles.value(n).unwrap() as i64).take(12).collect();
    for n in 83..400 {
        let next: i64 = signature.iter().zip(terms.iter().rev()).map(|(c, a)| c * a).sum();
        assert_eq!(Some(next as u64), kayles.value(n));
        terms.push(next);
    }
}
