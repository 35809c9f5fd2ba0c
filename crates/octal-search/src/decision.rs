//! The decision at a heap at which a stream has halted: its splits show that it is common, or that
//! it is rare.
//!
//! The splits are tried, all of them or those with a larger part from some
//! heap on, by two replays that run towards each other.
//!
//! ```text
//! the splits of heap n leave parts a ≤ b with a + b = n − k
//! for b from the last heaps downwards, a stretch at a time:
//!     compute the values of the stretch again, from the snapshot before it, and those of the parts a,
//!     which ascend
//!     remove the values of these splits from the missing ones; end when none is left
//! ```
//!
//! Nearly always the first stretch ends it: a rare value that no split within the window has is
//! that of a split soon beyond it.
//!
//! The last values in the checkpoint, a window of them or more, are not computed again.
//!
//! The splits that have been tried ([`TriedSplits`]) are saved after each stretch, and also on the
//! way to it, as the replay of the heaps between two snapshots may take minutes, and that of all
//! heaps hours. A stretch is as long as a replay computes at once, and ends where one that begins
//! at the snapshot stops. So a search that is resumed computes at most one of them again.
//!
//! # Why the proof of a period stands
//!
//! Condition 3 of Theorem 5 holds for the splits found here too if their larger parts do not lie
//! before the window that recurs. So the search takes of each value the split with the greatest
//! larger part, and keeps the least of these with the heap. It passes over a recurrence that begins
//! too late for it.
//!
//! # Cost
//!
//! Let the stream compute m stretches between two snapshots. As the stretches descend and a replay
//! ascends, some places on the way to a stretch are kept for those before it: about log₂ m states,
//! with which the heaps between two snapshots are computed about 2 + ½ log₂ m times, and not m/2
//! times. The smaller parts are computed once. So it takes at most about (3 + ½ log₂ m) / 2 times
//! as long as the stream up to heap n, and the memory of two stretches.
//!
//! # A longer window for a stream that has halted at a common heap
//!
//! A rare value that no split within the window has is that of a split soon beyond it. Each such
//! heap costs a replay of the values between two snapshots, so a stream whose window is too short
//! for many heaps crawls. Hence the window grows whenever it was too short:
//!
//! ```text
//! W ← the larger of 2·W and the reach of the split, at most a third of the heap, and half of what the memory allows
//! compute the first values and the last ones again
//! begin the stream again with them, and Brent's references at the next multiple of the chunk
//! ```
//!
//! As it doubles, the window grows a few times only. Theorem 5 asks for windows of one length:
//! those that recur are looked for with the longer one from then on, and splits within the shorter
//! window are within the longer.

use serde::{Deserialize, Serialize};

use super::checkpoint::{AcceptedHeap, StateSnapshot, StreamCheckpoint, longest_window};
use super::recurrence::References;
use super::replay::{Cursor, Replay, Result};
use crate::grundy::stream::Basis;
use crate::rules::Rules;

/// Where all values fit into memory, only the splits of heap n are tried whose larger part is among
/// the last n / 8 heaps, or a little before them.
pub(super) const TRIED_SHARE: u64 = 8;

/// The splits of a heap with parts a ≤ b that have been tried: those with b from a heap on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct TriedSplits {
    /// n.
    pub(super) heap: u64,
    /// The values sought that no split tried has, in ascending order.
    pub(super) missing: Vec<u16>,
    /// For each value found there is a greatest b; the least of these, or n if none is found.
    pub(super) larger_part: u64,
    /// The splits with b from here on have been tried.
    pub(super) from: u64,
    /// The values of the last heaps before n − `from` + 1, heap 0 left out, that the next splits
    /// need.
    parts: Vec<u16>,
    /// The state before heap n − `from` + 1, if that is beyond the first snapshot.
    pub(super) small: Option<StateSnapshot>,
    /// Places from which a replay can continue to heaps below `from`, in ascending order.
    pub(super) marks: Vec<StateSnapshot>,
}

impl TriedSplits {
    /// No split of this heap has been tried; these values are sought, which ascend.
    pub(super) fn none(heap: u64, missing: Vec<u16>) -> TriedSplits {
        let (larger_part, from) = (heap, heap);
        let (parts, small, marks) = (vec![], None, vec![]);
        TriedSplits { heap, missing, larger_part, from, parts, small, marks }
    }

    /// The next smaller part to be computed. All up to n − b are needed for a larger part b,
    /// because a split need not take a token.
    pub(super) fn next_part(&self) -> u64 {
        self.part_beyond(self.from)
    }

    /// One more than the largest smaller part of a split whose larger part is b or greater.
    pub(super) fn part_beyond(&self, b: u64) -> u64 {
        self.heap - b + 1
    }

    /// The least b that is the larger part of a split.
    pub(super) fn least_from(&self, rules: &Rules) -> u64 {
        self.heap.saturating_sub(rules.last_place as u64).div_ceil(2)
    }

