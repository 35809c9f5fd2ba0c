//! How long the record of a search may get is said before, and limited together with the values.

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use octal::period::resumable::{Ended, ResumableError, Settings};
use octal::period::search::{Limits, Progress, Watcher};
use octal::period::sequence::Stop;

use super::resumable::{
    BY_SUPERBLOCKS, SELDOM, assert_agrees, how, in_memory, record_bytes, search,
};
use crate::common::scratch;

/// Saves now and then: at every chunk that would take minutes.
const OFTEN: Settings = Settings { save_every: Duration::from_millis(20), ..Settings::TINY };

/// Measures the record whenever it is asked whether to go on, and compares it with what was said.
struct Measured<'a> {
    directory: &'a Path,
    /// What was said of the record, each time.
    said: Mutex<Vec<u64>>,
    /// The longest record since then, in bytes.
    longest: AtomicU64,
    /// The most memory that was said to be exceeded.
    exceeded: AtomicU64,
}

impl Measured<'_> {
    fn new(directory: &Path) -> Measured<'_> {
        let (longest, exceeded) = (AtomicU64::new(0), AtomicU64::new(0));
        Measured { directory, said: Mutex::default(), longest, exceeded }
    }

    fn measure(&self) {
        let Ok(record) = fs::metadata(self.directory.join("record")) else { return };
        let said = self.said.lock().unwrap();
        let most = said.last().copied().expect("what it takes is said before it is saved");
        assert!(record.len() <= most, "{} {most}", record.len());
        self.longest.fetch_max(record.len(), Ordering::Relaxed);
    }

    /// The longest record since the last time that something was said, and what was said then.
    fn last(&self) -> (u64, u64) {
        (self.longest.load(Ordering::Relaxed), *self.said.lock().unwrap().last().unwrap())
    }
}

impl Watcher for Measured<'_> {
    fn goes_on(&self, _: &Progress) -> bool {
        self.measure();
        true
    }

    fn needs_only_last_values(&self, exceeded: Option<u64>, record: u64) {
        self.said.lock().unwrap().push(record);
        self.longest.store(0, Ordering::Relaxed);
        self.exceeded.fetch_max(exceeded.unwrap_or(0), Ordering::Relaxed);
    }
}

/// Streams that find a period, take longer windows, and go on after rare heaps.
#[test]
fn no_record_is_longer_than_was_said() {
    let cases = [
        ("0.56", OFTEN, Limits::heaps(1 << 21), 1),
        ("0.356", OFTEN, Limits::heaps(1 << 21), 1),
        ("0.16", OFTEN, Limits { memory: 1_980_000, ..Limits::heaps(1 << 20) }, 3),
        ("0.16", OFTEN, Limits { memory: 140_000, ..Limits::heaps(40_000) }, 3),
        ("0.444", BY_SUPERBLOCKS, Limits { memory: 190_000, ..Limits::heaps(60_000) }, 5),
    ];
    for (text, settings, limits, times) in cases {
        let directory = scratch();
        let settings = Settings { save_every: OFTEN.save_every, ..settings };
        let watch = Measured::new(directory.path());
        let ended = search(text, &limits, &settings, directory.path(), &watch).unwrap();
        assert!(matches!(ended, Ended::Streamed(..)), "{text}: {}", how(&ended));
        watch.measure();
        let (longest, said) = watch.last();
        // With followers these searches end before there are all snapshots.
        let is_complete = limits.memory > 1_000_000;
        assert!(!is_complete || 3 * longest > said, "{text}: {longest} {said}");
        let said = watch.said.into_inner().unwrap();
        assert!(said.len() >= times, "{text}: {said:?}");
        assert_eq!(watch.exceeded.into_inner(), 0, "{text}");
    }
}

