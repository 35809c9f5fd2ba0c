//! The first stage of a search: in memory, with all values, as long as rare heaps turn up.
//!
//! ```text
//! read the values that were saved; rebuild the engine from them
//! compute, and try proofs at the heaps chosen for that
//!     now and then append the new values to the file
//!     after each try: if the rare heaps have gone quiet, and a stream takes less memory than the values,
//!         make the checkpoint with which it begins
//! ```
//!
//! # Searches with limits of work
//!
//! Such a search stays in memory. It is saved at its stations, so that one with further limits
//! continues from the last station within its own limits, and ends exactly as one that is not saved
//! (see [`Station`](crate::period::search::Station)). Any other search may continue in its
//! directory too: it comes farther with the values, and the station stays.
//!
//! A search that does not come to its first station has no directory. A search whose values cannot
//! be written, or whose directory is in use or not its own, continues in memory alone.

use std::cell::OnceCell;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::checkpoint::{Checkpoint, Checkpointer, StateSnapshot, StreamCheckpoint};
use super::directory::is_search;
use super::recurrence::References;
use super::stream::{SearchRequest, StreamMemory};
use super::values::{StoredValues, VALUES, damaged};
use super::{Directory, Interrupted, ResumableError, Settings};
use crate::code::Code;
use crate::grundy::driver::Driver;
use crate::grundy::stream::{Basis, Stream};
use crate::grundy::values::Values;
use crate::grundy::{Engine, GrundyError};
use crate::period::search::{
    Event, EventCallback, Limits, PeriodSearch, Progress, StationSpacing, Step,
};
use crate::period::sequence::{Known, Stop};

/// The end of the first stage.
pub(super) enum FirstStage {
    /// The period is proved, a limit is reached, or the callback cancelled.
    Known(Arc<Known>),
    /// The rare heaps have gone quiet: a stream continues.
    Quiet(Box<StreamCheckpoint>),
}

/// A search in memory, and the file of its values.
struct SavedSearch<'a, 'k> {
    search: PeriodSearch,
    stored: StoredValues,
    checkpointer: &'k mut Checkpointer<'a>,
}

/// Continues the search in memory until a stream can begin, at heap `from` or later.
pub(super) fn first_stage<'a>(
    request: &SearchRequest<'a>,
    checkpointer: &mut Checkpointer<'a>,
    from: u64,
) -> Result<FirstStage, ResumableError> {
    let mut saved = SavedSearch::open(request, checkpointer)?;
    if Checkpoint::of(request.directory.path())?.is_none() {
        saved.checkpointer.progress.certain_bytes = saved.stored.bytes();
        saved.checkpointer.save(Instant::now(), 1, saved.search.rare(), None)?;
    }
    loop {
        let step = saved.search.step(request.watch)?;
        if step == Step::Tried
            && let Some(stream) = quiet(request, saved.search.engine_mut(), from)
        {
            saved.save(Some(&stream))?;
            return Ok(FirstStage::Quiet(Box::new(stream)));
        }
        if step == Step::Ended {
            let is_proved = saved.search.stop() == Some(Stop::Proof);
            if is_proved {
                saved.checkpointer.given_up = None;
            }
            match saved.save(None) {
                // The period is proved, whether or not there is room for the values that prove it.
                Err(error) if is_proved => (request.watch)(Event::NotKept(&error)),
                result => result.map(|()| true)?,
            };
            return Ok(FirstStage::Known(Arc::new(saved.search.into_known())));
        }
        if saved.checkpointer.timer.is_time() {
            saved.save(None)?;
        }
    }
}

impl<'a, 'k> SavedSearch<'a, 'k> {
    /// The search as far as it was saved.
    fn open(
        request: &SearchRequest<'a>,
        checkpointer: &'k mut Checkpointer<'a>,
    ) -> Result<SavedSearch<'a, 'k>, ResumableError> {
        let SearchRequest { code, limits, settings, directory, .. } = *request;
        let certain = checkpointer.progress.certain_bytes;
        let (stored, values) = StoredValues::open(directory.path(), code, certain, limits.memory)?;
        checkpointer.progress.note_largest(0, values.as_slice());
        checkpointer.begin(values.as_slice().len() as u64);
        let heaps = values.as_slice().len() as f64;
        let continues = |n: usize| {
            let share = n as f64 / heaps;
            let (heap, limit) = (n as u64, limits.heaps);
            let progress = Progress { heap, limit, share, rare: None, largest: None };
            (request.watch)(Event::Progress(progress))
        };
        let engine = Engine::again(code, settings.tuning, values, &continues).ok_or(Interrupted)?;
        let search = PeriodSearch::with(code, engine, limits);
        Ok(SavedSearch { search, stored, checkpointer })
    }

