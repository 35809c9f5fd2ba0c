//! Searches for a quotient that are stopped and continued.
//!
//! After each step of the search, which takes in a heap or finds or mends a candidate for the next one, what
//! is known is saved, if that was not done lately, and at the end. Who goes on verifies the partial
//! quotient again: nothing is taken on trust, and as quotients and the order of candidates are functions of the
//! code alone, the answer is that of a search in one go.
//!
//! One step is the least that can be lost. In a candidate of 10⁵ elements it takes some seconds.

mod saved;

use std::time::{Duration, Instant};

use octal_games::misere::extend::Partial;
use octal_games::misere::limits::{MisereLimits, MisereStop, MisereWatcher};
use octal_games::misere::solve::{QuotientSearch, Solved, Wanted};

use crate::code::Code;
use crate::file::write_atomically;
use crate::{Directory, ResumableError};
use saved::SavedQuotient;

/// The file with what is known.
const FILE: &str = "quotient";

/// The longest file that is read, in bytes: far longer than any that is written.
const MOST_BYTES: u64 = 1 << 32;

/// How often a search is saved.
pub const SAVE_EVERY: Duration = Duration::from_secs(60);

/// Opens a directory of such a search, or makes an empty one.
///
/// # Errors
/// [`ResumableError`] if another process works on it, if it holds anything else, or if it cannot be written.
pub fn open(path: impl AsRef<std::path::Path>) -> Result<Directory, ResumableError> {
    Directory::open_for(path, &[FILE])
}

/// Searches, or goes on with the search in `directory`, which is saved after each step that ends so long
/// after the last save.
///
/// # Errors
/// [`ResumableError`] if the directory holds the search of another game, a damaged one, or one that is beyond
/// the limit, if it cannot be written, or if Grundy values for a proof cannot be had.
pub fn search(
    code: &Code,
    (limits, wanted): (&MisereLimits, Wanted),
    watcher: &dyn MisereWatcher,
    directory: &Directory,
    save_every: Duration,
) -> Result<Solved, ResumableError> {
    let mut search = QuotientSearch::new(code, limits, watcher, wanted);
    if let Some(stop) = go_on(&mut search, code, directory)? {
        return Ok(search.stopped(stop));
    }
    let goes_on = search.partial.quotient().last_heap() > 0;
    if goes_on && search.last_heap() > limits.heaps {
        let (reached, asked) = (search.last_heap() as u64, limits.heaps as u64);
        return Err(ResumableError::Past { path: directory.path().to_path_buf(), reached, asked });
    }
    let mut saved = Instant::now();
    search.run(|partial, at_end| {
        if at_end || saved.elapsed() >= save_every {
            save(code, partial, directory)?;
            saved = Instant::now();
        }
        Ok(())
    })
}

/// Takes over what is saved, if anything is. The search stays where it begins if it is stopped before that is
/// verified.
fn go_on(
    search: &mut QuotientSearch<'_>,
    code: &Code,
    directory: &Directory,
) -> Result<Option<MisereStop>, ResumableError> {
    let path = directory.path().join(FILE);
    let damaged = |reason: String| ResumableError::Damaged { path: path.clone(), reason };
    let Some(bytes) = directory.read(FILE, MOST_BYTES)? else { return Ok(None) };
    let text = String::from_utf8(bytes).map_err(|_| damaged("it is no text".to_owned()))?;
    let SavedQuotient { code: found, staircase, quotient, candidate } =
        saved::read(&text).map_err(damaged)?;
    if found != *code {
        let (path, found) = (directory.path().to_path_buf(), found.to_string());
        return Err(ResumableError::OtherGame { path, found, code: code.to_string() });
    }
    let form = search.partial.code().clone();
    match Partial::resume(&form, (quotient, staircase), candidate, &mut search.meter) {
        Ok(Some(partial)) => search.partial = partial,
        Ok(None) => return Err(damaged(format!("it does not hold a quotient of {code}"))),
        Err(stop) => return Ok(Some(stop)),
    }
    Ok(None)
}

fn save(code: &Code, partial: &Partial, directory: &Directory) -> Result<(), ResumableError> {
    let text = saved::write(code, partial);
    Ok(write_atomically(directory.path().join(FILE), |file| file.write_all(text.as_bytes()))?)
}
