//! The first stage of a search: in memory, with all values, as long as rare heaps turn up.
//!
//! ```text
//! read the values that were saved; rebuild the engine from them
//! compute, and try proofs at the heaps chosen for that
//!     now and then append the new values to the file
//!     after each try: if the rare heaps have gone quiet, and a stream takes less memory than the values,
//!         make the record with which it begins
//! ```

use std::sync::Arc;

use super::keeper::{Keeper, standing};
use super::reference::References;
use super::stored_values::{FileBytes, StoredValues};
use super::stream_memory::StreamMemory;
use super::{
    Directory, Interrupted, ResumableError, SearchRecord, SearchRequest, Settings, StateSnapshot,
};
use crate::grundy::driver::Driver;
use crate::grundy::stream::{Basis, Stream};
use crate::grundy::values::Slice;
use crate::grundy::{Engine, RareSet};
use crate::period::search::{Event, Limits, PeriodSearch, Progress, Step, last_try};
use crate::period::sequence::{Known, Stop};

/// How the first stage ends.
pub(super) enum FirstStage {
    /// The period is proved, a limit is reached, or the callback cancelled.
    Known(Arc<Known>),
    /// The rare heaps have gone quiet: a stream goes on.
    Quiet(Box<SearchRecord>),
}

/// A search in memory, and the file of its values.
struct Saved<'a, 'k> {
    search: PeriodSearch,
    stored: StoredValues,
    request: SearchRequest<'a>,
    keeper: &'k mut Keeper<'a>,
    /// The heap of the record of a stream that has halted, until the values go beyond it.
    record: Option<u64>,
}

/// Goes on with the search in memory until a stream can begin, at heap `from` or later.
pub(super) fn first_stage<'a>(
    request: &SearchRequest<'a>,
    keeper: &mut Keeper<'a>,
    from: u64,
) -> Result<FirstStage, ResumableError> {
    let mut saved = Saved::open(request, keeper, from)?;
    saved.keeper.save_first(saved.search.rare())?;
    loop {
        let step = saved.search.step(request.watch)?;
        if step == Step::Tried
            && let Some(record) = quiet(request, saved.search.engine_mut(), from)
        {
            saved.save()?;
            return Ok(FirstStage::Quiet(Box::new(record)));
        }
        if step == Step::Ended {
            match saved.save() {
                // The period is proved, whether or not there is room for the values that prove it.
                Err(error) if saved.search.stop() == Some(Stop::Proof) => {
                    (request.watch)(Event::NotKept(&error));
                }
                result => result?,
            }
            return Ok(FirstStage::Known(Arc::new(saved.search.into_known())));
        }
        if saved.keeper.is_time() {
            saved.save()?;
        }
    }
}

impl<'a, 'k> Saved<'a, 'k> {
    /// The search as far as it was saved; a stream may begin at heap `from` or later.
    fn open(
        request: &SearchRequest<'a>,
        keeper: &'k mut Keeper<'a>,
        from: u64,
    ) -> Result<Saved<'a, 'k>, ResumableError> {
        let SearchRequest { code, limits, settings, directory, .. } = *request;
        let bytes = FileBytes { certain: keeper.standing.certain_bytes, memory: limits.memory };
        let (stored, mut values) = StoredValues::open(directory.path(), code, &bytes)?;
        if let Some(tried) = before_stream(values.as_slice().len() as u64, settings)
            && may_begin(request, tried, from)
        {
            values.truncate(tried as usize);
        }
        keeper.note_largest(0, values.as_slice());
        keeper.begin(values.as_slice().len() as u64);
        let heaps = values.as_slice().len() as f64;
        let goes_on = |n: usize| {
            let share = n as f64 / heaps;
            let (heap, limit) = (n as u64, limits.heaps);
            let progress = Progress { heap, limit, share, rare: None, largest: None };
            (request.watch)(Event::Progress(progress))
        };
        let engine = Engine::again(code, settings.tuning, values, &goes_on).ok_or(Interrupted)?;
        let search = PeriodSearch::with(code, engine, limits);
        Ok(Saved { search, stored, request: *request, keeper, record: directory.record_heap()? })
    }

    /// Appends the new values to the file, and says how far it goes, also if not all of them could be
    /// written. A record that they have passed is removed when nothing depends on it any more.
    fn save(&mut self) -> Result<(), ResumableError> {
        let (values, from) = (self.search.values(), self.stored.heaps());
        let (heap, bytes) = (values.len() as u64 - 1, self.stored.most_bytes(values));
        (self.request.watch)(Event::StoredValues { heap, bytes });
        let appended = self.stored.append(values);
        let stored = values.range(..self.stored.heaps().min(values.len()));
        let rare = self.search.rare().map(|rare| match appended {
            Ok(()) => rare,
            Err(_) => rare_among(rare, stored),
        });
        self.keeper.note_largest(from as u64, stored.range(from.min(stored.len())..));
        self.keeper.standing.certain_bytes = self.stored.bytes();
        if appended.is_ok() {
            self.keeper.standing.set_finding(self.search.finding());
        }
        let saved = self.keeper.save(stored.len() as u64, rare);
        appended.and(saved)?;
        self.remove_record()
    }

