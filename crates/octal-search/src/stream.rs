//! The second stage of a search: a stream, which has dropped the history, until a state recurs.
//!
//! ```text
//! chunk by chunk: extend the stream; look its last values up (references)
//!     where the stream halts at a heap: decide that heap (decision)
//!     now and then add a snapshot; drop every second one whenever there are too many
//!     save when it is time to
//! when a state recurs: the snapshots give the least period and preperiod (least)
//! ```

use std::time::Instant;

use super::checkpoint::{
    AcceptedHeap, Checkpointer, ReplayProgress, StateRecurrence, StateSnapshot, StreamCheckpoint,
};
use super::decision::{Decided, TRIED_SHARE, decide, longer_window};
use super::least::least_period;
use super::references::References;
use super::replay::Replay;
use super::values::remove_values;
use super::{ResumableError, SearchRequest, Settings};
use crate::grundy::driver::Driver;
use crate::grundy::kernel::KernelError;
use crate::grundy::space::wider_mask;
use crate::grundy::stream::{Basis, Halt, Stream};
use crate::period::search::{Event, Limits, Progress};
use crate::period::sequence::Stop;

/// The checkpoint with which a stream begins after the heaps of this driver, at heap `from` or
/// later, if it can begin here, and takes less memory than all values.
pub(super) fn quiet(
    request: &SearchRequest<'_>,
    driver: &mut Driver,
    from: u64,
) -> Option<StreamCheckpoint> {
    let SearchRequest { code, limits, settings, .. } = *request;
    let heap = driver.values().len() as u64;
    let begun = heap.next_multiple_of(settings.chunk);
    if heap < from || limits.heaps < begun {
        return None;
    }
    let tuning = settings.tuning.stream().ok()?;
    let basis =
        |driver: &Driver| Basis::new(&driver.state(), &tuning, settings.window, settings.quiet);
    let bytes = StreamMemory::of(&basis(driver)?).least();
    if bytes > heap * driver.values().width() {
        return None;
    }
    driver.extend(begun - 1).ok()?;
    let basis = basis(driver)?;
    let values = driver.values();
    let last = values.range(values.len() - basis.window()..).to_vec();
    Stream::verified(&basis, &tuning, begun, &last)?;
    let (max, max_at) = values.max()?;
    Some(StreamCheckpoint {
        code: code.clone(),
        space: basis.space,
        rare: basis.rare.clone(),
        chunk: settings.chunk,
        begun,
        heap: begun,
        max,
        max_at: max_at as u64,
        references: References::default(),
        spacing: least_spacing(settings.chunk, basis.state_length),
        snapshots: vec![StateSnapshot {
            heap: begun,
            values: last[last.len() - basis.state_length..].into(),
        }],
        recurrence: None,
        proved: None,
        last: last.into(),
        first: basis.first,
        superblocks: basis.superblocks,
        accepted: vec![],
        replay: ReplayProgress::default(),
    })
}

/// The distance of the first snapshots: chunks of this length, doubled until the heaps between two
/// snapshots are at least as many as the values in one. Nearer ones would take longer to write than
/// to compute again.
fn least_spacing(chunk: u64, state_length: usize) -> u64 {
    let chunks = (state_length as u64).div_ceil(chunk).next_power_of_two();
    chunks * chunk
}

/// The end of a run of the stream.
pub(super) enum RunEnd {
    /// The period is proved, a limit is reached, or the callback cancelled.
    Stopped(Stop),
    /// This heap is to be decided in memory.
    Halted { heap: u64 },
}

/// A running stream with all that it keeps.
pub(super) struct StreamSearch<'a, 'k> {
    pub(super) checkpoint: Box<StreamCheckpoint>,
    stream: Stream,
    request: SearchRequest<'a>,
    checkpointer: &'k mut Checkpointer,
    /// The time of the last report of progress.
    watched: Instant,
}

