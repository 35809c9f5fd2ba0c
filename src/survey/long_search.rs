//! The study of a game that was searched in a directory of its own, see [`crate::period::resumable`].

use std::path::Path;

use super::class::{Member, classes};
use super::files::certificate_path;
use super::report::jobs;
use super::row::PeriodRow;
use super::store::Finished;
use super::study::{ClaimRow, Study, study_known};
use crate::catalogue::claims::Claim;
use crate::catalogue::verdict::judge_search;
use crate::certificate::{self, SearchError};
use crate::period::resumable::{self, Directory, ResumableError, SearchRecord};
use crate::period::search::Limits;
use crate::period::sequence::Stop;

/// The study of a search that has dropped its history: its row, the verdicts on these claims that it
/// allows, and, if one is wanted, the certificate of its period. `goes_on` is asked several times a second.
///
/// The certificate is not checked: that may take as long as the search.
///
/// # Errors
/// [`SearchError`] if values cannot be recomputed, there is no certificate, or `goes_on` says no.
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
    let mut row = PeriodRow::streamed(record, 0, stop, &limits);
    let proved = record.proved().filter(|_| certify);
    let certificate = proved.map(|_| certificate::of_search(record, goes_on)).transpose()?;
    row.certificate = certificate.is_some().then(|| certificate_path(&code));
    let members = vec![Member { code, shift: 0 }];
    let certificate = certificate.map(Into::into);
    let game = Finished { row, exceptions: vec![], members, certificate };
    Ok(Study { game, verdicts })
}

/// The study of a search that has kept all its values, which may take this many bytes of memory.
///
/// # Errors
/// [`ResumableError`] if the directory holds no search, or one that cannot be used.
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
