//! The far stage: the options of a superblock that depend on no heap in it or in the one before.
//!
//! ```text
//! for each block, and for the first one less each shift: insert leading taps and witnesses
//! unite what was inserted at the first splitting place for the heaps and for those less each shift
//! for each block:
//!     make guesses, and hold the other taps against them
//!     hold the other witnesses against the rare values that are still missing, and insert what they give
//! ```
//!
//! With one splitting place there is nothing to unite, and each block is a task. Else all are one
//! task, whose two loops are parallel.

use super::guesses::Guesses;
use super::history::History;
use super::planes;
use super::search::ChunkOrder;
use super::sets::{BlockSets, SetCapacity};
use super::taps::{self, Block, Insertion, MarkedTap, TapRanges};
use crate::grundy::kernel::{Job, Vector, Vectors};
use crate::grundy::packed::{BLOCK, Packing};
use crate::rules::Rules;
use rayon::ScopeFifo;
use rayon::prelude::*;
use std::iter;
use std::ops::Range;

/// The sets that far taps and witnesses give for a superblock.
#[derive(Clone, Debug)]
pub(super) struct FarStage {
    /// The first heap of the superblock.
    pub(super) start: usize,
    pub(super) blocks: Vec<FarSets>,
    /// The number of rare heaps that had taps; the serial stage inserts those of later ones.
    pub(super) included: usize,
}

/// The guesses that far taps leave for the heaps of a block, and the sets that witnesses give.
#[derive(Clone, Debug)]
pub(super) struct FarSets {
    /// Block taps with a smaller offset are left to the serial stage: all, or those that meet heaps
    /// of the superblock.
    pub(super) left: usize,
    /// Packed common values, the least that no far tap gives.
    pub(super) guesses: Box<Guesses>,
    /// Packed rare values, which witnesses give.
    pub(super) rare: BlockSets,
}

impl FarSets {
    /// These rare values, and nothing else.
    #[cfg(test)]
    pub(super) fn with_rare(rare: BlockSets) -> FarSets {
        FarSets { left: 0, guesses: Box::new(Guesses::NONE), rare }
    }

    /// True if there is capacity for all packed rare values below `others`.
    #[inline(always)]
    pub(super) fn have_room_below(&self, others: usize) -> bool {
        others <= 64 * self.rare.len()
    }
}

impl FarStage {
    /// Inserts and holds taps for the heaps of a superblock, in parallel.
    pub(super) fn new(inputs: Inputs<'_>, vectors: Vectors, superblock: Range<usize>) -> FarStage {
        let mut tasks = FarTasks::new(inputs, vectors, superblock);
        rayon::scope_fifo(|scope| tasks.spawn(scope));
        tasks.into_stage()
    }
}

/// The tasks of a far stage, and their results.
pub(super) struct FarTasks<'a> {
    inputs: Inputs<'a>,
    vectors: Vectors,
    /// The blocks of the superblock, and for each shift but the first the first block less the
    /// shift.
    blocks: Vec<Block>,
    /// The number of blocks of the superblock.
    here: usize,
    done: Vec<Vec<FarSets>>,
}

impl<'a> FarTasks<'a> {
    pub(super) fn new(inputs: Inputs<'a>, vectors: Vectors, superblock: Range<usize>) -> Self {
        let (start, heaps) = (superblock.start, superblock.len());
        // All that taps from this offset on meet lies before the superblock that is computed
        // meanwhile.
        let from = |heap: usize| heaps + heap.saturating_sub(start) + BLOCK;
        let block = |heap| Block { heap, from: from(heap) };
        let shifted = taps::shifts(inputs.rules).skip(1).map(|shift| block(start - shift));
        let blocks = superblock.step_by(BLOCK).map(block).chain(shifted).collect();
        FarTasks { inputs, vectors, blocks, here: heaps / BLOCK, done: vec![] }
    }

