//! What all large heaps depend on.

use std::sync::Arc;

use crate::grundy::blocks::{self, Blocks};
use crate::grundy::kernel::Kernel;
use crate::grundy::packed::Packing;
use crate::grundy::space::{RareSet, SparseSpace};
use crate::grundy::state::State;
use crate::grundy::superblocks;
use crate::rules::Rules;

/// The tuning of a stream. It decides the speed, and changes no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// The kernel.
    pub kernel: Kernel,
    /// The tuning of blocks.
    pub blocks: blocks::Tuning,
    /// The tuning of superblocks.
    pub superblocks: superblocks::Tuning,
}

#[cfg(test)]
impl Tuning {
    /// That of real searches, with the kernel of this process.
    pub(super) fn chosen() -> Tuning {
        let (blocks, superblocks) = (blocks::Tuning::DEFAULT, superblocks::Tuning::DEFAULT);
        Tuning { kernel: Kernel::chosen().unwrap(), blocks, superblocks }
    }
}

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
    pub first: Arc<[u16]>,
    /// Whether superblocks continue the sequence, and not blocks.
    pub superblocks: bool,
    /// L: this many last values decide the next. It is ρ + t + 1, or more if the engine looks
    /// farther back; ρ is the last rare heap.
    pub state_length: usize,
    /// Heaps that are common, though no split within a window shows that, in ascending order.
    pub accepted: Vec<u64>,
}

/// The least length of a window, and that of a state, if `rho` is the last rare heap.
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
    /// The basis of a sequence that blocks continue if they can, else superblocks. It has the
    /// values up to heap `window`, or farther if the engine needs more. `None` if the code has no
    /// splits, or if the sequence is not `quiet` windows long, and 3 at least.
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
            first: state.values.range(..=window).to_vec().into(),
            superblocks,
            state_length,
            accepted: vec![],
        })
    }

    /// Whether blocks are to continue the sequence and one of these values is too large for them.
    pub(super) fn is_too_large_for_blocks(&self, values: &[u16]) -> bool {
        let packing = Packing::new(self.space);
        !self.superblocks && values.iter().any(|&value| !packing.has_room_for(value))
    }

    /// The rare heaps as indices of the values; `None` if one is too large for an index on this
    /// machine.
    pub(super) fn rare_heaps(&self) -> Option<Vec<usize>> {
        self.rare.iter().map(|&r| r.try_into().ok()).collect()
    }

    /// The rare heaps and their values.
    pub(super) fn rare_values(&self) -> Option<Vec<(usize, u16)>> {
        Some(self.rare_heaps()?.into_iter().map(|r| (r, self.first[r])).collect())
    }

    /// ρ, the last rare heap; 0 if there is none.
    pub fn last_rare(&self) -> u64 {
        self.rare.last().copied().unwrap_or(0)
    }

    /// The sparse space and its rare heaps.
    pub fn rare_set(&self) -> RareSet {
        let count = self.rare_count();
        RareSet { space: self.space, count, last: (count > 0).then_some(self.last_rare()) }
    }

    /// How many rare heaps there are, heap 0 counted.
    pub fn rare_count(&self) -> u64 {
        self.rare.len() as u64 + u64::from(self.space.is_rare(0, 0))
    }

    /// How many last values a stream keeps: nothing that it does looks farther back.
    pub fn window(&self) -> usize {
        self.first.len() - 1
    }

    /// The lengths of a window of `window` heaps or more, and of a state, if a window were to reach
    /// back to rare heap `rho`.
    pub fn lengths_to(&self, tuning: &Tuning, window: usize, rho: u64) -> (usize, usize) {
        let rho = usize::try_from(rho).unwrap_or(usize::MAX);
        let (needed, state) = least_lengths(&self.rules, tuning, self.superblocks, rho);
        (needed.max(window), state)
    }

    /// Whether heap n is one of those that were accepted as common.
    pub(super) fn is_accepted(&self, n: u64) -> bool {
        self.accepted.binary_search(&n).is_ok()
    }
}