/// A stretch in which splits are tried has at most one heap for this many bytes of the memory
/// allowed: two stretches are in memory at a time.
const BYTES_A_STRETCH_HEAP: u64 = 16;

impl<'a, 'k> StreamSearch<'a, 'k> {
    /// Continues from the checkpoint.
    pub(super) fn new(
        checkpoint: Box<StreamCheckpoint>,
        request: SearchRequest<'a>,
        checkpointer: &'k mut Checkpointer,
    ) -> Result<StreamSearch<'a, 'k>, ResumableError> {
        let stream = checkpoint.stream(&request.settings.tuning)?;
        let bytes = StreamMemory::of(stream.basis()).least();
        if bytes > request.limits.memory {
            let heap = checkpoint.heap;
            let reason = format!("the search has come to heap {heap} with more memory");
            return Err(ResumableError::NeedsMemory { reason, bytes });
        }
        checkpointer.begin(checkpoint.heap);
        Ok(StreamSearch { checkpoint, stream, request, checkpointer, watched: Instant::now() })
    }

    /// Continues until the period is proved, a limit is reached, or a heap is to be decided in
    /// memory.
    pub(super) fn run(&mut self) -> Result<RunEnd, ResumableError> {
        self.save()?;
        while self.checkpoint.recurrence.is_none() {
            if self.stream.heap() > self.request.limits.heaps {
                self.save()?;
                return Ok(RunEnd::Stopped(Stop::Heaps));
            }
            let end = self.stream.step(self.end_of_chunk());
            if let Err(halt) = self.extend(end) {
                match self.decide(halt) {
                    Ok(true) => continue,
                    Ok(false) => return Ok(RunEnd::Halted { heap: halt.heap() }),
                    Err(ResumableError::Interrupted(_)) => {
                        return Ok(RunEnd::Stopped(Stop::Cancelled));
                    }
                    Err(error) => return Err(error),
                }
            }
            if !self.continues() {
                self.save()?;
                return Ok(RunEnd::Stopped(Stop::Cancelled));
            }
            if self.checkpointer.timer.is_time() {
                self.save()?;
            }
        }
        self.save()?;
        let stop = self.prove()?;
        if stop == Stop::Proof {
            // Nobody needs the values once the period is proved.
            self.checkpointer.progress.certain_bytes = 0;
            self.save()?;
            remove_values(self.request.directory.path())?;
        }
        Ok(RunEnd::Stopped(stop))
    }

    /// The end of this chunk, or the limit.
    fn end_of_chunk(&self) -> u64 {
        let end = (self.stream.heap() + 1).next_multiple_of(self.checkpoint.chunk);
        end.min(self.request.limits.heaps.saturating_add(1))
    }

    /// Computes to this heap, which is not beyond the end of the chunk.
    fn extend(&mut self, end: u64) -> Result<(), Halt> {
        let (chunk, heap) = (self.checkpoint.chunk, self.stream.heap());
        let length = self.stream.basis().window() + chunk as usize;
        let extended = self.stream.extend(end, length);
        self.note_largest((self.stream.heap() - heap) as usize);
        extended?;
        if end.is_multiple_of(chunk) {
            self.look_back(end, length);
            self.take_snapshot(end);
        }
        self.stream.spot_check(chunk)
    }

    /// Notes the largest value and its first heap; the last `new` values are new.
    fn note_largest(&mut self, new: usize) {
        let values = self.stream.values();
        let values = &values[values.len() - new..];
        let max = values.iter().fold(0, |max, &v| max.max(v));
        if max > self.checkpoint.max {
            let at = values.iter().position(|&v| v == max).unwrap_or(0);
            self.checkpoint.max = max;
            self.checkpoint.max_at = self.stream.heap() - new as u64 + at as u64;
        }
    }

    /// Looks the last `length` values up in the references.
    fn look_back(&mut self, heap: u64, length: usize) {
        let values = self.stream.values();
        let values = &values[values.len() - length..];
        let StreamCheckpoint { references, chunk, .. } = &mut *self.checkpoint;
        let first = references.look_up(values, *chunk, heap);
        let first = first.filter(|&first| self.checkpoint.proves_from(first));
        self.checkpoint.recurrence = first.map(|first| StateRecurrence { first, again: heap });
    }

