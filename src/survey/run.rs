//! All classes in parallel, each handed over as soon as it is done.

use std::error::Error;
use std::sync::atomic::AtomicBool;

use super::parallel::{UntilFailure, as_done};
use super::searches::KeptSearches;
use super::study::{SearchJob, Study, study};
use crate::code::Code;
use crate::grundy::GrundyError;
use crate::period::search::{Limits, Progress, Watcher};

/// Observes a survey.
pub trait Observer: Sync {
    /// Called when the search of a code begins; the watcher returned observes that search.
    fn start(&self, code: &Code) -> Box<dyn Watcher + '_>;
    /// Called when the search of a code has ended, but not if it was cancelled.
    fn finish(&self, code: &Code);
}

/// Observes nothing.
impl Observer for () {
    fn start(&self, _: &Code) -> Box<dyn Watcher + '_> {
        Box::new(())
    }

    fn finish(&self, _: &Code) {}
}

impl Watcher for UntilFailure<'_, Box<dyn Watcher + '_>> {
    fn goes_on(&self, progress: &Progress) -> bool {
        self.watch.goes_on(progress) && self.none_failed()
    }

    fn not_kept(&self, reason: &dyn Error) {
        self.watch.not_kept(reason);
    }
}

/// Studies all jobs in parallel on rayon's threads, begun in this order, and hands each result to
/// `sink`, in the order in which they end; results that are ready together are handed over together.
/// Long searches are among those `kept`, if any are. Games that are cancelled by their watcher are left
/// out.
///
/// # Errors
/// The first error of a search or of the sink; the other searches are then stopped.
pub fn run<E: From<GrundyError> + Send>(
    jobs: Vec<SearchJob<'_>>,
    limits: &Limits,
    kept: Option<&KeptSearches>,
    observer: &dyn Observer,
    mut sink: impl FnMut(Vec<Study>) -> Result<(), E>,
) -> Result<(), E> {
    let search = |job: SearchJob<'_>, stop: &AtomicBool| {
        let code = job.class.code().clone();
        let watch = UntilFailure { watch: observer.start(&code), stop };
        let result = study(&job, limits, kept, &watch).transpose()?;
        observer.finish(&code);
        Some(result)
    };
    as_done(jobs, search, &mut sink)
}
