//! Claims about misère play: how they are read, and judged.

use octal::catalogue::claims::{self, Claim};
use octal::catalogue::verdict::{Verdict, judge};
use octal::catalogue::{MisereStatement, Statement};
use octal::misere::limits::MisereLimits;
use octal::misere::record::Order;
use octal::outcome::Outcome;
use octal::period::shifted::View;
use octal::survey::misere::verdicts::judge_misere_claims;
use octal::survey::study::ClaimRow;

const LIMITS: MisereLimits = MisereLimits { heaps: 200, work: Some(30_000_000), memory: 1 << 28 };

fn judged(code: &str, statement: &str, claimed: &str) -> ClaimRow {
    let claim = super::claim(code, statement, claimed, "");
    judge_misere_claims(&[&claim], (&LIMITS, u64::MAX), &()).unwrap().remove(0)
}

#[test]
fn every_kind_is_read() {
    let read = |kind: &str, claimed: &str| match super::claim("0.77", kind, claimed, "").statement {
        Statement::Misere(statement) => statement,
        other => panic!("{other:?}"),
    };
    let genus = MisereStatement::Genus { n: 5, symbol: "4^{146}".parse().unwrap() };
    let partial = MisereStatement::Partial { n: 33, order: 638, p_portion: Some(109) };
    let heaps = vec![5, 9, 12];
    let expected = [
        ("40", MisereStatement::Order(Order::Finite(40))),
        ("9", MisereStatement::PPortion(9)),
        ("71", MisereStatement::Preperiod(71)),
        ("12", MisereStatement::Period(12)),
        ("4", MisereStatement::TameTo(4)),
        ("5", MisereStatement::WildAt(5)),
        ("33 638/109", partial),
        ("5 4^{146}", genus),
        ("5 9 12 N", MisereStatement::Outcome { heaps, outcome: Outcome::N }),
    ];
    for (kind, (claimed, statement)) in MisereStatement::KINDS.into_iter().zip(expected) {
        assert_eq!(read(kind, claimed), statement);
        assert_eq!(statement.kind(), kind);
    }
    let short = MisereStatement::Partial { n: 24, order: 24, p_portion: None };
    assert_eq!(read("misere-partial", "24  24"), short);
}

#[test]
fn what_is_not_read() {
    let wrong = [
        ("misere-order", "infinity", "how many elements"),
        ("misere-period", "0", "the period, a whole number from 1"),
        ("misere-wild-at", "0", "a heap size from 1"),
        ("misere-partial", "24", "a heap size and |Q|"),
        ("misere-partial", "24 24/", "a heap size and |Q|"),
        ("genus", "5", "a heap size and a genus symbol"),
        ("genus", "5 a", "a heap size and a genus symbol"),
        ("genus", "5 4^{}", "a heap size and a genus symbol"),
        ("genus", "5 4^{1", "a heap size and a genus symbol"),
        ("misere-outcome", "5 9 12", "heap sizes and N or P"),
        ("misere-outcome", "x P", "heap sizes and N or P"),
    ];
    let header = "id,code,statement,claimed\n";
    for (kind, claimed, says) in wrong {
        let table = format!("{header}a,0.77,{kind},{claimed}\n");
        let error = claims::read(table.as_bytes(), "t.csv").unwrap_err().to_string();
        assert!(error.starts_with("t.csv, line 2, column `claimed`: "), "{error}");
        assert!(error.contains(says), "{error}");
    }
    let shifted = format!("{header}a,0.77 shift 1,misere-order,40\n");
    let error = claims::read(shifted.as_bytes(), "t.csv").unwrap_err().to_string();
    assert!(error.contains("column `code`") && error.contains("without a shift"), "{error}");
}

/// (code, statement, a true claim, one that is true but not least, false claims)
const CASES: [(&str, &str, &str, &str, &[&str]); 14] = [
    ("0.77", "misere-order", "40", "", &["39", "41"]),
    ("0.77", "misere-p-portion", "9", "", &["8", "10"]),
    ("0.77", "misere-preperiod", "71", "72", &["70"]),
    ("0.77", "misere-period", "12", "24", &["6", "18"]),
    ("0.77", "misere-tame-to", "4", "", &["3", "5", "400"]),
    ("0.77", "misere-wild-at", "5", "", &["4", "6"]),
    ("0.77", "misere-partial", "4 6", "", &["4 40", "52 41"]),
    ("0.77", "misere-partial", "60 40/9", "", &["60 40/8"]),
    ("0.77", "genus", "5 4^{146}", "", &["5 4^{046}", "6 4^{146}"]),
    ("0.77", "genus", "7 2^2", "", &["7 2"]),
    ("0.77", "misere-outcome", "5 9 12 N", "", &["5 9 12 P"]),
    ("0.77", "misere-outcome", "12 12 4 P", "", &["12 12 4 N"]),
    ("0.123", "misere-partial", "150 20/5", "", &["150 20/4"]),
    ("0.3", "misere-order", "2", "", &["6"]),
];

