//! The independent checker of certificates.

use octal::check::{CertificateFile, CheckResult, Established, Selection};
use pyo3::prelude::*;

use crate::interruptible::{Watch, interruptible};

/// Whether a certificate is accepted, whether that proves its claim, and the statement or the reason.
#[pyfunction]
pub(crate) fn check(py: Python<'_>, file: &[u8], threads: usize) -> PyResult<(bool, bool, String)> {
    let (result, raised) = interruptible(py, None, |watch| checked(file, threads, watch));
    match (raised, result) {
        (Some(raised), _) => Err(raised),
        (None, Ok(established)) => Ok((true, established.proved, established.statement)),
        (None, Err(reason)) => Ok((false, false, reason)),
    }
}

/// The answer of the checker, every link included.
fn checked(file: &[u8], threads: usize, watch: &Watch) -> CheckResult<Established> {
    let certificate = CertificateFile::read(file)?;
    let links = certificate.pick(Selection::All)?;
    certificate.check(&links, threads, &|_| watch.is_wanted())
}
