//! The far stage: the options of a superblock that depend on no heap in it or in the one before.
//!
//! Tasks insert leading taps and witnesses for one block after the other, or for several at a time
//! where that is done heap by heap. Where taps are many, several tasks share them. No task waits
//! for another. The task that inserts the last leading tap of a block, and of the one before if
//! there are several splitting places, continues with it: it sweeps the trailing taps, and makes
//! guesses. Blocks that are swept together wait for the last of them: so a tap reads what it meets
//! once for all of them. Once all of this is there, rare values are searched for early (`early`).

use super::deal::{Tasks, deal, share};
use super::early;
use super::guesses::{FEW, GuessTask, Guesses};
use super::history::History;
use super::locked::locked;
use super::order::PieceOrder;
use super::planes::{self, Gathering};
use super::search::Early;
use super::sets::{BlockSets, Room, unite};
use super::sweep::Sweeps;
use super::tap::{self, Block, Insertion, MarkedTap};
use super::taps::TapRanges;
use crate::grundy::kernel::{Job, Kernel, Vector};
use crate::grundy::packed::{BLOCK, Packing};
#[cfg(test)]
use crate::grundy::space::SparseSpace;
use crate::rules::Rules;
use std::mem;
use std::ops::Range;
use std::slice::Chunks;
#[cfg(test)]
use std::sync::LazyLock;
use std::sync::{Arc, Mutex, OnceLock};

/// What far taps, witnesses and early searches give for a superblock.
#[derive(Clone, Debug)]
pub(super) struct FarStage {
    /// The first heap of the superblock.
    pub(super) start: usize,
    /// In which order the splits of this superblock are tried, early or in turn.
    pub(super) order: PieceOrder,
    pub(super) blocks: Vec<FarSets>,
    /// How many rare heaps had taps; the serial stage inserts those of later ones.
    pub(super) included: usize,
    /// How many option values were compared in sweeps.
    pub(super) swept: u64,
}

/// What far taps, witnesses and early searches give for the heaps of a block.
#[derive(Clone, Debug)]
pub(super) struct FarSets {
    /// Taps from this offset on, at the first splitting place, are far: they meet heaps that are known.
    pub(super) from: usize,
    /// Block taps with a smaller offset are left to the serial stage: all, or those that meet heaps of the superblock.
    pub(super) left: usize,
    /// Packed common values, which far taps give.
    pub(super) common: BlockSets,
    /// Below this packed value they are all that far taps give, for each heap, as far as there are planes.
    pub(super) known: [u16; BLOCK],
    /// Packed rare values, which witnesses give.
    pub(super) rare: BlockSets,
    /// For each heap what was found early, if it was searched for.
    pub(super) early: Vec<Early>,
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
        let (common, early) = (vec![], vec![]);
        let known = [0; BLOCK];
        FarSets { from: 0, left: 0, common, known, rare, early, guesses: None, lacking: 0 }
    }

    /// Whether there is room for all packed rare values below `others`.
    #[inline(always)]
    pub(super) fn have_room_below(&self, others: usize) -> bool {
        others <= 64 * self.rare.len()
    }
}

impl FarStage {
    /// Has all block taps inserted after all.
    pub(super) fn drop_guesses(&mut self) {
        for sets in &mut self.blocks {
            (sets.guesses, sets.lacking) = (None, 0);
        }
    }
}

/// The tasks of the far stage of one superblock.
pub(super) struct FarTasks<'a> {
    inputs: Inputs<'a>,
    kernel: Kernel,
    /// The first heap of the superblock.
    start: usize,
    /// How many blocks the superblock has.
    here: usize,
    leading: InsertionTasks<'a>,
    witnesses: InsertionTasks<'a>,
}

impl FarStage {
    /// Inserts taps for the heaps of a superblock, in parallel; `guesses` says whether guesses are made, `searches` whether
    /// rare values are searched for early too. `None` if this CPU lacks the kernel.
    pub(super) fn new(
        inputs: Inputs<'_>,
        kernel: Kernel,
        superblock: Range<usize>,
        guesses: bool,
        searches: bool,
    ) -> Option<FarStage> {
        let tasks = FarTasks::new(inputs, kernel, superblock, guesses);
        deal(&[&tasks]);
        tasks.finish(searches).map(|(far, _)| far)
    }
}

