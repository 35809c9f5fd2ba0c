//! The postponed search: heaps were taken for common, and their missing rare values are searched
//! for while the next superblock is computed.
//!
//! The heaps of a task take turns, so that what the chunks meet is read from memory once for all of
//! them. Most searches end in their first turn. Only the others are kept for the next one.

use super::far::{FarSets, share};
use super::search::{MissingValues, Search, SearchTrials};
use super::sets::{self, Missing};
use crate::grundy::kernel::{Job, Vector, Vectors};
use crate::grundy::packed::{BLOCK, Packing};
use rayon::ScopeFifo;
use std::ops::Range;

/// The result of a postponed search.
#[derive(Clone, Debug, Default)]
pub(super) struct Searched {
    /// The first heap with a rare value that no split tried gives.
    pub(super) rare: Option<usize>,
    pub(super) trials: SearchTrials,
}

/// A task has this many heaps, or a multiple of that.
const HEAPS_AT_ONCE: usize = 16;
/// Chunks tried for one heap before they are for the next, so that they are still in the cache.
const CHUNKS_AT_ONCE: usize = 1 << 5;

/// The heaps of a superblock, or of its beginning, that were taken for common.
#[derive(Clone, Debug)]
pub(super) struct PendingHeaps {
    /// The first of these heaps, with which a block begins.
    pub(super) first: usize,
    pub(super) values: Vec<u16>,
    /// Their blocks. Of the rare values, those that the sets have are known to be values of
    /// options.
    pub(super) blocks: Vec<FarSets>,
    /// As [`Search::wide`].
    pub(super) wide: bool,
}

impl PendingHeaps {
    /// Spawns tasks that search for the missing rare values of all heaps and leave in `done` what
    /// they find.
    pub(super) fn spawn<'s>(
        &'s self,
        scope: &ScopeFifo<'s>,
        search: Search<'s>,
        vectors: Vectors,
        packing: &'s Packing,
        done: &'s mut Vec<Searched>,
    ) {
        let count = self.values.len();
        let chunks = search.chunks(self.first + count.saturating_sub(1));
        let heaps_per_task = HEAPS_AT_ONCE * share(count.div_ceil(HEAPS_AT_ONCE));
        done.resize_with(count.div_ceil(heaps_per_task), Searched::default);
        for (i, done) in done.iter_mut().enumerate() {
            let heaps = heaps_per_task * i..count.min(heaps_per_task * (i + 1));
            scope.spawn_fifo(move |_| {
                let missing = self.missing(packing, heaps);
                *done = vectors.run(PostponedTask { search, chunks, missing });
            });
        }
    }

    /// The rare values below those of some of the heaps, counted from the first, that are not known
    /// to be values of options.
    fn missing(&self, packing: &Packing, heaps: Range<usize>) -> Missing {
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

impl Searched {
    /// The result for all heaps, from those of their tasks in order.
    pub(super) fn of(done: Vec<Searched>) -> Searched {
        let mut all = Searched::default();
        for Searched { rare, trials } in done {
            all.rare = all.rare.or(rare);
            all.trials.append(trials);
        }
        all
    }
}

/// The search for the missing values of some heaps. It removes from their sets the values of their
/// splits, until the sets are empty or all chunks are tried.
struct PostponedTask<'a> {
    search: Search<'a>,
    /// The number of chunks of the last of all heaps.
    chunks: usize,
    missing: Missing,
}

