//! Replays a search: computes any of its values again, from the snapshot before them.
//!
//! All heaps up to the end of a search are known to be common, so nothing is verified a second
//! time. The last values that the checkpoint has need not be computed again. It takes O(spacing)
//! heaps to get to a heap, and the memory of the heaps before the first snapshot if one of these is
//! wanted: these are read from the file of values if it is there.
//!
//! # Marks
//!
//! Replays to several heaps in descending order would compute the heaps behind a snapshot again and
//! again. So some places on the way to a heap are kept as marks: about log₂ m, if the way has m
//! steps, with which these heaps are computed about 2 + ½ log₂ m times, and not m/2 times. The marks
//! are saved with the search, because a replay may take hours.

use std::cell::OnceCell;
use std::ops::Range;
use std::path::Path;

use super::checkpoint::{ReplayProgress, StateSnapshot, StreamCheckpoint};
use super::values::first_values;
use super::{Interrupted, ResumableError, Settings};
use crate::grundy::driver::{Driver, Tuning};
use crate::grundy::stream::{Basis, Stream};
use crate::grundy::values::{Slice, Values};

/// A replay computes at most this many heaps between two calls of `continues`, or as many as a state
/// has if these are more: each time it also copies a state, to note its place.
const HEAPS_AT_ONCE: u64 = 1 << 22;

/// Computes values of a search again.
pub(super) struct Replay<'a> {
    pub(super) checkpoint: &'a StreamCheckpoint,
    pub(super) basis: &'a Basis,
    pub(super) progress: ReplayProgress,
    tuning: &'a Tuning,
    /// The heaps between two calls of `continues`.
    pub(super) at_once: u64,
    /// The callback that says whether to continue.
    continues: &'a dyn Fn() -> bool,
    /// The callback that receives the progress.
    keep: Option<Keep<'a>>,
    /// The directory that may hold the values before the first snapshot.
    directory: Option<&'a Path>,
    /// The values before the first snapshot, once they are asked for.
    early: OnceCell<Values>,
}

pub(super) type Result<T> = std::result::Result<T, ResumableError>;
/// A callback that receives the progress, and may save it.
type Keep<'a> = &'a mut dyn FnMut(&ReplayProgress) -> Result<()>;

impl StreamCheckpoint {
    /// The values of these heaps, all before [`StreamCheckpoint::heap`]: computed again, as long as
    /// `continues` says so, from the snapshot before them.
    ///
    /// O(spacing + length) time; for heaps before the first snapshot, the time and the memory of
    /// all heaps before it.
    ///
    /// # Errors
    /// [`ResumableError::Interrupted`] if `continues` says no; [`ResumableError::Beyond`] if heaps
    /// are asked for that the search has not reached.
    pub fn values(&self, heaps: Range<u64>, continues: &dyn Fn() -> bool) -> Result<Vec<u16>> {
        let length = heaps.end.saturating_sub(heaps.start);
        let mut windows = self.windows(&[heaps.start], length, heaps.end, continues)?;
        Ok(windows.pop().unwrap_or_default())
    }

    /// The windows of this length that begin at these heaps, which ascend; each ends before heap
    /// `end` at the latest, and may be empty. They are computed again as in
    /// [`StreamCheckpoint::values`], but no heap more than twice if the windows do not meet.
    ///
    /// # Errors
    /// Those of [`StreamCheckpoint::values`].
    pub fn windows(
        &self,
        starts: &[u64],
        length: u64,
        end: u64,
        continues: &dyn Fn() -> bool,
    ) -> Result<Vec<Vec<u16>>> {
        if end > self.heap {
            return Err(ResumableError::Beyond(end, self.heap));
        }
        let basis = self.basis();
        let mut replay = Replay::new(self, &basis, &Settings::DEFAULT, continues);
        replay.progress = ReplayProgress::default();
        let window = |&start: &u64| {
            if start >= end {
                return Ok(vec![]);
            }
            let mut cursor = replay.cursor(start)?;
            replay.progress.marks = cursor.mark().into_iter().collect();
            replay.read_all(&mut cursor, end.min(start + length))
        };
        starts.iter().map(window).collect()
    }
}

