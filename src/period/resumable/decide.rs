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

    /// Tries the splits with a larger part in this stretch of heaps.
    fn stretch(&mut self, from: u64, end: u64) -> Result<()> {
        let mut cursor = self.replay.cursor(from)?;
        let large = self.replay.read_all(&mut cursor, end)?;
        let rules = &self.replay.basis.rules;
        // The smaller parts go up to n − from − 1; those of the stretch before are still here, as many as
        // a larger k needs.
        let to = self.heap - from;
        let more = self.replay.read_all(&mut self.small, to)?;
        self.parts.extend(more);
        let first = to - self.parts.len() as u64;
        for split in &rules.splits {
            let rest = self.heap - split.k as u64;
            let parts = (first.max(1)..to).filter(|a| (from..end).contains(&(rest - a)));
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
