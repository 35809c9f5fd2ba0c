//! A sequence and its rare heaps: what one engine hands over to another.

use super::space::{RareSet, SparseSpace};
use super::values::Slice;
use crate::rules::Rules;
use std::borrow::Cow;

/// The values of the first heaps of a sequence, and which of these heaps are rare.
#[derive(Clone, Debug)]
pub struct State<'a> {
    pub(super) rules: &'a Rules,
    pub(super) space: SparseSpace,
    pub(super) values: Slice<'a>,
    /// The rare heaps r ≥ 1, in ascending order.
    pub(super) rare: Cow<'a, [usize]>,
}

impl<'a> State<'a> {
    /// The state of these values, whose rare heaps are those of `found`.
    pub fn new(rules: &'a Rules, values: Slice<'a>, found: RareSet) -> State<'a> {
        let end = found.last.map_or(0, |last| last as usize + 1).min(values.len());
        let rare = rare_heaps(found.space, values.range(..end), 1);
        State { rules, space: found.space, values, rare: Cow::Owned(rare) }
    }

    /// The last rare heap; 0 if there is none.
    pub(super) fn last_rare(&self) -> usize {
        self.rare.last().copied().unwrap_or(0)
    }

    /// The heaps beyond the values that split into two rare parts, the next one last.
    pub(super) fn pairs(&self) -> Vec<usize> {
        let next = self.values.len();
        let mut heaps = vec![];
        for (i, &r) in self.rare.iter().enumerate() {
            let too_small = |&other: &usize| other + r + self.rules.last_place < next;
            let from = self.rare.partition_point(too_small).max(i);
            for &other in &self.rare[from..] {
                heaps.extend(self.rules.splits.iter().map(|split| r + other + split.k));
            }
        }
        heaps.retain(|&n| n >= next);
        heaps.sort_unstable_by(|a, b| b.cmp(a));
        heaps.dedup();
        heaps
    }
}

/// The rare heaps from heap `from` on among these, which begin with heap 0, in ascending order.
pub(super) fn rare_heaps(space: SparseSpace, values: Slice<'_>, from: usize) -> Vec<usize> {
    match values.range(from.min(values.len())..) {
        Slice::Bytes(values) => space.rare_among(from, values).collect(),
        Slice::Words(values) => space.rare_among(from, values).collect(),
    }
}
