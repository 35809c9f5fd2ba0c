//! A published statement held against what a long search has found.
//!
//! Such a search keeps snapshots instead of a sequence. So it decides statements about the least
//! period, the last exception, single values and the rare heaps, but gives no first heap at which a
//! wrong period fails, and no list of exceptions.

use super::convention::Convention;
use super::pattern::{final_exception, least_period, least_preperiod};
use super::{Judgement, Ruling};
use crate::catalogue::claims::Claim;
use crate::catalogue::statement::Statement;
use crate::period::Period;
use crate::period::resumable::{ResumableError, SearchRecord};

/// Holds a claim against a search of its code; `None` for a kind of statement that a search without
/// a history does not decide, and for a game with another shift than 0.
///
/// O(distance of two snapshots) for a statement about a value, as long as `goes_on` says so; else
/// O(rare heaps).
pub fn judge_search(
    claim: &Claim,
    record: &SearchRecord,
    goes_on: &dyn Fn() -> bool,
) -> Result<Option<Judgement>, ResumableError> {
    if claim.game.code != record.code() || claim.game.shift != 0 {
        return Ok(None);
    }
    let convention = Convention::of(&claim.convention);
    let proved = record.proved();
    let ruling = match &claim.statement {
        Statement::Period(p) => proved.map(|proved| least_period(*p, proved, |_| None)),
        Statement::Preperiod(n0) => {
            proved.map(|proved| least_preperiod(*n0, proved, &convention, || last(proved)))
        }
        Statement::LastException(e) => {
            proved.map(|proved| final_exception(*e, proved, &convention, || last(proved)))
        }
        Statement::Value { n, v } => Some(value(*n, *v, record, goes_on)?),
        Statement::MaxValue(max) if convention.limit().is_none() => {
            proved.map(|_| exactly(*max, record.max_value().0))
        }
        Statement::RareCount(count) if is_own_space(&convention, record) => {
            proved.map(|_| rare(*count, record.basis().rare_count(), &convention, record))
        }
        Statement::LastRare(heap) if is_own_space(&convention, record) => {
            proved.map(|_| rare(*heap, record.basis().last_rare(), &convention, record))
        }
        _ => None,
    };
    Ok(ruling.map(|ruling| ruling.verified_to(record.heap() - 1)))
}

/// The last exception: a preperiod that is too small leaves it out, if not others before it.
fn last(proved: Period) -> Option<u64> {
    proved.preperiod.checked_sub(1)
}

fn value(
    n: u64,
    claimed: u64,
    record: &SearchRecord,
    goes_on: &dyn Fn() -> bool,
) -> Result<Ruling, ResumableError> {
    let Some(n_known) = known_heap(n, record) else {
        return Ok(Ruling::out_of_reach(format!("heap {n} not reached")));
    };
    let values = record.values(n_known..n_known + 1, goes_on)?;
    Ok(match values.first().map(|&value| u64::from(value)) {
        Some(value) if value == claimed => Ruling::confirmed(value),
        Some(value) => Ruling::contradicted(value, Some(n)),
        None => Ruling::out_of_reach(format!("heap {n} not reached")),
    })
}

/// A heap that the search has reached with the value of heap n.
fn known_heap(n: u64, record: &SearchRecord) -> Option<u64> {
    if n < record.heap() {
        return Some(n);
    }
    let proved = record.proved()?;
    Some(proved.preperiod + (n - proved.preperiod) % proved.period)
}

/// Whether the source counts by the search's sparse space, as far as it says.
fn is_own_space(convention: &Convention, record: &SearchRecord) -> bool {
    let space = record.basis().space;
    let mask = convention.mask().is_none_or(|mask| mask == u64::from(space.mask));
    mask && convention.is_position_type() == space.position_parity && convention.limit().is_none()
}

fn exactly(claimed: u64, computed: u64) -> Ruling {
    if claimed == computed {
        Ruling::confirmed(computed)
    } else {
        Ruling::contradicted(computed, None)
    }
}

/// A source that does not state its mask may count by another one: its figures are not contradicted.
fn rare(claimed: u64, computed: u64, convention: &Convention, record: &SearchRecord) -> Ruling {
    match convention.mask() {
        None if claimed != computed => {
            let mask = record.basis().space.mask;
            Ruling::out_of_reach(format!("{computed} (mask {mask:#x})"))
        }
        _ => exactly(claimed, computed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::verdict::Verdict::{self, Confirmed, Contradicted, Sharpened};

    #[test]
    fn periods_and_bounds() {
        let proved = Period { preperiod: 100, period: 30, saltus: 0 };
        let verdicts = |claimed: u64| least_period(claimed, proved, |_| None).verdict;
        assert_eq!([30, 60, 45].map(verdicts), [Confirmed, Sharpened, Contradicted]);
        let convention = Convention::of("");
        let of_bound = |claimed| least_preperiod(claimed, proved, &convention, || last(proved));
        let verdicts: [Verdict; 3] = [100, 101, 99].map(|claimed| of_bound(claimed).verdict);
        assert_eq!(verdicts, [Confirmed, Sharpened, Contradicted]);
        assert_eq!(of_bound(50).first_difference, Some(99));
        let of_last = |claimed| final_exception(claimed, proved, &convention, || last(proved));
        let verdicts: [Verdict; 3] = [99, 100, 98].map(|claimed| of_last(claimed).verdict);
        assert_eq!(verdicts, [Confirmed, Contradicted, Contradicted]);
        assert_eq!([100, 98].map(|e| of_last(e).first_difference), [Some(100), Some(99)]);
    }
}
