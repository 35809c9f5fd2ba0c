//! Replays a search: computes any of its values again, from the snapshot before them.
//!
//! All heaps up to the end of a search are known to be common, so nothing is verified a second time. What the stream still has of its last values need not be computed again. O(spacing) heaps
//! to get to a heap, and the memory of the heaps before the first snapshot if one of these is wanted:
//! these are read from the file of values if it is there.
//!
//! # A heap at which a stream has halted
//!
//! To decide whether the heap is common, its splits are tried, all of them or those with a larger part from some
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
//! Nearly always the first stretch ends it: a rare value that no split within the window has is that
//! of a split soon beyond it.
//!
//! The last values that the record has, a window of them or more, are not computed again.
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
//!
//! # The least period and preperiod
//!
//! They follow from a state that occurs twice and the snapshots:
//! section 6 of [`octal_games::theory::minimality`]. A state is the last L values, L = ρ + t + 1 or more. Let the
//! windows before i and before i + d be equal:
//!
//! ```text
//! p ← d; for every prime q that divides d:
//!     while q divides p and the states before i and before i + p/q are equal: p ← p/q
//! the first snapshot s with equal states before s and before s + p, by bisection
//! n0 ← one more than the last n < s with G(n) ≠ G(n + p)
//! ```
//!
//! A state decides everything that follows. So if the states before s and s + p are equal, those
//! before all later heaps are, and the bisection is right; and if p/q is a period at all, it is one
//! from i on. Every state is recomputed from the snapshot before it: O(spacing) each.
//!
//! What is settled ([`LeastProgress`]) is handed over after each question, and also on the way to a state,
//! as a replay may take hours: the place it has come to serves whoever goes on as one more snapshot.
//!
//! # A longer window for a stream that has halted at a common heap
//!
//! A rare value that no split within the window has is that of a split soon beyond it. Each such heap
//! costs a replay of the values between two snapshots, so a stream whose window is too short for many
//! heaps crawls. Hence the window grows whenever it was too short:
//!
//! ```text
//! W ← the larger of 2·W and the reach of the split, at most a third of the heap, and half of what the memory allows
//! compute the first values and the last ones again
//! begin the stream again with them, and Brent's references at the next multiple of the chunk
//! ```
//!
//! To compute the last values may take minutes: those that are known ([`BegunWindow`]) are handed over on
//! the way.
//!
//! As it doubles, the window grows a few times only. Theorem 5 asks for windows of one length: those that
//! recur are looked for with the longer one from then on, and splits within the shorter window are within
//! the longer.

use super::record::{AcceptedHeap, SearchRecord, longest_window};
use super::reference::{
    BegunWindow, LeastProgress, References, Settled, StateRecurrence, StateSnapshot,
};
use super::stored_values::first_values;
use super::tried::TriedSplits;
use super::{Interrupted, ResumableError, Settings};
use crate::grundy::driver::{Driver, Tuning};
use crate::grundy::stream::{Basis, Stream};
use crate::grundy::values::{Slice, Values};
use crate::period::recurrence::prime_divisors;
use std::cell::OnceCell;
use std::ops::Range;
use std::path::Path;

/// After at most this many heaps a replay asks whether to go on, or after as many as a state has if these are more: each
/// time it also copies a state, to note where it has come to.
const HEAPS_AT_ONCE: u64 = 1 << 22;

/// Computes values of a search again.
pub(super) struct Replay<'a> {
    pub(super) record: &'a SearchRecord,
    pub(super) basis: &'a Basis,
    tuning: &'a Tuning,
    /// After this many heaps it asks whether to go on.
    pub(super) at_once: u64,
    /// Whether to go on.
    goes_on: &'a dyn Fn() -> bool,
    /// Where the values before the first snapshot may be.
    directory: Option<&'a Path>,
    /// The values before the first snapshot, once they are asked for.
    early: OnceCell<Values>,
}

pub(super) type Result<T> = std::result::Result<T, ResumableError>;

