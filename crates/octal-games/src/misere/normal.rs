//! The normal play of a game whose misère play Theorem K solves: its period tells the order and the period
//! of the quotient.

use super::solve::{Proof, Solved};
use crate::grundy::GrundyError;
use crate::period::search::{Limits, Watcher, search};
use crate::period::sequence::Known;

/// How far normal play is searched for its period if nothing else is said: some seconds.
pub const NORMAL: Limits = Limits { heaps: 1 << 24, work: Some(2_000_000_000), memory: u64::MAX };

/// The normal play of such a game; `None` of any other. Besides these limits, the search keeps to the limit of
/// memory of the search for the quotient, and to the work that the search for the quotient left.
///
/// # Errors
/// [`GrundyError`] if the values cannot be had.
pub fn normal_play(
    solved: &Solved,
    limits: &Limits,
    watcher: &dyn Watcher,
) -> Result<Option<Known>, GrundyError> {
    let left = solved.limits.work.map(|most| most.saturating_sub(solved.work));
    let work = limits.work.into_iter().chain(left).min();
    let memory = limits.memory.min(solved.limits.memory);
    match solved.proof {
        Some(Proof::Kernel(_)) => {
            search(&solved.code, &Limits { work, memory, ..*limits }, watcher).map(Some)
        }
        _ => Ok(None),
    }
}