    fn take_snapshot(&mut self, heap: u64) {
        if !heap.is_multiple_of(self.checkpoint.spacing) {
            return;
        }
        let (bytes, memory) = (self.request.settings.snapshot_bytes, self.request.limits.memory);
        let most = StreamMemory::of(self.stream.basis()).most_snapshots(bytes, memory);
        let StreamCheckpoint { spacing, snapshots, begun, .. } = &mut *self.checkpoint;
        snapshots.push(StateSnapshot { heap, values: self.stream.state().into() });
        while snapshots.len() > most {
            *spacing *= 2;
            snapshots.retain(|s| s.heap == *begun || s.heap.is_multiple_of(*spacing));
        }
    }

    /// Computes the least period and preperiod, unless the checkpoint has them.
    fn prove(&mut self) -> Result<Stop, ResumableError> {
        let (Some(found), None) = (self.checkpoint.recurrence, self.checkpoint.proved) else {
            return Ok(Stop::Proof);
        };
        let least = self.replaying(|replay| least_period(replay, found));
        match least {
            Err(ResumableError::Interrupted(_)) => {
                self.save()?;
                return Ok(Stop::Cancelled);
            }
            least => self.checkpoint.proved = Some(least?),
        }
        self.checkpoint.replay = ReplayProgress::default();
        self.save()?;
        Ok(Stop::Proof)
    }

    /// True if the stream continues after the heap at which it has halted. False if the search is
    /// to return to all values, which decide the heap.
    fn decide(&mut self, halt: Halt) -> Result<bool, ResumableError> {
        if halt.heap() < self.stream.heap() {
            // A heap that was decided before is decided otherwise by a spot check.
            return Err(halt.into());
        }
        self.bring_up_to_date();
        let continues = self.decide_next(halt);
        // A stream that continues is saved when it is time to.
        if !matches!(continues, Ok(true)) {
            self.save()?;
        }
        continues
    }

    /// Decides the next heap by its splits, if it may be common.
    fn decide_next(&mut self, halt: Halt) -> Result<bool, ResumableError> {
        let (heap, memory) = (halt.heap(), self.request.limits.memory);
        let may_be_common = matches!(halt, Halt::NotShown { .. });
        let rare = may_be_common.then_some(heap);
        let bytes = memory_for_all_values(&self.checkpoint, self.request.settings, rare)?;
        let has_room = bytes <= memory;
        let needs_memory = |reason: String| Err(ResumableError::NeedsMemory { reason, bytes });
        if !may_be_common && !has_room {
            return needs_memory(halt.to_string());
        }
        (self.request.watch)(Event::Halted(halt));
        if !may_be_common {
            return Ok(false);
        }
        // To try all splits takes longer than to return to all values.
        let from = if has_room { heap - heap / TRIED_SHARE } else { 0 };
        match self.try_splits(from)? {
            Decided::Common(accepted) => self.accept(accepted)?,
            Decided::Rare(value) if !has_room => {
                match wider_mask(self.checkpoint.space.mask, self.checkpoint.max, value) {
                    Some(mask) => self.accept_with_mask(mask)?,
                    None => {
                        return needs_memory(format!(
                            "heap {heap} is a new rare heap, with the value {value}"
                        ));
                    }
                }
            }
            Decided::Rare(_) | Decided::Open => return Ok(false),
        }
        Ok(true)
    }

    /// Decides the next heap by its splits with a larger part from heap `from` on.
    fn try_splits(&mut self, from: u64) -> Result<Decided, ResumableError> {
        let missing = self.stream.missing();
        let longest = self.request.limits.memory / BYTES_A_STRETCH_HEAP;
        self.replaying(|replay| {
            replay.at_once = replay.at_once.min(longest).max(1);
            decide(replay, missing, from)
        })
    }

