//! The files of rows: CSV with a header, refused if they are another table. And the rule by which
//! rows are used.
//!
//! A row is proved if it names a theorem that proves its period, and if its certificate exists and
//! states that period. Only `octal check` checks that the certificate is right.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::certificate::{self, LARGEST};
use crate::code::{Code, CodeError};
use crate::file::{
    DirectoryLock, FileError, directory_of, remove_abandoned, unpacked, write_atomically,
};
use crate::formats::periods::LISTED_EXCEPTIONS;
use crate::input::{self, Bounded};
use crate::period::{Answer, Period, Status, Theorem};

pub use crate::formats::periods::csv_bytes;

/// An error of reading or writing rows.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// A report could not be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A report of an earlier run could not be read.
    #[error("cannot read `{path}` of an earlier run: move it away, or repair it", path = .path.display())]
    Read {
        /// The report.
        path: PathBuf,
        /// The error, with the line.
        source: csv::Error,
    },
    /// A file is there that is another table.
    #[error("`{path}` is no report of this program: move it away, or choose another place \
        (line 1 should be `{expected}`)", path = .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The header that it should have.
        expected: String,
    },
    /// A row of an earlier run names a game that is none.
    #[error("`{path}`: `{text}` in column cousins or code is no code: {source}", path = .path.display())]
    Code {
        /// The report.
        path: PathBuf,
        /// The text that should be a code.
        text: String,
        /// The error in the code.
        source: CodeError,
    },
    /// A code is in two rows of an earlier run.
    #[error("`{path}`: {code} is in the rows of {rows}, but it is one game: repair column cousins, or remove \
        the wrong row", path = .path.display(), rows = .rows.join(" and "))]
    TwoRows {
        /// The report.
        path: PathBuf,
        /// The code.
        code: Code,
        /// The codes of the rows.
        rows: [String; 2],
    },
    /// A row of an earlier run names a cousin that has other values.
    #[error("`{path}`, game {code}: `{cousin}` in column cousins has another value at one of its first heaps: \
        repair it", path = .path.display())]
    OtherGame {
        /// The report.
        path: PathBuf,
        /// The code of the row.
        code: Code,
        /// The cousin, with its shift.
        cousin: String,
    },
    /// A row of an earlier run has a cousin with a shift that is no number, or none that cousins
    /// have.
    #[error("`{path}`: the shift of `{text}` in column cousins is no whole number from -64 to 64", path = .path.display())]
    Shift {
        /// The report.
        path: PathBuf,
        /// The cousin.
        text: String,
    },
}

/// The place of the certificate of a code, within the directory of reports.
pub fn certificate_path(code: &Code) -> String {
    format!("{CERTIFICATES}/{}", certificate::file_name(code))
}

/// The directory of certificates, within that of the reports.
pub const CERTIFICATES: &str = "certificates";

/// A file of a directory of reports, by its place within the directory, and its content.
pub type Content = (String, Vec<u8>);

/// Reads a report; a missing or empty file has no rows.
pub fn read_rows<R: DeserializeOwned>(path: &Path, header: &[&str]) -> Result<Vec<R>, StoreError> {
    if !path.is_file() {
        return Ok(vec![]);
    }
    let failed = |source| StoreError::Read { path: path.into(), source };
    let file = File::open(path).map_err(|error| failed(error.into()))?;
    let mut reader = csv::Reader::from_reader(Bounded::new(file, input::TABLE));
    let found = reader.byte_headers().map_err(failed)?;
    if !found.is_empty() && found != header {
        return Err(StoreError::Foreign { path: path.into(), expected: header.join(",") });
    }
    reader.deserialize().collect::<Result<_, _>>().map_err(failed)
}

/// The most bytes of a file that is read from a directory of reports; the largest are certificates.
const LARGEST_FILE: u64 = 1 << 28;

/// The bytes of a file, if it is one and can be read.
pub(super) fn contents(path: &Path) -> Option<Vec<u8>> {
    let file = path.is_file().then(|| File::open(path).ok())??;
    input::read(file, LARGEST_FILE).ok()
}

/// Writes a report so that its old form stays until the new one is complete.
pub fn write_rows<R: Serialize>(
    path: &Path,
    header: &[&str],
    rows: impl IntoIterator<Item = R>,
) -> Result<(), StoreError> {
    write_changed(path, &csv_bytes(rows, header))
}

/// Writes a file, and makes its directory, unless the file has this content.
pub(super) fn write_changed(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    if File::open(path).is_ok_and(|old| input::holds(old, bytes)) {
        return Ok(());
    }
    // If this fails, writing the file does, with a better message.
    let _ = path.parent().map(std::fs::create_dir_all);
    Ok(write_atomically(path, |out| out.write_all(bytes))?)
}

