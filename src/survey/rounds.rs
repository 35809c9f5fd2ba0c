//! In which order games are searched, and rounds of growing work.
//!
//! ```text
//! for W = the least work, ten times that, …, the most work:
//!     every game that is still open, those with few rare heaps first: search it with work W
//! ```
//!
//! The chance that a game is solved in the next decade of heaps falls with the number of its rare
//! heaps. So the order is that of hope; and whenever a survey in rounds ends, its table is that of a
//! complete survey of less work, with some games searched deeper. A round goes on with the long searches that
//! are kept ([`super::searches`]), and begins the others anew.

use std::iter;

use rayon::prelude::*;

use super::store::GameTable;
use super::study::SearchJob;
use crate::period::search::{Limits, search};

/// Each round has this many times the work of the one before.
const TENFOLD: u64 = 10;

/// The work of each round, from the least to the most.
///
/// ```
/// use octal::survey::rounds::works;
/// assert_eq!(works(1_000, 50_000), [1_000, 10_000, 50_000]);
/// assert_eq!(works(7, 7), [7]);
/// ```
#[must_use]
pub fn works(least: u64, most: u64) -> Vec<u64> {
    let more = iter::successors(Some(least.max(1)), |work| work.checked_mul(TENFOLD));
    more.take_while(|&work| work < most).chain([most]).collect()
}

/// Orders jobs by what pays: first the games that are in no row yet, the longest first, so that all threads
/// have work to the end; then those whose rows have few rare heaps.
#[must_use]
pub fn most_hopeful_first<'a>(
    jobs: Vec<SearchJob<'a>>,
    table: &GameTable,
    limits: &Limits,
) -> Vec<SearchJob<'a>> {
    let row = |job: &SearchJob| table.row_of(job.class.code()).map(|(row, _)| row);
    let (mut known, new): (Vec<_>, Vec<_>) = jobs.into_iter().partition(|job| row(job).is_some());
    // Where no number is known, infinitely many heaps may be rare.
    known.sort_by_key(|job| row(job).and_then(|row| row.rare_count).unwrap_or(u64::MAX));
    let mut ordered = longest_first(new, limits);
    ordered.append(&mut known);
    ordered
}

/// Heaps of each game that are computed to estimate how long its search takes.
const PROBE_HEAPS: u64 = 4096;

/// Orders jobs by what a search of their first few thousand heaps shows: games without a proof
/// come first, and among them those that took the most work.
#[must_use]
pub fn longest_first<'a>(jobs: Vec<SearchJob<'a>>, limits: &Limits) -> Vec<SearchJob<'a>> {
    let probe = Limits { heaps: limits.heaps.min(PROBE_HEAPS), ..*limits };
    let work = |job: &SearchJob| {
        let known = search(job.class.code(), &probe, &()).ok();
        known.map_or((true, u64::MAX), |k| (k.finding.proved().is_none(), k.work))
    };
    let mut by_work: Vec<_> = jobs.into_par_iter().map(|job| (work(&job), job)).collect();
    by_work.sort_by_key(|(work, _)| std::cmp::Reverse(*work));
    by_work.into_iter().map(|(_, job)| job).collect()
}
