//! The certificate of a long search: its snapshots are those of the chain.
//!
//! A snapshot of a search is the state before a heap; one of a chain has the values from it on.
//! These, the window at the preperiod and the few values of the claim are recomputed from the record:
//! O(spacing of the snapshots) for each value of the claim.

use super::chain::{Chain, Snapshot, WINDOW};
use super::{CertificateError, Claim};
use crate::period::long::{LongError, Record};

/// Why a search has no certificate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// There is no such certificate.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    /// Values could not be recomputed.
    #[error(transparent)]
    Long(#[from] LongError),
}

/// The certificate of a period that a long search has proved, as the bytes of its file; `goes_on` is
/// asked several times a second.
///
/// # Errors
/// [`SearchError`] if the period is not proved, the chain form cannot hold the evidence, or `goes_on`
/// says no.
pub fn of_search(record: &Record, goes_on: &dyn Fn() -> bool) -> Result<Vec<u8>, SearchError> {
    let period = record.proved().ok_or(CertificateError::NotProved)?;
    let basis = record.basis();
    let window = (basis.state_length() as u64).max(WINDOW);
    let end = period.preperiod + period.period;
    let mut heaps: Vec<u64> = record.snapshots().iter().map(|snapshot| snapshot.heap).collect();
    heaps.push(period.preperiod);
    heaps.sort_unstable();
    heaps.dedup();
    heaps.retain(|&heap| heap < end);
    let value = |n: u64| Ok::<_, LongError>(record.values(n..n + 1, goes_on)?[0]);
    let claim = Claim::new(&record.code(), period, value)?;
    let head = record.values(0..heaps[0] + window, goes_on)?;
    let snapshot = |heap: u64| {
        let values = record.values(heap..heap + window, goes_on)?;
        Ok(Snapshot { heap, values })
    };
    let snapshots = heaps.into_iter().map(snapshot).collect::<Result<_, LongError>>()?;
    let rare = basis.rare.iter().map(|&r| (r, basis.first[r as usize])).collect();
    let window = window as usize;
    Ok(Chain { claim, space: basis.space, rare, window, head, snapshots }.write()?)
}
