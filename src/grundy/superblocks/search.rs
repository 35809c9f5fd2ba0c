//! Whether rare values are values of options: all splits of a heap are tried, small parts first.

use super::columns::Columns;
use super::history::History;
use super::missing::Missing;
use super::piece::Piece;
use super::remaining::{Early, Found, FoundAt, Remaining};
use super::stages::Stopwatch;
use crate::grundy::kernel::{Job, Kernel, Vector};
use crate::grundy::layout::{BLOCK, PIECE};
use crate::rules::{Rules, Split};
use rayon::prelude::*;
use std::ops::Range;

/// The packed values in which splits are looked up: those before the superblock, and those in it and just
/// before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Search<'a> {
    pub(super) history: &'a History,
    pub(super) window: &'a Columns,
    pub(super) rules: &'a Rules,
    /// Whether larger parts may be rare, or packed values have more than 8 bits.
    pub(super) wide: bool,
}

/// What a search has found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Searched {
    /// The first heap with a rare value that no split tried gives.
    pub(super) rare: Option<usize>,
    /// How many splits were tried.
    pub(super) tried: u64,
}

/// A thread searches for the values of this many heaps before it asks for more.
const HEAPS_PER_TASK: usize = 32;
/// Small parts tried for one heap before they are for the next, so that they and the larger parts beside them
/// are still in the cache.
const PARTS_AT_ONCE: usize = 1 << 5 << PIECE.ilog2();

