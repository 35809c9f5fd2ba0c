//! The serial stage: one block after the other, once the far taps are inserted.
//!
//! Heaps for which there are guesses are computed many at a time (`plain`), the others one by one (`heap`).

use super::columns::{Columns, Marked, Met};
use super::counters::Counters;
use super::deferral::Deferral;
use super::far::{FarSets, FarStage};
use super::inputs::Inputs;
use super::order::PieceOrder;
use super::sets::{BlockSets, first_missing};
use super::tap::{Insertion, MarkedTap};
use super::trials::SearchTrials;
use crate::grundy::distant::DistantOptions;
use crate::grundy::kernel::{Job, Vector};
use crate::grundy::layout::BLOCK;
use crate::grundy::space::SparseSpace;

/// What the serial stage of one superblock begins with.
pub(super) struct SerialStage<'a> {
    pub(super) inputs: Inputs<'a>,
    pub(super) far: FarStage,
    pub(super) space: SparseSpace,
    /// The options with a distant rare part.
    pub(super) distant: &'a DistantOptions,
    /// The last packed values before the superblock, which goes on with them.
    pub(super) window: Columns,
    /// The heap before which to end.
    pub(super) end: usize,
    /// Whether every heap is taken for common, and its missing rare values are searched for later.
    pub(super) postpones: bool,
    /// Whether the heaps are taken for common, and have no options but those of taps.
    pub(super) is_plain: bool,
}

/// The heaps of a superblock, or of its beginning.
pub(super) struct Computed {
    pub(super) values: Vec<u16>,
    /// The window before the superblock and its packed values.
    pub(super) window: Columns,
    /// The rare heaps found.
    pub(super) rare: Vec<(usize, Marked)>,
    /// Why the heap after the last was not computed, if the superblock is not complete.
    pub(super) deferral: Option<Deferral>,
    /// The blocks, with the packed rare values that witnesses and single heaps give.
    pub(super) blocks: Vec<FarSets>,
    /// What searches tried in turn, or early.
    pub(super) trials: SearchTrials,
    pub(super) counters: Counters,
}

impl Job for SerialStage<'_> {
    type Output = Computed;

    #[inline(always)]
    fn run<V: Vector>(self, v: V) -> Computed {
        let SerialStage { inputs, far, space, distant, window, end, postpones, is_plain } = self;
        let serial = Serial {
            v,
            inputs,
            space,
            distant,
            postpones,
            is_plain,
            values: Vec::with_capacity(end - window.next()),
            block_taps: inputs.taps.split_at(2 * BLOCK * far.blocks.len()).0.len(),
            window,
            rare: inputs.taps.rare[far.included..].to_vec(),
            order: far.order,
            trials: SearchTrials::default(),
            counters: Counters::default(),
            missing: vec![],
            marks: vec![0; 64 * inputs.room.words + 1],
            last_rare: inputs.taps.last_rare(),
        };
        serial.run(far.blocks, end)
    }
}

/// Computes the heaps of a superblock: what is known of them already, and room to work in.
pub(super) struct Serial<'a, V> {
    pub(super) v: V,
    pub(super) inputs: Inputs<'a>,
    pub(super) space: SparseSpace,
    pub(super) distant: &'a DistantOptions,
    pub(super) postpones: bool,
    pub(super) is_plain: bool,
    pub(super) values: Vec<u16>,
    pub(super) window: Columns,
    /// How many taps are block taps in some blocks, and are counted as such in all.
    pub(super) block_taps: usize,
    /// The rare heaps of which the far stage did not know.
    pub(super) rare: Vec<(usize, Marked)>,
    /// In which order splits are tried.
    pub(super) order: PieceOrder,
    pub(super) trials: SearchTrials,
    pub(super) counters: Counters,
    /// The packed rare values not yet shown to be those of options of the next heap.
    pub(super) missing: Vec<u64>,
    /// A byte for each packed value for which the sets have room, 0 between two uses, and one for all others, which
    /// is never read.
    pub(super) marks: Vec<u8>,
    /// The last rare heap.
    pub(super) last_rare: usize,
}