impl<'a> FarTasks<'a> {
    /// The tasks for the heaps of a superblock; `guesses` says whether guesses are made.
    pub(super) fn new(
        inputs: Inputs<'a>,
        kernel: Kernel,
        superblock: Range<usize>,
        guesses: bool,
    ) -> FarTasks<'a> {
        let (start, heaps) = (superblock.start, superblock.len());
        // All that taps from this offset on meet lies before the superblock that is computed meanwhile.
        let from = |heap: usize| heaps + heap.saturating_sub(start) + BLOCK;
        let block = |heap| Block { heap, from: from(heap) };
        let shifted = tap::shifts(inputs.rules).skip(1).map(|shift| block(start - shift));
        let here = superblock.step_by(BLOCK).map(block);
        let blocks: Arc<[Block]> = here.chain(shifted).collect();
        let here = heaps / BLOCK;
        let nearest = blocks.iter().map(|block| block.from).min().unwrap_or(0);
        let insertions = |taps| InsertionTasks::new(inputs, kernel, blocks.clone(), here, taps);
        let sweeps = Sweeps::new(inputs, kernel, nearest);
        let leading = insertions(inputs.taps.leading_from(nearest)).go_on_with(sweeps, guesses);
        // Witnesses are far for all blocks.
        let witnesses = insertions(&inputs.taps.witnesses);
        FarTasks { inputs, kernel, start, here, leading, witnesses }
    }

    /// The far stage, once the tasks have been dealt, and what nobody needs any more. `None` if this CPU lacks the kernel.
    pub(super) fn finish(self, searches: bool) -> Option<(FarStage, Vec<BlockSets>)> {
        let FarTasks { inputs, kernel, start, here, leading, witnesses } = self;
        let blocks = leading.blocks.clone();
        let here = &blocks[..here];
        let (leading, spent) = leading.given()?;
        let (witnesses, more_spent) = witnesses.given()?;
        let swept = leading.iter().map(|leading| leading.swept.compared).sum();
        let of_block = |((block, leading), witnesses): ((&Block, OfBlock), OfBlock)| {
            let OfBlock { swept: Swept { sets: common, known, .. }, guesses } = leading;
            // At later places than the first a part that the far stage has not inserted has larger offsets.
            let left = block.from + tap::span(inputs.rules);
            FarSets {
                from: block.from,
                left,
                common,
                known,
                rare: witnesses.swept.sets,
                early: vec![],
                lacking: if guesses.is_some() { left } else { 0 },
                guesses,
            }
        };
        let mut blocks: Vec<FarSets> =
            here.iter().zip(leading).zip(witnesses).map(of_block).collect();
        if searches {
            let given = here.iter().zip(&blocks);
            let given: Vec<_> =
                given.map(|(&block, sets)| (block, [&sets.common, &sets.rare])).collect();
            let found = early::search(inputs, kernel, &given)?;
            for (sets, early) in blocks.iter_mut().zip(found) {
                sets.early = early;
            }
        }
        let (order, included) = (inputs.order.clone(), inputs.taps.included());
        let far = FarStage { start, order, blocks, included, swept };
        Some((far, spent.chain(more_spent).collect()))
    }
}

impl Tasks for FarTasks<'_> {
    fn count(&self) -> usize {
        self.leading.count() + self.witnesses.count()
    }

    fn run(&self, i: usize) {
        match i.checked_sub(self.leading.count()) {
            None => self.leading.run(i),
            Some(i) => self.witnesses.run(i),
        }
    }
}

/// A task inserts at least this many taps for a block, if there are as many: to begin and to end takes a tenth of that
/// time.
const LEAST_TAPS_PER_TASK: usize = 1 << 8;
/// The same where it inserts them heap by heap.
const LEAST_TAPS_HEAP_BY_HEAP: usize = 1 << 11;
/// There it has at most this many blocks, for each of which it keeps half a megabyte.
const MOST_BLOCKS_PER_TASK: usize = 9;

/// Tasks that insert taps for some blocks.
pub(super) struct InsertionTasks<'a> {
    inputs: Inputs<'a>,
    kernel: Kernel,
    /// The blocks of the superblock, and for each shift but the first the first block less the shift.
    pub(super) blocks: Arc<[Block]>,
    taps: &'a [MarkedTap],
    /// Whether taps are inserted into planes.
    by_planes: bool,
    /// How many blocks a task has, if there are as many.
    blocks_per_task: usize,
    /// How many taps a task has, if there are as many.
    taps_per_task: usize,
    gathering: Gathering<'a>,
    /// What trails these taps, if anything does.
    groups: Option<SweepGroups<'a>>,
    /// Whether the tasks make guesses, too.
    guesses: bool,
    /// What is done, for each block of the superblock.
    done: Vec<OnceLock<OfBlock>>,
}