impl Search<'_> {
    /// Searches for the missing values of these heaps, which ascend, in parallel.
    ///
    /// `None` if this CPU lacks the kernel.
    pub(super) fn first_rare(
        self,
        kernel: Kernel,
        missing: &mut Missing,
        watch: &Stopwatch,
    ) -> Option<Searched> {
        let words = missing.words;
        let shares = missing.heaps.par_chunks(HEAPS_PER_TASK);
        let shares = shares.zip(missing.sets.par_chunks_mut(HEAPS_PER_TASK * words));
        let share =
            |(heaps, sets)| watch.task(|| kernel.run(Share { search: self, heaps, sets, words }));
        let found: Option<Vec<Searched>> = shares.map(share).collect();
        let found = found?;
        let rare = found.iter().find_map(|searched| searched.rare);
        Some(Searched { rare, tried: found.iter().map(|searched| searched.tried).sum() })
    }

    /// Whether all splits of heap n can be tried: no part of them is forgotten.
    pub(super) fn knows_all(&self, n: usize) -> bool {
        self.largest_smaller_part(n) <= self.last_piece()
    }

    /// The largest small part with which a piece can begin.
    fn last_piece(&self) -> usize {
        self.history.small().next().saturating_sub(PIECE)
    }

    fn largest_smaller_part(&self, n: usize) -> usize {
        let splits = self.rules.splits.iter();
        splits.map(|split| split.largest_smaller_part(n)).max().unwrap_or(0)
    }

    /// Removes from the set the values of those splits of heap n whose parts are kept, until it is empty;
    /// returns how many splits come until then. Those that the early search tried are not tried again.
    #[inline(always)]
    pub(super) fn remove_options<V: Vector>(
        self,
        v: V,
        n: usize,
        early: Option<&Early>,
        set: &mut [u64],
    ) -> u64 {
        let mut remaining = Remaining::new(set);
        let Range { start, end } = early.map_or(1..1, |early| early.parts.clone());
        self.try_parts(v, n, 1..start, &mut remaining);
        for found in early.into_iter().flat_map(|early| &early.found) {
            if remaining.remove(found.packed) {
                remaining.tried = remaining.tried.max(found.tried);
            }
        }
        if remaining.count > 0 {
            self.try_parts(v, n, end..usize::MAX, &mut remaining);
        }
        remaining.tried
    }

    /// Tries the splits of heap n with these small parts, as far as they are kept, until nothing that
    /// is needed is missing. Both ends are parts with which a piece begins. Returns the part with which the
    /// piece begins that ended the search, or else the first part of the splits that are left.
    #[inline(always)]
    pub(super) fn try_parts<V: Vector>(
        self,
        v: V,
        n: usize,
        parts: Range<usize>,
        remaining: &mut Remaining<'_>,
    ) -> usize {
        let mut a = parts.start;
        let end = parts.end.min(self.last_part(n) + 1);
        remaining.tried = self.splits_before(n, a);
        while a < end && remaining.count > 0 {
            self.try_piece(v, n, a, remaining);
            a += if remaining.count > 0 { PIECE } else { 0 };
        }
        a
    }

    /// Tries the splits of heap n with a small part in the piece from a on.
    #[inline(always)]
    fn try_piece<V: Vector>(self, v: V, n: usize, a: usize, remaining: &mut Remaining<'_>) {
        for (place, split) in self.rules.splits.iter().enumerate() {
            if a <= split.largest_smaller_part(n) {
                let rest = n - split.k;
                // Where two equal parts are forbidden, the place of the split with equal parts.
                let equal = (rest / 2).checked_sub(a).filter(|_| rest.is_multiple_of(2));
                let left_out = equal.filter(|_| split.unequal);
                let parts = self.parts(rest, a);
                (remaining.a, remaining.place) = (a, place);
                remaining.tried += if self.wide {
                    parts.remove_sums::<V, true>(v, left_out, remaining)
                } else {
                    parts.remove_sums::<V, false>(v, left_out, remaining)
                };
            }
        }
    }

    /// The largest small part of the splits of heap n that can be tried.
    fn last_part(&self, n: usize) -> usize {
        self.largest_smaller_part(n).min(self.last_piece())
    }

    /// How many splits of heap n come before those with small part a, with which a piece begins.
    #[inline(always)]
    fn splits_before(&self, n: usize, a: usize) -> u64 {
        let pieces = |split: &Split| split.largest_smaller_part(n).div_ceil(PIECE).min(a / PIECE);
        self.rules.splits.iter().map(|split| (PIECE * pieces(split)) as u64).sum()
    }

    /// The value that this split of heap n gives, and how many splits come until then: as many as
    /// [`try_parts`] counts if nothing is missing from there on.
    ///
    /// [`try_parts`]: Search::try_parts
    pub(super) fn found(&self, n: usize, at: FoundAt) -> Found {
        let FoundAt { packed, a, place, i } = at;
        let tries = |split: &&Split| a <= split.largest_smaller_part(n);
        let (before, from) = self.rules.splits.split_at(place);
        let before = PIECE * before.iter().filter(tries).count();
        // A block is looked at for each splitting place that follows in the same piece.
        let after = BLOCK * from[1..].iter().filter(tries).count();
        let here = (i + 1).next_multiple_of(BLOCK);
        Found { packed, tried: self.splits_before(n, a) + (before + here + after) as u64 }
    }

    /// The parts a, a + 1, … and the others, which end at rest − a.
    #[inline(always)]
    fn parts(&self, rest: usize, a: usize) -> Piece<'_> {
        let other = rest - a - (PIECE - 1);
        let window = other >= self.window.first();
        let (small, others) =
            (self.history.small(), if window { self.window } else { self.history.last() });
        Piece {
            low: [small.low(a, 0), others.low(other, 0)],
            high: [small.high(a, 0), others.high(other, 0)],
        }
    }
}

/// The work of one task.
struct Share<'a> {
    search: Search<'a>,
    heaps: &'a [usize],
    sets: &'a mut [u64],
    words: usize,
}

/// A heap, and where its search stands.
struct HeapInSearch<'a> {
    n: usize,
    /// The small part with which the next piece begins.
    next: usize,
    remaining: Remaining<'a>,
}

impl HeapInSearch<'_> {
    /// Whether its search has ended.
    fn is_done(&self, search: Search<'_>) -> bool {
        self.remaining.count == 0 || self.next > search.last_part(self.n)
    }
}

