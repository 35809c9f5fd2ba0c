//! The tasks of the far stage.
//!
//! Leading taps and witnesses are inserted for one block after the other, or for several at a time where that is done heap
//! by heap. What has to be done once all of them are there comes after: the sets of several splitting places are united,
//! trailing taps are swept, and guesses are made, if they were not made by the tasks.

use super::deal::{ManyTasks, deal};
use super::early;
use super::far::{FarSets, FarStage};
use super::guesses::{Guesses, MANY};
use super::inputs::Inputs;
use super::insertion_tasks::{Inserted, InsertionTasks};
use super::places;
use super::sets::BlockSets;
use super::sweep;
use super::tap::Block;
use crate::grundy::kernel::{Job, Kernel, Vector};
use crate::grundy::layout::BLOCK;
use rayon::prelude::*;
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
    pub(super) leading: InsertionTasks<'a>,
    pub(super) witnesses: InsertionTasks<'a>,
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
        let [leading, witnesses] = [&tasks.leading, &tasks.witnesses].map(InsertionTasks::tasks);
        deal(&[&leading, &witnesses]);
        tasks.finish(leading.given(), witnesses.given(), searches)
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
        let insertions = |taps| InsertionTasks::new(inputs, kernel, blocks.clone(), taps);
        let mut leading = insertions(inputs.taps.leading_from(nearest));
        // Witnesses are far for all blocks.
        let witnesses = insertions(&inputs.taps.witnesses);
        let is_all = blocks.len() == here && inputs.taps.trailing_from(nearest).is_empty();
        if guesses && is_all {
            leading.make_guesses();
        }
        FarTasks { inputs, kernel, start, here, guesses, leading, witnesses }
    }

    /// The far stage, of what the tasks have given. `None` if this CPU lacks the kernel.
    pub(super) fn finish(
        &self,
        leading: Vec<Option<Inserted>>,
        witnesses: Vec<Option<Inserted>>,
        searches: bool,
    ) -> Option<FarStage> {
        let FarTasks { inputs, kernel, here, .. } = *self;
        let leading = self.leading.of_blocks(leading)?;
        let witnesses = self.witnesses.of_blocks(witnesses)?;
        let blocks = leading.into_iter().zip(witnesses);
        let (given, guesses): (Vec<_>, Vec<_>) =
            blocks.map(|(block, rare)| ([block.sets, rare.sets], block.guesses)).unzip();
        let (mut common, rare) = united(inputs, given, here);
        let here = &self.leading.blocks[..here];
        let swept = sweep::sweep(inputs, kernel, here, &mut common, sweep::MOST_SWEEPS)?;
        let sets = here.iter().zip(common).zip(rare).zip(swept.known).zip(guesses);
        let mut blocks: Vec<FarSets> = sets
            .map(|((((block, common), rare), known), guesses)| FarSets {
                from: block.from,
                // At later places than the first a part that the far stage has not inserted has larger offsets.
                left: block.from + places::span(inputs.rules),
                common,
                known,
                rare,
                early: vec![],
                guesses,
                lacking: 0,
            })
            .collect();
        if self.guesses && !self.leading.makes_guesses() {
            let guess = |sets| kernel.run(GuessTask { sets, limit: inputs.room.limit() });
            let tasks = ManyTasks::new(blocks.len(), |b| inputs.watch.task(|| guess(&blocks[b])));
            deal(&[&tasks]);
            let made = tasks.given();
            for (sets, guesses) in blocks.iter_mut().zip(made) {
                sets.guesses = Some(guesses?);
            }
        }
        for sets in blocks.iter_mut().filter(|sets| sets.guesses.is_some()) {
            sets.lacking = sets.left;
        }
        if searches {
            blocks.par_iter_mut().zip(here).with_max_len(1).try_for_each(|(sets, block)| {
                let FarSets { common, rare, .. } = sets;
                sets.early = early::search(inputs, kernel, *block, common, rare)?;
                Some(())
            })?;
        }
        let (order, included) = (inputs.order.clone(), inputs.taps.included());
        Some(FarStage { start: self.start, order, blocks, included, swept: swept.compared })
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
    let tasks = ManyTasks::new(blocks, unite);
    deal(&[&tasks]);
    tasks.given().into_iter().map(Into::into).unzip()
}

/// Makes guesses for a block.
struct GuessTask<'a> {
    sets: &'a FarSets,
    limit: usize,
}

impl Job for GuessTask<'_> {
    type Output = Box<Guesses>;

    #[inline(always)]
    fn run<V: Vector>(self, v: V) -> Box<Guesses> {
        self.sets.make_guesses::<MANY, V>(v, self.limit)
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
                    let made = kernel.run(GuessTask { sets, limit: inputs.room.limit() });
                    assert_eq!(format!("{:?}", sets.guesses), format!("{made:?}"), "{code}");
                }
            }
        }
        assert!(fused > 0 && shared > 1, "{fused} {shared}");
    }
}
