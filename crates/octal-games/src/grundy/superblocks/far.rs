//! The far stage: the options of a superblock that depend on no heap in it or in the one before.
//!
//! ```text
//! in parallel, for each block, and for the first one less each shift: insert leading taps and witnesses
//! unite what was inserted at the first splitting place for the heaps and for those less each shift
//! in parallel, for each block:
//!     make many guesses, and hold the next taps against them; keep a few that no tap gives, and hold the others
//!     hold the other witnesses against the rare values that are still missing, and insert what they give
//! ```

use super::guesses::{FEW, Guesses, MANY};
use super::history::History;
use super::planes;
use super::search::ChunkOrder;
use super::sets::{BlockSets, Room, unite};
use super::tap::{self, Block, Insertion, MarkedTap};
use super::taps::TapRanges;
use crate::grundy::kernel::{Job, Vector, Vectors};
use crate::grundy::packed::{BLOCK, Packing};
#[cfg(test)]
use crate::grundy::space::SparseSpace;
use crate::rules::Rules;
use rayon::prelude::*;
use std::ops::Range;
#[cfg(test)]
use std::sync::LazyLock;

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
    /// Block taps with a smaller offset are left to the serial stage: all, or those that meet heaps of the superblock.
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

    /// Whether there is room for all packed rare values below `others`.
    #[inline(always)]
    pub(super) fn have_room_below(&self, others: usize) -> bool {
        others <= 64 * self.rare.len()
    }
}

impl FarStage {
    /// Inserts and holds taps for the heaps of a superblock, in parallel.
    pub(super) fn new(inputs: Inputs<'_>, vectors: Vectors, superblock: Range<usize>) -> FarStage {
        let (start, heaps) = (superblock.start, superblock.len());
        // All that taps from this offset on meet lies before the superblock that is computed meanwhile.
        let from = |heap: usize| heaps + heap.saturating_sub(start) + BLOCK;
        let block = |heap| Block { heap, from: from(heap) };
        let shifted = tap::shifts(inputs.rules).skip(1).map(|shift| block(start - shift));
        let blocks: Vec<Block> = superblock.step_by(BLOCK).map(block).chain(shifted).collect();
        let (here, nearest) = (heaps / BLOCK, from(start));
        let insert = |taps| Insertions::new(inputs, vectors, &blocks, taps).sets(here);
        let [leading, ..] = inputs.taps.far_from(nearest);
        // Witnesses are far for all blocks.
        let [witnesses, _] = inputs.taps.witnesses();
        let (common, rare) = rayon::join(|| insert(leading), || insert(witnesses));
        let tasks = blocks.into_par_iter().zip(common).zip(rare).with_max_len(1);
        let tasks = tasks.map(|((block, common), rare)| HeldBlock { inputs, block, common, rare });
        FarStage {
            start,
            blocks: tasks.map(|task| vectors.run(task)).collect(),
            included: inputs.taps.included(),
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
        let [_, second, third] = inputs.taps.far_from(from);
        let mut guesses = Guesses::of(v, &common, inputs.room.limit());
        for taps in inputs.at_all_places(heap, second) {
            guesses.hold::<MANY, V>(v, inputs.wide, taps);
        }
        if inputs.room.planes.is_some() {
            guesses.keep_first::<FEW>();
        }
        for taps in inputs.at_all_places(heap, third) {
            inputs.hold_kept(v, inputs.wide, &mut guesses, taps);
        }
        let [_, witnesses] = inputs.taps.witnesses();
        if !witnesses.is_empty() {
            let missing = Guesses::of(v, &rare, 64 * rare.len());
            let mut left = missing.clone();
            for taps in inputs.at_all_places(heap, witnesses) {
                left.hold::<MANY, V>(v, inputs.wide, taps);
            }
            missing.insert_given(&left, &mut rare);
        }
        // At later places than the first a part that the far stage has not met has larger offsets.
        let left = from + tap::span(inputs.rules);
        FarSets { left, guesses: Box::new(guesses), rare }
    }
}

/// The number of these equal things that one task does. One thread does all of them in one task, because
/// they share the cache; several threads have two tasks each.
pub(super) fn share(things: usize) -> usize {
    match rayon::current_num_threads() {
        1 => things.max(1),
        threads => things.div_ceil(2 * threads).max(1),
    }
}

/// A task inserts at least this many taps for a block, if there are as many: to begin and to end takes a tenth of that
/// time.
const LEAST_TAPS_PER_TASK: usize = 1 << 8;
/// The same where it inserts them heap by heap.
const LEAST_TAPS_HEAP_BY_HEAP: usize = 1 << 11;
/// There it has at most this many blocks, for each of which it keeps half a megabyte.
const MOST_BLOCKS_PER_TASK: usize = 9;

/// The insertion of taps for some blocks.
struct Insertions<'a> {
    inputs: Inputs<'a>,
    vectors: Vectors,
    blocks: &'a [Block],
    taps: &'a [MarkedTap],
    /// True if taps are inserted into planes.
    by_planes: bool,
    /// The number of blocks of a task, if there are as many.
    blocks_per_task: usize,
    /// The number of taps of a task, if there are as many.
    taps_per_task: usize,
}

