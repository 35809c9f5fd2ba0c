//! The directory of a long search: its files, and a lock so that only one process writes them.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use super::ResumableError;
use crate::code::Code;
use crate::input;

/// The file with the checkpoint.
pub(super) const CHECKPOINT: &str = "checkpoint";
/// The next checkpoint, until it is complete.
const NEXT: &str = "checkpoint.next";
/// The file with the values of all heaps.
pub(super) const VALUES: &str = "values";
/// The file that a running search locks.
const LOCK: &str = "lock";
/// All files that a search may leave here.
const FILES: [&str; 4] = [CHECKPOINT, NEXT, LOCK, VALUES];
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
        match fs::create_dir(&path) {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
            Err(e) => {
                let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
                return Err(match parent.filter(|_| e.kind() == io::ErrorKind::NotFound) {
                    Some(parent) => ResumableError::NoParent(path.clone(), parent.into()),
                    None => failed(e),
                });
            }
            Ok(()) => {}
        }
        for entry in fs::read_dir(&path).map_err(failed)? {
            let name = entry.map_err(failed)?.file_name();
            let name = name.to_string_lossy();
            if ![LOCK, NEXT].contains(&&*name) && !files.contains(&&*name) {
                return Err(ResumableError::Foreign(path, name.into_owned()));
            }
        }
        let file = path.join(LOCK);
        let failed = |source| ResumableError::io("open", &file, source);
        // Some systems lock only what is open for writing.
        let options = File::options().create(true).truncate(false).write(true).clone();
        let lock = input::open(&file, &options).map_err(failed)?;
        let begun = Instant::now();
        loop {
            match lock.try_lock() {
                Ok(()) => break,
                Err(TryLockError::Error(e)) => return Err(failed(e)),
                Err(TryLockError::WouldBlock) if begun.elapsed() < LOCK_PATIENCE => {
                    thread::sleep(LOCK_PAUSE);
                }
                Err(TryLockError::WouldBlock) => return Err(ResumableError::Locked(path)),
            }
        }
        if !is_file_at(&lock, &file) {
            // The process that held the lock has removed the directory meanwhile.
            return Directory::open_for(path, files);
        }
        Ok(Directory { path, _lock: lock })
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Requires that a search found here is of the game that is searched for.
    pub(super) fn require_game(&self, found: &Code, code: &Code) -> Result<(), ResumableError> {
        let other = || ResumableError::OtherGame(self.path.clone(), found.clone(), code.clone());
        if found == code { Ok(()) } else { Err(other()) }
    }
}

/// Requires that no older version of this program has written files here that this version does not
/// read.
pub(super) fn refuse_older(path: &Path) -> Result<(), ResumableError> {
    match OLDER_FILES.into_iter().find(|name| path.join(name).is_file()) {
        Some(name) => Err(ResumableError::OlderVersion(path.to_path_buf(), name)),
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
            return Err(ResumableError::Nothing(path));
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
    Err(if has_values { ResumableError::NoCheckpoint(path) } else { ResumableError::Nothing(path) })
}

/// True if a directory is that of a search, by the names of its files.
pub fn is_search(directory: &Path) -> bool {
    let has = |name: &str| directory.join(name).exists();
    has(CHECKPOINT) || OLDER_FILES.into_iter().any(has)
}

/// The bytes that the files of a search take, and the time when it was saved.
///
/// # Errors
/// [`ResumableError`] if the system does not give the length of the files.
pub fn bytes_and_time(directory: &Path) -> Result<(u64, SystemTime), ResumableError> {
    let (mut bytes, mut saved) = (0, SystemTime::UNIX_EPOCH);
    for path in FILES.map(|name| directory.join(name)) {
        match fs::metadata(&path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => {}
            file => {
                let file = file.map_err(|e| ResumableError::io("read", &path, e))?;
                (bytes, saved) = (bytes + file.len(), saved.max(file.modified().unwrap_or(saved)));
            }
        }
    }
    Ok((bytes, saved))
}

/// The bytes of a file, at most this many; `None` if there is none.
pub(super) fn read_file(path: &Path, most: u64) -> Result<Option<Vec<u8>>, ResumableError> {
    let file = input::open(path, File::options().read(true));
    match file.and_then(|file| input::read(file, most)) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        file => Ok(Some(file.map_err(|e| ResumableError::io("read", path, e))?)),
    }
}

/// Writes the checkpoint in this directory with `fill`, in the place of the one before: whole or
/// not at all, also if the system crashes.
pub(super) fn replace_checkpoint(
    directory: &Path,
    fill: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<(), ResumableError> {
    let (next, path) = (directory.join(NEXT), directory.join(CHECKPOINT));
    // What a killed process has left there, or somebody else: a pipe, or a link to a file of his.
    _ = fs::remove_file(&next);
    let mut file = File::create_new(&next).map_err(|e| ResumableError::io("write", &next, e))?;
    let written = fill(&mut file).and_then(|()| file.sync_all());
    drop(file);
    written.and_then(|()| fs::rename(&next, &path)).map_err(|e| {
        // Its bytes may be those that the disk lacks.
        _ = fs::remove_file(&next);
        ResumableError::io("write", &path, e)
    })?;
    // The new name survives a crash, where the system lets a directory be synced.
    _ = File::open(directory).and_then(|directory| directory.sync_all());
    Ok(())
}

/// True if the open file is the one that this path names. If it was removed after it was opened,
/// its lock excludes no process. Where a file has no inode no open file is removed.
fn is_file_at(file: &File, path: &Path) -> bool {
    let inodes = [file.metadata(), fs::metadata(path)].map(|data| data.map(|d| input::inode(&d)));
    matches!(inodes, [Ok(open), Ok(named)] if open == named)
}
