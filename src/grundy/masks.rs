//! The choice of a mask: by the values known, and anew whenever the sequence has doubled.

use super::space::{Histogram, SparseSpace};
use super::state::State;
use super::values::Slice;
use crate::rules::Rules;

/// The length at which a mask is first chosen from the values.
const FIRST_CHOICE: usize = 16;

/// A count of the values, and when the mask is chosen next.
#[derive(Clone, Debug)]
pub(super) struct MaskChoice {
    histogram: Histogram,
    /// How many values the histogram has counted.
    counted: usize,
    next: usize,
}

impl MaskChoice {
    /// The sparse space to begin with, before any value is known.
    pub(super) const START: SparseSpace =
        SparseSpace { mask: 1, position_parity: false, split_parity: 0 };

    pub(super) fn new() -> MaskChoice {
        MaskChoice { histogram: Histogram::default(), counted: 0, next: FIRST_CHOICE }
    }

    /// The choices that were made on the way to these values, and the sparse space that the last of
    /// them took. O(N).
    pub(super) fn again(rules: &Rules, values: Slice<'_>) -> (MaskChoice, SparseSpace) {
        let (mut masks, mut space) = (MaskChoice::new(), MaskChoice::START);
        while masks.next < values.len() {
            let state = State::in_space(rules, values.range(..masks.next), space);
            space = masks.choose(&state);
        }
        (masks, space)
    }

    /// The length of the sequence at which the mask is chosen next.
    pub(super) fn next(&self) -> usize {
        self.next
    }

    /// The sparse space with the fewest rare heaps in this sequence.
    pub(super) fn choose(&mut self, state: &State<'_>) -> SparseSpace {
        let counted = self.counted;
        let rare = &state.rare[state.rare.partition_point(|&r| r < counted)..];
        match state.values.range(counted..) {
            Slice::Bytes(values) => self.histogram.add(counted, values, rare),
            Slice::Words(values) => self.histogram.add(counted, values, rare),
        }
        self.counted = state.values.len();
        self.next = 2 * self.counted;
        self.histogram.fewest_rare(state.rules.split_parity())
    }
}
