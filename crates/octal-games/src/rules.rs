//! The options of a heap: the moves of a finite code, sorted by what they leave.
//!
//! A code states for every number k of tokens which parts may remain. The engines and the period
//! proofs need the inverse: all k that may leave nothing, one heap, two heaps. Source:
//! `[GuySmith1956]`, `[WW]` chapter 4.

use crate::code::{Code, Digit};

/// The moves of a finite code with at most two heaps left per move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// All k whose digit has bit 1: a heap of exactly k tokens may be taken whole.
    pub takes: Vec<usize>,
    /// All k whose digit has bit 2: heap n may become heap n − k ≥ 1.
    pub singles: Vec<usize>,
    /// All k whose digit has bit 4: heap n may become two heaps of n − k tokens in all.
    pub splits: Vec<Split>,
    /// The last non-zero place t.
    pub last_place: usize,
}

/// A place whose digit has bit 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// The number of tokens that the move takes.
    pub k: usize,
    /// True if the two heaps must differ (mark `!`).
    pub unequal: bool,
}

impl Split {
    /// The largest smaller part of a split of heap n, or 0 if heap n has no such split.
    ///
    /// The parts are a and n − k − a for every a from 1 to this number.
    pub(crate) const fn largest_smaller_part(self, n: usize) -> usize {
        match n.checked_sub(self.k) {
            None | Some(0) => 0,
            Some(rest) if self.unequal => (rest - 1) / 2,
            Some(rest) => rest / 2,
        }
    }
}

impl Rules {
    /// The moves of `code`, or `None` if it has infinitely many digits or leaves three heaps.
    pub fn of(code: &Code) -> Option<Rules> {
        let last_place = code.last_place()?;
        if code.most_heaps() > 2 {
            return None;
        }
        let places = |has: fn(Digit) -> bool| {
            (0..=last_place).filter(|&k| has(code.digit(k))).collect::<Vec<_>>()
        };
        let splits = places(Digit::leaves_two)
            .into_iter()
            .map(|k| Split { k, unequal: code.digit(k).is_unequal() })
            .collect();
        Some(Rules {
            takes: places(Digit::leaves_none),
            singles: places(Digit::leaves_one),
            splits,
            last_place,
        })
    }

    /// The common parity of all splitting places, if they have one; position parity (ε = 1) is
    /// allowed only then (Lemma 4a of [`crate::theory`]). 0 if there is no splitting place.
    pub fn split_parity(&self) -> Option<usize> {
        let parity = self.splits.first().map_or(0, |split| split.k % 2);
        self.splits.iter().all(|split| split.k % 2 == parity).then_some(parity)
    }

    /// The largest smaller part of any split of heap n, or 0 if it has none.
    pub(crate) fn largest_smaller_part(&self, n: usize) -> usize {
        self.splits.iter().map(|split| split.largest_smaller_part(n)).max().unwrap_or(0)
    }
}
