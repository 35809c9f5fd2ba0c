//! How many values superblocks need of a sequence of which only both ends are known.

use super::history::History;
use super::tuning::Tuning;
use crate::grundy::layout::BLOCK;
use crate::rules::Rules;

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
