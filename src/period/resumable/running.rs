//! A search that has dropped its history, as it runs: chunk by chunk, until a state recurs.

use std::time::Instant;

use super::ResumableError;
use super::decide::{Decided, Decision};
use super::keeper::Keeper;
use super::least::LeastSearch;
use super::longer_window::longer_window;
use super::record::{AcceptedHeap, SearchRecord};
use super::reference::References;
use super::request::SearchRequest;
use super::states::{LeastProgress, StateRecurrence, StateSnapshot};
use super::stream_memory::{late_within, memory_after_rare, memory_with_followers, most_snapshots};
use super::tried::TriedSplits;
use super::values_file::remove_values;
use crate::grundy::distant::DistantRare;
use crate::grundy::driver::Tuning;
use crate::grundy::stream::{Halt, Stream};
use crate::period::search::{Limits, Progress};
use crate::period::sequence::Stop;

/// A stretch in which splits are tried has at most one heap for this many bytes of the memory allowed: two
/// stretches are in memory at a time.
const BYTES_A_STRETCH_HEAP: u64 = 16;

/// Where all values fit into memory, only the splits of heap n are tried whose larger part is among the last
/// n / 8 heaps, or a little before them.
const TRIED_SHARE: u64 = 8;

/// At most this many heaps are decided without an engine until the search can be stopped or saved.
const HEAPS_ALONE: u64 = 1 << 10;

/// How a run of the stream ended.
pub(super) enum RunEnd {
    /// The period is proved, a limit is reached, or the watcher cancelled.
    Stopped(Stop),
    /// The next heap is to be decided in memory.
    Halted(Halt),
}

/// A running stream with all that it keeps.
pub(super) struct RunningSearch<'a, 'k> {
    record: SearchRecord,
    stream: Stream,
    request: SearchRequest<'a>,
    keeper: &'k mut Keeper<'a>,
    /// When the watcher was last asked.
    watched: Instant,
}

/// A mask that makes a rare heap with this value common, and changes the class of no heap before it, if there is one.
///
/// It is there if no value up to `max` has the highest bit of the value. Then no option has that bit, and the value is this bit
/// alone. The lowest bit of the mask, without which values are packed, has to be another one.
fn wider_mask(mask: u16, max: u16, value: u16) -> Option<u16> {
    let is_new = value.is_power_of_two() && max < value;
    (is_new && 1 << mask.trailing_zeros() < value).then_some(mask ^ value)
}

