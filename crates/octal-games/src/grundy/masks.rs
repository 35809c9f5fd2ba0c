//! The choice of a mask: by the values known, and anew whenever the sequence has doubled.

use super::space::{Histogram, SparseSpace};
use super::state::{State, rare_heaps};
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
            let values = values.range(..masks.next);
            let rare = rare_heaps(space, values, masks.counted.max(1));
            space = masks.choose_among(rules, values, &rare);
        }
        (masks, space)
    }

    /// The length of the sequence at which the mask is chosen next.
    pub(super) fn next(&self) -> usize {
        self.next
    }

    /// The sparse space with the fewest rare heaps in this sequence.
    pub(super) fn choose(&mut self, state: &State<'_>) -> SparseSpace {
        let rare = &state.rare[state.rare.partition_point(|&r| r < self.counted)..];
        self.choose_among(state.rules, state.values, rare)
    }

    /// The same, given the rare heaps among those not yet counted.
    fn choose_among(&mut self, rules: &Rules, values: Slice<'_>, rare: &[usize]) -> SparseSpace {
        let counted = self.counted;
        match values.range(counted..) {
            Slice::Bytes(values) => self.histogram.add(counted, values, rare),
            Slice::Words(values) => self.histogram.add(counted, values, rare),
        }
        self.counted = values.len();
        self.next = 2 * self.counted;
        self.histogram.fewest_rare(rules.split_parity())
    }
}
