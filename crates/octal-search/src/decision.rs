//! The decision at a heap at which a stream has halted: its splits show that it is common, or that
//! it is rare.
//!
//! Two replays that run towards each other try the splits: all of them, or those with a larger part
//! from some heap on.
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
//! that of a split soon beyond it. The last values in the checkpoint, a window of them or more, are
//! not computed again.
//!
//! A stretch is as long as a replay computes at once, and ends where one that begins at the snapshot
//! stops. The splits tried are saved after each stretch. So a search that is resumed computes at most
//! one stretch again.
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
//! Let the stream compute m stretches between two snapshots. The heaps there are computed about
//! 2 + ½ log₂ m times, because of the marks of the replay, and the smaller parts once. So it takes at
//! most about (3 + ½ log₂ m) / 2 times as long as the stream up to heap n, and the memory of two
//! stretches.
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

use super::checkpoint::{AcceptedHeap, StreamCheckpoint, TriedSplits, longest_window};
use super::replay::{Cursor, Replay, Result};
use crate::rules::Rules;

/// Where all values fit into memory, only the splits of heap n are tried whose larger part is among
/// the last n / 8 heaps, or a little before them.
pub(super) const TRIED_SHARE: u64 = 8;

/// The class of a heap, as its splits show it.
pub(super) enum Decided {
    /// It is common.
    Common(AcceptedHeap),
    /// It is rare, and this is its value.
    Rare(u16),
    /// Neither: more splits have to be tried.
    Open,
}

/// Tries splits of the next heap of the checkpoint until they have all the `missing` values, which
/// ascend, or all splits with a larger part from heap `from` on. Continues after the splits that
/// have been tried.
pub(super) fn decide(replay: &mut Replay<'_>, missing: Vec<u16>, from: u64) -> Result<Decided> {
    let tried = replay.progress.tried.take();
    let tried = tried.unwrap_or_else(|| TriedSplits::none(replay.checkpoint.heap, missing));
    replay.progress.tried = Some(tried.clone());
    // The replay has a mark there, or values of the file, so that nothing is computed.
    let small = replay.cursor(tried.part_beyond(tried.from))?;
    let last_place = replay.basis.rules.last_place as u64;
    let parts = replay.before(&small, last_place.min(small.heap - 1))?;
    let mut decision = Decision { replay, tried, small, parts };
    let least = decision.tried.least_from(&decision.replay.basis.rules);
    while !decision.tried.missing.is_empty() && decision.tried.from > least.max(from) {
        decision.stretch(decision.begin_of_stretch().max(least))?;
    }
    let TriedSplits { heap, missing, larger_part, from } = decision.tried;
    Ok(match missing.first() {
        None => Decided::Common(AcceptedHeap { heap, larger_part }),
        Some(&value) if from == least => Decided::Rare(value),
        Some(_) => Decided::Open,
    })
}

/// The search for the missing values of a heap among the values of its splits.
struct Decision<'r, 'a> {
    replay: &'r mut Replay<'a>,
    tried: TriedSplits,
    /// Computes the smaller parts.
    small: Cursor,
    /// The values of the last smaller parts, heap 0 left out, that the next splits need.
    parts: Vec<u16>,
}

impl Decision<'_, '_> {
    /// The last place before the splits tried at which a replay from the snapshot stops; among the
    /// values at hand any place is as good.
    fn begin_of_stretch(&self) -> u64 {
        let last = self.tried.from - 1;
        let late = self.replay.late_from();
        if last >= late {
            return late.max(self.tried.from.saturating_sub(self.replay.at_once));
        }
        let snapshot = self.replay.snapshot(last).map_or(0, |snapshot| snapshot.heap);
        last - (last - snapshot) % self.replay.at_once
    }

    /// Tries the splits with a larger part from this heap on that have not been tried.
    fn stretch(&mut self, from: u64) -> Result<()> {
        let Decision { replay, tried, small, parts } = self;
        let large = if from >= replay.late_from() {
            replay.late(from..tried.from)?.to_vec()
        } else {
            let mut cursor = replay.cursor(from)?;
            replay.read_all(&mut cursor, tried.from)?
        };
        let (known, beyond) = (small.heap, tried.part_beyond(from));
        parts.extend(replay.read_all(small, beyond)?);
        tried.try_stretch(&replay.basis.rules, &large, parts);
        replay.progress.tried = Some(tried.clone());
        replay.progress.marks.retain(|mark| mark.heap < from && mark.heap != known);
        replay.mark(small);
        replay.note()
    }
}

impl TriedSplits {
    /// No split of this heap has been tried; these values are sought, which ascend.
    pub(super) fn none(heap: u64, missing: Vec<u16>) -> TriedSplits {
        TriedSplits { heap, missing, larger_part: heap, from: heap }
    }

    /// One more than the largest smaller part of a split whose larger part is b or greater. A split
    /// need not take a token.
    fn part_beyond(&self, b: u64) -> u64 {
        self.heap - b + 1
    }

    /// Tries the splits whose larger part is one of the heaps that end before `self.from` and have
    /// the values `large`, with the values of the last `parts`. Keeps those of the next splits.
    fn try_stretch(&mut self, rules: &Rules, large: &[u16], parts: &mut Vec<u16>) {
        self.from -= large.len() as u64;
        let first = self.part_beyond(self.from) - parts.len() as u64;
        for (i, &value) in large.iter().enumerate().rev() {
            let b = self.from + i as u64;
            for split in &rules.splits {
                let a = self.heap.saturating_sub(split.k as u64 + b);
                if (1..=b).contains(&a) && !(split.unequal && a == b) {
                    self.find(value ^ parts[(a - first) as usize], b);
                }
            }
        }
        parts.drain(..parts.len().saturating_sub(rules.last_place));
    }

    /// A split with this larger part has this value; those that are tried later have no greater
    /// one.
    fn find(&mut self, value: u16, b: u64) {
        if let Ok(at) = self.missing.binary_search(&value) {
            self.missing.remove(at);
            self.larger_part = b;
        }
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

impl Replay<'_> {
    /// The first and the last values that a stream with a window of this length keeps. O(window +
    /// spacing) time, and the memory of the heaps before the first snapshot.
    pub(super) fn ends(&mut self, window: usize) -> Result<(Vec<u16>, Vec<u16>)> {
        let StreamCheckpoint { heap, chunk, ref last, .. } = *self.checkpoint;
        let from = heap - heap % chunk - window as u64;
        let mut values = vec![];
        let late = self.late_from();
        if from < late {
            let mut cursor = self.cursor(from)?;
            values = self.read_all(&mut cursor, late)?;
        }
        values.extend(&last[from.saturating_sub(late) as usize..]);
        let mut cursor = self.cursor(0)?;
        let first = self.read_all(&mut cursor, window as u64 + 1)?;
        Ok((first, values))
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
                    let (mut tried, mut parts) = (TriedSplits::none(heap, sought.clone()), vec![]);
                    while tried.from > tried.least_from(&rules) {
                        let to = tried.from.saturating_sub(length).max(tried.least_from(&rules));
                        parts.extend(values(tried.part_beyond(tried.from), tried.part_beyond(to)));
                        tried.try_stretch(&rules, &values(to, tried.from), &mut parts);
                    }
                    let found = (tried.missing, tried.larger_part);
                    assert_eq!(found, expected, "{code}, heap {heap}, {length} at a time");
                }
            }
        }
    }
}
