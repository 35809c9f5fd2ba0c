//! A table and the file it is kept in, which other processes may add to.

use std::path::{Path, PathBuf};

use super::files::{StoreError, contents, csv_bytes};
use super::manifest::{self, Manifest, ManifestRow};
use super::row::PERIOD_HEADER;
use super::store::GameTable;
use crate::file::{AtomicFile, DirectoryLock, write_atomically};

/// The rows of a survey, and their file.
#[derive(Debug)]
pub struct TableFile {
    /// `None` if the rows are kept in memory only.
    path: Option<PathBuf>,
    /// The games: those of the file, and those added.
    pub table: GameTable,
    /// The file as it was last read or written.
    seen: Vec<u8>,
}

impl TableFile {
    /// Reads the rows of earlier runs; a file that does not exist has none. Without a path nothing
    /// is read, and nothing saved.
    ///
    /// # Errors
    /// [`StoreError`] if the file is another table, or could not be written.
    pub fn open(path: Option<&Path>) -> Result<TableFile, StoreError> {
        let mut file = TableFile { path: None, table: GameTable::default(), seen: vec![] };
        if let Some(path) = path {
            file.table = GameTable::read_with_certificates(path)?;
            // A file that cannot be written is an error now, and not after hours of searching.
            drop(AtomicFile::create(path)?);
            file.path = Some(path.to_owned());
        }
        Ok(file)
    }

    /// Takes over what other processes have added to the file, and writes all. If the file belongs
    /// to a directory of reports its manifest says so, by `made`.
    ///
    /// # Errors
    /// [`StoreError`] if the file cannot be read or written.
    pub fn save(&mut self, made: &ManifestRow) -> Result<(), StoreError> {
        let Some(path) = &self.path else { return Ok(()) };
        if path.exists() && !path.is_file() {
            // A device or a pipe holds nothing that could be lost.
            let bytes = self.bytes();
            return Ok(write_atomically(path, |out| out.write_all(&bytes))?);
        }
        let lock = DirectoryLock::beside(path)?;
        let found = contents(path);
        if found.as_ref().is_some_and(|found| *found != self.seen) {
            self.table.merge(GameTable::read_with_certificates(path)?);
        }
        let bytes = self.bytes();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if Manifest::read(lock.directory())?.lists(name) {
            manifest::write(&lock, &[(name.to_owned(), bytes.clone())], &[], made)?;
        } else if found.is_none_or(|found| found != bytes) {
            write_atomically(path, |out| out.write_all(&bytes))?;
        }
        self.seen = bytes;
        Ok(())
    }

    /// The rows as CSV.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        csv_bytes(self.table.written().into_iter().map(|game| game.row), &PERIOD_HEADER)
    }
}
