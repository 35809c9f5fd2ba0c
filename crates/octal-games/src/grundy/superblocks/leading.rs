//! Which taps lead: those that give what few others give.
//!
//! A packed value that c taps give at some heap is worth 1/c² to each of them. A tap is worth what it gives below
//! G(n) at the heaps n of a sample. The third of the taps that is worth most leads: it gives nearly all values
//! below G(n), for heaps that are not far from the sample.

use super::columns::Marked;
use super::deal::{ManyTasks, deal};
use super::lesson::{Lesson, SampledHeap, SampledHeaps};
use super::places;
use super::tap::MarkedTap;
use super::tuning::Tuning;
use std::cmp::Reverse;

/// To insert a tap takes as long as to compare it with sixteen values this many times, for each word of the
/// sets, but at most [`MOST_COMPARED_PER_INSERTED`] times.
const COMPARED_PER_WORD: f64 = 0.7;
/// To insert a tap takes at most as long as to compare it this many times.
const MOST_COMPARED_PER_INSERTED: f64 = 12.0;
/// To insert a tap for a heap alone takes as long as to compare it this many times.
const COMPARED_PER_ALONE: u64 = 64;
/// Whether sweeps pay is judged after this many superblocks.
const TRIAL: u32 = 8;
/// If they do not, they are tried again after this many times the heaps that lie between two choices.
const REST: usize = 32;

/// When leading taps are chosen, and whether others shall be swept.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeadingChoice {
    /// From this heap on it is time to choose.
    due: usize,
    /// Superblocks with trailing taps since the last choice.
    superblocks: u32,
    /// What sweeps have taken in them, and what they have saved: how often a tap is compared in that time.
    spent: u64,
    saved: u64,
}

impl LeadingChoice {
    /// The first choice, which is due at once.
    pub(super) const FIRST: LeadingChoice =
        LeadingChoice { due: 0, superblocks: 0, spent: 0, saved: 0 };

    /// Whether it is time to choose, before heap `next`.
    pub(super) fn is_due(&self, next: usize) -> bool {
        next >= self.due || !self.pays()
    }

    /// Whether sweeps take less time than they save.
    pub(super) fn pays(&self) -> bool {
        self.superblocks < TRIAL || self.spent <= self.saved
    }

    /// Notes that a choice is made before heap `next`.
    pub(super) fn make(&mut self, next: usize, tuning: &Tuning) {
        // Not before it can be judged.
        let heaps = tuning.lead.max((TRIAL as usize + 1) * tuning.superblock);
        let heaps = if self.pays() { heaps } else { heaps.saturating_mul(REST) };
        *self = LeadingChoice { due: next.saturating_add(heaps), ..LeadingChoice::FIRST };
    }

    /// Adds a superblock: for how many pairs of a trailing tap and a heap there was no insertion into sets of
    /// `words` words, how many option values were compared, and how many of all taps were inserted for one
    /// heap alone.
    pub(super) fn add_superblock(
        &mut self,
        not_inserted: u64,
        words: usize,
        compared: u64,
        alone: u64,
    ) {
        if not_inserted == 0 {
            return;
        }
        let per_inserted = (COMPARED_PER_WORD * words as f64).min(MOST_COMPARED_PER_INSERTED);
        self.superblocks += 1;
        self.saved += (per_inserted * not_inserted as f64) as u64;
        self.spent += compared + COMPARED_PER_ALONE * alone;
    }
}

/// One tap of this many leads.
const TAPS_PER_LEADING: usize = 3;
/// The heaps at which taps are compared, at most.
const MOST_HEAPS: usize = 64;
/// A thread compares at this many heaps before it asks for more.
const HEAPS_PER_TASK: usize = 4;
/// Taps compared at one heap before they are at the next, so that what they meet is still in the cache.
const TAPS_AT_ONCE: usize = 1 << 9;
/// The worth of a value that one tap alone gives.
const MOST_WORTH: u64 = 1 << 20;

