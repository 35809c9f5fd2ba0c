//! The independent checker of certificates.

use octal::check::{CertificateFile, CheckResult, DEFAULT_WORK, Established, Selection, WorkLimit};
use pyo3::prelude::*;

use crate::SearchLimit;
use crate::interruptible::{Watch, interruptible};

/// The answer of a check: accepted or not, a proof or not, and the statement or the reason.
#[pyfunction]
#[pyo3(signature = (file, threads, work))]
pub(crate) fn check(
    py: Python<'_>,
    file: &[u8],
    threads: usize,
    work: Option<u64>,
) -> PyResult<(bool, bool, String)> {
    let work = work.unwrap_or(DEFAULT_WORK);
    let (result, raised) = interruptible(py, None, |watch| checked(file, threads, work, watch));
    match (raised, result) {
        (Some(raised), _) => Err(raised),
        (None, Err(enough)) => Err(SearchLimit::new_err(format!(
            "the check takes more than {work} steps of about a nanosecond: allow work={enough}"
        ))),
        (None, Ok(Ok(established))) => Ok((true, established.proved, established.statement)),
        (None, Ok(Err(reason))) => Ok((false, false, reason)),
    }
}

/// The answer of the checker, every link included.
///
/// # Errors
/// The limit that is enough, if the check takes more than `work` steps.
fn checked(
    file: &[u8],
    threads: usize,
    work: u64,
    watch: &Watch,
) -> Result<CheckResult<Established>, u64> {
    let certificate = match CertificateFile::read(file) {
        Ok(certificate) => certificate,
        Err(reason) => return Ok(Err(reason)),
    };
    let links = match certificate.pick(Selection::All) {
        Ok(links) => links,
        Err(reason) => return Ok(Err(reason)),
    };
    let limit = WorkLimit::new(work, certificate.cost(&links))?;
    let continues = |_, steps| watch.is_wanted() && limit.take(steps);
    let result = certificate.check(&links, threads, &continues);
    limit.finish()?;
    Ok(result)
}