#[test]
fn true_and_false_claims() {
    for (code, kind, right, sharper, wrong) in CASES {
        assert_eq!(judged(code, kind, right).verdict, Verdict::Confirmed, "{code} {kind} {right}");
        if !sharper.is_empty() {
            assert_eq!(judged(code, kind, sharper).verdict, Verdict::Sharpened, "{kind}");
        }
        for claimed in wrong {
            let row = judged(code, kind, claimed);
            assert_eq!(row.verdict, Verdict::Contradicted, "{code} {kind} {claimed}: {row:?}");
        }
    }
    // A claim is compared with a heap of the same kind.
    let computed = |kind, claimed| judged("0.77", kind, claimed).computed;
    assert_eq!(computed("misere-wild-at", "5"), "5");
    assert_eq!(computed("misere-wild-at", "6"), "5");
    assert_eq!(computed("misere-tame-to", "5"), "4");
    // A proof for the whole game needs no partial quotient of that many heaps.
    let row = judged("0.77", "misere-partial", "100000 40");
    assert_eq!(
        (row.verdict, row.verified_to),
        (Verdict::Confirmed, judged("0.77", "misere-order", "40").verified_to)
    );
    assert_eq!(judged("0.77", "misere-partial", "100000 39").verdict, Verdict::Contradicted);
    // Values that grow have no period.
    let row = judged("nim", "misere-period", "1");
    assert_eq!(
        (row.verdict, &*row.computed),
        (Verdict::Contradicted, "none, the values grow without end")
    );
    // A tame game is wild at no heap.
    let row = judged("0.33", "misere-tame-to", "7");
    assert_eq!((row.verdict, &*row.computed), (Verdict::Contradicted, "tame for ever"));
}

/// An open game contradicts what is too small, and decides nothing else.
#[test]
fn open_games() {
    let open = |kind, claimed| judged("0.07", kind, claimed);
    assert_eq!(open("misere-order", "12").verdict, Verdict::Contradicted);
    assert_eq!(open("misere-order", "1000000").verdict, Verdict::OutOfReach);
    assert_eq!(open("misere-period", "34").verdict, Verdict::OutOfReach);
    assert_eq!(open("misere-tame-to", "9").verdict, Verdict::Confirmed);
    assert_eq!(open("misere-partial", "100 638").verdict, Verdict::OutOfReach);
    assert_eq!(open("misere-outcome", "150 P").verdict, Verdict::OutOfReach);
    let row = open("genus", "999 3^1431");
    assert_eq!(row.verdict, Verdict::OutOfReach, "{row:?}");
    assert_eq!(open("genus", "10 3^1431").verdict, Verdict::Confirmed);
}

/// Normal play says nothing about misère play.
#[test]
fn not_judged_by_normal_play() {
    let known = super::known("0.77", 300);
    for (kind, claimed) in [("misere-order", "40"), ("genus", "5 4^146")] {
        let claim = super::claim("0.77", kind, claimed, "");
        assert!(claim.is_misere());
        assert_eq!(judge(&claim, &View::new(&known, 0)).verdict, Verdict::OutOfReach);
    }
    assert!(!super::claim("0.77", "period", "12", "").is_misere());
}

/// Published claims, as far as they take no time.
#[test]
fn published_claims_within_reach() {
    let published = claims::published().unwrap();
    let misere: Vec<&Claim> = published.iter().filter(|claim| claim.is_misere()).collect();
    assert!(misere.len() > 100);
    let rows = judge_misere_claims(&misere, (&LIMITS, u64::MAX), &()).unwrap();
    assert_eq!(rows.len(), misere.len());
    let count = |verdict| rows.iter().filter(|row| row.verdict == verdict).count();
    let not_confirmed: Vec<_> =
        rows.iter().filter(|r| r.verdict == Verdict::Contradicted).collect();
    assert!(not_confirmed.is_empty(), "{not_confirmed:?}");
    assert!(count(Verdict::Confirmed) > 100, "{}", count(Verdict::Confirmed));
}
