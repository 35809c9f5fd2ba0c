//! A check that notes which links were found right, and that goes on from such notes.

use std::path::Path;

use octal::certificate::checked::CheckedLinks;
use octal::check::{Certificate, CheckResult, Established};

use super::CheckWork;
use crate::cli::common::progress::CheckBar;
use crate::cli::common::signal;
use crate::cli::common::stderr::say;

/// Links that one thread checks between two notes: as many as it walks side by side.
const LINKS_AT_ONCE: usize = 32;

/// A certificate of a period, and where it was read from.
pub struct Source<'a> {
    pub path: &'a Path,
    pub bytes: &'a [u8],
    pub certificate: Certificate,
}

/// Checks those of these links that are not noted in the directory, and notes them. The answer counts those that
/// were noted before, too.
///
/// # Errors
/// If the notes cannot be read or written, or the check takes more steps than its limit.
pub fn check(
    source: Source<'_>,
    links: &[usize],
    directory: &Path,
    bar: &CheckBar,
    work: CheckWork<'_>,
) -> anyhow::Result<CheckResult<Established>> {
    let Source { path, bytes, mut certificate } = source;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut notes = CheckedLinks::read(directory, &name, bytes, certificate.links())?;
    let missing = notes.missing(links);
    certificate.checked_before = links.len() - missing.len();
    if certificate.checked_before > 0 {
        let (before, all) = (certificate.checked_before, links.len());
        say(format!("{name}: {before} of {all} links were checked before"));
    }
    let threads = rayon::current_num_threads();
    let bunches = missing.chunks(threads * LINKS_AT_ONCE);
    // The beginning is checked with every bunch.
    let costs = bunches.clone().map(|bunch| certificate.cost(bunch));
    let cost = costs.fold(0, u64::saturating_add).max(certificate.cost(&[]));
    let limit = work.limit(cost)?;
    let watch = |heaps, steps| bar.goes_on(heaps) && limit.take(steps);
    let mut bunches = bunches;
    // Where no link is missing, there is still the beginning to be checked.
    let mut bunch = bunches.next().unwrap_or_default();
    loop {
        let checked = certificate.check(bunch, threads, &watch);
        work.finish(&limit)?;
        if checked.is_err() || signal::caught() {
            return Ok(checked);
        }
        notes.note(bunch)?;
        certificate.checked_before += bunch.len();
        match bunches.next() {
            Some(next) => bunch = next,
            None => return Ok(checked),
        }
    }
}
