//! The hand-over to the engines that compute many heaps at once, and back.

use super::tuning::{Counters, HandOvers, Tuning};
use crate::grundy::blocks::{self, Blocks};
use crate::grundy::error::GrundyError;
use crate::grundy::kernel::Kernel;
use crate::grundy::sparse::Sparse;
use crate::grundy::superblocks::{self, Deferral, Superblocks};
use crate::grundy::values::Values;

/// The engines that continue a sequence while they can, and when each of them is tried next.
#[derive(Clone, Debug)]
pub(super) struct HandOver {
    tuning: Tuning,
    blocks: Option<Box<Blocks>>,
    /// The memory of the last blocks that ended, for the next.
    spare: Vec<u8>,
    /// The heap at which blocks are tried next.
    blocks_at: usize,
    /// Computes heaps while blocks cannot.
    superblocks: Option<Box<Superblocks>>,
    /// The heap from which on superblocks are tried.
    superblocks_from: usize,
    counters: Counters,
}

impl HandOver {
    pub(super) fn new(tuning: &Tuning) -> HandOver {
        let superblocks = tuning.superblocks.clamped();
        HandOver {
            tuning: Tuning { superblocks, ..*tuning },
            blocks: None,
            spare: vec![],
            blocks_at: tuning.blocks.start,
            superblocks: None,
            superblocks_from: 0,
            counters: Counters::default(),
        }
    }

    /// Bytes that the engines in use keep.
    pub(super) fn memory(&self) -> u64 {
        let blocks = self.blocks.as_ref().map_or(0, |blocks| blocks.memory());
        let superblocks = self.superblocks.as_ref().map_or(0, |superblocks| superblocks.memory());
        blocks + superblocks + self.spare.capacity() as u64
    }

    /// The counters of blocks, superblocks and hand-overs.
    pub(super) fn counters(&self) -> Counters {
        self.counters
    }

    /// Computes some of the next heaps, none beyond `to`, by the fastest engine that can. From heap
    /// `end` on another mask may be in use.
    pub(super) fn advance(
        &mut self,
        sparse: &mut Sparse,
        to: usize,
        end: usize,
        kernel: Kernel,
    ) -> Result<(), GrundyError> {
        let n = sparse.len();
        if !self.superblocks.as_ref().is_some_and(|superblocks| superblocks.is_ahead()) {
            self.by_blocks(sparse, to, end, kernel)?;
        }
        if sparse.len() > n || self.by_superblocks(sparse, to, end, kernel)? {
            return Ok(());
        }
        // Only the next heap, and the heaps after it as long as no other engine is to be tried.
        let rare = sparse.last_rare();
        let tries = [end, self.blocks_at, self.first_superblock(sparse)];
        let next_try = tries.into_iter().filter(|&heap| heap > n).min().unwrap_or(usize::MAX);
        let is_alone = self.blocks.is_none();
        sparse.advance(if is_alone { to.min(next_try - 1) } else { n }, kernel)?;
        match sparse.last_rare() {
            Some(last) if rare != Some(last) => self.end_blocks(sparse, last),
            _ => {}
        }
        Ok(())
    }

    /// Computes some of the next heaps in blocks, if it can.
    fn by_blocks(
        &mut self,
        sparse: &mut Sparse,
        to: usize,
        end: usize,
        kernel: Kernel,
    ) -> Result<(), GrundyError> {
        let n = sparse.len();
        if n == self.blocks_at {
            self.take_blocks();
            sparse.claim(self.memory() + blocks::memory(&sparse.state(), &self.tuning.blocks))?;
            let (spare, tuning) = (std::mem::take(&mut self.spare), &self.tuning.blocks);
            self.blocks = Blocks::within(spare, &sparse.state(), tuning, kernel).map(Box::new);
            if self.blocks.is_some() {
                self.superblocks = None;
                self.hand_overs().to_blocks += 1;
            }
        }
        let Some(blocks) = &mut self.blocks else { return Ok(()) };
        let extended = match sparse.values_mut() {
            Values::Bytes(values) => blocks.extend(values, to, end),
            Values::Words(values) => blocks.extend(values, to, end),
        };
        self.counters.blocks += blocks.take_counters();
        if extended.is_err() {
            self.hand_overs().not_packed += 1;
            self.take_blocks();
        }
        sparse.follow(n);
        Ok(())
    }

