//! The states that a search keeps: snapshots, one that occurs twice, and what they have settled of the
//! least period and preperiod.

use serde::{Deserialize, Serialize};

/// The state of a search at one heap: its last values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StateSnapshot {
    /// n.
    pub heap: u64,
    /// The values of the L heaps before n, where L is the `state_length` of the search's
    /// [`Basis`](crate::grundy::stream::Basis).
    pub values: Vec<u16>,
}

/// A state that occurs twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StateRecurrence {
    /// The heap before which the window has occurred for the first time.
    pub first: u64,
    /// The heap before which it occurs again.
    pub again: u64,
}

impl StateRecurrence {
    /// A period, though not always the least.
    pub(super) fn distance(&self) -> u64 {
        self.again - self.first
    }
}

/// How far the search for the least period and preperiod has come.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct LeastProgress {
    pub(super) settled: Settled,
    /// Places at which the replays go on: one on the way to a state, or those of two stretches that are
    /// compared.
    pub(super) marks: Vec<StateSnapshot>,
}

/// Which questions about the least period and preperiod are answered.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) enum Settled {
    /// `p` is a period, and p/q is none for the prime divisors q ≤ `tried` of p.
    Period { p: u64, tried: u64 },
    /// `p` is the least period. Of the snapshots s, the first `low` do not have equal states before s and
    /// s + p, and those from place `high` on have.
    Snapshots { p: u64, low: usize, high: usize },
    /// n0 is `least`, unless G(n) ≠ G(n + p) for a heap n from `from` on, and below `end`.
    Values { p: u64, from: u64, end: u64, least: u64 },
}

impl LeastProgress {
    /// Nothing is settled but that a state recurs.
    pub(super) fn new(found: StateRecurrence) -> LeastProgress {
        LeastProgress { settled: Settled::Period { p: found.distance(), tried: 1 }, marks: vec![] }
    }

    /// Whether this belongs to a search with this recurrence and these snapshots.
    pub(super) fn is_sound(&self, found: StateRecurrence, snapshots: &[StateSnapshot]) -> bool {
        let Some(begun) = snapshots.first() else { return false };
        let (p, is_settled) = match self.settled {
            Settled::Period { p, .. } => (p, true),
            Settled::Snapshots { p, low, high } => {
                let before = snapshots.partition_point(|s| s.heap < found.first);
                (p, low <= high && high <= before)
            }
            Settled::Values { p, from, end, least } => {
                (p, least <= from && from <= end && end <= found.first)
            }
        };
        let is_mark = |mark: &StateSnapshot| {
            mark.values.len() == begun.values.len()
                && (begun.heap..=found.again).contains(&mark.heap)
        };
        is_settled && p > 0 && found.distance().is_multiple_of(p) && self.marks.iter().all(is_mark)
    }
}
