//! Files that appear under their name only when they are complete.
//!
//! The bytes go to a temporary file beside the destination, which is synced and renamed at the end.
//! So the name leads to the old file or to the whole new one, also after a crash. Only a process
//! that is killed leaves its temporary file `.octal-….tmp` behind. The next process that writes
//! there removes it. A temporary file is locked by the process that writes it, and the system drops
//! the lock when the process ends: a temporary file that can be locked is abandoned.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

use crate::input;

/// The reason why a file could not be written or read. The message names the file and, where there
/// is one, the remedy; the system's own words are the [`source`](std::error::Error::source).
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
        /// The error of the system.
        source: io::Error,
    },
    /// Anything else, such as a full disk.
    #[error("cannot {action} `{path}`", path = .path.display())]
    Io {
        /// "write", "read", "lock".
        action: &'static str,
        /// The path as given.
        path: PathBuf,
        /// The error of the system.
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

/// Where the bytes go until the file is complete.
#[derive(Debug)]
enum Sink {
    /// A regular file is renamed into place.
    Beside(BufWriter<NamedTempFile>),
    /// A device or pipe such as `/dev/null` cannot be replaced, and is written as it is.
    Direct(BufWriter<File>),
}

/// A file that takes the place of its path only at [`commit`](AtomicFile::commit); dropped before
/// that, it leaves the path as it was.
///
/// A new file gets the permissions of any newly created file; one that replaces another keeps the
/// permissions of that. A symbolic link to a file is followed. Writing is buffered.
///
/// ```
/// use std::io::Write;
/// use octal::file::AtomicFile;
/// let directory = tempfile::tempdir()?;
/// let path = directory.path().join("periods.csv");
/// let mut file = AtomicFile::create(&path)?;
/// writeln!(file, "code,preperiod,period")?;
/// assert!(!path.exists());
/// file.commit()?;
/// assert_eq!(std::fs::read_to_string(&path)?, "code,preperiod,period\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct AtomicFile {
    /// As given, for messages.
    path: PathBuf,
    /// With symbolic links resolved.
    target: PathBuf,
    sink: Sink,
    /// True if nothing may be at the target when the file takes its place.
    new: bool,
}

impl AtomicFile {
    /// Starts a file that is to appear at `path`.
    ///
    /// # Errors
    ///
    /// At once, before long work is done in vain, if `path` is no name for a file, or its directory
    /// is missing, or the file or its directory is not writable.
    pub fn create(path: impl AsRef<Path>) -> Result<AtomicFile, FileError> {
        let path = path.as_ref().to_path_buf();
        match fs::metadata(&path) {
            Ok(old) if old.is_dir() => Err(FileError::IsDirectory { path }),
            Ok(old) if old.is_file() => AtomicFile::replace(path, &old),
            Ok(_) => AtomicFile::direct(path),
            Err(_) if !names_a_file(&path) => Err(FileError::NoName { path }),
            Err(_) => {
                let temporary = temporary_beside(&path, &path)?;
                let sink = Sink::Beside(temporary);
                Ok(AtomicFile { target: path.clone(), path, sink, new: false })
            }
        }
    }

    /// Starts a file that is to appear at `path`, where no file is: neither now nor when it is
    /// complete. A device or pipe is written as it is.
    ///
    /// # Errors
    ///
    /// [`FileError::Exists`] if there is a file, and those of [`AtomicFile::create`].
    pub fn create_new(path: impl AsRef<Path>) -> Result<AtomicFile, FileError> {
        let path = path.as_ref();
        match fs::metadata(path) {
            Ok(old) if old.is_file() => Err(FileError::Exists { path: path.to_path_buf() }),
            _ => Ok(AtomicFile { new: true, ..AtomicFile::create(path)? }),
        }
    }

    /// In place of a regular file, if that could be written to.
    fn replace(path: PathBuf, old: &Metadata) -> Result<AtomicFile, FileError> {
        OpenOptions::new().write(true).open(&path).map_err(|e| refusal(e, &path, &path))?;
        let target = fs::canonicalize(&path).map_err(|e| refusal(e, &path, &path))?;
        let temporary = temporary_beside(&path, &target)?;
        let permissions = temporary.get_ref().as_file().set_permissions(old.permissions());
        permissions.map_err(|e| refusal(e, &path, &target))?;
        Ok(AtomicFile { path, target, sink: Sink::Beside(temporary), new: false })
    }

