//! A heap at which a stream has halted is decided in steps, and so is the longer window after it.
//! No step is done twice, whatever is killed or stopped in between.

use std::path::Path;
use std::sync::Mutex;

use octal::period::resumable::{Ended, Settings, StreamCheckpoint};
use octal::period::search::{Event, Limits, Progress};
use octal::period::sequence::Stop;

use super::kills::{Killed, Steps, sample};
use super::resumable::{
    BY_SUPERBLOCKS, SELDOM, assert_ends_as, how, in_memory, is_refused, saved_stream, search,
};
use crate::common::scratch_in_memory as scratch;

/// Replays in steps of this much work, each of which is saved.
const fn in_steps_of(replay_work: u64, settings: Settings) -> Settings {
    Settings { replay_work, save_every: Settings::TINY.save_every, ..settings }
}

/// Settings, and bytes of memory with which streams of 0.16 halt at common heaps that are decided
/// by their splits. With the least the windows stay as they are; with the others all values up to
/// there would fit.
const CASES: [(Settings, u64); 3] = [
    (in_steps_of(1 << 14, SELDOM), 175_000),
    (in_steps_of(1 << 16, SELDOM), 600_000),
    (in_steps_of(1 << 16, BY_SUPERBLOCKS), 600_000),
];

/// A halt whose heap was to be decided by its splits, and what kills before the steps of that
/// leave.
struct Decided {
    heap: u64,
    killed: Vec<Killed>,
    /// True if it was left to a search in memory.
    is_left: bool,
}

impl Decided {
    fn by_splits(&self) -> bool {
        !self.killed.is_empty() && !self.is_left
    }
}

/// Keeps what a kill would leave, before every step in which one of the first heaps is decided.
struct Killer<'a>(&'a Path, Mutex<Vec<Decided>>);

impl Killer<'_> {
    fn observe(&self, event: Event<'_>) -> bool {
        match event {
            Event::Progress(progress) => return self.continues(&progress),
            Event::Halted(halt) => {
                let heap = halt.heap();
                let halt = Decided { heap, killed: vec![], is_left: false };
                self.1.lock().unwrap().push(halt);
            }
            _ => {}
        }
        true
    }

    fn continues(&self, progress: &Progress) -> bool {
        let mut halts = self.1.lock().unwrap();
        if let Some(halt) = halts.last_mut() {
            let is_tried = progress.heap + 1 == halt.heap && progress.largest.is_some();
            let is_left_now = !halt.is_left && progress.largest.is_none();
            if is_tried || is_left_now {
                halt.killed.push(Killed::of(self.0));
            }
            halt.is_left |= is_left_now;
        }
        halts.iter().filter(|halt| halt.by_splits()).count() <= 3
    }
}

fn limits(heaps: u64, memory: u64) -> Limits {
    Limits { heaps, work: None, memory }
}

/// The first three heaps that a search of 0.16 decides by their splits.
fn decided(settings: &Settings, memory: u64) -> Vec<Decided> {
    let directory = scratch();
    let killer = Killer(directory.path(), Mutex::default());
    search("0.16", &limits(1 << 20, memory), settings, directory.path(), &|e| killer.observe(e))
        .unwrap();
    let halts = killer.1.into_inner().unwrap();
    let halts: Vec<Decided> = halts.into_iter().filter(Decided::by_splits).collect();
    assert!(halts.len() > 2);
    halts.into_iter().take(3).collect()
}

/// Resumes the search from what a kill has left until the heap is decided. Returns the record then.
fn resume(
    killed: &Killed,
    settings: &Settings,
    limits: &Limits,
    watch: &Steps,
) -> StreamCheckpoint {
    let directory = killed.restored();
    // Nothing is saved before the end.
    let settings = Settings { save_every: SELDOM.save_every, ..*settings };
    match search("0.16", limits, &settings, directory.path(), &|e| watch.observe(e)).unwrap() {
        Ended::Streamed(record, Stop::Heaps) => assert_eq!(record.heap, limits.heaps + 1),
        ended => panic!("{}", how(&ended)),
    }
    saved_stream(directory.path())
}

