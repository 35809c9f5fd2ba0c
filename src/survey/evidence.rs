//! Which rows and files of earlier runs are used: those that say what proves them, and that have not
//! been changed since they were written.
//!
//! A proved row names its period and the theorem. In a directory of reports it also has its
//! certificate, wherever the program writes one, and a file has the checksum that `manifest.csv`
//! lists for it, if it lists one. Whatever else is there is named and left out. The certificate is
//! not checked here, only that it states the period of the row: `octal check` takes longer.

use std::path::{Path, PathBuf};

use super::certificates::contradicts;
use super::files::{StoreError, certificate_path, contents};
use super::manifest::Manifest;
use crate::certificate;
use crate::code::Code;
use crate::file::sha256_hex;
use crate::formats::periods::LISTED_EXCEPTIONS;
use crate::period::Answer;
use crate::period::{Period, Status, Theorem};

/// Why a row, or all rows of a file, are not used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Objection {
    /// The columns of a proved row hold no period.
    #[error(
        "it is called proved, but has no preperiod, period and saltus, or a last exception other than the heap \
        before the preperiod"
    )]
    NoPeriod,
    /// A proved row names no theorem that proves such a period.
    #[error("it is called proved, but names no theorem that proves such a period")]
    NoTheorem,
    /// A proved row has no certificate, although there is one for such a period.
    #[error("it is called proved, but its certificate `{expected}` is missing")]
    NoCertificate {
        /// The file that should be there.
        expected: String,
    },
    /// The certificate is about something else.
    #[error("it is called proved, but its certificate `{file}` does not state this period")]
    OtherCertificate {
        /// The certificate.
        file: String,
    },
    /// The exceptions of a row are not all in `exceptions.csv`.
    #[error("not all of its exceptions are in exceptions.csv ({found} of {expected})")]
    NoExceptions {
        /// How many the row has.
        expected: u64,
        /// How many are listed.
        found: usize,
    },
    /// The certificate is not what was written.
    #[error(
        "its certificate `{file}` was changed since it was written: manifest.csv has another \
        checksum"
    )]
    ChangedCertificate {
        /// The certificate.
        file: String,
    },
    /// The file is not what was written.
    #[error("it was changed since it was written: manifest.csv has another checksum")]
    Changed,
}

/// A row that is not used, or a file of which no row is, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{file}`{of}: {fault}: not used", file = .file.display(),
    of = .code.as_ref().map(|code| format!(", game {code}")).unwrap_or_default())]
pub struct Unused {
    /// The report.
    pub file: PathBuf,
    /// The code of the row; `None` if it is the whole file.
    pub code: Option<String>,
    /// What is wrong.
    pub fault: Objection,
}

/// Why nothing of a report is used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EvidenceError {
    /// Its content is not what was written.
    #[error("{}: a report made anew replaces it", Objection::Changed)]
    Changed,
    /// It cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Objection {
    /// Whether the fault is elsewhere: the row says what proves it, but what belongs to it in other files is
    /// missing or changed.
    pub const fn is_elsewhere(&self) -> bool {
        !matches!(self, Objection::NoPeriod | Objection::NoTheorem)
    }
}

/// What the rows of a table are judged by.
#[derive(Clone, Debug)]
pub enum Evidence {
    /// The row alone.
    Row,
    /// The row, and the certificate that it names if that is whole in this directory, as in the table of a survey.
    Certificates(PathBuf),
    /// The row and its certificate in this directory.
    Directory(PathBuf, Manifest),
}

/// All heaps of a certificate are below this number.
const HEAP_LIMIT: u64 = 1 << 48;

impl Evidence {
    /// What the rows of a file in this directory are judged by: if the manifest lists the file, they must
    /// have their certificates; if not, none that is there may state another period.
    pub fn beside(
        file: &Path,
        directory: &Path,
        manifest: Manifest,
    ) -> Result<Evidence, EvidenceError> {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if !manifest.is_unchanged(directory, name)? {
            return Err(EvidenceError::Changed);
        }
        let directory = directory.to_owned();
        Ok(match manifest.lists(name) {
            true => Evidence::Directory(directory, manifest),
            false => Evidence::Certificates(directory),
        })
    }

    /// Whether a row may be used.
    pub fn judge(&self, row: &Answer) -> Result<(), Objection> {
        if row.status != Status::Proved {
            return Ok(());
        }
        let period = period(row).ok_or(Objection::NoPeriod)?;
        if !names_theorem(row, period) {
            return Err(Objection::NoTheorem);
        }
        match (self, row.code.parse::<Code>()) {
            (Evidence::Directory(directory, manifest), Ok(code)) => {
                certificate_of(row, &code, period, directory, manifest)
            }
            (Evidence::Certificates(directory), Ok(_)) if contradicts(row, directory) => {
                let file = row.certificate.clone().unwrap_or_default();
                Err(Objection::OtherCertificate { file })
            }
            _ => Ok(()),
        }
    }
}

/// Whether the exceptions of a row are listed, if they are few enough.
pub fn judge_exceptions(row: &Answer, found: usize) -> Result<(), Objection> {
    let listed = row.exceptions.filter(|&count| count <= LISTED_EXCEPTIONS as u64);
    match listed {
        Some(expected) if expected != found as u64 => {
            Err(Objection::NoExceptions { expected, found })
        }
        _ => Ok(()),
    }
}

/// The period of a row, if a certificate could hold its numbers, and they go together.
fn period(row: &Answer) -> Option<Period> {
    let period = row.known_period()?;
    let largest = period.preperiod.max(period.period).max(row.last_rare.unwrap_or(0));
    let ends_before_it = row.last_exception == period.preperiod.checked_sub(1);
    (period.period > 0 && largest < HEAP_LIMIT && ends_before_it).then_some(period)
}

/// Whether a row names a theorem that proves such a period.
fn names_theorem(row: &Answer, period: Period) -> bool {
    match row.theorem {
        Some(Theorem::SparseWindow) if row.rare_count.is_none() => false,
        Some(theorem) => theorem.proves_saltus(period.saltus),
        None => false,
    }
}

/// Whether a row proves a period for which there is a certificate.
pub(super) fn is_certifiable(row: &Answer, code: &Code) -> bool {
    let rho = row.rare_count.map(|_| row.last_rare.unwrap_or(0));
    let is_covered = |period| certificate::is_covered(code, period, rho);
    row.status == Status::Proved && period(row).is_some_and(is_covered)
}

/// Whether the certificate of a proved row is there, if there is one for such a period.
fn certificate_of(
    row: &Answer,
    code: &Code,
    period: Period,
    directory: &Path,
    manifest: &Manifest,
) -> Result<(), Objection> {
    if !is_certifiable(row, code) {
        return Ok(());
    }
    let file = certificate_path(code);
    let path = directory.join(&file);
    let bytes = contents(&path);
    let Some(bytes) = bytes.filter(|_| row.certificate.as_ref() == Some(&file)) else {
        return Err(Objection::NoCertificate { expected: file });
    };
    if !certificate::states(&bytes, code, period) {
        return Err(Objection::OtherCertificate { file });
    }
    match manifest.fits(&file, &sha256_hex(&bytes)) {
        Some(false) => Err(Objection::ChangedCertificate { file }),
        _ => Ok(()),
    }
}
