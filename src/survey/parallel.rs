//! Jobs side by side, each passed on as soon as it is done: all classes of a survey, in rounds of
//! growing work.
//!
//! ```text
//! for W = the least work, ten times that, …, the most work:
//!     every game that is still open, those with few rare heaps first: search it with work W
//! ```
//!
//! The chance that a game is solved in the next decade of heaps falls with the number of its rare
//! heaps. So the most promising games come first. When a survey in rounds ends, its table is that
//! of a complete survey of less work, with some games searched deeper. A round continues the long
//! searches that are kept ([`super::searches`]), and begins the others again.

use std::iter;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

use rayon::prelude::*;

use super::searches::KeptSearches;
use super::store::GameTable;
use super::study::{SearchJob, Study, study};
use crate::code::Code;
use crate::grundy::GrundyError;
use crate::period::search::{Event, EventCallback, Limits, search};

/// Does all jobs on rayon's threads, begun in their order. Passes each result to `sink`, in the
/// order in which they end; results that are ready together are passed together. A job that returns
/// nothing was cancelled. A job can ask if another job has failed.
pub fn as_done<J, T, F, E>(
    jobs: Vec<J>,
    work: impl Fn(J, &AtomicBool) -> Option<Result<T, F>> + Sync,
    sink: &mut impl FnMut(Vec<T>) -> Result<(), E>,
) -> Result<(), E>
where
    J: Send,
    T: Send,
    F: Send,
    E: From<F>,
{
    let stop = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        let (stop, work) = (&stop, &work);
        scope.spawn(move || {
            jobs.into_iter().par_bridge().for_each_with(sender, |sender, job| {
                if let Some(result) = work(job, stop) {
                    // The receiver is gone only when the run has failed already.
                    let _ = sender.send(result);
                }
            });
        });
        let outcome = collect(&receiver, sink);
        stop.store(outcome.is_err(), Ordering::Relaxed);
        outcome
    })
}

fn collect<T, F, E: From<F>>(
    receiver: &mpsc::Receiver<Result<T, F>>,
    sink: &mut impl FnMut(Vec<T>) -> Result<(), E>,
) -> Result<(), E> {
    while let Ok(first) = receiver.recv() {
        let ready: Result<Vec<T>, F> = std::iter::once(first).chain(receiver.try_iter()).collect();
        sink(ready?)?;
    }
    Ok(())
}

/// Observes a survey.
pub trait Observer: Sync {
    /// Called when the search of a code begins; the callback returned observes that search.
    fn start(&self, code: &Code) -> Box<EventCallback<'_>>;
    /// Called when the search of a code has ended, but not if it was cancelled.
    fn finish(&self, code: &Code);
}

/// Observes nothing.
impl Observer for () {
    fn start(&self, _: &Code) -> Box<EventCallback<'_>> {
        Box::new(|_| true)
    }

    fn finish(&self, _: &Code) {}
}

/// Studies all jobs in parallel on rayon's threads, begun in this order. Passes each result to
/// `sink`, in the order in which they end; results that are ready together are passed together.
/// Long searches are among those `kept`, if any are. Games that their callback cancels are left
/// out.
pub fn run<E: From<GrundyError> + Send>(
    jobs: Vec<SearchJob<'_>>,
    limits: &Limits,
    kept: Option<&KeptSearches>,
    observer: &dyn Observer,
    mut sink: impl FnMut(Vec<Study>) -> Result<(), E>,
) -> Result<(), E> {
    let search = |job: SearchJob<'_>, stop: &AtomicBool| {
        let code = job.class.code().clone();
        let observe = observer.start(&code);
        let watch = |event: Event<'_>| observe(event) && !stop.load(Ordering::Relaxed);
        let result = study(&job, limits, kept, &watch).transpose()?;
        observer.finish(&code);
        Some(result)
    };
    as_done(jobs, search, &mut sink)
}

/// Each round has this many times the work of the one before.
const TENFOLD: u64 = 10;

/// The work of each round, from the least to the most.
///
/// ```
/// use octal::survey::parallel::works;
/// assert_eq!(works(1_000, 50_000), [1_000, 10_000, 50_000]);
/// assert_eq!(works(7, 7), [7]);
/// ```
pub fn works(least: u64, most: u64) -> Vec<u64> {
    let more = iter::successors(Some(least.max(1)), |work| work.checked_mul(TENFOLD));
    more.take_while(|&work| work < most).chain([most]).collect()
}

/// Orders jobs by their prospects. Games without a row come first, the longest first, so that all
/// threads have work to the end. Then come games whose rows have few rare heaps.
pub fn most_hopeful_first<'a>(
    jobs: Vec<SearchJob<'a>>,
    table: &GameTable,
    limits: &Limits,
) -> Vec<SearchJob<'a>> {
    let row = |job: &SearchJob| table.row_of(job.class.code()).map(|(row, _)| row);
    let (mut known, new): (Vec<_>, Vec<_>) = jobs.into_iter().partition(|job| row(job).is_some());
    // Where no number is known, infinitely many heaps may be rare.
    known.sort_by_key(|job| row(job).and_then(|row| row.rare_count).unwrap_or(u64::MAX));
    let mut ordered = longest_first(new, limits);
    ordered.append(&mut known);
    ordered
}

/// Heaps of each game that are computed to estimate how long its search takes.
const PROBE_HEAPS: u64 = 4096;

/// Orders jobs by a search of their first few thousand heaps. Games without a proof come first, and
/// among them those that took the most work.
pub fn longest_first<'a>(jobs: Vec<SearchJob<'a>>, limits: &Limits) -> Vec<SearchJob<'a>> {
    let probe = Limits { heaps: limits.heaps.min(PROBE_HEAPS), ..*limits };
    let work = |job: &SearchJob| {
        let known = search(job.class.code(), &probe, &|_| true).ok();
        known.map_or((true, u64::MAX), |k| (k.finding.proved().is_none(), k.work))
    };
    let mut by_work: Vec<_> = jobs.into_par_iter().map(|job| (work(&job), job)).collect();
    by_work.sort_by_key(|(work, _)| std::cmp::Reverse(*work));
    by_work.into_iter().map(|(_, job)| job).collect()
}
