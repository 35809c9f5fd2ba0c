//! Whether a heap at which a stream has halted is common: its splits are tried, all of them or those with a
//! larger part from some heap on, by two replays that run towards each other.
//!
//! ```text
//! the splits of heap n leave parts a ≤ b with a + b = n − k
//! for b from the last heaps downwards, a stretch at a time:
//!     compute the values of the stretch again, from the snapshot before it, and those of the parts a,
//!     which ascend
//!     remove the values of these splits from the missing ones; end when none is left
//! ```
//!
//! Nearly always the first stretch ends it: a rare value that no split within the window has is that
//! of a split soon beyond it.
//!
//! The last values that the stream still has, a window of them or more, are not computed again: superblocks keep
//! more than the window as far as memory allows, since they are slow.
//!
//! What has been tried ([`TriedSplits`]) is handed over after each stretch, and also on the way to it, as
//! the replay of the heaps between two snapshots may take minutes, and that of all heaps hours. A stretch is as
//! long as a replay computes at once, and ends where one that begins at the snapshot stops; so whoever goes on
//! computes at most one of them again.
//!
//! # Why the proof of a period stands
//!
//! Condition 3 of Theorem 5 is asked of the splits found here too: their larger parts must not lie before
//! the window that recurs. So of each value the split with the greatest larger part is taken, and the least
//! of these is kept with the heap; a recurrence that begins too late for it is passed over.
//!
//! # Cost
//!
//! Let the stream compute m stretches between two snapshots. As the stretches descend and a replay
//! ascends, some places on the way to a stretch are kept for those before it: about log₂ m states, with which
//! the heaps between two snapshots are computed about 2 + ½ log₂ m times, and not m/2 times. The smaller
//! parts are computed once. So it takes at most about (3 + ½ log₂ m) / 2 times as long as the stream up to
//! heap n, and the memory of two stretches.

use super::record::AcceptedHeap;
use super::replay::{Cursor, Replay, Result};
use super::tried::TriedSplits;

/// Where all values fit into memory, only the splits of heap n are tried whose larger part is among the last
/// n / 8 heaps, or a little before them.
pub(super) const TRIED_SHARE: u64 = 8;

/// What splits of a heap show.
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
    /// Takes note of what has been tried.
    keep: &'a mut dyn FnMut(&TriedSplits) -> Result<()>,
}

impl<'a> Decision<'a> {
    /// Searches for these values, which ascend, at the next heap of the record, or goes on with what the
    /// record says has been tried; `keep` is told what has been tried since.
    pub(super) fn new(
        replay: &'a Replay<'a>,
        missing: Vec<u16>,
        keep: &'a mut dyn FnMut(&TriedSplits) -> Result<()>,
    ) -> Result<Decision<'a>> {
        let tried = replay.record.tried.clone();
        let tried = tried.unwrap_or_else(|| TriedSplits::none(replay.record.heap, missing));
        // It is at its snapshot, or before the first, so that nothing is computed.
        let small = tried.small.as_slice();
        let small = replay.cursor_from(small, tried.next_part(), &mut |_| Ok(()))?;
        Ok(Decision { replay, tried, small, keep })
    }

    /// Tries splits until they have all the values, or all splits with a larger part from heap `from` on.
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

    /// The last place before the splits tried at which a replay from the snapshot stops; among the values at hand
    /// any place is as good.
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