    /// Tries the splits whose larger part is one of the heaps that end before `self.from` and have
    /// the values `large`, with the values of the `parts` that they need beyond those known.
    pub(super) fn try_stretch(&mut self, rules: &Rules, large: &[u16], parts: &[u16]) {
        self.parts.extend(parts);
        self.from -= large.len() as u64;
        let first = self.next_part() - self.parts.len() as u64;
        for (i, &value) in large.iter().enumerate().rev() {
            let b = self.from + i as u64;
            for split in &rules.splits {
                let a = self.heap.saturating_sub(split.k as u64 + b);
                if (1..=b).contains(&a) && !(split.unequal && a == b) {
                    self.find(value ^ self.parts[(a - first) as usize], b);
                }
            }
        }
        self.parts.drain(..self.parts.len().saturating_sub(rules.last_place));
    }

    /// A split with this larger part has this value; those that are tried later have no greater
    /// one.
    fn find(&mut self, value: u16, b: u64) {
        if let Ok(at) = self.missing.binary_search(&value) {
            self.missing.remove(at);
            self.larger_part = b;
        }
    }

    /// Adds a place that a replay has come to on its way from heap `begun` to heap `to`. The place
    /// before it stays if it halves the way from the one before that, or more: so about log₂ of the
    /// steps stay, and to come to each of them in descending order takes as many replays.
    pub(super) fn add_mark(&mut self, mark: StateSnapshot, begun: u64, to: u64) {
        self.marks.retain(|before| before.heap < mark.heap);
        if let [rest @ .., last] = &self.marks[..] {
            let before = rest.last().map_or(begun, |mark| mark.heap);
            if last.heap - before < to - last.heap {
                self.marks.pop();
            }
        }
        self.marks.push(mark);
    }

    /// True if this belongs to a search with this basis that has halted at this heap, and whose
    /// first snapshot is at heap `begun`.
    pub(super) fn is_sound(&self, basis: &Basis, heap: u64, begun: u64) -> bool {
        let rules = &basis.rules;
        if self.heap != heap || !(self.least_from(rules).max(1)..=heap).contains(&self.from) {
            return false;
        }
        let next = self.next_part();
        let is_mark =
            |mark: &StateSnapshot| mark.fits(basis) && (begun..=heap).contains(&mark.heap);
        self.missing.is_sorted_by(|a, b| a < b)
            && (self.from..=heap).contains(&self.larger_part)
            && self.parts.len() as u64 == (next - 1).min(rules.last_place as u64)
            && self.small.as_ref().map_or(next <= begun, |s| s.heap == next && is_mark(s))
            && self.marks.is_sorted_by(|a, b| a.heap < b.heap)
            && self.marks.iter().all(is_mark)
    }
}

/// The class of a heap, as its splits show it.
pub(super) enum Decided {
    /// It is common.
    Common(AcceptedHeap),
    /// It is rare, and this is its value.
    Rare(u16),
    /// Neither: more splits have to be tried.
    Open,
}

/// The search for the missing values of a heap among the values of its splits.
pub(super) struct Decision<'a> {
    replay: &'a Replay<'a>,
    tried: TriedSplits,
    /// Computes the smaller parts.
    small: Cursor,
    /// Notes the splits tried.
    keep: &'a mut dyn FnMut(&TriedSplits) -> Result<()>,
}

impl<'a> Decision<'a> {
    /// Searches for these values, which ascend, at the next heap of the checkpoint, or continues
    /// after the splits that have been tried. `keep` receives the splits tried since.
    pub(super) fn new(
        replay: &'a Replay<'a>,
        missing: Vec<u16>,
        keep: &'a mut dyn FnMut(&TriedSplits) -> Result<()>,
    ) -> Result<Decision<'a>> {
        let tried = replay.checkpoint.tried.clone();
        let tried = tried.unwrap_or_else(|| TriedSplits::none(replay.checkpoint.heap, missing));
        // It is at its snapshot, or before the first, so that nothing is computed.
        let small = tried.small.as_slice();
        let small = replay.cursor_from(small, tried.next_part(), &mut |_| Ok(()))?;
        Ok(Decision { replay, tried, small, keep })
    }

    /// Tries splits until they have all the values, or all splits with a larger part from heap
    /// `from` on.
    pub(super) fn decide(mut self, from: u64) -> Result<Decided> {
        let least = self.tried.least_from(&self.replay.basis.rules);
        while !self.tried.missing.is_empty() && self.tried.from > least.max(from) {
            self.stretch(self.begin_of_stretch().max(least))?;
        }
        let TriedSplits { heap, larger_part, .. } = self.tried;
        Ok(match self.tried.missing.first() {
            None => Decided::Common(AcceptedHeap { heap, larger_part }),
            Some(&value) if self.tried.from == least => Decided::Rare(value),
            Some(_) => Decided::Open,
        })
    }

    /// The last place before the splits tried at which a replay from the snapshot stops; among the
    /// values at hand any place is as good.
    fn begin_of_stretch(&self) -> u64 {
        let last = self.tried.from - 1;
        let late = self.replay.late_from();
        if last >= late {
            return late.max(self.tried.from.saturating_sub(self.replay.at_once));
        }
        last - (last - self.snapshot_before(last)) % self.replay.at_once
    }

    /// Where a replay to heap n begins.
    fn snapshot_before(&self, n: u64) -> u64 {
        self.replay.snapshot(n).map_or(0, |snapshot| snapshot.heap)
    }

    /// Tries the splits with a larger part from this heap on that have not been tried.
    fn stretch(&mut self, from: u64) -> Result<()> {
        let large = if from >= self.replay.late_from() {
            self.replay.late(from..self.tried.from)?.to_vec()
        } else {
            let mut cursor = self.cursor(from)?;
            self.replay.read_all(&mut cursor, self.tried.from)?
        };
        let parts = self.replay.read_all(&mut self.small, self.tried.part_beyond(from))?;
        self.tried.try_stretch(&self.replay.basis.rules, &large, &parts);
        self.tried.small = self.small.mark();
        self.tried.marks.retain(|mark| mark.heap < from);
        (self.keep)(&self.tried)
    }

    /// A cursor at heap n, whose way there is noted.
    fn cursor(&mut self, n: u64) -> Result<Cursor> {
        let begun = self.snapshot_before(n);
        let (marks, Decision { replay, tried, keep, .. }) = (self.tried.marks.clone(), self);
        replay.cursor_from(&marks, n, &mut |cursor| {
            if let Some(mark) = cursor.mark() {
                tried.add_mark(mark, begun, n);
            }
            keep(tried)
        })
    }
}

