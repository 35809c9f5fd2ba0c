//! Which witnesses to insert: those that show most of the rare values below G(n) to be options.

use super::columns::Lanes;
use super::missing::{self, Wanted};
use super::taps::Tap;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::iter;

/// What a witness has to give of all heaps learnt from: for less a search is cheaper.
const LEAST: usize = 2;
/// Taps looked at again side by side.
const AGAIN: usize = 32;

impl Wanted {
    /// How many wanted numbers the tap gives.
    fn gain(&self, lanes: &Lanes, tap: Tap) -> usize {
        let sets = self.heaps.iter().zip(self.sets.chunks_exact(self.words));
        let bits = sets.map(|(&heap, set)| {
            let number = given(lanes, heap, tap);
            // Most of these bits cannot be foretold: they are added up, not asked for.
            set.get(number / 64).map_or(0, |word| word >> (number % 64) & 1)
        });
        bits.sum::<u64>() as usize
    }

    /// Takes out the numbers that the tap gives; returns how many heaps that leaves without any.
    fn take_out(&mut self, lanes: &Lanes, tap: Tap) -> usize {
        let sets = self.heaps.iter().zip(self.sets.chunks_exact_mut(self.words));
        let emptied = sets.filter_map(|(&heap, set)| {
            let number = given(lanes, heap, tap);
            let word = set.get_mut(number / 64)?;
            let bit = 1 << (number % 64);
            let is_wanted = *word & bit != 0;
            *word &= !bit;
            (is_wanted && missing::count(set) == 0).then_some(())
        });
        emptied.count()
    }

    /// Of the taps, none of which reaches beyond the heaps, keeps one that gives most wanted numbers, up
    /// to an eighth, then one that gives most of what is missing, and so on, while each gives [`LEAST`]
    /// or more and something is missing at one heap in 1000.
    ///
    /// About 4·`pool` taps, evenly spread, are looked at. What a tap gives only becomes less, so that
    /// of those not yet taken few have to be looked at again. O(pool · heaps), and then a few taps a
    /// step.
    pub(super) fn choose(mut self, lanes: &Lanes, taps: &mut Vec<Tap>, pool: usize) {
        let step = taps.len().div_ceil(4 * pool).max(1);
        // Of those that give the same, the first.
        let gain = |wanted: &Wanted, i: usize| (wanted.gain(lanes, taps[i]), Reverse(i));
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
            if now.0 < LEAST {
                break;
            }
            left -= self.take_out(lanes, taps[i]);
            chosen.push(taps[i]);
        }
        *taps = chosen;
    }
}

/// The number that the tap gives of a heap beyond it; for a marked one a number that no set has.
fn given(lanes: &Lanes, heap: usize, tap: Tap) -> usize {
    lanes.number(heap, tap.offset).xor(tap.number).short()
}
