//! The order in which the splits of a heap are tried: first those that ended searches lately.
//!
//! ```text
//! whenever piece p shows the last missing value of a heap: score(p) ← score(p) + 256
//! whenever searches have tried 2²² splits and 64 for each score, and at most once a superblock:
//!     favourites ← the 1024 pieces with the largest scores, the largest first
//!     every score loses an eighth of itself; one below 32 is then 0
//! try the favourites, then for i = 0, …, 511 piece i and one from anywhere, then all in ascending order; but none
//! a second time
//! ```
//!
//! What is hard to show at one heap is hard at thousands after it, and the splits that show it there lie side by
//! side with those that show it here: sequences with many rare heaps nearly repeat themselves over long distances.
//! Where these splits lie differs from game to game. With small parts first a heap of 0.004 takes 360 000 splits,
//! with parts from everywhere 86 000, with favourites 47 000; one of 0.114 takes 34 000, 190 000 and 12 000. So
//! what no favourite shows is sought in both ways. Searches that are not postponed try the few smallest
//! pieces before all others (`early`). [`SearchTrials`] keep what searches tried: the order is learnt from them.

use super::tuning::Tuning;
use std::cmp::Reverse;
use std::ops::Range;
use std::sync::Arc;
use std::{iter, mem};

/// What a piece gains by a search that it ends.
const GAIN: u32 = 1 << 8;
/// A score loses one part in this many whenever favourites are chosen.
const SCORE_PER_LOSS: u32 = 8;
/// A score below this is forgotten.
const LEAST_SCORE: u32 = 1 << 5;
/// A choice looks at all scores. Searches that try this many splits for each of them take much longer.
const SPLITS_PER_SCORE: u64 = 1 << 6;
/// The most pieces from anywhere. After them a search that shows a heap to be rare still has to try nearly all
/// pieces, which takes twice as long where memory is not read in order.
const MOST_SCATTERED: usize = 1 << 9;
/// The golden ratio less 1: its multiples lie evenly among all fractions.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// An order of all pieces.
#[derive(Clone, Debug, Default)]
pub(super) struct PieceOrder {
    favourites: Arc<[usize]>,
}

impl PieceOrder {
    /// These pieces, each once, in the order in which to try them.
    pub(super) fn pieces(&self, range: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        let (first, count) = (range.start, range.len());
        let favourites = self.favourites.iter().copied();
        let favourites = favourites.filter(move |piece| range.contains(piece));
        let tried = favourites.clone();
        // Most searches end with the favourites.
        let others = iter::once_with(move || {
            let mut is_left = vec![true; count];
            tried.for_each(|piece| is_left[piece - first] = false);
            let anywhere = (0..count.min(MOST_SCATTERED)).map(move |i| scattered(i, count));
            let by_turns = anywhere.enumerate().flat_map(|(i, anywhere)| [i, anywhere]);
            let all = by_turns.chain(0..count);
            all.filter(move |&i| mem::take(&mut is_left[i])).map(move |i| first + i)
        });
        favourites.chain(others.flatten())
    }
}

/// Number i of numbers that lie evenly among those below `count`, however many of them there are.
fn scattered(i: usize, count: usize) -> usize {
    (((i as f64 * GOLDEN).fract() * count as f64) as usize).min(count - 1)
}

/// Which pieces are favourites, and how that is learnt.
#[derive(Clone, Debug, Default)]
pub(super) struct OrderChoice {
    order: PieceOrder,
    /// Element p is the score of piece p.
    scores: Vec<u32>,
    /// Splits that searches have tried since the last choice.
    searched: u64,
}

impl OrderChoice {
    pub(super) fn order(&self) -> &PieceOrder {
        &self.order
    }

    /// Learns from what searches tried; returns whether favourites were chosen.
    pub(super) fn learn(&mut self, trials: &SearchTrials, tuning: &Tuning) -> bool {
        for &piece in &trials.ended_by {
            if piece >= self.scores.len() {
                self.scores.resize(piece + 1, 0);
            }
            self.scores[piece] += GAIN;
        }
        self.searched += trials.splits;
        let least = SPLITS_PER_SCORE * self.scores.len() as u64;
        let is_due = self.searched >= least.max(tuning.splits_per_choice);
        if is_due {
            self.searched = 0;
            self.choose(tuning.favourites);
        }
        is_due
    }