    /// Appends the new values to the file, and saves a checkpoint that counts on them, with the
    /// stream that continues.
    fn save(&mut self, stream: Option<&StreamCheckpoint>) -> Result<(), ResumableError> {
        let begun = Instant::now();
        let (values, from) = (self.search.values(), self.stored.heaps());
        self.stored.append(values)?;
        let progress = &mut self.checkpointer.progress;
        progress.note_largest(from as u64, values.range(from.min(values.len())..));
        progress.certain_bytes = self.stored.bytes();
        progress.set_finding(self.search.finding());
        self.checkpointer.save(begun, values.len() as u64, self.search.rare(), stream)
    }
}

/// True if a stream may begin in the chunk of the next heap.
fn may_begin(request: &SearchRequest<'_>, next: u64, from: u64) -> bool {
    next >= from && next.next_multiple_of(request.settings.chunk) <= request.limits.heaps
}

/// All values that the search in a directory has saved, with the period if they prove it; `None` if
/// it has saved none. They may take this many bytes of memory. O(values).
///
/// # Errors
/// [`ResumableError`] if they cannot be used.
pub fn known(directory: &Directory, memory: u64) -> Result<Option<Known>, ResumableError> {
    let Some(checkpoint) = Checkpoint::of(directory.path())? else { return Ok(None) };
    // No heap is computed that was not saved.
    let (code, limits) = (&checkpoint.progress.code, &Limits { heaps: 0, work: None, memory });
    let (settings, watch) = (&Settings::DEFAULT, &|_: Event<'_>| true);
    let (mut checkpointer, _) = Checkpointer::open(directory, code, settings.save_every)?;
    let request = SearchRequest { code, limits, settings, directory, watch };
    let mut search = SavedSearch::open(&request, &mut checkpointer)?.search;
    while search.step(watch)? != Step::Ended {}
    Ok(Some(search.into_known()))
}

/// The checkpoint with which a stream begins at heap `from` or later, if it can begin here, and
/// takes less memory than all values.
fn quiet(request: &SearchRequest<'_>, engine: &mut Engine, from: u64) -> Option<StreamCheckpoint> {
    let Engine::Driver(driver) = engine else { return None };
    let SearchRequest { code, settings, .. } = *request;
    let heap = driver.values().len() as u64;
    if !may_begin(request, heap, from) {
        return None;
    }
    let tuning = settings.tuning.stream().ok()?;
    let basis =
        |driver: &Driver| Basis::new(&driver.state(), &tuning, settings.window, settings.quiet);
    let bytes = StreamMemory::of(&basis(driver)?).least();
    if bytes > heap * driver.values().width() {
        return None;
    }
    let begun = heap.next_multiple_of(settings.chunk);
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
        least: None,
        tried: None,
    })
}

/// The distance of the first snapshots: chunks of this length, doubled until the heaps between two
/// snapshots are at least as many as the values in one. Nearer ones would take longer to write than
/// to compute again.
fn least_spacing(chunk: u64, state_length: usize) -> u64 {
    let chunks = (state_length as u64).div_ceil(chunk).next_power_of_two();
    chunks * chunk
}

/// The place where a search with limits of work is saved.
#[derive(Clone, Copy, Debug)]
pub struct StationPlace<'a> {
    /// Its directory, which need not be there; the directory that this is in is made if it is not.
    pub path: &'a Path,
    /// The distance of the stations.
    pub spacing: StationSpacing,
}

/// Searches for the period of `code`, from the last station of an earlier search on, if there is
/// one, and saves each station. The result is that of [`search`](crate::period::search::search), if
/// the stations are as far apart there.
///
/// # Errors
/// Those of [`search`](crate::period::search::search); `watch` receives the reason if a search
/// cannot be saved.
pub fn search_at_stations(
    code: &Code,
    limits: &Limits,
    place: &StationPlace<'_>,
    watch: &EventCallback<'_>,
) -> Result<Known, GrundyError> {
    let directory = OnceCell::new();
    let mut saver =
        StationSaver { code, place, directory: &directory, files: None, is_over: false };
    let begun = saver.last_station(limits).unwrap_or_else(|error| {
        saver.end(&error, watch);
        None
    });
    let mut search = begun.unwrap_or_else(|| PeriodSearch::spaced(code, place.spacing, limits));
    loop {
        match search.step(watch)? {
            Step::Ended => return Ok(search.into_known()),
            Step::Station => {
                if let Err(error) = saver.save(&search) {
                    saver.end(&error, watch);
                }
            }
            Step::Further | Step::Tried => {}
        }
    }
}

