//! The progress of a search, as its checkpoint says while it runs and after it was stopped.

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use octal::period::resumable::{self, Checkpoint, Directory, Ended, SavedProgress, Settings};
use octal::period::search::{Event, Limits};
use octal::period::sequence::Stop;

use crate::common::{code, names, scratch_in_memory as scratch};

fn progress(directory: &Path) -> SavedProgress {
    Checkpoint::of(directory).unwrap().unwrap().progress
}

/// Looks where a search stands whenever it is asked, and stops it now and then.
struct Stands<'a> {
    directory: &'a Path,
    /// The heap, the rare heaps and the largest value of the last look.
    last: &'a Mutex<(u64, u64, u16)>,
    patience: AtomicU64,
}

impl Stands<'_> {
    fn observe(&self, event: Event<'_>) -> bool {
        if !matches!(event, Event::Progress(_)) {
            return true;
        }
        let mut last = self.last.lock().unwrap();
        if let Some(Checkpoint { progress: now, .. }) = Checkpoint::of(self.directory).unwrap() {
            let (heap, rare, max) = *last;
            assert!(now.heap >= heap && now.max_value >= max, "{now:?} after {last:?}");
            // A new mask may have fewer rare heaps; without new heaps there is none.
            let rare_now = now.rare.map_or(0, |rare| rare.count);
            assert!(now.heap > heap || rare_now == rare || heap == 0, "{now:?}, {last:?}");
            *last = (now.heap, rare_now, now.max_value);
        }
        self.patience.fetch_sub(1, Ordering::Relaxed) > 1
    }
}

/// In 0.16 streams halt again and again, and the search goes back to its values. Wherever it is
/// stopped then, it has not lost what the stream had reached.
#[test]
fn the_heap_never_falls() {
    let (directory, last) = (scratch(), Mutex::new((0, 0, 0)));
    let (mut patience, mut stops) = (1, 0);
    let limits = Limits::heaps(30_000);
    loop {
        let stands = Stands { directory: directory.path(), last: &last, patience: patience.into() };
        let locked = Directory::open(directory.path()).unwrap();
        let watch = |event: Event<'_>| stands.observe(event);
        let ended = resumable::search(&code("0.16"), &limits, &Settings::TINY, &locked, &watch);
        let now = progress(directory.path());
        assert!(now.heap >= last.lock().unwrap().0);
        // The rest of the directory agrees.
        let reached = match Checkpoint::of(directory.path()).unwrap().unwrap().stream {
            Some(stream) => stream.heap - 1,
            None => resumable::known(&locked, u64::MAX).unwrap().unwrap().verified_to(),
        };
        assert_eq!(reached, now.heap);
        match ended.unwrap() {
            Ended::InMemory(known) if known.stop == Stop::Cancelled => {}
            Ended::Streamed(_, Stop::Cancelled) => {}
            _ => break,
        }
        (patience, stops) = (patience % 13 + 1, stops + 1);
    }
    assert!(stops > 10, "{stops}");
    assert_eq!(progress(directory.path()).heap, 30_000);
}

/// A byte that was changed by hand or by the disk is noticed, and so are values that are missing.
#[test]
fn a_changed_checkpoint() {
    let directory = scratch();
    let search = || {
        let locked = Directory::open(directory.path()).unwrap();
        let limits = Limits::heaps(3000);
        resumable::search(&code("0.6"), &limits, &Settings::DEFAULT, &locked, &|_| true).map(drop)
    };
    search().unwrap();
    let file = directory.path().join("checkpoint");
    let whole = fs::read(&file).unwrap();
    for at in 12..whole.len() {
        let mut changed = whole.clone();
        changed[at] ^= 4;
        fs::write(&file, changed).unwrap();
        for error in [Checkpoint::of(directory.path()).map(drop), search()] {
            let error = error.unwrap_err().to_string();
            assert!(error.contains("checkpoint`: it is damaged or cut off"), "{at}: {error}");
        }
    }
    fs::write(&file, &whole).unwrap();
    search().unwrap();
    // The values that it counts on have to be there.
    fs::remove_file(directory.path().join("values")).unwrap();
    let error = search().unwrap_err().to_string();
    assert!(error.contains("values`: values are missing: it has 0 bytes, and "), "{error}");
    assert!(!directory.path().join("values").exists());
    fs::remove_file(&file).unwrap();
    search().unwrap();
    assert_eq!(progress(directory.path()).heap, 3000);
}

/// Values that the record of a stream covers are not read by it. Damage in them is reported when
/// the search is started again, and they stay as they are.
#[test]
fn damaged_values_that_a_record_covers() {
    let directory = scratch();
    let search = || {
        let locked = Directory::open(directory.path()).unwrap();
        let limits = Limits::heaps(40_000);
        resumable::search(&code("0.106"), &limits, &Settings::TINY, &locked, &|_| true)
    };
    assert!(matches!(search().unwrap(), Ended::Streamed(_, Stop::Heaps)));
    let file = directory.path().join("values");
    let whole = fs::read(&file).unwrap();
    for at in [0, 9, 40, whole.len() / 2, whole.len() - 1] {
        let mut flipped = whole.clone();
        flipped[at] ^= 4;
        fs::write(&file, &flipped).unwrap();
        let error = search().unwrap_err().to_string();
        let fault = match at {
            0 => "it holds no values of a search",
            9 => "its version is 1025, and this program reads version 1",
            _ => " are damaged or missing",
        };
        assert!(error.contains("values`: ") && error.contains(fault), "{at}: {error}");
        assert!(at == 9 || error.contains("take `checkpoint` as a bookmark"), "{at}: {error}");
        assert!(fs::read(&file).unwrap() == flipped, "{at}");
    }
    fs::write(&file, whole).unwrap();
    search().unwrap();
}

/// A stream that has proved the period gives the values back, and its directory says what is
/// proved.
#[test]
fn values_that_are_given_back() {
    let directory = scratch();
    let locked = Directory::open(directory.path()).unwrap();
    let settings = Settings { save_every: Duration::MAX, ..Settings::TINY };
    for _ in 0..2 {
        let limits = Limits::heaps(1 << 20);
        let ended =
            resumable::search(&code("0.56"), &limits, &settings, &locked, &|_| true).unwrap();
        let Ended::Streamed(record, Stop::Proof) = ended else { panic!("{ended:?}") };
        assert_eq!(names(directory.path()), ["checkpoint", "lock"]);
        assert_eq!(progress(directory.path()).finding(), record.finding());
    }
}

/// The file that cannot be opened is named.
#[cfg(unix)]
#[test]
fn a_lock_that_leads_nowhere() {
    let directory = scratch();
    let lock = directory.path().join("lock");
    std::os::unix::fs::symlink("no/where", &lock).unwrap();
    let error = Directory::open(directory.path()).unwrap_err().to_string();
    assert_eq!(error, format!("cannot open `{}`", lock.display()));
}
