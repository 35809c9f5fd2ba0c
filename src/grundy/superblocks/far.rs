//! The far stage: the options of a superblock that depend on no heap in it or in the one before.

use super::columns::Marked;
use super::early;
use super::guesses::{Guesses, MANY};
use super::inputs::Inputs;
use super::order::PieceOrder;
use super::places;
use super::planes;
use super::remaining::Early;
use super::scatter;
use super::sets::{BlockSets, unite};
use super::sweep;
use super::tap::{self, Block, Insertion, MarkedTap};
use crate::grundy::kernel::{Job, Kernel, Vector};
use crate::grundy::layout::BLOCK;
use rayon::prelude::*;
use std::ops::Range;

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
    pub(super) guesses: Option<Guesses>,
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

    /// The N least packed values that the sets miss, of those that are known and below `limit`.
    #[inline(always)]
    pub(super) fn make_guesses<const N: usize, V: Vector>(&self, v: V, limit: usize) -> Guesses {
        let limit = limit.min(Marked::LIMIT) as u16;
        let mut bounds = self.known;
        for bound in &mut bounds {
            *bound = limit.min(*bound);
        }
        Guesses::of::<N, V>(v, &self.common, &bounds)
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

/// A thread inserts at least this many taps for a block, if there are as many, before it asks for more: to begin and to end
/// takes a tenth of that time.
const LEAST_TAPS_PER_TASK: usize = 1 << 8;
/// The same where it inserts them heap by heap.
const LEAST_TAPS_HEAP_BY_HEAP: usize = 1 << 11;
/// There it has at most this many blocks, for each of which it keeps half a megabyte.
const MOST_BLOCKS_PER_TASK: usize = 9;

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
        let (start, heaps) = (superblock.start, superblock.len());
        // All that taps from this offset on meet lies before the superblock that is computed meanwhile.
        let from = |heap: usize| heaps + heap.saturating_sub(start) + BLOCK;
        let block = |heap| Block { heap, from: from(heap) };
        let here: Vec<Block> = superblock.step_by(BLOCK).map(block).collect();
        let shifted = places::shifts(inputs.rules).skip(1).map(|shift| block(start - shift));
        let all: Vec<Block> = here.iter().copied().chain(shifted).collect();
        let given = at_first_place(inputs, kernel, &all)?;
        let (mut common, rare) = united(inputs, given, here.len());
        let swept = sweep::sweep(inputs, kernel, &here, &mut common, sweep::MOST_SWEEPS)?;
        let sets = here.iter().zip(common).zip(rare).zip(swept.known);
        let mut blocks: Vec<FarSets> = sets
            .map(|(((block, common), rare), known)| FarSets {
                from: block.from,
                // At later places than the first a part that the far stage has not inserted has larger offsets.
                left: block.from + places::span(inputs.rules),
                common,
                known,
                rare,
                early: vec![],
                guesses: None,
                lacking: 0,
            })
            .collect();
        if guesses {
            let blocks_per_task = inputs.watch.share(blocks.len());
            blocks.par_iter_mut().with_min_len(blocks_per_task).try_for_each(|sets| {
                let task = GuessTask { sets, limit: inputs.room.limit() };
                sets.guesses = Some(inputs.watch.task(|| kernel.run(task))?);
                sets.lacking = sets.left;
                Some(())
            })?;
        }
        if searches {
            blocks.par_iter_mut().zip(here).with_max_len(1).try_for_each(|(sets, block)| {
                let FarSets { common, rare, .. } = sets;
                sets.early = early::search(inputs, kernel, block, common, rare)?;
                Some(())
            })?;
        }
        let (order, included) = (inputs.order.clone(), inputs.taps.included());
        Some(FarStage { start, order, blocks, included, swept: swept.compared })
    }

    /// Has all block taps inserted after all.
    pub(super) fn drop_guesses(&mut self) {
        for sets in &mut self.blocks {
            (sets.guesses, sets.lacking) = (None, 0);
        }
    }
}