    /// Continues after a heap that was shown to be common: with a window that shows it, if there is
    /// room for that, else because it is known.
    fn accept(&mut self, accepted: AcceptedHeap) -> Result<(), ResumableError> {
        let heap = accepted.heap;
        // Half of the memory is for snapshots and replays.
        let longest = self.request.limits.memory / 2 / BYTES_A_WINDOW_HEAP;
        if let Some(window) = longer_window(&self.checkpoint, &accepted, longest) {
            let (first, last) = self.replaying(|replay| replay.ends(window))?;
            let (first, last, references) = (first.into(), last.into(), References::default());
            let longer = StreamCheckpoint { first, last, references, ..(*self.checkpoint).clone() };
            self.continue_with(longer)?;
        } else {
            self.checkpoint.replay = ReplayProgress::default();
            self.checkpoint.accepted.push(accepted);
            self.stream.accept();
        }
        (self.request.watch)(Event::CommonHeap { heap });
        Ok(())
    }

    /// Continues after a rare heap with this mask, with which the heap is common.
    fn accept_with_mask(&mut self, mask: u16) -> Result<(), ResumableError> {
        let heap = self.stream.heap();
        // Which splits have the values that are rare with this mask is not known.
        let accepted = AcceptedHeap { heap, larger_part: 0 };
        let mut wider = (*self.checkpoint).clone();
        wider.space.mask = mask;
        wider.accepted.push(accepted);
        self.continue_with(wider)?;
        (self.request.watch)(Event::WiderMask { heap, mask });
        Ok(())
    }

    /// Continues at the same heap with another checkpoint of it.
    fn continue_with(&mut self, checkpoint: StreamCheckpoint) -> Result<(), ResumableError> {
        self.stream = checkpoint.stream(&self.request.settings.tuning)?;
        *self.checkpoint = StreamCheckpoint { replay: ReplayProgress::default(), ..checkpoint };
        Ok(())
    }

    /// Has `work` replay the search as far as it has come. Its progress is saved when it is time to.
    fn replaying<T>(
        &mut self,
        work: impl FnOnce(&mut Replay<'_>) -> Result<T, ResumableError>,
    ) -> Result<T, ResumableError> {
        let (progress, request) = (self.progress(), self.request);
        // A copy, because the progress goes into the checkpoint.
        let checkpoint = self.checkpoint.clone();
        let continues = || (request.watch)(Event::Progress(progress));
        let basis = checkpoint.basis();
        let mut keep = |progress: &ReplayProgress| {
            self.checkpoint.replay = progress.clone();
            if self.checkpointer.timer.is_time() { self.save() } else { Ok(()) }
        };
        let replay = Replay::new(&checkpoint, &basis, request.settings, &continues);
        work(&mut replay.kept(request.directory.path(), &mut keep))
    }

    /// Moves the checkpoint to the heap at which the stream is.
    fn bring_up_to_date(&mut self) {
        let (values, heap) = (self.stream.values(), self.stream.heap());
        let length = self.stream.basis().window() + (heap % self.checkpoint.chunk) as usize;
        if self.checkpoint.heap != heap || self.checkpoint.last.len() != length {
            self.checkpoint.heap = heap;
            self.checkpoint.last = values[values.len() - length..].into();
        }
        // A heap that the stream has gone beyond need not be decided.
        if self.checkpoint.replay.tried.as_ref().is_some_and(|tried| tried.heap != heap) {
            self.checkpoint.replay = ReplayProgress::default();
        }
    }

    fn save(&mut self) -> Result<(), ResumableError> {
        let from = Instant::now();
        self.bring_up_to_date();
        let (checkpoint, progress) = (&*self.checkpoint, &mut self.checkpointer.progress);
        // A search that was farther before may have seen a larger value.
        if checkpoint.max > progress.max_value {
            (progress.max_value, progress.max_at) = (checkpoint.max, checkpoint.max_at);
        }
        progress.set_finding(checkpoint.finding());
        let rare = self.stream.basis().rare_set();
        self.checkpointer.save(from, checkpoint.heap, Some(rare), Some(checkpoint))
    }

    fn continues(&mut self) -> bool {
        if self.watched.elapsed() < self.request.settings.watch_every {
            return true;
        }
        self.watched = Instant::now();
        (self.request.watch)(Event::Progress(self.progress()))
    }

    fn progress(&self) -> Progress {
        let (heap, limit) = (self.stream.heap() - 1, self.request.limits.heaps);
        let rare = self.stream.basis().rare_set();
        let share = (heap as f64 / limit.max(1) as f64).min(1.0);
        Progress { heap, limit, share, rare: Some(rare), largest: Some(self.checkpoint.max) }
    }
}

/// For each heap of the window, this many bytes are enough for the first values, the last ones in
/// the stream and in the checkpoint, the references, and what the engine keeps.
const BYTES_A_WINDOW_HEAP: u64 = 48;
/// A value of a snapshot takes two bytes.
const BYTES_A_SNAPSHOT_HEAP: u64 = 2;
/// A stream needs room for this many snapshots.
const FEWEST_SNAPSHOTS: u64 = 4;
/// Where there is room, a stream keeps from 16 to 1024 snapshots, however few or many bytes are
/// given for them.
const SNAPSHOTS_WITH_ROOM: std::ops::RangeInclusive<u64> = 16..=1024;
/// Scratch memory, which is not counted: a search with short windows is not refused, however little
/// is allowed.
const SCRATCH: u64 = 1 << 22;

/// The memory that a stream takes, besides scratch memory of a few megabytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct StreamMemory {
    /// The bytes of all that is as long as the window.
    windows: u64,
    /// The bytes of a snapshot.
    snapshot: u64,
}