/// The window length that covers the splits found for this heap; `None` if the window already
/// covers them, or if it would exceed `longest`.
pub(super) fn longer_window(
    checkpoint: &StreamCheckpoint,
    found: &AcceptedHeap,
    longest: u64,
) -> Option<usize> {
    let basis = checkpoint.basis();
    let window = basis.window() as u64;
    let reach = found.heap - found.larger_part + basis.rules.last_place as u64;
    let most = longest.min(longest_window(checkpoint.heap, checkpoint.chunk));
    let longer = reach.max(2 * window).min(most);
    (window < reach && reach <= longer).then_some(longer as usize)
}

/// The first and last values that a stream with a longer window keeps.
pub(super) struct PrefixAndTail {
    first: Vec<u16>,
    last: Vec<u16>,
}

impl Replay<'_> {
    /// Computes the values for a window of this length again. O(window + spacing) time, and the
    /// memory of the heaps before the first snapshot.
    pub(super) fn ends(&self, window: usize) -> Result<PrefixAndTail> {
        let StreamCheckpoint { heap, chunk, ref last, .. } = *self.checkpoint;
        let from = heap - heap % chunk - window as u64;
        let mut values = vec![];
        if from < self.late_from() {
            values = self.read_all(&mut self.cursor(from)?, self.late_from())?;
        }
        values.extend(&last[from.saturating_sub(self.late_from()) as usize..]);
        let first = self.read_all(&mut self.cursor(0)?, window as u64 + 1)?;
        Ok(PrefixAndTail { first, last: values })
    }
}

impl StreamCheckpoint {
    /// Takes a window of another length.
    pub(super) fn set_window(&mut self, ends: PrefixAndTail) {
        (self.first, self.last) = (ends.first.into(), ends.last.into());
        self.references = References::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values that occur about equally often, of a sequence of no game.
    fn value(n: u64) -> u16 {
        (n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 55) as u16
    }

    fn values(from: u64, to: u64) -> Vec<u16> {
        (from..to).map(value).collect()
    }

    /// The values that no split has, and the least of the greatest larger parts, by enumeration.
    fn by_definition(rules: &Rules, heap: u64, sought: &[u16]) -> (Vec<u16>, u64) {
        let (mut missing, mut larger_part) = (sought.to_vec(), heap);
        for b in (1..heap).rev() {
            let found: Vec<u16> = rules
                .splits
                .iter()
                .flat_map(|s| (1..=b).map(move |a| (s, a)))
                .filter(|&(s, a)| a + b + s.k as u64 == heap && !(s.unequal && a == b))
                .map(|(_, a)| value(a) ^ value(b))
                .collect();
            let before = missing.len();
            missing.retain(|value| !found.contains(value));
            larger_part = if missing.len() < before { b } else { larger_part };
        }
        (missing, larger_part)
    }

    /// However long the stretches are, and whether a split takes a token or none.
    #[test]
    fn stretches() {
        for code in ["0.4", "4.4", "4.0406", "4!.4", "0.07!"] {
            let rules = Rules::of(&code.parse().unwrap()).unwrap();
            for heap in 20..120 {
                let sought: Vec<u16> = (0..heap as u16 * 3).step_by(3).collect();
                let expected = by_definition(&rules, heap, &sought);
                for length in [1, 2, 3, 7, 1000] {
                    let mut tried = TriedSplits::none(heap, sought.clone());
                    while tried.from > tried.least_from(&rules) {
                        let to = tried.from.saturating_sub(length).max(tried.least_from(&rules));
                        let parts = values(tried.next_part(), tried.part_beyond(to));
                        tried.try_stretch(&rules, &values(to, tried.from), &parts);
                    }
                    let found = (tried.missing, tried.larger_part);
                    assert_eq!(found, expected, "{code}, heap {heap}, {length} at a time");
                }
            }
        }
    }
}
