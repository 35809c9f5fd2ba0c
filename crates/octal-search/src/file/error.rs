//! Errors of files: which file, and what would be right.

use std::io;
use std::path::PathBuf;

/// Why a file could not be written or read. The message names the file and, where there is one,
/// the remedy; the system's own words are the [`source`](std::error::Error::source).
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The path is empty or ends in `..` or in a separator.
    #[error("`{path}` is not the name of a file", path = .path.display())]
    NoName {
        /// The path as given.
        path: PathBuf,
    },
    /// The path is a directory.
    #[error("`{path}` is a directory: name a file in it", path = .path.display())]
    IsDirectory {
        /// The path as given.
        path: PathBuf,
    },
    /// There is a file already, which was not to be replaced.
    #[error("`{path}` exists already: choose another name, or allow it to be replaced",
        path = .path.display())]
    Exists {
        /// The path as given.
        path: PathBuf,
    },
    /// The directory that should hold the file is missing.
    #[error("cannot write `{path}`: there is no directory `{directory}`, create it first",
        path = .path.display(), directory = .directory.display())]
    NoDirectory {
        /// The path as given.
        path: PathBuf,
        /// The directory that is missing.
        directory: PathBuf,
    },
    /// The file or its directory is write-protected.
    #[error("cannot write `{path}`: `{locked}` is not writable, choose another place or change \
        its permissions", path = .path.display(), locked = .locked.display())]
    NotWritable {
        /// The path as given.
        path: PathBuf,
        /// The file or directory that is write-protected.
        locked: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Anything else, such as a full disk.
    #[error("cannot {action} `{path}`", path = .path.display())]
    Io {
        /// "write", "read", "lock".
        action: &'static str,
        /// The path as given.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl From<FileError> for io::Error {
    fn from(error: FileError) -> io::Error {
        let kind = match &error {
            FileError::NoName { .. } => io::ErrorKind::InvalidInput,
            FileError::IsDirectory { .. } => io::ErrorKind::IsADirectory,
            FileError::Exists { .. } => io::ErrorKind::AlreadyExists,
            FileError::NoDirectory { .. } => io::ErrorKind::NotFound,
            FileError::NotWritable { source, .. } | FileError::Io { source, .. } => source.kind(),
        };
        io::Error::new(kind, error)
    }
}