impl<'a> Replay<'a> {
    pub(super) fn new(
        checkpoint: &'a StreamCheckpoint,
        basis: &'a Basis,
        settings: &'a Settings,
        continues: &'a dyn Fn() -> bool,
    ) -> Replay<'a> {
        let taps = (basis.rare.len() * basis.rules.splits.len()) as u64;
        let at_once = (settings.replay_work / taps.max(1))
            .clamp(1, HEAPS_AT_ONCE.max(basis.state_length as u64));
        Replay {
            checkpoint,
            basis,
            progress: checkpoint.replay.clone(),
            tuning: &settings.tuning,
            at_once,
            continues,
            keep: None,
            directory: None,
            early: OnceCell::new(),
        }
    }

    /// The same with a callback that receives the progress, and a directory that may hold the
    /// values before the first snapshot.
    pub(super) fn kept(self, directory: &'a Path, keep: Keep<'a>) -> Replay<'a> {
        Replay { directory: Some(directory), keep: Some(keep), ..self }
    }

    /// Passes the progress on.
    pub(super) fn note(&mut self) -> Result<()> {
        self.keep.as_mut().map_or(Ok(()), |keep| keep(&self.progress))
    }

    /// The first heap from which on all values are at hand.
    pub(super) fn late_from(&self) -> u64 {
        self.checkpoint.heap - self.checkpoint.last.len() as u64
    }

    /// The values of these heaps, from [`Replay::late_from`] on.
    pub(super) fn late(&self, heaps: Range<u64>) -> Result<&'a [u16]> {
        if !(self.continues)() {
            return Err(Interrupted.into());
        }
        let from = self.late_from();
        Ok(&self.checkpoint.last[(heaps.start - from) as usize..(heaps.end - from) as usize])
    }

    /// The last snapshot that is not beyond heap n.
    pub(super) fn snapshot(&self, n: u64) -> Option<&'a StateSnapshot> {
        let at = self.checkpoint.snapshots.partition_point(|s| s.heap <= n);
        self.checkpoint.snapshots[..at].last()
    }

    /// A cursor at heap n, from the last of the snapshots and marks that is not beyond it. Places on
    /// the way become marks.
    pub(super) fn cursor(&mut self, n: u64) -> Result<Cursor> {
        let Some(snapshot) = self.snapshot(n) else {
            return Ok(Cursor { heap: n, stream: None });
        };
        let marks = self.progress.marks.iter().filter(|mark| mark.heap <= n);
        let nearest = marks.fold(snapshot, |a, b| if a.heap < b.heap { b } else { a });
        let mut cursor = Cursor { heap: nearest.heap, stream: Some(self.stream(nearest)?) };
        while cursor.heap < n {
            let before = cursor.heap;
            self.read(&mut cursor, n)?;
            self.drop_mark(before, snapshot.heap, n);
            self.mark(&cursor);
            self.note()?;
        }
        Ok(cursor)
    }

    /// Drops the mark at a heap on the way from heap `begun` to heap `to`, unless it halves the way
    /// from the mark before it, or more. So about log₂ of the steps stay, and to come to each of
    /// them in descending order takes as many replays.
    fn drop_mark(&mut self, heap: u64, begun: u64, to: u64) {
        let marks = &mut self.progress.marks;
        let before = marks.iter().map(|mark| mark.heap).filter(|&n| n < heap).fold(begun, u64::max);
        if heap - before < to - heap {
            marks.retain(|mark| mark.heap != heap);
        }
    }

    /// Adds a place to the marks, unless it is before the first snapshot.
    pub(super) fn mark(&mut self, place: &Cursor) {
        let marks = &mut self.progress.marks;
        let at = marks.partition_point(|mark| mark.heap < place.heap);
        if marks.get(at).is_none_or(|mark| mark.heap > place.heap) {
            marks.splice(at..at, place.mark());
        }
    }

    /// The values of this many heaps before a place, at most those of a state.
    pub(super) fn before(&self, place: &Cursor, count: u64) -> Result<Vec<u16>> {
        match place.state() {
            [] => self.read_all(&mut Cursor { heap: place.heap - count, stream: None }, place.heap),
            state => Ok(state[state.len() - count as usize..].to_vec()),
        }
    }

    fn stream(&self, snapshot: &StateSnapshot) -> Result<Stream> {
        let tuning = self.tuning.stream()?;
        let stream = Stream::again(self.basis, &tuning, snapshot.heap, &snapshot.values);
        stream.ok_or(ResumableError::Unusable(snapshot.heap))
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
        if cursor.heap >= self.checkpoint.begun && !(self.continues)() {
            return Err(Interrupted.into());
        }
        let mut values = vec![];
        let end = end.min(cursor.heap + self.at_once);
        if cursor.heap < self.checkpoint.begun {
            let early = self.early()?;
            let to = end.min(self.checkpoint.begun);
            values.extend(early.range(cursor.heap as usize..to as usize).iter());
            cursor.heap = to;
        }
        if cursor.heap < end {
            let stream = match &mut cursor.stream {
                Some(stream) => stream,
                none => none.insert(self.stream(&self.checkpoint.snapshots[0])?),
            };
            self.extend(stream, end)?;
            let new = (stream.heap() - cursor.heap) as usize;
            values.extend(&stream.values()[stream.values().len() - new..]);
            cursor.heap = stream.heap();
        }
        Ok(values)
    }

    /// Extends a stream to heap `end`, or as long as `continues` says so; it keeps the new values.
    fn extend(&self, stream: &mut Stream, end: u64) -> Result<()> {
        let begun = stream.heap();
        loop {
            stream.extend(stream.step(end), (stream.heap() - begun) as usize)?;
            if stream.heap() == end || !(self.continues)() {
                return Ok(());
            }
        }
    }

    /// The values of the heaps before the first snapshot.
    fn early(&self) -> Result<Slice<'_>> {
        if let Some(early) = self.early.get() {
            return Ok(early.as_slice());
        }
        let (code, begun) = (&self.checkpoint.code, self.checkpoint.begun);
        let stored = self.directory.map(|directory| first_values(directory, code, begun));
        let values = match stored.transpose()?.flatten() {
            Some(values) => values,
            None => self.computed()?,
        };
        Ok(self.early.get_or_init(|| values).as_slice())
    }

    /// The values of these heaps, computed again.
    fn computed(&self) -> Result<Values> {
        let begun = self.checkpoint.begun;
        let driver = Driver::with(&self.checkpoint.code, *self.tuning);
        let mut driver = driver.ok_or(ResumableError::Unusable(begun))?;
        while (driver.values().len() as u64) < begun {
            if !(self.continues)() {
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
    /// The stream that computes it, unless it is below the first snapshot.
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
