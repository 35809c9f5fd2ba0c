//! A search that has dropped its history, as it runs: chunk by chunk, until a state recurs.

use super::ResumableError;
use super::keeper::Keeper;
use super::record::SearchRecord;
use super::reference::{LeastProgress, StateRecurrence, StateSnapshot};
use super::replay::{LeastSearch, Replay};
use super::search::SearchRequest;
use super::stored_values::remove_values;
use super::stream_memory::StreamMemory;
use crate::grundy::driver::Tuning;
use crate::grundy::stream::{Halt, Stream};
use crate::period::search::{Event, Progress};
use crate::period::sequence::Stop;
use std::time::Instant;

/// How a run of the stream ended.
pub(super) enum RunEnd {
    /// The period is proved, a limit is reached, or the callback cancelled.
    Stopped(Stop),
    /// The next heap is to be decided in memory.
    Halted(Halt),
}

/// A running stream with all that it keeps.
pub(super) struct RunningSearch<'a, 'k> {
    pub(super) record: SearchRecord,
    pub(super) stream: Stream,
    pub(super) request: SearchRequest<'a>,
    keeper: &'k mut Keeper<'a>,
    /// When progress was last reported.
    watched: Instant,
}

/// The stream that goes on where the record ends.
pub(super) fn stream(record: &SearchRecord, tuning: &Tuning) -> Result<Stream, ResumableError> {
    record.stream(&tuning.stream()?).ok_or(ResumableError::Unusable { heap: record.heap })
}

impl<'a, 'k> RunningSearch<'a, 'k> {
    /// Goes on where the record ends.
    pub(super) fn new(
        record: SearchRecord,
        request: SearchRequest<'a>,
        keeper: &'k mut Keeper<'a>,
    ) -> Result<RunningSearch<'a, 'k>, ResumableError> {
        let stream = stream(&record, &request.settings.tuning)?;
        keeper.begin(record.heap);
        let run = RunningSearch { record, stream, request, keeper, watched: Instant::now() };
        let bytes = run.memory().least();
        if bytes > request.limits.memory {
            let heap = run.record.heap;
            let reason = format!("the search has come to heap {heap} with more memory");
            return Err(ResumableError::NeedsMemory { reason, bytes });
        }
        Ok(run)
    }

    /// Goes on until the period is proved, a limit is reached, or the stream halts.
    pub(super) fn run(&mut self) -> Result<RunEnd, ResumableError> {
        // A search that is killed in its first minute has a record to go on with.
        self.save()?;
        while self.record.recurrence.is_none() {
            if self.stream.heap() > self.request.limits.heaps {
                self.save()?;
                return Ok(RunEnd::Stopped(Stop::Heaps));
            }
            let end = self.stream.step(self.end_of_chunk());
            if let Err(halt) = self.extend(end) {
                match self.decide(halt) {
                    Ok(true) => continue,
                    Ok(false) => return Ok(RunEnd::Halted(halt)),
                    Err(ResumableError::Interrupted(_)) => {
                        return Ok(RunEnd::Stopped(Stop::Cancelled));
                    }
                    Err(error) => return Err(error),
                }
            }
            if !self.goes_on() {
                self.save()?;
                return Ok(RunEnd::Stopped(Stop::Cancelled));
            }
            if self.keeper.is_time() {
                self.save()?;
            }
        }
        self.save()?;
        let stop = self.prove()?;
        if stop == Stop::Proof {
            self.give_back()?;
        }
        Ok(RunEnd::Stopped(stop))
    }

    /// What it keeps.
    pub(super) fn into_record(self) -> SearchRecord {
        self.record
    }

    /// Removes the file of values, which nobody needs once the period is proved.
    fn give_back(&mut self) -> Result<(), ResumableError> {
        self.keeper.standing.certain_bytes = 0;
        // A station is at the last of these values.
        self.keeper.standing.station = None;
        self.save()?;
        remove_values(self.request.directory.path())
    }

    /// The end of this chunk, or the limit.
    fn end_of_chunk(&self) -> u64 {
        let end = (self.stream.heap() + 1).next_multiple_of(self.record.chunk);
        end.min(self.request.limits.heaps.saturating_add(1))
    }