    /// Spawns the tasks.
    pub(super) fn spawn<'s>(&'s mut self, scope: &ScopeFifo<'s>) {
        let FarTasks { inputs, vectors, ref blocks, here, ref mut done } = *self;
        let by_planes = inputs.capacity.planes_needed() <= vectors.most_planes();
        // Heap by heap, what the taps meet is in the cache for all blocks of a task but the first.
        let at_once = if by_planes { 1 } else { share(blocks.len()).min(MOST_BLOCKS_PER_TASK) };
        let [leading, _] = inputs.taps.far_from(blocks[0].from);
        // Witnesses are far for all blocks.
        let [witnesses, _] = inputs.taps.witnesses();
        let insert = move |blocks: &[Block]| {
            let sets = |taps| vectors.run(InsertedTaps { inputs, blocks, taps, by_planes });
            iter::zip(sets(leading), sets(witnesses))
        };
        let hold = move |(&block, (common, rare)): (&_, _)| {
            vectors.run(HeldBlock { inputs, block, common, rare })
        };
        if inputs.rules.splits.len() == 1 {
            done.resize(blocks.len().div_ceil(at_once), vec![]);
            for (blocks, done) in iter::zip(blocks.chunks(at_once), done) {
                scope.spawn_fifo(move |_| {
                    *done = iter::zip(blocks, insert(blocks)).map(hold).collect();
                });
            }
            return;
        }
        scope.spawn_fifo(move |_| {
            let tasks = blocks.par_chunks(at_once).with_max_len(1);
            let (common, rare): (Vec<_>, Vec<_>) = tasks.flat_map_iter(insert).unzip();
            let unite = |all: &[BlockSets], b| {
                taps::unite(inputs.rules, |b| &all[b], |i| &all[here + i], b)
            };
            let sets = |b| (&blocks[b], (unite(&common, b), unite(&rare, b)));
            done.push((0..here).into_par_iter().with_max_len(1).map(sets).map(hold).collect());
        });
    }

    /// The stage, once the tasks are done.
    pub(super) fn into_stage(self) -> FarStage {
        FarStage {
            start: self.blocks[0].heap,
            blocks: self.done.into_iter().flatten().collect(),
            included: self.inputs.taps.included(),
        }
    }
}

/// A block for which taps are held, and the sets that leading taps and the first witnesses give.
struct HeldBlock<'a> {
    inputs: Inputs<'a>,
    block: Block,
    common: BlockSets,
    rare: BlockSets,
}

impl Job for HeldBlock<'_> {
    type Output = FarSets;

    #[inline(always)]
    fn run<V: Vector>(self, v: V) -> FarSets {
        let HeldBlock { inputs, block: Block { heap, from }, common, mut rare } = self;
        let [_, held] = inputs.taps.far_from(from);
        let mut guesses = Guesses::of(&common, inputs.capacity.limit());
        for taps in inputs.at_all_places(heap, held) {
            guesses.hold(v, inputs.wide, taps);
        }
        let [_, witnesses] = inputs.taps.witnesses();
        if !witnesses.is_empty() {
            let missing = Guesses::of(&rare, 64 * rare.len());
            let mut left = missing.clone();
            for taps in inputs.at_all_places(heap, witnesses) {
                left.hold(v, inputs.wide, taps);
            }
            missing.insert_given(&left, &mut rare);
        }
        // At later places than the first a part that the far stage has not met has larger offsets.
        let left = from + taps::span(inputs.rules);
        FarSets { left, guesses: Box::new(guesses), rare }
    }
}

/// The number of these equal things that one task does. One thread does all of them in one task,
/// because they share the cache; several threads have two tasks each.
pub(super) fn share(things: usize) -> usize {
    match rayon::current_num_threads() {
        1 => things.max(1),
        threads => things.div_ceil(2 * threads).max(1),
    }
}

/// A task that inserts heap by heap has at most this many blocks, for each of which it keeps half a
/// megabyte.
const MOST_BLOCKS_PER_TASK: usize = 9;

