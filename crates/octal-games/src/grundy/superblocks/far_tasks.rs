//! The tasks of the far stage.
//!
//! Leading taps and witnesses are inserted for one block after the other, or for several at a time where that is done heap
//! by heap. Whoever inserts the last leading tap of a block goes on with it: trailing taps are swept, and guesses made. What
//! has to be done once all of this is there comes after: rare values are searched for early.

use super::deal::{Tasks, deal};
use super::early;
use super::far::{FarSets, FarStage};
use super::inputs::Inputs;
use super::insertion_tasks::{InsertionTasks, OfBlock};
use super::places;
use super::sets::BlockSets;
use super::sweep::Sweeps;
use super::swept::Swept;
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
        let shifted = places::shifts(inputs.rules).skip(1).map(|shift| block(start - shift));
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
            let left = block.from + places::span(inputs.rules);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::space::SparseSpace;
    use crate::grundy::superblocks::columns::{Columns, Marked};
    use crate::grundy::superblocks::deal::share;
    use crate::grundy::superblocks::guesses::GuessTask;
    use crate::grundy::superblocks::history::History;
    use crate::grundy::superblocks::missing::below;
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
                for heap in places::shifts(&rules).map(|shift| n - shift) {
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
