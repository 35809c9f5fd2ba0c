//! Temporary files beside their destination, and how those of killed processes are told apart.
//!
//! A temporary file is locked by the process that writes it. The system drops the lock when the
//! process ends, however it ends: a temporary file that can be locked is nobody's.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use tempfile::NamedTempFile;

const PREFIX: &str = ".octal-";
const SUFFIX: &str = ".tmp";

/// Whether a file of this name is a temporary file of this program.
pub fn is_temporary(name: &str) -> bool {
    name.starts_with(PREFIX) && name.ends_with(SUFFIX)
}

/// Removes the temporary files of this program in a directory that no process writes any more.
///
/// What cannot be looked at or removed stays: it is somebody else's, or the system has no locks.
pub fn remove_abandoned(directory: &Path) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && entry.file_name().to_str().is_some_and(is_temporary) {
            remove_if_abandoned(&entry.path());
        }
    }
}

fn remove_if_abandoned(path: &Path) {
    // Some systems lock only what is open for writing.
    let Ok(file) = File::options().write(true).open(path) else { return };
    if file.try_lock().is_ok() {
        let _ = fs::remove_file(path);
    }
}

/// A new temporary file in a directory, with the permissions of any new file, locked while it is
/// open; abandoned ones there are removed.
pub(super) fn create_in(directory: &Path) -> io::Result<NamedTempFile> {
    remove_abandoned(directory);
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    loop {
        let file = builder.tempfile_in(directory)?;
        // Where the system has no locks, nobody removes the file either.
        let locked = file.as_file().lock().is_ok();
        // Before it was locked, another process may have taken it for abandoned.
        if !locked || file.path().exists() {
            return Ok(file);
        }
    }
}