/// Taps to insert for some blocks, or for one where that is done by planes: a loop over blocks
/// would keep the tables out of the registers.
struct InsertedTaps<'a> {
    inputs: Inputs<'a>,
    blocks: &'a [Block],
    taps: &'a [MarkedTap],
    by_planes: bool,
}

impl Job for InsertedTaps<'_> {
    type Output = Vec<BlockSets>;

    #[inline(always)]
    fn run<V: Vector>(self, v: V) -> Vec<BlockSets> {
        let InsertedTaps { inputs, blocks, taps, by_planes } = self;
        let (columns, words) = (inputs.history.last(), inputs.capacity.words);
        match blocks {
            &[Block { heap, from }] if by_planes => {
                let taps = Insertion { columns, heap, taps: taps::from_offset(taps, from) };
                let planes = inputs.capacity.planes_needed();
                vec![planes::sets_by_planes(v, taps, inputs.wide, planes, words)]
            }
            _ => planes::sets_heap_by_heap(columns, blocks, taps, words),
        }
    }
}

/// The inputs of both stages.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inputs<'a> {
    pub(super) rules: &'a Rules,
    pub(super) packing: Packing,
    pub(super) history: &'a History,
    pub(super) taps: &'a TapRanges,
    /// The order in which searches try splits.
    pub(super) order: &'a ChunkOrder,
    pub(super) capacity: SetCapacity,
    /// True if high bytes matter: taps may meet rare heaps, or packed values have more than 8 bits.
    pub(super) wide: bool,
}

