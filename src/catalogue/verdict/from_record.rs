//! A published statement compared with the answer of an earlier search, which has no values.
//!
//! Such an answer decides statements about the least period, the last exception, the largest value
//! and the rare heaps. It gives no first heap at which a wrong period fails, and no list of
//! exceptions. A search that dropped its history decides single values too.

use super::convention::Convention;
use super::pattern::{final_exception, least_period, least_preperiod};
use super::{Judgement, Ruling};
use crate::catalogue::claims::Claim;
use crate::catalogue::statement::Statement;
use crate::period::resumable::{ResumableError, StreamCheckpoint};
use crate::period::{Answer, Period};

/// Compares a claim with a search of its code, whose answer is given too. `None` if the search does
/// not decide such a statement, and for a game with another shift than 0.
///
/// O(distance of two snapshots) for a statement about a value, as long as `continues` says so; else
/// O(1).
pub fn judge_search(
    claim: &Claim,
    (checkpoint, answer): (&StreamCheckpoint, &Answer),
    continues: &dyn Fn() -> bool,
) -> Result<Option<Judgement>, ResumableError> {
    if claim.game.code != checkpoint.code || claim.game.shift != 0 {
        return Ok(None);
    }
    Ok(match &claim.statement {
        Statement::Value { n, v } => {
            Some(value(*n, *v, checkpoint, continues)?.verified_to(checkpoint.heap - 1))
        }
        _ => judge_by_answer(claim, answer),
    })
}

/// Compares a claim with the answer about its game. `None` if the period is not proved, or if the
/// answer does not decide such a statement. O(1).
pub fn judge_by_answer(claim: &Claim, answer: &Answer) -> Option<Judgement> {
    let convention = Convention::of(&claim.convention);
    let proved = answer.proved()?;
    let ruling = match &claim.statement {
        Statement::Period(p) => least_period(*p, proved, |_| None),
        Statement::Preperiod(n0) => least_preperiod(*n0, proved, &convention, || last(proved)),
        Statement::LastException(e) => final_exception(*e, proved, &convention, || last(proved)),
        Statement::MaxValue(max) if convention.limit().is_none() => {
            exactly(*max, answer.max_value?)
        }
        Statement::RareCount(count) if is_own_space(&convention, answer) => {
            rare(*count, answer.rare_count?, &convention, answer.mask?)
        }
        Statement::LastRare(heap) if is_own_space(&convention, answer) => {
            rare(*heap, answer.last_rare?, &convention, answer.mask?)
        }
        _ => return None,
    };
    Some(ruling.verified_to(answer.verified_to))
}

/// The last exception: a preperiod that is too small leaves it out, if not others before it.
fn last(proved: Period) -> Option<u64> {
    proved.preperiod.checked_sub(1)
}

fn value(
    n: u64,
    claimed: u64,
    checkpoint: &StreamCheckpoint,
    continues: &dyn Fn() -> bool,
) -> Result<Ruling, ResumableError> {
    let Some(n_known) = known_heap(n, checkpoint) else {
        return Ok(Ruling::out_of_reach(format!("heap {n} not reached")));
    };
    let values = checkpoint.values(n_known..n_known + 1, continues)?;
    Ok(match values.first().map(|&value| u64::from(value)) {
        Some(value) if value == claimed => Ruling::confirmed(value),
        Some(value) => Ruling::contradicted(value, Some(n)),
        None => Ruling::out_of_reach(format!("heap {n} not reached")),
    })
}

/// A heap that the search has reached with the value of heap n.
fn known_heap(n: u64, checkpoint: &StreamCheckpoint) -> Option<u64> {
    if n < checkpoint.heap {
        return Some(n);
    }
    let proved = checkpoint.proved?;
    Some(proved.preperiod + (n - proved.preperiod) % proved.period)
}

/// True if the source counts by the sparse space of the answer, as far as the source says.
fn is_own_space(convention: &Convention, answer: &Answer) -> bool {
    let mask = convention.mask().is_none_or(|mask| answer.mask.map(u64::from) == Some(mask));
    let is_position_type = answer.position_parity == Some(1);
    mask && convention.is_position_type() == is_position_type && convention.limit().is_none()
}

fn exactly(claimed: u64, computed: u64) -> Ruling {
    if claimed == computed {
        Ruling::confirmed(computed)
    } else {
        Ruling::contradicted(computed, None)
    }
}

/// A source that does not state its mask may count by another one: its figures are not
/// contradicted.
fn rare(claimed: u64, computed: u64, convention: &Convention, mask: u16) -> Ruling {
    match convention.mask() {
        None if claimed != computed => Ruling::out_of_reach(format!("{computed} (mask {mask:#x})")),
        _ => exactly(claimed, computed),
    }
}