    /// Chooses at most this many favourites by the scores, which lose some of their weight.
    fn choose(&mut self, most: usize) {
        let scores = self.scores.iter().zip(0..).filter(|&(&score, _)| score > 0);
        let mut best: Vec<(Reverse<u32>, usize)> =
            scores.map(|(&score, piece)| (Reverse(score), piece)).collect();
        if best.len() > most {
            best.select_nth_unstable(most);
            best.truncate(most);
        }
        best.sort_unstable();
        self.order = PieceOrder { favourites: best.into_iter().map(|(_, piece)| piece).collect() };
        for score in &mut self.scores {
            *score -= *score / SCORE_PER_LOSS;
            *score *= u32::from(*score >= LEAST_SCORE);
        }
    }
}

/// What the search for the values of one heap tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SearchTrial {
    /// How many splits, until all values were found or none was left.
    pub(super) splits: u64,
    /// The piece that gave the last value, if all were found.
    pub(super) ended_by: Option<usize>,
}

/// What the searches for several heaps tried.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SearchTrials {
    pub(super) splits: u64,
    /// For each heap whose values were all found the piece that gave the last.
    pub(super) ended_by: Vec<usize>,
}

impl SearchTrials {
    /// These, in this order.
    pub(super) fn of(trials: &[SearchTrial]) -> SearchTrials {
        let mut all = SearchTrials { splits: 0, ended_by: Vec::with_capacity(trials.len()) };
        trials.iter().for_each(|&trial| all.push(trial));
        all
    }

    pub(super) fn push(&mut self, trial: SearchTrial) {
        self.splits += trial.splits;
        self.ended_by.extend(trial.ended_by);
    }

    pub(super) fn append(&mut self, more: SearchTrials) {
        self.splits += more.splits;
        self.ended_by.extend(more.ended_by);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every piece has its turn, once, whatever the favourites are.
    #[test]
    fn all_pieces_are_tried_once() {
        for favourites in [vec![], vec![7, 3, 90, 4, 1000], (0..200).rev().collect()] {
            let order = PieceOrder { favourites: favourites.into() };
            for range in [0..0, 0..1, 3..4, 0..2, 0..91, 5..100, 0..150, 40..1001] {
                let mut pieces: Vec<usize> = order.pieces(range.clone()).collect();
                pieces.sort_unstable();
                assert!(pieces.into_iter().eq(range.clone()), "{order:?}, {range:?}");
            }
        }
    }

    /// After the favourites the pieces in ascending order alternate with those from anywhere; what was tried is passed
    /// over.
    #[test]
    fn others_are_tried_by_turns() {
        let order = PieceOrder { favourites: [70, 20, 2].into() };
        let pieces: Vec<usize> = order.pieces(0..100).take(11).collect();
        assert_eq!(pieces, [70, 20, 2, 0, 1, 61, 23, 3, 85, 4, 47]);
        let from_three: Vec<usize> = order.pieces(3..50).take(3).collect();
        assert_eq!(from_three, [20, 3, 4]);
    }

    /// Pieces that ended more searches come first, and the last searches count more than those long ago.
    #[test]
    fn favourites_are_learnt() {
        let tuning = Tuning { favourites: 100, splits_per_choice: 1000, ..Tuning::DEFAULT };
        let mut choice = OrderChoice::default();
        let mut learn = |splits, ended_by: &[usize]| {
            choice.learn(&SearchTrials { splits, ended_by: ended_by.to_vec() }, &tuning);
            choice.order().favourites.to_vec()
        };
        assert!(learn(999, &[5, 9, 9, 2]).is_empty());
        assert_eq!(learn(1, &[]), [9, 2, 5]);
        assert_eq!(learn(999, &[7, 7, 7]), [9, 2, 5]);
        assert_eq!(learn(1, &[]), [7, 9, 2, 5]);
        (0..6).for_each(|_| _ = learn(1000, &[5]));
        assert_eq!(learn(1000, &[]), [5, 7, 9, 2]);
        (0..40).for_each(|_| _ = learn(1000, &[1]));
        assert_eq!(learn(1000, &[1]), [1]);
        let many: Vec<usize> = (0..300).rev().chain([200]).collect();
        let expected: Vec<usize> = [1, 200, 0].into_iter().chain(2..99).collect();
        assert_eq!(learn(300 * SPLITS_PER_SCORE - 1, &many), [1]);
        assert_eq!(learn(1, &[]), expected);
    }
}
