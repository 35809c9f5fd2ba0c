//! The remains of killed long searches, and searches that are stopped after some steps.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use octal::period::search::Event;
use tempfile::TempDir;

use crate::common::scratch_in_memory as scratch;

/// A directory in the middle of a search, as a kill would leave it.
pub(super) struct Killed {
    pub(super) checkpoint: Vec<u8>,
    values: Vec<u8>,
}

impl Killed {
    pub(super) fn of(directory: &Path) -> Killed {
        let file = |name: &str| fs::read(directory.join(name)).unwrap();
        let [checkpoint, values] = ["checkpoint", "values"].map(file);
        Killed { checkpoint, values }
    }

    pub(super) fn restored(&self) -> TempDir {
        let directory = scratch();
        let Killed { checkpoint, values } = self;
        for (name, bytes) in [("checkpoint", checkpoint), ("values", values)] {
            fs::write(directory.path().join(name), bytes).unwrap();
        }
        directory
    }
}

/// About a dozen of many places, spread evenly: the first, the last, and some between.
pub(super) fn sample<T>(all: &[T]) -> impl Iterator<Item = (usize, &T)> {
    let step = 1 + all.len() / 10;
    all.iter().enumerate().filter(move |(i, _)| i % step == 0 || i + 1 == all.len())
}

/// Counts the steps, and stops before one.
pub(super) struct Steps {
    done: AtomicUsize,
    most: usize,
}

impl Steps {
    pub(super) fn at_most(most: usize) -> Steps {
        Steps { done: AtomicUsize::new(0), most }
    }

    pub(super) fn done(&self) -> usize {
        self.done.load(Ordering::Relaxed)
    }

    pub(super) fn observe(&self, event: Event<'_>) -> bool {
        if !matches!(event, Event::Progress(_)) {
            return true;
        }
        let continues = self.done() < self.most;
        self.done.fetch_add(usize::from(continues), Ordering::Relaxed);
        continues
    }
}
