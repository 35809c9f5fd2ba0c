//! `manifest.csv`: for each report its checksum and how it was made.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::store::{StoreError, read_rows, write_rows};
use crate::export::file::sha256_hex_of_file;

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

/// Brings the manifest of a directory up to date: a new row for every one of `files` whose
/// content has changed; rows of files that are gone are dropped.
///
/// `made` is a row with everything but file and checksum.
///
/// # Errors
/// [`StoreError`] if the manifest or a file cannot be read or written.
pub fn update(directory: &Path, files: &[&str], made: &ManifestRow) -> Result<(), StoreError> {
    let path = directory.join(FILE);
    let mut rows: Vec<ManifestRow> = read_rows(&path, &HEADER)?;
    rows.retain(|row| directory.join(&row.file).exists());
    for &file in files {
        let sha256 = sha256_hex_of_file(directory.join(file))?;
        if rows.iter().any(|row| row.file == file && row.sha256 == sha256) {
            continue;
        }
        rows.retain(|row| row.file != file);
        rows.push(ManifestRow { file: file.to_owned(), sha256, ..made.clone() });
    }
    rows.sort_by(|a, b| a.file.cmp(&b.file));
    write_rows(&path, &HEADER, rows)
}
