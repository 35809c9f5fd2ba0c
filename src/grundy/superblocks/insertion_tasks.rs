//! The tasks that insert far taps for the blocks of a superblock.
//!
//! A task has one block, or several where taps are inserted heap by heap; where taps are many, several tasks share them.

use super::deal::ManyTasks;
use super::guesses::{Guesses, MANY};
use super::inputs::Inputs;
use super::planes;
use super::scatter;
use super::sets::{BlockSets, unite};
use super::sweep;
use super::tap::{self, Block, Insertion, MarkedTap};
use crate::grundy::kernel::{Job, Kernel, Vector};
use rayon::prelude::*;
use std::slice::Chunks;
use std::sync::Arc;

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
    /// Whether the tasks make guesses, too.
    guesses: bool,
}

/// What taps give for a block, and guesses, if tasks make them.
pub(super) struct OfBlock {
    pub(super) sets: BlockSets,
    pub(super) guesses: Option<Box<Guesses>>,
}

/// What a task gives.
pub(super) enum Inserted {
    /// For one block.
    Block(OfBlock),
    /// For several blocks, as sets.
    Blocks(Vec<BlockSets>),
}

impl Inserted {
    /// Adds what another task gives for the same blocks.
    fn unite(&mut self, more: &Inserted) {
        match (self, more) {
            (Inserted::Block(block), Inserted::Block(more)) => unite(&mut block.sets, &more.sets),
            (Inserted::Blocks(all), Inserted::Blocks(more)) => {
                all.iter_mut().zip(more).for_each(|(sets, more)| unite(sets, more));
            }
            _ => unreachable!("tasks for the same blocks insert in the same way"),
        }
    }
}

impl<'a> InsertionTasks<'a> {
    /// The tasks that insert these taps, as far as they are far, for these blocks.
    pub(super) fn new(
        inputs: Inputs<'a>,
        kernel: Kernel,
        blocks: Arc<[Block]>,
        taps: &'a [MarkedTap],
    ) -> InsertionTasks<'a> {
        let by_planes = inputs.room.planes_needed() <= kernel.most_planes();
        let (blocks_per_task, least_taps) = if by_planes {
            (1, LEAST_TAPS_PER_TASK)
        } else {
            // What the taps meet is in the cache for all blocks of a task but the first.
            (inputs.watch.share(blocks.len()).min(MOST_BLOCKS_PER_TASK), LEAST_TAPS_HEAP_BY_HEAP)
        };
        let in_all = blocks.len().div_ceil(blocks_per_task) * taps.len();
        let taps_per_task = inputs.watch.share(in_all).max(least_taps);
        let guesses = false;
        InsertionTasks {
            inputs,
            kernel,
            blocks,
            taps,
            by_planes,
            blocks_per_task,
            taps_per_task,
            guesses,
        }
    }

    /// Has the tasks make guesses, if each inserts all that is inserted for its block. These taps have to give all that far
    /// taps do.
    pub(super) fn make_guesses(&mut self) {
        self.guesses = self.by_planes && self.shares() == 1;
    }

    /// Whether the tasks make guesses.
    pub(super) fn makes_guesses(&self) -> bool {
        self.guesses
    }

    /// The blocks, as many at a time as a task has.
    fn several(&self) -> Chunks<'_, Block> {
        self.blocks.chunks(self.blocks_per_task)
    }

    /// Among how many tasks the taps for the same blocks are shared out.
    pub(super) fn shares(&self) -> usize {
        self.taps.len().div_ceil(self.taps_per_task).max(1)
    }

    /// The tasks, to be dealt.
    pub(super) fn tasks(
        &self,
    ) -> ManyTasks<Option<Inserted>, impl Fn(usize) -> Option<Inserted> + Sync> {
        ManyTasks::new(self.several().len() * self.shares(), |i| self.insert(i))
    }

    /// Does task i. `None` if this CPU lacks the kernel.
    fn insert(&self, i: usize) -> Option<Inserted> {
        let &InsertionTasks { inputs, kernel, guesses, .. } = self;
        let blocks = self.several().nth(i / self.shares())?;
        let taps = self.taps.chunks(self.taps_per_task).nth(i % self.shares()).unwrap_or_default();
        inputs.watch.task(|| match blocks {
            [block] if self.by_planes => kernel.run(ByPlanes { inputs, block, taps, guesses }),
            _ => kernel.run(HeapByHeap { inputs, blocks, taps }),
        })
    }

    /// What all these taps give for each block.
    pub(super) fn of_blocks(&self, mut inserted: Vec<Option<Inserted>>) -> Option<Vec<OfBlock>> {
        let shares = self.shares();
        if shares > 1 {
            let of_same_blocks = inserted.par_chunks_mut(shares).with_max_len(1);
            of_same_blocks.try_for_each(|given| self.inputs.watch.task(|| unite_all(given)))?;
        }
        let mut blocks = Vec::with_capacity(self.blocks.len());
        for inserted in inserted.into_iter().step_by(shares) {
            match inserted? {
                Inserted::Block(block) => blocks.push(block),
                Inserted::Blocks(all) => {
                    blocks.extend(all.into_iter().map(|sets| OfBlock { sets, guesses: None }));
                }
            }
        }
        Some(blocks)
    }
}

/// Adds to what the first task gives what the others do, which have the same blocks. `None` if one has given nothing.
fn unite_all(inserted: &mut [Option<Inserted>]) -> Option<()> {
    let (first, others) = inserted.split_first_mut()?;
    let first = first.as_mut()?;
    for more in others {
        let more = more.take()?;
        first.unite(&more);
    }
    Some(())
}

/// The work of one task where taps are inserted into planes. It has one block: a loop over blocks would keep the
/// tables out of the registers.
struct ByPlanes<'a> {
    inputs: Inputs<'a>,
    block: &'a Block,
    taps: &'a [MarkedTap],
    /// Whether guesses are made.
    guesses: bool,
}

impl Job for ByPlanes<'_> {
    type Output = Inserted;

    #[inline(always)]
    fn run<V: Vector>(self, v: V) -> Inserted {
        let ByPlanes { inputs, block: &Block { heap, from }, taps, guesses } = self;
        let (columns, taps) = (inputs.history.last(), tap::from(taps, from));
        let (planes, words) = (inputs.room.planes_needed(), inputs.room.words);
        let sets = planes::sets(v, Insertion { columns, heap, taps }, inputs.wide, planes, words);
        let guesses = if guesses {
            Some(Box::new(Guesses::of::<MANY, V>(v, &sets, &sweep::ALL_KNOWN, inputs.room.limit())))
        } else {
            None
        };
        Inserted::Block(OfBlock { sets, guesses })
    }
}

/// The work of one task where taps are inserted heap by heap.
struct HeapByHeap<'a> {
    inputs: Inputs<'a>,
    blocks: &'a [Block],
    taps: &'a [MarkedTap],
}

impl Job for HeapByHeap<'_> {
    type Output = Inserted;

    #[inline(always)]
    fn run<V: Vector>(self, _: V) -> Inserted {
        let HeapByHeap { inputs, blocks, taps } = self;
        Inserted::Blocks(scatter::sets(inputs.history.last(), blocks, taps, inputs.room.words))
    }
}