    /// Computes to this heap, which is not beyond the end of the chunk.
    fn extend(&mut self, end: u64) -> Result<(), Halt> {
        let (chunk, heap) = (self.record.chunk, self.stream.heap());
        let window = self.stream.basis().window();
        let extended = self.stream.extend(end, window + chunk as usize);
        self.note_largest((self.stream.heap() - heap) as usize);
        extended?;
        if end.is_multiple_of(chunk) {
            self.look_back(end, window + chunk as usize);
            self.take_snapshot(end);
        }
        self.stream.spot_check(chunk)
    }

    /// The memory of the stream.
    pub(super) fn memory(&self) -> StreamMemory {
        StreamMemory::of(self.stream.basis())
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
        let SearchRecord { references, chunk, .. } = &mut self.record;
        let first = references.look_up(values, *chunk, heap);
        let first = first.filter(|&first| self.record.proves_from(first));
        self.record.recurrence = first.map(|first| StateRecurrence { first, again: heap });
    }

    fn take_snapshot(&mut self, heap: u64) {
        if !heap.is_multiple_of(self.record.spacing) {
            return;
        }
        let (bytes, memory) = (self.request.settings.snapshot_bytes, self.request.limits.memory);
        let most = self.memory().most_snapshots(bytes, memory);
        let SearchRecord { spacing, snapshots, begun, .. } = &mut self.record;
        snapshots.push(StateSnapshot { heap, values: self.stream.state().into() });
        while snapshots.len() > most {
            *spacing *= 2;
            snapshots.retain(|s| s.heap == *begun || s.heap.is_multiple_of(*spacing));
        }
    }

    /// Computes the least period and preperiod, unless the record has them.
    fn prove(&mut self) -> Result<Stop, ResumableError> {
        let (Some(found), None) = (self.record.recurrence, self.record.proved) else {
            return Ok(Stop::Proof);
        };
        let least = self.replaying(|search, replay| {
            let mut keep = |settled: &LeastProgress| {
                search.keep(|record| record.least = Some(settled.clone()))
            };
            LeastSearch::new(&replay, found, &mut keep).run()
        });
        match least {
            Err(ResumableError::Interrupted(_)) => {
                self.save()?;
                return Ok(Stop::Cancelled);
            }
            least => self.record.proved = Some(least?),
        }
        self.record.least = None;
        self.save()?;
        Ok(Stop::Proof)
    }

    /// Has `work` replay the search as far as it has come.
    pub(super) fn replaying<T>(
        &mut self,
        work: impl FnOnce(&mut Self, Replay<'_>) -> Result<T, ResumableError>,
    ) -> Result<T, ResumableError> {
        let progress = self.progress();
        // Copies, because what is found on the way goes into the record.
        let (record, request) = (self.record.clone(), self.request);
        let goes_on = || (request.watch)(Event::Progress(progress));
        let basis = record.basis();
        let replay = Replay::new(&record, &basis, request.settings, &goes_on);
        work(self, replay.beside(request.directory.path()))
    }

    /// Takes note of how far a replay has come, and saves it if it is time to.
    pub(super) fn keep(
        &mut self,
        note: impl FnOnce(&mut SearchRecord),
    ) -> Result<(), ResumableError> {
        note(&mut self.record);
        if self.keeper.is_time() { self.save() } else { Ok(()) }
    }

    /// Has the record say where the stream stands.
    pub(super) fn bring_up_to_date(&mut self) {
        let (values, heap) = (self.stream.values(), self.stream.heap());
        let length = self.stream.basis().window() + (heap % self.record.chunk) as usize;
        if self.record.heap != heap || self.record.last.len() != length {
            self.record.heap = heap;
            self.record.last = values[values.len() - length..].into();
        }
        // A heap that the stream has gone beyond need not be decided.
        self.record.tried = self.record.tried.take().filter(|tried| tried.heap == heap);
    }

    pub(super) fn save(&mut self) -> Result<(), ResumableError> {
        let begun = Instant::now();
        self.bring_up_to_date();
        self.request.directory.save(&self.record)?;
        let standing = &mut self.keeper.standing;
        // A search that was farther before may have seen a larger value.
        if self.record.max > standing.max_value {
            (standing.max_value, standing.max_at) = (self.record.max, self.record.max_at);
        }
        standing.set_finding(self.record.finding());
        self.keeper.save(self.record.heap, Some(self.stream.basis().rare_set()))?;
        self.keeper.note_cost(begun.elapsed());
        Ok(())
    }

    fn goes_on(&mut self) -> bool {
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
        Progress { heap, limit, share, rare: Some(rare), largest: Some(self.record.max) }
    }
}