impl Inputs<'_> {
    /// These taps at the first splitting place, for the block that begins at `heap`: at all places.
    #[inline(always)]
    fn at_all_places<'a>(
        &'a self,
        heap: usize,
        taps: &'a [MarkedTap],
    ) -> impl Iterator<Item = Insertion<'a>> {
        let columns = self.history.last();
        taps::shifts(self.rules).map(move |shift| Insertion { columns, heap: heap - shift, taps })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::kernel::Kernel;
    use crate::grundy::space::SparseSpace;
    use crate::grundy::superblocks::history::{Columns, Marked};
    use std::collections::BTreeSet;

    const START: usize = 6000;
    const HEAPS: usize = 320;
    const SPACE: SparseSpace = SparseSpace { mask: 1, position_parity: false, split_parity: 0 };

    /// Taps from this offset on, at the first splitting place, are far for this heap.
    fn far_from(heap: usize) -> usize {
        HEAPS + BLOCK + heap.saturating_sub(START) / BLOCK * BLOCK
    }

    /// The values that these taps give heap n at all places, from the offset on that is far for
    /// each.
    fn given(
        inputs: Inputs<'_>,
        taps: &[MarkedTap],
        n: usize,
        from: impl Fn(usize) -> usize,
    ) -> BTreeSet<usize> {
        let heaps = taps::shifts(inputs.rules).map(|shift| n - shift);
        let at = |heap| {
            let from = from(heap);
            let far = taps.iter().filter(move |tap| tap.offset >= from);
            far.map(move |tap| tap.given(inputs.history.last(), heap).bits()).collect::<Vec<_>>()
        };
        heaps.flat_map(at).collect()
    }

    /// A far stage with each kernel and some numbers of threads.
    fn far_stages(inputs: Inputs<'_>) -> Vec<FarStage> {
        let vectors = Kernel::ALL.into_iter().filter_map(Kernel::vectors);
        let stage = |(vectors, threads)| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| FarStage::new(inputs, vectors, START..START + HEAPS))
        };
        vectors.flat_map(|vectors| [1, 2, 8].map(|threads| (vectors, threads))).map(stage).collect()
    }

    /// Asserts that no far tap gives a guess, that all values before the last guess are guesses or
    /// given, and that the sets of rare values have nothing but what witnesses give. Returns how
    /// many guesses there are, and how many values the held witnesses have shown.
    fn check(inputs: Inputs<'_>, all: &[MarkedTap], stage: &FarStage) -> [usize; 2] {
        let mut counts = [0; 2];
        let heaps = stage.blocks.iter().flat_map(|sets| (0..BLOCK).map(move |i| (sets, i)));
        for (n, (sets, i)) in (START..).zip(heaps) {
            let left: Vec<usize> = sets.guesses.left(i).map(usize::from).collect();
            let of_block = given(inputs, all, n, |_| far_from(n));
            assert!(left.iter().all(|x| !of_block.contains(x)), "heap {n}");
            let each = given(inputs, all, n, far_from);
            let below = 0..left.last().copied().unwrap_or(0);
            assert!(below.into_iter().all(|x| left.contains(&x) || each.contains(&x)), "heap {n}");
            counts[0] += left.len();
            let has = |&x: &usize| sets.rare[x / 64][i] >> (x % 64) & 1 != 0;
            let shown: BTreeSet<usize> = (0..64 * sets.rare.len()).filter(has).collect();
            let [mut inserted, held] =
                inputs.taps.witnesses().map(|taps| given(inputs, taps, n, |_| 0));
            inserted.retain(|&x| x < inputs.capacity.limit());
            assert!(shown.is_superset(&inserted), "heap {n}");
            assert!(shown.is_subset(&inserted.union(&held).copied().collect()), "heap {n}");
            counts[1] += shown.len() - inserted.len();
        }
        counts
    }

    /// Far stages leave right guesses and rare values, at one splitting place and several, with
    /// planes for all values and for some, into planes and heap by heap, whether all taps lead or
    /// some are held.
    #[test]
    fn what_far_taps_leave() {
        let mut random = fastrand::Rng::with_seed(12);
        let mut columns = Columns::new(0, 200);
        for n in 0..START {
            let packed = Marked::new(random.usize(0..100));
            columns.push(if n % 5 == 2 { packed.marked() } else { packed });
        }
        let (history, order) = (History::all(columns), ChunkOrder::default());
        for (code, words, step) in [("0.07", 2, 7), ("0.774", 7, 2), ("0.77", 40, 1)] {
            let rules = Rules::of(&code.parse().unwrap()).unwrap();
            let mut some = |step| {
                (1..2500).step_by(step).map(|r| (r, Marked::new(random.usize(0..100)))).collect()
            };
            let rare: Vec<(usize, Marked)> = some(step);
            let mut taps = TapRanges::new(&rules, SPACE, rare);
            taps.include(&rules);
            let parts: Vec<(usize, Marked)> = some(60);
            let first = |&(part, packed): &_| MarkedTap::first_of_part(&rules, part, packed);
            taps.witnesses = parts.iter().filter_map(first).collect();
            taps.witnesses.retain(|tap| tap.offset >= 2 * HEAPS);
            let all = taps.first_place();
            for holds in [false, true] {
                if holds {
                    let (leading, held) =
                        all.iter().copied().partition::<Vec<_>, _>(|tap| tap.offset % 5 < 2);
                    taps.let_lead([leading, held]);
                }
                for planes in [None, (words < 40).then_some(8 * words - 6)] {
                    let capacity = SetCapacity { planes, words, most_words: words };
                    let (rules, history, taps, order) = (&rules, &history, &taps, &order);
                    let (packing, wide) = (Packing::new(SPACE), true);
                    let inputs = Inputs { rules, packing, history, taps, order, capacity, wide };
                    let stages = far_stages(inputs);
                    let counts: Vec<_> =
                        stages.iter().map(|stage| check(inputs, &all, stage)).collect();
                    assert!(counts.iter().all(|count| *count == counts[0]), "{code} {counts:?}");
                    let [guesses, shown] = counts[0];
                    assert!(guesses > HEAPS && (shown > 0) == holds, "{code} {counts:?}");
                }
            }
        }
    }
}
