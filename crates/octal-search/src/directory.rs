//! The directory of a long search: its record, and a lock so that only one process writes it.

use super::ResumableError;
use super::record::SearchRecord;
use super::stored_values::{VALUES, stored_heaps};
use crate::code::Code;
use crate::file::{
    AtomicFile, directory_of, is_file_at, is_temporary, open_file, open_lock, remove_abandoned,
};
use crate::input;
use std::fs::{self, File, Metadata, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};
use std::{io, thread};

/// The file with the record.
const RECORD: &str = "record";
/// The file that says where the search stands.
pub(super) const STANDING: &str = "standing.json";
/// All files that a search may leave here.
const FILES: [&str; 4] = [RECORD, LOCK, STANDING, VALUES];
/// The longest record that is read, in bytes. It is far longer than any that is written: the values of a record
/// are in memory while it is.
const MOST_RECORD_BYTES: u64 = 1 << 40;
/// The file that a running search locks.
const LOCK: &str = "lock";

/// The lock is asked for again for this long. A program that is just being started holds for a moment all that the
/// process which starts it held, even what that has given back since.
const LOCK_PATIENCE: Duration = Duration::from_millis(250);
/// The time between two requests for the lock.
const LOCK_PAUSE: Duration = Duration::from_millis(5);

/// A directory that this process may write to, until it is dropped.
#[derive(Debug)]
pub struct Directory {
    path: PathBuf,
    /// Whether it was made when it was opened.
    is_new: bool,
    _lock: File,
}

impl Directory {
    /// Opens the directory of a search, or makes an empty one.
    ///
    /// # Errors
    /// [`ResumableError`] if another process works on it, if it holds anything else, or if it cannot be
    /// written.
    pub fn open(path: impl AsRef<Path>) -> Result<Directory, ResumableError> {
        Directory::open_for(path, &[RECORD, STANDING, VALUES])
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
            // Whoever held the lock has removed the directory meanwhile.
            return Directory::open_for(path, files);
        }
        remove_abandoned(&path);
        Ok(Directory { path, is_new, _lock: lock })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it was not there before it was opened.
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

    /// The record of the search for this code, if there is one already, and the values do not go beyond
    /// it.
    ///
    /// # Errors
    /// [`ResumableError`] if the record is of another game, damaged, or cannot be read.
    pub fn load(&self, code: &Code) -> Result<Option<SearchRecord>, ResumableError> {
        let Some(record) = record(&self.path)? else { return Ok(None) };
        self.require_game(&record.code(), code)?;
        Ok(Some(record))
    }

    /// That what is found here is of the game that is searched for.
    pub(super) fn require_game(&self, found: &Code, code: &Code) -> Result<(), ResumableError> {
        if found == code {
            return Ok(());
        }
        let (path, found, code) = (self.path.clone(), found.to_string(), code.to_string());
        Err(ResumableError::OtherGame { path, found, code })
    }

    /// Saves a record in the place of the one before, whole or not at all.
    ///
    /// # Errors
    /// [`ResumableError`] if it cannot be written; the record before it stays.
    pub fn save(&self, record: &SearchRecord) -> Result<(), ResumableError> {
        let file = AtomicFile::create(self.path.join(RECORD))?;
        Ok(file.write_all_by(|file| record.write(file))?)
    }

    /// The heap of the record, if there is one, also if the values go beyond it.
    pub(super) fn record_heap(&self) -> Result<Option<u64>, ResumableError> {
        Ok(any_record(&self.path)?.map(|record| record.heap()))
    }

    /// Removes the record.
    pub(super) fn remove_record(&self) -> Result<(), ResumableError> {
        let path = self.path.join(RECORD);
        fs::remove_file(&path).map_err(|e| ResumableError::io("remove", &path, e))
    }
}

/// The record in a directory, without touching or locking it; `None` if there is no search, or it has not
/// dropped its history, or it has gone back to its values and come farther with them.
///
/// # Errors
/// [`ResumableError`] if it is damaged or cannot be read.
pub fn record(path: impl AsRef<Path>) -> Result<Option<SearchRecord>, ResumableError> {
    let Some(record) = any_record(path.as_ref())? else { return Ok(None) };
    Ok((record.heap() >= stored_heaps(path.as_ref())?).then_some(record))
}

/// The record in a directory, whatever the values say.
fn any_record(directory: &Path) -> Result<Option<SearchRecord>, ResumableError> {
    let path = directory.join(RECORD);
    let Some(bytes) = read_file(&path, MOST_RECORD_BYTES)? else { return Ok(None) };
    match SearchRecord::decode(&bytes) {
        Ok(record) => Ok(Some(record)),
        Err(reason) => Err(ResumableError::Damaged { path, reason }),
    }
}

/// The directories of searches at a path: itself, or those in it, in the order of their names. Nothing in
/// them is read.
///
/// # Errors
/// [`ResumableError`] if there is none, or if the system does not say so.
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
        ResumableError::NoStanding { path }
    } else {
        ResumableError::Nothing { path }
    })
}

/// Whether a directory is that of a search, by the names of its files.
pub fn is_search(directory: &Path) -> bool {
    [RECORD, STANDING].iter().any(|name| directory.join(name).exists())
}

/// Whether a directory is one of several searches: it holds their directories, and no file.
pub fn is_of_several(directory: &Path) -> bool {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let entries: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    entries.iter().all(|path| path.is_dir()) && entries.iter().any(|path| is_search(path))
}

/// When the search in a directory was saved.
///
/// # Errors
/// [`ResumableError`] if the system does not tell this of the files.
pub fn saved(path: impl AsRef<Path>) -> Result<SystemTime, ResumableError> {
    let files = files(path.as_ref())?;
    let times = files.into_iter().filter_map(|file| file.modified().ok());
    Ok(times.max().unwrap_or(SystemTime::UNIX_EPOCH))
}

/// The bytes that the files of a search take.
///
/// # Errors
/// [`ResumableError`] if the system does not tell this of the files.
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
