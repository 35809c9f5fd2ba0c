//! Searches that are stopped and resumed.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use fastrand::Rng;
use octal::misere::limits::{MisereLimits, MisereProgress, MisereStop, MisereWatcher};
use octal::misere::resumable::{open, search};
use octal::misere::solve::{Solved, Wanted, partial, solve};
use octal::period::resumable::ResumableError;

use crate::common::code;

/// Resumes in a directory, and saves after every step.
fn resume(
    text: &str,
    (heaps, wanted): (usize, Wanted),
    watcher: &dyn MisereWatcher,
    directory: &std::path::Path,
) -> Result<Solved, ResumableError> {
    let directory = open(directory)?;
    let limits = MisereLimits::heaps(heaps);
    search(&code(text), (&limits, wanted), watcher, &directory, Duration::ZERO)
}

/// All that is said of a search, but for how far it might have gone.
fn said(solved: &Solved) -> (String, String) {
    let Solved { staircase, stop, infinite, .. } = solved;
    (solved.certificate(), format!("{staircase:?} {stop:?} {infinite:?}"))
}

#[test]
fn a_search_stopped_after_every_heap() {
    for text in ["0.75", "0.77", "0.123", "4.4", "0.10137", "0.005"] {
        let directory = tempfile::tempdir().unwrap();
        let whole = solve(&code(text), &MisereLimits::heaps(200), &()).unwrap();
        let last = (0..200)
            .map(|heaps| resume(text, (heaps, Wanted::Game), &(), directory.path()).unwrap());
        let last = { last }.find(|solved| solved.stop != MisereStop::Heaps).expect(text);
        assert_eq!(said(&last), said(&whole), "{text}");
        let again = resume(text, (200, Wanted::Game), &(), directory.path()).unwrap();
        assert_eq!(said(&again), said(&whole), "{text}");
    }
}

/// Stops at one of the looks to come.
struct Patience(AtomicUsize);

impl MisereWatcher for Patience {
    fn continues(&self, _: &MisereProgress) -> bool {
        self.0.fetch_sub(1, Ordering::Relaxed) > 1
    }
}

/// Also while a candidate is mended.
#[test]
fn a_search_stopped_at_random() {
    let directory = tempfile::tempdir().unwrap();
    let whole = partial(&code("0.07"), &MisereLimits::heaps(33), &());
    let mut random = Rng::with_seed(7);
    let mut stopped = 0;
    let last = loop {
        let patience = Patience(random.usize(1..4).into());
        let solved = resume("0.07", (33, Wanted::Heaps), &patience, directory.path()).unwrap();
        if solved.stop != MisereStop::Cancelled {
            break solved;
        }
        stopped += 1;
        assert!(stopped < 100, "the search gets nowhere");
    };
    assert!(stopped >= 2, "{stopped}");
    assert_eq!(said(&last), said(&whole));
}

#[test]
fn what_cannot_be_gone_on_with_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let complaint = |text: &str, heaps: usize| {
        resume(text, (heaps, Wanted::Heaps), &(), directory.path()).unwrap_err().to_string()
    };
    resume("0.77", (20, Wanted::Heaps), &(), directory.path()).unwrap();
    let other = complaint("0.75", 20);
    assert!(other.contains("holds a search of 0.77, not of 0.75"), "{other}");
    let past = complaint("0.77", 19);
    assert!(past.contains("has come to heap 20, beyond 19: ask for more heaps"), "{past}");
    let file = directory.path().join("checkpoint");
    let whole = std::fs::read(&file).unwrap();
    let mut other = whole.clone();
    other[8] = 9;
    std::fs::write(&file, &other).unwrap();
    let version = complaint("0.77", 20);
    assert!(version.contains("its version is 9, and this program reads version 2"), "{version}");
    let mut random = Rng::with_seed(3);
    for _ in 0..100 {
        let mut bytes = whole.clone();
        let place = random.usize(12..bytes.len());
        bytes[place] ^= 1 << random.u8(0..7);
        std::fs::write(&file, &bytes).unwrap();
        let damaged = complaint("0.77", 20);
        assert!(damaged.contains("or the directory to begin again"), "{place}: {damaged}");
        let _ = bytes.split_off(place);
        std::fs::write(&file, &bytes).unwrap();
        assert!(complaint("0.77", 20).contains("checkpoint`: it"), "cut at {place}");
    }
    std::fs::write(directory.path().join("notes"), "mine").unwrap();
    let foreign = complaint("0.77", 20);
    assert!(foreign.contains("`notes`, which is none of the files of a search"), "{foreign}");
}
