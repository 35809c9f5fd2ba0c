//! Candidates mended: heaps of the position where one fails are set free, until one is right there.
//!
//! Small sets of heaps come first. If no set will do, the powers of the heaps set free are kept apart
//! further than the candidate does. Source: `[PlaSie2008]`.

use super::candidate::candidate;
use super::limits::{Meter, MisereStop};
use super::quotient::Quotient;
use super::trial::{Cycle, Trial};
use super::verify::Word;
use crate::code::Code;

/// What becomes of a trial.
enum Mended {
    Candidate(Quotient),
    /// None is right; whether some were left out for want of memory.
    None(Option<MisereStop>),
}

/// How often the indices of the heaps set free are raised before the search gives up.
const MOST_RAISES: usize = 4;

/// The first trial that is right where the candidate fails.
pub(super) fn mend(
    code: &Code,
    candidate: &Quotient,
    failure: &Word,
    meter: &mut Meter<'_>,
) -> Result<Quotient, MisereStop> {
    let mut reason = MisereStop::Unmended;
    for raise in 0..MOST_RAISES {
        match mend_with(code, candidate, failure, 2 * raise, meter)? {
            Mended::Candidate(mended) => return Ok(mended),
            Mended::None(stop) => reason = stop.unwrap_or(reason),
        }
    }
    Err(reason)
}

fn mend_with(
    code: &Code,
    candidate: &Quotient,
    failure: &Word,
    raise: usize,
    meter: &mut Meter<'_>,
) -> Result<Mended, MisereStop> {
    let wanted = Some((failure.as_slice(), !candidate.is_p_position(failure)));
    let mut left_out = None;
    for subset in subsets(candidate, failure, raise) {
        match attempt(code, candidate, subset, wanted, meter) {
            Ok(Some(mended)) => return Ok(Mended::Candidate(mended)),
            Ok(None) => {}
            Err(MisereStop::Memory) => left_out = Some(MisereStop::Memory),
            Err(stop) => return Err(stop),
        }
    }
    Ok(Mended::None(left_out))
}

/// The candidate with these heaps set free, if it is right where it is wanted to be.
pub(super) fn attempt(
    code: &Code,
    quotient: &Quotient,
    free: Vec<Cycle>,
    wanted: Option<(&[usize], bool)>,
    meter: &mut Meter<'_>,
) -> Result<Option<Quotient>, MisereStop> {
    meter.scoped(|meter| {
        let trial = Trial::new(code, quotient, free, meter)?;
        candidate(&trial, wanted, meter)
    })
}

/// More different heaps than this are not set free in all ways.
const MOST_HEAPS: usize = 10;

/// The ways to set some heaps of a position free, small ones first.
fn subsets(candidate: &Quotient, failure: &Word, raise: usize) -> Vec<Vec<Cycle>> {
    let mut heaps = failure.clone();
    heaps.dedup();
    heaps.truncate(MOST_HEAPS);
    let cycle = |&heap: &usize| {
        let exponent = failure.iter().filter(|h| **h == heap).count();
        let (index, _) = candidate.monoid().index_and_period(candidate.phi()[heap]);
        let index = index.max(exponent - 1) + raise;
        Cycle { heap, index, period: (index.saturating_sub(4) / 2 * 2).max(2) }
    };
    let cycles: Vec<Cycle> = heaps.iter().map(cycle).collect();
    let chosen = |set: u32| {
        let is_in = |i: &usize| set >> i & 1 == 1;
        (0..cycles.len()).filter(is_in).map(|i| cycles[i]).collect::<Vec<_>>()
    };
    let mut subsets: Vec<Vec<Cycle>> = (1..1 << cycles.len()).map(chosen).collect();
    let size = |set: &Vec<Cycle>| (set.len(), set.iter().map(|c| c.index + c.period).product());
    subsets.sort_by_key(|set| -> (usize, usize) { size(set) });
    subsets
}
