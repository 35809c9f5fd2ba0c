//! The taps of superblocks, by how far they reach.
//!
//! One tap serves all splitting places. Let k₀ < k₁ < … be the splitting places. Heap n splits at
//! place k as heap n − (k − k₀) does at place k₀. So the far stage inserts each part at place k₀
//! only, and the sets of heap n are the union of those of the heaps n − (k − k₀). The numbers k −
//! k₀ are the *shifts*, at most 64. Only for the first block of a superblock are parts inserted for
//! each shift: so nothing is read that the splits of its heaps do not meet.

use super::history::{Columns, History, Marked};
use super::near::NearTaps;
use super::sets::{self, BlockSets};
use crate::grundy::kernel::prefetch;
use crate::grundy::packed::BLOCK;
use crate::grundy::space::SparseSpace;
use crate::rules::Rules;

/// An option of every heap n: packed, its value is G(n − offset) ⊕ packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MarkedTap {
    pub(super) offset: usize,
    pub(super) packed: Marked,
}

impl MarkedTap {
    /// The splits with this part, which has this packed value.
    #[inline(always)]
    pub(super) fn of_part(
        rules: &Rules,
        part: usize,
        packed: Marked,
    ) -> impl Iterator<Item = MarkedTap> + use<'_> {
        rules.splits.iter().map(move |split| MarkedTap { offset: split.k + part, packed })
    }

    /// The option value that the tap gives heap n, of which these columns have the heap that it
    /// meets: a packed value, marked if that heap is rare.
    #[inline(always)]
    pub(super) fn given(self, columns: &Columns, n: usize) -> Marked {
        columns.get(n, self.offset).xor(self.packed)
    }

    /// Has the CPU bring into its cache what the tap meets of the block that begins at `heap`.
    #[inline(always)]
    pub(super) fn prefetch<const WIDE: bool>(self, columns: &Columns, heap: usize) {
        let ends = |bytes: &[u8; BLOCK]| prefetch([&bytes[0], &bytes[BLOCK - 1]]);
        ends(columns.low(heap, self.offset));
        if WIDE {
            ends(columns.high(heap, self.offset));
        }
    }

    /// The split with this part at the first splitting place, if there is one.
    pub(super) fn first_of_part(rules: &Rules, part: usize, packed: Marked) -> Option<MarkedTap> {
        MarkedTap::of_part(rules, part, packed).next()
    }
}

/// A block of heaps for which taps are inserted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    /// The first heap.
    pub(super) heap: usize,
    /// Only taps from this offset on are inserted.
    pub(super) from: usize,
}

/// The heaps that a tap meets are prefetched this many taps ahead: where rare heaps are many, their
/// taps meet heaps all over the sequence, and memory is slow.
pub(super) const PREFETCHED: usize = 16;

/// Taps that reach over fewer heaps meet heaps that are in the cache anyway.
const CACHED_HEAPS: usize = 1 << 19;

/// The least and the largest offset of these taps.
#[inline(always)]
pub(super) fn reach(taps: &[MarkedTap]) -> [usize; 2] {
    taps.iter().fold([usize::MAX, 0], |[least, largest], tap| {
        [least.min(tap.offset), largest.max(tap.offset)]
    })
}

/// Returns how many taps ahead of these the heaps that they meet are prefetched: none is if they
/// are in the cache.
#[inline(always)]
pub(super) fn prefetched(taps: &[MarkedTap]) -> usize {
    let [least, largest] = reach(taps);
    if largest.saturating_sub(least) < CACHED_HEAPS { taps.len() } else { PREFETCHED }
}

/// Taps to insert for the block that begins at `heap`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Insertion<'a> {
    /// Has the heaps that the taps meet.
    pub(super) columns: &'a Columns,
    pub(super) heap: usize,
    pub(super) taps: &'a [MarkedTap],
}

/// The number of these taps, which are in ascending order, that have an offset below this one.
pub(super) fn count_below(taps: &[MarkedTap], offset: usize) -> usize {
    taps.partition_point(|tap| tap.offset < offset)
}

/// Of these taps, which are in ascending order, those with an offset from this one on.
pub(super) fn from_offset(taps: &[MarkedTap], offset: usize) -> &[MarkedTap] {
    &taps[count_below(taps, offset)..]
}

/// k − k₀ for each splitting place k, in ascending order.
pub(super) fn shifts(rules: &Rules) -> impl Iterator<Item = usize> + Clone + '_ {
    let first = rules.splits.first().map_or(0, |split| split.k);
    rules.splits.iter().map(move |split| split.k - first)
}

/// The largest shift.
pub(super) fn span(rules: &Rules) -> usize {
    shifts(rules).last().unwrap_or(0)
}

/// The sets of block b of a superblock: all splits. `here(b)` are those of the splits at place k₀
/// of block b, `shifted(i)` those of the first block's heaps less shift i + 1.
///
/// O(places·words) operations a heap.
pub(super) fn unite<'a>(
    rules: &Rules,
    here: impl Fn(usize) -> &'a BlockSets,
    shifted: impl Fn(usize) -> &'a BlockSets,
    b: usize,
) -> BlockSets {
    let mut all = here(b).clone();
    for (i, shift) in shifts(rules).skip(1).enumerate() {
        match b.checked_sub(1) {
            None => sets::unite(&mut all, shifted(i)),
            Some(before) => unite_shifted(&mut all, [here(before), here(b)], shift),
        }
    }
    all
}

