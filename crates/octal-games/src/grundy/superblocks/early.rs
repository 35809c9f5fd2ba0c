//! The early search for the rare values of a heap: by splits of which both parts are known while the heap
//! is still one or two superblocks ahead.
//!
//! ```text
//! for every heap n of the superblock after the next, in parallel, m being the first heap not yet known:
//!     f ← least common value that no far tap gives; the least common value of n will not be less
//!     try the pieces of the splits of n all of which have both parts below m, in the order that was learnt, until
//!     each rare value below f that no witness gives is found
//!     keep the values found, those a little above f too, and how many splits come before each
//! ```
//!
//! What is left to the serial stage is to try the few *near* pieces, which may have a part not below m, and those that
//! were not tried here for values above f. It tries the near ones first, whether or not there was an early search,
//! and counts the splits as if all had been tried in turn: so the work counted is the same. Searching early takes
//! a little longer than in turn, and is of use to more than one thread only.

use super::deal::{ManyTasks, deal};
use super::far::Inputs;
use super::search::{Early, FoundAt, Remaining, Search};
use super::sets::{BlockSets, below, first_missing};
use super::tap::Block;
use crate::grundy::kernel::{Job, Kernel, Vector};
use crate::grundy::packed::{BLOCK, PIECE};
use std::ops::Range;

/// A thread searches for the values of this many heaps before it asks for more.
const HEAPS_PER_TASK: usize = 16;
const TASKS_PER_BLOCK: usize = BLOCK / HEAPS_PER_TASK;
/// Values above f are looked for too, up to this share of f, 1/8.
const SHARE_ABOVE: usize = 8;

/// A block, with the values that far taps have given, and those of witnesses.
pub(super) type GivenToBlock<'a> = (Block, [&'a BlockSets; 2]);

/// Searches for the rare values of the heaps of each of these blocks, in parallel. `None` if this CPU lacks the kernel.
pub(super) fn search(
    inputs: Inputs<'_>,
    kernel: Kernel,
    blocks: &[GivenToBlock<'_>],
) -> Option<Vec<Vec<Early>>> {
    let tasks = ManyTasks::new(TASKS_PER_BLOCK * blocks.len(), |i| {
        let (block, [common, rare]) = blocks[i / TASKS_PER_BLOCK];
        let from = i % TASKS_PER_BLOCK * HEAPS_PER_TASK;
        kernel.run(EarlyTask { inputs, block, common, rare, heaps: from..from + HEAPS_PER_TASK })
    });
    deal(&[&tasks]);
    let heaps: Option<Vec<Vec<Early>>> = tasks.given().into_iter().collect();
    let mut heaps = heaps?.into_iter();
    let of_block = |_| heaps.by_ref().take(TASKS_PER_BLOCK).flatten().collect();
    Some(blocks.iter().map(of_block).collect())
}

/// The work of one task.
struct EarlyTask<'a> {
    inputs: Inputs<'a>,
    block: Block,
    common: &'a BlockSets,
    rare: &'a BlockSets,
    /// Which heaps of the block.
    heaps: Range<usize>,
}

impl Job for EarlyTask<'_> {
    type Output = Vec<Early>;

    #[inline(always)]
    fn run<V: Vector>(self, v: V) -> Vec<Early> {
        let (mut all, mut found) = (Vec::with_capacity(HEAPS_PER_TASK), vec![]);
        for i in self.heaps.clone() {
            found.clear();
            all.push(self.heap(v, i, &mut found));
        }
        all
    }
}

impl EarlyTask<'_> {
    /// Searches for the rare values of heap i of the block; `found` is empty, and room to work in.
    #[inline(always)]
    fn heap<V: Vector>(&self, v: V, i: usize, found: &mut Vec<FoundAt>) -> Early {
        let Inputs { history, rules, packing, order, room, wide, .. } = self.inputs;
        let n = self.block.heap + i;
        let f = first_missing(self.common, i, 0).unwrap_or(64 * room.words);
        let needed = packing.other_below(packing.unpack(n, f, false));
        let bound = needed + needed / SHARE_ABOVE;
        let given = self.rare.iter().map(|words| words[i]);
        let mut set: Vec<u64> = given.zip(below(bound)).map(|(given, all)| all & !given).collect();
        let search = Search { history, window: history.last(), rules, order, wide };
        let pieces = search.pieces(n);
        let near = near_pieces(n, self.block).min(pieces);
        let mut remaining = Remaining::with_splits(&mut set, needed, found);
        remaining.tried = search.splits(n, near);
        let whole = search.try_pieces(v, n, order.pieces(near..pieces), &mut remaining);
        let found = found.iter().map(|&at| search.found(n, at)).collect();
        Early { whole, bound, found }
    }
}