impl Job for Share<'_> {
    type Output = Searched;

    #[inline(always)]
    fn run<V: Vector>(self, v: V) -> Searched {
        let Share { search, heaps, sets, words } = self;
        let new = |(&n, set)| HeapInSearch { n, next: 1, remaining: Remaining::new(set) };
        let mut all: Vec<HeapInSearch<'_>> =
            heaps.iter().zip(sets.chunks_mut(words)).map(new).collect();
        let mut end = 1;
        while !all.iter().all(|heap| heap.is_done(search)) {
            end += PARTS_AT_ONCE;
            for heap in all.iter_mut().filter(|heap| !heap.is_done(search)) {
                heap.next = search.try_parts(v, heap.n, heap.next..end, &mut heap.remaining);
            }
        }
        let mut rare = all.iter().filter(|heap| heap.remaining.count > 0);
        Searched {
            rare: rare.next().map(|heap| heap.n),
            tried: all.iter().map(|heap| heap.remaining.tried).sum(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::superblocks::columns::Marked;

    struct RemoveOptions<'a>(Search<'a>, usize, &'a mut [u64]);

    impl Job for RemoveOptions<'_> {
        type Output = u64;

        #[inline(always)]
        fn run<V: Vector>(self, v: V) -> u64 {
            self.0.remove_options(v, self.1, None, self.2)
        }
    }

    /// Of the values below `limit`, those that no split with two common or two rare parts gives.
    fn not_sums(rules: &Rules, columns: &Columns, n: usize, limit: usize) -> Vec<u64> {
        let mut set = vec![u64::MAX; limit.div_ceil(64)];
        for split in &rules.splits {
            for a in 1..=split.largest_smaller_part(n) {
                let sum = columns.get(a, 0).xor(columns.get(n - split.k - a, 0)).bits();
                if let Some(word) = set.get_mut(sum / 64) {
                    *word &= !(1 << (sum % 64));
                }
            }
        }
        set
    }

    /// What remains of the set of all values is what no split with two common or two rare parts gives.
    #[test]
    fn sums_of_splits_are_removed() {
        for (code, limit, wide) in
            [("0.007", 2000, true), ("0.074!", 250, true), ("0.34", 200, false)]
        {
            let rules = Rules::of(&code.parse().unwrap()).unwrap();
            let mut columns = Columns::new(0, 100);
            for n in 0..3000 {
                let number = Marked::new(n * n % 1009 * 37 % limit);
                let is_rare = n % 5 == 2 && (wide || n < 1000);
                columns.push(if is_rare { number.marked() } else { number });
            }
            let window = columns.part(2000..columns.next());
            let history = History::all(columns.clone());
            let search = Search { history: &history, window: &window, rules: &rules, wide };
            let mut last = vec![];
            for n in [2600, 2601, 3000] {
                let expected = not_sums(&rules, &columns, n, limit);
                for kernel in Kernel::ALL {
                    let mut set = vec![u64::MAX; expected.len()];
                    if let Some(tried) = kernel.run(RemoveOptions(search, n, &mut set)) {
                        assert_eq!(set, expected, "{code} {n}");
                        assert!(tried >= 1000);
                    }
                }
                last = expected;
            }
            // The same where only few values are looked for.
            let mut random = fastrand::Rng::with_seed(limit as u64);
            for count in (0..6).cycle().take(120) {
                let mut few = vec![0; last.len()];
                (0..count)
                    .map(|_| random.usize(..limit))
                    .for_each(|v| few[v / 64] |= 1 << (v % 64));
                let expected: Vec<u64> = few.iter().zip(&last).map(|(a, b)| a & b).collect();
                for kernel in Kernel::ALL {
                    let mut set = few.clone();
                    let tried = kernel.run(RemoveOptions(search, 3000, &mut set));
                    assert!(tried.is_none() || set == expected, "{code} {few:?}");
                }
            }
            // Where the middle is forgotten, no more is removed than that.
            assert!(search.knows_all(3000));
            let mut history = history.clone();
            history.forget(600);
            let search = Search { history: &history, ..search };
            assert!(!search.knows_all(3000));
            let mut set = vec![u64::MAX; limit.div_ceil(64)];
            let tried = Kernel::Scalar.run(RemoveOptions(search, 3000, &mut set)).unwrap();
            assert!((256..600 * rules.splits.len() as u64).contains(&tried));
            assert!(set.iter().zip(&last).all(|(set, last)| set & last == *last));
        }
    }
}
