//! Each statement with each verdict that it can have, and the live cases of the literature.

use octal::catalogue::Statement;
use octal::catalogue::verdict::{Judgement, Verdict, judge, judge_by_answer};
use octal::period::shifted::View;
use octal::period::{Answer, Finding, Period, Theorem};

use Verdict::{Confirmed, Contradicted, OutOfReach, Sharpened};

/// The verdict on a claim about a sequence, with the sequence searched up to this heap.
pub(super) fn verdict_to(
    heaps: u64,
    code: &str,
    statement: &str,
    claimed: &str,
    convention: &str,
) -> Judgement {
    let claim = super::claim(code, statement, claimed, convention);
    let known = super::known(&claim.game.code.to_string(), heaps);
    judge(&claim, &View::new(&known, super::shift_of(&claim.game)))
}

type Case = (&'static str, &'static str, &'static str, Verdict, &'static str, Option<u64>);

/// Code, claimed, convention, and what must come out.
fn assert_verdicts(statement: &str, cases: &[Case]) {
    for &(code, claimed, convention, kind, computed, first_difference) in cases {
        let verdict = verdict_to(3000, code, statement, claimed, convention);
        let what = format!("{code} {statement} {claimed}");
        assert_eq!((verdict.verdict, verdict.computed.as_str()), (kind, computed), "{what}");
        assert_eq!(verdict.first_difference, first_difference, "{what}");
    }
}

const OPEN: &str = "no period proved to heap 3000";
const OBSERVED: &str = "only observed: period 1 with saltus 1 from heap 3 on, to heap 3000";

#[test]
fn periods() {
    assert_verdicts(
        "period",
        &[
            ("0.77", "12", "", Confirmed, "12", None),
            ("0.77", "24", "", Sharpened, "12", None),
            ("0.77", "6", "", Contradicted, "12", Some(71)),
            ("0.77", "18446744073709551615", "", Contradicted, "12", Some(71)),
            ("0.6", "12", "", OutOfReach, OPEN, None),
            ("nim", "1", "", Contradicted, "1, saltus 1", Some(0)),
            ("8.[3]", "2", "", Contradicted, "8, saltus 8", Some(1)),
            ("8.[30]", "2", "", OutOfReach, OBSERVED, None),
        ],
    );
    let kayles = super::known("0.77", 1000);
    assert_ne!(kayles.value(71), kayles.value(77));
    assert_eq!(verdict_to(3000, "0.6", "period", "12", "").verified_to, 3000);
}

#[test]
fn preperiods() {
    assert_verdicts(
        "preperiod",
        &[
            ("0.137", "52", "", Confirmed, "52", None),
            ("0.137", "53", "", Sharpened, "52", None),
            ("0.137", "51", "", Contradicted, "52", Some(51)),
            ("0.137", "18", "", Contradicted, "52", Some(31)),
            ("0.6", "52", "", OutOfReach, OPEN, None),
            ("0.51", "0", "", Contradicted, "1", Some(0)),
            ("0.51", "0", "from heap 1", Confirmed, "1", None),
            ("0.3", "1", "", Sharpened, "0", None),
            ("0.3", "1", "from heap 1", Confirmed, "0", None),
            ("0.6 shift 1", "0", "", OutOfReach, "no period proved to heap 3001", None),
        ],
    );
}

#[test]
fn last_exceptions() {
    assert_verdicts(
        "last_exception",
        &[
            ("0.77", "70", "", Confirmed, "70", None),
            ("0.77", "71", "", Contradicted, "70", Some(71)),
            ("0.77", "75", "", Contradicted, "70", Some(75)),
            ("0.77", "34", "", Contradicted, "70", Some(39)),
            ("0.77", HUGE, "", Contradicted, "70", Some(u64::MAX)),
            ("0.3", "0", "", Contradicted, "none", Some(0)),
            ("0.3", "0", "from heap 1", Confirmed, "none", None),
            ("0.3", "1", "from heap 1", Contradicted, "none", Some(1)),
            ("0.51", "0", "", Confirmed, "0", None),
            ("0.51", "0", "from heap 1", Confirmed, "0", None),
            ("0.51", "1", "from heap 1", Contradicted, "0", Some(1)),
            ("0.6", "70", "", OutOfReach, OPEN, None),
        ],
    );
}

