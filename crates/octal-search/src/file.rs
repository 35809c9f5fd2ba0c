//! Files that appear under their name only when they are complete.
//!
//! The bytes go to a temporary file beside the destination, which is synced and renamed at the
//! end: whoever opens the name sees the old file or the whole new one, also after a crash. A
//! process that is killed may leave its temporary file `.octal-….tmp` behind; nothing else can, and
//! whoever writes there next removes it.

mod compressed;
mod error;
mod lock;
mod temporary;

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

pub use compressed::{packed, unpacked};
pub use error::FileError;
pub use lock::{DirectoryLock, FILE as LOCK_FILE, is_file_at};
pub use temporary::{is_temporary, remove_abandoned};

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
/// use octal_search::file::AtomicFile;
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
    /// Whether nothing may be at the target when the file takes its place.
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

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match &mut self.sink {
            Sink::Beside(file) => file.write(bytes),
            Sink::Direct(file) => file.write(bytes),
        };
        written.map_err(|e| named(e, &self.path).into())
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = match &mut self.sink {
            Sink::Beside(file) => file.flush(),
            Sink::Direct(file) => file.flush(),
        };
        flushed.map_err(|e| named(e, &self.path).into())
    }
}

impl Seek for AtomicFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let sought = match &mut self.sink {
            Sink::Beside(file) => file.seek(to),
            Sink::Direct(file) => file.seek(to),
        };
        sought.map_err(|e| named(e, &self.path).into())
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

/// Whether `path` ends in a name.
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
    let file = temporary::create_in(directory).map_err(|e| refusal(e, path, directory))?;
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

/// The device and the number of a file on it, which no other file there has; `None` where the system does not tell.
pub fn inode(data: &Metadata) -> Option<(u64, u64)> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Some((data.dev(), data.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = data;
        None
    }
}

/// Opens a file with these options. Anything else is refused: to open a pipe might take for ever.
///
/// # Errors
/// Those of the system, and one that says so if there is no file but something else.
pub fn open_file(path: &Path, options: &OpenOptions) -> io::Result<File> {
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => Err(io::Error::other("it is no file")),
        _ => options.open(path),
    }
}

/// Opens a file that is there only to be locked, and makes it if it is missing.
///
/// # Errors
/// Those of [`open_file`].
pub fn open_lock(path: &Path) -> io::Result<File> {
    // It is never written, but some systems lock only what is open for writing.
    open_file(path, File::options().create(true).truncate(false).write(true))
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
