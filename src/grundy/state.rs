//! What one engine tells another when it hands a sequence over.

use super::space::SparseSpace;
use super::values::Slice;
use crate::rules::Rules;

/// What is known of a sequence when the blocked engine takes over.
#[derive(Clone, Copy)]
pub(super) struct State<'a> {
    pub(super) rules: &'a Rules,
    pub(super) space: SparseSpace,
    pub(super) values: Slice<'a>,
    /// The rare heaps r ≥ 1.
    pub(super) rare: &'a [usize],
}

impl State<'_> {
    /// The heaps to come that split into two rare parts, the next one last.
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
