//! Searches for a quotient that are stopped and continued.
//!
//! A step of the search takes in a heap, or finds or mends a candidate for the next one. After a step
//! a checkpoint is saved, if that was not done lately, and at the end. The checkpoint holds the
//! partial quotient and the candidate, in the form of any [`Checkpoint`](crate::Checkpoint). A search
//! that continues verifies the partial quotient again: it trusts nothing. Quotients and the order of
//! candidates are functions of the code alone, so the answer is that of a search in one go.
//!
//! One step is the least that can be lost. In a candidate of 10⁵ elements it takes some seconds.

use std::borrow::Cow;
use std::path::Path;
use std::time::{Duration, Instant};

use octal_games::workspace::misere::extend::{Partial, Stair};
use octal_games::workspace::misere::limits::{MisereLimits, MisereStop, MisereWatcher};
use octal_games::workspace::misere::monoid::{Bits, Element, Monoid};
use octal_games::workspace::misere::quotient::Quotient;
use octal_games::workspace::misere::solve::{QuotientSearch, Solved, Wanted};
use serde::{Deserialize, Serialize};

use crate::checkpoint::{MISFIT, SaveTimer, decode, write};
use crate::code::Code;
use crate::directory::{CHECKPOINT, read_file};
use crate::{Directory, ResumableError};

const MAGIC: &[u8; 8] = b"OCTALMIS";

/// The longest file that is read, in bytes: far longer than any that is written.
const MOST_BYTES: u64 = 1 << 32;

/// The time between two saves of a search.
pub const SAVE_EVERY: Duration = Duration::from_secs(10);

/// A partial quotient: the actions of the generators' heaps, P, and the values of the heaps.
#[derive(Serialize, Deserialize)]
struct SavedQuotient {
    order: usize,
    actions: Vec<(usize, Vec<Element>)>,
    p_portion: Vec<usize>,
    phi: Vec<Element>,
}

/// The body of a checkpoint.
#[derive(Serialize, Deserialize)]
struct SavedSearch {
    /// The code that was asked about.
    code: Code,
    /// Heap, |Q|, |P|, and tameness of each stair of the standard form.
    staircase: Vec<(usize, usize, usize, bool)>,
    quotient: SavedQuotient,
    /// The candidate for the next heap, if there is one.
    candidate: Option<SavedQuotient>,
}

impl SavedQuotient {
    fn of(quotient: &Quotient) -> SavedQuotient {
        let generators = quotient.monoid().generators().iter();
        SavedQuotient {
            order: quotient.order(),
            actions: generators.map(|g| (g.heap, g.action.to_vec())).collect(),
            p_portion: quotient.p_portion().iter().collect(),
            phi: quotient.phi().to_vec(),
        }
    }

    /// The quotient, if these numbers are those of one.
    fn quotient(self) -> Option<Quotient> {
        let SavedQuotient { order, actions, p_portion, phi } = self;
        let is_element = |x: usize| x < order;
        let are_elements = |all: &[Element]| all.iter().all(|&x| is_element(x as usize));
        let are_actions = actions.iter().all(|(_, a)| a.len() == order && are_elements(a));
        let is_sound =
            are_actions && are_elements(&phi) && p_portion.iter().all(|&x| is_element(x));
        if !is_sound || order == 0 || phi.is_empty() {
            return None;
        }
        let actions: Vec<(usize, Cow<'_, [Element]>)> =
            actions.into_iter().map(|(heap, action)| (heap, Cow::Owned(action))).collect();
        let (monoid, number) = Monoid::generated(0, order, &actions);
        let as_numbered = number.iter().enumerate().all(|(old, &new)| old == new as usize);
        let mut p = Bits::new(order);
        p_portion.into_iter().for_each(|x| p.insert(x));
        as_numbered.then(|| Quotient::new(monoid, p, phi))
    }
}

/// A partial quotient with the stairs that lead to it.
type Staircase = (Quotient, Vec<Stair>);

impl SavedSearch {
    fn of(code: &Code, partial: &Partial) -> SavedSearch {
        let stair = |s: &Stair| (s.heap, s.order, s.p_portion, s.is_tame);
        SavedSearch {
            code: code.clone(),
            staircase: partial.staircase().iter().map(stair).collect(),
            quotient: SavedQuotient::of(partial.quotient()),
            candidate: partial.candidate().map(SavedQuotient::of),
        }
    }

