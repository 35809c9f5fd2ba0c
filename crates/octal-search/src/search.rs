//! The search itself: in memory at first, then by a stream. Where the stream halts at a heap, the search
//! decides whether it continues after that heap, and how.

use std::sync::Arc;

use super::in_memory::{FirstStage, first_stage};
use super::keeper::Keeper;
use super::record::{AcceptedHeap, SearchRecord};
use super::replay::{Decided, Decision, TRIED_SHARE, longer_window};
use super::running::{RunEnd, RunningSearch, stream};
use super::stored_values::{require_values, require_whole_values};
use super::stream_memory::memory_for_all_values;
use super::tried::TriedSplits;
use super::{Directory, ResumableError, Settings};
use crate::code::Code;
use crate::grundy::stream::Halt;
use crate::period::search::{Event, EventCallback, Limits};
use crate::period::sequence::{Known, Stop};

/// The end of a long search.
#[derive(Debug)]
pub enum Ended {
    /// The search ended in memory, with all values.
    InMemory(Arc<Known>),
    /// The search ended with a stream, for this reason.
    Streamed(Box<SearchRecord>, Stop),
}

/// Searches for the period of `code`, and goes on where the search in the directory was saved.
///
/// # Errors
/// [`ResumableError`]: what was reached until the last save is in the directory.
pub fn search(
    code: &Code,
    limits: &Limits,
    settings: &Settings,
    directory: &Directory,
    watch: &EventCallback<'_>,
) -> Result<Ended, ResumableError> {
    // On a thread of the pool: to call the others from outside at every chunk takes noticeable time.
    rayon::scope(|_| search_here(SearchRequest { code, limits, settings, directory, watch }))
}

fn search_here(request: SearchRequest<'_>) -> Result<Ended, ResumableError> {
    let SearchRequest { code, settings, directory, .. } = request;
    let mut keeper = Keeper::open(directory, code, settings.save_every)?;
    let certain = keeper.standing.certain_bytes;
    require_values(directory.path(), certain)?;
    let (mut record, mut from) = (directory.load(code)?, settings.start);
    if record.is_some() {
        // A stream reads few of them, or none: damage would stay unseen until they are needed.
        require_whole_values(&request, certain)?;
    }
    loop {
        let begun = match record.take() {
            Some(record) => record,
            None => match first_stage(&request, &mut keeper, from)? {
                FirstStage::Known(known) => return Ok(Ended::InMemory(known)),
                FirstStage::Quiet(record) => *record,
            },
        };
        let mut run = RunningSearch::new(begun, request, &mut keeper)?;
        from = match run.run()? {
            RunEnd::Stopped(stop) => return Ok(Ended::Streamed(Box::new(run.into_record()), stop)),
            RunEnd::Halted(halt) => halt.heap() + 1,
        };
    }
}

/// A stretch in which splits are tried has at most one heap for this many bytes of the memory allowed: two
/// stretches are in memory at a time.
const BYTES_A_STRETCH_HEAP: u64 = 16;

/// A mask that makes a rare heap with this value common, and changes the class of no heap before it, if there is one.
///
/// It is there if no value up to `max` has the highest bit of the value. Then no option has that bit, and the value is
/// this bit alone. The lowest bit of the mask, without which values are packed, has to be another one.
fn wider_mask(mask: u16, max: u16, value: u16) -> Option<u16> {
    let is_new = value.is_power_of_two() && max < value;
    (is_new && 1 << mask.trailing_zeros() < value).then_some(mask ^ value)
}