/// What taps give for a block, and guesses, if tasks make them.
#[derive(Debug)]
pub(super) struct OfBlock {
    pub(super) swept: Swept,
    pub(super) guesses: Option<Box<Guesses>>,
}

impl<'a> InsertionTasks<'a> {
    /// The tasks that insert these taps, as far as they are far, for these blocks, of which the first `here` are those of the
    /// superblock.
    pub(super) fn new(
        inputs: Inputs<'a>,
        kernel: Kernel,
        blocks: Arc<[Block]>,
        here: usize,
        taps: &'a [MarkedTap],
    ) -> InsertionTasks<'a> {
        let by_planes = inputs.room.planes_needed() <= kernel.most_planes();
        let (blocks_per_task, least_taps) = if by_planes {
            (1, LEAST_TAPS_PER_TASK)
        } else {
            // What the taps meet is in the cache for all blocks of a task but the first.
            (share(blocks.len()).min(MOST_BLOCKS_PER_TASK), LEAST_TAPS_HEAP_BY_HEAP)
        };
        let in_all = blocks.len().div_ceil(blocks_per_task) * taps.len();
        let taps_per_task = share(in_all).max(least_taps);
        InsertionTasks {
            inputs,
            kernel,
            blocks,
            taps,
            by_planes,
            blocks_per_task,
            taps_per_task,
            gathering: Gathering::new(inputs.rules, here, shares(taps, taps_per_task)),
            groups: None,
            guesses: false,
            done: (0..here).map(|_| OnceLock::new()).collect(),
        }
    }

    /// Has the tasks sweep, if there are sweeps, and make guesses, if `guesses` says so. These taps have to lead those that
    /// are swept, and to give all that far taps do, if none are.
    pub(super) fn go_on_with(mut self, sweeps: Option<Sweeps<'a>>, guesses: bool) -> Self {
        let (blocks, here) = (&self.blocks, self.done.len());
        self.groups = sweeps.map(|sweeps| SweepGroups::new(sweeps, blocks.clone(), here));
        self.guesses = guesses;
        self
    }

    /// The blocks, as many at a time as a task has.
    fn several(&self) -> Chunks<'_, Block> {
        self.blocks.chunks(self.blocks_per_task)
    }

    /// Among how many tasks the taps for the same blocks are shared out.
    pub(super) fn shares(&self) -> usize {
        shares(self.taps, self.taps_per_task)
    }

    /// What taps give for each block of the superblock, once the tasks have been dealt, and what nobody needs any more.
    /// `None` if this CPU lacks the kernel.
    pub(super) fn given(self) -> Option<(Vec<OfBlock>, impl Iterator<Item = BlockSets>)> {
        let done: Option<Vec<OfBlock>> = self.done.into_iter().map(OnceLock::into_inner).collect();
        Some((done?, self.gathering.spent()))
    }

    /// Goes on with block b, for which all these taps have been inserted.
    fn go_on(&self, b: usize, sets: BlockSets) {
        match &self.groups {
            None => self.end(b, Swept::complete(sets)),
            Some(groups) => groups.add(b, sets, |b, swept| self.end(b, swept)),
        }
    }

    /// Ends with block b; makes its guesses, if they are made.
    fn end(&self, b: usize, swept: Swept) {
        let limit = self.inputs.room.limit();
        let guesses = self.guesses.then(|| {
            let Swept { sets, known, .. } = &swept;
            self.kernel.run(GuessTask { sets, known, limit })
        });
        self.done[b].get_or_init(|| OfBlock { swept, guesses: guesses.flatten() });
    }
}

impl Tasks for InsertionTasks<'_> {
    fn count(&self) -> usize {
        self.several().len() * self.shares()
    }

    fn run(&self, i: usize) {
        let &InsertionTasks { inputs, kernel, blocks_per_task, .. } = self;
        let (several, share) = (i / self.shares(), i % self.shares());
        let blocks = self.several().nth(several).unwrap_or_default();
        let taps = self.taps.chunks(self.taps_per_task).nth(share).unwrap_or_default();
        let inserted = match blocks {
            [block] if self.by_planes => {
                kernel.run(ByPlanes { inputs, block, taps }).map(|sets| vec![sets])
            }
            _ => kernel.run(HeapByHeap { inputs, blocks, taps }),
        };
        for (j, sets) in (blocks_per_task * several..).zip(inserted.into_iter().flatten()) {
            self.gathering.add(j, sets, |b, sets| self.go_on(b, sets));
        }
    }
}

