//! Searches whose rare heaps still turn up. The values are kept in a file, and a killed search
//! resumes from there.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use fastrand::Rng;
use octal::period::resumable::{self, Checkpoint, Directory, Ended, ResumableError, Settings};
use octal::period::search::{self, Event, EventCallback, Limits};
use octal::period::sequence::{Known, Stop};

use crate::common::{code, names, scratch_in_memory as scratch};

/// Games with rare heaps to the end: few and many, one byte and two, and with three heaps left.
const GAMES: [(&str, u64); 5] =
    [("0.007", 20_000), ("0.6", 60_000), ("0.04", 3_000), ("4!.007", 9_000), ("0.f6", 400)];

/// Stops at this report of progress.
fn patient(patience: u64) -> impl Fn(Event<'_>) -> bool + Sync {
    let left = AtomicU64::new(patience);
    move |event| !matches!(event, Event::Progress(_)) || left.fetch_sub(1, Ordering::Relaxed) > 1
}

fn search(
    text: &str,
    heaps: u64,
    directory: &Path,
    watch: &EventCallback<'_>,
) -> Result<Arc<Known>, ResumableError> {
    // Never by a stream: that is what the tests of `resumable` are about.
    let settings = Settings { start: u64::MAX, ..Settings::TINY };
    let directory = Directory::open(directory)?;
    match resumable::search(&code(text), &Limits::heaps(heaps), &settings, &directory, watch)? {
        Ended::InMemory(known) => Ok(known),
        Ended::Streamed(..) => panic!("{text}: by a stream"),
    }
}

fn assert_same(found: &Known, expected: &Known) {
    let text = expected.code.to_string();
    assert_eq!(found.values(), expected.values(), "{text}");
    assert_eq!(found.finding, expected.finding, "{text}");
    assert_eq!((found.rare, found.stop), (expected.rare, expected.stop), "{text}");
}

/// Stopped again and again, at heaps that depend on where the last run began: the same values, rare
/// heaps and masks.
#[test]
fn stopped_and_gone_on_with() {
    for (text, heaps) in GAMES {
        let expected = search::search(&code(text), &Limits::heaps(heaps), &|_| true).unwrap();
        let (directory, mut stops, mut patience) = (scratch(), 0, 1);
        let found = loop {
            let known = search(text, heaps, directory.path(), &patient(patience)).unwrap();
            if known.stop != Stop::Cancelled {
                break known;
            }
            (stops, patience) = (stops + 1, patience % 5 + 1);
            let progress = Checkpoint::of(directory.path()).unwrap().unwrap().progress;
            assert_eq!(progress.heap, known.verified_to(), "{text}");
            assert_eq!((progress.max_value.into(), progress.max_at), known.max_value(), "{text}");
            assert_eq!(progress.rare, known.rare, "{text}");
        };
        assert!(stops >= 2, "{text}: {stops}");
        assert_same(&found, &expected);
        assert_eq!(names(directory.path()), ["checkpoint", "lock", "values"]);
        // The same result is found again from the file alone.
        let locked = Directory::open(directory.path()).unwrap();
        let known = resumable::known(&locked, u64::MAX).unwrap().unwrap();
        assert_eq!(known.values(), expected.values(), "{text}");
        assert_eq!(known.finding.proved(), expected.finding.proved(), "{text}");
    }
}

/// A search of 0.007 in a directory, up to about this heap.
fn begun(heaps: u64) -> (tempfile::TempDir, Vec<u8>) {
    let directory = scratch();
    search("0.007", heaps, directory.path(), &|_| true).unwrap();
    let bytes = fs::read(directory.path().join("values")).unwrap();
    (directory, bytes)
}