    /// The quotient with its staircase, and the candidate, if they fit each other.
    fn parts(self) -> Option<(Staircase, Option<Quotient>)> {
        let stair = |(heap, order, p_portion, is_tame)| Stair { heap, order, p_portion, is_tame };
        let staircase: Vec<Stair> = self.staircase.into_iter().map(stair).collect();
        let quotient = self.quotient.quotient()?;
        let candidate = self.candidate.map(|c| c.quotient().ok_or(())).transpose().ok()?;
        let fits = candidate.as_ref().is_none_or(|c| c.last_heap() == quotient.last_heap() + 1)
            && staircase.first().is_some_and(|stair| stair.heap == 0)
            && staircase.last().is_some_and(|stair| stair.order == quotient.order());
        fits.then_some(((quotient, staircase), candidate))
    }
}

/// Opens a directory of such a search, or makes an empty one.
///
/// # Errors
/// [`ResumableError`] if another process works on it, if it holds anything else, or if it cannot be
/// written.
pub fn open(path: impl AsRef<Path>) -> Result<Directory, ResumableError> {
    Directory::open_for(path, &[CHECKPOINT])
}

/// Searches, or continues the search in `directory`, which is saved after each step that ends so
/// long after the last save.
///
/// # Errors
/// [`ResumableError`] if the directory holds the search of another game, a damaged one, or one that
/// is beyond the limit. Also if it cannot be written, or Grundy values for a proof cannot be had.
pub fn search(
    code: &Code,
    (limits, wanted): (&MisereLimits, Wanted),
    watcher: &dyn MisereWatcher,
    directory: &Directory,
    save_every: Duration,
) -> Result<Solved, ResumableError> {
    let mut search = QuotientSearch::new(code, limits, watcher, wanted);
    if let Some(stop) = resume(&mut search, code, directory)? {
        return Ok(search.stopped(stop));
    }
    let is_resumed = search.partial.quotient().last_heap() > 0;
    if is_resumed && search.last_heap() > limits.heaps {
        let (reached, asked) = (search.last_heap() as u64, limits.heaps as u64);
        return Err(ResumableError::Past(directory.path().to_path_buf(), reached, asked));
    }
    let mut timer = SaveTimer::new(save_every);
    search.run(|partial, at_end| {
        if at_end || timer.is_time() {
            let begun = Instant::now();
            write(directory.path(), MAGIC, &SavedSearch::of(code, partial))?;
            timer.note_save(begun);
        }
        Ok(())
    })
}

/// Continues from the checkpoint, if there is one. The search stays where it begins if it is
/// stopped before that is verified.
fn resume(
    search: &mut QuotientSearch<'_>,
    code: &Code,
    directory: &Directory,
) -> Result<Option<MisereStop>, ResumableError> {
    let path = directory.path().join(CHECKPOINT);
    let Some(bytes) = read_file(&path, MOST_BYTES)? else { return Ok(None) };
    let saved: SavedSearch = decode(&path, &bytes, MAGIC)?;
    directory.require_game(&saved.code, code)?;
    let parts = saved.parts();
    let (quotient, candidate) = parts.ok_or_else(|| ResumableError::damaged(&path, MISFIT))?;
    let form = search.partial.code().clone();
    match Partial::resume(&form, quotient, candidate, &mut search.meter) {
        Ok(Some(partial)) => search.partial = partial,
        Ok(None) => return Err(ResumableError::damaged(&path, "it holds no quotient of its game")),
        Err(stop) => return Ok(Some(stop)),
    }
    Ok(None)
}
