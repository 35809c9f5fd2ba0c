//! The certificate of a long search: its snapshots are those of the chain.
//!
//! A snapshot of a search is the state before a heap; one of a chain has the values from it on.
//! These, the windows that show the period, and those that have the parts of far splits are recomputed from
//! the record: O(spacing of the snapshots) for each of the latter.

use super::CertificateError;
use super::chain::{BASE, Chain, ChainSnapshot, REACH, WINDOW, needed};
use super::far_splits::FarSearch;
use crate::grundy::driver::Tuning;
use crate::grundy::stream::Basis;
use crate::period::Period;
use crate::period::resumable::{ResumableError, SearchRecord};

/// Why a search has no certificate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// There is no such certificate.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    /// Values could not be recomputed.
    #[error(transparent)]
    Search(#[from] ResumableError),
}

/// The certificate of a period that a long search has proved, as the bytes of its file; `goes_on`
/// is asked several times a second.
///
/// # Errors
/// [`SearchError`] if the period is not proved, the chain form cannot hold the evidence, or
/// `goes_on` says no.
pub fn of_search(
    record: &SearchRecord,
    goes_on: &dyn Fn() -> bool,
) -> Result<Vec<u8>, SearchError> {
    let period = record.proved().ok_or(CertificateError::NotProved)?;
    let Period { preperiod: n0, period: p, .. } = period;
    let (basis, end) = (record.basis(), n0 + p);
    let window = (basis.last_rare() + basis.rules.last_place as u64 + 1).max(WINDOW);
    let again = record.values(n0..n0 + p.min(window), goes_on)?;
    // The search may not have gone on for a window after n0 + p.
    let values = |from: u64, to: u64| {
        let computed = from.min(end)..to.min(end);
        let mut values =
            if computed.is_empty() { vec![] } else { record.values(computed, goes_on)? };
        values.extend((from.max(end)..to).map(|n| again[((n - n0) % p) as usize]));
        Ok::<_, ResumableError>(values)
    };
    let heaps = record.snapshots().iter().map(|snapshot| snapshot.heap).filter(|&heap| heap < end);
    let mut heaps: Vec<u64> = heaps.chain(needed(period)).collect();
    heaps.sort_unstable();
    heaps.dedup();
    within_reach(&basis, heaps[0], window)?;
    let head = values(0, heaps[0] + window)?;
    // A stream begins two windows after heap 0, or later.
    let reach = REACH.min(head.len() / 2 - 1);
    let tuning = Tuning::DEFAULT.stream().map_err(ResumableError::from)?;
    let far_splits =
        FarSearch { basis: &basis, period, window, head: &head, reach, tuning, goes_on };
    let far_splits = if has_far_splits(&basis) { far_splits.run(end + window)? } else { vec![] };
    let snapshot = |heap: u64| Ok(ChainSnapshot { heap, values: values(heap, heap + window)? });
    let snapshots = heaps.into_iter().map(snapshot).collect::<Result<_, ResumableError>>()?;
    let rare = basis.rare.iter().map(|&r| (r, basis.first[r as usize])).collect();
    let (code, space, window) = (record.code(), basis.space, window as usize);
    let mut chain = Chain { code, period, space, rare, window, head, snapshots, far_splits };
    for part in chain.far_splits.iter().map(|split| split.larger_part).collect::<Vec<u64>>() {
        chain.add_part(part, |heaps| values(heaps.start, heaps.end))?;
    }
    Ok(chain.write()?)
}

/// Whether the search has tried more splits than a link tries. (Where superblocks continued the sequence their
/// window is longer too, but a link with so many rare heaps would have no end.)
fn has_far_splits(basis: &Basis) -> bool {
    !basis.accepted.is_empty() || !basis.superblocks && basis.window() > REACH
}

/// Whether links that begin at heap `first` or later, with windows of this length, can hold the
/// evidence.
fn within_reach(basis: &Basis, first: u64, window: u64) -> Result<(), CertificateError> {
    if window > REACH as u64 {
        return Err(CertificateError::RareTooFar { rho: basis.last_rare() });
    }
    if first + window > BASE {
        return Err(CertificateError::FirstTooFar { heap: first });
    }
    Ok(())
}
