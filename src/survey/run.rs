//! All classes in parallel, longest first, each handed over as soon as it is done.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::parallel::as_done;
use super::study::{SearchJob, Study, study};
use crate::code::Code;
use crate::grundy::GrundyError;
use crate::period::search::{Limits, Progress, Watcher, search};

/// Observes a survey.
pub trait Observer: Sync {
    /// Called when the search of a code begins; the watcher returned observes that search.
    fn start(&self, code: &Code) -> Box<dyn Watcher + '_>;
    /// Called when the search of a code has ended.
    fn finish(&self, code: &Code);
}

/// Observes nothing.
impl Observer for () {
    fn start(&self, _: &Code) -> Box<dyn Watcher + '_> {
        Box::new(())
    }

    fn finish(&self, _: &Code) {}
}

/// The watcher of one search, which also ends it when `stop` is set: another search has failed.
struct Until<'a> {
    watch: Box<dyn Watcher + 'a>,
    stop: &'a AtomicBool,
}

impl Watcher for Until<'_> {
    fn goes_on(&self, progress: &Progress) -> bool {
        self.watch.goes_on(progress) && !self.stop.load(Ordering::Relaxed)
    }
}

/// Studies all jobs in parallel on rayon's threads and hands each result to `sink`, in the order
/// in which they end; results that are ready together are handed over together. Games that are
/// cancelled by their watcher are left out.
///
/// # Errors
/// The first error of a search or of the sink; the other searches are then stopped.
pub fn run<E: From<GrundyError> + Send>(
    jobs: Vec<SearchJob<'_>>,
    limits: &Limits,
    observer: &dyn Observer,
    mut sink: impl FnMut(Vec<Study>) -> Result<(), E>,
) -> Result<(), E> {
    let search = |job: SearchJob<'_>, stop: &AtomicBool| {
        let code = job.class.code().clone();
        let watch = Until { watch: observer.start(&code), stop };
        let result = study(&job, limits, &watch).transpose()?;
        observer.finish(&code);
        Some(result)
    };
    as_done(longest_first(jobs, limits), search, &mut sink)
}

/// Heaps of each game that are computed to estimate how long its search takes.
const PROBE_HEAPS: u64 = 4096;

/// Orders jobs by what a search of their first [`PROBE_HEAPS`] heaps shows: games without a proof
/// come first, and among them those that took the most work.
fn longest_first<'a>(jobs: Vec<SearchJob<'a>>, limits: &Limits) -> Vec<SearchJob<'a>> {
    let probe = Limits { heaps: limits.heaps.min(PROBE_HEAPS), ..*limits };
    let work = |job: &SearchJob| {
        let known = search(job.class.code(), &probe, &()).ok();
        known.map_or((true, u64::MAX), |k| (k.finding.proved().is_none(), k.work))
    };
    let mut by_work: Vec<_> = jobs.into_par_iter().map(|job| (work(&job), job)).collect();
    by_work.sort_by_key(|(work, _)| std::cmp::Reverse(*work));
    by_work.into_iter().map(|(_, job)| job).collect()
}
