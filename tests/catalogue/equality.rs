//! Two games are equal by the rules or by two proved periods, never by a common prefix.

use octal::catalogue::Statement;
use octal::catalogue::verdict::{Judgement, Verdict, judge_equality, shift_by_rules};
use octal::code::Code;
use octal::period::shifted::View;

use super::verdicts::verdict_to;
use Verdict::{Confirmed, Contradicted, OutOfReach};

/// The verdict that two games are equal, by two sequences and perhaps by the rules.
fn equality(code: &str, claimed: &str, heaps: u64, use_rules: bool) -> Judgement {
    let claim = super::claim(code, "equals", claimed, "");
    let Statement::Equals { code: other, .. } = &claim.statement else { panic!("{claim:?}") };
    let [a, b] =
        [&claim.game.code, other].map(|code: &Code| super::known(&code.to_string(), heaps));
    let rules = if use_rules { shift_by_rules(&claim) } else { None };
    let shift = super::shift_of(&claim.game);
    judge_equality(&claim, &View::new(&a, shift), &(&b).into(), rules)
}

#[test]
fn equal_games() {
    let cases = [
        ("0.07", "0.137 shift 1", true, Confirmed, "same by the rules", None),
        ("0.07", "0.137 shift 1", false, Confirmed, "two proved periods", None),
        ("0.137", "0.07 shift -1", false, Confirmed, "two proved periods", None),
        ("0.137", "0.4 shift -2", true, Confirmed, "same by the rules", None),
        ("0.07", "0.137", true, Contradicted, "0 and 1 at heap 1", Some(1)),
        ("0.07", "0.77", true, Contradicted, "0 and 1 at heap 1", Some(1)),
        ("0.161", "0.36", true, Contradicted, "2 and 4 at heap 519", Some(519)),
        ("couples-are-forever", "0.6 shift 1", true, Confirmed, "same by the rules", None),
        ("couples-are-forever", "0.6 shift 1", false, OutOfReach, "agree to heap 1001", None),
        ("0.37", "0.6 shift -1", true, Confirmed, "same by the rules", None),
        ("0.37", "0.6 shift -1", false, OutOfReach, "agree to heap 999", None),
        ("0.77", "0.6", true, Contradicted, "1 and 0 at heap 1", Some(1)),
        ("nim", "0.[3]", false, Confirmed, "two proved periods", None),
        ("0.3", "0.1", true, Contradicted, "1 and 0 at heap 3", Some(3)),
    ];
    for (code, claimed, use_rules, kind, computed, first_difference) in cases {
        let verdict = equality(code, claimed, 1000, use_rules);
        let what = format!("{code} equals {claimed}");
        assert_eq!((verdict.verdict, verdict.computed.as_str()), (kind, computed), "{what}");
        assert_eq!(verdict.first_difference, first_difference, "{what}");
    }
}

#[test]
fn a_common_prefix_proves_nothing() {
    let verdict = equality("0.161", "0.36", 518, true);
    assert_eq!((verdict.verdict, verdict.verified_to), (OutOfReach, 518));
    assert_eq!(verdict.computed, "agree to heap 518");
}

#[test]
fn equality_by_the_rules_alone() {
    let verdict = verdict_to(10, "0.07", "equals", "0.137 shift 1", "");
    assert_eq!((verdict.verdict, verdict.computed.as_str()), (Confirmed, "same by the rules"));
    let verdict = verdict_to(10, "0.07", "equals", "0.137", "");
    assert_eq!(verdict.computed, "same by the rules with shift 1");
    let verdict = verdict_to(10, "0.161", "equals", "0.36", "");
    assert_eq!(
        (verdict.verdict, verdict.computed.as_str()),
        (OutOfReach, "not decided by the rules")
    );
    let period = super::claim("0.77", "period", "12", "");
    let kayles = super::known("0.77", 10);
    let verdict = judge_equality(&period, &(&kayles).into(), &(&kayles).into(), None);
    assert_eq!((verdict.verdict, verdict.computed.as_str()), (OutOfReach, "not about two games"));
}
