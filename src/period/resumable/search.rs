//! The search itself: in memory at first, then by a stream.

use std::time::Instant;

use super::bytes::{narrow, widen};
use super::directory::Directory;
use super::record::{SearchRecord, StateRecurrence, StateSnapshot};
use super::reference::References;
use super::replay::Replay;
use super::{LongError, Settings};
use crate::code::Code;
use crate::grundy::driver::Driver;
use crate::grundy::stream::{Basis, Halt, Stream};
use crate::grundy::{Engine, RareSet};
use crate::period::search::{self as in_memory, Limits, Progress, Watcher};
use crate::period::sequence::{Known, Stop};

/// The most snapshots kept, and the fewest.
const SNAPSHOTS: std::ops::RangeInclusive<usize> = 16..=1024;

/// How a long search ended.
#[derive(Debug)]
pub enum Ended {
    /// It never dropped its history.
    InMemory(Box<Known>),
    /// By a stream: what it knows, and why it ended.
    Streamed(Box<SearchRecord>, Stop),
}

/// Searches for the period of `code`, and goes on where the directory's record ends.
///
/// # Errors
/// [`LongError`]: what was reached until the last save is in the directory.
pub fn search(
    code: &Code,
    limits: &Limits,
    settings: &Settings,
    directory: &Directory,
    watch: &dyn Watcher,
) -> Result<Ended, LongError> {
    let mut record = directory.load(code)?;
    let mut from = settings.start;
    loop {
        let begun = match record.take() {
            Some(record) => record,
            None => match begin(code, limits, settings, from, watch)? {
                in_memory::UntilReady::Known(known) => return Ok(Ended::InMemory(known)),
                in_memory::UntilReady::Ready(record) => record,
            },
        };
        let mut run = RunningSearch::new(begun, limits, settings, directory, watch)?;
        let halt = match run.run()? {
            RunEnd::Stopped(stop) => return Ok(Ended::Streamed(Box::new(run.record), stop)),
            RunEnd::Halted(halt) => halt,
        };
        if let Halt::Disagree { .. } = halt {
            return Err(halt.into());
        }
        from = halt.heap() + 1;
        let bytes = Limits::memory_for(from);
        if bytes > limits.memory {
            return Err(LongError::NeedsHistory { halt, bytes });
        }
        watch.halted(&halt);
    }
}

/// Searches in memory until a stream can begin, at heap `from` or later.
fn begin(
    code: &Code,
    limits: &Limits,
    settings: &Settings,
    from: u64,
    watch: &dyn Watcher,
) -> Result<in_memory::UntilReady<SearchRecord>, LongError> {
    let engine = Engine::with(code, settings.tuning);
    let ready = |engine: &mut Engine| match engine {
        Engine::Driver(driver) => {
            let heap = driver.values().len() as u64;
            let begun = heap.next_multiple_of(settings.chunk);
            let may_begin = heap >= from && begun <= limits.heaps;
            may_begin.then(|| new_record(code, driver, begun, settings)).flatten()
        }
        Engine::OptionSets(_) => None,
    };
    Ok(in_memory::search_until(code, engine, limits, watch, ready)?)
}

/// The record of a stream that continues `driver` at heap `begun`.
fn new_record(
    code: &Code,
    driver: &mut Driver,
    begun: u64,
    settings: &Settings,
) -> Option<SearchRecord> {
    let tuning = &settings.tuning;
    let basis = |driver: &Driver| {
        Basis::new(&driver.state(), &tuning.blocks, settings.window, settings.quiet)
    };
    basis(driver)?;
    driver.extend(begun - 1).ok()?;
    let basis = basis(driver)?;
    let values = driver.values();
    let last = &values.range(values.len() - basis.window()..).to_vec();
    Stream::verified(&basis, &tuning.blocks, tuning.kernel().ok()?, begun, last)?;
    let (max, max_at) = values.max()?;
    Some(SearchRecord {
        code: code.to_string(),
        mask: basis.space.mask,
        position_parity: basis.space.position_parity,
        rare: basis.rare.clone(),
        chunk: settings.chunk,
        begun,
        heap: begun,
        last: narrow(last),
        max,
        max_at: max_at as u64,
        references: References::default(),
        spacing: settings.chunk,
        snapshots: vec![StateSnapshot {
            heap: begun,
            values: narrow(&last[last.len() - basis.state_length()..]),
        }],
        recurrence: None,
        proved: None,
        first: basis.first,
    })
}

/// How a run of the stream ended.
enum RunEnd {
    /// The period is proved, a limit is reached, or the watcher cancelled.
    Stopped(Stop),
    /// The next heap cannot be decided without the history.
    Halted(Halt),
}

/// A running stream with all that it keeps.
struct RunningSearch<'a> {
    record: SearchRecord,
    stream: Stream,
    limits: &'a Limits,
    settings: &'a Settings,
    directory: &'a Directory,
    watch: &'a dyn Watcher,
    saved: Instant,
    watched: Instant,
}

