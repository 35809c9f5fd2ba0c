//! The postponed search: heaps were taken for common, and their missing rare values are sought while the next
//! superblock is computed.
//!
//! The heaps of a task take turns, so that what the pieces meet is read from memory once for all of them. Most
//! searches end in their first turn; what is left of the others is kept.

use super::deal::{Tasks, share};
use super::far::FarSets;
use super::locked::{locked, unlocked};
use super::order::{SearchTrial, SearchTrials};
use super::search::{Remaining, Search};
use super::sets::{self, Missing};
use crate::grundy::kernel::{Job, Kernel, Vector};
use crate::grundy::packed::{BLOCK, Packing};
use std::ops::Range;
use std::sync::Mutex;

/// What a postponed search has found.
#[derive(Clone, Debug, Default)]
pub(super) struct Searched {
    /// The first heap with a rare value that no split tried gives.
    pub(super) rare: Option<usize>,
    /// How many values were missing.
    pub(super) missing: u64,
    pub(super) trials: SearchTrials,
}

/// A task has this many heaps, or a multiple of that.
const HEAPS_AT_ONCE: usize = 16;
/// Pieces tried for one heap before they are for the next, so that they are still in the cache.
const PIECES_AT_ONCE: usize = 1 << 5;

/// The tasks of a postponed search.
pub(super) struct PostponedTasks<'a> {
    search: Search<'a>,
    kernel: Kernel,
    packing: Packing,
    unsearched: &'a Unsearched,
    /// As many of the heaps are searched, the first ones.
    count: usize,
    /// How many pieces the last of them has.
    pieces: usize,
    heaps_per_task: usize,
    /// What the tasks that are done have found. `None` if this CPU lacks the kernel.
    found: Mutex<Option<Searched>>,
}

impl<'a> PostponedTasks<'a> {
    /// The tasks that search for the missing values of the first `count` of these heaps.
    pub(super) fn new(
        search: Search<'a>,
        kernel: Kernel,
        packing: Packing,
        unsearched: &'a Unsearched,
        count: usize,
    ) -> PostponedTasks<'a> {
        let pieces = search.pieces(unsearched.first + count.saturating_sub(1));
        let heaps_per_task = HEAPS_AT_ONCE * share(count.div_ceil(HEAPS_AT_ONCE));
        let found = Mutex::new(Some(Searched::default()));
        PostponedTasks { search, kernel, packing, unsearched, count, pieces, heaps_per_task, found }
    }

    /// What all of them have found, once they have been dealt. `None` if this CPU lacks the kernel.
    pub(super) fn found(self) -> Option<Searched> {
        unlocked(self.found)
    }
}

impl Tasks for PostponedTasks<'_> {
    fn count(&self) -> usize {
        self.count.div_ceil(self.heaps_per_task)
    }

    fn run(&self, i: usize) {
        let &PostponedTasks { search, packing, unsearched, count, pieces, .. } = self;
        let from = self.heaps_per_task * i;
        let heaps = from..count.min(from + self.heaps_per_task);
        let task = PostponedTask { search, pieces, packing: &packing, unsearched, heaps };
        let more = self.kernel.run(task);
        // Here and not when all are done, because then everything else waits.
        let mut found = locked(&self.found);
        *found = found.take().zip(more).map(|(found, more)| found.and(more));
    }
}

impl Searched {
    /// What was found here, and at other heaps.
    fn and(mut self, others: Searched) -> Searched {
        self.trials.append(others.trials);
        let missing = self.missing + others.missing;
        let rare = self.rare.into_iter().chain(others.rare).min();
        Searched { rare, missing, ..self }
    }
}

/// The work of one task.
struct PostponedTask<'a> {
    search: Search<'a>,
    /// How many pieces the last of all heaps has.
    pieces: usize,
    packing: &'a Packing,
    unsearched: &'a Unsearched,
    /// Some of these heaps, counted from the first.
    heaps: Range<usize>,
}

impl Job for PostponedTask<'_> {
    type Output = Searched;

    #[inline(always)]
    fn run<V: Vector>(self, v: V) -> Searched {
        let PostponedTask { search, pieces, packing, unsearched, heaps } = self;
        search.remove_options_of_all(v, pieces, &mut unsearched.missing(packing, heaps))
    }
}