/// Killed before some step: the record is the same, and at most one earlier step is done again. The
/// exceptions are steps with the first values of a longer window, which are read from a file.
#[test]
fn killed() {
    for (settings, memory) in CASES {
        let mut most = 0;
        for Decided { heap, killed, .. } in decided(&settings, memory) {
            let (limits, steps) = (limits(heap, memory), Steps::at_most(usize::MAX));
            let whole = resume(&killed[0], &settings, &limits, &steps);
            let all = steps.done();
            most = most.max(all);
            for (before, here) in sample(&killed) {
                let steps = Steps::at_most(usize::MAX);
                let record = resume(here, &settings, &limits, &steps);
                assert!(record == whole, "{memory}: heap {heap}, before step {before}");
                let done = before + steps.done();
                assert!(
                    (all..=all + 1).contains(&done),
                    "{memory}: {heap}: {before}, {done}, {all}"
                );
            }
        }
        assert!(most > 20, "{memory}: {most}");
    }
}

/// Stopped after every two steps: the same record, after as many steps but for one in two.
#[test]
fn stopped() {
    for (settings, memory) in CASES {
        // Nothing is saved before the search stops.
        let seldom = Settings { save_every: SELDOM.save_every, ..settings };
        for Decided { heap, killed, .. } in decided(&settings, memory) {
            let (limits, steps) = (limits(heap, memory), Steps::at_most(usize::MAX));
            let whole = resume(&killed[0], &settings, &limits, &steps);
            let (directory, mut runs) = (killed[0].restored(), 1);
            loop {
                let two = Steps::at_most(2);
                match search("0.16", &limits, &seldom, directory.path(), &|e| two.observe(e))
                    .unwrap()
                {
                    Ended::Streamed(_, Stop::Heaps) => break,
                    Ended::Streamed(_, Stop::Cancelled) => runs += 1,
                    ended => panic!("{memory}: {}", how(&ended)),
                }
                assert!(runs <= steps.done() + 1, "{memory}: {heap}: {runs}");
            }
            assert!(saved_stream(directory.path()) == whole, "{memory}: {heap}");
        }
    }
}

/// Killed when the splits that nearly always decide a heap have not, and a search in memory is to
/// decide it: that search continues to the end. If memory has become too little for it, all splits
/// are tried, and the search ends at heap 13932, which is rare.
#[test]
fn left_to_memory() {
    let settings = in_steps_of(1 << 16, SELDOM);
    let (directory, memory) = (scratch(), 1 << 28);
    let killer = Killer(directory.path(), Mutex::default());
    search("0.16", &limits(1 << 20, memory), &settings, directory.path(), &|e| killer.observe(e))
        .unwrap();
    let halts = killer.1.into_inner().unwrap();
    let left = halts.iter().find(|halt| halt.is_left).unwrap();
    assert!(left.heap <= 13_932, "{}", left.heap);
    let known = in_memory("0.16");
    for killed in [&left.killed[0], left.killed.last().unwrap()] {
        let directory = killed.restored();
        let ended =
            search("0.16", &limits(1 << 21, memory), &settings, directory.path(), &|_| true);
        assert_ends_as(&ended.unwrap(), &known);
        let directory = killed.restored();
        let little = limits(20_000, 140_000);
        let error = search("0.16", &little, &settings, directory.path(), &|_| true).unwrap_err();
        assert!(error.to_string().starts_with("heap 13932 is a new rare heap"), "{error}");
    }
}

/// The list of splits tried stands at the end of a record. With a right checksum and a wrong
/// content it is refused or resumed, never a panic.
#[test]
fn tried_in_contradiction() {
    let (settings, memory) = CASES[1];
    let mut refused = 0;
    let halts = decided(&settings, memory);
    let records = halts.iter().flat_map(|halt| sample(&halt.killed));
    for whole in records.map(|(_, killed)| &killed.checkpoint) {
        for at in whole.len() - 16..whole.len() - 4 {
            refused += u32::from(is_refused(whole.clone(), at, 1));
        }
    }
    assert!(refused > 5, "{refused}");
}
