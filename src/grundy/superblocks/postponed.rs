//! The postponed search: heaps were taken for common, and their missing rare values are sought while the next
//! superblock is computed.
//!
//! The heaps of a task take turns, so that what the pieces meet is read from memory once for all of them.

use super::missing::Missing;
use super::remaining::Remaining;
use super::search::Search;
use super::stages::Stopwatch;
use super::trials::SearchTrials;
use crate::grundy::kernel::{Job, Kernel, Vector};
use rayon::prelude::*;

/// What a postponed search has found.
#[derive(Clone, Debug, Default)]
pub(super) struct Searched {
    /// The first heap with a rare value that no split tried gives.
    pub(super) rare: Option<usize>,
    pub(super) trials: SearchTrials,
}

/// A task has this many heaps, or a multiple of that.
const HEAPS_AT_ONCE: usize = 16;
/// Pieces tried for one heap before they are for the next, so that they are still in the cache.
const PIECES_AT_ONCE: usize = 1 << 5;

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
        let pieces = missing.heaps.last().map_or(0, |&n| self.pieces(n));
        let heaps_per_task =
            HEAPS_AT_ONCE * watch.share(missing.heaps.len().div_ceil(HEAPS_AT_ONCE));
        let shares = missing.heaps.par_chunks(heaps_per_task);
        let shares = shares.zip(missing.sets.par_chunks_mut(heaps_per_task * words));
        let share = |(heaps, sets)| PostponedTask { search: self, pieces, heaps, sets, words };
        let searched = shares.map(|both| watch.task(|| kernel.run(share(both))));
        let searched: Option<Vec<Searched>> = searched.collect();
        Some(searched?.into_iter().fold(Searched::default(), Searched::and))
    }
}

impl Searched {
    /// What was found here, and then at heaps after these.
    fn and(mut self, after: Searched) -> Searched {
        self.trials.append(after.trials);
        Searched { rare: self.rare.or(after.rare), ..self }
    }
}

/// The work of one task.
struct PostponedTask<'a> {
    search: Search<'a>,
    /// How many pieces the largest of all heaps has.
    pieces: usize,
    heaps: &'a [usize],
    sets: &'a mut [u64],
    words: usize,
}

impl Job for PostponedTask<'_> {
    type Output = Searched;

    #[inline(always)]
    fn run<V: Vector>(self, v: V) -> Searched {
        let PostponedTask { search, pieces, heaps, sets, words } = self;
        let sets = sets.chunks_mut(words).map(Remaining::new);
        let mut all: Vec<(usize, Remaining<'_>)> = heaps.iter().copied().zip(sets).collect();
        let mut pieces = search.order.pieces(0..pieces);
        let mut batch = Vec::with_capacity(PIECES_AT_ONCE);
        let mut open: Vec<&mut (usize, Remaining<'_>)> = all.iter_mut().collect();
        while !open.is_empty() {
            batch.clear();
            batch.extend(pieces.by_ref().take(PIECES_AT_ONCE));
            if batch.is_empty() {
                break;
            }
            for (n, remaining) in &mut open {
                search.try_pieces(v, *n, batch.iter().copied(), remaining);
            }
            open.retain(|(_, remaining)| remaining.count > 0);
        }
        let rare = open.first().map(|heap| heap.0);
        let mut trials = SearchTrials::default();
        all.iter().for_each(|(_, remaining)| trials.push(remaining.trial()));
        Searched { rare, trials }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::superblocks::columns::{Columns, Marked};
    use crate::grundy::superblocks::history::History;
    use crate::grundy::superblocks::order::PieceOrder;
    use crate::grundy::superblocks::search::tests::{RemoveOptions, learnt, not_sums};
    use crate::rules::Rules;

    const LIMIT: usize = 500;
    /// Words of a set, which has room for a value that no split gives.
    const WORDS: usize = 9;

    /// Removes the values that the splits of these heaps give, from the set of all values that any split gives, and
    /// for the heaps in `rare` from the set of all values. Returns what was found, and what is left.
    fn search(
        search: Search<'_>,
        [heaps, rare]: [&[usize]; 2],
        threads: usize,
    ) -> (Searched, Vec<u64>) {
        let mut missing = Missing::new(WORDS);
        for &n in heaps {
            missing.push(n, wanted(search, n, rare.contains(&n)).into_iter());
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let watch = Stopwatch::default();
        let kernel = Kernel::chosen().unwrap();
        let found = pool.install(|| search.first_rare(kernel, &mut missing, &watch)).unwrap();
        (found, missing.sets)
    }

    fn wanted(search: Search<'_>, n: usize, all: bool) -> Vec<u64> {
        let sums = not_sums(search.rules, search.history.small(), n, 64 * WORDS);
        sums.iter().map(|word| if all { u64::MAX } else { !word }).collect()
    }

    /// What is left, the first rare heap, and what was tried are the same as in turn, in every order, and for any
    /// number of threads.
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
        let heaps: Vec<usize> = (8000..8900).step_by(9).collect();
        for (code, order) in ["0.007", "0.07", "0.4!47"].into_iter().flat_map(|code| {
            [PieceOrder::default(), learnt(&[9, 9, 3, 15, 16, 100])].map(|order| (code, order))
        }) {
            let rules = Rules::of(&code.parse().unwrap()).unwrap();
            let (history, order, window) = (&history, &order, history.last());
            let all = Search { history, window, rules: &rules, order, wide: true };
            let rare = [8351, 8360, 8711];
            assert!(rare.iter().all(|n| heaps.contains(n)));
            for threads in [1, 3] {
                let (searched, left) = search(all, [&heaps, &rare], threads);
                assert_eq!(searched.rare, Some(8351), "{code}");
                let sets = left.chunks(WORDS);
                for (n, left) in heaps.iter().zip(sets) {
                    let sums = not_sums(&rules, &columns, *n, 64 * WORDS);
                    let expected = if rare.contains(n) { sums } else { vec![0; WORDS] };
                    assert_eq!(left, expected, "{code}, heap {n}");
                }
                // Those with as many pieces as the last one try them in the same order.
                let last: Vec<usize> =
                    heaps.iter().copied().filter(|&n| all.pieces(n) == all.pieces(8891)).collect();
                assert!(last.len() > 3 && last.len() < heaps.len());
                let (searched, _) = search(all, [&last, &[]], threads);
                let mut in_turn = SearchTrials::default();
                for &n in &last {
                    let set = wanted(all, n, false);
                    let remove = RemoveOptions { search: all, n, near: 0, early: None, set };
                    in_turn.push(Kernel::Scalar.run(remove).unwrap().0);
                }
                assert_eq!((searched.rare, searched.trials), (None, in_turn), "{code}");
            }
        }
    }
}