impl RunningSearch<'_, '_> {
    /// True if the stream continues after the heap at which it has halted. False if the search is to
    /// return to all values, which decide the heap.
    pub(super) fn decide(&mut self, halt: Halt) -> Result<bool, ResumableError> {
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
        let bytes = memory_for_all_values(&self.record, self.request.settings, rare)?;
        let has_room = bytes <= memory;
        if may_be_common || has_room {
            (self.request.watch)(Event::Halted(halt));
        }
        let needs_memory = |reason: String| Err(ResumableError::NeedsMemory { reason, bytes });
        if !may_be_common {
            return if has_room { Ok(false) } else { needs_memory(halt.to_string()) };
        }
        // To try all splits takes longer than to return to all values.
        let from = if has_room { heap - heap / TRIED_SHARE } else { 0 };
        match self.try_splits(from)? {
            Decided::Common(accepted) => self.accept(accepted)?,
            Decided::Rare(_) | Decided::Open if has_room => return Ok(false),
            Decided::Rare(value) => match wider_mask(self.record.mask, self.record.max, value) {
                Some(mask) => self.accept_with_mask(mask)?,
                None => {
                    return needs_memory(format!(
                        "heap {heap} is a new rare heap, with the value {value}"
                    ));
                }
            },
            Decided::Open => return Ok(false),
        }
        Ok(true)
    }

    /// Decides the next heap by its splits with a larger part from heap `from` on.
    fn try_splits(&mut self, from: u64) -> Result<Decided, ResumableError> {
        let missing = self.stream.missing();
        let longest = self.request.limits.memory / BYTES_A_STRETCH_HEAP;
        self.replaying(|search, replay| {
            let mut keep =
                |tried: &TriedSplits| search.keep(|record| record.tried = Some(tried.clone()));
            Decision::new(&replay.in_steps_of(longest), missing, &mut keep)?.decide(from)
        })
    }

    /// Continues after a heap that was shown to be common: with a window that shows it, if there is
    /// room for that, else because it is known.
    fn accept(&mut self, accepted: AcceptedHeap) -> Result<(), ResumableError> {
        let heap = accepted.heap;
        let longer = longer_window(&self.record, &accepted, self.room_for_window());
        if let Some(window) = longer {
            let ends = self.replaying(|search, replay| {
                replay.ends(window, &mut |begun| {
                    search.keep(|record| {
                        record.tried = record.tried.take().map(|tried| tried.with_window(begun));
                    })
                })
            })?;
            let mut longer = SearchRecord { tried: None, ..self.record.clone() };
            longer.set_window(ends);
            self.continue_with(longer)?;
        } else {
            self.record.tried = None;
            self.record.accepted.push(accepted);
            self.stream.accept();
        }
        (self.request.watch)(Event::CommonHeap { heap });
        Ok(())
    }

    /// The longest window for which there is memory. Half of the memory is for snapshots and replays.
    fn room_for_window(&self) -> u64 {
        self.memory().longest_window(self.request.limits.memory) / 2
    }

    /// Continues after a rare heap with this mask, with which the heap is common.
    fn accept_with_mask(&mut self, mask: u16) -> Result<(), ResumableError> {
        let heap = self.stream.heap();
        // Which splits have the values that are rare with this mask is not known.
        let accepted = AcceptedHeap { heap, larger_part: 0 };
        let mut wider = SearchRecord { mask, tried: None, ..self.record.clone() };
        wider.accepted.push(accepted);
        self.continue_with(wider)?;
        (self.request.watch)(Event::WiderMask { heap, mask });
        Ok(())
    }

    /// Continues at the same heap with another record of it.
    fn continue_with(&mut self, record: SearchRecord) -> Result<(), ResumableError> {
        self.stream = stream(&record, &self.request.settings.tuning)?;
        self.record = record;
        Ok(())
    }
}

/// The request for a search: the code, its limits, its directory, and its observer.
#[derive(Clone, Copy)]
pub(super) struct SearchRequest<'a> {
    pub(super) code: &'a Code,
    pub(super) limits: &'a Limits,
    pub(super) settings: &'a Settings,
    pub(super) directory: &'a Directory,
    pub(super) watch: &'a EventCallback<'a>,
}

#[cfg(test)]
mod halted_tests {
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
        // A value like this was there before; it has lower bits, too; no mask is left, or another bit is dropped.
        for (mask, max, value) in [(27, 64, 64), (27, 63, 65), (64, 63, 64), (64, 3, 4), (1, 0, 0)]
        {
            assert_eq!(wider_mask(mask, max, value), None, "{mask} {max} {value}");
        }
    }
}
