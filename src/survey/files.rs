//! The files of rows: CSV with a header, refused if they are another table.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::certificate;
use crate::code::{Code, CodeError};
use crate::file::{DirectoryLock, FileError, directory_of, remove_abandoned, write_atomically};
pub use crate::formats::periods::csv_bytes;
use crate::input::{self, Bounded};

/// Why rows could not be read or written.
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
        /// What is wrong, with the line.
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
        /// What should be a code.
        text: String,
        /// What is wrong.
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
    /// A row of an earlier run has a cousin with a shift that is no number, or none that cousins have.
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

/// Writes files of a directory, in this order, and removes those that are `gone`. Each file stays as
/// it was until its new form is complete. Removes what killed processes have left beside the files.
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