    /// Straight to a device or pipe.
    fn direct(path: PathBuf) -> Result<AtomicFile, FileError> {
        let opened = OpenOptions::new().write(true).open(&path);
        let file = opened.map_err(|e| refusal(e, &path, &path))?;
        let sink = Sink::Direct(BufWriter::new(file));
        Ok(AtomicFile { target: path.clone(), path, sink, new: false })
    }

    /// Writes the whole file with `fill`, and [commits](AtomicFile::commit) it.
    ///
    /// # Errors
    ///
    /// Those of [`AtomicFile::commit`], and what `fill` fails with.
    pub fn write_all_by(
        mut self,
        fill: impl FnOnce(&mut AtomicFile) -> io::Result<()>,
    ) -> Result<(), FileError> {
        fill(&mut self).map_err(|e| named(e, &self.path))?;
        self.commit()
    }

    /// Syncs the file to disk and gives it its name.
    ///
    /// # Errors
    ///
    /// If the last bytes cannot be written or the file cannot be renamed; the path is then as it
    /// was.
    pub fn commit(self) -> Result<(), FileError> {
        let failed = |error| named(error, &self.path);
        match self.sink {
            Sink::Direct(mut file) => file.flush().map_err(failed),
            Sink::Beside(buffered) => {
                let file = buffered.into_inner().map_err(|e| failed(e.into_error()))?;
                file.as_file().sync_all().map_err(failed)?;
                let named = if self.new {
                    file.persist_noclobber(&self.target)
                } else {
                    file.persist(&self.target)
                };
                named.map_err(|e| match e.error.kind() {
                    io::ErrorKind::AlreadyExists => FileError::Exists { path: self.path.clone() },
                    _ => failed(e.error),
                })?;
                sync_directory(directory_of(&self.target));
                Ok(())
            }
        }
    }
}

impl AtomicFile {
    fn sink(&mut self) -> &mut dyn Write {
        match &mut self.sink {
            Sink::Beside(file) => file,
            Sink::Direct(file) => file,
        }
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.sink().write(bytes);
        written.map_err(|e| named(e, &self.path).into())
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.sink().flush();
        flushed.map_err(|e| named(e, &self.path).into())
    }
}

/// Writes the file `path` with `fill`; if that fails, the path is left as it was.
///
/// # Errors
///
/// As [`AtomicFile::create`] and [`AtomicFile::commit`], and what `fill` fails with.
pub fn write_atomically(
    path: impl AsRef<Path>,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), FileError> {
    AtomicFile::create(path)?.write_all_by(|file| fill(file))
}

/// True if `path` ends in a name.
fn names_a_file(path: &Path) -> bool {
    let last = path.as_os_str().as_encoded_bytes().last();
    let separated = last.is_some_and(|&byte| std::path::is_separator(char::from(byte)));
    path.file_name().is_some() && !separated
}

/// The directory that holds `path`.
pub fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// A temporary file in the directory of `target`, with the permissions of any new file.
fn temporary_beside(path: &Path, target: &Path) -> Result<BufWriter<NamedTempFile>, FileError> {
    let directory = directory_of(target);
    if !directory.is_dir() {
        let (path, directory) = (path.to_path_buf(), directory.to_path_buf());
        return Err(FileError::NoDirectory { path, directory });
    }
    let file = create_in(directory).map_err(|e| refusal(e, path, directory))?;
    Ok(BufWriter::with_capacity(1 << 16, file))
}

/// An error in the system's own words, to which `tempfile` adds the name of the temporary file.
fn system(error: io::Error) -> io::Error {
    match error.to_string().split_once(" at path \"") {
        Some((words, _)) => io::Error::new(error.kind(), words),
        None => error,
    }
}

/// An error met when opening `locked` in order to write `path`.
fn refusal(source: io::Error, path: &Path, locked: &Path) -> FileError {
    let (path, source) = (path.to_path_buf(), system(source));
    match source.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            FileError::NotWritable { path, locked: locked.to_path_buf(), source }
        }
        _ => FileError::Io { action: "write", path, source },
    }
}

/// An error met while writing, with the path unless it has it already.
fn named(error: io::Error, path: &Path) -> FileError {
    error.downcast::<FileError>().unwrap_or_else(|source| FileError::Io {
        action: "write",
        path: path.to_path_buf(),
        source: system(source),
    })
}

