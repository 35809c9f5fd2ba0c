//! The splits of the next heap, as the values of their parts side by side.

use std::iter::{Rev, Zip};
use std::slice;

use crate::grundy::kernel::{Job, Vector};
use crate::grundy::values::Value;
use crate::rules::Split;

/// Values of smaller parts in ascending order of the parts, each with that of the larger part.
pub(super) type SplitValues<'a, E> = Zip<slice::Iter<'a, E>, Rev<slice::Iter<'a, E>>>;

/// The values of the parts that this move leaves of the next heap, for the smaller parts `from..=to`.
pub(super) fn parts<'a, E>(
    values: &'a [E],
    split: &Split,
    from: usize,
    to: usize,
) -> SplitValues<'a, E> {
    let n = values.len();
    let to = split.largest_smaller_part(n).min(to);
    if from > to {
        return [].iter().zip([].iter().rev());
    }
    let rest = n - split.k;
    values[from..=to].iter().zip(values[rest - to..=rest - from].iter().rev())
}

/// Whether any of these splits has this value.
pub(super) struct AnySum<'a, E> {
    pub(super) parts: SplitValues<'a, E>,
    pub(super) value: E,
}

impl<E: Value> Job for AnySum<'_, E> {
    type Output = bool;

    #[inline(always)]
    fn run<V: Vector>(self, _: V) -> bool {
        self.parts.fold(false, |any, (&a, &b)| any | (a ^ b == self.value))
    }
}
