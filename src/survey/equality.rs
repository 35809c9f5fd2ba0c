//! Claims that two codes have the same sequence: proved by the rules or by two proved periods,
//! contradicted by a first difference, else out of reach.

use rayon::prelude::*;

use super::study::ClaimRow;
use crate::catalogue::Statement;
use crate::catalogue::claims::Claim;
use crate::catalogue::verdict::{Verdict, judge_equality, shift_by_rules};
use crate::grundy::GrundyError;
use crate::period::search::{Limits, Watcher, search};
use crate::period::sequence::Stop;
use crate::period::shifted::View;

/// The last heap of a first, short comparison, which settles most claims.
const FIRST_LIMIT: u64 = 4096;

/// The verdicts on those of `claims` that state an equality, in their order. Claims that the
/// watcher cancels are left out.
///
/// # Errors
/// [`GrundyError`] as in [`search`].
pub fn judge_equalities(
    claims: &[&Claim],
    limits: &Limits,
    watch: &dyn Watcher,
) -> Result<Vec<ClaimRow>, GrundyError> {
    let rows: Vec<Option<ClaimRow>> =
        claims.par_iter().map(|claim| equality(claim, limits, watch)).collect::<Result<_, _>>()?;
    Ok(rows.into_iter().flatten().collect())
}

fn equality(
    claim: &Claim,
    limits: &Limits,
    watch: &dyn Watcher,
) -> Result<Option<ClaimRow>, GrundyError> {
    let Statement::Equals { code: other, .. } = &claim.statement else { return Ok(None) };
    let by_rules = shift_by_rules(claim);
    let mut row = None;
    let short = Limits { heaps: limits.heaps.min(FIRST_LIMIT), ..*limits };
    for limits in [&short, limits] {
        let a = search(&claim.game.code, limits, watch)?;
        let b = search(other, limits, watch)?;
        if a.stop == Stop::Cancelled || b.stop == Stop::Cancelled {
            return Ok(None);
        }
        let shift = claim.game.shift as i64;
        let judgement = judge_equality(claim, &View::new(&a, shift), &View::from(&b), by_rules);
        let settled = judgement.verdict != Verdict::OutOfReach;
        row = Some(ClaimRow::new(claim, judgement));
        if settled {
            break;
        }
    }
    Ok(row)
}
