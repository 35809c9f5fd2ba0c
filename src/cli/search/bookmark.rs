//! Bookmarks of searches: written where one ends, and begun with in another directory.

use std::io::Write;

use anyhow::{Context, ensure};
use octal::code::Code;
use octal::input;
use octal::period::resumable::{self, Bookmark, Directory, Ended, ResumableError, Settings};

use crate::cli::common::files::InFile;
use crate::cli::common::input::open;
use crate::cli::common::output::OpenOutput;
use crate::cli::common::signal;
use crate::cli::common::stderr::say;

/// No bookmark is longer, in bytes.
const MOST_BYTES: u64 = 1 << 30;

/// Begins the search for `code` with the bookmark in this file, unless the directory holds a search already;
/// `false` if a signal came first.
pub(super) fn begin(
    file: &InFile,
    code: &Code,
    directory: &Directory,
    memory: u64,
) -> anyhow::Result<bool> {
    let name = file.display();
    let bytes = open(file).and_then(|file| input::read(file, MOST_BYTES));
    let bytes = bytes.with_context(|| format!("cannot read `{name}`"))?;
    let bookmark = Bookmark::decode(bytes).with_context(|| format!("`{name}`"))?;
    let found = bookmark.code();
    ensure!(found == *code, "`{name}` is the bookmark of a search of {found}, not of {code}");
    if resumable::standing(directory.path())?.is_some() || directory.load(code)?.is_some() {
        say(format_args!(
            "`{}` holds a search: it goes on, without the bookmark",
            directory.path().display()
        ));
        return Ok(true);
    }
    say(format_args!(
        "{code}: {} values are computed again before the search goes on at heap {}",
        bookmark.begun(),
        bookmark.heap()
    ));
    match bookmark.begin(directory, memory, &Settings::DEFAULT, &|| !signal::caught()) {
        Err(ResumableError::Interrupted(_)) => {
            say("stopped before the search had begun: the same command begins it");
            Ok(false)
        }
        begun => begun.with_context(|| format!("`{name}`")).map(|()| true),
    }
}

/// Writes the bookmark of a search that has ended.
pub(super) fn write(file: Option<OpenOutput>, ended: &Ended) -> anyhow::Result<()> {
    let Some(mut file) = file else { return Ok(()) };
    let Ended::Streamed(record, _) = ended else {
        say("all values were needed up to there: no bookmark");
        return Ok(());
    };
    file.write_all(&Bookmark::from(&**record).encode())?;
    file.commit()
}