impl SearchRecord {
    /// The values of these heaps, all before [`SearchRecord::heap`]: computed again, as long as `goes_on`
    /// says so, from the snapshot before them.
    ///
    /// O(spacing + length) time; for heaps before the first snapshot, the time and the memory of all heaps
    /// before it.
    ///
    /// # Errors
    /// [`ResumableError::Interrupted`] if it does not go on; [`ResumableError::Beyond`] if heaps are asked
    /// for that the search has not reached.
    pub fn values(&self, heaps: Range<u64>, goes_on: &dyn Fn() -> bool) -> Result<Vec<u16>> {
        let length = heaps.end.saturating_sub(heaps.start);
        let mut windows = self.windows(&[heaps.start], length, heaps.end, goes_on)?;
        Ok(windows.pop().unwrap_or_default())
    }

    /// The windows of this length that begin at these heaps, which ascend; each ends before heap `end` at the latest,
    /// and may be empty. They are computed again as in [`SearchRecord::values`], but no heap more than twice if the
    /// windows do not meet.
    ///
    /// # Errors
    /// Those of [`SearchRecord::values`].
    pub fn windows(
        &self,
        starts: &[u64],
        length: u64,
        end: u64,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Vec<Vec<u16>>> {
        if end > self.heap {
            return Err(ResumableError::Beyond { end, reached: self.heap });
        }
        let basis = self.basis();
        let replay = Replay::new(self, &basis, &Settings::DEFAULT, goes_on);
        let mut mark = None;
        let window = |&start: &u64| {
            if start >= end {
                return Ok(vec![]);
            }
            let mut cursor = replay.cursor_from(mark.as_slice(), start, &mut |_| Ok(()))?;
            mark = cursor.mark();
            replay.read_all(&mut cursor, end.min(start + length))
        };
        starts.iter().map(window).collect()
    }
}

impl<'a> Replay<'a> {
    pub(super) fn new(
        record: &'a SearchRecord,
        basis: &'a Basis,
        settings: &'a Settings,
        goes_on: &'a dyn Fn() -> bool,
    ) -> Replay<'a> {
        let taps = (basis.rare.len() * basis.rules.splits.len()) as u64;
        let at_once = (settings.replay_work / taps.max(1))
            .clamp(1, HEAPS_AT_ONCE.max(basis.state_length as u64));
        let (tuning, early) = (&settings.tuning, OnceCell::new());
        Replay { record, basis, tuning, at_once, goes_on, directory: None, early }
    }

    /// The same where the file of values may be in this directory.
    pub(super) fn beside(self, directory: &'a Path) -> Replay<'a> {
        Replay { directory: Some(directory), ..self }
    }

    /// The first heap from which on all values are at hand.
    pub(super) fn late_from(&self) -> u64 {
        self.record.heap - self.record.last.len() as u64
    }

    /// The values of these heaps, from [`Replay::late_from`] on.
    pub(super) fn late(&self, heaps: Range<u64>) -> Result<&'a [u16]> {
        if !(self.goes_on)() {
            return Err(Interrupted.into());
        }
        let from = self.late_from();
        Ok(&self.record.last[(heaps.start - from) as usize..(heaps.end - from) as usize])
    }