/// A heap whose value is looked for, when those before it are known.
#[derive(Clone, Copy)]
pub(super) struct NextHeap<'a> {
    pub(super) n: usize,
    /// The 64 heaps before it.
    pub(super) before: Met<'a>,
    /// Its set lacks block taps with an offset below this one.
    pub(super) lacking: usize,
}

impl<V: Vector> Serial<'_, V> {
    #[inline(always)]
    fn run(mut self, mut blocks: Vec<FarSets>, end: usize) -> Computed {
        let known_before = self.rare.len();
        let mut deferral = None;
        for sets in &mut blocks {
            if let Err(reason) = self.block(sets, end) {
                deferral = Some(reason);
                break;
            }
        }
        self.rare.drain(..known_before);
        Computed {
            values: self.values,
            window: self.window,
            rare: self.rare,
            deferral,
            blocks,
            trials: self.trials,
            counters: self.counters,
        }
    }

    /// Computes the heaps of the next block that are before `end`.
    #[inline(always)]
    fn block(&mut self, sets: &mut FarSets, end: usize) -> Result<(), Deferral> {
        let heaps = BLOCK.min(end.saturating_sub(self.window.next()));
        if heaps == 0 {
            return Ok(());
        }
        self.include_block_taps(sets);
        if sets.guesses.is_none() && self.is_plain {
            sets.make_few_guesses(self.v, self.inputs.room.limit());
        }
        let mut i = 0;
        while i < heaps {
            i = self.plain_heaps(sets, i..heaps);
            if i < heaps {
                self.heap(sets, i)?;
                i += 1;
            }
        }
        Ok(())
    }

    /// Inserts the block taps that are left, or holds them against guesses, and inserts the taps of rare heaps of which the
    /// far stage did not know, for all heaps of the next block.
    #[inline(always)]
    fn include_block_taps(&mut self, sets: &mut FarSets) {
        let Inputs { history, taps, .. } = self.inputs;
        let heap = self.window.next();
        let fresh =
            self.rare.iter().flat_map(|&(r, s)| MarkedTap::of_part(self.inputs.rules, r, s));
        let fresh: Vec<MarkedTap> = fresh.filter(|tap| tap.offset < heap + BLOCK).collect();
        let count = ((self.block_taps + fresh.len()) * BLOCK) as u64;
        self.counters.block += count;
        self.counters.held += if sets.guesses.is_some() { count } else { 0 };
        let (block, _) = taps.split_at(sets.left);
        let inputs = Inputs { wide: self.is_wide(), ..self.inputs };
        for (columns, taps) in [(&self.window, block), (history.small(), &fresh)] {
            if !taps.is_empty() {
                sets.include(self.v, inputs, Insertion { columns, heap, taps });
            }
        }
    }

    /// Whether high bytes matter. A rare heap of which the far stage did not know meets small heaps, which may be rare, and
    /// near taps may meet it.
    #[inline(always)]
    pub(super) fn is_wide(&self) -> bool {
        self.inputs.wide || !self.rare.is_empty()
    }

    /// The least packed value from `from` on that neither set i has nor a near tap gives, if the set has room for it.
    #[inline(always)]
    pub(super) fn first_not_given(
        &self,
        heap: NextHeap<'_>,
        common: &BlockSets,
        i: usize,
        mut from: usize,
    ) -> Option<usize> {
        let (taps, v, wide) = (self.inputs.taps, self.v, self.is_wide());
        let NextHeap { n, before, lacking } = heap;
        loop {
            let x = first_missing(common, i, from)?;
            let packed = x as u16;
            if !taps.group.give(v, before, packed, wide)
                && !taps.rows.give(v, &self.window, n, lacking, packed, wide)
            {
                return Some(x);
            }
            from = x + 1;
        }
    }
}