/// Among how many tasks these taps are shared out.
fn shares(taps: &[MarkedTap], per_task: usize) -> usize {
    taps.len().div_ceil(per_task).max(1)
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

/// The blocks of a superblock, some of which are swept together.
#[derive(Debug)]
pub(super) struct SweepGroups<'a> {
    sweeps: Sweeps<'a>,
    blocks: Arc<[Block]>,
    /// How many of them are in groups, the first ones.
    here: usize,
    /// How many blocks a group has; the last may have fewer.
    per_group: usize,
    /// Of each group the blocks that wait, by their numbers.
    waiting: Vec<Mutex<Vec<(usize, BlockSets)>>>,
}

impl<'a> SweepGroups<'a> {
    /// For the first `here` of these blocks, in as few groups as keep all threads at work.
    pub(super) fn new(sweeps: Sweeps<'a>, blocks: Arc<[Block]>, here: usize) -> SweepGroups<'a> {
        let per_group = share(here);
        let waiting = (0..here).step_by(per_group).map(|_| Mutex::default()).collect();
        SweepGroups { sweeps, blocks, here, per_group, waiting }
    }

    /// Adds what leading taps give for block b. If it is the last of its group, all of them are swept and given to
    /// `goes_on`, each with its number; none is if this CPU lacks the kernel.
    pub(super) fn add(&self, b: usize, sets: BlockSets, goes_on: impl Fn(usize, Swept)) {
        let group = b / self.per_group;
        let in_all = self.per_group.min(self.here - self.per_group * group);
        let mut waiting = locked(&self.waiting[group]);
        waiting.push((b, sets));
        if waiting.len() < in_all {
            return;
        }
        let all = mem::take(&mut *waiting);
        drop(waiting);
        let (numbers, all): (Vec<usize>, _) =
            all.into_iter().map(|(b, sets)| (b, (self.blocks[b], sets))).unzip();
        for (b, swept) in numbers.into_iter().zip(self.sweeps.run(all).into_iter().flatten()) {
            goes_on(b, swept);
        }
    }
}

/// The sets of a block, once trailing taps have been swept, if there are any.
#[derive(Debug)]
pub(super) struct Swept {
    /// What the leading taps give, and enough of what the trailing ones do.
    pub(super) sets: BlockSets,
    /// Below this packed value that is all that far taps give, for each heap.
    pub(super) known: [u16; BLOCK],
    /// How many option values were compared.
    pub(super) compared: u64,
}

impl Swept {
    /// These sets, which have all that far taps give, because nothing trails.
    pub(super) fn complete(sets: BlockSets) -> Swept {
        Swept { sets, known: [u16::MAX; BLOCK], compared: 0 }
    }
}

/// What both stages read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inputs<'a> {
    pub(super) rules: &'a Rules,
    pub(super) packing: Packing,
    pub(super) history: &'a History,
    pub(super) taps: &'a TapRanges,
    /// In which order searches will try splits. The heaps of a superblock keep that of their far stage.
    pub(super) order: &'a PieceOrder,
    pub(super) room: Room,
    /// Whether high bytes matter: taps may meet rare heaps, or packed values have more than 8 bits.
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
        static ORDER: LazyLock<PieceOrder> = LazyLock::new(PieceOrder::default);
        let (packing, room) =
            (Packing::new(space), Room { planes: None, words, most_words: words });
        Inputs { rules, packing, history, taps, order: &ORDER, room, wide: true }
    }
}

#[cfg(test)]
mod far_tasks_tests {
    use super::*;
    use crate::grundy::space::SparseSpace;
    use crate::grundy::superblocks::columns::{Columns, Marked};
    use crate::grundy::superblocks::deal::share;
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
        let (mut shared, mut swept_at_once) = (0, BTreeSet::new());
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
                let kernels = Kernel::ALL.into_iter().filter(|kernel| kernel.is_supported());
                for (kernel, threads) in kernels.flat_map(|kernel| [1, 2, 8].map(|t| (kernel, t))) {
                    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
                    let (shares, at_once, far) = pool.build().unwrap().install(|| {
                        let superblock = START..START + HEAPS;
                        let tasks = FarTasks::new(inputs, kernel, superblock.clone(), true);
                        let far = FarStage::new(inputs, kernel, superblock, true, false);
                        let at_once = share(HEAPS / BLOCK);
                        (tasks.leading.shares(), at_once, far.unwrap())
                    });
                    shared += usize::from(shares > 1);
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
                        assert_eq!(format!("{:?}", sets.guesses), format!("{made:?}"), "{code}");
                    }
                }
                assert!(swept.iter().all(|&count| count == swept[0] && (count > 0) == trails));
            }
        }
        assert!(shared > 1, "{shared}");
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
