//! The middle stage: the block taps that meet heaps before the superblock only.
//!
//! They were not far, because they meet heaps of the superblock that was computed at the same time. Now these are known.
//! With many threads it is the serial stage that the others wait for, and such taps are inserted by all of them before it
//! begins. With few, the serial stage has the time for them.

use super::deal::{OneTask, deal};
use super::far::{FarSets, FarStage};
use super::inputs::Inputs;
use super::tap::{self, Block, Insertion, MarkedTap};
use crate::grundy::kernel::{Job, Kernel, Vector};
use crate::grundy::layout::BLOCK;

/// Inserts them for all blocks of the superblock that the far stage has begun, or holds them against their guesses, in
/// parallel, if there are many threads. `None` if this CPU lacks the kernel.
pub(super) fn insert(inputs: Inputs<'_>, kernel: Kernel, far: &mut FarStage) -> Option<()> {
    if !inputs.watch.has_many_threads() {
        return Some(());
    }
    let start = far.start;
    let tasks = (start..).step_by(BLOCK).zip(&mut far.blocks).map(|(heap, sets)| {
        OneTask::new(move || {
            let (left, _) = inputs.taps.split_at(sets.left);
            sets.left = Block::with_known(heap, start).from;
            let taps = tap::from(left, sets.left);
            if taps.is_empty() {
                return Some(());
            }
            kernel.run(MiddleTask { inputs, heap, taps, sets })
        })
    });
    let tasks: Vec<_> = tasks.collect();
    deal(inputs.watch, &[&tasks]);
    tasks.into_iter().map(OneTask::given).collect()
}

/// The work for one block.
struct MiddleTask<'a> {
    inputs: Inputs<'a>,
    /// The first heap of the block.
    heap: usize,
    taps: &'a [MarkedTap],
    sets: &'a mut FarSets,
}

impl Job for MiddleTask<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self, v: V) {
        let MiddleTask { inputs, heap, taps, sets } = self;
        sets.include(v, inputs, Insertion { columns: inputs.history.last(), heap, taps });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::space::SparseSpace;
    use crate::grundy::superblocks::columns::{Columns, Marked};
    use crate::grundy::superblocks::history::History;
    use crate::grundy::superblocks::sets::BlockSets;
    use crate::grundy::superblocks::stages::MANY_THREADS;
    use crate::grundy::superblocks::taps::TapRanges;
    use crate::rules::Rules;

    /// Many threads insert for each heap what the block taps give that meet heaps before the superblock, and leave the
    /// others; few leave all.
    #[test]
    fn all_that_meets_heaps_before_the_superblock() {
        let space = SparseSpace { mask: 1, position_parity: false, split_parity: 0 };
        let (start, heaps) = (6000, 256);
        let mut random = fastrand::Rng::with_seed(11);
        let mut columns = Columns::new(0, 200);
        for n in 0..start {
            let packed = Marked::new(random.usize(0..100));
            columns.push(if n % 5 == 2 { packed.marked() } else { packed });
        }
        let history = History::all(columns);
        for (code, words) in [("0.07", 2), ("0.774", 2), ("0.07", 40)] {
            let rules = Rules::of(&code.parse().unwrap()).unwrap();
            let rare = (1..900).step_by(13).map(|r| (r, Marked::new(random.usize(0..100))));
            let mut taps = TapRanges::new(&rules, space, rare.collect());
            taps.include(&rules, 0);
            let inputs = Inputs::for_tests(&rules, space, &history, &taps, words);
            for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_supported()) {
                let far =
                    FarStage::new(inputs, kernel, start..start + heaps, false, false).unwrap();
                let by_threads = |threads: usize| {
                    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
                    let mut far = far.clone();
                    pool.build().unwrap().install(|| insert(inputs, kernel, &mut far)).unwrap();
                    far.blocks
                };
                let [few, many] = [MANY_THREADS - 1, MANY_THREADS].map(by_threads);
                let mut count = 0;
                for (b, ((far, few), many)) in far.blocks.iter().zip(few).zip(many).enumerate() {
                    assert_eq!((few.left, &few.common), (far.left, &far.common));
                    assert_eq!(many.left, BLOCK * (b + 1));
                    let (left, _) = taps.split_at(far.left);
                    let inserted = tap::from(left, many.left);
                    count += inserted.len();
                    for (i, x) in (0..BLOCK).flat_map(|i| (0..64 * words).map(move |x| (i, x))) {
                        let n = start + BLOCK * b + i;
                        let gives = |tap: &MarkedTap| tap.given(history.last(), n).bits() == x;
                        let has = |sets: &BlockSets| sets[x / 64][i] >> (x % 64) & 1 != 0;
                        let expected = has(&far.common) || inserted.iter().any(gives);
                        assert_eq!(has(&many.common), expected, "{code} {kernel:?} {n} {x}");
                    }
                }
                assert!(count > 8 * rules.splits.len());
            }
        }
    }
}
