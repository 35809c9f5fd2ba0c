//! Bookmarks: how a search that has dropped its history goes on elsewhere, or much later.
//!
//! A record has some megabytes, nearly all of them values that can be computed again in seconds or minutes: the
//! first ones, the last ones, and the references. A bookmark is a record without these, compressed: for a game
//! with few rare heaps a few hundred kilobytes, however far the search has come.
//!
//! ```text
//! compute the values before the first snapshot; their rare heaps must be those of the bookmark
//! compute the last values again, from the last snapshot before them
//! begin Brent's references anew, at the next multiple of the chunk
//! ```
//!
//! What is proved afterwards is the same: n0 and p are the least whichever recurrence leads to them. That all
//! heaps up to the bookmark are verified is believed, as it is of a record.

use serde::{Deserialize, Serialize};

use super::envelope::Envelope;
use super::record::{AcceptedHeap, SearchRecord};
use super::reference::References;
use super::replay::{Replay, Result};
use super::states::{StateRecurrence, StateSnapshot};
use super::{Directory, Interrupted, ResumableError, Settings};
use crate::code::Code;
use crate::file::{packed, unpacked};
use crate::grundy::driver::Driver;
use crate::grundy::values::{Slice, Values};
use crate::period::search::Limits;

const ENVELOPE: Envelope =
    Envelope { magic: *b"OCTALBMK", what: "a bookmark of a search", versions: 1..=1 };

/// The longest bookmark that is read, in bytes, once it is no longer compressed.
const MOST_BYTES: u64 = 1 << 30;

/// After this many heaps it is asked whether to go on.
const HEAPS_AT_ONCE: u64 = 1 << 16;

/// What is needed to go on with a search that has dropped its history. The fields are those of a
/// [`SearchRecord`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Bookmark {
    code: String,
    mask: u16,
    position_parity: bool,
    rare: Vec<u64>,
    superblocks: bool,
    /// The length of the window.
    window: u64,
    /// The length of a state.
    state_length: u64,
    chunk: u64,
    begun: u64,
    heap: u64,
    max: u16,
    max_at: u64,
    spacing: u64,
    /// All but the first, which is that of heap `begun`.
    snapshots: Vec<StateSnapshot>,
    recurrence: Option<StateRecurrence>,
    proved: Option<(u64, u64)>,
    accepted: Vec<AcceptedHeap>,
}

impl From<&SearchRecord> for Bookmark {
    fn from(record: &SearchRecord) -> Bookmark {
        let (first, later) = record.snapshots.split_first().expect("a record is checked");
        Bookmark {
            code: record.code.clone(),
            mask: record.mask,
            position_parity: record.position_parity,
            rare: record.rare.clone(),
            superblocks: record.superblocks,
            window: record.first.len() as u64 - 1,
            state_length: first.values.len() as u64,
            chunk: record.chunk,
            begun: record.begun,
            heap: record.heap,
            max: record.max,
            max_at: record.max_at,
            spacing: record.spacing,
            snapshots: later.to_vec(),
            recurrence: record.recurrence,
            proved: record.proved,
            accepted: record.accepted.clone(),
        }
    }
}

