//! Replays a search: computes any of its values again, from the snapshot before them.
//!
//! All heaps up to the end of a search are known to be common, so nothing is verified a second
//! time. O(spacing) heaps to get to a heap, and the memory of the heaps before the first snapshot
//! if one of these is wanted.

use std::cell::OnceCell;
use std::ops::Range;

use super::record::SearchRecord;
use super::{Interrupted, ResumableError};
use crate::grundy::driver::{Driver, Tuning};
use crate::grundy::stream::{Basis, Stream};
use crate::grundy::values::{Slice, Values};

/// After this many heaps a replay asks whether to go on.
pub(super) const HEAPS_AT_ONCE: u64 = 1 << 22;

/// Computes values of a search again.
pub(super) struct Replay<'a> {
    pub(super) record: &'a SearchRecord,
    pub(super) basis: &'a Basis,
    tuning: &'a Tuning,
    /// Whether to go on.
    goes_on: &'a dyn Fn() -> bool,
    /// The values before the first snapshot, once they are asked for.
    early: OnceCell<Values>,
}

pub(super) type Result<T> = std::result::Result<T, ResumableError>;

impl SearchRecord {
    /// The values of these heaps, all before [`SearchRecord::heap`]: computed again, as long as `goes_on`
    /// says so, from the snapshot before them.
    ///
    /// O(spacing + length) time; for heaps before the first snapshot, O(those) memory.
    ///
    /// # Errors
    /// [`ResumableError::Interrupted`] if it does not go on; [`ResumableError::Beyond`] if heaps are asked
    /// for that the search has not reached.
    pub fn values(&self, heaps: Range<u64>, goes_on: &dyn Fn() -> bool) -> Result<Vec<u16>> {
        if heaps.end > self.heap {
            return Err(ResumableError::Beyond { end: heaps.end, reached: self.heap });
        }
        let (basis, tuning) = (self.basis(), Tuning::DEFAULT);
        let replay = Replay::new(self, &basis, &tuning, goes_on);
        let mut cursor = replay.cursor(heaps.start)?;
        replay.read_all(&mut cursor, heaps.end)
    }
}

impl<'a> Replay<'a> {
    pub(super) fn new(
        record: &'a SearchRecord,
        basis: &'a Basis,
        tuning: &'a Tuning,
        goes_on: &'a dyn Fn() -> bool,
    ) -> Replay<'a> {
        Replay { record, basis, tuning, goes_on, early: OnceCell::new() }
    }

    /// The values of the state before heap n, which is not below the first snapshot.
    pub(super) fn state(&self, n: u64) -> Result<Vec<u16>> {
        Ok(self.cursor(n)?.state())
    }

    /// A cursor at heap n.
    pub(super) fn cursor(&self, n: u64) -> Result<Cursor> {
        let at = self.record.snapshots.partition_point(|s| s.heap <= n);
        let Some(at) = at.checked_sub(1) else {
            return Ok(Cursor { heap: n, stream: None });
        };
        let mut cursor = Cursor { heap: n, stream: Some(self.stream(at)?) };
        cursor.heap = self.record.snapshots[at].heap;
        while cursor.heap < n {
            let count = HEAPS_AT_ONCE.min(n - cursor.heap);
            self.read(&mut cursor, count)?;
        }
        Ok(cursor)
    }

    fn stream(&self, snapshot: usize) -> Result<Stream> {
        let snapshot = &self.record.snapshots[snapshot];
        let tuning = self.tuning.stream()?;
        let stream = Stream::again(self.basis, &tuning, snapshot.heap, &snapshot.values);
        stream.ok_or(ResumableError::Unusable { heap: snapshot.heap })
    }

    /// The values of the heaps from the cursor up to, not including, heap `end`.
    pub(super) fn read_all(&self, cursor: &mut Cursor, end: u64) -> Result<Vec<u16>> {
        let mut values = vec![];
        while cursor.heap < end {
            values.extend(self.read(cursor, HEAPS_AT_ONCE.min(end - cursor.heap))?);
        }
        Ok(values)
    }

    /// The values of the next `count` heaps.
    pub(super) fn read(&self, cursor: &mut Cursor, count: u64) -> Result<Vec<u16>> {
        if !(self.goes_on)() {
            return Err(Interrupted.into());
        }
        let mut values = vec![];
        let end = cursor.heap + count;
        if cursor.heap < self.record.begun {
            let early = self.early()?;
            let to = end.min(self.record.begun);
            values.extend(early.range(cursor.heap as usize..to as usize).iter());
            cursor.heap = to;
        }
        if cursor.heap < end {
            let stream = match &mut cursor.stream {
                Some(stream) => stream,
                none => none.insert(self.stream(0)?),
            };
            stream.extend(end, 0)?;
            values.extend(&stream.values()[stream.values().len() - (end - cursor.heap) as usize..]);
            cursor.heap = end;
        }
        Ok(values)
    }

    /// The values of the heaps before the first snapshot.
    fn early(&self) -> Result<Slice<'_>> {
        if self.early.get().is_none() {
            let code = self.record.code();
            let mut driver = Driver::with(&code, *self.tuning)
                .ok_or(ResumableError::Unusable { heap: self.record.begun })?;
            driver.extend(self.record.begun - 1)?;
            let _ = self.early.set(driver.into_values());
        }
        Ok(self.early.get_or_init(|| Values::Bytes(vec![])).as_slice())
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
    /// The last values, as many as make a state; none before the first snapshot.
    pub(super) fn state(&self) -> Vec<u16> {
        let Some(stream) = &self.stream else { return vec![] };
        let values = stream.values();
        values[values.len() - stream.basis().state_length..].to_vec()
    }
}
