//! Where the engines that compute many heaps at a time take over, and what comes back from them.

use super::{Sequence, Stop};
use crate::grundy::blocks::{self, Blocked};
use crate::grundy::driver::tuning::Tuning;
use crate::grundy::kernel::Kernel;
use crate::grundy::state::State;
use crate::grundy::superblocks::{self, Bulk, Left};
use crate::grundy::values::Value;

impl Sequence {
    /// Goes on with the engine that can, and says by how many heaps.
    pub(super) fn extend_at_once<V: Value>(
        &mut self,
        values: &mut Vec<V>,
        to: usize,
        kernel: Kernel,
    ) -> Result<usize, Stop> {
        let is_ahead = self.bulk.as_ref().is_some_and(|bulk| bulk.is_ahead());
        let in_blocks = if is_ahead { 0 } else { self.extend_in_blocks(values, to, kernel) };
        if in_blocks > 0 { Ok(in_blocks) } else { self.extend_in_bulk(values, to, kernel) }
    }

    /// Computes as many heaps in blocks as it can, and says how many.
    fn extend_in_blocks<V: Value>(
        &mut self,
        values: &mut Vec<V>,
        to: usize,
        kernel: Kernel,
    ) -> usize {
        let n = values.len();
        if n == self.hand_over {
            self.blocked = self.hand_over(values, kernel).map(Box::new);
            if self.blocked.is_some() {
                self.bulk = None;
            }
            self.counters.blocked.hand_overs += u64::from(self.blocked.is_some());
        }
        let Some(blocked) = &mut self.blocked else { return 0 };
        let counters = &mut self.counters.blocked;
        if blocked.extend(values, to, self.next_choice, counters).is_none() {
            counters.no_short += 1;
            self.blocked = None;
        }
        values.len() - n
    }

    /// Goes on by a superblock, or by the part of it that is asked for, and says how many heaps.
    fn extend_in_bulk<V: Value>(
        &mut self,
        values: &mut Vec<V>,
        to: usize,
        kernel: Kernel,
    ) -> Result<usize, Stop> {
        let n = values.len();
        if self.bulk.is_none() && self.may_be_bulk(n) {
            let state = self.state(values);
            let tuning = Tuning { history: self.history, ..self.tuning };
            self.bulk = Bulk::new(&state, &tuning, kernel).map(Box::new);
            self.counters.bulk.hand_overs += u64::from(self.bulk.is_some());
            if self.bulk.is_none() {
                self.bulk_from = self.next_choice;
            }
        }
        let Some(bulk) = &mut self.bulk else { return Ok(0) };
        let blocks = if self.hand_over > n { self.hand_over } else { usize::MAX };
        let stop = self.next_choice.min(blocks);
        let counters = &mut self.counters.bulk;
        if !bulk.is_ahead()
            && let Err(left) = bulk.extend(stop, counters)
        {
            self.bulk_from = match left {
                Left::Forgotten => {
                    counters.needed_middle += 1;
                    self.history = bulk.kept().saturating_mul(2);
                    n + 1
                }
                Left::TooLarge | Left::NotHere => self.next_choice,
            };
            self.bulk = None;
            return Ok(0);
        }
        bulk.hand_out(values, to).ok_or(Stop::TooShort)?;
        let is_ahead = bulk.is_ahead();
        for (n, value) in (n..).zip(&values[n..]) {
            if self.space.is_rare(n, value.get()) {
                self.push_rare(n, value.get());
            }
        }
        // Blocks are planned by whole superblocks, whatever was asked for.
        let superblock = self.tuning.superblock;
        if !is_ahead && self.rare.last().is_some_and(|&r| r + superblock >= values.len()) {
            self.plan_hand_over(values.len());
        }
        Ok(values.len() - n)
    }

    /// Ends blocks at the rare heap n.
    pub(super) fn end_blocks(&mut self, n: usize) {
        self.plan_hand_over(n);
        if self.blocked.take().is_some() {
            self.counters.blocked.new_rare += 1;
            // Superblocks take O(n) to begin, for nothing if blocks follow soon.
            if self.hand_over <= n + n / 64 {
                self.bulk_from = self.hand_over + 1;
            }
        }
    }

    /// Whether superblocks may begin with heap n.
    fn may_be_bulk(&self, n: usize) -> bool {
        let first = superblocks::first_heap(&self.rules, &self.tuning).max(self.tuning.start);
        let possible = self.tuning.superblock > 0 && !self.rules.splits.is_empty();
        possible && self.blocked.is_none() && n >= first.max(self.bulk_from)
    }

    fn state<'a, V: Value>(&'a self, values: &'a [V]) -> State<'a> {
        State { rules: &self.rules, space: self.space, values: V::slice(values), rare: &self.rare }
    }

    fn hand_over<V: Value>(&self, values: &[V], kernel: Kernel) -> Option<Blocked> {
        Blocked::new(&self.state(values), &self.tuning, kernel)
    }

    /// Decides when blocks are tried next, from heap n on: as soon as the last rare heap is far
    /// enough away.
    pub(super) fn plan_hand_over(&mut self, n: usize) {
        let rare = self.rare.last().copied().unwrap_or(0);
        let first = blocks::first_heap(&self.rules, &self.tuning, rare);
        self.hand_over = first.max(n);
    }
}
