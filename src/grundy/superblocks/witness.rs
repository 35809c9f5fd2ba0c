//! Which witnesses to insert: those that show most of the rare values below G(n) to be values of options.

use super::columns::Columns;
use super::missing::{self, Missing};
use super::places;
use super::stages::Stages;
use super::taps::MarkedTap;
use crate::rules::Rules;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A witness gives at least this many missing values of the sample: for less a search is cheaper.
const LEAST_GAIN: usize = 2;

/// A thread looks at this many taps before it asks for more.
const TAPS_PER_TASK: usize = 64;

/// The splits for which a tap at the first splitting place stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct SplitsOfTaps<'a> {
    /// Has the heaps that they meet.
    pub(super) columns: &'a Columns,
    pub(super) rules: &'a Rules,
}

/// The missing values that a tap gives at all places: of each the number of its bit in the sets.
type Given = Vec<u32>;

impl Missing {
    /// Removes the values that the tap gives.
    pub(super) fn remove(&mut self, splits: SplitsOfTaps<'_>, tap: MarkedTap) {
        for bit in self.given(splits, tap) {
            self.remove_bit(bit);
        }
    }

    /// The missing values that the tap gives. It must not reach beyond the columns.
    fn given(&self, splits: SplitsOfTaps<'_>, tap: MarkedTap) -> Given {
        let places = splits.rules.splits.len();
        let mut given = vec![0; places * self.heaps.len() + 1];
        let mut count = 0;
        for shift in places::shifts(splits.rules) {
            let sets = self.heaps.iter().zip(self.sets.chunks_exact(self.words)).enumerate();
            for (i, (&heap, set)) in sets {
                // If the tap meets a rare heap, this is a value that no set has.
                let packed = tap.given(splits.columns, heap - shift).bits();
                let word = set.get(packed / 64).copied().unwrap_or(0);
                // The next one overwrites it unless it is missing: a branch could not be predicted.
                given[count] = (64 * self.words * i + packed) as u32;
                count += (word >> (packed % 64) & 1) as usize;
            }
        }
        given.truncate(count);
        given.shrink_to_fit();
        if places > 1 {
            // Two places may give the same value.
            given.sort_unstable();
            given.dedup();
        }
        given
    }

    fn is_missing(&self, bit: u32) -> bool {
        self.sets[bit as usize / 64] >> (bit % 64) & 1 != 0
    }

    /// Removes a value; returns whether it was the last that was missing at its heap.
    fn remove_bit(&mut self, bit: u32) -> bool {
        let was_missing = self.is_missing(bit);
        self.sets[bit as usize / 64] &= !(1 << (bit % 64));
        let from = bit as usize / 64 / self.words * self.words;
        was_missing && missing::count(&self.sets[from..from + self.words]) == 0
    }

    /// Chooses witnesses: first a tap that gives most missing values, or nearly so, then one that gives
    /// most of what is still missing, and so on, while each gives [`LEAST_GAIN`] or more, and something is
    /// missing at one heap in 1000. No tap may reach beyond the columns. The answer also tells how long
    /// the parallel part took.
    ///
    /// A gain can only become less, so few of the taps not yet chosen have to be looked at again.
    /// O(taps · heaps), and then a few taps a step.
    pub(super) fn choose(
        mut self,
        splits: SplitsOfTaps<'_>,
        taps: &[MarkedTap],
        is_timed: bool,
    ) -> (Vec<MarkedTap>, Stages) {
        let given = |&tap: &MarkedTap| self.given(splits, tap);
        let shares = taps.par_chunks(TAPS_PER_TASK);
        let share = |taps: &[MarkedTap]| taps.iter().map(given).collect::<Vec<_>>();
        let (mut given, stages) = Stages::of(is_timed, |watch| {
            let given = shares.map(|taps| watch.task(|| share(taps)));
            given.flatten_iter().collect::<Vec<Given>>()
        });
        // Of those that give the same, the first.
        let gains = given.iter().enumerate().map(|(i, given)| (given.len(), Reverse(i)));
        let mut queue: BinaryHeap<(usize, Reverse<usize>)> = gains.collect();
        let mut left = self.sets.chunks(self.words).filter(|set| missing::count(set) > 0).count();
        let mut chosen = vec![];
        while left > self.heaps.len() / 1000
            && let Some((_, Reverse(i))) = queue.pop()
        {
            // The gains in the queue are upper bounds; 7/8 of the next one is good enough.
            given[i].retain(|&bit| self.is_missing(bit));
            let now = given[i].len();
            if queue.peek().is_some_and(|next| 7 * next.0 > 8 * now) {
                queue.push((now, Reverse(i)));
                continue;
            }
            if now < LEAST_GAIN {
                break;
            }
            left -= given[i].iter().filter(|&&bit| self.remove_bit(bit)).count();
            chosen.push(taps[i]);
        }
        (chosen, stages)
    }
}