impl<'a> Insertions<'a> {
    /// Inserts these taps, as far as they are far, for these blocks.
    fn new(
        inputs: Inputs<'a>,
        vectors: Vectors,
        blocks: &'a [Block],
        taps: &'a [MarkedTap],
    ) -> Insertions<'a> {
        let by_planes = inputs.room.planes_needed() <= vectors.most_planes();
        let (blocks_per_task, least_taps) = if by_planes {
            (1, LEAST_TAPS_PER_TASK)
        } else {
            // What the taps meet is in the cache for all blocks of a task but the first.
            (share(blocks.len()).min(MOST_BLOCKS_PER_TASK), LEAST_TAPS_HEAP_BY_HEAP)
        };
        let in_all = blocks.len().div_ceil(blocks_per_task) * taps.len();
        let taps_per_task = share(in_all).max(least_taps);
        Insertions { inputs, vectors, blocks, taps, by_planes, blocks_per_task, taps_per_task }
    }

    /// The sets of the blocks of the superblock, the first `here`, in parallel: of all splits.
    fn sets(&self, here: usize) -> Vec<BlockSets> {
        let shares = self.taps.len().div_ceil(self.taps_per_task).max(1);
        let tasks = shares * self.blocks.len().div_ceil(self.blocks_per_task);
        let inserted = (0..tasks).into_par_iter().with_max_len(1);
        let inserted: Vec<Vec<BlockSets>> =
            inserted.map(|i| self.task(i / shares, i % shares)).collect();
        let mut all: Vec<BlockSets> = Vec::with_capacity(self.blocks.len());
        for (i, sets) in inserted.into_iter().enumerate() {
            if i % shares == 0 {
                all.extend(sets);
            } else {
                let first = all.len() - sets.len();
                all[first..].iter_mut().zip(&sets).for_each(|(all, more)| unite(all, more));
            }
        }
        let rules = self.inputs.rules;
        if rules.splits.len() > 1 {
            let united = |b| tap::unite(rules, |b| &all[b], |i| &all[here + i], b);
            all = (0..here).into_par_iter().map(united).collect();
        }
        all
    }

    /// Inserts a share of the taps for several blocks.
    fn task(&self, several: usize, share: usize) -> Vec<BlockSets> {
        let &Insertions { inputs, vectors, .. } = self;
        let blocks = self.blocks.chunks(self.blocks_per_task).nth(several).unwrap_or_default();
        let taps = self.taps.chunks(self.taps_per_task).nth(share).unwrap_or_default();
        match blocks {
            [block] if self.by_planes => vec![vectors.run(ByPlanes { inputs, block, taps })],
            _ => vectors.run(HeapByHeap { inputs, blocks, taps }),
        }
    }
}

/// The work of one task where taps are inserted into planes. It has one block: a loop over blocks would keep the
/// tables out of the registers.
struct ByPlanes<'a> {
    inputs: Inputs<'a>,
    block: &'a Block,
    taps: &'a [MarkedTap],
}

