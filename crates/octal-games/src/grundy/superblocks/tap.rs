//! A tap, and the block of heaps for which taps are inserted.
//!
//! One tap serves all splitting places. Let k₀ < k₁ < … be the splitting places. Heap n splits at
//! place k as heap n − (k − k₀) does at place k₀. So the far stage inserts each part at place k₀
//! only, and the sets of heap n are the union of those of the heaps n − (k − k₀). The numbers k −
//! k₀ are the *shifts*, at most 64. Only for the first block of a superblock are parts inserted for
//! each shift: so nothing is read that the splits of its heaps do not meet.

use super::columns::{Columns, Marked};
use super::sets::{self, BlockSets};
use crate::grundy::kernel::prefetch;
use crate::grundy::packed::BLOCK;
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

    /// What the tap gives heap n, of which these columns have the heap that it meets: a packed value, marked if
    /// that heap is rare.
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

/// What a tap meets is prefetched this many taps ahead: where rare heaps are many, their taps meet heaps all over the
/// sequence, and memory is slow.
pub(super) const PREFETCHED: usize = 16;

/// Taps that reach over fewer heaps meet heaps that are in the cache anyway.
const CACHED_HEAPS: usize = 1 << 19;

/// Returns how many taps ahead of these the heaps that they meet are prefetched: none is if they are in the cache.
#[inline(always)]
pub(super) fn prefetched(taps: &[MarkedTap]) -> usize {
    let (least, largest) = taps.iter().fold((usize::MAX, 0), |(least, largest), tap| {
        (least.min(tap.offset), largest.max(tap.offset))
    });
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

/// How many of these taps, which are in ascending order, have an offset below this one.
pub(super) fn count_below(taps: &[MarkedTap], offset: usize) -> usize {
    taps.partition_point(|tap| tap.offset < offset)
}

/// Of these taps, which are in ascending order, those with an offset from this one on.
pub(super) fn from(taps: &[MarkedTap], offset: usize) -> &[MarkedTap] {
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

/// The sets of block b of a superblock: all splits. `here(b)` are those of the splits at place k₀ of block b, `shifted(i)`
/// those of the first block's heaps less shift i + 1.
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

/// Adds to the sets of a block those of the heaps less the shift, which are in the block before or here.
fn unite_shifted(sets: &mut BlockSets, [before, here]: [&BlockSets; 2], shift: usize) {
    for ((all, before), here) in sets.iter_mut().zip(before).zip(here) {
        let shifted = before[BLOCK - shift..].iter().chain(here);
        all.iter_mut().zip(shifted).for_each(|(word, more)| *word |= more);
    }
}

#[cfg(test)]
mod places_tests {
    use super::*;

    /// Each heap has what the heaps less the shifts have, be they in this block or in one before.
    #[test]
    fn every_shift_of_every_heap() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut some_sets = || (0..3).map(|_| std::array::from_fn(|_| random.u64(..))).collect();
        let blocks: Vec<BlockSets> = (0..3).map(|_| some_sets()).collect();
        let far_apart = format!("0.04{}4", "0".repeat(60));
        let whole_block = format!("4.{}4", "0".repeat(63));
        for code in ["0.007", "0.07", "4.004", "0.774", &far_apart, &whole_block, "0.444!4"] {
            let rules = Rules::of(&code.parse().unwrap()).unwrap();
            let places: Vec<usize> = rules.splits.iter().map(|split| split.k).collect();
            assert_eq!(span(&rules), places[places.len() - 1] - places[0]);
            // The blocks of the superblock are the last two.
            let word = |word: usize, heap: usize| blocks[heap / BLOCK][word][heap % BLOCK];
            let first_less = |shift: usize| {
                let heap = |i| BLOCK + i - shift;
                (0..3).map(|w| std::array::from_fn(|i| word(w, heap(i)))).collect()
            };
            let shifted: Vec<BlockSets> = shifts(&rules).skip(1).map(first_less).collect();
            for b in 0..2 {
                let all = unite(&rules, |b| &blocks[1 + b], |i| &shifted[i], b);
                for (i, w) in (0..3 * BLOCK).map(|j| (j % BLOCK, j / BLOCK)) {
                    let heaps = places.iter().map(|k| BLOCK * (b + 1) + i + places[0] - k);
                    let given = heaps.fold(0, |given, heap| given | word(w, heap));
                    assert_eq!(all[w][i], given, "{code}");
                }
            }
        }
    }
}
