//! The far stage: the options of a superblock that depend on no heap in it or in the one before.

use super::early;
use super::inputs::Inputs;
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
    /// Taps from this offset on are far: they meet heaps that are known.
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
        let block = |heap| {
            let from = far_from(heap - start, heaps);
            FarSets::new(inputs, kernel, heap, from, searches)
        };
        let starts = superblock.into_par_iter().step_by(BLOCK).with_max_len(1);
        let blocks: Option<Vec<FarSets>> = starts.map(block).collect();
        Some(FarStage { start, blocks: blocks?, included: inputs.taps.included() })
    }
}

impl FarSets {
    /// Inserts the taps from offset `from` on, and the witnesses, for the block that begins at `heap`.
    fn new(
        inputs: Inputs<'_>,
        kernel: Kernel,
        heap: usize,
        from: usize,
        searches: bool,
    ) -> Option<FarSets> {
        let insert = |taps| insert(inputs, kernel, heap, taps);
        let (_, far) = inputs.taps.split_at(from);
        let (common, rare) = rayon::join(|| insert(far), || insert(&inputs.taps.witnesses));
        let (common, rare) = (common?, rare?);
        let search = || early::search(inputs, kernel, heap, &common, &rare);
        let early = if searches { search()? } else { vec![] };
        Some(FarSets { from, common, rare, early })
    }
}

/// The least offset of the far taps of the block that begins at this place of a superblock of `heaps`
/// heaps: all that they meet lies before the superblock that is computed meanwhile.
fn far_from(place: usize, heaps: usize) -> usize {
    heaps + place + BLOCK
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
