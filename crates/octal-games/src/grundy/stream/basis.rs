//! What all large heaps depend on.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::tuning::Tuning;
use crate::grundy::blocks::{self, Blocks};
use crate::grundy::distant::DistantRare;
use crate::grundy::packed::Packing;
use crate::grundy::space::{RareSet, SparseSpace};
use crate::grundy::state::State;
use crate::grundy::superblocks;
use crate::rules::Rules;

/// The most followers of a stream. Each takes as long as the stream, or nearly.
const MOST_FOLLOWERS: usize = 1 << 10;

/// What the values of all large heaps depend on, besides the last values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Basis {
    /// The moves.
    pub rules: Rules,
    /// The mask and the position parity.
    pub space: SparseSpace,
    /// The rare heaps r ≥ 1 that a window reaches, in ascending order.
    pub rare: Vec<u64>,
    /// The rare heaps beyond, in ascending order: they turned up after the history was dropped.
    pub distant: Vec<DistantRare>,
    /// The values of the heaps 0, …, window.
    pub first: Arc<[u16]>,
    /// Whether superblocks continue the sequence, and not blocks.
    pub superblocks: bool,
    /// L: this many last values decide the next, besides the values that distant rare heaps leave. It is ρ + t + 1, or
    /// more if the engine looks farther back; ρ is the last rare heap that a window reaches.
    pub state_length: usize,
    /// Heaps that are common, though no split within a window shows that, in ascending order.
    pub accepted: Vec<u64>,
}

/// The least length of a window, and that of a state, if `rho` is the last rare heap that a window reaches.
fn least_lengths(rules: &Rules, tuning: &Tuning, superblocks: bool, rho: usize) -> (usize, usize) {
    if superblocks {
        let tuning = &tuning.superblocks;
        (superblocks::window(rules, tuning, rho), superblocks::state_length(rules, tuning, rho))
    } else {
        let state_length = rho.saturating_add(rules.last_place + 1);
        (blocks::first_heap(rules, &tuning.blocks, rho), state_length)
    }
}

impl Basis {
    /// The basis of a sequence that blocks continue if they can, else superblocks. It has the values up to
    /// heap `window`, or farther if the engine needs more. `None` if the code has no splits, or if the
    /// sequence is not `quiet` windows long, and 3 at least.
    pub fn new(state: &State<'_>, tuning: &Tuning, window: usize, quiet: usize) -> Option<Basis> {
        let (rules, rho) = (state.rules, state.last_rare());
        let is_long = |window: usize| {
            window.checked_mul(quiet.max(3)).is_some_and(|least| least < state.values.len())
        };
        // No engine needs less; to ask them takes longer.
        if rules.splits.is_empty() || !is_long(window.max(rho)) {
            return None;
        }
        let superblocks = Blocks::new(state, &tuning.blocks, tuning.kernel).is_none();
        let (needed, state_length) = least_lengths(rules, tuning, superblocks, rho);
        let window = window.max(needed);
        is_long(window).then(|| Basis {
            rules: rules.clone(),
            space: state.space,
            rare: state.rare.iter().map(|&r| r as u64).collect(),
            distant: vec![],
            first: state.values.range(..=window).to_vec().into(),
            superblocks,
            state_length,
            accepted: vec![],
        })
    }

    /// A basis without rare heaps, with a state of this length, that continues no sequence.
    #[cfg(test)]
    pub(super) fn of_length(code: &crate::code::Code, state_length: usize) -> Basis {
        let space = SparseSpace { mask: 1, position_parity: false, split_parity: 0 };
        let rules = Rules::of(code).expect("a code with splits");
        let (rare, distant, accepted, first) = (vec![], vec![], vec![], Arc::new([0]));
        Basis { rules, space, rare, distant, first, superblocks: false, state_length, accepted }
    }

    /// Whether blocks are to continue the sequence and one of these values is too large for them.
    pub(super) fn is_too_large_for_blocks(&self, values: &[u16]) -> bool {
        let packing = Packing::new(self.space);
        !self.superblocks && values.iter().any(|&value| !packing.has_room_for(value))
    }

    /// The rare heaps that a window reaches, as indices of the values; `None` if one is too large for an index on this
    /// machine.
    pub(super) fn rare_heaps(&self) -> Option<Vec<usize>> {
        self.rare.iter().map(|&r| r.try_into().ok()).collect()
    }

    /// The rare heaps that a window reaches, and their values.
    pub(super) fn rare_values(&self) -> Option<Vec<(usize, u16)>> {
        Some(self.rare_heaps()?.into_iter().map(|r| (r, self.first[r])).collect())
    }

