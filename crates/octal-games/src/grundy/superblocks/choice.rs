//! When witnesses are chosen, and from how much.
//!
//! ```text
//! effort f ← 1
//! choose anew whenever the sequence has doubled, and
//! whenever searches have tried 2⁸ splits for every pair (tap, heap) of the last choice: f ← 2f
//! a choice with effort f compares min(f, 8) times the least number t of taps, at f times the least number h of heaps,
//! or, where these are more, at one heap in 2¹⁰ of the sequence, but at 8h at most
//! ```
//!
//! A choice takes some ten nanoseconds a pair at most, a search a tenth to a third of one a split. So choices take less
//! than half of the time that searches do, and the more effort they are made with the less there is to search: in
//! 0.143 some rare values are given by one split in 10⁵.

use super::tuning::Tuning;

/// Splits that searches try for each pair of a tap and a heap in the last choice, before the next.
const SPLITS_PER_PAIR: u64 = 1 << 8;
/// The most effort.
const MOST_EFFORT: usize = 1 << 6;
/// The most effort for which more taps are compared.
const MOST_TAPS: usize = 1 << 3;

/// When to choose, and from how much.
#[derive(Clone, Copy, Debug)]
pub(super) struct WitnessChoice {
    /// How many times the least number of taps, and of heaps.
    pub(super) effort: usize,
    /// The heap from which on the sequence has doubled since the last choice.
    doubled: usize,
    /// Splits that searches have tried since the last choice.
    searched: u64,
    /// Once they have tried this many, the choice is worth more effort.
    worth_more: u64,
}

impl WitnessChoice {
    /// The first choice: it is due at once, and made with the least effort.
    pub(super) const FIRST: WitnessChoice =
        WitnessChoice { effort: 1, doubled: 0, searched: 0, worth_more: u64::MAX };

    /// Adds splits that a search has tried.
    pub(super) fn add_searched(&mut self, splits: u64) {
        self.searched += splits;
    }

    /// Whether it is time to choose, before heap `next`.
    pub(super) fn is_due(&self, next: usize) -> bool {
        next >= self.doubled || self.is_worth_more()
    }

    /// How many taps are compared.
    pub(super) fn taps(&self, tuning: &Tuning) -> usize {
        self.effort.min(MOST_TAPS) * tuning.taps
    }

    /// Whether searches have taken much longer than the last choice.
    fn is_worth_more(&self) -> bool {
        self.effort < MOST_EFFORT && self.searched >= self.worth_more
    }

    /// Notes that a choice is made before heap `next`; returns whether it takes more effort than the last.
    pub(super) fn make(&mut self, next: usize, tuning: &Tuning) -> bool {
        let grows = self.is_worth_more();
        self.effort *= if grows { 2 } else { 1 };
        (self.doubled, self.searched) = (2 * next, 0);
        let pairs = self.taps(tuning) * tuning.sampled(next, self.effort);
        self.worth_more = SPLITS_PER_PAIR * pairs as u64;
        grows
    }
}
