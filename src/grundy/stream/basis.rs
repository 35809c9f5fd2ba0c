//! What all large heaps depend on.

use crate::grundy::RareSet;
use crate::grundy::blocks;
use crate::grundy::driver::tuning::Tuning;
use crate::grundy::space::SparseSpace;
use crate::grundy::sparse::Sparse;
use crate::grundy::values::Slice;
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
    /// What `sparse` has found, with values up to heap `window` or as many as blocks need. `None`
    /// if the code has no splits, or if the sequence is not `quiet` ≥ 3 windows long.
    #[must_use]
    pub fn of(sparse: &Sparse, tuning: &Tuning, window: usize, quiet: usize) -> Option<Basis> {
        Basis::new(sparse.rules(), sparse.values(), sparse.rare()?, tuning, window, quiet)
    }

    /// The same from the rules, the values, and what is known of the rare heaps among them.
    #[must_use]
    pub fn new(
        rules: &Rules,
        values: Slice<'_>,
        found: RareSet,
        tuning: &Tuning,
        window: usize,
        quiet: usize,
    ) -> Option<Basis> {
        let rho = usize::try_from(found.last.unwrap_or(0)).ok()?;
        let is_rare = |&r: &usize| found.space.is_rare(r, values[r]);
        let rare = (1..=rho).filter(is_rare).map(|r| r as u64).collect();
        let window = window.max(blocks::first_heap(rules, tuning, rho));
        (window.checked_mul(quiet.max(3))? < values.len()).then(|| Basis {
            rules: rules.clone(),
            space: found.space,
            rare,
            first: values.range(..=window).to_vec(),
        })
    }

    /// ρ, the last rare heap; 0 if there is none.
    #[must_use]
    pub fn last_rare(&self) -> u64 {
        self.rare.last().copied().unwrap_or(0)
    }

    /// How many rare heaps there are, heap 0 counted.
    #[must_use]
    pub fn rare_count(&self) -> u64 {
        self.rare.len() as u64 + u64::from(self.space.is_rare(0, 0))
    }

    /// ρ + t + 1: so many last values are a state.
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
