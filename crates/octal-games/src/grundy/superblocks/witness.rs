//! Adaptive parameters, chosen by samples of the last heaps: the witnesses to insert, the leading
//! taps, the planes.
//!
//! Witnesses are the splits that show most of the rare values below G(n) to be values of options. A
//! choice keeps the witnesses that still show some. So nearly all that the other candidates are
//! compared with is shown already, and the choice takes a seventh of the time. There are up to a
//! third more witnesses, which costs less.
//!
//! ```text
//! effort f ← 1
//! choose again whenever the sequence has doubled, and
//! whenever searches have tried 2⁸ splits for every pair (tap, heap) of the last choice: f ← 2f
//! a choice with effort f compares min(f, 8) times the least number t of taps, at f times the least number h of heaps,
//! or, where these are more, at one heap in 2¹⁰ of the sequence, but at 8h at most
//! ```
//!
//! A choice takes some ten nanoseconds a pair at most, a search a tenth to a third of one a split.
//! So choices take less than half of the time that searches do. The more effort they take, the less
//! there is to search: in 0.143 some rare values are given by one split in 10⁵.
//!
//! Leading taps are chosen in the same way: first the tap that gives most of the values below G(n)
//! at the heaps n of a sample, then the one that gives most of those that the first does not give,
//! and so on. What is covered is then covered again. The first half of such an order leaves nearly
//! always one or two values below G(n), and half of the taps chosen at random leave three or four.

use super::history::{Columns, History};
use super::search::{ChunkOrder, SearchTrials};
use super::sets::{self, Missing, SetCapacity, below};
use super::taps::{self, MarkedTap, TapRanges, candidates};
use super::tuning::{Counters, Tuning};
use crate::grundy::packed::Packing;
use crate::rules::Rules;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

/// A witness gives at least this many missing values of the sample: for less a search is cheaper.
const LEAST_GAIN: usize = 2;

/// A task has at least this many taps.
const TAPS_PER_TASK: usize = 64;

/// The rules, and the heaps that taps at the first splitting place meet: each stands for the splits
/// at all places.
type SplitsOfTaps<'a> = (&'a Rules, &'a Columns);

/// The missing values that a tap gives at all places: of each the number of its bit in the sets.
type Given = Vec<u32>;

impl Missing {
    /// The missing values that each of these taps gives, in parallel.
    fn given_by_each(&self, splits: SplitsOfTaps<'_>, taps: &[MarkedTap]) -> Vec<Given> {
        let taps = taps.par_iter().with_min_len(TAPS_PER_TASK);
        taps.map(|&tap| self.given(splits, tap)).collect()
    }

    /// The missing values that the tap gives, but for heaps from which it reaches beyond the
    /// columns.
    fn given(&self, (rules, columns): SplitsOfTaps<'_>, tap: MarkedTap) -> Given {
        let places = rules.splits.len();
        let mut given = vec![0; places * self.heaps.len() + 1];
        let mut count = 0;
        for shift in taps::shifts(rules) {
            let first = columns.first() + tap.offset + shift;
            let from = self.heaps.partition_point(|&heap| heap < first);
            let sets = self.heaps.iter().zip(self.sets.chunks_exact(self.words)).enumerate();
            for (i, (&heap, set)) in sets.skip(from) {
                // If the tap meets a rare heap, this is a value that no set has.
                let packed = tap.given(columns, heap - shift).bits();
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

    /// Of the witnesses chosen `before`, those that each give [`LEAST_GAIN`] missing values or more
    /// that none before it gives, in their order. What they give is removed. O(witnesses · heaps).
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
        was_missing && sets::count(&self.sets[from..from + self.words]) == 0
    }

    /// Chooses witnesses: first a tap that gives most missing values, or nearly so, then one that
    /// gives most of what is still missing, and so on, while each gives `least_gain` or more, and
    /// something is missing at one heap in 1000.
    ///
    /// Only heaps at which something is missing are looked at. A gain can only become less, so few
    /// of the taps not yet chosen have to be looked at again. O(taps · heaps), and then a few taps
    /// a step.
    pub(super) fn choose(
        mut self,
        splits: SplitsOfTaps<'_>,
        taps: &[MarkedTap],
        least_gain: usize,
    ) -> Vec<MarkedTap> {
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
            if now < least_gain {
                break;
            }
            left -= given[i].iter().filter(|&&bit| self.remove_bit(bit)).count();
            chosen.push(taps[i]);
        }
        chosen
    }
}

/// Splits that searches try for each pair of a tap and a heap in the last choice, before the next.
const SPLITS_PER_PAIR: u64 = 1 << 8;
/// The most effort.
const MOST_EFFORT: usize = 1 << 6;
/// The most effort for which more taps are compared.
const MOST_TAPS: usize = 1 << 3;

/// The time of the next choice of witnesses, and its effort.
#[derive(Clone, Copy, Debug)]
pub(super) struct WitnessChoice {
    /// A multiple of the least number of taps, and of heaps.
    effort: usize,
    /// The heap from which on the sequence has doubled since the last choice.
    doubled: usize,
    /// Splits that searches have tried since the last choice.
    searched: u64,
    /// Once they have tried this many, the choice is worth more effort.
    worth_more: u64,
}

impl WitnessChoice {
    /// True if it is time to choose, before heap `next`.
    pub(super) fn is_due(&self, next: usize) -> bool {
        next >= self.doubled || self.is_worth_more()
    }

