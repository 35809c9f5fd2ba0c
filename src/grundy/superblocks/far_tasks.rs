//! The tasks of the far stage.
//!
//! Leading taps and witnesses are inserted for one block after the other, or for several at a time where that is done heap
//! by heap. What has to be done once all of them are there comes after: trailing taps are swept, with guesses after that, and
//! rare values are searched for early.

use super::deal::{ManyTasks, Tasks, deal};
use super::early;
use super::far::{FarSets, FarStage};
use super::guesses::GuessTask;
use super::inputs::Inputs;
use super::insertion_tasks::{InsertionTasks, OfBlock};
use super::places;
use super::sets::BlockSets;
use super::sweep;
use super::tap::Block;
use crate::grundy::kernel::Kernel;
use crate::grundy::layout::BLOCK;
use std::ops::Range;
use std::sync::Arc;

/// The tasks of the far stage of one superblock.
pub(super) struct FarTasks<'a> {
    inputs: Inputs<'a>,
    kernel: Kernel,
    /// The first heap of the superblock.
    start: usize,
    /// How many blocks the superblock has.
    here: usize,
    /// Whether guesses are made.
    guesses: bool,
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
        deal(inputs.watch, &[&tasks]);
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
        let shifted = places::shifts(inputs.rules).skip(1).map(|shift| block(start - shift));
        let here = superblock.step_by(BLOCK).map(block);
        let blocks: Arc<[Block]> = here.chain(shifted).collect();
        let here = heaps / BLOCK;
        let nearest = blocks.iter().map(|block| block.from).min().unwrap_or(0);
        let insertions = |taps| InsertionTasks::new(inputs, kernel, blocks.clone(), here, taps);
        let mut leading = insertions(inputs.taps.leading_from(nearest));
        // Witnesses are far for all blocks.
        let witnesses = insertions(&inputs.taps.witnesses);
        if guesses && inputs.taps.trailing_from(nearest).is_empty() {
            leading.make_guesses();
        }
        FarTasks { inputs, kernel, start, here, guesses, leading, witnesses }
    }

    /// The far stage, once the tasks have been dealt, and what nobody needs any more. `None` if this CPU lacks the kernel.
    pub(super) fn finish(self, searches: bool) -> Option<(FarStage, Vec<BlockSets>)> {
        let FarTasks { inputs, kernel, start, here, guesses, leading, witnesses } = self;
        let (blocks, makes_guesses) = (leading.blocks.clone(), leading.makes_guesses());
        let here = &blocks[..here];
        let (leading, spent) = leading.given()?;
        let (witnesses, more_spent) = witnesses.given()?;
        let of_block = |((block, common), rare): ((&Block, OfBlock), OfBlock)| FarSets {
            from: block.from,
            // At later places than the first a part that the far stage has not inserted has larger offsets.
            left: block.from + places::span(inputs.rules),
            common: common.sets,
            known: sweep::ALL_KNOWN,
            rare: rare.sets,
            early: vec![],
            guesses: common.guesses,
            lacking: 0,
        };
        let mut blocks: Vec<FarSets> =
            here.iter().zip(leading).zip(witnesses).map(of_block).collect();
        let swept = sweep::sweep(inputs, kernel, here, &mut blocks, sweep::MOST_SWEEPS)?;
        if guesses && !makes_guesses {
            let limit = inputs.room.limit();
            let tasks = ManyTasks::new(blocks.len(), |b| {
                let FarSets { common, known, .. } = &blocks[b];
                kernel.run(GuessTask { sets: common, known, limit })
            });
            deal(inputs.watch, &[&tasks]);
            let made = tasks.given();
            for (sets, guesses) in blocks.iter_mut().zip(made) {
                sets.guesses = Some(guesses?);
            }
        }
        for sets in blocks.iter_mut().filter(|sets| sets.guesses.is_some()) {
            sets.lacking = sets.left;
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::space::SparseSpace;
    use crate::grundy::superblocks::columns::{Columns, Marked};
    use crate::grundy::superblocks::history::History;
    use crate::grundy::superblocks::sets::insert;
    use crate::grundy::superblocks::tap;
    use crate::grundy::superblocks::taps::TapRanges;
    use crate::rules::Rules;

    const START: usize = 6000;
    const HEAPS: usize = 256;

    /// Taps from this offset on, at the first splitting place, are far for this heap.
    fn far_from(heap: usize) -> usize {
        HEAPS + BLOCK + heap.saturating_sub(START) / BLOCK * BLOCK
    }

    /// The sets of each block have what far taps give, whether one task inserts them or several do, into planes or heap by
    /// heap, and guesses are those that the sets miss; with each kernel, for any number of threads.
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
        let (mut fused, mut shared) = (0, 0);
        for (code, words, step) in [("0.07", 2, 7), ("0.774", 2, 7), ("0.77", 40, 1)] {
            let rules = Rules::of(&code.parse().unwrap()).unwrap();
            let rare = (1..2500).step_by(step).map(|r| (r, Marked::new(random.usize(0..100))));
            let mut taps = TapRanges::new(&rules, space, rare.collect());
            taps.include(&rules, 0);
            let inputs = Inputs::for_tests(&rules, space, &history, &taps, words);
            let all = taps.first_place();
            let of_heap = |n: usize| {
                let mut sets = vec![[0; BLOCK]; words];
                for heap in places::shifts(&rules).map(|shift| n - shift) {
                    for tap in tap::from(&all, far_from(heap)) {
                        insert(&mut sets, 0, tap.given(history.last(), heap).bits());
                    }
                }
                sets.iter().map(|words| words[0]).collect::<Vec<u64>>()
            };
            let expected: Vec<Vec<u64>> = (START..START + HEAPS).map(of_heap).collect();
            let kernels = Kernel::ALL.into_iter().filter(|kernel| kernel.is_supported());
            for (kernel, threads) in kernels.flat_map(|kernel| [1, 2, 8].map(|t| (kernel, t))) {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                let superblock = START..START + HEAPS;
                let tasks = || FarTasks::new(inputs, kernel, superblock.clone(), true).leading;
                let (guesses, shares) =
                    pool.install(|| (tasks().makes_guesses(), tasks().shares()));
                fused += usize::from(guesses);
                shared += usize::from(shares > 1);
                let far =
                    pool.install(|| FarStage::new(inputs, kernel, superblock.clone(), true, false));
                let blocks = far.unwrap().blocks;
                for (sets, expected) in blocks.iter().zip(expected.chunks(BLOCK)) {
                    for (i, expected) in expected.iter().enumerate() {
                        assert!(
                            sets.common.iter().map(|words| words[i]).eq(expected.iter().copied())
                        );
                    }
                    assert_eq!(sets.lacking, sets.left);
                    let FarSets { common, known, .. } = sets;
                    let limit = inputs.room.limit();
                    let made = kernel.run(GuessTask { sets: common, known, limit });
                    assert_eq!(format!("{:?}", sets.guesses), format!("{made:?}"), "{code}");
                }
            }
        }
        assert!(fused > 0 && shared > 1, "{fused} {shared}");
    }
}
