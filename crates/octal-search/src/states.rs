//! The states that a search keeps: snapshots, one that occurs twice, what they have settled of the
//! least period and preperiod, and how far they have led to a longer window.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::value_bytes;
#[cfg(test)]
use crate::grundy::space::SparseSpace;
use crate::grundy::stream::Basis;
#[cfg(test)]
use crate::rules::Rules;

/// The state of a search at one heap: its last values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StateSnapshot {
    /// n.
    pub heap: u64,
    /// The values of the L heaps before n, where L is the `state_length` of the search's
    /// [`Basis`](crate::grundy::stream::Basis); before them, the states of the followers that distant rare heaps ask for
    /// ([`Stream::state`](crate::grundy::stream::Stream::state)).
    #[serde(serialize_with = "value_bytes::serialize")]
    pub values: Arc<[u16]>,
}

impl StateSnapshot {
    /// Whether it has as many values as a state of this search has at its heap.
    pub(super) fn fits(&self, basis: &Basis) -> bool {
        basis.state_size(self.heap) == Some(self.values.len())
    }
}

/// A state that occurs twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StateRecurrence {
    /// i, the earlier heap: the window occurs before it.
    pub first: u64,
    /// i + d, the later heap: the same window occurs before it.
    pub again: u64,
}

impl StateRecurrence {
    /// d, which is a period, though not always the least.
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
    pub(super) fn is_sound(
        &self,
        basis: &Basis,
        found: StateRecurrence,
        snapshots: &[StateSnapshot],
    ) -> bool {
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
            mark.fits(basis) && (begun.heap..=found.again).contains(&mark.heap)
        };
        is_settled && p > 0 && found.distance().is_multiple_of(p) && self.marks.iter().all(is_mark)
    }
}

/// The last values for a longer window, as far as they are computed again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct BegunWindow {
    /// The first heap of the window.
    pub(super) from: u64,
    /// The values from there on.
    #[serde(serialize_with = "value_bytes::serialize")]
    pub(super) last: Vec<u16>,
    /// Where the replay goes on: after these values, or on the way to the first of them; `None` if that is not
    /// beyond the first snapshot.
    pub(super) mark: Option<StateSnapshot>,
}

impl BegunWindow {
    /// The next heap whose value is wanted.
    pub(super) fn next(&self) -> u64 {
        self.from.saturating_add(self.last.len() as u64)
    }

    /// Whether this belongs to a search that has come to this heap and began with a snapshot at heap `begun`.
    pub(super) fn is_sound(&self, basis: &Basis, heap: u64, begun: u64) -> bool {
        let next = self.next();
        let is_place = |mark: &StateSnapshot| {
            mark.fits(basis)
                && (begun..=next).contains(&mark.heap)
                && (mark.heap == next || self.last.is_empty())
        };
        let is_early = self.last.is_empty() || next <= begun;
        next <= heap && self.mark.as_ref().map_or(is_early, is_place)
    }
}

/// A basis without rare heaps, with a state of this length, that continues no sequence.
#[cfg(test)]
pub(super) fn basis_of_length(code: &str, state_length: usize) -> Basis {
    let space = SparseSpace { mask: 1, position_parity: false, split_parity: 0 };
    let rules = Rules::of(&code.parse().unwrap()).unwrap();
    let (rare, distant, accepted, first) = (vec![], vec![], vec![], Arc::new([0]));
    Basis { rules, space, rare, distant, first, superblocks: false, state_length, accepted }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn begun_windows() {
        let state = |heap| StateSnapshot { heap, values: Arc::new([1, 2, 3]) };
        let basis = basis_of_length("0.07", 3);
        let is_sound = |from, count, mark: Option<u64>| {
            let window = BegunWindow { from, last: vec![0; count], mark: mark.map(state) };
            window.is_sound(&basis, 1000, 90)
        };
        // Before the first snapshot, on the way, and among the values.
        assert!(is_sound(50, 40, None) && is_sound(500, 0, None));
        assert!(is_sound(500, 0, Some(400)) && is_sound(500, 7, Some(507)));
        assert!(!is_sound(500, 7, None) && !is_sound(50, 41, None));
        assert!(!is_sound(500, 7, Some(506)) && !is_sound(500, 0, Some(501)));
        assert!(!is_sound(500, 0, Some(89)) && !is_sound(990, 11, Some(1001)));
        assert!(!is_sound(u64::MAX, 1, Some(1000)));
    }
}
