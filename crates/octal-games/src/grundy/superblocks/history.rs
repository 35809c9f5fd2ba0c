//! The packed values that are kept: all, or those of the smallest heaps and of the last.
//!
//! Of a sequence of which only both ends are known ([`Ends`]), superblocks need [`window`] values.

use super::columns::{Columns, Marked};
use super::tuning::Tuning;
use crate::grundy::packed::{BLOCK, PIECE, Packing};
use crate::grundy::space::SparseSpace;
use crate::grundy::state::State;
use crate::rules::Rules;
use std::ops::Range;

/// The packed values of a sequence.
///
/// Taps look no farther back than the last rare heap, or than the largest part of a witness, and a search
/// nearly always ends soon. So the values between are forgotten when rare heaps are long past. A
/// search that does not end among those that are kept says so.
#[derive(Clone, Debug)]
pub(super) struct History {
    /// The smallest heaps, if the last ones are not all.
    small: Option<Columns>,
    last: Columns,
}

/// The history is compacted once it is this many times longer than required.
const COMPACT_AT: usize = 4;

impl History {
    /// Packs a sequence, of whose smallest heaps `kept` are kept.
    pub(super) fn new(state: &State<'_>, packing: &Packing, kept: usize) -> History {
        let columns = |heaps: Range<usize>| {
            let values = heaps.clone().zip(state.values.range(heaps).iter());
            columns(state.rules, state.space, packing, values)
        };
        let next = state.values.len();
        if next > kept.saturating_mul(COMPACT_AT) {
            History { small: Some(columns(0..kept)), last: columns(next - 2 * kept..next) }
        } else {
            History::all(columns(0..next))
        }
    }

    /// How many packed values are kept of a sequence of this length, of whose smallest heaps `kept` are kept.
    pub(super) fn length(next: usize, kept: usize) -> usize {
        if next > kept.saturating_mul(COMPACT_AT) { 3 * kept } else { next }
    }

    /// Packs both ends of a sequence, of whose smallest heaps `kept` are kept.
    pub(super) fn of_ends(ends: &Ends<'_>, packing: &Packing, kept: usize) -> History {
        let columns = |from: usize, values: &[u16]| {
            columns(ends.rules, ends.space, packing, (from..).zip(values.iter().copied()))
        };
        History {
            small: Some(columns(0, &ends.small[..kept.min(ends.small.len())])),
            last: columns(ends.next - ends.last.len(), ends.last),
        }
    }

    /// All packed values, from heap 0 on.
    pub(super) fn all(columns: Columns) -> History {
        History { small: None, last: columns }
    }

    /// How many small heaps have to be kept, so that the last 2·`kept` are enough for all that reads
    /// these.
    ///
    /// Readers look back from the next heap, or from one that is a superblock S before it, at most: far
    /// taps by rare + t; the window by 2·S + 2·BLOCK + t; witnesses by a part of at most `kept` + S, and
    /// t; lessons by their own length besides; searches by `kept` + t.
    ///
    /// What is forgotten is found to be missing only by a search that would go through all splits: so
    /// with the middle forgotten no heap is found to be rare, and `kept` stays.
    pub(super) fn kept(rules: &Rules, rare: usize, tuning: &Tuning) -> usize {
        tuning.history.max(History::here(tuning)).max(rare).saturating_add(2 * rules.last_place)
    }

    /// How many heaps lessons reach back, with the two superblocks in work, besides the parts that they
    /// try.
    pub(super) fn here(tuning: &Tuning) -> usize {
        tuning.longest_sample() + 2 * tuning.superblock + PIECE + 2 * BLOCK
    }

    /// Forgets what is between the first `kept` heaps and the last 2·`kept`, if that is much.
    pub(super) fn forget(&mut self, kept: usize) {
        let (next, was_all) = (self.last.next(), self.is_all());
        if next - self.last.first() > kept.saturating_mul(COMPACT_AT) {
            self.small.get_or_insert_with(|| self.last.part(0..kept, 0));
            self.last.forget_before(next - 2 * kept);
            if was_all {
                // Not again: from now on the last heaps need the room that they have had, whenever they have grown.
                self.last.give_back();
            }
        }
    }

    /// Whether nothing is forgotten.
    pub(super) fn is_all(&self) -> bool {
        self.small.is_none()
    }

    /// The packed values of heaps 0, 1, …: all of them, if nothing is forgotten.
    pub(super) fn small(&self) -> &Columns {
        self.small.as_ref().unwrap_or(&self.last)
    }

