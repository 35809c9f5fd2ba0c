//! Which witnesses to insert: those that show most of the rare values below G(n) to be values of options.
//!
//! Those that have been inserted until now and still show some stay. So nearly all that the others are compared with is
//! shown already, and to choose takes a seventh of the time; there are up to a third more of them, which costs less.

use super::columns::Columns;
use super::deal::{ManyTasks, deal};
use super::missing::{self, Missing};
use super::places;
use super::tap::MarkedTap;
use crate::rules::Rules;
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
    /// Removes the values that these taps give. None may reach beyond the columns.
    pub(super) fn remove(&mut self, splits: SplitsOfTaps<'_>, taps: &[MarkedTap]) {
        for bit in self.given_by_each(splits, taps).into_iter().flatten() {
            self.remove_bit(bit);
        }
    }

    /// The missing values that each of these taps gives, in parallel.
    fn given_by_each(&self, splits: SplitsOfTaps<'_>, taps: &[MarkedTap]) -> Vec<Given> {
        let of_all = |taps: &[MarkedTap]| {
            taps.iter().map(|&tap| self.given(splits, tap)).collect::<Vec<_>>()
        };
        let shares: Vec<&[MarkedTap]> = taps.chunks(TAPS_PER_TASK).collect();
        let tasks = ManyTasks::new(shares.len(), |i| of_all(shares[i]));
        deal(&[&tasks]);
        tasks.given().into_iter().flatten().collect()
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

    /// Of the witnesses chosen `before`, those that each give [`LEAST_GAIN`] missing values or more that none before it
    /// gives, in their order. What they give is removed. None may reach beyond the columns. O(witnesses · heaps).
    pub(super) fn keep(
        &mut self,
        splits: SplitsOfTaps<'_>,
        before: &[MarkedTap],
    ) -> Vec<MarkedTap> {
        let given = self.given_by_each(splits, before);
        let mut kept = vec![];
        for (&tap, mut given) in before.iter().zip(given) {
            given.retain(|&bit| self.is_missing(bit));
            if given.len() >= LEAST_GAIN {
                given.into_iter().for_each(|bit| _ = self.remove_bit(bit));
                kept.push(tap);
            }
        }
        kept
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
    /// missing at one heap in 1000. No tap may reach beyond the columns.
    ///
    /// Only heaps at which something is missing are looked at. A gain can only become less, so few of the taps not yet
    /// chosen have to be looked at again. O(taps · heaps), and then a few taps a step.
    pub(super) fn choose(mut self, splits: SplitsOfTaps<'_>, taps: &[MarkedTap]) -> Vec<MarkedTap> {
        let enough = self.heaps.len() / 1000;
        self.drop_complete();
        let mut left = self.heaps.len();
        let mut given = self.given_by_each(splits, taps);
        // Of those that give the same, the first.
        let gains = given.iter().enumerate().map(|(i, given)| (given.len(), Reverse(i)));
        let mut queue: BinaryHeap<(usize, Reverse<usize>)> = gains.collect();
        let mut chosen = vec![];
        while left > enough
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
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::super::columns::Marked;
    use super::*;
    use std::collections::BTreeSet;

    const FIRST: usize = 1000;
    const WORDS: usize = 2;

    fn columns() -> Columns {
        let mut columns = Columns::new(0, 131);
        let packed = |n: usize| Marked::new((n * n + 7 * n) / 5 % 128);
        (0..2 * FIRST).for_each(|n| columns.push(packed(n)));
        columns
    }

    /// Taps, two of which give the same values.
    fn taps() -> Vec<MarkedTap> {
        let tap = |i: usize| MarkedTap { offset: 100 + 3 * (i % 60), packed: Marked::new(i % 60) };
        (0..61).map(tap).collect()
    }

    /// At every heap of the sample about a quarter of the values is missing, and nothing at some.
    fn missing() -> Missing {
        let mut missing = Missing::new(WORDS, 0);
        for n in (FIRST..FIRST + 140).step_by(7) {
            let set = |word: u64| {
                let bits = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(n as u64 + word);
                if n % 3 == 0 { 0 } else { bits & bits.rotate_left(17) }
            };
            missing.push(n, (0..WORDS as u64).map(set));
        }
        missing
    }

    /// The missing values, each with its heap.
    fn values(missing: &Missing) -> BTreeSet<(usize, usize)> {
        let sets = missing.heaps.iter().zip(missing.sets.chunks(missing.words));
        let of = |(&n, set): (&usize, &[u64])| {
            let has = |&value: &usize| set[value / 64] >> (value % 64) & 1 != 0;
            (0..64 * set.len()).filter(has).map(|value| (n, value)).collect::<Vec<_>>()
        };
        sets.flat_map(of).collect()
    }

    /// The values that a tap gives at these heaps, by definition.
    fn given(columns: &Columns, rules: &Rules, tap: MarkedTap) -> BTreeSet<(usize, usize)> {
        let at = |n: usize| {
            let value = move |shift: usize| (n, tap.given(columns, n - shift).bits());
            places::shifts(rules).map(value).collect::<Vec<_>>()
        };
        (FIRST..FIRST + 140).flat_map(at).collect()
    }

    /// Those stay that give two values or more that none before them gives, and these are removed.
    #[test]
    fn those_that_show_some_stay() {
        let (columns, taps) = (columns(), taps());
        for code in ["0.07", "0.77"] {
            let rules = Rules::of(&code.parse().unwrap()).unwrap();
            let splits = SplitsOfTaps { columns: &columns, rules: &rules };
            let (mut rest, mut expected) = (values(&missing()), vec![]);
            for &tap in &taps {
                let given = given(&columns, &rules, tap);
                if rest.intersection(&given).count() >= LEAST_GAIN {
                    rest = rest.difference(&given).copied().collect();
                    expected.push(tap.offset);
                }
            }
            let mut missing = missing();
            let offsets =
                |taps: &[MarkedTap]| taps.iter().map(|tap| tap.offset).collect::<Vec<_>>();
            assert_eq!(offsets(&missing.keep(splits, &taps)), expected, "{code}");
            assert!(expected.len() < taps.len() && !rest.is_empty(), "{code}: {expected:?}");
            assert_eq!(values(&missing), rest, "{code}");
            // What they leave none of these taps gives, at least no two values: there is nothing to keep or to choose.
            assert!(missing.keep(splits, &taps).is_empty(), "{code}");
            let chosen = missing.clone().choose(splits, &taps);
            assert!(chosen.is_empty(), "{code}");
        }
    }

    #[test]
    fn complete_heaps_are_dropped() {
        let mut missing = missing();
        let (before, heaps) = (values(&missing), missing.heaps.len());
        missing.drop_complete();
        assert_eq!(values(&missing), before);
        let complete = missing.sets.chunks(WORDS).any(|set| missing::count(set) == 0);
        assert!(missing.heaps.len() < heaps && !missing.heaps.is_empty() && !complete);
        assert_eq!(missing.sets.len(), WORDS * missing.heaps.len());
    }
}
