//! A sequence of which both ends are known, and nothing between.

use super::history::History;
use super::tuning::Tuning;
use crate::grundy::layout::BLOCK;
use crate::grundy::space::SparseSpace;
use crate::rules::Rules;

/// The values of the smallest heaps and of the last ones, with all that decides the next.
#[derive(Clone, Copy, Debug)]
pub struct Ends<'a> {
    /// The moves.
    pub rules: &'a Rules,
    /// The mask and the position parity.
    pub space: SparseSpace,
    /// All rare heaps r ≥ 1, in ascending order, and their values.
    pub rare: &'a [(usize, u16)],
    /// The values of the heaps 0, 1, …: a window of them or more.
    pub small: &'a [u16],
    /// The next heap.
    pub next: usize,
    /// The values of the heaps before it: a window of them, or those of a state if nothing is to be
    /// verified.
    pub last: &'a [u16],
}

/// This many last values are enough for all that superblocks do, if `rare` is the last rare heap; as
/// many of the smallest heaps are, too.
pub(in crate::grundy) fn window(rules: &Rules, tuning: &Tuning, rare: usize) -> usize {
    let tuning = tuning.clamped();
    let reach = History::here(&tuning) + 2 * rules.last_place;
    History::kept(rules, rare, &tuning).saturating_add(reach)
}

/// The tuning with superblocks so short that this many last values are enough for them, if all heaps are
/// common; `None` if they are too few for any.
pub(in crate::grundy) fn within(rules: &Rules, tuning: &Tuning, last: usize) -> Option<Tuning> {
    let most = last.checked_sub(2 * BLOCK + rules.last_place + 1)? / 2;
    let superblock = tuning.clamped().superblock.min(most / BLOCK * BLOCK);
    (superblock > 0).then_some(Tuning { superblock, ..*tuning })
}

/// This many last values are enough to compute the next, if all of them are common.
pub(in crate::grundy) fn state_length(rules: &Rules, tuning: &Tuning, rare: usize) -> usize {
    let serial = 2 * tuning.clamped().superblock + 2 * BLOCK;
    serial.max(rare).saturating_add(rules.last_place + 1)
}
