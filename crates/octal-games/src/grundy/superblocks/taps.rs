//! The taps of superblocks, by how far they reach, and what else is known of a sequence to continue it.

use super::columns::Marked;
use super::history::{Ends, History};
use super::near::GroupTaps;
use super::tap::{self, MarkedTap};
use crate::grundy::packed::{BLOCK, Packing};
use crate::grundy::space::SparseSpace;
use crate::grundy::state::State;
use crate::rules::Rules;

/// The places of the moves that leave one heap.
#[derive(Clone, Debug, Default)]
pub(super) struct Singles {
    /// Those that are group taps: the option of heap n is common where heap n − k is, and rare where that is rare,
    /// which no tap shows.
    pub(super) taps: Vec<usize>,
    pub(super) others: Vec<usize>,
}

/// The taps, by how far they reach. A superblock is S heaps long.
#[derive(Clone, Debug, Default)]
pub(super) struct TapRanges {
    /// Of rare heaps, offset below 64: looked at for one heap at a time. The moves that leave one heap are among
    /// them, as taps with packed value 0, if they can be.
    pub(super) group: GroupTaps,
    pub(super) singles: Singles,
    /// Of rare heaps, from there on, at all places, by ascending offset: those that are not far are inserted for a block
    /// at a time, and all of them for a heap that needs them alone. The far stage has the next two instead.
    block: Vec<MarkedTap>,
    /// Element b says how many of them have an offset below 64·b.
    below: Vec<usize>,
    /// Of rare heaps, all those at the first splitting place: the *leading* ones, which are inserted, those that are held
    /// against many guesses, and those that are held against the guesses kept then. Each part is by ascending offset.
    far: [Vec<MarkedTap>; 3],
    /// Of common heaps at the first splitting place, all from 2S on; each stands for those at all places.
    /// Those that show most come first.
    pub(super) witnesses: Vec<MarkedTap>,
    /// The rare heaps and their packed values, without marks.
    pub(super) rare: Vec<(usize, Marked)>,
    /// How many of the rare heaps have taps.
    included: usize,
}

impl TapRanges {
    /// None yet but those of the moves that leave one heap; these are the rare heaps.
    pub(super) fn new(rules: &Rules, space: SparseSpace, rare: Vec<(usize, Marked)>) -> TapRanges {
        // A common value of heap n − k has to be common at heap n too.
        let is_tap = |&k: &usize| k < BLOCK && space.rare_parity(k) == space.rare_parity(0);
        let (taps, others): (Vec<usize>, Vec<usize>) =
            rules.singles.iter().partition(|&k| is_tap(k));
        let mut group = GroupTaps::default();
        taps.iter().for_each(|&k| group.push(k, Marked::new(0)));
        TapRanges { group, singles: Singles { taps, others }, rare, ..TapRanges::default() }
    }

    /// Adds the taps of the rare heaps that have none. Serial stages look back to taps below offset `reach`.
    pub(super) fn include(&mut self, rules: &Rules, reach: usize) {
        if self.included == self.rare.len() {
            return;
        }
        for &(r, packed) in &self.rare[self.included..] {
            let part = if self.holds() { 2 } else { 0 };
            self.far[part].extend(MarkedTap::first_of_part(rules, r, packed));
            for tap in MarkedTap::of_part(rules, r, packed) {
                if tap.offset < BLOCK {
                    self.group.push(tap.offset, tap.packed);
                } else {
                    self.block.push(tap);
                }
            }
        }
        // They are nearly in order.
        self.block.sort_by_key(|tap| tap.offset);
        self.included = self.rare.len();
        let below = |offset| tap::count_below(&self.block, offset);
        self.below = (0..=reach).step_by(BLOCK).map(below).collect();
    }

    /// Of rare heaps, those with an offset from 64 on and below `offset`, and those from there on.
    pub(super) fn split_at(&self, offset: usize) -> (&[MarkedTap], &[MarkedTap]) {
        let below = match self.below.get(offset / BLOCK) {
            // A search takes as long as dozens of taps.
            Some(&below) if offset.is_multiple_of(BLOCK) => below,
            _ => tap::count_below(&self.block, offset),
        };
        self.block.split_at(below)
    }

    /// Of the far taps, those that are inserted, those that are held against many guesses, and those that are held against
    /// the guesses kept then: in each part those with an offset from this one on.
    pub(super) fn far_from(&self, offset: usize) -> [&[MarkedTap]; 3] {
        self.far.each_ref().map(|taps| tap::from(taps, offset))
    }

