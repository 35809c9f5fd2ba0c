//! Notes of the links of a certificate that were checked, in a directory that many processes may
//! share.
//!
//! A note is a file of its own, a CSV table with one row: a range of links and the SHA-256 of their
//! certificate. It appears only after its links were found right. Its name is made of them, and it
//! holds no time or place. So processes never wait for each other, and a check that is repeated
//! writes the same bytes.
//!
//! A note is no evidence for strangers: if you do not trust its writer, check the links again.
//!
//! ```
//! use octal::certificate::checked::CheckedLinks;
//! let directory = tempfile::tempdir()?;
//! let certificate = b"octal certificate 2\n";
//! let mut notes = CheckedLinks::read(directory.path(), "0.156.txt", certificate, 9)?;
//! notes.note(&[0, 1, 2, 5])?;
//! let notes = CheckedLinks::read(directory.path(), "0.156.txt", certificate, 9)?;
//! assert_eq!(notes.missing(&[2, 3, 4, 5]), [3, 4]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::file::{FileError, is_temporary, sha256_hex, write_atomically};
use crate::input::{self, Bounded};

/// An error of reading or writing notes.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoteError {
    /// The directory, or a note in it, could not be read.
    #[error("cannot read the notes in `{path}`", path = .path.display())]
    Read {
        /// The directory or the note.
        path: PathBuf,
        /// The error from the system.
        source: io::Error,
    },
    /// A file has the name of a note, and says something else.
    #[error(
        "`{path}` is no note on the links of this certificate: move it away, and they are checked \
        again", path = .path.display()
    )]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A note could not be written.
    #[error(transparent)]
    File(#[from] FileError),
}

/// A note: the links from number `from` up to, not including, `to` were found right.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Note {
    certificate: String,
    sha256: String,
    links: usize,
    from: usize,
    to: usize,
}

/// The links of a certificate that are noted in a directory as checked.
#[derive(Debug)]
pub struct CheckedLinks {
    directory: PathBuf,
    certificate: String,
    sha256: String,
    links: usize,
    checked: BTreeSet<usize>,
}

impl CheckedLinks {
    /// Reads the notes on a certificate with this file name, these bytes and this many links; the
    /// directory must exist.
    pub fn read(
        directory: &Path,
        certificate: &str,
        bytes: &[u8],
        links: usize,
    ) -> Result<CheckedLinks, NoteError> {
        let mut read = CheckedLinks {
            directory: directory.to_owned(),
            certificate: certificate.to_owned(),
            sha256: sha256_hex(bytes),
            links,
            checked: BTreeSet::new(),
        };
        let failed = |source| NoteError::Read { path: directory.to_owned(), source };
        for entry in fs::read_dir(directory).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with(&read.prefix()) && !is_temporary(&name) {
                let note = read.note_in(&entry.path())?;
                read.checked.extend(note.from..note.to);
            }
        }
        Ok(read)
    }

    /// Those of these links that no note has.
    pub fn missing(&self, links: &[usize]) -> Vec<usize> {
        links.iter().copied().filter(|link| !self.checked.contains(link)).collect()
    }

    /// Notes that these links, in ascending order, were found right: a file for each range of them.
    pub fn note(&mut self, links: &[usize]) -> Result<(), NoteError> {
        for range in links.chunk_by(|a, b| a + 1 == *b) {
            let (from, to) = (range[0], range[range.len() - 1] + 1);
            let path = self.directory.join(format!("{}{from}-{to}.csv", self.prefix()));
            let bytes = csv_bytes(&self.the_note(from, to));
            write_atomically(path, |out| out.write_all(&bytes))?;
            self.checked.extend(from..to);
        }
        Ok(())
    }

    fn the_note(&self, from: usize, to: usize) -> Note {
        let (certificate, sha256) = (self.certificate.clone(), self.sha256.clone());
        Note { certificate, sha256, links: self.links, from, to }
    }

    /// The beginning of the names of the notes on this certificate.
    fn prefix(&self) -> String {
        format!("{}-{}-", self.certificate, &self.sha256[..16])
    }

    fn note_in(&self, path: &Path) -> Result<Note, NoteError> {
        let failed = |source| NoteError::Read { path: path.to_owned(), source };
        let file = File::open(path).map_err(failed)?;
        let mut rows = csv::Reader::from_reader(Bounded::new(file, input::TEXT)).into_deserialize();
        let foreign = || NoteError::Foreign { path: path.to_owned() };
        let note: Note = rows.next().and_then(Result::ok).ok_or_else(foreign)?;
        let is_range = note.from < note.to && note.to <= self.links;
        let is_note =
            is_range && rows.next().is_none() && note == self.the_note(note.from, note.to);
        if is_note { Ok(note) } else { Err(foreign()) }
    }
}

fn csv_bytes(note: &Note) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(vec![]);
    writer.serialize(note).expect("a row of plain fields serialises into memory");
    writer.into_inner().expect("memory takes all bytes")
}
