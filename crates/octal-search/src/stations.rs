//! Searches in memory with any limits that are kept at their stations, so that one with further limits goes
//! on from the last of them.
//!
//! ```text
//! if the directory has a station within the limits: go on from there, else from the beginning
//! at each station: append the new values to the file, then say that the search stands there
//! ```
//!
//! Such a search ends exactly as one that is not kept (see [`Station`](crate::period::search::Station)). Its
//! directory is that of any other search, which may go on with it too: it comes farther with the values,
//! and the station stays.
//!
//! A search that does not come to its first station has no directory. A search whose values cannot be
//! written, or whose directory is in use or not its own, continues in memory alone.

use super::keeper::{Keeper, standing};
use super::stored_values::{FileBytes, StoredValues, VALUES, stored_heaps};
use super::{Directory, ResumableError};
use crate::code::Code;
use crate::grundy::GrundyError;
use crate::grundy::values::Values;
use crate::period::search::{Event, EventCallback, Limits, PeriodSearch, StationSpacing, Step};
use crate::period::sequence::Known;
use std::cell::OnceCell;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Where a search is kept, and how.
#[derive(Clone, Copy, Debug)]
pub struct StationPlace<'a> {
    /// Its directory, which need not be there; the directory that this is in is made if it is not.
    pub path: &'a Path,
    /// How far apart the stations are.
    pub spacing: StationSpacing,
}

/// Searches for the period of `code`, from the last station of an earlier search on, if there is one, and
/// keeps each station. The result is that of [`search`](crate::period::search::search), if the stations
/// are as far apart there.
///
/// # Errors
/// Those of [`search`](crate::period::search::search); `watch` receives the reason if a search cannot be kept.
pub fn search_at_stations(
    code: &Code,
    limits: &Limits,
    place: &StationPlace<'_>,
    watch: &EventCallback<'_>,
) -> Result<Known, GrundyError> {
    let directory = OnceCell::new();
    let mut keeping = Keeping { code, place, directory: &directory, saver: None, is_over: false };
    let begun = keeping.go_on(limits).unwrap_or_else(|error| {
        keeping.end(&error, watch);
        None
    });
    let mut search = begun.unwrap_or_else(|| PeriodSearch::spaced(code, place.spacing, limits));
    loop {
        match search.step(watch)? {
            Step::Ended => return Ok(search.into_known()),
            Step::Station => {
                if let Err(error) = keeping.save(&search) {
                    keeping.end(&error, watch);
                }
            }
            Step::Further | Step::Tried => {}
        }
    }
}

/// Removes the directory of a search that was kept at its stations, unless somebody else uses it, or has
/// continued it until it has dropped its history.
///
/// # Errors
/// [`ResumableError`] if it is damaged, or cannot be removed.
pub fn remove_stations(path: &Path) -> Result<(), ResumableError> {
    if standing(path)?.and_then(|standing| standing.station).is_none() {
        return Ok(());
    }
    let directory = match Directory::open(path) {
        Err(ResumableError::Locked { .. }) => return Ok(()),
        directory => directory?,
    };
    if directory.record_heap()?.is_some() {
        return Ok(());
    }
    fs::remove_dir_all(path).map_err(|e| ResumableError::io("remove", path, e))
}

/// Keeps a search, as long as that is possible.
struct Keeping<'a> {
    code: &'a Code,
    place: &'a StationPlace<'a>,
    directory: &'a OnceCell<Directory>,
    /// `None` before there is a directory.
    saver: Option<Saver<'a>>,
    /// Whether the search is kept no more.
    is_over: bool,
}

/// The open files of a search.
struct Saver<'a> {
    stored: StoredValues,
    /// The bytes of the values that were there when they were opened.
    opened: u64,
    keeper: Keeper<'a>,
}