/// Writes files of a directory, in this order, and removes those that are `gone`. Each file stays
/// as it was until its new form is complete. Removes what killed processes have left beside the
/// files.
pub fn write_files(
    lock: &DirectoryLock,
    files: &[Content],
    gone: &[String],
) -> Result<(), StoreError> {
    let directory = lock.directory();
    let names = files.iter().map(|(file, _)| file).chain(gone);
    let places: BTreeSet<PathBuf> =
        names.map(|file| directory_of(&directory.join(file)).to_owned()).collect();
    places.iter().for_each(|place| remove_abandoned(place));
    for (file, bytes) in files {
        write_changed(&directory.join(file), bytes)?;
    }
    for file in gone {
        // Most of these files never existed.
        let _ = std::fs::remove_file(directory.join(file));
    }
    Ok(())
}

/// The reason why a row that is called proved is not used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProofFault {
    /// The row states no period, or names no theorem that proves such a period.
    #[error(
        "it names no theorem that proves its preperiod, period and saltus, or its last exception is \
         not the heap before the preperiod"
    )]
    NoTheorem,
    /// The certificate that the row names is not there, or is cut off.
    #[error("its certificate `{file}` is missing or cut off")]
    NoCertificate {
        /// The file that should be there.
        file: String,
    },
    /// The certificate is about something else.
    #[error("its certificate `{file}` does not state this period")]
    OtherCertificate {
        /// The certificate.
        file: String,
    },
    /// The exceptions of a row are not all in `exceptions.csv`.
    #[error("not all of its exceptions are in exceptions.csv ({found} of {expected})")]
    NoExceptions {
        /// The number of exceptions in the row.
        expected: u64,
        /// The number of exceptions listed.
        found: usize,
    },
}

/// A row that is called proved and is not used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{file}`, game {code}: it is called proved, but {fault}: not used before that is repaired, or \
     the game is searched again",
    file = .file.display()
)]
pub struct UnprovedRow {
    /// The report.
    pub file: PathBuf,
    /// The code of the row.
    pub code: String,
    /// The reason.
    pub fault: ProofFault,
}

/// Fails if a row is called proved and is not. The certificate is that in `directory`; without one
/// only the row is looked at.
pub fn expect_proof(row: &Answer, directory: Option<&Path>) -> Result<(), ProofFault> {
    if row.status != Status::Proved {
        return Ok(());
    }
    let period = period(row).filter(|&period| names_theorem(row, period));
    let period = period.ok_or(ProofFault::NoTheorem)?;
    let (Some(directory), Some(file)) = (directory, row.certificate.clone()) else { return Ok(()) };
    let Some((_, text)) = whole(&file, directory) else {
        return Err(ProofFault::NoCertificate { file });
    };
    let code = row.code.parse();
    match code.is_ok_and(|code| certificate::states(&text, &code, period)) {
        true => Ok(()),
        false => Err(ProofFault::OtherCertificate { file }),
    }
}

/// Fails if the exceptions of a row are few enough to be listed, and are not.
pub(super) fn expect_exceptions(row: &Answer, found: usize) -> Result<(), ProofFault> {
    match row.exceptions.filter(|&count| count <= LISTED_EXCEPTIONS as u64) {
        Some(expected) if expected != found as u64 => {
            Err(ProofFault::NoExceptions { expected, found })
        }
        _ => Ok(()),
    }
}

/// All heaps of a certificate are below this number.
const HEAP_LIMIT: u64 = 1 << 48;

/// The period of a row, if a certificate could hold its numbers, and they go together.
fn period(row: &Answer) -> Option<Period> {
    let period = row.known_period()?;
    let largest = period.preperiod.max(period.period).max(row.last_rare.unwrap_or(0));
    let ends_before_it = row.last_exception == period.preperiod.checked_sub(1);
    (period.period > 0 && largest < HEAP_LIMIT && ends_before_it).then_some(period)
}

/// True if a row names a theorem that proves such a period.
fn names_theorem(row: &Answer, period: Period) -> bool {
    match row.theorem {
        Some(Theorem::SparseWindow) if row.rare_count.is_none() => false,
        Some(theorem) => theorem.proves_saltus(period.saltus),
        None => false,
    }
}

/// True if a row proves a period for which there is a certificate.
pub(super) fn is_certifiable(row: &Answer, code: &Code) -> bool {
    let rho = row.rare_count.map(|_| row.last_rare.unwrap_or(0));
    let is_covered = |period| certificate::is_covered(code, period, rho);
    row.status == Status::Proved && period(row).is_some_and(is_covered)
}

/// The bytes of the file, and those of the certificate in it, if it is in the directory of
/// certificates and whole.
pub(super) fn whole(file: &str, directory: &Path) -> Option<(Vec<u8>, Vec<u8>)> {
    let is_in_place = Path::new(file).parent() == Some(Path::new(CERTIFICATES));
    let bytes = contents(&directory.join(file)).filter(|_| is_in_place)?;
    let text = unpacked(bytes.clone(), LARGEST).ok()?;
    certificate::is_whole(&text).then_some((bytes, text))
}
