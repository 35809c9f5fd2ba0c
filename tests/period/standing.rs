//! Where a search stands, as its directory says while it runs and after it was stopped.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use octal::period::resumable::{self, Directory, Ended, Settings, Standing};
use octal::period::search::{Limits, Progress, Watcher};
use octal::period::sequence::Stop;

use crate::common::{code, scratch};

fn standing(directory: &Path) -> Standing {
    resumable::standing(directory).unwrap().unwrap()
}

/// Looks where a search stands whenever it is asked, and stops it now and then.
struct Stands<'a> {
    directory: &'a Path,
    /// The heap, the rare heaps and the largest value of the last look.
    last: &'a Mutex<(u64, u64, u16)>,
    patience: AtomicU64,
}

impl Watcher for Stands<'_> {
    fn goes_on(&self, _: &Progress) -> bool {
        let mut last = self.last.lock().unwrap();
        if let Some(now) = resumable::standing(self.directory).unwrap() {
            let (heap, rare, max) = *last;
            assert!(now.heap >= heap && now.max_value >= max, "{now:?} after {last:?}");
            // A new mask may have fewer rare heaps; without new heaps there is none.
            assert!(now.heap > heap || now.rare_count == rare || heap == 0, "{now:?}, {last:?}");
            *last = (now.heap, now.rare_count, now.max_value);
        }
        self.patience.fetch_sub(1, Ordering::Relaxed) > 1
    }
}

/// In 0.16 streams halt again and again, and the search goes back to its values. Wherever it is stopped
/// then, it has not lost what the stream had reached.
#[test]
fn the_heap_never_falls() {
    let (directory, last) = (scratch(), Mutex::new((0, 0, 0)));
    let (mut patience, mut stops) = (1, 0);
    let limits = Limits::heaps(30_000);
    loop {
        let watch =
            Stands { directory: directory.path(), last: &last, patience: patience.into() };
        let locked = Directory::open(directory.path()).unwrap();
        let ended = resumable::search(&code("0.16"), &limits, &Settings::TINY, &locked, &watch);
        let now = standing(directory.path());
        assert!(now.heap >= last.lock().unwrap().0);
        // What else the directory holds says the same.
        let reached = match resumable::record(directory.path()).unwrap() {
            Some(record) => record.heap() - 1,
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
    assert!(stops > 20, "{stops}");
    assert_eq!(standing(directory.path()).heap, 30_000);
}
