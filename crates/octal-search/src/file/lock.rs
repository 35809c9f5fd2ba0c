//! A lock on a directory that several processes write to.

use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::{FileError, directory_of, inode, open_file, open_lock, refusal};

/// The file that is locked. It is empty, and stays.
pub const FILE: &str = ".octal.lock";

/// A directory that no other process of this program writes to while this value lives.
///
/// Whoever adds to files that others add to takes the lock, reads what is there, writes it back
/// with its own additions, and lets go: it is held for the time of a few small files, never during
/// a search. The lock is the system's and ends with the process, also if that is killed.
///
/// ```
/// use octal_search::file::DirectoryLock;
/// let directory = tempfile::tempdir()?;
/// let lock = DirectoryLock::exclusive(directory.path())?;
/// drop(lock);
/// assert!(DirectoryLock::shared(directory.path()).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct DirectoryLock {
    directory: PathBuf,
    _file: File,
}

impl DirectoryLock {
    /// Waits until no other process reads or writes the directory.
    ///
    /// # Errors
    /// [`FileError`] if the directory is missing or write-protected, its file system has no locks, or
    /// something else than a file stands in place of the lock.
    pub fn exclusive(directory: &Path) -> Result<DirectoryLock, FileError> {
        DirectoryLock::lock(directory, &directory.join(FILE))
    }

    /// Waits until no other process reads or writes the directory that holds this file, or would
    /// hold it; links are followed.
    ///
    /// # Errors
    /// As [`DirectoryLock::exclusive`]; a missing or write-protected directory is told with the name of the
    /// file.
    pub fn beside(file: &Path) -> Result<DirectoryLock, FileError> {
        let target = std::fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        DirectoryLock::lock(directory_of(&target), file)
    }

    /// Locks a directory in order to write `path`.
    fn lock(directory: &Path, path: &Path) -> Result<DirectoryLock, FileError> {
        let (path, directory) = (path.to_owned(), directory.to_owned());
        if !directory.is_dir() {
            return Err(FileError::NoDirectory { path, directory });
        }
        let lock = directory.join(FILE);
        let failed = |source| FileError::Io { action: "lock", path: lock.clone(), source };
        let file = open_lock(&lock).map_err(|source| match refusal(source, &path, &directory) {
            FileError::Io { source, .. } => failed(source),
            refused => refused,
        })?;
        retried(|| file.lock()).map_err(failed)?;
        Ok(DirectoryLock { directory, _file: file })
    }

    /// Waits until no other process writes the directory; `None` if none ever did, or it cannot
    /// be locked.
    pub fn shared(directory: &Path) -> Option<DirectoryLock> {
        let file = open_file(&directory.join(FILE), File::options().read(true)).ok()?;
        retried(|| file.lock_shared()).ok()?;
        Some(DirectoryLock { directory: directory.to_owned(), _file: file })
    }

    /// The directory.
    pub fn directory(&self) -> &Path {
        &self.directory
    }
}

/// Whether the open file is the one that this path names: it may have been removed after it was opened, and its lock
/// holds nobody off then.
pub fn is_file_at(file: &File, path: &Path) -> bool {
    // Where the system tells no inodes a file is not removed while it is open.
    let inodes =
        [file.metadata(), std::fs::metadata(path)].map(|data| data.map(|data| inode(&data)));
    matches!(inodes, [Ok(open), Ok(named)] if open == named)
}

/// Tries again after a signal.
fn retried(mut attempt: impl FnMut() -> std::io::Result<()>) -> std::io::Result<()> {
    loop {
        match attempt() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}