    /// The number of taps compared.
    fn taps(&self, tuning: &Tuning) -> usize {
        self.effort.min(MOST_TAPS) * tuning.taps
    }

    /// True if searches have taken much longer than the last choice.
    fn is_worth_more(&self) -> bool {
        self.effort < MOST_EFFORT && self.searched >= self.worth_more
    }

    /// Notes that a choice is made before heap `next`. Returns true if it takes more effort than
    /// the last.
    fn make(&mut self, next: usize, tuning: &Tuning) -> bool {
        let grows = self.is_worth_more();
        self.effort *= if grows { 2 } else { 1 };
        (self.doubled, self.searched) = (2 * next, 0);
        let pairs = self.taps(tuning) * tuning.sampled(next, self.effort);
        self.worth_more = SPLITS_PER_PAIR * pairs as u64;
        grows
    }
}

/// A sequence of which samples are taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct SampleSource<'a> {
    pub(super) history: &'a History,
    pub(super) rules: &'a Rules,
    pub(super) packing: &'a Packing,
    pub(super) tuning: &'a Tuning,
}

/// Some of the last common heaps, each with its packed value.
type SampledHeaps = Vec<(usize, usize)>;

impl SampleSource<'_> {
    /// The least sample of the last common heaps.
    pub(super) fn sample(&self) -> SampledHeaps {
        self.common(1, self.history.last().first())
    }

    /// The witnesses that would have shown most of the rare values below those of this sample, in
    /// sets of `words` words: of those chosen `before` the ones that would have shown some, and
    /// those that would have shown most of the others. With more effort, there follow those that
    /// would have shown in a sample that may be larger what the first do not.
    pub(super) fn witnesses(
        &self,
        sample: &SampledHeaps,
        words: usize,
        choice: &WitnessChoice,
        before: &[MarkedTap],
    ) -> Vec<MarkedTap> {
        let splits = (self.rules, self.history.last());
        let mut missing = self.missing(sample, words);
        let mut witnesses = missing.keep(splits, before);
        let taps = self.candidates(self.tuning.taps);
        witnesses.extend(missing.choose(splits, &taps, LEAST_GAIN));
        if choice.effort > 1 {
            let taps = self.candidates(choice.taps(self.tuning));
            let farthest = taps.last().map_or(0, |tap| tap.offset) + taps::span(self.rules);
            let sample = self.common(choice.effort, splits.1.first() + farthest);
            let mut missing = self.missing(&sample, words);
            missing.keep(splits, &witnesses);
            witnesses.extend(missing.choose(splits, &taps, LEAST_GAIN));
        }
        witnesses
    }

    /// Taps from which witnesses are chosen.
    fn candidates(&self, count: usize) -> Vec<MarkedTap> {
        candidates(self.rules, self.history, 2 * self.tuning.superblock, count)
    }

    /// The common heaps from heap `first` on in the sample that is made with this effort.
    fn common(&self, effort: usize, first: usize) -> SampledHeaps {
        let sample = self.tuning.sample(self.history.next(), effort).filter(|&n| n >= first);
        let packed = sample.map(|n| (n, self.history.last().get(n, 0)));
        packed
            .filter(|(_, packed)| !packed.is_rare())
            .map(|(n, packed)| (n, packed.bits()))
            .collect()
    }

    /// The rare values below those of these heaps.
    fn missing(&self, heaps: &SampledHeaps, words: usize) -> Missing {
        let mut missing = Missing::new(words, heaps.len());
        for &(n, packed) in heaps {
            let value = self.packing.unpack(n, packed, false);
            missing.push(n, below(self.packing.other_below(value)));
        }
        missing
    }
}