    /// The same that computes at most this many heaps at once, or one.
    pub(super) fn in_steps_of(self, most: u64) -> Replay<'a> {
        Replay { at_once: self.at_once.min(most).max(1), ..self }
    }

    /// The last snapshot that is not beyond heap n.
    pub(super) fn snapshot(&self, n: u64) -> Option<&'a StateSnapshot> {
        let at = self.record.snapshots.partition_point(|s| s.heap <= n);
        self.record.snapshots[..at].last()
    }

    /// A cursor at heap n.
    pub(super) fn cursor(&self, n: u64) -> Result<Cursor> {
        self.cursor_from(&[], n, &mut |_| Ok(()))
    }

    /// A cursor at heap n, from the last of the snapshots and these `marks` that is not beyond it. `note` is
    /// told where it has come to on the way.
    pub(super) fn cursor_from(
        &self,
        marks: &[StateSnapshot],
        n: u64,
        note: &mut dyn FnMut(&Cursor) -> Result<()>,
    ) -> Result<Cursor> {
        let Some(snapshot) = self.snapshot(n) else {
            return Ok(Cursor { heap: n, stream: None });
        };
        let marks = marks.iter().filter(|mark| mark.heap <= n);
        let nearest = marks.fold(snapshot, |a, b| if a.heap < b.heap { b } else { a });
        let mut cursor = Cursor { heap: nearest.heap, stream: Some(self.stream(nearest)?) };
        while cursor.heap < n {
            self.read(&mut cursor, n)?;
            note(&cursor)?;
        }
        Ok(cursor)
    }

    fn stream(&self, snapshot: &StateSnapshot) -> Result<Stream> {
        let tuning = self.tuning.stream()?;
        let stream = Stream::again(self.basis, &tuning, snapshot.heap, &snapshot.values);
        stream.ok_or(ResumableError::Unusable { heap: snapshot.heap })
    }

    /// The values of the heaps from the cursor up to, not including, heap `end`.
    pub(super) fn read_all(&self, cursor: &mut Cursor, end: u64) -> Result<Vec<u16>> {
        let mut values = vec![];
        while cursor.heap < end {
            values.extend(self.read(cursor, end)?);
        }
        Ok(values)
    }

    /// The values of the next heaps before `end`, at most [`Replay::at_once`] of them.
    pub(super) fn read(&self, cursor: &mut Cursor, end: u64) -> Result<Vec<u16>> {
        // Values before the first snapshot are at hand: only what is computed can be interrupted.
        if cursor.heap >= self.record.begun && !(self.goes_on)() {
            return Err(Interrupted.into());
        }
        let mut values = vec![];
        let end = end.min(cursor.heap + self.at_once);
        if cursor.heap < self.record.begun {
            let early = self.early()?;
            let to = end.min(self.record.begun);
            values.extend(early.range(cursor.heap as usize..to as usize).iter());
            cursor.heap = to;
        }
        if cursor.heap < end {
            let stream = match &mut cursor.stream {
                Some(stream) => stream,
                none => none.insert(self.stream(&self.record.snapshots[0])?),
            };
            self.extend(stream, end)?;
            let new = (stream.heap() - cursor.heap) as usize;
            values.extend(&stream.values()[stream.values().len() - new..]);
            cursor.heap = stream.heap();
        }
        Ok(values)
    }

    /// Extends a stream to heap `end`, or as long as `goes_on` says so; it keeps the new values.
    fn extend(&self, stream: &mut Stream, end: u64) -> Result<()> {
        let begun = stream.heap();
        loop {
            stream.extend(stream.step(end), (stream.heap() - begun) as usize)?;
            if stream.heap() == end || !(self.goes_on)() {
                return Ok(());
            }
        }
    }

    /// The values of the heaps before the first snapshot.
    fn early(&self) -> Result<Slice<'_>> {
        if let Some(early) = self.early.get() {
            return Ok(early.as_slice());
        }
        let (code, begun) = (self.record.code(), self.record.begun);
        let stored = self.directory.map(|directory| first_values(directory, &code, begun));
        let values = match stored.transpose()?.flatten() {
            Some(values) => values,
            None => self.computed()?,
        };
        Ok(self.early.get_or_init(|| values).as_slice())
    }

    /// The values of these heaps, computed again.
    fn computed(&self) -> Result<Values> {
        let begun = self.record.begun;
        let driver = Driver::with(&self.record.code(), *self.tuning);
        let mut driver = driver.ok_or(ResumableError::Unusable { heap: begun })?;
        while (driver.values().len() as u64) < begun {
            if !(self.goes_on)() {
                return Err(Interrupted.into());
            }
            let next = driver.values().len() as u64;
            driver.extend(begun.min(next + self.at_once) - 1)?;
        }
        Ok(driver.into_values())
    }
}

