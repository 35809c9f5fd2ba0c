//! `checksums.csv`: what the files of a survey were when its report was written.
//!
//! A survey adds to its table while it runs, with other processes beside it. So its directory has no manifest, by which
//! reports are used or not: this table is for a reader who wants to know whether a file is as the program wrote it.

use std::collections::BTreeSet;

use super::files::{StoreError, read_rows, write_rows};
use super::manifest::{HEADER, ManifestRow};
use crate::file::{DirectoryLock, sha256_hex_of_file};

/// The file of these rows in the directory of a survey; its columns are those of a manifest.
pub const FILE: &str = "checksums.csv";

/// Lists these files of a directory as they are now, and no others; a file that is not there is left out, and
/// one whose content was listed already keeps its row. `made` is a row with everything but file and checksum.
pub fn record(
    lock: &DirectoryLock,
    files: &BTreeSet<String>,
    made: &ManifestRow,
) -> Result<(), StoreError> {
    let directory = lock.directory();
    let path = directory.join(FILE);
    let before: Vec<ManifestRow> = read_rows(&path, &HEADER)?;
    let mut now = vec![];
    for file in files.iter().filter(|file| directory.join(file).is_file()) {
        let sha256 = sha256_hex_of_file(directory.join(file))?;
        let listed = before.iter().find(|row| row.file == *file && row.sha256 == sha256);
        now.push(match listed {
            Some(row) => row.clone(),
            None => ManifestRow { file: file.clone(), sha256, ..made.clone() },
        });
    }
    write_rows(&path, &HEADER, &now)
}
