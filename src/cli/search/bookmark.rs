//! Bookmarks of searches: written where one ends, and continued in another directory.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use octal::code::Code;
use octal::input;
use octal::period::resumable::{
    Bookmark, Directory, Ended, MOST_BOOKMARKED, SearchRecord, Settings,
};

use crate::cli::args::files::{InFile, OutFile};
use crate::cli::terminal::input::open;
use crate::cli::terminal::output::{OpenOutput, OutputArgs};
use crate::cli::terminal::stderr::say;

/// Why a search with a period has no bookmark.
const PERIOD_IS_FOUND: &str = "the period is found: no bookmark";

/// The file of a bookmark, which is not stdout.
pub(super) fn named(path: PathBuf) -> anyhow::Result<OutFile> {
    ensure!(path != Path::new("-"), "a bookmark is no text for stdout: name a file");
    Ok(path.into())
}

/// Reads the bookmark of a search for `code`.
pub(super) fn read(file: &InFile, code: &Code) -> anyhow::Result<Bookmark> {
    let name = file.display();
    let bytes = open(file).and_then(|file| input::read(file, MOST_BOOKMARKED));
    let bytes = bytes.with_context(|| format!("cannot read `{name}`"))?;
    let bookmark =
        Bookmark::read(bytes, &Settings::DEFAULT).with_context(|| format!("`{name}`"))?;
    let found = bookmark.code();
    ensure!(found == *code, "`{name}` is the bookmark of a search of {found}, not of {code}");
    Ok(bookmark)
}

/// Has the search in this directory go on with the bookmark, unless it has come as far itself.
pub(super) fn take_over(bookmark: &Bookmark, directory: &Directory) -> anyhow::Result<()> {
    let code = bookmark.code();
    if bookmark.take_over(directory)? {
        say(format_args!("{code}: goes on at heap {}, with the bookmark", bookmark.heap()));
    } else {
        let directory = directory.path().display();
        say(format_args!("{code}: `{directory}` has come as far as the bookmark, and goes on"));
    }
    Ok(())
}

/// Writes the bookmark of a search that has ended.
pub(super) fn write(file: OpenOutput, ended: &Ended) -> anyhow::Result<()> {
    let why_not = match ended {
        Ended::Streamed(record, _) => return write_record(file, record),
        Ended::InMemory(known) if known.finding.proved().is_some() => PERIOD_IS_FOUND,
        Ended::InMemory(_) => {
            "all values are kept: no bookmark; to go on elsewhere, copy the directory"
        }
    };
    say(why_not);
    Ok(())
}

/// Leaves the bookmark of a search that needs more memory than it has, to go on where there is more.
pub(super) fn leave(file: Option<&OutputArgs>, directory: &Directory, code: &Code) {
    let write = |file: &OutputArgs| match directory.load(code)? {
        Some(record) => write_record(file.open()?, &record),
        None => Ok(()),
    };
    if let Some(Err(error)) = file.map(write) {
        // The search has failed already, and that is the error to tell.
        say(format_args!("{error:#}"));
    }
}

/// Writes the bookmark of a search with this record.
fn write_record(mut file: OpenOutput, record: &SearchRecord) -> anyhow::Result<()> {
    if record.recurrence().is_some() {
        say(PERIOD_IS_FOUND);
        return Ok(());
    }
    file.write_all(&Bookmark::file(record)?)?;
    file.commit()
}
