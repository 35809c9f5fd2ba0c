//! The directory of a long search: its record, and a lock so that only one process writes it.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::LongError;
use super::record::SearchRecord;
use crate::code::Code;
use crate::file::{is_temporary, remove_abandoned, write_atomically};
use crate::input;

/// The file with the record.
const RECORD: &str = "record";
/// The longest record that is read, in bytes: far longer than any that is written.
const MOST_RECORD_BYTES: u64 = 1 << 32;
/// The file that a running search locks.
const LOCK: &str = "lock";

/// A directory that this process may write to, until it is dropped.
#[derive(Debug)]
pub struct Directory {
    path: PathBuf,
    _lock: File,
}

impl Directory {
    /// Opens a directory of snapshots, or makes an empty one.
    ///
    /// # Errors
    /// [`LongError`] if another process works on it, if it holds anything else, or if it cannot be
    /// written.
    pub fn open(path: impl AsRef<Path>) -> Result<Directory, LongError> {
        let path = path.as_ref().to_path_buf();
        let failed = |source| LongError::io("open", &path, source);
        match fs::create_dir(&path) {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
            result => result.map_err(failed)?,
        }
        for entry in fs::read_dir(&path).map_err(failed)? {
            let name = entry.map_err(failed)?.file_name();
            let name = name.to_string_lossy();
            if !is_temporary(&name) && ![RECORD, LOCK].contains(&&*name) {
                return Err(LongError::Foreign { path, name: name.into_owned() });
            }
        }
        let lock = File::options().create(true).truncate(false).write(true).open(path.join(LOCK));
        let lock = lock.map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(LongError::Locked { path }),
            Err(TryLockError::Error(e)) => return Err(failed(e)),
        }
        remove_abandoned(&path);
        Ok(Directory { path, _lock: lock })
    }

    /// The record of the search for this code, if there is one already.
    ///
    /// # Errors
    /// [`LongError`] if the record is of another game, damaged, or cannot be read.
    pub fn load(&self, code: &Code) -> Result<Option<SearchRecord>, LongError> {
        let Some(record) = read_if_any(&self.path)? else { return Ok(None) };
        let found = record.code();
        if found == *code {
            Ok(Some(record))
        } else {
            let (path, code) = (self.path.clone(), code.to_string());
            Err(LongError::OtherGame { path, found: found.to_string(), code })
        }
    }

    /// Takes the place of the record, whole or not at all.
    ///
    /// # Errors
    /// [`LongError`] if it cannot be written; the record before it stays.
    pub fn save(&self, record: &SearchRecord) -> Result<(), LongError> {
        let bytes = record.encode();
        Ok(write_atomically(self.path.join(RECORD), |file| file.write_all(&bytes))?)
    }
}

/// The record in a directory, without touching or locking it.
///
/// # Errors
/// [`LongError`] if there is none, or if it is damaged or cannot be read.
pub fn read(path: impl AsRef<Path>) -> Result<SearchRecord, LongError> {
    let path = path.as_ref();
    read_if_any(path)?.ok_or_else(|| LongError::Nothing { path: path.to_path_buf() })
}

/// When the record in a directory was saved.
///
/// # Errors
/// [`LongError`] if the system does not tell.
pub fn saved(path: impl AsRef<Path>) -> Result<SystemTime, LongError> {
    let path = path.as_ref().join(RECORD);
    let time = fs::metadata(&path).and_then(|metadata| metadata.modified());
    time.map_err(|e| LongError::io("read", &path, e))
}

fn read_if_any(directory: &Path) -> Result<Option<SearchRecord>, LongError> {
    let path = directory.join(RECORD);
    // To open anything else, such as a pipe, might take for ever.
    let file = match fs::metadata(&path) {
        Ok(metadata) if !metadata.is_file() => Err(io::Error::other("it is no file")),
        Ok(_) => File::open(&path).and_then(|file| input::read(file, MOST_RECORD_BYTES)),
        Err(e) => Err(e),
    };
    match file {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(LongError::io("read", &path, e)),
        Ok(bytes) => match SearchRecord::decode(&bytes) {
            Ok(record) => Ok(Some(record)),
            Err(reason) => Err(LongError::Damaged { path, reason }),
        },
    }
}