/// A place in the sequence.
pub(super) struct Cursor {
    /// The next heap.
    pub(super) heap: u64,
    /// What computes it, if that is not below the first snapshot.
    stream: Option<Stream>,
}

impl Cursor {
    /// The values of the state at this place; none before the first snapshot.
    pub(super) fn state(&self) -> &[u16] {
        self.stream.as_ref().map_or(&[], Stream::state)
    }

    /// This place as a snapshot; `None` before the first.
    pub(super) fn mark(&self) -> Option<StateSnapshot> {
        let stream = self.stream.as_ref()?;
        Some(StateSnapshot { heap: self.heap, values: stream.state().into() })
    }
}

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

/// The search for the least period and preperiod.
pub(super) struct LeastSearch<'a> {
    replay: &'a Replay<'a>,
    found: StateRecurrence,
    progress: LeastProgress,
    /// Takes note of what is settled.
    keep: &'a mut dyn FnMut(&LeastProgress) -> Result<()>,
}

impl<'a> LeastSearch<'a> {
    /// Goes on with what the record has settled; `keep` is told what is settled since.
    pub(super) fn new(
        replay: &'a Replay<'a>,
        found: StateRecurrence,
        keep: &'a mut dyn FnMut(&LeastProgress) -> Result<()>,
    ) -> LeastSearch<'a> {
        let progress = replay.record.least.clone();
        let progress = progress.unwrap_or_else(|| LeastProgress::new(found));
        LeastSearch { replay, found, progress, keep }
    }

    /// The least period and the least preperiod. Takes O((log d + log of the number of snapshots) · spacing)
    /// time, and the memory of the heaps before the first snapshot if the preperiod is among them.
    pub(super) fn run(mut self) -> Result<(u64, u64)> {
        loop {
            let settled = match self.progress.settled {
                Settled::Period { p, tried } => self.try_prime(p, tried)?,
                Settled::Snapshots { p, low, high } => self.halve(p, low, high)?,
                Settled::Values { p, .. } => return Ok((p, self.last_difference()?)),
            };
            self.note(settled, vec![])?;
        }
    }

    /// Tries the next prime at which the period may be shorter.
    fn try_prime(&mut self, p: u64, tried: u64) -> Result<Settled> {
        let is_next = |q: &u64| *q > tried && p.is_multiple_of(*q);
        let Some(q) = prime_divisors(p).into_iter().find(is_next) else {
            let snapshots = &self.replay.record.snapshots;
            let high = snapshots.partition_point(|s| s.heap < self.found.first);
            return Ok(Settled::Snapshots { p, low: 0, high });
        };
        let there = self.cursor(self.found.first + p / q)?;
        // The state before the first heap also stands before the second, at which the record ends.
        let is_shorter = self.replay.record.last.ends_with(there.state());
        Ok(if is_shorter {
            Settled::Period { p: p / q, tried }
        } else {
            Settled::Period { p, tried: q }
        })
    }

    /// Halves the range of snapshots, or takes its end.
    fn halve(&mut self, p: u64, low: usize, high: usize) -> Result<Settled> {
        let snapshots = &self.replay.record.snapshots;
        if low == high {
            let end = snapshots.get(low).map_or(self.found.first, |s| s.heap.min(self.found.first));
            let from = low.checked_sub(1).map_or(0, |below| snapshots[below].heap);
            // The states before `from` differ, unless that is 0, so that a difference is found.
            return Ok(Settled::Values { p, from, end, least: 0 });
        }
        let middle = (low + high) / 2;
        let snapshot = &snapshots[middle];
        Ok(if *self.cursor(snapshot.heap + p)?.state() == *snapshot.values {
            Settled::Snapshots { p, low, high: middle }
        } else {
            Settled::Snapshots { p, low: middle + 1, high }
        })
    }

    /// One more than the last n < `end` with G(n) ≠ G(n + p), of which there is one among the values
    /// of the state before `from` or later; 0 if `from` is 0 and there is none.
    fn last_difference(&mut self) -> Result<u64> {
        let Settled::Values { p, from, end, least } = self.progress.settled else { return Ok(0) };
        let (mut low, mut high) = (self.cursor(from)?, self.cursor(from + p)?);
        let mut least = after_difference(low.state(), high.state(), from).unwrap_or(least);
        while low.heap < end {
            let a = self.replay.read(&mut low, end)?;
            let b = self.replay.read_all(&mut high, low.heap + p)?;
            least = after_difference(&a, &b, low.heap).unwrap_or(least);
            let marks = [low.mark(), high.mark()].into_iter().flatten().collect();
            self.note(Settled::Values { p, from: low.heap, end, least }, marks)?;
        }
        Ok(least)
    }

    /// A cursor at heap n, whose way there is noted.
    fn cursor(&mut self, n: u64) -> Result<Cursor> {
        let (marks, LeastSearch { replay, progress, keep, .. }) =
            (self.progress.marks.clone(), self);
        replay.cursor_from(&marks, n, &mut |cursor| {
            progress.marks = cursor.mark().into_iter().collect();
            keep(progress)
        })
    }

    fn note(&mut self, settled: Settled, marks: Vec<StateSnapshot>) -> Result<()> {
        self.progress = LeastProgress { settled, marks };
        (self.keep)(&self.progress)
    }
}