    /// The packed values of the last heaps.
    pub(super) fn last(&self) -> &Columns {
        &self.last
    }

    /// The next heap.
    pub(super) fn next(&self) -> usize {
        self.last.next()
    }

    /// Appends the packed value of the next heap.
    pub(super) fn push(&mut self, packed: Marked) {
        self.last.push(packed);
    }

    /// Appends the packed values of `more` that are beyond the last one here.
    pub(super) fn append(&mut self, more: &Columns) {
        self.last.append(more);
    }

    /// Forgets heap `heap` and all after it.
    pub(super) fn truncate(&mut self, heap: usize) {
        self.last.truncate(heap);
    }

    /// Bytes of the packed values.
    pub(super) fn memory(&self) -> u64 {
        self.last.memory() + self.small.as_ref().map_or(0, Columns::memory)
    }
}

/// The packed values of consecutive heaps.
fn columns(
    rules: &Rules,
    space: SparseSpace,
    packing: &Packing,
    values: impl Iterator<Item = (usize, u16)>,
) -> Columns {
    let mut values = values.peekable();
    let first = values.peek().map_or(0, |&(n, _)| n);
    let pad = if first == 0 { 2 * BLOCK + rules.last_place } else { 0 };
    let mut columns = Columns::new(first, pad);
    columns.reserve(values.size_hint().0);
    for (n, value) in values {
        let packed = Marked::new(packing.pack(value).into());
        columns.push(match n {
            0 => Marked::NONE,
            _ if space.is_rare(n, value) => packed.marked(),
            _ => packed,
        });
    }
    columns
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::values::Slice;
    use std::borrow::Cow;

    /// What is kept is what was there, whether it was forgotten on the way or never known.
    #[test]
    fn the_middle_is_forgotten() {
        let rules = Rules::of(&"0.34".parse().unwrap()).unwrap();
        let space = SparseSpace { mask: 6, position_parity: false, split_parity: 0 };
        let value = |n: usize| (n * n % 101) as u16;
        let values: Vec<u16> = (0..2000).map(value).collect();
        let rare: Vec<usize> = (1..2000).filter(|&n| space.is_rare(n, value(n))).collect();
        let state = |to| State {
            rules: &rules,
            space,
            values: Slice::Words(&values[..to]),
            rare: Cow::Borrowed(&rare),
        };
        let packing = Packing::new(space);
        let all = History::new(&state(2000), &packing, 500);
        assert_eq!((all.small().next(), all.last().first()), (2000, 0));
        let mut grown = History::new(&state(1600), &packing, 400);
        grown.forget(400);
        assert_eq!(grown.small().next(), 1600);
        grown.append(all.last());
        grown.forget(400);
        for (history, kept) in [(grown, 400), (History::new(&state(2000), &packing, 300), 300)] {
            assert_eq!((history.small().next(), history.last().first()), (kept, 2000 - 2 * kept));
            assert!((0..kept).all(|n| history.small().get(n, 0) == all.last().get(n, 0)));
            let mut last = 2000 - 2 * kept..2000;
            assert!(last.all(|n| history.last().get(n, 0) == all.last().get(n, 0)));
            assert!(history.memory() < all.memory());
        }
    }

    /// However long the sequence becomes, what is kept takes no more than a multiple of what has to be.
    #[test]
    fn memory_stays_bounded() {
        const KEPT: usize = 400;
        const STEP: usize = 64;
        let packed = |n: usize| Marked::new(n * n % 101);
        let mut last = Columns::new(0, 131);
        (0..STEP).for_each(|n| last.push(packed(n)));
        let mut history = History::all(last);
        let mut most = 0;
        for next in (STEP..40_000).step_by(STEP) {
            let mut more = Columns::new(next, 0);
            (next..next + STEP).for_each(|n| more.push(packed(n)));
            history.append(&more);
            history.forget(KEPT);
            most = most.max(history.memory());
        }
        // The last heaps grow by a quarter at a time; the small ones are kept once more.
        let heaps = (COMPACT_AT * KEPT + STEP) * 5 / 4 + STEP + KEPT;
        assert!(most <= Columns::BYTES_PER_HEAP * heaps as u64, "{most}");
        let (first, next) = (history.last().first(), history.next());
        assert!((first..next).all(|n| history.last().get(n, 0) == packed(n)));
        assert!((0..KEPT).all(|n| history.small().get(n, 0) == packed(n)));
        let kept = next - first;
        assert!((2 * KEPT..=COMPACT_AT * KEPT).contains(&kept), "{kept}");
    }
}