    /// Continues by a superblock, or by the part of it that is asked for. Returns false if it
    /// cannot.
    fn by_superblocks(
        &mut self,
        sparse: &mut Sparse,
        to: usize,
        end: usize,
        kernel: Kernel,
    ) -> Result<bool, GrundyError> {
        let n = sparse.len();
        if self.superblocks.is_none() && n >= self.first_superblock(sparse) {
            let tuning = &self.tuning.superblocks;
            sparse.claim(self.memory() + superblocks::memory(&sparse.state(), tuning))?;
            self.superblocks = Superblocks::new(&sparse.state(), tuning, kernel).map(Box::new);
            match self.superblocks {
                Some(_) => {
                    self.hand_overs().to_superblocks += 1;
                    self.spare = vec![];
                }
                None => self.superblocks_from = end,
            }
        }
        let Some(superblocks) = &mut self.superblocks else { return Ok(false) };
        let stop = if self.blocks_at > n { end.min(self.blocks_at) } else { end };
        let advanced = match sparse.values_mut() {
            Values::Bytes(values) => superblocks.advance(values, to, stop),
            Values::Words(values) => superblocks.advance(values, to, stop),
        };
        self.counters.superblocks += superblocks.take_counters();
        match advanced {
            Ok(()) => self.follow_superblocks(sparse, n),
            Err(Deferral::TooWide) => sparse.widen(self.memory())?,
            Err(deferral) => {
                self.end_superblocks(deferral, n, end);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Accepts the heaps from n on, which were computed in superblocks.
    fn follow_superblocks(&mut self, sparse: &mut Sparse, n: usize) {
        sparse.follow(n);
        let Some(superblocks) = &self.superblocks else { return };
        // They know their rare heaps; to look for them takes longer.
        if superblocks.last_rare() >= n {
            sparse.list_rare(n);
        }
        // Blocks are planned by whole superblocks, whatever was asked for.
        let is_ahead = superblocks.is_ahead();
        let recent = sparse.len().saturating_sub(self.tuning.superblocks.superblock);
        if !is_ahead && sparse.last_rare().is_some_and(|r| r >= recent) {
            self.plan_blocks(sparse, sparse.len());
        }
    }

    /// Ends superblocks at heap n.
    fn end_superblocks(&mut self, deferral: Deferral, n: usize, end: usize) {
        let kept = self.superblocks.take().map_or(0, |superblocks| superblocks.kept());
        self.superblocks_from = end;
        if deferral == Deferral::Forgotten {
            self.hand_overs().needed_history += 1;
            self.tuning.superblocks.history = kept.saturating_mul(2);
            self.superblocks_from = n + 1;
        }
    }

    /// Ends blocks at the rare heap n.
    fn end_blocks(&mut self, sparse: &Sparse, n: usize) {
        self.plan_blocks(sparse, n);
        if self.take_blocks() {
            self.hand_overs().new_rare += 1;
            // Superblocks take O(n) to begin, for nothing if blocks follow soon.
            if self.blocks_at <= n + n / 64 {
                self.superblocks_from = self.blocks_at + 1;
            }
        }
    }

    /// Ends blocks, if there are any, and keeps their memory. True if there were any.
    fn take_blocks(&mut self) -> bool {
        let Some(blocks) = self.blocks.take() else { return false };
        self.spare = blocks.into_memory();
        true
    }

    /// Ends all engines because the mask changes.
    pub(super) fn end_all(&mut self) {
        let are_ended = self.take_blocks();
        self.hand_overs().new_space += u64::from(are_ended);
        self.superblocks = None;
    }

    /// Decides when blocks are tried next, from heap n on: as soon as the last rare heap is far
    /// enough away.
    pub(super) fn plan_blocks(&mut self, sparse: &Sparse, n: usize) {
        let rare = sparse.last_rare().unwrap_or(0);
        self.blocks_at = blocks::first_heap(sparse.rules(), &self.tuning.blocks, rare).max(n);
    }

    /// The first heap that superblocks may begin with; `usize::MAX` if there is none.
    fn first_superblock(&self, sparse: &Sparse) -> usize {
        if self.blocks.is_some() || sparse.rules().splits.is_empty() {
            return usize::MAX;
        }
        let first = superblocks::first_heap(sparse.rules(), &self.tuning.superblocks);
        first.max(self.superblocks_from)
    }

    fn hand_overs(&mut self) -> &mut HandOvers {
        &mut self.counters.hand_overs
    }

    /// Ends blocks, to be tried again at heap `heap`.
    #[cfg(test)]
    pub(super) fn end_blocks_until(&mut self, heap: usize) {
        self.blocks = None;
        self.blocks_at = heap;
    }
}