impl Bookmark {
    /// The bookmark as a file.
    ///
    /// # Panics
    /// Never: it has no maps and no foreign types.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let body = postcard::to_stdvec(self).expect("a bookmark has no maps and no foreign types");
        packed(&ENVELOPE.wrap(&body))
    }

    /// The bookmark that a file holds.
    ///
    /// # Errors
    /// [`ResumableError::Bookmark`] if it is damaged or is none.
    pub fn decode(file: Vec<u8>) -> Result<Bookmark> {
        let bytes = unpacked(file, MOST_BYTES).map_err(|e| unfit(format!("it is damaged: {e}")))?;
        let (_, body) = ENVELOPE.open(&bytes).map_err(unfit)?;
        let (bookmark, rest) = postcard::take_from_bytes::<Bookmark>(body)
            .map_err(|e| unfit(format!("it is damaged: {e}")))?;
        if rest.is_empty() && bookmark.is_possible() {
            Ok(bookmark)
        } else {
            Err(unfit("it is damaged: its parts do not fit each other"))
        }
    }

    /// Whether the values before its first snapshot can be looked at; the record that is made of it is
    /// checked in full.
    fn is_possible(&self) -> bool {
        self.code.parse::<Code>().is_ok()
            && self.begun > self.window.max(self.state_length)
            && self.heap >= self.begun
            && self.chunk.is_power_of_two()
            && self.begun.is_multiple_of(self.chunk)
    }

    /// The code.
    ///
    /// # Panics
    /// Never: a bookmark is checked when it is read.
    #[must_use]
    pub fn code(&self) -> Code {
        self.code.parse().expect("a bookmark is checked when it is read")
    }

    /// The next heap: the values of all heaps before it have been verified.
    #[must_use]
    pub fn heap(&self) -> u64 {
        self.heap
    }

    /// The heaps before this one are computed again before the search goes on.
    #[must_use]
    pub fn begun(&self) -> u64 {
        self.begun
    }

    /// Begins the search in a directory that holds none, as long as `goes_on` says so; it then goes on like any
    /// other.
    ///
    /// O(begun + spacing + window) heaps are computed, in `memory` bytes.
    ///
    /// # Errors
    /// [`ResumableError`] if the bookmark is not one of this game, if memory is too little or the record
    /// cannot be written, or if it does not go on.
    pub fn begin(
        &self,
        directory: &Directory,
        memory: u64,
        settings: &Settings,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<()> {
        let bytes = Limits::memory_for(self.begun);
        if bytes > memory {
            return Err(unfit(format!(
                "the values before heap {} are computed again: allow {bytes} bytes of memory",
                self.begun
            )));
        }
        let values = self.early_values(settings, goes_on)?;
        let mut record = self.record_without_last(values.as_slice());
        let basis = record.checked_basis().filter(|_| record.is_sound_but_for_last());
        let basis = basis.ok_or_else(|| unfit("its parts do not fit each other"))?;
        let heaps = (0..).zip(values.as_slice().iter()).skip(1);
        let rare = heaps.filter(|&(n, v)| basis.space.is_rare(n, v)).map(|(n, _)| n as u64);
        if !rare.eq(self.rare.iter().copied()) {
            return Err(unfit(format!("its rare heaps are not those of {}", self.code)));
        }
        let replay = Replay::new(&record, &basis, settings, goes_on).knowing(values);
        let ends = replay.ends(self.window as usize, &mut |_| Ok(()))?;
        record.set_window(ends);
        directory.save(&record)
    }

    /// The values of the heaps before `begun`.
    fn early_values(&self, settings: &Settings, goes_on: &dyn Fn() -> bool) -> Result<Values> {
        let unusable = ResumableError::Unusable { heap: self.begun };
        let mut driver = Driver::with(&self.code(), settings.tuning).ok_or(unusable)?;
        while (driver.values().len() as u64) < self.begun {
            if !goes_on() {
                return Err(Interrupted.into());
            }
            let next = driver.values().len() as u64;
            driver.extend(self.begun.min(next + HEAPS_AT_ONCE) - 1)?;
        }
        Ok(driver.into_values())
    }

    /// The record without its last values: these are the values before its first snapshot.
    fn record_without_last(&self, values: Slice<'_>) -> SearchRecord {
        let (begun, state) = (values.len(), self.state_length as usize);
        let first_state = values.range(begun - state..).to_vec();
        let first = StateSnapshot { heap: self.begun, values: first_state };
        SearchRecord {
            code: self.code.clone(),
            mask: self.mask,
            position_parity: self.position_parity,
            rare: self.rare.clone(),
            first: values.range(..=self.window as usize).to_vec(),
            chunk: self.chunk,
            begun: self.begun,
            heap: self.heap,
            last: vec![],
            max: self.max,
            max_at: self.max_at,
            references: References::default(),
            spacing: self.spacing,
            snapshots: std::iter::once(first).chain(self.snapshots.clone()).collect(),
            recurrence: self.recurrence,
            proved: self.proved,
            superblocks: self.superblocks,
            accepted: self.accepted.clone(),
            least: None,
            tried: None,
        }
    }
}

/// The bookmark cannot be used, for this reason.
fn unfit(reason: impl Into<String>) -> ResumableError {
    ResumableError::Bookmark { reason: reason.into() }
}
