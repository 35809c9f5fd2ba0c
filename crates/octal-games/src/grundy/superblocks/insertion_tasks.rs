//! The tasks that insert far taps for the blocks of a superblock.
//!
//! A task has one block, or several where taps are inserted heap by heap; where taps are many, several tasks share them.
//! The last of those that insert for a block, and for the one before if there are several splitting places, goes on with it:
//! it sweeps what trails, if anything does, and makes its guesses.

use super::deal::{Tasks, share};
use super::gathering::Gathering;
use super::guesses::{GuessTask, Guesses};
use super::inputs::Inputs;
use super::planes;
use super::scatter;
use super::sets::BlockSets;
use super::sweep::Sweeps;
use super::sweep_groups::SweepGroups;
use super::swept::Swept;
use super::tap::{self, Block, Insertion, MarkedTap};
use crate::grundy::kernel::{Job, Kernel, Vector};
use std::slice::Chunks;
use std::sync::{Arc, OnceLock};

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
        planes::sets(v, Insertion { columns, heap, taps }, inputs.wide, planes, words)
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
        scatter::sets(inputs.history.last(), blocks, taps, inputs.room.words)
    }
}
