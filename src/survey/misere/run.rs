//! All games in parallel, each handed over as soon as it is done.

use std::sync::atomic::AtomicBool;

use super::study::{MisereGame, MisereStudyError, study};
use crate::misere::limits::{MisereLimits, MisereProgress, MisereWatcher};
use crate::survey::class::Class;
use crate::survey::parallel::{UntilFailure, as_done};

impl MisereWatcher for UntilFailure<'_, &dyn MisereWatcher> {
    fn goes_on(&self, progress: &MisereProgress) -> bool {
        self.watch.goes_on(progress) && self.none_failed()
    }
}

/// Studies all games on rayon's threads, as [`as_done`] does, each within these limits, and none beyond
/// the heap `last`. Games that the watcher cancels are left out.
///
/// # Errors
/// The first error of a study or of the sink.
pub fn run<E: From<MisereStudyError>>(
    games: Vec<Class>,
    (limits, last): (&MisereLimits, u64),
    watcher: &dyn MisereWatcher,
    mut sink: impl FnMut(Vec<MisereGame>) -> Result<(), E>,
) -> Result<(), E> {
    let search = |class: Class, stop: &AtomicBool| {
        study(&class, (limits, last), &UntilFailure { watch: watcher, stop }).transpose()
    };
    as_done(games, search, &mut sink)
}
