//! What several tasks insert for a block comes together.
//!
//! Tasks share the taps for a block, and where there are several splitting places its sets are united with those of the
//! block before. Nobody waits for a task: whoever gives the last of what is needed goes on with it.

use super::locked::locked;
use super::places;
use super::sets::{self, BlockSets};
use crate::rules::Rules;
use std::sync::atomic::{AtomicUsize, Ordering::AcqRel};
use std::sync::{Mutex, OnceLock};

/// The sets of some blocks, while tasks insert.
#[derive(Debug)]
pub(super) struct Gathering<'a> {
    rules: &'a Rules,
    /// How many blocks the superblock has.
    here: usize,
    /// Each block of the superblock, and for each shift but the first the first block less the shift.
    blocks: Vec<Gathered>,
}

/// A block, or the first less a shift.
#[derive(Debug)]
struct Gathered {
    /// What has been inserted at the first place.
    part: Mutex<PartlyInserted>,
    /// The same once all has been inserted, if there are several places.
    whole: OnceLock<BlockSets>,
    /// How many of these a block of the superblock still needs.
    needs: AtomicUsize,
}

/// What has been inserted for a block.
#[derive(Debug)]
struct PartlyInserted {
    /// How many tasks have not yet given theirs.
    left: usize,
    sets: Option<BlockSets>,
}

impl<'a> Gathering<'a> {
    /// For the blocks of a superblock, `here` of them, with this many tasks for each.
    pub(super) fn new(rules: &'a Rules, here: usize, tasks: usize) -> Gathering<'a> {
        let shifts = rules.splits.len() - 1;
        let block = |b| Gathered {
            part: Mutex::new(PartlyInserted { left: tasks, sets: None }),
            whole: OnceLock::new(),
            needs: AtomicUsize::new(1 + if b == 0 { shifts } else { shifts.min(1) }),
        };
        Gathering { rules, here, blocks: (0..here + shifts).map(block).collect() }
    }

    /// Adds what a task has inserted for block j, or for the first less a shift. Gives the sets of all blocks of the
    /// superblock to which that was the last contribution, each with its number, to `goes_on`.
    pub(super) fn add(&self, j: usize, sets: BlockSets, goes_on: impl Fn(usize, BlockSets)) {
        let Some(whole) = self.part(j, sets) else { return };
        if self.rules.splits.len() == 1 {
            return goes_on(j, whole);
        }
        self.blocks[j].whole.get_or_init(|| whole);
        let here = self.here;
        let needed_by = if j < here { j..here.min(j + 2) } else { 0..1 };
        for b in needed_by {
            if self.blocks[b].needs.fetch_sub(1, AcqRel) == 1 {
                let whole = |j: usize| self.blocks[j].whole.get().expect("it was counted");
                goes_on(b, places::unite(self.rules, whole, |i| whole(here + i), b));
            }
        }
    }

    /// Adds what a task has inserted for block j; gives all that was, if it is the last.
    fn part(&self, j: usize, mut sets: BlockSets) -> Option<BlockSets> {
        loop {
            let mut part = locked(&self.blocks[j].part);
            match part.sets.take() {
                // What others have given is united without the lock, and counts as theirs still.
                Some(more) => {
                    drop(part);
                    sets::unite(&mut sets, &more);
                }
                None => {
                    part.left -= 1;
                    if part.left == 0 {
                        return Some(sets);
                    }
                    part.sets = Some(sets);
                    return None;
                }
            }
        }
    }

    /// What was united, which nobody needs any more.
    pub(super) fn spent(self) -> impl Iterator<Item = BlockSets> {
        self.blocks.into_iter().filter_map(|block| block.whole.into_inner())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::layout::BLOCK;
    use rayon::prelude::*;

    /// Every block is given once, with all that was inserted for it and for the heaps less each shift, whatever comes
    /// first.
    #[test]
    fn whoever_is_last_goes_on() {
        let mut random = fastrand::Rng::with_seed(3);
        for (code, tasks) in [("0.07", 1), ("0.07", 3), ("0.77", 1), ("0.774", 4)] {
            let rules = Rules::of(&code.parse().unwrap()).unwrap();
            let shifts = places::shifts(&rules).count() - 1;
            let (here, all) = (3, 3 + shifts);
            let inserted: Vec<BlockSets> = (0..all * tasks)
                .map(|_| vec![std::array::from_fn(|_| 1 << random.u8(0..64)); 2])
                .collect();
            let whole = |j: usize| {
                let parts = inserted.iter().skip(j).step_by(all);
                let mut sets = vec![[0; BLOCK]; 2];
                parts.for_each(|part| sets::unite(&mut sets, part));
                sets
            };
            let whole: Vec<BlockSets> = (0..all).map(whole).collect();
            for _ in 0..20 {
                let mut order: Vec<usize> = (0..inserted.len()).collect();
                random.shuffle(&mut order);
                let gathering = Gathering::new(&rules, here, tasks);
                let given: Vec<OnceLock<BlockSets>> = (0..here).map(|_| OnceLock::new()).collect();
                order.into_par_iter().with_max_len(1).for_each(|i| {
                    gathering.add(i % all, inserted[i].clone(), |b, sets| {
                        given[b].set(sets).expect("each once");
                    });
                });
                for (b, given) in given.into_iter().enumerate() {
                    let expected = places::unite(&rules, |j| &whole[j], |i| &whole[here + i], b);
                    assert_eq!(given.into_inner(), Some(expected), "{code}");
                }
                assert_eq!(gathering.spent().count(), if shifts > 0 { all } else { 0 });
            }
        }
    }
}