/// Opens a file that is there only to be locked, and makes it if it is missing.
///
/// # Errors
/// Those of [`input::open`].
fn open_lock(path: &Path) -> io::Result<File> {
    // It is never written, but some systems lock only what is open for writing.
    input::open(path, File::options().create(true).truncate(false).write(true))
}

/// Makes the new name survive a crash, where the system lets a directory be synced.
///
/// The file is in place already, so a refusal is no failure.
fn sync_directory(directory: &Path) {
    #[cfg(unix)]
    if let Ok(directory) = File::open(directory) {
        directory.sync_all().ok();
    }
    #[cfg(not(unix))]
    let _ = directory;
}

/// The SHA-256 of `bytes` as 64 lower-case hexadecimal digits, as `sha256sum` prints it.
pub fn sha256_hex(bytes: &[u8]) -> String {
    sha256_hex_of_pieces([bytes])
}

/// The SHA-256 of these pieces one after the other, as [`sha256_hex`].
pub fn sha256_hex_of_pieces(pieces: impl IntoIterator<Item: AsRef<[u8]>>) -> String {
    let mut hash = Sha256::new();
    pieces.into_iter().for_each(|piece| hash.update(piece));
    hex(&hash.finalize())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

const PREFIX: &str = ".octal-";
const SUFFIX: &str = ".tmp";

/// True if a file of this name is a temporary file of this program.
pub fn is_temporary(name: &str) -> bool {
    name.starts_with(PREFIX) && name.ends_with(SUFFIX)
}

/// Removes the temporary files of this program in a directory that no process writes any more.
///
/// A file that cannot be opened or removed stays: another user owns it, or the system has no locks.
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
fn create_in(directory: &Path) -> io::Result<NamedTempFile> {
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

/// The first bytes of a file compressed by gzip.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The reason that no gzip data are read, or none after the first.
const NOT_WHOLE: &str = "compressed data are damaged, cut off, or something else follows them";

/// These bytes, compressed by gzip: without a name and a time, so equal bytes stay equal.
///
/// # Panics
/// Never: memory takes all bytes.
pub fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(vec![], Compression::best());
    encoder.write_all(bytes).expect("memory takes all bytes");
    encoder.finish().expect("memory takes all bytes")
}

/// The bytes of a file: what it holds if it is compressed by gzip, else itself. At most `limit`
/// bytes are made of it, however few it has.
///
/// # Errors
/// If it is damaged, cut off or followed by something else, or holds more than `limit` bytes.
pub fn unpacked(file: Vec<u8>, limit: u64) -> io::Result<Vec<u8>> {
    if !file.starts_with(&GZIP) {
        return Ok(file);
    }
    let read = input::read(MultiGzDecoder::new(&*file), limit);
    read.map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidInput => {
            io::Error::new(error.kind(), NOT_WHOLE)
        }
        _ => error,
    })
}

/// The file that is locked. It is empty, and stays.
pub const LOCK_FILE: &str = ".octal.lock";

/// A directory that no other process of this program writes to while this value lives.
///
/// A process that adds to files of several processes takes the lock, reads the files, writes them
/// back with its additions, and drops the lock. It never holds the lock during a search. The lock
/// is the system's and ends with the process, also if that is killed.
///
/// ```
/// use octal::file::DirectoryLock;
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
    /// [`FileError`] if the directory is missing or write-protected, its file system has no locks,
    /// or something else than a file stands in place of the lock.
    pub fn exclusive(directory: &Path) -> Result<DirectoryLock, FileError> {
        DirectoryLock::lock(directory, &directory.join(LOCK_FILE))
    }

    /// Waits until no other process reads or writes the directory that holds this file, or would
    /// hold it; links are followed.
    ///
    /// # Errors
    /// As [`DirectoryLock::exclusive`]; a missing or write-protected directory is reported with the
    /// name of the file.
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
        let lock = directory.join(LOCK_FILE);
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
        let file = input::open(&directory.join(LOCK_FILE), File::options().read(true)).ok()?;
        retried(|| file.lock_shared()).ok()?;
        Some(DirectoryLock { directory: directory.to_owned(), _file: file })
    }

    /// The directory.
    pub fn directory(&self) -> &Path {
        &self.directory
    }
}

/// Tries again after a signal.
fn retried(mut attempt: impl FnMut() -> io::Result<()>) -> io::Result<()> {
    loop {
        match attempt() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}