/// The most heaps by which leading taps are chosen.
const MOST_HEAPS: usize = 1 << 7;

impl SampleSource<'_> {
    /// Divides these taps at the first splitting place, which ascend, into those that lead and
    /// those that are held. Of those that are far in all blocks, `share` percent lead, the first of
    /// a greedy cover. The values covered are those below the values of a sample, in sets of
    /// `words` words.
    ///
    /// O(taps·places) for each of at most 128 heaps.
    pub(super) fn leading(
        &self,
        taps: &[MarkedTap],
        words: usize,
        share: usize,
    ) -> [Vec<MarkedTap>; 2] {
        // Were others among the cover, it would have gaps in the blocks in which they are not far.
        let nearest = taps::count_below(taps, 2 * self.tuning.superblock);
        let (near, mut far) = (&taps[..nearest], taps[nearest..].to_vec());
        let count = share * far.len() / 100;
        let sample = self.sample();
        let step = sample.len().div_ceil(MOST_HEAPS).max(1);
        let mut missing = Missing::new(words, MOST_HEAPS);
        for &(n, packed) in sample.iter().step_by(step) {
            missing.push(n, below(packed));
        }
        let splits = (self.rules, self.history.last());
        let mut order: Vec<MarkedTap> = vec![];
        // What is covered once is covered again, until enough taps are ordered.
        while order.len() < count {
            let cover = missing.clone().choose(splits, &far, 1);
            if cover.is_empty() {
                break;
            }
            let chosen: HashSet<usize> = cover.iter().map(|tap| tap.offset).collect();
            far.retain(|tap| !chosen.contains(&tap.offset));
            order.extend(cover);
        }
        order.extend(far.iter().chain(near));
        let held = order.split_off(count);
        [order, held].map(|mut taps| {
            taps.sort_by_key(|tap| tap.offset);
            taps
        })
    }
}

/// Planes are added at most once in this many heaps.
const TRIAL_HEAPS: usize = 1 << 14;
/// Break-even: one heap that overflows the planes costs as much as two extra planes for this many
/// heaps.
const HEAPS_PER_BEYOND_PLANES: u64 = 300;
/// The adaptive parameters, and when to choose them again.
#[derive(Clone, Debug)]
pub(super) struct Adaptive {
    pub(super) taps: TapRanges,
    pub(super) capacity: SetCapacity,
    /// The heaps since the planes were last judged, and how many of them overflowed the planes.
    heaps: usize,
    beyond_planes: u64,
    pub(super) witnesses: WitnessChoice,
    /// From this heap on it is time to choose leading taps, or from so many rare heaps on: the taps
    /// of those that were found since the last choice are all held.
    leading_due: usize,
    leading_due_rare: usize,
    /// The order in which searches try splits.
    pub(super) order: ChunkOrder,
}

impl Adaptive {
    /// Nothing but the rare heaps in `taps`, and the largest packed value.
    pub(super) fn new(taps: TapRanges, largest: usize, tuning: &Tuning) -> Adaptive {
        Adaptive {
            taps,
            capacity: SetCapacity::new(largest, tuning.most_words),
            heaps: 0,
            beyond_planes: 0,
            witnesses: WitnessChoice { effort: 1, doubled: 0, searched: 0, worth_more: u64::MAX },
            leading_due: 0,
            leading_due_rare: 0,
            order: ChunkOrder::default(),
        }
    }

    /// Chooses the planes, and if rare values are `verified` the witnesses, by a sample of the last
    /// heaps.
    pub(super) fn choose_witnesses(
        &mut self,
        source: &SampleSource<'_>,
        verified: bool,
    ) -> Counters {
        let grows = self.witnesses.make(source.history.next(), source.tuning);
        let counters = Counters { with_more_effort: u64::from(grows), ..Counters::default() };
        let sample = source.sample();
        (self.heaps, self.beyond_planes) = (0, 0);
        self.capacity.choose_planes(sample.iter().map(|&(_, packed)| packed).collect());
        if verified {
            let (words, before) = (self.capacity.words, &self.taps.witnesses);
            self.taps.witnesses = source.witnesses(&sample, words, &self.witnesses, before);
        }
        counters
    }