#[test]
fn last_exception_of_0_56_as_published() {
    let verdict =
        verdict_to(400_000, "0.56", "last_exception", "326637", "heap sizes; a(n) = G(n)");
    assert_eq!((verdict.verdict, verdict.computed.as_str()), (Contradicted, "326639"));
    assert_eq!(verdict.first_difference, Some(326_639));
}

#[test]
fn exceptions() {
    let kayles = "0 3 6 9 11 15 18 21 22 28 34 39 57 70";
    let from_one = "3 6 9 11 15 18 21 22 28 34 39 57 70";
    assert_verdicts(
        "exceptions",
        &[
            ("0.77", kayles, "", Confirmed, kayles, None),
            ("0.77", from_one, "", Contradicted, kayles, Some(0)),
            ("0.77", from_one, "from heap 1", Confirmed, from_one, None),
            ("0.77", kayles, "from heap 1", Confirmed, from_one, None),
            (
                "0.77",
                "0 3 6 9 11 15 18 21 22 28 34 39 57 69 70",
                "",
                Contradicted,
                kayles,
                Some(69),
            ),
            ("0.3", "none", "", Confirmed, "none", None),
            ("0.6", kayles, "", OutOfReach, OPEN, None),
        ],
    );
    let many = verdict_to(3000, "0.45", "exceptions", "none", "");
    assert!(many.computed.ends_with(" … 497 (67 in all)"), "{}", many.computed);
    assert_eq!(many.first_difference, Some(0));
}

#[test]
fn exceptions_of_dawsons_chess_as_published() {
    let convention = "G(n) against 34 periodic values, \"\"sole exceptions\"\"";
    let verdict = verdict_to(3000, "0.137", "exceptions", "0 14 16 17 34 51", convention);
    assert_eq!((verdict.verdict, verdict.first_difference), (Contradicted, Some(31)));
    assert_eq!(verdict.computed, "0 14 16 17 31 34 51");
}

#[test]
fn exception_counts() {
    assert_verdicts(
        "exception_count",
        &[
            ("0.137", "7", "", Confirmed, "7", None),
            ("0.137", "6", "", Contradicted, "7", Some(51)),
            ("0.137", "8", "", Contradicted, "7", None),
            ("0.137", "6", "from heap 1", Confirmed, "6", None),
            ("0.6", "7", "", OutOfReach, OPEN, None),
        ],
    );
}

#[test]
fn periodic_values() {
    let kayles = "4 1 2 8 1 4 7 2 1 8 2 7";
    let twice = "4 1 2 8 1 4 7 2 1 8 2 7 4 1 2 8 1 4 7 2 1 8 2 7";
    assert_verdicts(
        "periodic_values",
        &[
            ("0.77", kayles, "", Confirmed, kayles, None),
            ("0.77", twice, "", Sharpened, kayles, None),
            ("0.77", "4 1 2 8 1 4 7 2 1 8 2 6", "", Contradicted, kayles, Some(71)),
            ("0.77", "4 1 2 8 1", "", Contradicted, kayles, Some(71)),
            ("0.6", kayles, "", OutOfReach, OPEN, None),
        ],
    );
}

#[test]
fn values() {
    assert_verdicts(
        "value",
        &[
            ("0.346", "35 11", "", Confirmed, "11", None),
            ("0.346", "35 6", "", Contradicted, "11", Some(35)),
            ("0.77", "1000000000000 1", "", Confirmed, "1", None),
            ("0.6", "20627 277", "", OutOfReach, "heap 20627 not reached", None),
            ("couples-are-forever", "3001 3", "", Contradicted, "81", Some(3001)),
        ],
    );
}