impl StreamMemory {
    /// The memory of a stream with this basis.
    pub(super) fn of(basis: &Basis) -> StreamMemory {
        StreamMemory::with_lengths(basis.window(), basis.state_length)
    }

    /// The memory of a stream with a window and states of these lengths.
    const fn with_lengths(window: usize, state: usize) -> StreamMemory {
        StreamMemory {
            windows: BYTES_A_WINDOW_HEAP.saturating_mul(window as u64),
            snapshot: BYTES_A_SNAPSHOT_HEAP.saturating_mul(state as u64),
        }
    }

    /// The least memory, in bytes.
    pub(super) const fn least(&self) -> u64 {
        let snapshots = FEWEST_SNAPSHOTS.saturating_mul(self.snapshot);
        self.windows.saturating_add(snapshots).saturating_sub(SCRATCH)
    }

    /// The most snapshots to be kept if they are to take `bytes`, as far as there is room for them
    /// beside the window.
    fn most_snapshots(&self, bytes: u64, memory: u64) -> usize {
        let within = |bytes: u64| bytes / self.snapshot.max(1);
        let wanted = within(bytes).clamp(*SNAPSHOTS_WITH_ROOM.start(), *SNAPSHOTS_WITH_ROOM.end());
        let room = within(memory.saturating_add(SCRATCH).saturating_sub(self.windows));
        wanted.min(room).max(FEWEST_SNAPSHOTS) as usize
    }
}

/// The memory, in bytes, of all values up to the next heap of this checkpoint. If that heap is
/// rare, it is enough until a stream can begin again that reaches back to it.
fn memory_for_all_values(
    checkpoint: &StreamCheckpoint,
    settings: &Settings,
    rare: Option<u64>,
) -> Result<u64, KernelError> {
    let all_values = Limits::memory_for(checkpoint.heap.saturating_add(1));
    let Some(rare) = rare else { return Ok(all_values) };
    let tuning = settings.tuning.stream()?;
    let (window, state) = checkpoint.basis().lengths_to(&tuning, settings.window, rare);
    Ok(all_values.max(StreamMemory::with_lengths(window, state).least()))
}
