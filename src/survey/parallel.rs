//! Jobs side by side, each handed over as soon as it is done.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

use rayon::prelude::*;

/// The watcher of one search, which also ends it when `stop` is set: another search has failed.
pub(super) struct UntilFailure<'a, W> {
    pub(super) watch: W,
    pub(super) stop: &'a AtomicBool,
}

impl<W> UntilFailure<'_, W> {
    /// Whether no other search has failed.
    pub(super) fn none_failed(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
    }
}

/// Does all jobs on rayon's threads, begun in their order, and hands each result to `sink`, in the
/// order in which they end; results that are ready together are handed over together. A job that
/// returns nothing was cancelled. What a job is given tells it when another one has failed.
///
/// # Errors
/// The first error of a job or of the sink; the other jobs are then told to stop.
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
