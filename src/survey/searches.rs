//! The long searches of a survey, which are kept from one round to the next, also if it is killed.
//!
//! Each is in a directory of its own in that of the survey, as `octal search` makes them. A search of less
//! than a station's work ([`StationSpacing`]: some seconds) is not kept, because to do it again
//! takes no longer; one whose values find no room is done in memory. No row depends on what is kept.

use std::path::{Path, PathBuf};

use super::store::GameTable;
use crate::code::Code;
use crate::grundy::GrundyError;
use crate::period::Status;
use crate::period::resumable::{
    self, DiskRoom, ResumableError, StationPlace, directory_name, remove_stations,
    search_at_stations,
};
use crate::period::search::{Limits, StationSpacing, Watcher};
use crate::period::sequence::Known;

/// The directory of searches, within that of the survey.
pub const SEARCHES: &str = "searches";

/// The searches that a survey keeps.
#[derive(Debug)]
pub struct KeptSearches {
    path: PathBuf,
    spacing: StationSpacing,
    room: DiskRoom,
}

impl KeptSearches {
    /// The searches of the survey in this directory. Their files may take `disk` bytes, those included that
    /// are there already.
    ///
    /// # Errors
    /// [`ResumableError`] if the system does not tell how many bytes these take.
    pub fn open(directory: &Path, disk: u64) -> Result<KeptSearches, ResumableError> {
        KeptSearches::spaced(directory, disk, StationSpacing::DEFAULT)
    }

    /// The same with stations at this spacing.
    ///
    /// # Errors
    /// See [`KeptSearches::open`].
    pub fn spaced(
        directory: &Path,
        disk: u64,
        spacing: StationSpacing,
    ) -> Result<KeptSearches, ResumableError> {
        let path = directory.join(SEARCHES);
        let there = all(&path)?.iter().map(resumable::bytes).sum::<Result<u64, _>>()?;
        Ok(KeptSearches { path, spacing, room: DiskRoom::new(disk, there) })
    }

    /// Searches for the period of `code`, going on where an earlier search with nearer limits was kept.
    ///
    /// # Errors
    /// Those of [`search`](crate::period::search::search).
    pub fn search(
        &self,
        code: &Code,
        limits: &Limits,
        watch: &dyn Watcher,
    ) -> Result<Known, GrundyError> {
        let path = self.directory_of(code);
        let place = StationPlace { path: &path, spacing: self.spacing, room: &self.room };
        search_at_stations(code, limits, &place, watch)
    }

    /// Removes the search for this code if the table says that no search would tell more of it; the table
    /// must be saved. A search that somebody else uses, or has continued until it dropped its history,
    /// stays.
    ///
    /// # Errors
    /// [`ResumableError`] if the directory is damaged, or cannot be removed.
    pub fn remove_if_ended(&self, code: &Code, table: &GameTable) -> Result<(), ResumableError> {
        let path = self.directory_of(code);
        let row = table.row_of(code).map(|(row, _)| row);
        let is_ended =
            row.is_some_and(|row| row.status == Status::Proved || row.is_at_largest_value());
        if is_ended && path.exists() {
            self.room.give_back(remove_stations(&path)?);
        }
        Ok(())
    }

    /// Whether a search has found no room on the disk: it is not kept, or not as far as it has come.
    #[must_use]
    pub fn lacked_room(&self) -> bool {
        self.room.was_too_small()
    }

    fn directory_of(&self, code: &Code) -> PathBuf {
        self.path.join(directory_name(code))
    }
}

/// The directories of all searches at a path; none if there is nothing.
fn all(path: &Path) -> Result<Vec<PathBuf>, ResumableError> {
    match resumable::searches(path) {
        Err(ResumableError::Nothing { .. }) => Ok(vec![]),
        found => found,
    }
}
