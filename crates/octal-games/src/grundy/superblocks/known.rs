//! What has to be known of a sequence to continue it, besides its history.

use super::columns::Marked;
use super::ends::Ends;
use super::taps::TapRanges;
use crate::grundy::packed::Packing;
use crate::grundy::space::SparseSpace;
use crate::grundy::state::State;
use crate::rules::Rules;

/// A sequence, without its history.
pub(super) struct KnownSequence<'a> {
    pub(super) rules: &'a Rules,
    pub(super) space: SparseSpace,
    pub(super) packing: Packing,
    /// The rare heaps.
    pub(super) taps: TapRanges,
    /// The largest packed value.
    pub(super) largest: usize,
}

impl<'a> KnownSequence<'a> {
    /// `None` if a value is too large for sets.
    pub(super) fn of_state(state: &State<'a>) -> Option<KnownSequence<'a>> {
        let rare = state.rare.iter().map(|&r| (r, state.values[r]));
        KnownSequence::new(state.rules, state.space, rare, state.values.iter())
    }

    /// `None` if a value is too large for sets.
    pub(super) fn of_ends(ends: &Ends<'a>) -> Option<KnownSequence<'a>> {
        let values = ends.small.iter().chain(ends.last).copied();
        KnownSequence::new(ends.rules, ends.space, ends.rare.iter().copied(), values)
    }

    fn new(
        rules: &'a Rules,
        space: SparseSpace,
        rare: impl Iterator<Item = (usize, u16)>,
        values: impl Iterator<Item = u16>,
    ) -> Option<KnownSequence<'a>> {
        let packing = Packing::new(space);
        let largest = usize::from(values.map(|value| packing.pack(value)).max()?);
        if largest >= Marked::LIMIT {
            return None;
        }
        let marked = |(r, value)| (r, Marked::new(packing.pack(value).into()));
        let taps = TapRanges::new(rules, space, rare.map(marked).collect());
        Some(KnownSequence { rules, space, packing, taps, largest })
    }
}