/// For the first `blocks` blocks the common and the rare values that all splitting places give. The others are
/// the first block less each shift.
fn united(
    inputs: Inputs<'_>,
    given: Vec<[BlockSets; 2]>,
    blocks: usize,
) -> (Vec<BlockSets>, Vec<BlockSets>) {
    let (here, shifted) = given.split_at(blocks);
    if shifted.is_empty() {
        return given.into_iter().map(Into::into).unzip();
    }
    let unite = |b| inputs.watch.task(|| places::unite(inputs.rules, here, shifted, b));
    let blocks_per_task = inputs.watch.share(blocks);
    let blocks = (0..blocks).into_par_iter().with_min_len(blocks_per_task);
    blocks.map(|b| unite(b).into()).unzip()
}

/// For each of these blocks the packed common values that the leading far taps give, and the packed rare
/// values that witnesses give. `None` if this CPU lacks the kernel.
fn at_first_place(
    inputs: Inputs<'_>,
    kernel: Kernel,
    blocks: &[Block],
) -> Option<Vec<[BlockSets; 2]>> {
    let nearest = blocks.iter().map(|block| block.from).min()?;
    let insert = |taps| insert(inputs, kernel, blocks, taps);
    let leading = inputs.taps.leading_from(nearest);
    // Witnesses are far for all blocks.
    let (common, rare) = rayon::join(|| insert(leading), || insert(&inputs.taps.witnesses));
    Some(common?.into_iter().zip(rare?).map(<[BlockSets; 2]>::from).collect())
}

/// The packed values that these taps give for each of these blocks, as far as they are far.
fn insert(
    inputs: Inputs<'_>,
    kernel: Kernel,
    blocks: &[Block],
    taps: &[MarkedTap],
) -> Option<Vec<BlockSets>> {
    let by_planes = inputs.room.planes_needed() <= kernel.most_planes();
    let blocks_per_task = if by_planes { 1 } else { heap_by_heap(inputs, blocks.len()) };
    let chunks = blocks.len().div_ceil(blocks_per_task);
    let least_taps = if by_planes { LEAST_TAPS_PER_TASK } else { LEAST_TAPS_HEAP_BY_HEAP };
    let taps_per_task = inputs.watch.share(chunks * taps.len()).max(least_taps);
    // A thread takes several in turn: to share them out one by one takes as long as some hundred insertions.
    let several = blocks.par_chunks(blocks_per_task).with_min_len(inputs.watch.share(chunks));
    let several = several.map(|blocks| {
        let sets = |taps| match blocks {
            [block] if by_planes => Some(vec![kernel.run(ByPlanes { inputs, block, taps })?]),
            _ => kernel.run(HeapByHeap { inputs, blocks, taps }),
        };
        let share = |taps| inputs.watch.task(|| sets(taps));
        if taps.len() <= taps_per_task {
            return share(taps);
        }
        let shares = taps.par_chunks(taps_per_task).with_max_len(1).map(share);
        let given = shares.reduce_with(|all, more| {
            let mut all = all?;
            all.iter_mut().zip(&more?).for_each(|(sets, more)| unite(sets, more));
            Some(all)
        });
        given.expect("there are taps")
    });
    let several: Option<Vec<Vec<BlockSets>>> = several.collect();
    Some(several?.into_iter().flatten().collect())
}

/// How many of these blocks a task has where taps are inserted heap by heap: several, because what the taps meet
/// is in the cache for all but the first.
fn heap_by_heap(inputs: Inputs<'_>, blocks: usize) -> usize {
    inputs.watch.share(blocks).min(MOST_BLOCKS_PER_TASK)
}

/// Makes guesses for a block.
struct GuessTask<'a> {
    sets: &'a FarSets,
    limit: usize,
}

impl Job for GuessTask<'_> {
    type Output = Guesses;

    #[inline(always)]
    fn run<V: Vector>(self, v: V) -> Guesses {
        self.sets.make_guesses::<MANY, V>(v, self.limit)
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
