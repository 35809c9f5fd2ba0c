//! The directory of a long search: its files, and a lock so that only one process writes them.

use std::fs::{self, File, Metadata, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};
use std::{io, thread};

use super::ResumableError;
use super::values::VALUES;
use crate::code::Code;
use crate::file::{directory_of, is_file_at, is_temporary, open_file, open_lock, remove_abandoned};
use crate::input;

/// The file with the checkpoint.
pub(super) const CHECKPOINT: &str = "checkpoint";
/// The file that a running search locks.
const LOCK: &str = "lock";
/// All files that a search may leave here.
const FILES: [&str; 3] = [CHECKPOINT, LOCK, VALUES];
/// The files of a search by an older version of this program, besides the values.
const OLDER_FILES: [&str; 2] = ["record", "standing.json"];

/// The lock is asked for again for this long. A program that is just being started holds for a
/// moment all that the process which starts it held, even what that has given back since.
const LOCK_PATIENCE: Duration = Duration::from_millis(250);
/// The time between two requests for the lock.
const LOCK_PAUSE: Duration = Duration::from_millis(5);

/// A directory that this process may write to, until it is dropped.
#[derive(Debug)]
pub struct Directory {
    path: PathBuf,
    /// True if it was made when it was opened.
    is_new: bool,
    _lock: File,
}

impl Directory {
    /// Opens the directory of a search, or makes an empty one.
    ///
    /// # Errors
    /// [`ResumableError`] if another process works on it, if it holds anything else, or if it
    /// cannot be written.
    pub fn open(path: impl AsRef<Path>) -> Result<Directory, ResumableError> {
        refuse_older(path.as_ref())?;
        Directory::open_for(path, &[CHECKPOINT, VALUES])
    }

    /// Opens a directory of these files, or makes an empty one.
    ///
    /// # Errors
    /// See [`Directory::open`].
    pub fn open_for(path: impl AsRef<Path>, files: &[&str]) -> Result<Directory, ResumableError> {
        let path = path.as_ref().to_path_buf();
        let failed = |source| ResumableError::io("open", &path, source);
        let made = fs::create_dir(&path);
        let is_new = made.is_ok();
        match made {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
            Err(e) if e.kind() == io::ErrorKind::NotFound && !directory_of(&path).exists() => {
                let parent = directory_of(&path).to_path_buf();
                return Err(ResumableError::NoParent { path, parent });
            }
            result => result.map_err(failed)?,
        }
        for entry in fs::read_dir(&path).map_err(failed)? {
            let name = entry.map_err(failed)?.file_name();
            let name = name.to_string_lossy();
            if !is_temporary(&name) && name != LOCK && !files.contains(&&*name) {
                return Err(ResumableError::Foreign { path, name: name.into_owned() });
            }
        }
        let file = path.join(LOCK);
        let failed = |source| ResumableError::io("open", &file, source);
        let lock = open_lock(&file).map_err(failed)?;
        let begun = Instant::now();
        loop {
            match lock.try_lock() {
                Ok(()) => break,
                Err(TryLockError::Error(e)) => return Err(failed(e)),
                Err(TryLockError::WouldBlock) if begun.elapsed() < LOCK_PATIENCE => {
                    thread::sleep(LOCK_PAUSE);
                }
                Err(TryLockError::WouldBlock) => return Err(ResumableError::Locked { path }),
            }
        }
        if !is_file_at(&lock, &file) {
            // The process that held the lock has removed the directory meanwhile.
            return Directory::open_for(path, files);
        }
        remove_abandoned(&path);
        Ok(Directory { path, is_new, _lock: lock })
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// True if it was not there before it was opened.
    pub(super) fn is_new(&self) -> bool {
        self.is_new
    }

    /// The bytes of a file in it, at most `most`; `None` if there is none.
    ///
    /// # Errors
    /// [`ResumableError`] if it cannot be read.
    pub fn read(&self, name: &str, most: u64) -> Result<Option<Vec<u8>>, ResumableError> {
        read_file(&self.path.join(name), most)
    }

    /// Requires that a search found here is of the game that is searched for.
    pub(super) fn require_game(&self, found: &Code, code: &Code) -> Result<(), ResumableError> {
        if found == code {
            return Ok(());
        }
        let (path, found, code) = (self.path.clone(), found.to_string(), code.to_string());
        Err(ResumableError::OtherGame { path, found, code })
    }
}

/// Requires that no older version of this program has written files here that this version does not
/// read.
pub(super) fn refuse_older(path: &Path) -> Result<(), ResumableError> {
    match OLDER_FILES.into_iter().find(|name| path.join(name).is_file()) {
        Some(name) => Err(ResumableError::OlderVersion { path: path.to_path_buf(), name }),
        None => Ok(()),
    }
}

/// The directories of searches at a path: itself, or those in it, in the order of their names.
/// Nothing in them is read.
///
/// # Errors
/// [`ResumableError`] if there is none, or if the system does not list the directory.
pub fn searches(path: impl AsRef<Path>) -> Result<Vec<PathBuf>, ResumableError> {
    let path = path.as_ref().to_path_buf();
    if is_search(&path) {
        return Ok(vec![path]);
    }
    let entries = match fs::read_dir(&path) {
        Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Err(ResumableError::Nothing { path });
        }
        entries => entries.map_err(|e| ResumableError::io("open", &path, e))?,
    };
    let mut found: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    found.retain(|path| is_search(path));
    found.sort();
    if !found.is_empty() {
        return Ok(found);
    }
    let has_values = path.join(VALUES).exists();
    Err(if has_values {
        ResumableError::NoCheckpoint { path }
    } else {
        ResumableError::Nothing { path }
    })
}

/// True if a directory is that of a search, by the names of its files.
pub fn is_search(directory: &Path) -> bool {
    let has = |name: &str| directory.join(name).exists();
    has(CHECKPOINT) || OLDER_FILES.into_iter().any(has)
}

/// True if a directory is one of several searches: it holds their directories, and no file.
pub fn is_of_several(directory: &Path) -> bool {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let entries: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    entries.iter().all(|path| path.is_dir()) && entries.iter().any(|path| is_search(path))
}

/// The time when the search in a directory was saved.
///
/// # Errors
/// [`ResumableError`] if the system does not give the time of the files.
pub fn saved(path: impl AsRef<Path>) -> Result<SystemTime, ResumableError> {
    let files = files(path.as_ref())?;
    let times = files.into_iter().filter_map(|file| file.modified().ok());
    Ok(times.max().unwrap_or(SystemTime::UNIX_EPOCH))
}

/// The bytes that the files of a search take.
///
/// # Errors
/// [`ResumableError`] if the system does not give the length of the files.
pub fn bytes(path: impl AsRef<Path>) -> Result<u64, ResumableError> {
    Ok(files(path.as_ref())?.iter().map(Metadata::len).sum())
}

/// The files of a search.
fn files(directory: &Path) -> Result<Vec<Metadata>, ResumableError> {
    let mut found = vec![];
    for path in FILES.map(|name| directory.join(name)) {
        match fs::metadata(&path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => {}
            file => found.push(file.map_err(|e| ResumableError::io("read", &path, e))?),
        }
    }
    Ok(found)
}

/// The bytes of a file, at most this many; `None` if there is none.
pub(super) fn read_file(path: &Path, most: u64) -> Result<Option<Vec<u8>>, ResumableError> {
    let file = open_file(path, File::options().read(true));
    match file.and_then(|file| input::read(file, most)) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        file => Ok(Some(file.map_err(|e| ResumableError::io("read", path, e))?)),
    }
}