    /// Chooses the leading taps, if it is time to, by a sample of the last heaps.
    pub(super) fn choose_leading(&mut self, source: &SampleSource<'_>) -> Counters {
        let next = source.history.next();
        let rare = self.taps.rare.len();
        if next < self.leading_due && rare < self.leading_due_rare {
            return Counters::default();
        }
        self.leading_due = next + source.tuning.lead.max(next);
        self.leading_due_rare = rare + (rare / 2).max(source.tuning.least_held);
        let all = self.taps.first_place();
        let holds = all.len() >= source.tuning.least_held;
        let far = if holds {
            // Where planes are many, to insert a tap takes longer, compared with holding it.
            let share = if self.capacity.planes.is_some() { 50 } else { 35 };
            source.leading(&all, self.capacity.words, share)
        } else {
            [all, vec![]]
        };
        self.taps.let_lead(far);
        Counters { lead_choices: u64::from(holds), ..Counters::default() }
    }

    /// Adds the heaps of a superblock, of which `beyond` overflowed the planes. Adds planes, if too
    /// many of the last heaps did; returns true if there are more planes now.
    pub(super) fn add_planes(&mut self, heaps: usize, beyond: u64) -> bool {
        self.heaps += heaps;
        self.beyond_planes += beyond;
        if self.heaps < TRIAL_HEAPS {
            return false;
        }
        let are_too_few = HEAPS_PER_BEYOND_PLANES * self.beyond_planes > self.heaps as u64;
        (self.heaps, self.beyond_planes) = (0, 0);
        are_too_few && self.capacity.add_planes()
    }

    /// Adds the statistics of searches, and counts them.
    pub(super) fn learn(&mut self, trials: &SearchTrials, tuning: &Tuning) -> Counters {
        self.witnesses.searched += trials.splits;
        let chooses = self.order.learn(trials, tuning);
        Counters {
            searched: trials.splits,
            order_choices: u64::from(chooses),
            ..Counters::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::space::SparseSpace;
    use crate::grundy::superblocks::history::Marked;
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
            taps::shifts(rules).map(value).collect::<Vec<_>>()
        };
        (FIRST..FIRST + 140).flat_map(at).collect()
    }

    /// Those stay that give two values or more that none before them gives, and these are removed.
    #[test]
    fn those_that_show_some_stay() {
        let (columns, taps) = (columns(), taps());
        for code in ["0.07", "0.77"] {
            let rules = Rules::of(&code.parse().unwrap()).unwrap();
            let splits = (&rules, &columns);
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
            // What they leave none of these taps gives, at least no two values: there is nothing to
            // keep or to choose.
            assert!(missing.keep(splits, &taps).is_empty(), "{code}");
            let chosen = missing.clone().choose(splits, &taps, LEAST_GAIN);
            assert!(chosen.is_empty(), "{code}");
        }
    }

    /// Taps that alone give a value lead, and then those that do among the others; all are there
    /// still, in their order.
    #[test]
    fn what_no_other_gives_leads() {
        let rules = Rules::of(&"0.007".parse().unwrap()).unwrap();
        let mut columns = Columns::new(0, 200);
        (0..4000).for_each(|n| columns.push(Marked::new(if n < 3000 { n % 5 } else { 900 })));
        let space = SparseSpace { mask: 1, position_parity: false, split_parity: 0 };
        let tuning = Tuning { superblock: 64, ..Tuning::TINY };
        let packing = &Packing::new(space);
        let history = &History::all(columns);
        let source = SampleSource { history, rules: &rules, packing, tuning: &tuning };
        // All meet a heap with a value below 5, and give it, but one in six another one.
        let packed = |i: usize| Marked::new(if i % 6 == 1 { 8 * i } else { 0 });
        let taps: Vec<MarkedTap> =
            (0..60).map(|i| MarkedTap { offset: 1200 + 5 * i, packed: packed(i) }).collect();
        for share in [35, 20, 10] {
            let parts = source.leading(&taps, 16, share);
            let count = 60 * share / 100;
            assert_eq!(parts.each_ref().map(Vec::len), [count, 60 - count]);
            // One of the others, which give 0 to 4, is worth most.
            let alone = (0..60).filter(|i| i % 6 == 1 && parts[0].contains(&taps[*i]));
            assert_eq!(alone.count(), (count - 1).min(10));
            assert!(parts.iter().all(|part| part.is_sorted_by_key(|tap| tap.offset)));
            let mut all = parts.concat();
            all.sort_by_key(|tap| tap.offset);
            assert_eq!(all, taps);
        }
    }
}
