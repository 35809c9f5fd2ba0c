//! The statement that two games have one sequence, perhaps with heaps of one a few larger.
//!
//! Confirmed by the rules ([`cousins`]) or by two proved periods, contradicted by a first
//! difference. Agreement of two open sequences as far as they are known decides nothing: 0.161 and
//! 0.36 agree up to heap 518 and differ at 519.

use super::{Judgement, Ruling};
use crate::catalogue::claims::Claim;
use crate::catalogue::compare::{SequenceComparison, compare_sequences};
use crate::catalogue::statement::Statement;
use crate::code::cousins;
use crate::period::shifted::View;

/// The shift s with G(n) = G_code(n − s), if the rules of the two games prove one. G is the
/// sequence of the claim's game, and `code` the code that it is claimed to equal.
///
/// `None` also for a claim that states something else.
pub fn shift_by_rules(claim: &Claim) -> Option<i64> {
    let Statement::Equals { code, .. } = &claim.statement else { return None };
    let shift = cousins::same_by_rules(&claim.game.code, code)?;
    shift.checked_add(i64::try_from(claim.game.shift).ok()?)
}

/// The ruling by the rules alone.
pub(super) fn by_rules(claim: &Claim, by_rules: Option<i64>) -> Ruling {
    match (&claim.statement, by_rules) {
        (Statement::Equals { shift, .. }, Some(s)) if s == *shift => {
            Ruling::confirmed("same by the rules")
        }
        (_, Some(s)) => Ruling::out_of_reach(format!("same by the rules with shift {s}")),
        (_, None) => Ruling::out_of_reach("not decided by the rules"),
    }
}

/// Judges the claim that two games are equal.
///
/// `a` is the sequence of `claim.game`, shift included, and `b` that of the code that it is claimed
/// to equal. `by_rules` is the result of [`shift_by_rules`].
pub fn judge_equality(claim: &Claim, a: &View, b: &View, by_rules: Option<i64>) -> Judgement {
    let verified_to = a.verified_to().min(b.verified_to());
    let Statement::Equals { shift, .. } = &claim.statement else {
        return Ruling::out_of_reach("not about two games").verified_to(verified_to);
    };
    if by_rules == Some(*shift) {
        return self::by_rules(claim, by_rules).verified_to(verified_to);
    }
    let b = View::new(b.known, b.shift.saturating_add(*shift));
    compare(a, &b).verified_to(a.verified_to().min(b.verified_to()))
}

/// The ruling by a comparison of the sequences.
fn compare(a: &View, b: &View) -> Ruling {
    match compare_sequences(a, b) {
        SequenceComparison::Equal => Ruling::confirmed("two proved periods"),
        SequenceComparison::Different { heap, values: [x, y] } => {
            Ruling::contradicted(format!("{x} and {y} at heap {heap}"), Some(heap))
        }
        SequenceComparison::Open { agreed_to: Some(n) } => {
            Ruling::out_of_reach(format!("agree to heap {n}"))
        }
        SequenceComparison::Open { agreed_to: None } => Ruling::out_of_reach("no heap in common"),
    }
}
