//! The far stage: the options of a superblock that depend on no heap in it or in the one before.
//!
//! ```text
//! in parallel, for each block, and for the first one less each shift: insert leading taps and witnesses
//! in parallel, for some blocks at a time:
//!     unite what was inserted at the first splitting place for the heaps and for those less each shift
//!     sweep the trailing taps, each for all these blocks, so that what it meets is read once
//!     make guesses
//! ```

use super::guesses::{FEW, GuessTask, Guesses};
use super::history::History;
use super::planes;
use super::search::ChunkOrder;
use super::sets::{BlockSets, Room, unite};
use super::sweep::Sweeps;
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
    /// The number of option values compared in sweeps.
    pub(super) swept: u64,
}

/// The sets that far taps and witnesses give for the heaps of a block.
#[derive(Clone, Debug)]
pub(super) struct FarSets {
    /// Block taps with a smaller offset are left to the serial stage: all, or those that meet heaps of the superblock.
    pub(super) left: usize,
    /// Packed common values, which far taps give.
    pub(super) common: BlockSets,
    /// Below this packed value they are all that far taps give, for each heap, as far as there are planes.
    pub(super) known: [u16; BLOCK],
    /// Packed rare values, which witnesses give.
    pub(super) rare: BlockSets,
    /// Guesses, if there are any: by what far taps give, and then block taps are held against them; or made by the serial
    /// stage, once these are inserted.
    pub(super) guesses: Option<Box<Guesses>>,
    /// Of block taps, those with an offset below this one are held against guesses, and the sets lack them; 0 if none are.
    pub(super) lacking: usize,
}

impl FarSets {
    /// Inserts block taps, or holds them against the guesses.
    #[inline(always)]
    pub(super) fn include<V: Vector>(&mut self, v: V, inputs: Inputs<'_>, taps: Insertion<'_>) {
        match &mut self.guesses {
            Some(guesses) => guesses.hold_against(v, taps),
            None => unite(&mut self.common, &inputs.sets(v, taps)),
        }
    }

    /// Makes few guesses: the least packed values that the sets miss, of those that are known and below `limit`.
    #[inline(always)]
    pub(super) fn make_few_guesses<V: Vector>(&mut self, v: V, limit: usize) {
        let guesses = Guesses::of::<FEW, V>(v, &self.common, &self.known, limit);
        self.guesses = Some(Box::new(guesses));
    }

    /// These rare values, and nothing else.
    #[cfg(test)]
    pub(super) fn with_rare(rare: BlockSets) -> FarSets {
        let (common, known) = (vec![], [0; BLOCK]);
        FarSets { left: 0, common, known, rare, guesses: None, lacking: 0 }
    }

    /// Whether there is room for all packed rare values below `others`.
    #[inline(always)]
    pub(super) fn have_room_below(&self, others: usize) -> bool {
        others <= 64 * self.rare.len()
    }
}

impl FarStage {
    /// Inserts taps for the heaps of a superblock, in parallel; makes guesses if `guesses` is true.
    pub(super) fn new(
        inputs: Inputs<'_>,
        vectors: Vectors,
        superblock: Range<usize>,
        guesses: bool,
    ) -> FarStage {
        let (start, heaps) = (superblock.start, superblock.len());
        // All that taps from this offset on meet lies before the superblock that is computed meanwhile.
        let from = |heap: usize| heaps + heap.saturating_sub(start) + BLOCK;
        let block = |heap| Block { heap, from: from(heap) };
        let shifted = tap::shifts(inputs.rules).skip(1).map(|shift| block(start - shift));
        let blocks: Vec<Block> = superblock.step_by(BLOCK).map(block).chain(shifted).collect();
        let (here, nearest) = (heaps / BLOCK, from(start));
        let insert = |taps| Insertions::new(inputs, vectors, &blocks, taps).sets(here);
        let (leading, witnesses) = rayon::join(
            || insert(inputs.taps.leading_from(nearest)),
            // Witnesses are far for all blocks.
            || insert(&inputs.taps.witnesses),
        );
        let mut inserted = blocks.iter().copied().zip(leading).zip(witnesses);
        let group = |_| inserted.by_ref().take(share(here)).collect();
        let groups: Vec<Vec<InsertedBlock>> = (0..here).step_by(share(here)).map(group).collect();
        let sweeps = Sweeps::new(inputs, vectors, nearest);
        let groups = groups.into_par_iter().with_max_len(1);
        let groups = groups.map(|group| far_sets(inputs, vectors, sweeps, group, guesses));
        let (blocks, swept): (Vec<Vec<FarSets>>, Vec<u64>) = groups.unzip();
        FarStage {
            start,
            blocks: blocks.into_iter().flatten().collect(),
            included: inputs.taps.included(),
            swept: swept.into_iter().sum(),
        }
    }

