//! The long searches of a survey, which are kept from one round to the next, also if it is killed.
//!
//! Each is in a directory of its own in that of the survey, as `octal search` makes them. A search of less
//! than a station's work ([`StationSpacing`]: some seconds) is not kept, because to do it again
//! takes no longer; one whose values cannot be written is done in memory. No row depends on what is kept.
//!
//! The study of such a game is made from its record or its values, see [`crate::period::resumable`].

use std::path::{Path, PathBuf};

use super::class::{Member, classes};
use super::files::certificate_path;
use super::report::jobs;
use super::store::{Finished, GameTable};
use super::study::{ClaimRow, Study, study_known};
use crate::catalogue::claims::Claim;
use crate::catalogue::verdict::judge_search;
use crate::certificate::{self, SearchError};
use crate::code::Code;
use crate::grundy::GrundyError;
use crate::period::Status;
use crate::period::resumable::{
    self, Directory, ResumableError, SearchRecord, StationPlace, directory_name, remove_stations,
    search_at_stations,
};
use crate::period::search::{EventCallback, Limits, StationSpacing};
use crate::period::sequence::{Known, Stop};

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

    /// Searches for the period of `code`, going on where an earlier search with nearer limits was kept.
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

    /// Removes the search for this code if the table says that no search would tell more of it; the table
    /// must be saved. A search that somebody else uses, or has continued until it dropped its history,
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

/// The study of a search that has dropped its history: its row, the verdicts on these claims that it
/// allows, and, if one is wanted, the certificate of its period. `goes_on` is asked several times a second.
///
/// The certificate is not checked: that may take as long as the search.
pub fn study_record(
    record: &SearchRecord,
    claims: &[Claim],
    certify: bool,
    goes_on: &dyn Fn() -> bool,
) -> Result<Study, SearchError> {
    let mut verdicts = vec![];
    for claim in claims {
        let verdict = judge_search(claim, record, goes_on)?;
        verdicts.extend(verdict.map(|verdict| ClaimRow::new(claim, verdict)));
    }
    let code = record.code();
    let limits = Limits::heaps(record.heap().saturating_sub(1));
    let stop = if record.proved().is_some() { Stop::Proof } else { Stop::Heaps };
    let mut row = record.answer(0, stop, &limits);
    let proved = record.proved().filter(|_| certify);
    let certificate = proved.map(|_| certificate::of_search(record, goes_on)).transpose()?;
    row.certificate = certificate.is_some().then(|| certificate_path(&code));
    let members = vec![Member { code, shift: 0 }];
    let certificate = certificate.map(Into::into);
    let game = Finished { row, exceptions: vec![], members, certificate };
    Ok(Study { game, verdicts })
}

/// The study of a search that has kept all its values, which may take this many bytes of memory.
pub fn study_values(
    directory: &Path,
    memory: u64,
    claims: &[Claim],
    certify: bool,
) -> Result<Study, ResumableError> {
    let nothing = || ResumableError::Nothing { path: directory.to_path_buf() };
    // To open a directory would make it.
    let locked =
        if directory.is_dir() { Directory::open(directory)? } else { return Err(nothing()) };
    let known = resumable::known(&locked, memory)?.ok_or_else(nothing)?;
    let limits = Limits::heaps(known.verified_to());
    let job = jobs(classes([known.code.clone()]), claims).pop();
    let mut job = job.ok_or_else(nothing)?;
    job.certify = certify;
    Ok(study_known(&job, &limits, &known))
}
