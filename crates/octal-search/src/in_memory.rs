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
//! The searches of a survey ([`search_and_keep`]) have this stage only. They end as searches that are
//! not saved: at a heap that the limits decide, with all values.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::checkpoint::{Checkpoint, Checkpointer, SaveTimer, StreamCheckpoint};
use super::directory::is_search;
use super::stream::quiet;
use super::values::{StoredValues, remove_values};
use super::{Directory, Interrupted, ResumableError, SearchRequest, Settings};
use crate::code::Code;
use crate::grundy::{Engine, GrundyError};
use crate::period::search::{Event, EventCallback, Limits, PeriodSearch, Step};
use crate::period::sequence::{Known, Stop};

/// The end of the first stage.
pub(super) enum FirstStage {
    /// The period is proved, a limit is reached, or the callback cancelled.
    Known(Arc<Known>),
    /// The rare heaps have gone quiet: a stream continues.
    Quiet(Box<StreamCheckpoint>),
}

/// Continues the search in memory until a stream can begin, at heap `from` or later.
pub(super) fn first_stage(
    request: &SearchRequest<'_>,
    checkpointer: &mut Checkpointer,
    from: u64,
) -> Result<FirstStage, ResumableError> {
    let (mut search, mut stored) = open(request, checkpointer)?;
    if !is_search(request.directory.path()) {
        checkpointer.progress.certain_bytes = stored.bytes;
        checkpointer.save(Instant::now(), 1, search.rare(), None)?;
    }
    loop {
        let step = search.step(request.watch)?;
        if step == Step::Tried
            && let Engine::Driver(driver) = search.engine_mut()
            && let Some(stream) = quiet(request, driver, from)
        {
            save(&search, &mut stored, checkpointer, Some(&stream))?;
            return Ok(FirstStage::Quiet(Box::new(stream)));
        }
        if step == Step::Ended {
            let is_proved = search.stop() == Some(Stop::Proof);
            if is_proved {
                checkpointer.given_up = None;
            }
            match save(&search, &mut stored, checkpointer, None) {
                // The period is proved, whether or not there is room for the values that prove it.
                Err(error) if is_proved => _ = (request.watch)(Event::NotKept(&error)),
                result => result?,
            }
            return Ok(FirstStage::Known(Arc::new(search.into_known())));
        }
        if checkpointer.timer.is_time() {
            save(&search, &mut stored, checkpointer, None)?;
        }
    }
}

/// The search as far as it was saved, and the file of its values.
fn open(
    request: &SearchRequest<'_>,
    checkpointer: &mut Checkpointer,
) -> Result<(PeriodSearch, StoredValues), ResumableError> {
    let SearchRequest { code, limits, settings, directory, .. } = *request;
    let progress = &mut checkpointer.progress;
    let certain = progress.certain_bytes;
    let (stored, values) = StoredValues::open(directory.path(), code, certain, limits.memory)?;
    progress.note_largest(0, values.as_slice());
    let (heaps, work) = (values.as_slice().len(), progress.work);
    checkpointer.begin(heaps as u64);
    let continues = |n: usize| (request.watch)(request.reading(n as u64, n as f64 / heaps as f64));
    let engine = Engine::again(code, settings.tuning, values, &continues).ok_or(Interrupted)?;
    Ok((PeriodSearch::with(code, engine, work, limits), stored))
}

/// Appends the new values to the file, and saves a checkpoint that counts on them, with the stream
/// that continues.
fn save(
    search: &PeriodSearch,
    stored: &mut StoredValues,
    checkpointer: &mut Checkpointer,
    stream: Option<&StreamCheckpoint>,
) -> Result<(), ResumableError> {
    let begun = Instant::now();
    let (values, from) = (search.values(), stored.heaps);
    stored.append(values)?;
    let progress = &mut checkpointer.progress;
    progress.note_largest(from as u64, values.range(from.min(values.len())..));
    (progress.certain_bytes, progress.work) = (stored.bytes, search.work());
    progress.set_finding(search.finding());
    checkpointer.save(begun, values.len() as u64, search.rare(), stream)
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
    let (mut search, _) = open(&request, &mut checkpointer)?;
    while search.step(watch)? != Step::Ended {}
    Ok(Some(search.into_known()))
}

/// The files of a search of a survey.
enum Files {
    /// The search has taken too little time to be saved.
    NotYet(SaveTimer),
    /// The directory, in which it is saved.
    Open(Box<(Directory, Checkpointer, StoredValues)>),
    /// It cannot be saved, or a search with farther limits is saved there.
    Never,
}