impl Job for ByPlanes<'_> {
    type Output = BlockSets;

    #[inline(always)]
    fn run<V: Vector>(self, v: V) -> BlockSets {
        let ByPlanes { inputs, block: &Block { heap, from }, taps } = self;
        let (columns, taps) = (inputs.history.last(), tap::from(taps, from));
        let (planes, words) = (inputs.room.planes_needed(), inputs.room.words);
        planes::sets_by_planes(v, Insertion { columns, heap, taps }, inputs.wide, planes, words)
    }
}

/// The work of one task where taps are inserted heap by heap.
struct HeapByHeap<'a> {
    inputs: Inputs<'a>,
    blocks: &'a [Block],
    taps: &'a [MarkedTap],
}

impl Job for HeapByHeap<'_> {
    type Output = Vec<BlockSets>;

    #[inline(always)]
    fn run<V: Vector>(self, _: V) -> Vec<BlockSets> {
        let HeapByHeap { inputs, blocks, taps } = self;
        planes::sets_heap_by_heap(inputs.history.last(), blocks, taps, inputs.room.words)
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
    pub(super) room: Room,
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
        tap::shifts(self.rules).map(move |shift| Insertion { columns, heap: heap - shift, taps })
    }

    /// Holds taps against the guesses that were kept. `wide` is as in [`Guesses::hold`].
    #[inline(always)]
    pub(super) fn hold_kept<V: Vector>(
        &self,
        v: V,
        wide: bool,
        guesses: &mut Guesses,
        taps: Insertion<'_>,
    ) {
        if self.room.planes.is_some() {
            guesses.hold::<FEW, V>(v, wide, taps);
        } else {
            guesses.hold::<MANY, V>(v, wide, taps);
        }
    }
}

#[cfg(test)]
impl<'a> Inputs<'a> {
    /// Sets have this many words, and planes for all of them, high bytes matter, and no order is learnt.
    pub(super) fn for_tests(
        rules: &'a Rules,
        space: SparseSpace,
        history: &'a History,
        taps: &'a TapRanges,
        words: usize,
    ) -> Inputs<'a> {
        static ORDER: LazyLock<ChunkOrder> = LazyLock::new(ChunkOrder::default);
        let (packing, room) =
            (Packing::new(space), Room { planes: None, words, most_words: words });
        Inputs { rules, packing, history, taps, order: &ORDER, room, wide: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::kernel::Kernel;
    use crate::grundy::superblocks::columns::{Columns, Marked};
    use std::collections::BTreeSet;

    const START: usize = 6000;
    const HEAPS: usize = 320;
    const SPACE: SparseSpace = SparseSpace { mask: 1, position_parity: false, split_parity: 0 };

    /// Taps from this offset on, at the first splitting place, are far for this heap.
    fn far_from(heap: usize) -> usize {
        HEAPS + BLOCK + heap.saturating_sub(START) / BLOCK * BLOCK
    }

    /// What these taps give heap n at all places, from the offset on that is far for each.
    fn given(
        inputs: Inputs<'_>,
        taps: &[MarkedTap],
        n: usize,
        from: impl Fn(usize) -> usize,
    ) -> BTreeSet<usize> {
        let heaps = tap::shifts(inputs.rules).map(|shift| n - shift);
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

    /// Asserts that no far tap gives a guess, that all values before the last guess are guesses or given, and that the sets
    /// of rare values have nothing but what witnesses give. Returns how many guesses there are, and how many values the held
    /// witnesses have shown.
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
            inserted.retain(|&x| x < inputs.room.limit());
            assert!(shown.is_superset(&inserted), "heap {n}");
            assert!(shown.is_subset(&inserted.union(&held).copied().collect()), "heap {n}");
            counts[1] += shown.len() - inserted.len();
        }
        counts
    }