#[test]
fn largest_values() {
    assert_verdicts(
        "max_value",
        &[
            ("0.77", "8", "", Confirmed, "8", None),
            ("0.77", "7", "", Contradicted, "8", Some(27)),
            ("0.77", "9", "", Contradicted, "8", None),
            ("0.77", "7", "up to 26", Confirmed, "7", None),
            ("0.6", "91", "", OutOfReach, "91 to heap 3000", None),
            ("0.6", "91", "to 3_000", Confirmed, "91", None),
            ("0.6", "91", "limit 2^11, quickly", Contradicted, "64", None),
            ("0.6", "91", "to 1e6", OutOfReach, "91 to heap 3000", None),
            ("0.6", "7", "to 1e6", Contradicted, "91 to heap 3000", Some(48)),
            ("nim", "7", "", Contradicted, "none, values grow for ever", Some(8)),
            ("nim", "1000000", "", Contradicted, "none, values grow for ever", Some(1_000_001)),
            ("nim", HUGE, "", Contradicted, "none, values grow for ever", None),
            ("nim", "1000000", "to 1e6", Confirmed, "1000000", None),
            ("nim", "999999", "to 1e6", Contradicted, "1000000", Some(1_000_000)),
            ("nim", "1000001", "to 1e6", Contradicted, "1000000", None),
            ("nim", "2", "to 2", Confirmed, "2", None),
            ("nim shift 3", "7", "to 9", Contradicted, "6", None),
            ("nim shift 3", "7", "to 11", Contradicted, "8", Some(11)),
        ],
    );
}

const HUGE: &str = "18446744073709551615";

#[test]
fn rare_heaps() {
    assert_verdicts(
        "rare_count",
        &[
            ("0.77", "10", "", Confirmed, "10, the last 70", None),
            ("0.77", "10", "positions, mask 0xf", Confirmed, "10, the last 70", None),
            ("0.77", "9", "positions, mask 0xf", Contradicted, "10, the last 70", Some(70)),
            ("0.77", "11", "positions, mask 0xf", Contradicted, "10, the last 70", None),
            ("0.77", "11", "", OutOfReach, "10, the last 70 (mask 0xf)", None),
            ("0.77", "11", "position type", OutOfReach, "no sparse space of this type", None),
            ("0.137", "5", "mask 0x6", Contradicted, "infinitely many", Some(7)),
            ("0.106", "15", "position type", OutOfReach, "15, the last 1103 to heap 3000", None),
            ("0.106", "15", "position type, to 3000", Confirmed, "15, the last 1103", None),
            ("0.106", "14", "position type, mask 0xd", Contradicted, ALL_OF_0_106, Some(1103)),
            ("0.106 shift 1", "16", "position type, to 3000", Confirmed, "16, the last 1104", None),
            ("0.3", "15", "", OutOfReach, "no sparse space of this type", None),
        ],
    );
}

const ALL_OF_0_106: &str = "15, the last 1103 to heap 3000";

#[test]
fn last_rare_heaps() {
    assert_verdicts(
        "last_rare",
        &[
            ("0.77", "70", "", Confirmed, "70", None),
            ("0.77", "57", "mask 0xf", Contradicted, "70", Some(70)),
            ("0.77", "71", "mask 0xf", Contradicted, "70", Some(71)),
            ("0.77", "1000", "mask 0xf", Contradicted, "70", Some(1000)),
            ("0.137", "1000", "mask 0x6, to 1e3", Contradicted, "994", Some(1000)),
            ("0.77", "71", "", OutOfReach, "70 (mask 0xf)", None),
            ("0.137", "51", "mask 0x6", Contradicted, "rare heaps recur for ever", Some(54)),
            ("0.106", "1103", "position type", OutOfReach, "1103 to heap 3000", None),
            ("0.106", "1103", "position type, to 2000", Confirmed, "1103", None),
            (
                "0.106",
                "1105",
                "position type, mask 0xd",
                Contradicted,
                "1103 to heap 3000",
                Some(1105),
            ),
            ("0.106", "9999", "position type, mask 0xd", OutOfReach, "1103 to heap 3000", None),
        ],
    );
}

/// 0.137 has 10 zeros below heap 52, and from there on five in 34 heaps.
const ZEROS_TO_2_63: &str = "1356378240713937622, the last 9223372036854775806";