impl Search<'_> {
    /// Removes from the sets of these heaps the values of their splits, until they are empty or the
    /// pieces from 0 to `pieces` − 1 are all tried.
    #[inline(always)]
    fn remove_options_of_all<V: Vector>(
        self,
        v: V,
        pieces: usize,
        missing: &mut Missing,
    ) -> Searched {
        let Missing { words, heaps, sets } = missing;
        let missing = sets::count(sets) as u64;
        let mut pieces = self.order.pieces(0..pieces);
        let mut batch = Vec::with_capacity(PIECES_AT_ONCE);
        batch.extend(pieces.by_ref().take(PIECES_AT_ONCE));
        let mut tried: Vec<SearchTrial> = Vec::with_capacity(heaps.len());
        let mut open: Vec<(usize, Remaining<'_>)> = vec![];
        for (&n, set) in heaps.iter().zip(sets.chunks_mut(*words)) {
            let mut remaining = Remaining::new(set);
            self.try_pieces(v, n, batch.iter().copied(), &mut remaining);
            tried.push(remaining.trial());
            if remaining.count > 0 {
                open.push((tried.len() - 1, remaining));
            }
        }
        while !open.is_empty() {
            batch.clear();
            batch.extend(pieces.by_ref().take(PIECES_AT_ONCE));
            if batch.is_empty() {
                break;
            }
            for (i, remaining) in &mut open {
                self.try_pieces(v, heaps[*i], batch.iter().copied(), remaining);
                tried[*i] = remaining.trial();
            }
            open.retain(|(_, remaining)| remaining.count > 0);
        }
        let rare = open.first().map(|&(i, _)| heaps[i]);
        let trials = SearchTrials::of(&tried);
        Searched { rare, missing, trials }
    }
}

/// The heaps of a superblock, or of its beginning, that were taken for common.
#[derive(Clone, Debug)]
pub(super) struct Unsearched {
    /// The first of these heaps, with which a block begins.
    pub(super) first: usize,
    pub(super) values: Vec<u16>,
    /// Their blocks. Of the rare values, those that the sets have are known to be values of options.
    pub(super) blocks: Vec<FarSets>,
    /// As [`Search::wide`](super::search::Search::wide).
    pub(super) wide: bool,
}

impl Unsearched {
    /// The rare values below those of some of the heaps, counted from the first, that are not known to be values
    /// of options.
    #[inline(always)]
    pub(super) fn missing(&self, packing: &Packing, heaps: Range<usize>) -> Missing {
        let words = self.blocks.first().map_or(0, |sets| sets.rare.len());
        let mut missing = Missing::new(words, heaps.len());
        for i in heaps {
            let others = packing.other_below(self.values[i]);
            let set = sets::lacking(&self.blocks[i / BLOCK].rare, i % BLOCK, others);
            if set.clone().any(|word| word != 0) {
                missing.push(self.first + i, set);
            }
        }
        missing
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::packed::BLOCK;
    use crate::grundy::space::SparseSpace;
    use crate::grundy::superblocks::columns::{Columns, Marked};
    use crate::grundy::superblocks::deal::deal;
    use crate::grundy::superblocks::far::FarSets;
    use crate::grundy::superblocks::history::History;
    use crate::grundy::superblocks::order::PieceOrder;
    use crate::grundy::superblocks::search::tests::{RemoveOptions, learnt, not_sums};
    use crate::rules::Rules;

    const LIMIT: usize = 500;
    /// Words of a set, which has room for a value that no split gives.
    const WORDS: usize = 9;
    /// The heaps taken for common. Of every ninth the values that any split gives are missing, and all values of
    /// three of these; of the others none.
    const HEAPS: Range<usize> = 8000..8900;
    const STEP: usize = 9;
    const RARE: [usize; 3] = [8351, 8360, 8711];

    /// What a task with these heaps finds, and what is left.
    struct OfAll<'a>(Search<'a>, Missing);

    impl Job for OfAll<'_> {
        type Output = (Searched, Missing);