/// One more than the last heap at which two stretches differ that end before heap `end`.
fn after_difference(a: &[u16], b: &[u16], end: u64) -> Option<u64> {
    let back = a.iter().rev().zip(b.iter().rev()).position(|(a, b)| a != b)?;
    Some(end - back as u64)
}

/// How long the window should become after this heap was shown to be common; `None` if it cannot be so long, and at
/// most `longest`, that it holds the splits which show that, or if it does already.
pub(super) fn longer_window(
    record: &SearchRecord,
    found: &AcceptedHeap,
    longest: u64,
) -> Option<usize> {
    let basis = record.basis();
    let window = basis.window() as u64;
    let reach = found.heap - found.larger_part + basis.rules.last_place as u64;
    let most = longest.min(longest_window(record.heap, record.chunk));
    let longer = reach.max(2 * window).min(most);
    (window < reach && reach <= longer).then_some(longer as usize)
}

/// The values that the record of a search with a window of this length keeps.
pub(super) struct WindowEnds {
    first: Vec<u16>,
    last: Vec<u16>,
}

impl Replay<'_> {
    /// Computes the values for a window of this length again, or goes on with what the record has of them;
    /// `keep` is told what has been computed since. O(window + spacing) time, and the memory of the heaps
    /// before the first snapshot.
    pub(super) fn ends(
        &self,
        window: usize,
        keep: &mut dyn FnMut(&BegunWindow) -> Result<()>,
    ) -> Result<WindowEnds> {
        let SearchRecord { heap, chunk, ref tried, .. } = *self.record;
        let from = heap - heap % chunk - window as u64;
        let begun = tried.as_ref().and_then(|tried| tried.window.clone());
        let begun = begun.filter(|begun| begun.from == from);
        let mut begun = begun.unwrap_or(BegunWindow { from, last: vec![], mark: None });
        let late = self.late_from();
        if begun.next() < late {
            let (mark, next) = (begun.mark.clone(), begun.next());
            let mut cursor = self.cursor_from(mark.as_slice(), next, &mut |cursor| {
                begun.mark = cursor.mark();
                keep(&begun)
            })?;
            while cursor.heap < late {
                begun.last.extend(self.read(&mut cursor, late)?);
                begun.mark = cursor.mark();
                keep(&begun)?;
            }
        }
        begun.last.extend(self.late(begun.next()..heap)?);
        let first = self.read_all(&mut self.cursor(0)?, window as u64 + 1)?;
        Ok(WindowEnds { first, last: begun.last })
    }
}

impl SearchRecord {
    /// Takes a window of another length.
    pub(super) fn set_window(&mut self, ends: WindowEnds) {
        (self.first, self.last) = (ends.first.into(), ends.last.into());
        self.references = References::default();
    }
}
