//! `manifest.csv`: for each report its checksum and how it was made.
//!
//! Whenever nobody holds the lock of the directory, every file there has a content that the
//! manifest lists for it, also after a process was killed: before files are written, the manifest
//! lists their new checksums beside the old ones, and only when all are in place the old ones go.

use std::collections::BTreeSet;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::files::{StoreError, contents, read_rows, write_rows};
use crate::file::{
    DirectoryLock, directory_of, remove_abandoned, sha256_hex, sha256_hex_of_file, write_atomically,
};

/// A row of `manifest.csv`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManifestRow {
    /// The file, relative to the manifest.
    pub file: String,
    /// Its SHA-256 in hexadecimal.
    pub sha256: String,
    /// The command that wrote it.
    pub command: String,
    /// The version of this program.
    pub version: String,
    /// The instruction set used.
    pub kernel: String,
    /// Threads used.
    pub threads: usize,
    /// The day, as YYYY-MM-DD.
    pub date: String,
}

/// The file name of the manifest.
pub const FILE: &str = "manifest.csv";

/// The column names of `manifest.csv`.
pub const HEADER: [&str; 7] = ["file", "sha256", "command", "version", "kernel", "threads", "date"];

/// A file of a directory of reports, by its place within the directory, and its new content.
pub type Content = (String, Vec<u8>);

/// What a directory holds, and how it was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    rows: Vec<ManifestRow>,
}

impl Manifest {
    /// The manifest of a directory; empty if it has none.
    pub fn read(directory: &Path) -> Result<Manifest, StoreError> {
        Ok(Manifest { rows: read_rows(&directory.join(FILE), &HEADER)? })
    }

    /// Whether no file is listed.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Whether a file is listed.
    pub fn lists(&self, file: &str) -> bool {
        self.rows.iter().any(|row| row.file == file)
    }

    /// Whether a file may have this checksum; `None` if it is not listed.
    pub fn fits(&self, file: &str, sha256: &str) -> Option<bool> {
        let is_it = |row: &ManifestRow| row.file == file && row.sha256 == sha256;
        self.lists(file).then(|| self.rows.iter().any(is_it))
    }

    /// Whether a file is as it was written, or is not listed, or is not there.
    pub fn is_unchanged(&self, directory: &Path, file: &str) -> Result<bool, StoreError> {
        let path = directory.join(file);
        if !self.lists(file) || !path.is_file() {
            return Ok(true);
        }
        Ok(self.fits(file, &sha256_hex_of_file(path)?) != Some(false))
    }

    /// Lists one more content of a file, unless it is listed.
    fn announce(&mut self, file: &str, sha256: String, made: &ManifestRow) {
        if self.fits(file, &sha256) != Some(true) {
            self.rows.push(ManifestRow { file: file.to_owned(), sha256, ..made.clone() });
        }
    }

    /// Keeps, of several contents listed for a file, only the one that the file has; drops the rows
    /// of files that no longer exist.
    fn settle(&mut self, directory: &Path) -> Result<(), StoreError> {
        self.rows.retain(|row| directory.join(&row.file).exists());
        self.rows.sort_by(|a, b| a.file.cmp(&b.file));
        let mut settled = vec![];
        for rows in self.rows.chunk_by(|a, b| a.file == b.file) {
            let found = match rows {
                [_] => None,
                _ => Some(sha256_hex_of_file(directory.join(&rows[0].file))?),
            };
            match rows.iter().find(|row| found.as_ref() == Some(&row.sha256)) {
                Some(row) => settled.push(row.clone()),
                // One content is listed, or another program has changed the file.
                None => settled.extend_from_slice(rows),
            }
        }
        self.rows = settled;
        Ok(())
    }

    /// Removes what killed processes have left beside the files.
    fn remove_abandoned(&self, directory: &Path) {
        let places: BTreeSet<_> = self
            .rows
            .iter()
            .map(|row| directory_of(&directory.join(&row.file)).to_owned())
            .collect();
        places.iter().for_each(|place| remove_abandoned(place));
    }

    fn save(&self, directory: &Path) -> Result<(), StoreError> {
        write_rows(&directory.join(FILE), &HEADER, &self.rows)
    }
}

/// Writes files of a directory of reports, in this order, removes those that are `gone`, and
/// brings the manifest up to date; a file that has this content already keeps its row. `made` is a
/// row with everything but file and checksum. A file that was changed since it was written is kept
/// under another name, in the answer.
pub fn write(
    lock: &DirectoryLock,
    files: &[Content],
    gone: &[String],
    made: &ManifestRow,
) -> Result<Vec<String>, StoreError> {
    let directory = lock.directory();
    let mut manifest = Manifest::read(directory)?;
    let mut kept = vec![];
    let mut changed = vec![];
    for (file, bytes) in files {
        match contents(&directory.join(file)) {
            Some(old) if old == *bytes => {}
            old => {
                if let Some(old) = old {
                    kept.extend(keep_if_changed(directory, file, &old, &manifest)?);
                }
                changed.push((file, bytes));
            }
        }
        manifest.announce(file, sha256_hex(bytes), made);
    }
    manifest.remove_abandoned(directory);
    manifest.save(directory)?;
    for (file, bytes) in changed {
        let path = directory.join(file);
        // If this fails, writing the file does, with a better message.
        let _ = path.parent().map(std::fs::create_dir_all);
        write_atomically(path, |out| out.write_all(bytes))?;
    }
    for file in gone {
        // Most of these files never existed.
        let _ = std::fs::remove_file(directory.join(file));
    }
    manifest.settle(directory)?;
    manifest.save(directory)?;
    Ok(kept)
}

/// Keeps a file that is about to be replaced under another name if it is not as it was written.
fn keep_if_changed(
    directory: &Path,
    file: &str,
    bytes: &[u8],
    manifest: &Manifest,
) -> Result<Option<String>, StoreError> {
    let sha256 = sha256_hex(bytes);
    if manifest.fits(file, &sha256) != Some(false) {
        return Ok(None);
    }
    let name = format!("{file}.unused-{}", &sha256[..8]);
    write_atomically(directory.join(&name), |out| out.write_all(bytes))?;
    Ok(Some(name))
}
