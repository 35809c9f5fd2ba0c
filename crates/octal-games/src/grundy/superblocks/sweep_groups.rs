//! Blocks that are swept together wait for the last of them.
//!
//! What a tap meets is read once for all blocks of a group. Nobody waits for a task: whoever inserts the last leading tap of a
//! group sweeps it at once.

use super::deal::share;
use super::locked::locked;
use super::sets::BlockSets;
use super::sweep::Sweeps;
use super::swept::Swept;
use super::tap::Block;
use std::mem;
use std::sync::{Arc, Mutex};

/// The blocks of a superblock, some of which are swept together.
#[derive(Debug)]
pub(super) struct SweepGroups<'a> {
    sweeps: Sweeps<'a>,
    blocks: Arc<[Block]>,
    /// How many of them are in groups, the first ones.
    here: usize,
    /// How many blocks a group has; the last may have fewer.
    per_group: usize,
    /// Of each group the blocks that wait, by their numbers.
    waiting: Vec<Mutex<Vec<(usize, BlockSets)>>>,
}

impl<'a> SweepGroups<'a> {
    /// For the first `here` of these blocks, in as few groups as keep all threads at work.
    pub(super) fn new(sweeps: Sweeps<'a>, blocks: Arc<[Block]>, here: usize) -> SweepGroups<'a> {
        let per_group = share(here);
        let waiting = (0..here).step_by(per_group).map(|_| Mutex::default()).collect();
        SweepGroups { sweeps, blocks, here, per_group, waiting }
    }

    /// Adds what leading taps give for block b. If it is the last of its group, all of them are swept and given to
    /// `goes_on`, each with its number; none is if this CPU lacks the kernel.
    pub(super) fn add(&self, b: usize, sets: BlockSets, goes_on: impl Fn(usize, Swept)) {
        let group = b / self.per_group;
        let in_all = self.per_group.min(self.here - self.per_group * group);
        let mut waiting = locked(&self.waiting[group]);
        waiting.push((b, sets));
        if waiting.len() < in_all {
            return;
        }
        let all = mem::take(&mut *waiting);
        drop(waiting);
        let (numbers, all): (Vec<usize>, _) =
            all.into_iter().map(|(b, sets)| (b, (self.blocks[b], sets))).unzip();
        for (b, swept) in numbers.into_iter().zip(self.sweeps.run(all).into_iter().flatten()) {
            goes_on(b, swept);
        }
    }
}
