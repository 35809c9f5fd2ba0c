//! Work that Ctrl-C stops: on a thread of its own, while the thread that was called looks for signals
//! and reports how far it is.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use octal::period::search::Event;
use pyo3::prelude::*;

/// Between two looks for a signal.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// The messages between the worker and the calling thread.
#[derive(Default)]
pub(crate) struct Watch {
    stopped: AtomicBool,
    /// The share that is done, as the bits of a number from 0 to 1.
    share: AtomicU64,
}

impl Watch {
    /// True if the work should continue.
    pub(crate) fn is_wanted(&self) -> bool {
        !self.stopped.load(Relaxed)
    }

    /// Notes the progress of a search; `false` if the search is to end.
    pub(crate) fn observe(&self, event: Event<'_>) -> bool {
        if let Event::Progress(progress) = event {
            self.share.store(progress.share.to_bits(), Relaxed);
        }
        self.is_wanted()
    }
}

/// Does the work without the GIL; `progress` is called with the share that is done. If a signal
/// handler or `progress` raises, the work stops. Its result so far is returned with the exception.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce(&Watch) -> T + Send,
) -> (T, Option<PyErr>) {
    let watch = Watch::default();
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            let watch = &watch;
            scope.spawn(move || _ = sender.send(work(watch)));
            let mut error = None;
            loop {
                match receiver.recv_timeout(LOOK_EVERY) {
                    Ok(result) => return (result, error),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => panic!("the worker has panicked"),
                }
                if let Err(raised) = Python::attach(|py| look(py, progress, watch)) {
                    watch.stopped.store(true, Relaxed);
                    error.get_or_insert(raised);
                }
            }
        })
    })
}

/// Lets Python handle signals, and reports the progress to it.
fn look(py: Python<'_>, progress: Option<&Py<PyAny>>, watch: &Watch) -> PyResult<()> {
    py.check_signals()?;
    if let Some(progress) = progress {
        progress.call1(py, (f64::from_bits(watch.share.load(Relaxed)),))?;
    }
    Ok(())
}
