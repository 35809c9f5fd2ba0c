//! Where data goes: stdout, or a file that appears only when complete.

use std::io::{self, ErrorKind, StdoutLock, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use octal::file::{AtomicFile, FileError};
use octal::period::resumable::is_search;
use octal::survey::searches::is_of_several;

use crate::cli::args::files::OutFile;

/// The options that every verb with data has.
#[derive(Debug, clap::Args)]
pub struct OutputArgs {
    /// Write to FILE instead of stdout (`-`); it appears only when complete
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<OutFile>,
    /// Replace files that exist
    #[arg(long)]
    pub force: bool,
}

impl OutputArgs {
    /// To this file.
    pub fn to(file: impl Into<OutFile>, force: bool) -> OutputArgs {
        OutputArgs { output: Some(file.into()), force }
    }

    /// Opens the output for an answer, before any long work. A closed pipe is not an error and does
    /// not change the exit code.
    pub fn open(&self) -> Result<OpenOutput, FileError> {
        self.open_on(stdout())
    }

    /// The same for output that is written while it is computed: it ends when the reader closes the
    /// pipe.
    pub fn open_stream(&self) -> Result<OpenOutput, FileError> {
        self.open_on(Stdout { needs_reader: true, ..stdout() })
    }

    fn open_on(&self, stdout: Stdout) -> Result<OpenOutput, FileError> {
        Ok(match self.create()? {
            None => OpenOutput::Stdout(stdout),
            Some(file) => OpenOutput::File(Box::new(file)),
        })
    }

    /// Checks that the output can be opened. Leaves no temporary file behind if the program is
    /// killed during the work that follows.
    pub fn check(&self) -> Result<(), FileError> {
        self.create().map(drop)
    }

    /// True if the same command would now refuse to write this file because it exists.
    pub fn is_in_the_way(&self) -> bool {
        !self.force && self.file().is_some_and(Path::exists)
    }

    /// The file, unless the output is stdout.
    pub fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| *path != Path::new("-"))
    }

    fn create(&self) -> Result<Option<AtomicFile>, FileError> {
        let open = if self.force { AtomicFile::create } else { AtomicFile::create_new };
        self.file().map(open).transpose()
    }
}

/// Makes a directory, unless it is there.
pub fn create_directory(directory: &Path) -> anyhow::Result<()> {
    refuse_directory(directory)?;
    std::fs::create_dir_all(directory).with_context(|| {
        format!("cannot create the directory `{}`, choose another place", directory.display())
    })
}

/// Refuses a directory that is no directory of results.
pub fn refuse_directory(directory: &Path) -> anyhow::Result<()> {
    refuse_file(directory)?;
    let named = directory.display();
    ensure!(
        !is_search(directory),
        "`{named}` is the directory of a search, which holds nothing else: name another"
    );
    ensure!(
        directory.exists() || search_around(directory).is_none(),
        "`{named}` would be in the directory of a search, which holds nothing else: name another"
    );
    ensure!(
        !is_of_several(directory),
        "`{named}` is the directory of several searches, which holds nothing else: name another"
    );
    Ok(())
}

/// Refuses a directory within that of a search, which holds nothing else.
pub fn refuse_within_search(directory: &Path) -> anyhow::Result<()> {
    let Some(outer) = search_around(directory) else { return Ok(()) };
    bail!(
        "`{}` would be in `{}`, the directory of a search, which holds nothing else: name another",
        directory.display(),
        outer.display()
    );
}

/// The nearest directory around this one that is there, if it is that of a search.
fn search_around(directory: &Path) -> Option<PathBuf> {
    let path = std::path::absolute(directory).unwrap_or_else(|_| directory.to_owned());
    let outer = path.ancestors().skip(1).find(|path| path.exists());
    outer.filter(|path| is_search(path)).map(Path::to_path_buf)
}

/// Refuses a path at which there is something that is no directory.
pub fn refuse_file(directory: &Path) -> anyhow::Result<()> {
    if directory.exists() && !directory.is_dir() {
        bail!("`{}` is a file: name a directory instead", directory.display());
    }
    if directory.is_symlink() && !directory.exists() {
        bail!("`{}` is a link to nothing: name a directory instead", directory.display());
    }
    Ok(())
}

/// Stdout. All output passes through this type, so that an error names the place.
pub struct Stdout {
    stdout: StdoutLock<'static>,
    /// True if it is a failure that the reader has closed the pipe.
    needs_reader: bool,
}

/// Stdout, for this thread alone until it is dropped. A closed pipe is not an error.
pub fn stdout() -> Stdout {
    Stdout { stdout: io::stdout().lock(), needs_reader: false }
}

impl Stdout {
    /// The result of writing, or `unread` where the reader has closed the pipe and that does not
    /// matter.
    fn written<T>(&self, written: io::Result<T>, unread: T) -> io::Result<T> {
        match written {
            Err(e) if e.kind() == ErrorKind::BrokenPipe && !self.needs_reader => Ok(unread),
            written => written.map_err(unwritten),
        }
    }
}

/// An error of writing to stdout, in words that say so. Its kind stays, by which a closed pipe is
/// known.
pub fn unwritten(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write stdout: {error}"))
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.stdout.write(bytes);
        self.written(written, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let written = self.stdout.flush();
        self.written(written, ())
    }
}

/// An open output. The contents of a file are lost unless [`OpenOutput::commit`] is called.
pub enum OpenOutput {
    Stdout(Stdout),
    File(Box<AtomicFile>),
}

impl OpenOutput {
    /// Makes the file appear.
    pub fn commit(self) -> anyhow::Result<()> {
        match self {
            OpenOutput::Stdout(mut out) => out.flush()?,
            OpenOutput::File(file) => file.commit()?,
        }
        Ok(())
    }
}

impl Write for OpenOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            OpenOutput::Stdout(out) => out.write(bytes),
            OpenOutput::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            OpenOutput::Stdout(out) => out.flush(),
            OpenOutput::File(file) => file.flush(),
        }
    }
}