/// How many pieces of the splits of heap n, the smallest ones, may have a part that is not yet known. Heap n is in
/// this block.
pub(super) fn near_pieces(n: usize, block: Block) -> usize {
    (n - block.known()).div_ceil(PIECE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::space::SparseSpace;
    use crate::grundy::sparse::Sparse;
    use crate::grundy::superblocks::columns::{Columns, Marked};
    use crate::grundy::superblocks::history::History;
    use crate::grundy::superblocks::order::PieceOrder;
    use crate::grundy::superblocks::search::tests::{RemoveOptions, learnt};
    use crate::grundy::superblocks::taps::TapRanges;
    use crate::grundy::superblocks::{Counters, Superblocks, Tuning};
    use crate::rules::Rules;

    /// No split of the first piece that is not near has a part that is not known, and one of the piece before may.
    #[test]
    fn near_pieces_have_unknown_parts() {
        for (n, known) in [(5000, 5000), (5001, 5000), (5256, 5000), (5257, 5000), (9000, 5000)] {
            let first_part = PIECE * near_pieces(n, Block { heap: n, from: n + BLOCK - known }) + 1;
            assert!(n - first_part < known);
            assert!(first_part == 1 || n - (first_part - PIECE) >= known);
        }
    }

    /// For the last heaps of these columns, of which those before `next` are known early: what is left of the
    /// values below `bound`, the splits counted, and the piece that ended the search are the same with and
    /// without an early search for those below it and some above.
    fn assert_same(
        rules: &Rules,
        columns: &Columns,
        order: &PieceOrder,
        next: usize,
        [f, bound]: [usize; 2],
    ) {
        let space = SparseSpace { mask: 1, position_parity: false, split_parity: 0 };
        let words = 16;
        let known = History::all(columns.part(0..next, 0));
        let taps = TapRanges::new(rules, space, vec![]);
        let inputs = Inputs { order, ..Inputs::for_tests(rules, space, &known, &taps, words) };
        let below_f: BlockSets = below(f).take(words).map(|word| [word; BLOCK]).collect();
        let (common, rare) = (&below_f, &vec![[0; BLOCK]; words]);
        let history = History::all(columns.clone());
        for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_supported()) {
            let heap = columns.next() - BLOCK;
            let block = Block { heap, from: heap + BLOCK - next };
            let all = search(inputs, kernel, &[(block, [common, rare])]).unwrap().concat();
            for (n, early) in (heap..).zip(&all) {
                let search =
                    Search { history: &history, window: columns, rules, order, wide: true };
                let remove = |early| {
                    let set = below(bound.min(early_bound(&all))).take(words).collect();
                    let near = near_pieces(n, block);
                    kernel.run(RemoveOptions { search, n, near, early, set }).unwrap()
                };
                assert_eq!(remove(Some(early)), remove(None), "heap {n}, {kernel:?}");
            }
            assert!(f == 0 || all.iter().any(|early| !early.found.is_empty()));
        }
    }

    fn early_bound(all: &[Early]) -> usize {
        all.iter().map(|early| early.bound).min().unwrap_or(0)
    }

    /// What was found early makes no difference, nor is it counted in another way: one splitting place and
    /// several, unequal parts, values that all splits give and values that none does, with and without favourites.
    #[test]
    fn found_early_or_in_turn() {
        for (code, limit) in [("0.007", 900), ("0.07", 250), ("0.4!47", 900), ("4.4", 400)] {
            let rules = Rules::of(&code.parse().unwrap()).unwrap();
            let mut random = fastrand::Rng::with_seed(limit as u64);
            let mut columns = Columns::new(0, 100);
            for n in 0..9000 {
                // Large values are seldom.
                let number = Marked::new(random.usize(0..limit) * random.usize(0..limit) / limit);
                columns.push(if n % 5 == 2 { number.marked() } else { number });
            }
            for order in [PieceOrder::default(), learnt(&[11, 0, 5, 16, 11])] {
                for next in [8000, 8900, 8936] {
                    for bounds in [[40, 40], [200, 220], [limit, 2 * limit], [0, 3]] {
                        assert_same(&rules, &columns, &order, next, bounds);
                    }
                }
            }
        }
    }

    /// Computed by `threads` threads: the values, the work, and how many heaps of the next superblock were
    /// searched early, in an order that was learnt, and how many values found.
    fn by_threads(threads: usize, sparse: &Sparse) -> (Vec<u16>, Counters, [usize; 2]) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let kernel = Kernel::chosen().unwrap();
            let tuning = &Tuning { splits_per_choice: 1 << 16, ..Tuning::DEFAULT };
            let mut superblocks = Superblocks::new(&sparse.state(), tuning, kernel).unwrap();
            let mut values = sparse.values().to_vec();
            superblocks.extend(&mut values, 20_000).unwrap();
            let far = superblocks.rounds.far.as_ref().unwrap();
            let early: Vec<&Early> = far.blocks.iter().flat_map(|sets| &sets.early).collect();
            let found = early.iter().map(|early| early.found.len()).sum();
            assert!(far.order.pieces(0..20).ne(PieceOrder::default().pieces(0..20)));
            (values, superblocks.counters(), [early.len(), found])
        })
    }

    /// Several threads search early, one does not; both give the values of the sparse engine, and count the same.
    #[test]
    fn threads_search_early() {
        for code in ["0.007", "0.06"] {
            let mut sparse = Sparse::new(&code.parse().unwrap()).unwrap();
            sparse.extend(10_000).unwrap();
            let (values, counters, early) = by_threads(1, &sparse);
            assert_eq!(early, [0, 0]);
            for threads in [2, 5] {
                let (other_values, other_counters, early) = by_threads(threads, &sparse);
                assert_eq!(other_values, values);
                assert_eq!(other_counters, counters);
                assert!(early[0] == Tuning::DEFAULT.superblock && early[1] > early[0], "{early:?}");
            }
            assert!(counters.new_rare > 0 && counters.order_choices > 5, "{counters:?}");
            sparse.extend(20_000).unwrap();
            assert!(*sparse.values().range(..=20_000).to_vec() == values[..=20_000]);
        }
    }
}