impl<'a> Keeping<'a> {
    /// The search that goes on from the station in the directory; `None` if there is none within the limits.
    fn go_on(&mut self, limits: &Limits) -> Result<Option<PeriodSearch>, ResumableError> {
        let StationPlace { path, spacing, .. } = *self.place;
        if !path.exists() {
            return Ok(None);
        }
        let Some(standing) = standing(path)? else {
            // A first save that was not finished: it is made anew at the next station.
            return Ok(None);
        };
        // What is there and cannot be continued is left as it is.
        self.is_over = true;
        let station = standing.station;
        let Some(station) = station.filter(|s| s.spacing == spacing && s.is_within(limits)) else {
            return Ok(None);
        };
        let damaged = |heap| ResumableError::DamagedValues { path: path.join(VALUES), heap };
        let stored = stored_heaps(path)?;
        if stored <= station.heap {
            return Err(damaged(stored));
        }
        let (saver, values) = self.open(station.heap + 1, limits.memory)?;
        let known = values.as_slice().len() as u64;
        if known <= station.heap {
            return Err(damaged(known));
        }
        (self.saver, self.is_over) = (Some(saver), false);
        Ok(Some(PeriodSearch::at(self.code, station, values, limits)))
    }

    /// Opens the directory for a search whose next heap is this, and reads its values.
    fn open(&self, next: u64, memory: u64) -> Result<(Saver<'a>, Values), ResumableError> {
        let directory = self.locked()?;
        let mut keeper = Keeper::open(directory, self.code, Duration::ZERO)?;
        keeper.begin(next);
        let certain = keeper.standing.certain_bytes;
        let bytes = FileBytes { certain, memory };
        let (stored, values) = StoredValues::open(directory.path(), self.code, &bytes)?;
        let opened = stored.bytes();
        Ok((Saver { stored, opened, keeper }, values))
    }

    /// The directory, locked by this process.
    fn locked(&self) -> Result<&'a Directory, ResumableError> {
        let path = self.place.path;
        if let Some(directory) = self.directory.get() {
            return Ok(directory);
        }
        if let Some(above) = path.parent() {
            fs::create_dir_all(above).map_err(|e| ResumableError::io("open", above, e))?;
        }
        let directory = Directory::open(path)?;
        Ok(self.directory.get_or_init(|| directory))
    }

    /// Keeps the station at which the search is. If that fails the last station stays.
    fn save(&mut self, search: &PeriodSearch) -> Result<(), ResumableError> {
        if self.is_over {
            return Ok(());
        }
        let saver = match self.saver.take() {
            Some(saver) => saver,
            None => self.open(search.values().len() as u64, u64::MAX)?.0,
        };
        self.saver = Some(saver.save(search)?);
        Ok(())
    }

    /// Keeps the search no more, and reports the reason.
    fn end(&mut self, reason: &ResumableError, watch: &EventCallback<'_>) {
        self.is_over = true;
        watch(Event::NotKept(reason));
    }
}

impl Saver<'_> {
    /// Saves the station at which the search is. If that fails nothing stays of what was written for it.
    fn save(mut self, search: &PeriodSearch) -> Result<Self, ResumableError> {
        match self.write(search) {
            Ok(()) => Ok(self),
            Err(error) => {
                self.go_back();
                Err(error)
            }
        }
    }

    /// Leaves on the disk what was saved before; without that, what was there, and if this search has made the
    /// directory, nothing. Where this fails the next search cuts off what was not saved.
    fn go_back(self) {
        let directory = self.keeper.directory;
        match standing(directory.path()) {
            Ok(Some(standing)) => self.stored.cut(standing.certain_bytes),
            Ok(None) if directory.is_new() => _ = fs::remove_dir_all(directory.path()),
            Ok(None) => self.stored.cut(self.opened),
            Err(_) => {}
        }
    }

    fn write(&mut self, search: &PeriodSearch) -> Result<(), ResumableError> {
        let (values, station) = (search.values(), search.station());
        self.stored.append(values)?;
        // Another search may have come farther, and has noted what is there.
        let noted = self.keeper.standing.heap;
        if noted < station.heap {
            self.keeper.note_largest(noted, values.range(noted as usize..));
        }
        self.keeper.standing.certain_bytes = self.stored.bytes();
        self.keeper.standing.station = Some(station);
        self.keeper.save(station.heap + 1, search.rare())
    }
}
