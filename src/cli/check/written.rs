//! Links that are checked, notes of those found right, and answers as lines for people or as rows.
//!
//! A check with notes continues where they end.

use std::io::Write;
use std::path::Path;
use std::str::FromStr;

use octal::certificate::checked::CheckedLinks;
use octal::check::{self, Certificate, CertificateFile, CheckResult, Established, Selection};
use octal::formats::Format;
use octal::survey::files::csv_bytes;
use serde::Serialize;

use super::CheckWork;
use crate::cli::args::number::TaskPart;
use crate::cli::terminal::output::OpenOutput;
use crate::cli::terminal::progress::CheckBar;
use crate::cli::terminal::signal;
use crate::cli::terminal::stderr::say;

/// The formats of these answers.
pub const FORMATS: &[Format] = &[Format::Text, Format::Csv, Format::Json];

/// The column names of a [`CheckRow`].
const HEADER: [&str; 4] = ["file", "sha256", "verdict", "said"];

/// The result for one file.
#[derive(Serialize)]
struct CheckRow {
    file: String,
    sha256: String,
    verdict: CheckVerdict,
    /// The claim with the part that was checked, or the fault.
    said: String,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum CheckVerdict {
    /// All of it was checked.
    Proved,
    /// No fault was found in the part that was checked.
    Unproved,
    /// There is a fault.
    Refused,
}

/// The answers so far.
pub struct Answers {
    out: OpenOutput,
    format: Format,
    rows: Vec<CheckRow>,
}

impl Answers {
    pub const fn new(out: OpenOutput, format: Format) -> Answers {
        Answers { out, format, rows: vec![] }
    }

    /// Adds the result for a file with this SHA-256.
    pub fn add(
        &mut self,
        path: &Path,
        sha256: String,
        found: CheckResult<Established>,
    ) -> anyhow::Result<()> {
        let (verdict, said) = match found {
            Ok(Established { statement, proved: true }) => (CheckVerdict::Proved, statement),
            Ok(Established { statement, .. }) => (CheckVerdict::Unproved, statement),
            Err(reason) => (CheckVerdict::Refused, reason),
        };
        let file = path.display().to_string();
        if self.format == Format::Text {
            let refused = if matches!(verdict, CheckVerdict::Refused) { "refused: " } else { "" };
            writeln!(self.out, "{file}: {refused}{said}")?;
        }
        self.rows.push(CheckRow { file, sha256, verdict, said });
        Ok(())
    }

    /// Writes the rest, and ends the output.
    pub fn commit(mut self) -> anyhow::Result<()> {
        match self.format {
            Format::Csv => self.out.write_all(&csv_bytes(&self.rows, &HEADER))?,
            Format::Json => {
                writeln!(self.out, "{}", serde_json::to_string_pretty(&self.rows)?)?;
            }
            _ => {}
        }
        self.out.commit()
    }
}

/// Links that one thread checks between two notes: as many as it walks side by side.
const LINKS_AT_ONCE: usize = 32;

/// A certificate of a period, and where it was read from.
pub struct Source<'a> {
    pub path: &'a Path,
    pub bytes: &'a [u8],
    pub certificate: Certificate,
}

/// Checks those of these links that are not noted in the directory, and notes them. The answer
/// counts those that were noted before, too.
pub fn check_with_notes(
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
    let watch = |heaps, steps| bar.continues(heaps) && limit.take(steps);
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

/// Links by their numbers, or a part of all that there are.
#[derive(Clone, Copy, Debug)]
pub enum LinkChoice {
    Selection(Selection),
    Part(TaskPart),
}

impl FromStr for LinkChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<LinkChoice, String> {
        if text.contains('/') {
            return text.parse().map(LinkChoice::Part);
        }
        check::range(text).map(|(from, to)| LinkChoice::Selection(Selection::Range(from, to)))
    }
}

impl LinkChoice {
    /// The numbers of the links of a certificate.
    pub fn pick(self, certificate: &CertificateFile) -> Result<Vec<usize>, String> {
        match (self, certificate) {
            (LinkChoice::Selection(selection), _) => certificate.pick(selection),
            (LinkChoice::Part(part), CertificateFile::Period(period)) => {
                Ok(part.range(period.links()).collect())
            }
            // Without links every part is the whole.
            (LinkChoice::Part(_), _) => certificate.pick(Selection::All),
        }
    }
}