/// Removes the directory of a search that was saved at its stations, unless another process uses
/// it, or has continued it until it dropped its history.
///
/// # Errors
/// [`ResumableError`] if it is damaged, or cannot be removed.
pub fn remove_stations(path: &Path) -> Result<(), ResumableError> {
    let is_only_of_stations = |checkpoint: &Checkpoint| {
        checkpoint.progress.station.is_some() && checkpoint.stream.is_none()
    };
    if !Checkpoint::of(path)?.as_ref().is_some_and(is_only_of_stations) {
        return Ok(());
    }
    let _directory = match Directory::open(path) {
        Err(ResumableError::Locked { .. }) => return Ok(()),
        directory => directory?,
    };
    fs::remove_dir_all(path).map_err(|e| ResumableError::io("remove", path, e))
}

/// Saves a search at its stations, as long as that is possible.
struct StationSaver<'a> {
    code: &'a Code,
    place: &'a StationPlace<'a>,
    directory: &'a OnceCell<Directory>,
    /// The open files. `None` before there is a directory.
    files: Option<(StoredValues, Checkpointer<'a>)>,
    /// True if the search is saved no more.
    is_over: bool,
}

impl<'a> StationSaver<'a> {
    /// The search from the station in the directory on; `None` if there is no station within the
    /// limits.
    fn last_station(&mut self, limits: &Limits) -> Result<Option<PeriodSearch>, ResumableError> {
        let StationPlace { path, spacing, .. } = *self.place;
        if !path.exists() {
            return Ok(None);
        }
        // Without a checkpoint, a first save was not finished: the next station makes it again.
        let Some(checkpoint) = Checkpoint::of(path)? else { return Ok(None) };
        // Files from which the search cannot continue are left as they are.
        self.is_over = true;
        let station = checkpoint.progress.station;
        let Some(station) = station.filter(|s| s.spacing == spacing && s.is_within(limits)) else {
            return Ok(None);
        };
        let values = self.open(station.heap + 1, limits.memory)?;
        let known = values.as_slice().len() as u64;
        if known <= station.heap {
            return Err(damaged(&path.join(VALUES), known));
        }
        self.is_over = false;
        Ok(Some(PeriodSearch::at(self.code, station, values, limits)))
    }

    /// Opens the directory for a search whose next heap is this, and reads its values.
    fn open(&mut self, next: u64, memory: u64) -> Result<Values, ResumableError> {
        let directory = match self.directory.get() {
            Some(directory) => directory,
            None => {
                let path = self.place.path;
                if let Some(above) = path.parent() {
                    let made = fs::create_dir_all(above);
                    made.map_err(|e| ResumableError::io("open", above, e))?;
                }
                let opened = Directory::open(path)?;
                self.directory.get_or_init(|| opened)
            }
        };
        let (mut checkpointer, stream) = Checkpointer::open(directory, self.code, Duration::ZERO)?;
        checkpointer.begin(next);
        checkpointer.given_up = stream;
        let certain = checkpointer.progress.certain_bytes;
        let (stored, values) = StoredValues::open(directory.path(), self.code, certain, memory)?;
        self.files = Some((stored, checkpointer));
        Ok(values)
    }

    /// Saves the station at which the search is. If that fails the last checkpoint stays.
    fn save(&mut self, search: &PeriodSearch) -> Result<(), ResumableError> {
        if self.is_over {
            return Ok(());
        }
        if self.files.is_none() {
            self.open(search.values().len() as u64, u64::MAX)?;
        }
        let Some((stored, checkpointer)) = &mut self.files else { return Ok(()) };
        let saved = write_station(search, stored, checkpointer);
        let directory = checkpointer.directory;
        if saved.is_err() && directory.is_new() && !is_search(directory.path()) {
            // Nothing stays of a first save that fails.
            _ = fs::remove_dir_all(directory.path());
        }
        saved
    }

    /// Ends the saving, and reports the reason.
    fn end(&mut self, reason: &ResumableError, watch: &EventCallback<'_>) {
        self.is_over = true;
        watch(Event::NotKept(reason));
    }
}

/// Appends the values up to the station at which the search is, and saves its checkpoint.
fn write_station(
    search: &PeriodSearch,
    stored: &mut StoredValues,
    checkpointer: &mut Checkpointer<'_>,
) -> Result<(), ResumableError> {
    let (begun, values, station) = (Instant::now(), search.values(), search.station());
    stored.append(values)?;
    // Another search may have come farther, and has noted what is there.
    let noted = checkpointer.progress.heap;
    if noted < station.heap {
        checkpointer.progress.note_largest(noted, values.range(noted as usize..));
    }
    checkpointer.progress.certain_bytes = stored.bytes();
    checkpointer.progress.station = Some(station);
    checkpointer.save(begun, station.heap + 1, search.rare(), None)
}
