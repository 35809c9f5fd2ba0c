//! A stream that halts at common heaps takes a longer window, once there is room for it.

use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use octal::grundy::stream::Halt;
use octal::period::resumable::{Ended, Settings, StreamCheckpoint};
use octal::period::search::{Event, Limits};
use octal::period::sequence::Stop;

use super::resumable::{
    BY_SUPERBLOCKS, SELDOM, assert_agrees, how, in_memory, patient, saved_stream, search,
};
use crate::common::scratch_in_memory as scratch;

/// Settings, and bytes of memory with which streams of 0.16 halt at common heaps that are decided
/// by their splits. The memory has room for a window of one and a quarter of the first, or more.
const CASES: [(Settings, u64); 3] =
    [(SELDOM, 1_800_000), (SELDOM, 1_980_000), (BY_SUPERBLOCKS, 1_980_000)];

/// Notes the first snapshot and the window of the stream at every halt.
struct Windows<'a>(&'a Path, Mutex<Vec<(u64, usize)>>);

impl Windows<'_> {
    fn observe(&self, event: Event<'_>) -> bool {
        if let Event::Halted(halt) = event {
            assert!(matches!(halt, Halt::NotShown { .. }), "{halt}");
            let record = saved_stream(self.0);
            self.1.lock().unwrap().push((record.snapshots[0].heap, record.basis().window()));
        }
        true
    }
}

fn limits(memory: u64) -> Limits {
    Limits { heaps: 1 << 20, work: None, memory }
}

/// The checkpoint of a search of 0.16 that a stream ends with a proof, and the windows.
fn uninterrupted(settings: &Settings, memory: u64) -> (StreamCheckpoint, Vec<usize>) {
    let directory = scratch();
    let windows = Windows(directory.path(), Mutex::default());
    // The record is saved at every chunk, so that the callback can read the window.
    let settings = Settings { save_every: Duration::ZERO, ..*settings };
    let watch = |event: Event<'_>| windows.observe(event);
    let ended = search("0.16", &limits(memory), &settings, directory.path(), &watch).unwrap();
    let Ended::Streamed(record, Stop::Proof) = ended else { panic!("{}", how(&ended)) };
    let begun = record.snapshots[0].heap;
    let halts = windows.1.into_inner().unwrap();
    let windows = halts.into_iter().filter(|halt| halt.0 == begun).map(|halt| halt.1);
    let windows = windows.chain([record.basis().window()]).collect();
    (*record, windows)
}

/// The window grows, and what follows is right; heaps beyond the longest window are accepted alone.
#[test]
fn the_window_grows() {
    let known = in_memory("0.16");
    for (settings, memory) in CASES {
        let (record, windows) = uninterrupted(&settings, memory);
        assert_eq!(record.basis().superblocks, settings == BY_SUPERBLOCKS);
        let last = record.basis().window();
        assert!(windows.is_sorted() && windows[0] + windows[0] / 4 < last, "{windows:?}");
        // With the longer window the stream continued, and halted again.
        assert!(windows.iter().filter(|&&window| window == last).count() > 2, "{windows:?}");
        assert!(!record.basis().accepted.is_empty());
        // It may be longer than a third of the heaps before the first snapshot.
        let is_longer = 3 * last as u64 > record.snapshots[0].heap;
        assert_eq!(is_longer, memory == 1_980_000, "{windows:?}");
        // It leaves half of the memory, at 48 bytes for each of its heaps.
        assert!(48 * last as u64 <= memory / 2, "{windows:?}");
        assert_agrees(&record, &known);
    }
}

/// Stopped again and again, before the window grows, while it does, and after that: the same
/// record.
#[test]
fn the_window_grows_between_stops() {
    for (settings, memory) in CASES {
        let (whole, windows) = uninterrupted(&settings, memory);
        let (directory, mut seen) = (scratch(), vec![]);
        for patience in (1..).map(|run| 1 + 29 * run % 127) {
            let (watch, limits) = (patient(patience), limits(memory));
            match search("0.16", &limits, &settings, directory.path(), &watch).unwrap() {
                Ended::Streamed(_, Stop::Proof) => break,
                Ended::Streamed(record, Stop::Cancelled) => seen.push(record.basis().window()),
                ended => panic!("{}", how(&ended)),
            }
        }
        for window in [windows[0], windows[windows.len() - 1]] {
            assert!(seen.iter().filter(|&&seen| seen == window).count() > 3, "{seen:?}");
        }
        assert!(saved_stream(directory.path()) == whole);
    }
}
