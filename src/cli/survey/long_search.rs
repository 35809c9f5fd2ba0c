//! What long searches have found, for the verbs that take it over.

use std::path::{Path, PathBuf};

use octal::catalogue::claims::Claim;
use octal::certificate::SearchError;
use octal::period::resumable::{self, ResumableError};
use octal::survey::searches::{study_record, study_values};
use octal::survey::study::Study;

use crate::cli::terminal::signal;
use crate::cli::terminal::stderr::say;

/// The study of a game that was searched in a directory of its own.
pub enum FoundBySearch {
    /// From the record of a search that has dropped its history: to check its certificate may take as
    /// long as the search.
    Record(Study),
    /// From all values.
    Values(Study),
}

/// How long searches are taken over.
#[derive(Clone, Copy)]
pub struct TakeOver<'a> {
    /// The bytes that the values of one search may take.
    pub memory: u64,
    /// The claims on which verdicts are wanted.
    pub claims: &'a [Claim],
    /// Whether certificates are wanted.
    pub certify: bool,
}

impl TakeOver<'_> {
    /// Hands over what the searches in these directories, or in the directories in them, have found;
    /// `false` if a signal came first. Of several, those that cannot be read (broken, or run by another
    /// process) are passed over with a message.
    pub fn all(
        &self,
        directories: &[PathBuf],
        mut add: impl FnMut(FoundBySearch) -> anyhow::Result<()>,
    ) -> anyhow::Result<bool> {
        let searches = directories.iter().map(resumable::searches);
        let searches = searches.collect::<Result<Vec<_>, _>>()?.concat();
        for search in &searches {
            match self.one(search) {
                Ok(taken) => add(taken)?,
                Err(error) if is_stop(&error) => return Ok(false),
                Err(error) if searches.len() > 1 => pass_over(search, &error),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(true)
    }

    fn one(&self, search: &Path) -> Result<FoundBySearch, SearchError> {
        Ok(match resumable::record(search)? {
            Some(record) => {
                let goes_on = || !signal::caught();
                FoundBySearch::Record(study_record(&record, self.claims, self.certify, &goes_on)?)
            }
            None => {
                FoundBySearch::Values(study_values(search, self.memory, self.claims, self.certify)?)
            }
        })
    }
}

/// Says that a search is passed over, and why.
fn pass_over(search: &Path, error: &SearchError) {
    let search = search.display();
    match error {
        SearchError::Search(ResumableError::Locked { .. }) => {
            say(format_args!("`{search}` is passed over: another process searches there"));
        }
        _ => say(format_args!("`{search}` is passed over: {error}")),
    }
}

/// Whether a failure is no more than the stop that a signal asked for.
fn is_stop(error: &SearchError) -> bool {
    matches!(error, SearchError::Search(ResumableError::Interrupted(_)))
}