    /// Removes a record that the values have passed, or that is not needed because they prove the period.
    fn remove_record(&mut self) -> Result<(), ResumableError> {
        let is_proved = self.search.stop() == Some(Stop::Proof);
        if self.record.is_some_and(|heap| heap < self.stored.heaps() as u64 || is_proved) {
            self.request.directory.remove_record()?;
            self.record = None;
        }
        Ok(())
    }
}

/// How many of the stored values were known when a stream was tried that begins after all of them; `None`
/// if no stream begins there. The values are stored before the record of the stream: a search that was killed
/// in between goes back to the values known at the try, so that the stream begins at the same heap again.
fn before_stream(stored: u64, settings: &Settings) -> Option<u64> {
    let tried = last_try(stored.checked_sub(1)?) + 1;
    (tried.next_multiple_of(settings.chunk) == stored).then_some(tried)
}

/// Whether a stream may begin in the chunk of the next heap.
fn may_begin(request: &SearchRequest<'_>, next: u64, from: u64) -> bool {
    next >= from && next.next_multiple_of(request.settings.chunk) <= request.limits.heaps
}

/// The rare heaps in the same space, of these values only, the first of which belongs to heap 0.
fn rare_among(rare: RareSet, values: Slice<'_>) -> RareSet {
    let is_rare = |&(n, v): &(usize, u16)| rare.space.is_rare(n, v);
    let heaps = (0..).zip(values.iter()).filter(is_rare).map(|(n, _)| n as u64);
    RareSet { count: heaps.clone().count() as u64, last: heaps.last(), ..rare }
}

/// All values that the search in a directory has saved, with the period if they prove it; `None` if it
/// has saved none. They may take this many bytes of memory. O(values).
///
/// # Errors
/// [`ResumableError`] if they cannot be used.
pub fn known(directory: &Directory, memory: u64) -> Result<Option<Known>, ResumableError> {
    let Some(standing) = standing(directory.path())? else { return Ok(None) };
    // No heap is computed that was not saved.
    let (code, limits) = (&standing.code, &Limits { heaps: 0, work: None, memory });
    let (settings, watch) = (&Settings::DEFAULT, &|_: Event<'_>| true);
    let mut keeper = Keeper::open(directory, code, settings.save_every)?;
    let request = SearchRequest { code, limits, settings, directory, watch };
    let mut search = Saved::open(&request, &mut keeper, u64::MAX)?.search;
    while search.step(watch)? != Step::Ended {}
    Ok(Some(search.into_known()))
}

/// The record with which a stream begins at heap `from` or later, if it can begin here.
fn quiet(request: &SearchRequest<'_>, engine: &mut Engine, from: u64) -> Option<SearchRecord> {
    let Engine::Driver(driver) = engine else { return None };
    let heap = driver.values().len() as u64;
    let begun = heap.next_multiple_of(request.settings.chunk);
    if !may_begin(request, heap, from) {
        return None;
    }
    new_record(request, driver, begun)
}

/// How far apart the first snapshots are: chunks of this length, doubled until the heaps between two snapshots
/// are at least as many as the values in one. Nearer ones would take longer to write than to compute again.
fn least_spacing(chunk: u64, state_length: usize) -> u64 {
    let chunks = (state_length as u64).div_ceil(chunk).next_power_of_two();
    chunks * chunk
}

/// The record of a stream that continues `driver` at heap `begun`, if it takes less memory than all values.
fn new_record(
    request: &SearchRequest<'_>,
    driver: &mut Driver,
    begun: u64,
) -> Option<SearchRecord> {
    let SearchRequest { code, settings, .. } = *request;
    let tuning = settings.tuning.stream().ok()?;
    let basis =
        |driver: &Driver| Basis::new(&driver.state(), &tuning, settings.window, settings.quiet);
    let quiet = basis(driver)?;
    let values = driver.values();
    if StreamMemory::of(&quiet).least() > values.len() as u64 * values.width() {
        return None;
    }
    driver.extend(begun - 1).ok()?;
    let basis = basis(driver)?;
    let values = driver.values();
    let last = values.range(values.len() - basis.window()..).to_vec();
    Stream::verified(&basis, &tuning, begun, &last)?;
    let (max, max_at) = values.max()?;
    Some(SearchRecord {
        code: code.to_string(),
        mask: basis.space.mask,
        position_parity: basis.space.position_parity,
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
        least: None,
        tried: None,
    })
}