/// Searches for the period of `code` in memory. A search that takes longer than `save_every` is saved
/// in the directory at this path, now and then, and when it ends without a proof. The next one
/// resumes it, if that has farther limits. Where a search cannot be saved it runs in memory alone,
/// and `watch` receives the reason.
///
/// # Errors
/// Those of [`search`](crate::period::search::search).
pub fn search_and_keep(
    code: &Code,
    limits: &Limits,
    path: &Path,
    save_every: Duration,
    watch: &EventCallback<'_>,
) -> Result<Known, GrundyError> {
    let settings = &Settings { save_every, ..Settings::DEFAULT };
    let (mut search, mut files) =
        resume(code, limits, path, settings, watch).unwrap_or_else(|error| {
            let error = error.with_remedy("remove its directory, and the search is saved again");
            watch(Event::NotKept(&error));
            (PeriodSearch::new(code, limits), Files::Never)
        });
    loop {
        let is_ended = search.step(watch)? == Step::Ended;
        let is_time = match &files {
            // Others would take as long to begin again as they took to get there.
            Files::NotYet(timer) => {
                timer.is_time() && matches!(search.engine_mut(), Engine::Driver(_))
            }
            Files::Open(files) => is_ended || files.1.timer.is_time(),
            Files::Never => false,
        };
        if is_time
            && search.stop() != Some(Stop::Proof)
            && let Err(error) = save_in(path, &search, &mut files, settings)
        {
            watch(Event::NotKept(&error));
            files = Files::Never;
        }
        if is_ended {
            return Ok(search.into_known());
        }
    }
}

/// The search in this directory, or a new one.
fn resume(
    code: &Code,
    limits: &Limits,
    path: &Path,
    settings: &Settings,
    watch: &EventCallback<'_>,
) -> Result<(PeriodSearch, Files), ResumableError> {
    let begin = |files| Ok((PeriodSearch::new(code, limits), files));
    let checkpoint = if path.exists() { Checkpoint::of(path)? } else { None };
    let Some(Checkpoint { progress, stream }) = checkpoint else {
        return begin(Files::NotYet(SaveTimer::new(settings.save_every)));
    };
    let is_nearer = limits.work.is_some_and(|work| work <= progress.work)
        || limits.last_heap(WIDEST) <= progress.heap;
    if is_nearer || stream.is_some() {
        return begin(Files::Never);
    }
    let directory = Directory::open(path)?;
    let (mut checkpointer, _) = Checkpointer::open(&directory, code, settings.save_every)?;
    let request = SearchRequest { code, limits, settings, directory: &directory, watch };
    let (search, stored) = open(&request, &mut checkpointer)?;
    Ok((search, Files::Open(Box::new((directory, checkpointer, stored)))))
}

/// The most bytes of a value.
const WIDEST: u64 = 2;

/// Saves a search in the directory at this path, which is made if it is not there.
fn save_in(
    path: &Path,
    search: &PeriodSearch,
    files: &mut Files,
    settings: &Settings,
) -> Result<(), ResumableError> {
    if let Files::Open(files) = files {
        let (_, checkpointer, stored) = &mut **files;
        return save(search, stored, checkpointer, None);
    }
    if let Some(above) = path.parent() {
        fs::create_dir_all(above).map_err(|e| ResumableError::io("open", above, e))?;
    }
    let directory = Directory::open(path)?;
    if is_search(path) {
        return Err(ResumableError::Locked(path.to_path_buf()));
    }
    // Without a checkpoint nobody knows the work of these values.
    remove_values(path)?;
    let (mut checkpointer, _) = Checkpointer::open(&directory, search.code(), settings.save_every)?;
    let (mut stored, _) = StoredValues::open(path, search.code(), 0, u64::MAX)?;
    checkpointer.begin(search.values().len() as u64);
    let saved = save(search, &mut stored, &mut checkpointer, None);
    if saved.is_err() {
        // Nothing stays of a first save that fails.
        _ = fs::remove_dir_all(path);
    }
    *files = Files::Open(Box::new((directory, checkpointer, stored)));
    saved
}

/// Removes the directory of a search of a survey, unless another process uses it, or has continued
/// it until it dropped its history.
///
/// # Errors
/// [`ResumableError`] if it is damaged, or cannot be removed.
pub fn remove_kept(path: &Path) -> Result<(), ResumableError> {
    if Checkpoint::of(path)?.is_none_or(|checkpoint| checkpoint.stream.is_some()) {
        return Ok(());
    }
    let _directory = match Directory::open(path) {
        Err(ResumableError::Locked(_)) => return Ok(()),
        directory => directory?,
    };
    fs::remove_dir_all(path).map_err(|e| ResumableError::io("remove", path, e))
}