        #[inline(always)]
        fn run<V: Vector>(self, v: V) -> (Searched, Missing) {
            let OfAll(search, mut missing) = self;
            let pieces = search.pieces(HEAPS.end - 1);
            (search.remove_options_of_all(v, pieces, &mut missing), missing)
        }
    }

    fn is_sought(n: usize) -> bool {
        (n - HEAPS.start).is_multiple_of(STEP)
    }

    fn wanted(search: Search<'_>, n: usize, all: bool) -> Vec<u64> {
        let sums = not_sums(search.rules, search.history.small(), n, 64 * WORDS);
        sums.iter().map(|word| if all { u64::MAX } else { !word }).collect()
    }

    /// The heaps from `first` on, with so large a value that all the sets have room for is below it.
    fn unsearched(
        search: Search<'_>,
        packing: &Packing,
        first: usize,
        has_rare: bool,
    ) -> Unsearched {
        let large = (0..u16::MAX).find(|&value| packing.other_below(value) >= 64 * WORDS).unwrap();
        let values = vec![large; HEAPS.end - first];
        let all = FarSets::with_rare(vec![[u64::MAX; BLOCK]; WORDS]);
        let mut blocks = vec![all; values.len().div_ceil(BLOCK)];
        for n in (first..HEAPS.end).filter(|&n| is_sought(n)) {
            let wanted = wanted(search, n, has_rare && RARE.contains(&n));
            let sets = &mut blocks[(n - first) / BLOCK];
            for (words, wanted) in sets.rare.iter_mut().zip(wanted) {
                words[(n - first) % BLOCK] = !wanted;
            }
        }
        Unsearched { first, values, blocks, wide: search.wide }
    }

    /// What is left, the first rare heap, and what was tried are the same as in turn, in every order, and for any number of threads.
    #[test]
    fn as_in_turn() {
        let mut random = fastrand::Rng::with_seed(15);
        let mut columns = Columns::new(0, 100);
        for n in 0..9000 {
            // Large values are seldom.
            let number = Marked::new(random.usize(0..LIMIT) * random.usize(0..LIMIT) / LIMIT);
            columns.push(if n % 5 == 2 { number.marked() } else { number });
        }
        let history = History::all(columns.clone());
        let space = SparseSpace { mask: 0b11, position_parity: false, split_parity: 0 };
        let packing = Packing::new(space);
        assert!(RARE.iter().all(|&n| is_sought(n)));
        for (code, order) in ["0.007", "0.07", "0.4!47"].into_iter().flat_map(|code| {
            [PieceOrder::default(), learnt(&[9, 9, 3, 15, 16, 100])].map(|order| (code, order))
        }) {
            let rules = Rules::of(&code.parse().unwrap()).unwrap();
            let (history, order, window) = (&history, &order, history.last());
            let search = Search { history, window, rules: &rules, order, wide: true };
            // From here on all heaps have as many pieces as the last one, and try them in the same order.
            let pieces = search.pieces(HEAPS.end - 1);
            let last = HEAPS.rev().take_while(|&n| search.pieces(n) == pieces).last().unwrap();
            assert!((HEAPS.start + STEP..HEAPS.end - 3 * STEP).contains(&last));
            let missing = unsearched(search, &packing, HEAPS.start, true);
            let missing = missing.missing(&packing, 0..HEAPS.len());
            assert!(missing.heaps.iter().copied().eq(HEAPS.filter(|&n| is_sought(n))));
            let (searched, left) = Kernel::chosen().unwrap().run(OfAll(search, missing)).unwrap();
            assert_eq!(searched.rare, Some(RARE[0]), "{code}");
            for (n, left) in left.heaps.iter().zip(left.sets.chunks(WORDS)) {
                let sums = not_sums(&rules, &columns, *n, 64 * WORDS);
                let expected = if RARE.contains(n) { sums } else { vec![0; WORDS] };
                assert_eq!(left, expected, "{code}, heap {n}");
            }
            for threads in [1, 3] {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                let searched = |first, has_rare| {
                    let unsearched = unsearched(search, &packing, first, has_rare);
                    let kernel = Kernel::chosen().unwrap();
                    let count = unsearched.values.len();
                    let tasks = PostponedTasks::new(search, kernel, packing, &unsearched, count);
                    pool.install(|| deal(&[&tasks]));
                    let mut found = tasks.found().unwrap();
                    found.trials.ended_by.sort_unstable();
                    found
                };
                assert_eq!(searched(HEAPS.start, true).rare, Some(RARE[0]), "{code}");
                let found = searched(last, false);
                let (mut in_turn, mut missing) = (SearchTrials::default(), 0);
                for n in (last..HEAPS.end).filter(|&n| is_sought(n)) {
                    let set = wanted(search, n, false);
                    missing += sets::count(&set) as u64;
                    let remove = RemoveOptions { search, n, near: 0, early: None, set };
                    let (trial, left) = Kernel::Scalar.run(remove).unwrap();
                    assert!(left.iter().all(|&word| word == 0));
                    in_turn.push(trial);
                }
                in_turn.ended_by.sort_unstable();
                assert_eq!(
                    (found.rare, found.missing, found.trials),
                    (None, missing, in_turn),
                    "{code}"
                );
            }
        }
    }
}