impl Job for PostponedTask<'_> {
    type Output = Searched;

    #[inline(always)]
    fn run<V: Vector>(self, v: V) -> Searched {
        let PostponedTask { search, chunks, missing: Missing { words, heaps, mut sets } } = self;
        // Nothing that tasks always use grows: they would wait for each other to get memory.
        let mut trials = SearchTrials { splits: 0, ended_by: Vec::with_capacity(heaps.len()) };
        let mut chunks = search.order.chunks(chunks);
        let mut batch = Vec::with_capacity(CHUNKS_AT_ONCE);
        batch.extend(chunks.by_ref().take(CHUNKS_AT_ONCE));
        let mut open: Vec<(usize, MissingValues<'_>)> = vec![];
        for (&n, set) in heaps.iter().zip(sets.chunks_mut(words)) {
            let mut missing = MissingValues::new(set);
            search.try_chunks(v, n, batch.iter().copied(), &mut missing);
            if missing.count == 0 {
                trials.push(&missing);
            } else {
                open.push((n, missing));
            }
        }
        while !open.is_empty() {
            batch.clear();
            batch.extend(chunks.by_ref().take(CHUNKS_AT_ONCE));
            if batch.is_empty() {
                break;
            }
            for (n, missing) in &mut open {
                search.try_chunks(v, *n, batch.iter().copied(), missing);
            }
            open.retain(|(_, missing)| {
                let is_open = missing.count > 0;
                if !is_open {
                    trials.push(missing);
                }
                is_open
            });
        }
        open.iter().for_each(|(_, missing)| trials.push(missing));
        Searched { rare: open.first().map(|&(n, _)| n), trials }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::kernel::Kernel;
    use crate::grundy::space::SparseSpace;
    use crate::grundy::superblocks::history::{Columns, History, Marked};
    use crate::grundy::superblocks::search::ChunkOrder;
    use crate::grundy::superblocks::search::tests::{learnt, not_sums};
    use crate::rules::Rules;

    const LIMIT: usize = 500;
    /// Words of a set, which has room for a value that no split gives.
    const WORDS: usize = 9;
    /// The heaps taken for common. Of every ninth the values that any split gives are missing, and
    /// all values of three of these; of the others none.
    const HEAPS: Range<usize> = 8000..8900;
    const RARE: [usize; 3] = [8351, 8360, 8711];

    /// The heaps, with so large a value that all the sets have room for is below it.
    fn pending(search: Search<'_>, packing: &Packing) -> PendingHeaps {
        let large = (0..u16::MAX).find(|&value| packing.other_below(value) >= 64 * WORDS).unwrap();
        let values = vec![large; HEAPS.len()];
        let all = FarSets::with_rare(vec![[u64::MAX; BLOCK]; WORDS]);
        let mut blocks = vec![all; values.len().div_ceil(BLOCK)];
        for n in HEAPS.step_by(9) {
            let sums = not_sums(search.rules, search.history.small(), n, 64 * WORDS);
            let i = n - HEAPS.start;
            for (words, not_sum) in blocks[i / BLOCK].rare.iter_mut().zip(sums) {
                words[i % BLOCK] = if RARE.contains(&n) { 0 } else { not_sum };
            }
        }
        PendingHeaps { first: HEAPS.start, values, blocks, wide: search.wide }
    }

    /// The first rare heap is found, and all values of the other heaps, in every order, with each
    /// kernel and for any number of threads.
    #[test]
    fn the_first_rare_heap() {
        let mut random = fastrand::Rng::with_seed(15);
        let mut columns = Columns::new(0, 100);
        for n in 0..9000 {
            // Large values are rarer.
            let number = Marked::new(random.usize(0..LIMIT) * random.usize(0..LIMIT) / LIMIT);
            columns.push(if n % 5 == 2 { number.marked() } else { number });
        }
        let history = History::all(columns.clone());
        let packing =
            Packing::new(SparseSpace { mask: 0b11, position_parity: false, split_parity: 0 });
        assert!(RARE.iter().all(|&n| (n - HEAPS.start).is_multiple_of(9)));
        for (code, order) in ["0.007", "0.07", "0.4!47"].into_iter().flat_map(|code| {
            [ChunkOrder::default(), learnt(&[9, 9, 3, 15, 16, 100])].map(|order| (code, order))
        }) {
            let rules = Rules::of(&code.parse().unwrap()).unwrap();
            let (history, window) = (&history, history.last());
            let search = Search { history, window, rules: &rules, order: &order, wide: true };
            let pending = pending(search, &packing);
            for vectors in Kernel::ALL.into_iter().filter_map(Kernel::vectors) {
                for threads in [1, 3] {
                    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
                    let (pool, mut done) = (pool.unwrap(), vec![]);
                    pool.scope_fifo(|scope| {
                        pending.spawn(scope, search, vectors, &packing, &mut done);
                    });
                    let searched = Searched::of(done);
                    assert_eq!(searched.rare, Some(RARE[0]), "{code}");
                    assert_eq!(searched.trials.ended_by.len(), HEAPS.step_by(9).count() - 3);
                }
            }
        }
    }
}
