//! Bookmarks of searches: copies of checkpoints, written where a search ends, and continued in
//! another directory.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use octal::code::Code;
use octal::grundy::driver::Tuning;
use octal::input;
use octal::period::resumable::{Checkpoint, Directory, MOST_BYTES, ResumableError};

use crate::cli::args::files::{InFile, OutFile};
use crate::cli::terminal::input::open;
use crate::cli::terminal::output::OutputArgs;
use crate::cli::terminal::stderr::say;

/// The file of a bookmark, which is not stdout.
pub(super) fn named(path: PathBuf) -> anyhow::Result<OutFile> {
    ensure!(path != Path::new("-"), "a bookmark is no text for stdout: name a file");
    Ok(path.into())
}

/// Reads the bookmark of a search for `code`.
pub(super) fn read(file: &InFile, code: &Code) -> anyhow::Result<Checkpoint> {
    let name = file.display();
    let bytes = open(file).and_then(|file| input::read(file, MOST_BYTES));
    let bytes = bytes.with_context(|| format!("cannot read `{name}`"))?;
    let tuning = Tuning::DEFAULT.stream().map_err(ResumableError::from)?;
    let bookmark =
        Checkpoint::from_bookmark(&bytes, &tuning).with_context(|| format!("`{name}`"))?;
    let found = &bookmark.progress.code;
    ensure!(found == code, "`{name}` is the bookmark of a search of {found}, not of {code}");
    Ok(bookmark)
}

/// Makes the search in this directory continue from the bookmark, unless it has come as far itself.
pub(super) fn take_over(bookmark: Checkpoint, directory: &Directory) -> anyhow::Result<()> {
    let (code, next) = (bookmark.progress.code.clone(), bookmark.progress.heap + 1);
    if bookmark.take_over(directory)? {
        say(format_args!("{code}: goes on at heap {next}, with the bookmark"));
    } else {
        let directory = directory.path().display();
        say(format_args!("{code}: `{directory}` has come as far as the bookmark, and goes on"));
    }
    Ok(())
}

/// Writes the bookmark of the search in this directory, or prints the reason why there is none.
pub(super) fn write(file: &OutputArgs, directory: &Directory) -> anyhow::Result<()> {
    match Checkpoint::bookmark(directory) {
        Ok(bytes) => {
            let mut file = file.open()?;
            file.write_all(&bytes)?;
            file.commit()
        }
        Err(reason @ ResumableError::Bookmark { .. }) => {
            say(reason);
            Ok(())
        }
        Err(error) => Err(error.into()),
    }
}