/// A stream does not begin where there is no room for its record beside the values; where there is, it does.
#[test]
fn no_room_for_the_record() {
    for text in ["0.56", "0.16"] {
        let run = |disk_bytes: u64, directory: &Path, watch: &Measured<'_>| {
            let settings = Settings { disk_bytes, ..OFTEN };
            search(text, &Limits::heaps(20_000), &settings, directory, watch)
        };
        let (free, directory) = (scratch(), scratch());
        let watch = Measured::new(free.path());
        run(u64::MAX, free.path(), &watch).unwrap();
        let said = watch.said.into_inner().unwrap()[0];
        let mut enough = said;
        for _ in 0..2 {
            let watch = Measured::new(directory.path());
            let error = run(enough, directory.path(), &watch).unwrap_err();
            let ResumableError::RecordLimit { heap, record, bytes } = error else {
                panic!("{text}: {error}")
            };
            assert!(record == said && bytes > said && heap < 20_000, "{text}: {error}");
            let values = fs::metadata(directory.path().join("values")).unwrap().len();
            assert_eq!(bytes, values + record, "{text}");
            assert!(!directory.path().join("record").exists(), "{text}");
            enough = bytes - 1;
        }
        let watch = Measured::new(directory.path());
        let ended = run(enough + 1, directory.path(), &watch);
        if text == "0.56" {
            assert!(matches!(ended, Ok(Ended::Streamed(..))));
            assert_eq!(record_bytes(directory.path()), record_bytes(free.path()));
        }
        watch.measure();
    }
}

/// Where there is room on the disk for the first window only, no longer one is taken.
#[test]
fn no_room_for_a_longer_window() {
    let limits = Limits { memory: 1_800_000, ..Limits::heaps(1 << 20) };
    let directory = scratch();
    let window = |disk_bytes| {
        let settings = Settings { disk_bytes, ..OFTEN };
        let watch = Measured::new(directory.path());
        let ended = search("0.16", &limits, &settings, directory.path(), &watch);
        let said = watch.said.into_inner().unwrap();
        match ended {
            Ok(Ended::Streamed(record, Stop::Proof)) => Ok((record, said)),
            Err(ResumableError::RecordLimit { bytes, .. }) => Err(bytes),
            ended => panic!("{:?}", ended.map(|ended| how(&ended))),
        }
    };
    // Each error asks for the room that the next stream takes; the last of them is enough.
    let mut disk_bytes = 1 << 14;
    let (record, said) = loop {
        match window(disk_bytes) {
            Ok(found) => break found,
            Err(bytes) => disk_bytes = bytes,
        }
    };
    assert!(said.iter().all(|&bytes| bytes < disk_bytes), "{said:?} {disk_bytes}");
    assert_agrees(&record, &in_memory("0.16"));
    let ample = scratch();
    let settings = Settings { disk_bytes: 2 * disk_bytes, ..OFTEN };
    let ended = search("0.16", &limits, &settings, ample.path(), &()).unwrap();
    let Ended::Streamed(longer, Stop::Proof) = ended else { panic!("{}", how(&ended)) };
    let windows = [record, longer].map(|record| record.basis().window());
    assert!(windows[0] < windows[1], "{windows:?}");
}

/// A stream that began with more memory than there is now says how much it takes.
#[test]
fn less_memory_than_it_takes() {
    let directory = scratch();
    let settings = Settings { window: 300_000, ..SELDOM };
    let run = |heaps, memory| {
        let watch = Measured::new(directory.path());
        let limits = Limits { memory, ..Limits::heaps(heaps) };
        let ended = search("0.106", &limits, &settings, directory.path(), &watch).unwrap();
        assert!(matches!(ended, Ended::Streamed(_, Stop::Heaps)), "{}", how(&ended));
        watch.exceeded.into_inner()
    };
    assert_eq!(run(3_000_000, 1 << 30), 0);
    let least = run(3_010_000, 6_000_000);
    assert!(least > 6_000_000);
    assert_eq!((run(3_020_000, least), run(3_030_000, least - 1)), (0, least));
}