    /// ρ, the last rare heap that a window reaches; 0 if there is none.
    pub(super) fn last_reached(&self) -> u64 {
        self.rare.last().copied().unwrap_or(0)
    }

    /// The last rare heap; 0 if there is none.
    pub fn last_rare(&self) -> u64 {
        self.distant.last().map_or(self.last_reached(), |rare| rare.heap)
    }

    /// The sparse space and its rare heaps.
    pub fn rare_set(&self) -> RareSet {
        let count = self.rare_count();
        RareSet { space: self.space, count, last: (count > 0).then_some(self.last_rare()) }
    }

    /// How many rare heaps there are, heap 0 counted.
    pub fn rare_count(&self) -> u64 {
        (self.rare.len() + self.distant.len()) as u64 + u64::from(self.space.is_rare(0, 0))
    }

    /// How many last values a stream keeps: nothing that it does looks farther back.
    pub fn window(&self) -> usize {
        self.first.len() - 1
    }

    /// The lengths of a window of `window` heaps or more, and of a state, if a window were to reach back to rare heap
    /// `rho`.
    pub fn lengths_to(&self, tuning: &Tuning, window: usize, rho: u64) -> (usize, usize) {
        let rho = usize::try_from(rho).unwrap_or(usize::MAX);
        let (needed, state) = least_lengths(&self.rules, tuning, self.superblocks, rho);
        (needed.max(window), state)
    }

    /// This many last values are enough for the engine to begin with, if it verifies.
    pub(super) fn engine_reach(&self, tuning: &Tuning) -> usize {
        let (rules, rho) = (&self.rules, self.last_reached() as usize);
        if self.superblocks {
            superblocks::window(rules, &tuning.superblocks, rho)
        } else {
            blocks::least_length(rules, &tuning.blocks, rho)
        }
    }

    /// Whether heap n is one of those that were accepted as common.
    pub(super) fn is_accepted(&self, n: u64) -> bool {
        self.accepted.binary_search(&n).is_ok()
    }

    /// The value of heap n, if that is a distant rare heap.
    pub(super) fn distant_value(&self, n: u64) -> Option<u16> {
        let at = self.distant.binary_search_by_key(&n, |rare| rare.heap).ok()?;
        Some(self.distant[at].value)
    }

    /// The first distant rare heap from heap n on.
    pub(super) fn next_distant(&self, n: u64) -> Option<u64> {
        let at = self.distant.partition_point(|rare| rare.heap < n);
        self.distant.get(at).map(|rare| rare.heap)
    }

    /// Whether a distant rare heap is among the last `length` heaps before heap n.
    pub(super) fn is_distant_before(&self, n: u64, length: usize) -> bool {
        self.next_distant(n.saturating_sub(length as u64)).is_some_and(|heap| heap < n)
    }

    /// How far behind heap n the sequence has to be read, in ascending order: a follower behind each distant rare heap
    /// before it, and behind each of those that a follower has come to. These are the sums of distant rare heaps
    /// that are below n. `None` if they are more than 1024.
    pub fn distances(&self, n: u64) -> Option<Vec<u64>> {
        let mut all = BTreeSet::new();
        let mut new = vec![0_u64];
        while let Some(sum) = new.pop() {
            for rare in self.distant.iter().take_while(|rare| sum + rare.heap < n) {
                if all.insert(sum + rare.heap) {
                    new.push(sum + rare.heap);
                }
            }
            if all.len() > MOST_FOLLOWERS {
                return None;
            }
        }
        Some(all.into_iter().collect())
    }

    /// How many values a state before heap n has: L for the heap itself, and L for each of its
    /// [followers](Basis::distances). `None` if these are too many.
    pub fn state_size(&self, n: u64) -> Option<usize> {
        Some(self.state_length * (1 + self.distances(n)?.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A follower for each sum of distant rare heaps, as long as they are not too many.
    #[test]
    fn distances_are_sums() {
        let mut basis = Basis::of_length(&"0.07".parse().unwrap(), 5);
        assert_eq!(basis.distances(u64::MAX), Some(vec![]));
        basis.distant = [10, 14].map(|heap| DistantRare { heap, value: 3 }).to_vec();
        assert_eq!(basis.distances(10), Some(vec![]));
        assert_eq!(basis.distances(11), Some(vec![10]));
        assert_eq!(basis.distances(29), Some(vec![10, 14, 20, 24, 28]));
        assert_eq!((basis.state_size(10), basis.state_size(29)), (Some(5), Some(30)));
        let most = basis.distances(2000).map(|all| all.len());
        assert!(most.is_some_and(|most| most > 900), "{most:?}");
        assert_eq!((basis.distances(3000), basis.state_size(1 << 62)), (None, None));
    }
}