    /// True if some taps are held.
    fn holds(&self) -> bool {
        !self.far[1].is_empty()
    }

    /// Of the witnesses, those that are inserted and those that are held: half of them where taps are held.
    pub(super) fn witnesses(&self) -> [&[MarkedTap]; 2] {
        let all = &self.witnesses;
        all.split_at(if self.holds() { all.len() / 2 } else { all.len() }).into()
    }

    /// Of rare heaps, all those at the first splitting place, by ascending offset.
    pub(super) fn first_place(&self) -> Vec<MarkedTap> {
        let mut all = self.far.concat();
        all.sort_by_key(|tap| tap.offset);
        all
    }

    /// Divides the taps of [`TapRanges::first_place`] into those that lead and those that are held, first against many
    /// guesses and then against those kept. Each part is in the same order.
    pub(super) fn let_lead(&mut self, far: [Vec<MarkedTap>; 3]) {
        self.far = far;
    }

    /// The last rare heap, 0 if there is none.
    pub(super) fn last_rare(&self) -> usize {
        self.rare.last().map_or(0, |&(r, _)| r)
    }

    /// How many rare heaps have taps.
    pub(super) fn included(&self) -> usize {
        self.included
    }
}

/// Taps of common heaps from heap `first` on at the first splitting place, to choose witnesses from, in
/// ascending order: those of the smallest heaps of each value, and equally many for each value that has
/// enough of them. With those at the other places they are about `count` at most. What most splits do not
/// show is shown by parts whose values turn up seldom.
pub(super) fn candidates(
    rules: &Rules,
    history: &History,
    first: usize,
    count: usize,
) -> Vec<MarkedTap> {
    let small = history.small();
    let end = small.next().min(history.next() / 4);
    let [low, high] = small.low_and_high(first, 0, end.saturating_sub(first));
    let packed = low.iter().zip(high).map(|(&low, &high)| Marked { low, high });
    let parts = (first..).zip(packed).filter(|(_, packed)| !packed.is_rare());
    let mut counts = vec![0; Marked::LIMIT];
    // They are gone through twice: a list of them would take more memory than the history.
    parts.clone().for_each(|(_, packed)| counts[packed.bits()] += 1);
    let most = most_of_each(counts, count / rules.splits.len());
    let mut taken = vec![0; Marked::LIMIT];
    let parts = parts.filter(|(_, packed)| {
        let taken = &mut taken[packed.bits()];
        *taken += 1;
        *taken <= most
    });
    parts.filter_map(|(a, packed)| MarkedTap::first_of_part(rules, a, packed)).collect()
}

/// The largest m for which the sum of min(m, c) over these counts c is at most `count`, but at least 1.
fn most_of_each(mut counts: Vec<usize>, count: usize) -> usize {
    counts.retain(|&c| c > 0);
    counts.sort_unstable();
    let mut room = count;
    for (i, &least) in counts.iter().enumerate() {
        let share = room / (counts.len() - i);
        if share < least {
            return share.max(1);
        }
        room -= least;
    }
    usize::MAX
}

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

#[cfg(test)]
mod tests {
    use super::*;

    /// Taps below an offset are as many as there are, also after more rare heaps, and beyond what serial stages look back to.
    #[test]
    fn as_many_as_are_below() {
        let rules = Rules::of(&"0.774".parse().unwrap()).unwrap();
        let space = SparseSpace { mask: 1, position_parity: false, split_parity: 0 };
        let rare = |heaps: std::ops::Range<usize>| heaps.step_by(11).map(|r| (r, Marked::new(r)));
        let mut taps = TapRanges::new(&rules, space, rare(1..400).collect());
        for more in [400..400, 400..900] {
            taps.rare.extend(rare(more));
            taps.include(&rules, 320);
            for offset in 0..1000 {
                let (below, beyond) = taps.split_at(offset);
                let offsets = |taps: &[MarkedTap]| taps.iter().map(|tap| tap.offset).collect();
                let (below, beyond): (Vec<usize>, Vec<usize>) = (offsets(below), offsets(beyond));
                assert_eq!(below.len(), tap::count_below(&taps.block, offset));
                assert!(
                    below.iter().all(|&of| of < offset) && beyond.iter().all(|&of| of >= offset)
                );
                let all = taps.rare.len() * rules.splits.len();
                assert_eq!(
                    below.len() + beyond.len() + taps.group.all().len() - taps.singles.taps.len(),
                    all
                );
            }
        }
    }
}