/// Adds to the sets of a block those of the heaps less the shift, which are in the block before or
/// here.
fn unite_shifted(sets: &mut BlockSets, [before, here]: [&BlockSets; 2], shift: usize) {
    for ((all, before), here) in sets.iter_mut().zip(before).zip(here) {
        let shifted = before[BLOCK - shift..].iter().chain(here);
        all.iter_mut().zip(shifted).for_each(|(word, more)| *word |= more);
    }
}

/// The places of the moves that leave one heap.
#[derive(Clone, Debug, Default)]
pub(super) struct Singles {
    /// Those that are near taps: the option of heap n is common where heap n − k is, and rare where
    /// that is rare, which no tap shows.
    pub(super) taps: Vec<usize>,
    pub(super) others: Vec<usize>,
}

/// The taps, by how far they reach. A superblock is S heaps long.
#[derive(Clone, Debug, Default)]
pub(super) struct TapRanges {
    /// Of rare heaps, offset below 64: looked at for one heap at a time. The moves that leave one
    /// heap are among them, as taps with packed value 0, if they can be.
    pub(super) near: NearTaps,
    pub(super) singles: Singles,
    /// Of rare heaps, from there on, at all places, by ascending offset: those that are not far are
    /// inserted for a block at a time, and all of them for a heap that needs them alone. The far
    /// stage has the next two instead.
    block: Vec<MarkedTap>,
    /// Of rare heaps, all those at the first splitting place: the *leading* ones, which are
    /// inserted, and those that are held. Both are by ascending offset.
    far: [Vec<MarkedTap>; 2],
    /// Of common heaps at the first splitting place, all from 2S on; each stands for those at all
    /// places. Those that show most come first.
    pub(super) witnesses: Vec<MarkedTap>,
    /// The rare heaps and their packed values, without marks.
    pub(super) rare: Vec<(usize, Marked)>,
    /// The number of rare heaps that have taps.
    included: usize,
}

impl TapRanges {
    /// None yet but those of the moves that leave one heap; these are the rare heaps.
    pub(super) fn new(rules: &Rules, space: SparseSpace, rare: Vec<(usize, Marked)>) -> TapRanges {
        // A common value of heap n − k has to be common at heap n too.
        let is_tap = |&k: &usize| k < BLOCK && space.rare_parity(k) == space.rare_parity(0);
        let (taps, others): (Vec<usize>, Vec<usize>) =
            rules.singles.iter().partition(|&k| is_tap(k));
        let mut near = NearTaps::default();
        taps.iter().for_each(|&k| near.push(k, Marked::new(0)));
        TapRanges { near, singles: Singles { taps, others }, rare, ..TapRanges::default() }
    }

    /// Adds the taps of the rare heaps that have none.
    pub(super) fn include(&mut self, rules: &Rules) {
        if self.included == self.rare.len() {
            return;
        }
        for &(r, packed) in &self.rare[self.included..] {
            let part = usize::from(self.holds());
            self.far[part].extend(MarkedTap::first_of_part(rules, r, packed));
            for tap in MarkedTap::of_part(rules, r, packed) {
                if tap.offset < BLOCK {
                    self.near.push(tap.offset, tap.packed);
                } else {
                    self.block.push(tap);
                }
            }
        }
        // They are nearly in order.
        self.block.sort_by_key(|tap| tap.offset);
        self.included = self.rare.len();
    }

    /// Of rare heaps, those with an offset from 64 on and below `offset`, and those from there on.
    pub(super) fn split_at(&self, offset: usize) -> (&[MarkedTap], &[MarkedTap]) {
        self.block.split_at(count_below(&self.block, offset))
    }

    /// Of the leading taps and of those that are held, those with an offset from this one on.
    pub(super) fn far_from(&self, offset: usize) -> [&[MarkedTap]; 2] {
        self.far.each_ref().map(|taps| from_offset(taps, offset))
    }

    /// True if some taps are held.
    pub(super) fn holds(&self) -> bool {
        !self.far[1].is_empty()
    }

    /// Of the witnesses, those that are inserted and those that are held: half of them where taps
    /// are held.
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

    /// Divides the taps of [`TapRanges::first_place`] into those that lead and those that are held.
    /// Both are in the same order.
    pub(super) fn let_lead(&mut self, far: [Vec<MarkedTap>; 2]) {
        self.far = far;
    }

    /// The last rare heap, 0 if there is none.
    pub(super) fn last_rare(&self) -> usize {
        self.rare.last().map_or(0, |&(r, _)| r)
    }

    /// The number of rare heaps that have taps.
    pub(super) fn included(&self) -> usize {
        self.included
    }
}

/// Taps of common heaps from heap `first` on at the first splitting place, to choose witnesses
/// from, in ascending order: those of the smallest heaps of each value, and equally many for each
/// value that has enough of them. With those at the other places they are about `count` at most.
/// Parts with rare values show the values that few splits give.
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

/// The largest m for which the sum of min(m, c) over these counts c is at most `count`, but at
/// least 1.
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