#[test]
fn p_positions() {
    assert_verdicts(
        "p_positions",
        &[
            ("0.77", "1", "", Confirmed, "1, the last 0", None),
            ("0.77", "0", "", Contradicted, "1, the last 0", Some(0)),
            ("0.77", "2", "", Contradicted, "1, the last 0", None),
            ("0.137", "5", "", Contradicted, "infinitely many", Some(24)),
            ("0.137", "500", "", Contradicted, "infinitely many", Some(3386)),
            ("0.137", "298", "to 2000", Confirmed, "298, the last 2000", None),
            ("0.137", "299", "to 2033", Contradicted, "302, the last 2030", Some(2014)),
            ("0.137", "300", "to 2000", Contradicted, "298, the last 2000", None),
            ("0.137", "3", "to 10", Confirmed, "3, the last 8", None),
            ("0.137", "0", "to 2^63", Contradicted, ZEROS_TO_2_63, Some(0)),
            ("nim", "1", "to 18446744073709551615", Confirmed, "1, the last 0", None),
            ("nim", "2", "", Contradicted, "1, the last 0", None),
            ("nim shift 3", "4", "", Confirmed, "4, the last 3", None),
            ("nim shift 3", "3", "to 2", Confirmed, "3, the last 2", None),
            ("grundys-game", "42", "", OutOfReach, "42, the last 1222 to heap 3000", None),
            ("grundys-game", "42", "to 3000", Confirmed, "42, the last 1222", None),
            ("grundys-game", "41", "", Contradicted, "42, the last 1222 to heap 3000", Some(1222)),
        ],
    );
}

#[test]
fn arithmetic_periods() {
    let of_028 = "period 53 with saltus 16 from heap 1 on";
    let of_nim = "period 1 with saltus 1 from heap 0 on";
    assert_verdicts(
        "arithmetic_period",
        &[
            ("0.28", "53 16 1", "", Confirmed, of_028, None),
            ("0.28", "106 32 1", "", Sharpened, of_028, None),
            ("0.28", "53 16 20", "", Sharpened, of_028, None),
            ("0.28", "53 8 1", "", Contradicted, of_028, Some(1)),
            ("0.28", "52 16 1", "", Contradicted, of_028, Some(1)),
            ("0.28", "53 16 0", "", Contradicted, of_028, Some(0)),
            ("nim", "7 7 3", "", Sharpened, of_nim, None),
            // The literature calls this preperiod apparent.
            ("0.f6", "43 32 604", "", Contradicted, "G(1929) = 326, G(1886) = 1221", Some(1886)),
            ("0.28", "53 16", "", Confirmed, of_028, None),
            ("0.f6", "43 32 2958", "", OutOfReach, OPEN, None),
            ("0.f6", "43 32", "", OutOfReach, OPEN, None),
        ],
    );
}

/// Every statement about Kayles: as it is true, where something smaller is true as well, and false.
const OF_KAYLES: [(&str, &str, &str, [&str; 2]); 12] = [
    ("period", "12", "24", ["11", "6"]),
    ("preperiod", "71", "72", ["70", "0"]),
    ("arithmetic_period", "12 0 71", "24 0 80", ["12 0 70", "12 1 71"]),
    ("last_exception", "70", "", ["71", "69"]),
    (
        "exceptions",
        "0 3 6 9 11 15 18 21 22 28 34 39 57 70",
        "",
        ["0 3 6 9 11 15 18 21 22 28 34 39 57", "0 3 6 9 11 15 18 21 22 28 34 39 57 70 71"],
    ),
    ("exception_count", "14", "", ["13", "15"]),
    (
        "periodic_values",
        "4 1 2 8 1 4 7 2 1 8 2 7",
        "4 1 2 8 1 4 7 2 1 8 2 7 4 1 2 8 1 4 7 2 1 8 2 7",
        ["4 1 2 8 1 4 7 2 1 8 2", "1 2 8 1 4 7 2 1 8 2 7 4"],
    ),
    ("value", "70 6", "", ["70 2", "82 6"]),
    ("max_value", "8", "", ["7", "9"]),
    ("rare_count", "10", "", ["9", "11"]),
    ("last_rare", "70", "", ["71", "69"]),
    ("p_positions", "1", "", ["0", "2"]),
];