/// The stream that goes on where the record ends.
fn stream(record: &SearchRecord, tuning: &Tuning) -> Result<Stream, ResumableError> {
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
        Ok(RunningSearch { record, stream, request, keeper, watched: Instant::now() })
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
            if let Err(halt) = self.chunk() {
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

    /// Computes to the end of the chunk, or to the limit.
    fn chunk(&mut self) -> Result<(), Halt> {
        let (chunk, heap) = (self.record.chunk, self.stream.heap());
        let end =
            (heap + 1).next_multiple_of(chunk).min(self.request.limits.heaps.saturating_add(1));
        // Without an engine a chunk may take minutes.
        let end = if self.stream.is_alone() { end.min(heap + HEAPS_ALONE) } else { end };
        let window = self.stream.basis().window();
        let extended = self.stream.extend(end, window + chunk as usize + self.late_heaps(heap));
        self.note_largest((self.stream.heap() - heap) as usize);
        extended?;
        if end.is_multiple_of(chunk) {
            self.look_back(end, window + chunk as usize);
            self.take_snapshot(end);
        }
        self.stream.spot_check(chunk)
    }

    /// How many last values the stream keeps beyond the window, at this heap. Blocks compute them again in no time.
    fn late_heaps(&self, heap: u64) -> usize {
        let basis = self.stream.basis();
        if !basis.superblocks {
            return 0;
        }
        let (bytes, memory) = (self.request.settings.late_bytes, self.request.limits.memory);
        let most = late_within(bytes, memory, basis.window(), basis.state_length);
        most.min(heap / TRIED_SHARE) as usize
    }

    /// The last values that are kept, those of the record among them.
    fn late(&self) -> Vec<u16> {
        let values = self.stream.values();
        let kept = self.record.last.len() + self.late_heaps(self.stream.heap());
        values[values.len().saturating_sub(kept)..].to_vec()
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

    /// Whether the stream goes on after the heap at which it has halted: if that is common, or rare and no other
    /// stream could begin after it. False if it is to be decided in memory.
    ///
    /// # Errors
    /// If memory is too little to go on, [`ResumableError::NewRare`] if it is rare, and [`ResumableError::NeedsHistory`] if
    /// its splits do not decide it; [`ResumableError::Halt`] if it is not the next heap.
    fn decide(&mut self, halt: Halt) -> Result<bool, ResumableError> {
        if halt.heap() < self.stream.heap() {
            // A heap that was decided before is decided otherwise by a spot check.
            return Err(halt.into());
        }
        let (heap, memory) = (halt.heap(), self.request.limits.memory);
        let is_decided_by_splits = matches!(halt, Halt::NotShown { .. });
        let bytes = Limits::memory_for(heap + 1);
        // No other stream could begin after a rare heap for which this is too little.
        let to_begin_again = if is_decided_by_splits { memory_after_rare(heap) } else { 0 };
        let goes_back = bytes.max(to_begin_again) <= memory;
        self.bring_up_to_date();
        if !is_decided_by_splits && !goes_back {
            self.save()?;
            return Err(ResumableError::NeedsHistory { halt, bytes });
        }
        self.request.watch.halted(&halt);
        // To go back to the last value in the file nearly always takes longer than to try these splits.
        let from = if goes_back { heap - heap / TRIED_SHARE } else { 0 };
        let decided = if is_decided_by_splits { self.try_splits(from) } else { Ok(Decided::Open) };
        let goes_on = decided.and_then(|decided| match decided {
            Decided::Common(accepted) => self.accept(accepted).map(|()| true),
            Decided::Rare(value) if !goes_back => self.accept_rare(value).map(|()| true),
            Decided::Rare(_) | Decided::Open => Ok(false),
        });
        // A stream that goes on is saved when it is time to.
        if !matches!(goes_on, Ok(true)) {
            self.save()?;
        }
        goes_on
    }

    /// Decides the next heap by its splits with a larger part from heap `from` on.
    fn try_splits(&mut self, from: u64) -> Result<Decided, ResumableError> {
        let progress = self.progress();
        // Copies, because what has been tried goes into the record.
        let (record, request) = (self.record.clone(), self.request);
        let late = self.late();
        let goes_on = || request.watch.goes_on(&progress);
        let basis = record.basis();
        let longest = request.limits.memory / BYTES_A_STRETCH_HEAP;
        let replay = request.replay(&record, &basis, &goes_on).with_late(&late);
        let replay = replay.in_steps_of(longest);
        let missing = self.stream.missing();
        let mut keep = |tried: &TriedSplits| self.keep(|record| record.tried = Some(tried.clone()));
        Decision::new(&replay, missing, &mut keep)?.decide(from)
    }

    /// Goes on after a heap that was shown to be common: with a window that shows it, if there is room for
    /// that, else because it is known.
    fn accept(&mut self, accepted: AcceptedHeap) -> Result<(), ResumableError> {
        let longer = longer_window(&self.record, &accepted, self.request.limits.memory);
        let Some(window) = longer else {
            self.record.tried = None;
            self.record.accepted.push(accepted);
            self.stream.accept();
            return Ok(());
        };
        let progress = self.progress();
        // Copies, because what has been computed goes into the record.
        let (record, request) = (self.record.clone(), self.request);
        let late = self.late();
        let goes_on = || request.watch.goes_on(&progress);
        let basis = record.basis();
        let replay = request.replay(&record, &basis, &goes_on).with_late(&late);
        let ends = replay.ends(window, &mut |begun| {
            self.keep(|record| record.tried = record.tried.take().map(|t| t.with_window(begun)))
        })?;
        let mut longer = SearchRecord { tried: None, ..record };
        longer.set_window(ends);
        self.stream = stream(&longer, &request.settings.tuning)?;
        self.record = longer;
        Ok(())
    }

    /// Goes on after a heap that was shown to be rare: in another sparse space if that heap is common there, else with
    /// one follower more.
    ///
    /// # Errors
    /// [`ResumableError::NewRare`] if there is no room for that.
    fn accept_rare(&mut self, value: u16) -> Result<(), ResumableError> {
        let (basis, heap) = (self.stream.basis(), self.stream.heap());
        if let Some(mask) = wider_mask(self.record.mask, self.record.max, value) {
            let accepted = AcceptedHeap { heap, larger_part: 0 };
            let mut wider = SearchRecord { mask, tried: None, ..self.record.clone() };
            wider.accepted.push(accepted);
            self.stream = stream(&wider, &self.request.settings.tuning)?;
            self.record = wider;
            return Ok(());
        }
        let followers = 1 + basis.distances(heap).map_or(0, |behind| behind.len());
        let bytes = memory_with_followers(basis.window(), basis.state_length, followers);
        if bytes > self.request.limits.memory {
            return Err(ResumableError::NewRare { heap, value, bytes });
        }
        self.stream.accept_rare(value);
        self.record.distant.clone_from(&self.stream.basis().distant);
        self.record.tried = None;
        // Nothing is looked up in them any more.
        self.record.references = References::default();
        let rare = DistantRare { heap, value };
        self.request.watch.goes_on_after(&rare, memory_after_rare(heap));
        Ok(())
    }

    /// Looks the last `length` values up in the references. With a distant rare heap nothing that recurs among them
    /// proves a period: Theorem 5 asks for windows that reach back to it.
    fn look_back(&mut self, heap: u64, length: usize) {
        if !self.record.distant.is_empty() {
            return;
        }
        let values = self.stream.values();
        let values = &values[values.len() - length..];
        let SearchRecord { references, chunk, .. } = &mut self.record;
        let first = references.look_up(values, *chunk, heap);
        let first = first.filter(|&first| self.record.proves_from(first));
        self.record.recurrence = first.map(|first| StateRecurrence { first, again: heap });
    }

    fn take_snapshot(&mut self, heap: u64) {
        let SearchRecord { spacing, snapshots, begun, .. } = &mut self.record;
        if !heap.is_multiple_of(*spacing) {
            return;
        }
        let state = self.stream.state();
        let length = state.len();
        snapshots.push(StateSnapshot { heap, values: state.into() });
        let (window, bytes) = (self.stream.basis().window(), self.request.settings.snapshot_bytes);
        let memory = self.request.limits.memory;
        let most = most_snapshots(bytes, memory, window, length);
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
        let progress = self.progress();
        // A copy, because what is settled goes into the record.
        let (record, request) = (self.record.clone(), self.request);
        let goes_on = || request.watch.goes_on(&progress);
        let basis = record.basis();
        let replay = request.replay(&record, &basis, &goes_on);
        let mut keep =
            |settled: &LeastProgress| self.keep(|record| record.least = Some(settled.clone()));
        match LeastSearch::new(&replay, found, &mut keep).run() {
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

    /// Takes note of how far a replay has come, and saves it if it is time to.
    fn keep(&mut self, note: impl FnOnce(&mut SearchRecord)) -> Result<(), ResumableError> {
        note(&mut self.record);
        if self.keeper.is_time() { self.save() } else { Ok(()) }
    }

    /// Has the record say where the stream stands.
    fn bring_up_to_date(&mut self) {
        let (values, heap) = (self.stream.values(), self.stream.heap());
        let length = self.stream.basis().window() + (heap % self.record.chunk) as usize;
        if self.record.heap != heap || self.record.last.len() != length {
            self.record.heap = heap;
            self.record.last = values[values.len() - length..].into();
            self.record.follower_states = self.stream.follower_states();
        }
        // A heap that the stream has gone beyond need not be decided.
        self.record.tried = self.record.tried.take().filter(|tried| tried.heap == heap);
    }

    fn save(&mut self) -> Result<(), ResumableError> {
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
        self.request.watch.goes_on(&self.progress())
    }

    fn progress(&self) -> Progress {
        let (heap, limit) = (self.stream.heap() - 1, self.request.limits.heaps);
        let rare = self.stream.basis().rare_set();
        let share = (heap as f64 / limit.max(1) as f64).min(1.0);
        Progress { heap, limit, share, rare: Some(rare), largest: Some(self.record.max) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No value up to the largest is of another class with the wider mask, and the new one is.
    #[test]
    fn wider_masks() {
        let class = |mask: u16, value: u16| (mask & value).count_ones() % 2;
        let mut found = 0;
        for (mask, max, value) in [(27, 63, 64), (91, 63, 64), (2, 64, 128), (1, 1, 2)] {
            let wider = wider_mask(mask, max, value).unwrap();
            assert!((0..=max).all(|v| class(mask, v) == class(wider, v)), "{mask}");
            assert_ne!(class(mask, value), class(wider, value));
            assert_eq!(wider.trailing_zeros(), mask.trailing_zeros());
            found += u32::from(wider < mask);
        }
        assert_eq!(found, 1);
        // A value like this was there before; it is none that no option has; no mask is left, or another bit is dropped.
        for (mask, max, value) in [(27, 64, 64), (27, 63, 65), (64, 63, 64), (64, 3, 4), (1, 0, 0)]
        {
            assert_eq!(wider_mask(mask, max, value), None, "{mask} {max} {value}");
        }
    }
}
