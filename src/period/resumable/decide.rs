//! Whether a heap at which a stream has halted is common: all its splits, by two replays that run
//! towards each other.
//!
//! ```text
//! the splits of heap n leave parts a ≤ b with a + b = n − k
//! for b from the last heaps downwards, a stretch at a time:
//!     compute the values of the stretch again, from the snapshot before it, and those of the parts a,
//!     which ascend
//!     take the values of these splits from those that are missing; end when none is
//! ```
//!
//! Nearly always the first stretch ends it: a rare value that no split within the window has is that
//! of a split soon beyond it.
//!
//! # Why the proof of a period stands
//!
//! Condition 3 of Theorem 5 is asked of the splits found here too: their larger parts must not lie before
//! the window that recurs. So the least of them is kept with the heap, and a recurrence that begins too
//! late for it is passed over.
//!
//! # Cost
//!
//! The time in which the stream computes as many heaps as the stretches have, with those between each
//! stretch and the snapshot before it; at most about twice the time of the search up to heap n. The
//! memory of two stretches.

use std::ops::Range;

use super::record::AcceptedHeap;
use super::replay::{Cursor, HEAPS_AT_ONCE, Replay, Result};

/// What all splits of a heap show.
pub(super) enum Decided {
    /// It is common.
    Common(AcceptedHeap),
    /// It is rare, and this is its value.
    Rare(u16),
}

/// The search for values among those of the splits of a heap.
pub(super) struct Decision<'a> {
    replay: Replay<'a>,
    /// n.
    heap: u64,
    /// The values that no split tried has, in ascending order.
    missing: Vec<u16>,
    /// The heaps of the longest stretch.
    longest: u64,
    /// Computes the smaller parts.
    small: Cursor,
    /// The least larger part of a split that has a missing value.
    larger_part: u64,
    /// The values of the last smaller parts, the last of which belongs to the heap before the cursor.
    parts: Vec<u16>,
}

impl<'a> Decision<'a> {
    /// Searches for these values, which ascend, at the next heap of the record, in stretches of at most
    /// `longest` heaps.
    pub(super) fn new(replay: Replay<'a>, missing: Vec<u16>, longest: u64) -> Result<Decision<'a>> {
        let (heap, small) = (replay.record.heap, replay.cursor(0)?);
        let longest = longest.max(1);
        Ok(Decision { replay, heap, missing, longest, small, larger_part: heap, parts: vec![] })
    }

    /// Tries splits until they have all the values, or all splits.
    pub(super) fn decide(mut self) -> Result<Decided> {
        let (mut end, mut length) = (self.heap, HEAPS_AT_ONCE.min(self.longest));
        // Below half of n − k, for every k, the parts have changed places.
        let last_place = self.replay.basis.rules.last_place as u64;
        while !self.missing.is_empty() && 2 * end + last_place > self.heap {
            let from = end.saturating_sub(length);
            self.stretch(from, end)?;
            (end, length) = (from, (2 * length).min(self.longest));
        }
        let (heap, larger_part) = (self.heap, self.larger_part);
        let common = Decided::Common(AcceptedHeap { heap, larger_part });
        Ok(self.missing.first().map_or(common, |&value| Decided::Rare(value)))
    }

    /// Tries the splits with a larger part in this stretch of heaps, which lies below the stretch before.
    fn stretch(&mut self, from: u64, end: u64) -> Result<()> {
        let mut cursor = self.replay.cursor(from)?;
        let large = self.replay.read_all(&mut cursor, end)?;
        let rules = &self.replay.basis.rules;
        // The smaller parts go up to n − from; those of the stretch before are still here, as many as a
        // larger k needs.
        let to = self.heap - from + 1;
        let more = self.replay.read_all(&mut self.small, to)?;
        self.parts.extend(more);
        let first = to - self.parts.len() as u64;
        for split in &rules.splits {
            let rest = self.heap - split.k as u64;
            let parts = smaller_parts(rest, &(from..end));
            for a in parts.filter(|a| !(split.unequal && 2 * a == rest)) {
                let value = self.parts[(a - first) as usize] ^ large[(rest - a - from) as usize];
                if let Ok(at) = self.missing.binary_search(&value) {
                    self.missing.remove(at);
                    self.larger_part = self.larger_part.min(rest - a);
                }
            }
        }
        self.parts.drain(..self.parts.len().saturating_sub(rules.last_place));
        Ok(())
    }
}

/// The smaller parts a ≥ 1 of the splits a + b = `rest` with a larger part b in this stretch. (Below half of
/// `rest` the parts have changed places, which does no harm.)
fn smaller_parts(rest: u64, larger: &Range<u64>) -> Range<u64> {
    rest.saturating_sub(larger.end - 1).max(1)..(rest + 1).saturating_sub(larger.start)
}

#[cfg(test)]
mod tests {
    use super::smaller_parts;

    /// Whatever the stretches are, each split is tried once, also those that take no token, and the
    /// smaller parts wanted are those new in the stretch or among the last t before.
    #[test]
    fn every_split_is_tried_once() {
        for (heap, last_place, length) in [(100_u64, 3, 7), (101, 0, 1), (60, 5, 100)] {
            let mut tried = vec![];
            let (mut end, mut known) = (heap, 0);
            while end > 0 {
                let from = end.saturating_sub(length);
                let to = heap - from + 1;
                for k in 0..=last_place {
                    let parts = smaller_parts(heap - k, &(from..end));
                    assert!(parts.is_empty() || parts.end <= to);
                    assert!(parts.is_empty() || parts.start + last_place >= known.max(1));
                    tried.extend(parts.map(|a| (k, a)));
                }
                (end, known) = (from, to);
            }
            tried.sort_unstable();
            let all = (0..=last_place).flat_map(|k| (1..=heap - k).map(move |a| (k, a)));
            // Heap 0 is a larger part of the last stretch: nothing is left but a itself.
            assert!(
                tried.into_iter().filter(|&(_, a)| a < heap).eq(all.filter(|&(_, a)| a < heap))
            );
        }
    }
}