/// Whatever is missing at the end of the file and was not counted on, as after a crash, is computed
/// again; what was counted on is asked for.
#[test]
fn a_torn_tail_is_cut_off() {
    let (directory, whole) = begun(3000);
    let (file, mut random) = (directory.path().join("values"), Rng::with_seed(7));
    let expected = search::search(&code("0.007"), &Limits::heaps(4000), &|_| true).unwrap();
    for case in 0..60 {
        let length = if case < 40 { case } else { random.usize(40..whole.len()) };
        fs::write(&file, &whole[..length]).unwrap();
        let error = search("0.007", 4000, directory.path(), &|_| true).err().unwrap().to_string();
        assert!(error.contains("values`: values are missing: it has "), "{error}");
        fs::remove_file(directory.path().join("checkpoint")).unwrap();
        assert_same(&search("0.007", 4000, directory.path(), &|_| true).unwrap(), &expected);
        // Bytes that were never counted on are cut off, whatever they are.
        fs::remove_file(directory.path().join("checkpoint")).unwrap();
        let rubbish = vec![random.u8(..); random.usize(1..100)];
        fs::write(&file, [&whole[..], &rubbish].concat()).unwrap();
        assert_same(&search("0.007", 4000, directory.path(), &|_| true).unwrap(), &expected);
    }
}

/// A bit that has changed in what was counted on: the search is refused, and the file stays.
#[test]
fn damaged_values_are_refused() {
    let (directory, whole) = begun(3000);
    let (file, mut random) = (directory.path().join("values"), Rng::with_seed(8));
    let header = 8 + 4 + 4 + 5 + 4;
    let mut refused = 0;
    for _ in 0..80 {
        let at = random.usize(..whole.len());
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << random.u8(..8);
        fs::write(&file, &bytes).unwrap();
        let error = search("0.007", 4000, directory.path(), &|_| true).err();
        let Some(error) = error else { panic!("byte {at} does not matter") };
        refused += 1;
        let text = error.to_string();
        assert!(matches!(error, ResumableError::Damaged { .. }), "{at}: {text}");
        let is_of_values = text.contains("values`: the values from heap ");
        assert_eq!(is_of_values, at >= header, "{at}: {text}");
        assert_eq!(fs::read(&file).unwrap(), bytes);
    }
    assert_eq!(refused, 80);
}

#[test]
fn files_of_others() {
    let (directory, _) = begun(1000);
    let error = search("0.6", 1000, directory.path(), &|_| true).unwrap_err().to_string();
    assert!(
        error.ends_with("holds a search of 0.007, not of 0.6: name another directory"),
        "{error}"
    );
    // Without the file that says where the search stands, the file of values says it.
    let checkpoint = directory.path().join("checkpoint");
    fs::remove_file(&checkpoint).unwrap();
    let error = search("0.6", 1000, directory.path(), &|_| true).unwrap_err().to_string();
    assert!(error.contains("are those of another code"), "{error}");
    let found = search("0.007", 2000, directory.path(), &|_| true).unwrap();
    assert_same(&found, &search::search(&code("0.007"), &Limits::heaps(2000), &|_| true).unwrap());
    fs::write(&checkpoint, "{").unwrap();
    let error = search("0.007", 2000, directory.path(), &|_| true).unwrap_err().to_string();
    assert!(error.contains("checkpoint`: "), "{error}");
}

#[test]
fn too_little_memory() {
    let (directory, whole) = begun(3000);
    let locked = Directory::open(directory.path()).unwrap();
    let error = resumable::known(&locked, 1000).unwrap_err().to_string();
    let enough = 2 * whole.len() as u64;
    assert!(
        error.contains(&format!("memory allowed: to continue, allow {enough} bytes")),
        "{error}"
    );
    assert!(resumable::known(&locked, enough).is_ok());
}

/// Nothing is saved before it is time to.
#[test]
fn seldom_saved() {
    let directory = scratch();
    let settings = Settings { save_every: Duration::MAX, start: u64::MAX, ..Settings::TINY };
    let locked = Directory::open(directory.path()).unwrap();
    let limits = Limits::heaps(1000);
    resumable::search(&code("0.007"), &limits, &settings, &locked, &|_| true).unwrap();
    // One block, written at the end.
    let bytes = fs::metadata(directory.path().join("values")).unwrap().len();
    assert_eq!(bytes, 25 + 20 + 1001);
}

/// A beginning that takes long, because there are moves of infinitely many kinds, can be stopped
/// too.
#[test]
fn a_beginning_is_stopped() {
    let directory = scratch();
    search("4!.[3]", 2000, directory.path(), &|_| true).unwrap();
    let stopped = search("4!.[3]", 3000, directory.path(), &patient(1));
    assert!(matches!(stopped, Err(ResumableError::Interrupted(_))), "{stopped:?}");
}
