//! Which witnesses to insert: those that show most of the rare values below G(n) to be options.

use super::columns::Columns;
use super::missing::{self, Missing};
use super::taps::MarkedTap;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::iter;

/// A witness gives at least this many missing values of the sample: for less a search is cheaper.
const LEAST_GAIN: usize = 2;
/// TapRanges looked at again side by side.
const AGAIN: usize = 32;

impl Missing {
    /// How many missing values the tap gives.
    fn gain(&self, columns: &Columns, tap: MarkedTap) -> usize {
        let sets = self.heaps.iter().zip(self.sets.chunks_exact(self.words));
        let bits = sets.map(|(&heap, set)| {
            let number = given(columns, heap, tap);
            // Most of these bits cannot be foretold: they are added up, not asked for.
            set.get(number / 64).map_or(0, |word| word >> (number % 64) & 1)
        });
        bits.sum::<u64>() as usize
    }

    /// Removes the values that the tap gives; returns for how many heaps nothing is missing then.
    fn remove(&mut self, columns: &Columns, tap: MarkedTap) -> usize {
        let sets = self.heaps.iter().zip(self.sets.chunks_exact_mut(self.words));
        let emptied = sets.filter_map(|(&heap, set)| {
            let number = given(columns, heap, tap);
            let word = set.get_mut(number / 64)?;
            let bit = 1 << (number % 64);
            let was_missing = *word & bit != 0;
            *word &= !bit;
            (was_missing && missing::count(set) == 0).then_some(())
        });
        emptied.count()
    }

    /// Chooses witnesses: first the tap that gives most missing values, then the one that gives most of
    /// what is still missing, and so on, while each gives [`LEAST_GAIN`] or more, and something is
    /// missing at one heap in 1000. No tap may reach beyond the columns.
    ///
    /// About 4·`pool` of the taps, evenly spread, are candidates. A gain can only become less, so few of
    /// the candidates not yet chosen have to be looked at again. O(pool · heaps), and then a few taps a
    /// step.
    pub(super) fn choose(
        mut self,
        columns: &Columns,
        taps: Vec<MarkedTap>,
        pool: usize,
    ) -> Vec<MarkedTap> {
        let step = taps.len().div_ceil(4 * pool).max(1);
        // Of those that give the same, the first.
        let gain = |missing: &Missing, i: usize| (missing.gain(columns, taps[i]), Reverse(i));
        let looked_at = (0..taps.len()).into_par_iter().step_by(step);
        let gains: Vec<(usize, Reverse<usize>)> = looked_at.map(|i| gain(&self, i)).collect();
        let mut queue = BinaryHeap::from(gains);
        let mut left = self.sets.chunks(self.words).filter(|set| missing::count(set) > 0).count();
        let mut chosen = vec![];
        while left > self.heaps.len() / 1000
            && let Some((_, Reverse(i))) = queue.pop()
        {
            let now = gain(&self, i);
            if queue.peek().is_some_and(|next| 7 * next.0 > 8 * now.0) {
                queue.push(now);
                let again: Vec<_> = iter::from_fn(|| queue.pop()).take(AGAIN).collect();
                queue.par_extend(again.into_par_iter().map(|(_, Reverse(i))| gain(&self, i)));
                continue;
            }
            if now.0 < LEAST_GAIN {
                break;
            }
            left -= self.remove(columns, taps[i]);
            chosen.push(taps[i]);
        }
        chosen
    }
}

/// The packed value that the tap gives for this heap; if the tap meets a rare heap, one that no set has.
fn given(columns: &Columns, heap: usize, tap: MarkedTap) -> usize {
    columns.get(heap, tap.offset).xor(tap.packed).bits()
}