impl<'a> RunningSearch<'a> {
    fn new(
        record: SearchRecord,
        limits: &'a Limits,
        settings: &'a Settings,
        directory: &'a Directory,
        watch: &'a dyn Watcher,
    ) -> Result<RunningSearch<'a>, LongError> {
        let last = widen(&record.last);
        let (tuning, kernel) = (&settings.tuning.blocks, settings.tuning.kernel()?);
        let stream = Stream::verified(&record.basis(), tuning, kernel, record.heap, &last);
        let stream = stream.ok_or(LongError::Unusable { heap: record.heap })?;
        let now = Instant::now();
        let (saved, watched) = (now, now);
        Ok(RunningSearch { record, stream, limits, settings, directory, watch, saved, watched })
    }

    /// Goes on until the period is proved, a limit is reached, or the stream halts.
    fn run(&mut self) -> Result<RunEnd, LongError> {
        // A search that is killed in its first minute has a record to go on with.
        self.save()?;
        while self.record.recurrence.is_none() {
            if self.stream.heap() > self.limits.heaps {
                self.save()?;
                return Ok(RunEnd::Stopped(Stop::Heaps));
            }
            if let Err(halt) = self.chunk() {
                return Ok(RunEnd::Halted(halt));
            }
            if !self.goes_on() {
                self.save()?;
                return Ok(RunEnd::Stopped(Stop::Cancelled));
            }
            if self.saved.elapsed() >= self.settings.save_every {
                self.save()?;
            }
        }
        self.save()?;
        Ok(RunEnd::Stopped(self.prove()?))
    }

    /// Computes to the end of the chunk, or to the limit.
    fn chunk(&mut self) -> Result<(), Halt> {
        let (chunk, heap) = (self.record.chunk, self.stream.heap());
        let end = (heap + 1).next_multiple_of(chunk).min(self.limits.heaps + 1);
        let window = self.stream.basis().window();
        self.stream.extend(end, window + chunk as usize)?;
        self.note_largest((end - heap) as usize);
        if end.is_multiple_of(chunk) {
            self.look_back(end, window + chunk as usize);
            self.take_snapshot(end);
        }
        self.stream.spot_check(chunk)
    }

    /// Notes the largest value and its first heap; the last `new` values are new.
    fn note_largest(&mut self, new: usize) {
        let values = self.stream.values();
        let values = &values[values.len() - new..];
        let max = values.iter().fold(0, |max, &v| max.max(v));
        if max > self.record.max {
            let at = values.iter().position(|&v| v == max).unwrap_or(0);
            self.record.max = max;
            self.record.max_at = self.stream.heap() - new as u64 + at as u64;
        }
    }

    /// Looks the last `length` values up in the references.
    fn look_back(&mut self, heap: u64, length: usize) {
        let values = self.stream.values();
        let values = &values[values.len() - length..];
        let SearchRecord { references, chunk, begun, .. } = &mut self.record;
        let first = references.look_up(values, *chunk, *begun, heap);
        self.record.recurrence = first.map(|first| StateRecurrence { first, again: heap });
    }

    fn take_snapshot(&mut self, heap: u64) {
        let SearchRecord { spacing, snapshots, begun, .. } = &mut self.record;
        if !heap.is_multiple_of(*spacing) {
            return;
        }
        let (values, length) = (self.stream.values(), self.stream.basis().state_length());
        let values = narrow(&values[values.len() - length..]);
        snapshots.push(StateSnapshot { heap, values });
        let most =
            (self.settings.snapshot_bytes / length).clamp(*SNAPSHOTS.start(), *SNAPSHOTS.end());
        if snapshots.len() > most {
            *spacing *= 2;
            snapshots.retain(|s| s.heap == *begun || s.heap.is_multiple_of(*spacing));
        }
    }

    /// Computes the least period and preperiod, unless the record has them.
    fn prove(&mut self) -> Result<Stop, LongError> {
        let (Some(found), None) = (self.record.recurrence, self.record.proved) else {
            return Ok(Stop::Proof);
        };
        let basis = self.record.basis();
        let progress = self.progress();
        let goes_on = || self.watch.goes_on(&progress);
        let replay = Replay::new(&self.record, &basis, &self.settings.tuning, &goes_on);
        match replay.least(found) {
            Err(LongError::Interrupted(_)) => return Ok(Stop::Cancelled),
            least => self.record.proved = Some(least?),
        }
        self.save()?;
        Ok(Stop::Proof)
    }

    fn save(&mut self) -> Result<(), LongError> {
        self.saved = Instant::now();
        let values = self.stream.values();
        let heap = self.stream.heap();
        let length = self.stream.basis().window() + (heap % self.record.chunk) as usize;
        self.record.heap = heap;
        self.record.last = narrow(&values[values.len() - length..]);
        self.directory.save(&self.record)
    }

    fn goes_on(&mut self) -> bool {
        if self.watched.elapsed() < self.settings.watch_every {
            return true;
        }
        self.watched = Instant::now();
        self.watch.goes_on(&self.progress())
    }

    fn progress(&self) -> Progress {
        let (heap, limit) = (self.stream.heap() - 1, self.limits.heaps);
        let basis = self.stream.basis();
        let (count, rho) = (basis.rare_count(), basis.last_rare());
        let rare = RareSet { space: basis.space, count, last: (count > 0).then_some(rho) };
        let share = (heap as f64 / limit.max(1) as f64).min(1.0);
        Progress { heap, limit, share, rare: Some(rare), largest: Some(self.record.max) }
    }
}
