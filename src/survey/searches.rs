//! The long searches of a survey, which are kept from one round to the next, also if it is killed.
//!
//! Each is in a directory of its own in that of the survey, as `octal search` makes them. A search
//! of less than a station's work ([`StationSpacing`]: some seconds) is not kept, because it can be
//! repeated in the same time. If its values cannot be written, a search runs in memory. No row
//! depends on saved searches.

use std::path::{Path, PathBuf};

use super::store::GameTable;
use crate::code::Code;
use crate::grundy::GrundyError;
use crate::period::Status;
use crate::period::resumable::{
    ResumableError, StationPlace, directory_name, remove_stations, search_at_stations,
};
use crate::period::search::{EventCallback, Limits, StationSpacing};
use crate::period::sequence::Known;

/// The directory of searches, within that of the survey.
pub const SEARCHES: &str = "searches";

/// The searches that a survey keeps.
#[derive(Debug)]
pub struct KeptSearches {
    path: PathBuf,
    spacing: StationSpacing,
}

impl KeptSearches {
    /// The searches of the survey in this directory.
    pub fn new(directory: &Path) -> KeptSearches {
        KeptSearches::spaced(directory, StationSpacing::DEFAULT)
    }

    /// The same with stations at this spacing.
    pub fn spaced(directory: &Path, spacing: StationSpacing) -> KeptSearches {
        KeptSearches { path: directory.join(SEARCHES), spacing }
    }

    /// Searches for the period of `code`, resuming an earlier search with nearer limits if one was
    /// kept.
    pub fn search(
        &self,
        code: &Code,
        limits: &Limits,
        watch: &EventCallback<'_>,
    ) -> Result<Known, GrundyError> {
        let path = self.directory_of(code);
        let place = StationPlace { path: &path, spacing: self.spacing };
        search_at_stations(code, limits, &place, watch)
    }

    /// Removes the search for this code if by the table no search would find more; the table must
    /// be saved. A search that another process uses, or has continued until it dropped its history,
    /// stays.
    pub fn remove_if_ended(&self, code: &Code, table: &GameTable) -> Result<(), ResumableError> {
        let path = self.directory_of(code);
        let row = table.row_of(code).map(|(row, _)| row);
        let is_ended =
            row.is_some_and(|row| row.status == Status::Proved || row.is_at_largest_value());
        if is_ended && path.exists() {
            remove_stations(&path)?;
        }
        Ok(())
    }

    fn directory_of(&self, code: &Code) -> PathBuf {
        self.path.join(directory_name(code))
    }
}