impl Lesson<'_> {
    /// Of these taps at the first splitting place, which ascend, those that shall lead, and the others.
    ///
    /// O(taps·places) for each of at most 64 heaps.
    pub(super) fn leading(&self, taps: Vec<MarkedTap>) -> [Vec<MarkedTap>; 2] {
        let sample = self.sample();
        let step = sample.len().div_ceil(MOST_HEAPS).max(1);
        let heaps: SampledHeaps = sample.into_iter().step_by(step).collect();
        let shares: Vec<&[SampledHeap]> = heaps.chunks(HEAPS_PER_TASK).collect();
        let tasks = ManyTasks::new(shares.len(), |i| self.worths(&taps, shares[i]));
        deal(&[&tasks]);
        let worths = tasks.given().into_iter().fold(vec![0; taps.len()], added);
        let count = taps.len() / TAPS_PER_LEADING;
        let mut order: Vec<usize> = (0..taps.len()).collect();
        if count > 0 {
            order.select_nth_unstable_by_key(count - 1, |&i| (Reverse(worths[i]), i));
        }
        let mut leads = vec![false; taps.len()];
        order[..count].iter().for_each(|&i| leads[i] = true);
        let part = |lead: bool| taps.iter().zip(&leads).filter(move |&(_, &leads)| leads == lead);
        [true, false].map(|lead| part(lead).map(|(&tap, _)| tap).collect())
    }

    /// What each tap is worth at these heaps, of which the packed values are given too.
    fn worths(&self, taps: &[MarkedTap], heaps: &[SampledHeap]) -> Vec<u64> {
        let columns = self.history.last();
        let mut counts = vec![[0_u32; Marked::LIMIT]; heaps.len()];
        let given = |tap: MarkedTap, n: usize, value: usize| {
            let sum = move |shift| tap.given(columns, n - shift).bits();
            let reaches = tap.offset + places::span(self.rules) <= n - columns.first();
            let shifts = places::shifts(self.rules).filter(move |_| reaches);
            shifts.map(sum).filter(move |&given| given < value)
        };
        for taps in taps.chunks(TAPS_AT_ONCE) {
            for (&(n, value), counts) in heaps.iter().zip(&mut counts) {
                let given = taps.iter().flat_map(|&tap| given(tap, n, value));
                given.for_each(|given| counts[given] += 1);
            }
        }
        let mut worths = vec![0; taps.len()];
        for (worths, taps) in worths.chunks_mut(TAPS_AT_ONCE).zip(taps.chunks(TAPS_AT_ONCE)) {
            for (&(n, value), counts) in heaps.iter().zip(&counts) {
                for (worth, &tap) in worths.iter_mut().zip(taps) {
                    let worth_of = |given: usize| MOST_WORTH / u64::from(counts[given]).pow(2);
                    *worth += given(tap, n, value).map(worth_of).sum::<u64>();
                }
            }
        }
        worths
    }
}

/// The sums of what two samples have taught.
fn added(mut worths: Vec<u64>, more: Vec<u64>) -> Vec<u64> {
    worths.iter_mut().zip(more).for_each(|(worth, more)| *worth += more);
    worths
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::packed::Packing;
    use crate::grundy::space::SparseSpace;
    use crate::grundy::superblocks::columns::Columns;
    use crate::grundy::superblocks::history::History;
    use crate::rules::Rules;

    /// Taps that alone give a value lead; all are there still, in their order.
    #[test]
    fn what_no_other_gives_leads() {
        let rules = Rules::of(&"0.007".parse().unwrap()).unwrap();
        let mut columns = Columns::new(0, 200);
        (0..4000).for_each(|n| columns.push(Marked::new(if n < 3000 { n % 5 } else { 900 })));
        let space = SparseSpace { mask: 1, position_parity: false, split_parity: 0 };
        let tuning = Tuning { superblock: 64, ..Tuning::TINY };
        let packing = &Packing::new(space);
        let history = &History::all(columns);
        let lesson = Lesson { history, rules: &rules, packing, tuning: &tuning };
        // All meet a heap with a value below 5, and give it, but one in six another one.
        let packed = |i: usize| Marked::new(if i % 6 == 1 { 8 * i } else { 0 });
        let taps: Vec<MarkedTap> =
            (0..60).map(|i| MarkedTap { offset: 1200 + 5 * i, packed: packed(i) }).collect();
        let [leading, trailing] = lesson.leading(taps.clone());
        assert_eq!(leading.len(), 60 / TAPS_PER_LEADING);
        assert!((0..60).filter(|i| i % 6 == 1).all(|i| leading.contains(&taps[i])));
        let mut all = [leading, trailing].concat();
        all.sort_by_key(|tap| tap.offset);
        assert_eq!(all, taps);
    }

    /// Sweeps go on while they save time, and rest when they do not.
    #[test]
    fn sweeps_have_to_pay() {
        let tuning = &Tuning::DEFAULT;
        let mut choice = LeadingChoice::FIRST;
        assert!(choice.is_due(0));
        choice.make(1000, tuning);
        let superblocks = |choice: &mut LeadingChoice, compared, alone| {
            (0..TRIAL).for_each(|_| choice.add_superblock(1000, 10, compared, alone));
        };
        superblocks(&mut choice, 6000, 10);
        assert!(choice.pays() && !choice.is_due(1000 + tuning.lead - 1));
        assert!(choice.is_due(1000 + tuning.lead));
        for [compared, alone] in [[8000, 0], [0, 200]] {
            choice.make(0, tuning);
            superblocks(&mut choice, compared, alone);
            assert!(!choice.pays() && choice.is_due(1));
            choice.make(1, tuning);
            // Where nothing trails there is nothing to judge.
            (0..TRIAL).for_each(|_| choice.add_superblock(0, 10, 0, 1000));
            assert!(!choice.is_due(REST * tuning.lead) && choice.is_due(1 + REST * tuning.lead));
        }
    }
}