#[test]
fn only_multiples_of_the_period_and_larger_preperiods_are_sharpened() {
    for (statement, true_claim, sharper, false_claims) in OF_KAYLES {
        let of = |claimed: &str| verdict_to(3000, "0.77", statement, claimed, "mask 0xf").verdict;
        assert_eq!(of(true_claim), Confirmed, "{statement} {true_claim}");
        if !sharper.is_empty() {
            assert_eq!(of(sharper), Sharpened, "{statement} {sharper}");
        }
        for claimed in false_claims {
            assert_eq!(of(claimed), Contradicted, "{statement} {claimed}");
        }
    }
    let kinds = OF_KAYLES.map(|(statement, ..)| statement);
    let others: Vec<&str> =
        Statement::KINDS.into_iter().filter(|kind| !kinds.contains(kind)).collect();
    assert_eq!(others, ["equals"]);
}

/// Published one too large, 5181 would be the preperiod.
#[test]
fn a_last_exception_that_is_none() {
    let verdict = verdict_to(20_000, "0.165", "last_exception", "5181", "");
    assert_eq!((verdict.verdict, verdict.first_difference), (Contradicted, Some(5181)));
    assert_eq!(verdict_to(20_000, "0.165", "last_exception", "5180", "").verdict, Confirmed);
}

#[test]
fn names_of_verdicts() {
    let kinds = [Confirmed, Contradicted, Sharpened, OutOfReach];
    let names = kinds.map(|kind| kind.to_string());
    assert_eq!(names, ["confirmed", "contradicted", "sharpened", "out_of_reach"]);
}

#[test]
fn no_number_is_too_large() {
    for code in ["0.77", "0.137 shift 3", "0.0", "0.6", "nim", "8.[3]", "0.106", "4!.0"] {
        let known = super::known(code.split(' ').next().unwrap(), 300);
        for statement in Statement::KINDS.into_iter().filter(|&kind| kind != "equals") {
            for claimed in
                ["0", "1", HUGE].into_iter().filter(|&n| (statement, n) != ("period", "0"))
            {
                for convention in ["", "to 2^63", "mask 0xffffffffffffffff, position type"] {
                    let period = if claimed == "0" { "1" } else { claimed };
                    let claimed = match statement {
                        "value" => format!("{claimed} 0"),
                        "arithmetic_period" => format!("{period} {claimed} {claimed}"),
                        _ => claimed.into(),
                    };
                    let claim = super::claim(code, statement, &claimed, convention);
                    for shift in [-1_000_000, -1, 0, 7] {
                        let verdict = judge(&claim, &View::new(&known, shift));
                        assert!(!verdict.computed.is_empty());
                    }
                }
            }
        }
    }
}

/// A row of a table has no values: it decides less, and names no first heap of a wrong period.
#[test]
fn answers_without_values() {
    let period = Period { preperiod: 100, period: 30, saltus: 0 };
    let finding = Finding::Proved(period, Theorem::GuySmith);
    let answer = Answer::of(&"0.07".parse().unwrap(), finding, 3000);
    for (statement, claimed, verdict, first_difference) in [
        ("period", "30", Confirmed, None),
        ("period", "60", Sharpened, None),
        ("period", "45", Contradicted, None),
        ("preperiod", "100", Confirmed, None),
        ("preperiod", "101", Sharpened, None),
        ("preperiod", "99", Contradicted, Some(99)),
        ("preperiod", "50", Contradicted, Some(99)),
        ("last_exception", "99", Confirmed, None),
        ("last_exception", "100", Contradicted, Some(100)),
        ("last_exception", "98", Contradicted, Some(99)),
    ] {
        let claim = super::claim("0.07", statement, claimed, "");
        let judgement = judge_by_answer(&claim, &answer).unwrap();
        let found = (judgement.verdict, judgement.first_difference, judgement.verified_to);
        assert_eq!(found, (verdict, first_difference, 3000), "{statement} {claimed}");
    }
    let exceptions = super::claim("0.07", "exceptions", "0 1 2", "");
    assert_eq!(judge_by_answer(&exceptions, &answer), None);
    let open = Answer::of(&"0.07".parse().unwrap(), Finding::Open, 3000);
    assert_eq!(judge_by_answer(&super::claim("0.07", "period", "30", ""), &open), None);
}
