//! All games in parallel, each handed over as soon as it is done.

use std::sync::atomic::{AtomicBool, Ordering};

use super::study::{MisereGame, MisereStudyError, study};
use crate::misere::limits::{MisereLimits, MisereProgress, MisereWatcher};
use crate::survey::class::Class;
use crate::survey::parallel::as_done;

/// The watcher of one search, which also ends it when `stop` is set: another search has failed.
struct UntilFailure<'a> {
    watcher: &'a dyn MisereWatcher,
    stop: &'a AtomicBool,
}

impl MisereWatcher for UntilFailure<'_> {
    fn goes_on(&self, progress: &MisereProgress) -> bool {
        self.watcher.goes_on(progress) && !self.stop.load(Ordering::Relaxed)
    }
}

/// Studies all games on rayon's threads, as [`as_done`] does, each within these limits. Games that
/// the watcher cancels are left out.
///
/// # Errors
/// The first error of a study or of the sink.
pub fn run<E: From<MisereStudyError>>(
    games: Vec<Class>,
    limits: &MisereLimits,
    watcher: &dyn MisereWatcher,
    mut sink: impl FnMut(Vec<MisereGame>) -> Result<(), E>,
) -> Result<(), E> {
    let search = |class: Class, stop: &AtomicBool| {
        study(&class, limits, &UntilFailure { watcher, stop }).transpose()
    };
    as_done(games, search, &mut sink)
}
