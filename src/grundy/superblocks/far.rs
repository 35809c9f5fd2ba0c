//! The far stage: the options of a superblock that depend on no heap in it or in the one before.

use super::early;
use super::inputs::Inputs;
use super::places;
use super::remaining::Early;
use super::sets::{BlockSets, unite};
use super::taps::{Insertion, MarkedTap};
use crate::grundy::kernel::{Job, Kernel, Vector};
use crate::grundy::layout::BLOCK;
use rayon::prelude::*;
use std::ops::Range;

/// What far taps, witnesses and early searches give for a superblock.
#[derive(Clone, Debug)]
pub(super) struct FarStage {
    /// The first heap of the superblock.
    pub(super) start: usize,
    pub(super) blocks: Vec<FarSets>,
    /// How many rare heaps had taps; the serial stage inserts those of later ones.
    pub(super) included: usize,
}

/// What far taps, witnesses and early searches give for the heaps of a block.
#[derive(Clone, Debug)]
pub(super) struct FarSets {
    /// Taps from this offset on, at the first splitting place, are far: they meet heaps that are known.
    pub(super) from: usize,
    /// Packed common values, which far taps give.
    pub(super) common: BlockSets,
    /// Packed rare values, which witnesses give.
    pub(super) rare: BlockSets,
    /// For each heap what was found early, if it was searched for.
    pub(super) early: Vec<Early>,
}

/// A thread inserts this many taps for a block before it asks for more.
const TAPS_PER_TASK: usize = 1 << 13;

impl FarStage {
    /// Inserts taps for the heaps of a superblock, in parallel; `searches` says whether rare values are
    /// searched for early too. `None` if this CPU lacks the kernel.
    pub(super) fn new(
        inputs: Inputs<'_>,
        kernel: Kernel,
        superblock: Range<usize>,
        searches: bool,
    ) -> Option<FarStage> {
        let (start, heaps) = (superblock.start, superblock.len());
        let blocks: Vec<usize> = superblock.step_by(BLOCK).collect();
        // All that taps from this offset on meet lies before the superblock that is computed meanwhile.
        let from = |heap: usize| heaps + heap.saturating_sub(start) + BLOCK;
        let at_first_place = |heap| at_first_place(inputs, kernel, heap, from(heap));
        let far_sets = |heap, [common, rare]: [BlockSets; 2]| {
            let search = || early::search(inputs, kernel, heap, &common, &rare);
            let early = if searches { search()? } else { vec![] };
            Some(FarSets { from: from(heap), common, rare, early })
        };
        let blocks = if places::span(inputs.rules) == 0 {
            in_parallel(blocks, |heap| far_sets(heap, at_first_place(heap)?))?
        } else {
            let shifted = places::shifts(inputs.rules).skip(1).map(|shift| start - shift);
            let given =
                in_parallel(blocks.iter().copied().chain(shifted).collect(), at_first_place)?;
            let (here, shifted) = given.split_at(blocks.len());
            let unite = |b| inputs.watch.task(|| places::unite(inputs.rules, here, shifted, b));
            in_parallel(blocks, |heap| far_sets(heap, unite((heap - start) / BLOCK)))?
        };
        Some(FarStage { start, blocks, included: inputs.taps.included() })
    }
}

/// For each of these blocks, given by their first heaps, something that may not be found.
fn in_parallel<T: Send>(
    blocks: Vec<usize>,
    of_block: impl Fn(usize) -> Option<T> + Send + Sync,
) -> Option<Vec<T>> {
    blocks.into_par_iter().with_max_len(1).map(of_block).collect()
}

/// For the block that begins at `heap` and the first splitting place: the packed common values that the taps
/// from offset `from` on give, and the packed rare values that witnesses give.
fn at_first_place(
    inputs: Inputs<'_>,
    kernel: Kernel,
    heap: usize,
    from: usize,
) -> Option<[BlockSets; 2]> {
    let insert = |taps| insert(inputs, kernel, heap, taps);
    let far = inputs.taps.first_from(from);
    let (common, rare) = rayon::join(|| insert(far), || insert(&inputs.taps.witnesses));
    Some([common?, rare?])
}

/// The packed values that taps give for the block that begins at `heap`.
fn insert(
    inputs: Inputs<'_>,
    kernel: Kernel,
    heap: usize,
    taps: &[MarkedTap],
) -> Option<BlockSets> {
    let shares = taps.par_chunks(TAPS_PER_TASK);
    let sets = shares.map(|taps| inputs.watch.task(|| kernel.run(Share { inputs, heap, taps })));
    let none = || Some(vec![[0; BLOCK]; inputs.room.words]);
    sets.reduce(none, |all, more| {
        let mut all = all?;
        unite(&mut all, &more?);
        Some(all)
    })
}

/// The work of one task.
struct Share<'a> {
    inputs: Inputs<'a>,
    heap: usize,
    taps: &'a [MarkedTap],
}

impl Job for Share<'_> {
    type Output = BlockSets;

    #[inline(always)]
    fn run<V: Vector>(self, v: V) -> BlockSets {
        let Share { inputs, heap, taps } = self;
        inputs.sets(v, Insertion { columns: inputs.history.last(), heap, taps })
    }
}