    /// Has all block taps inserted after all.
    pub(super) fn drop_guesses(&mut self) {
        for sets in &mut self.blocks {
            (sets.guesses, sets.lacking) = (None, 0);
        }
    }
}

/// A block, and the sets that leading taps and witnesses give for it.
type InsertedBlock = ((Block, BlockSets), BlockSets);

/// Sweeps these blocks, if there are sweeps, and makes guesses if `guesses` is true. Returns their sets, and the number
/// of option values compared.
fn far_sets(
    inputs: Inputs<'_>,
    vectors: Vectors,
    sweeps: Option<Sweeps<'_>>,
    blocks: Vec<InsertedBlock>,
    guesses: bool,
) -> (Vec<FarSets>, u64) {
    let (leading, witnesses): (Vec<(Block, BlockSets)>, Vec<BlockSets>) =
        blocks.into_iter().unzip();
    let from: Vec<usize> = leading.iter().map(|(block, _)| block.from).collect();
    let swept = match sweeps {
        Some(sweeps) => sweeps.run(leading),
        None => leading.into_iter().map(|(_, sets)| Swept::complete(sets)).collect(),
    };
    let compared = swept.iter().map(|swept| swept.compared).sum();
    let of_block = |((from, swept), rare): ((usize, Swept), BlockSets)| {
        let Swept { sets: common, known, .. } = swept;
        // At later places than the first a part that the far stage has not inserted has larger offsets.
        let left = from + tap::span(inputs.rules);
        let task = GuessTask { sets: &common, known: &known, limit: inputs.room.limit() };
        let guesses = guesses.then(|| vectors.run(task));
        let lacking = if guesses.is_some() { left } else { 0 };
        FarSets { left, common, known, rare, guesses, lacking }
    };
    (from.into_iter().zip(swept).zip(witnesses).map(of_block).collect(), compared)
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

/// The sets of a block, once trailing taps have been swept, if there are any.
#[derive(Debug)]
pub(super) struct Swept {
    /// What the leading taps give, and enough of what the trailing ones do.
    pub(super) sets: BlockSets,
    /// Below this packed value that is all that far taps give, for each heap.
    pub(super) known: [u16; BLOCK],
    /// The number of option values compared.
    pub(super) compared: u64,
}

impl Swept {
    /// These sets, which have all that far taps give, because nothing trails.
    pub(super) fn complete(sets: BlockSets) -> Swept {
        Swept { sets, known: [u16::MAX; BLOCK], compared: 0 }
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
    /// The packed values that taps give, as sets.
    #[inline(always)]
    pub(super) fn sets<V: Vector>(self, v: V, taps: Insertion<'_>) -> BlockSets {
        let (planes, words) = (self.room.planes_needed(), self.room.words);
        if planes <= V::MOST_PLANES {
            planes::sets_by_planes(v, taps, self.wide, planes, words)
        } else {
            let Insertion { columns, heap, taps } = taps;
            let mut sets =
                planes::sets_heap_by_heap(columns, &[Block { heap, from: 0 }], taps, words);
            sets.pop().expect("the sets of the block")
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
mod far_tasks_tests {
    use super::*;
    use crate::grundy::kernel::Kernel;
    use crate::grundy::superblocks::columns::{Columns, Marked};
    use crate::grundy::superblocks::guesses::GuessTask;
    use crate::grundy::superblocks::history::History;
    use crate::grundy::superblocks::sets::below;
    use crate::grundy::superblocks::sets::insert;
    use crate::grundy::superblocks::tap;
    use crate::grundy::superblocks::taps::TapRanges;
    use crate::rules::Rules;
    use std::collections::BTreeSet;

    const START: usize = 6000;
    /// Five blocks: two threads sweep two at a time, and then one.
    const HEAPS: usize = 320;

    /// Taps from this offset on, at the first splitting place, are far for this heap.
    fn far_from(heap: usize) -> usize {
        HEAPS + BLOCK + heap.saturating_sub(START) / BLOCK * BLOCK
    }

    /// The sets of each block have what far taps give, as far as it is known, whether one task inserts them or several do, into
    /// planes or heap by heap, and whether some are swept; guesses are those that the sets miss. So it is with each kernel, for
    /// any number of threads.
    #[test]
    fn all_that_far_taps_give() {
        let space = SparseSpace { mask: 1, position_parity: false, split_parity: 0 };
        let mut random = fastrand::Rng::with_seed(12);
        let mut columns = Columns::new(0, 200);
        for n in 0..START {
            let packed = Marked::new(random.usize(0..100));
            columns.push(if n % 5 == 2 { packed.marked() } else { packed });
        }
        let history = History::all(columns);
        let mut swept_at_once = BTreeSet::new();
        for (code, words, step) in [("0.07", 2, 7), ("0.774", 2, 7), ("0.77", 40, 1)] {
            let rules = Rules::of(&code.parse().unwrap()).unwrap();
            let rare = (1..2500).step_by(step).map(|r| (r, Marked::new(random.usize(0..100))));
            let mut taps = TapRanges::new(&rules, space, rare.collect());
            taps.include(&rules, 0);
            let all = taps.first_place();
            let of_heap = |n: usize| {
                let mut sets = vec![[0; BLOCK]; words];
                for heap in tap::shifts(&rules).map(|shift| n - shift) {
                    for tap in tap::from(&all, far_from(heap)) {
                        insert(&mut sets, 0, tap.given(history.last(), heap).bits());
                    }
                }
                sets.iter().map(|words| words[0]).collect::<Vec<u64>>()
            };
            let expected: Vec<Vec<u64>> = (START..START + HEAPS).map(of_heap).collect();
            for trails in [false, true] {
                if trails {
                    let part = |lead| {
                        let of_kind = all.iter().enumerate().filter(|(i, _)| (i % 3 == 0) == lead);
                        of_kind.map(|(_, &tap)| tap).collect()
                    };
                    taps.let_lead([true, false].map(part));
                }
                let inputs = Inputs::for_tests(&rules, space, &history, &taps, words);
                let mut swept = vec![];
                let kernels = Kernel::ALL.into_iter().filter_map(Kernel::vectors);
                for (kernel, threads) in kernels.flat_map(|kernel| [1, 2, 8].map(|t| (kernel, t))) {
                    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
                    let (at_once, far) = pool.build().unwrap().install(|| {
                        let far = FarStage::new(inputs, kernel, START..START + HEAPS, true);
                        (share(HEAPS / BLOCK), far)
                    });
                    swept.push(far.swept);
                    swept_at_once.insert(at_once);
                    for (sets, expected) in far.blocks.iter().zip(expected.chunks(BLOCK)) {
                        let FarSets { common, known, .. } = sets;
                        assert_eq!(common.len(), words);
                        for (i, expected) in expected.iter().enumerate() {
                            let known = usize::from(known[i]);
                            assert!(if trails { known >= 16 } else { known >= 64 * words });
                            for ((words, expected), below) in
                                common.iter().zip(expected).zip(below(known))
                            {
                                assert_eq!(words[i] & below, expected & below, "{code} {kernel:?}");
                            }
                        }
                        assert_eq!(sets.lacking, sets.left);
                        let limit = inputs.room.limit();
                        let made = kernel.run(GuessTask { sets: common, known, limit });
                        let guesses = sets.guesses.as_ref().unwrap();
                        assert_eq!(format!("{guesses:?}"), format!("{made:?}"), "{code}");
                    }
                }
                assert!(swept.iter().all(|&count| count == swept[0] && (count > 0) == trails));
            }
        }
        assert_eq!(swept_at_once, [1, 2, 5].into());
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
