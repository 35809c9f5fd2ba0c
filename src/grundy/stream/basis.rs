//! What all large heaps depend on.

use crate::grundy::blocks;
use crate::grundy::space::{RareSet, SparseSpace};
use crate::grundy::state::State;
use crate::rules::Rules;

/// What the values of all large heaps depend on, besides the last values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Basis {
    /// The moves.
    pub rules: Rules,
    /// The mask and the position parity.
    pub space: SparseSpace,
    /// The rare heaps r ≥ 1, in ascending order.
    pub rare: Vec<u64>,
    /// The values of the heaps 0, …, window.
    pub first: Vec<u16>,
}

impl Basis {
    /// What is known of a sequence, with values up to heap `window` or as many as blocks need. `None`
    /// if the code has no splits, or if the sequence is not `quiet` ≥ 3 windows long.
    #[must_use]
    pub fn new(
        state: &State<'_>,
        tuning: &blocks::Tuning,
        window: usize,
        quiet: usize,
    ) -> Option<Basis> {
        let window = window.max(blocks::first_heap(state.rules, tuning, state.last_rare()));
        let is_long = window.checked_mul(quiet.max(3))? < state.values.len();
        (is_long && !state.rules.splits.is_empty()).then(|| Basis {
            rules: state.rules.clone(),
            space: state.space,
            rare: state.rare.iter().map(|&r| r as u64).collect(),
            first: state.values.range(..=window).to_vec(),
        })
    }

    /// The rare heaps as places of the values; `None` if one has none on this machine.
    pub(super) fn rare_heaps(&self) -> Option<Vec<usize>> {
        self.rare.iter().map(|&r| r.try_into().ok()).collect()
    }

    /// ρ, the last rare heap; 0 if there is none.
    #[must_use]
    pub fn last_rare(&self) -> u64 {
        self.rare.last().copied().unwrap_or(0)
    }

    /// The sparse space and its rare heaps.
    #[must_use]
    pub fn rare_set(&self) -> RareSet {
        let count = self.rare_count();
        RareSet { space: self.space, count, last: (count > 0).then_some(self.last_rare()) }
    }

    /// How many rare heaps there are, heap 0 counted.
    #[must_use]
    pub fn rare_count(&self) -> u64 {
        self.rare.len() as u64 + u64::from(self.space.is_rare(0, 0))
    }

    /// ρ + t + 1: this many last values are a state.
    #[must_use]
    pub fn state_length(&self) -> usize {
        self.last_rare() as usize + self.rules.last_place + 1
    }

    /// How many last values a stream keeps, so that all it does stays within them.
    #[must_use]
    pub fn window(&self) -> usize {
        self.first.len() - 1
    }
}