    /// Far stages leave right guesses and rare values, at one splitting place and several, with planes for all values and for
    /// some, into planes and heap by heap, whether all taps lead or some are held.
    #[test]
    fn what_far_taps_leave() {
        let mut random = fastrand::Rng::with_seed(12);
        let mut columns = Columns::new(0, 200);
        for n in 0..START {
            let packed = Marked::new(random.usize(0..100));
            columns.push(if n % 5 == 2 { packed.marked() } else { packed });
        }
        let history = History::all(columns);
        for (code, words, step) in [("0.07", 2, 7), ("0.774", 2, 7), ("0.77", 40, 1)] {
            let rules = Rules::of(&code.parse().unwrap()).unwrap();
            let mut some = |step| {
                (1..2500).step_by(step).map(|r| (r, Marked::new(random.usize(0..100)))).collect()
            };
            let rare: Vec<(usize, Marked)> = some(step);
            let mut taps = TapRanges::new(&rules, SPACE, rare);
            taps.include(&rules, 0);
            let parts: Vec<(usize, Marked)> = some(60);
            let first = |&(part, packed): &_| MarkedTap::first_of_part(&rules, part, packed);
            taps.witnesses = parts.iter().filter_map(first).collect();
            taps.witnesses.retain(|tap| tap.offset >= 2 * HEAPS);
            let all = taps.first_place();
            for holds in [false, true] {
                if holds {
                    let mut parts = [vec![], vec![], vec![]];
                    all.iter().enumerate().for_each(|(i, &tap)| parts[i % 5 / 2].push(tap));
                    taps.let_lead(parts);
                }
                let inputs = Inputs::for_tests(&rules, SPACE, &history, &taps, words);
                for planes in [None, (words < 40).then_some(8 * words - 6)] {
                    let inputs = Inputs { room: Room { planes, ..inputs.room }, ..inputs };
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

#[cfg(test)]
mod inputs_tests {
    use super::*;
    use crate::grundy::kernel::{Job, Kernel};
    use crate::grundy::packed::BLOCK;
    use crate::grundy::superblocks::columns::{Columns, Marked};
    use crate::grundy::superblocks::tap::{self, MarkedTap};

    /// Sets of seven words for each block, by planes and heap by heap.
    struct BothWays<'a>(&'a Columns, &'a [Block], &'a [MarkedTap]);

    impl Job for BothWays<'_> {
        type Output = [Vec<BlockSets>; 2];

        #[inline(always)]
        fn run<V: Vector>(self, v: V) -> [Vec<BlockSets>; 2] {
            let BothWays(columns, blocks, taps) = self;
            let by_planes = |&Block { heap, from }: &Block| {
                let taps = tap::from(taps, from);
                planes::sets_by_planes(v, Insertion { columns, heap, taps }, true, 56, 7)
            };
            [
                blocks.iter().map(by_planes).collect(),
                planes::sets_heap_by_heap(columns, blocks, taps, 7),
            ]
        }
    }

    /// What taps give of common heaps, and nothing of rare ones, with each kernel, to each block those that it
    /// asks for.
    #[test]
    fn sets_have_what_taps_give() {
        let mut columns = Columns::new(0, 0);
        for n in 0..1100 {
            let number = Marked::new(n * 37 % 500);
            columns.push(if n % 9 == 4 { number.marked() } else { number });
        }
        let tap =
            |i: usize| MarkedTap { offset: 800 + i / 8, packed: Marked::new(3 + 15 * i % 500) };
        let taps: Vec<MarkedTap> = (0..400).map(tap).collect();
        let blocks = [(900, 0), (980, 807), (1000, 900)].map(|(heap, from)| Block { heap, from });
        let both_ways = |kernel: &Kernel| kernel.run(BothWays(&columns, &blocks, &taps));
        let ways = Kernel::ALL.iter().filter_map(both_ways);
        for all in ways.flatten() {
            for (&Block { heap, from }, sets) in blocks.iter().zip(&all) {
                let taps = taps.iter().filter(|tap| tap.offset >= from);
                for (i, s) in (0..BLOCK).flat_map(|i| (0..448).map(move |s| (i, s))) {
                    let number =
                        |tap: &MarkedTap| columns.get(heap + i, tap.offset).xor(tap.packed).bits();
                    let is_given = taps.clone().any(|tap| number(tap) == s);
                    assert_eq!(sets[s / 64][i] >> (s % 64) & 1 == 1, is_given, "{heap} {i}, {s}");
                }
            }
        }
    }
}
