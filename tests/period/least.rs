//! The least period and preperiod of a stream are sought in steps; whatever is killed or stopped
//! between them, none is done twice.

use std::path::Path;
use std::sync::Mutex;

use octal::period::resumable::{Checkpoint, Ended, Settings, StreamCheckpoint};
use octal::period::search::{Event, Limits};
use octal::period::sequence::Stop;

use super::kills::{Killed, Steps, sample};
use super::resumable::{BY_SUPERBLOCKS, SELDOM, how, is_refused, saved_stream, search, streamed};
use crate::common::scratch_in_memory as scratch;

/// Games whose least period and preperiod are sought with blocks and with superblocks, and settings
/// with which a replay between two snapshots has several steps.
const CASES: [(&str, Settings); 3] =
    [("0.56", SELDOM), ("4.406", SELDOM), ("4.406", BY_SUPERBLOCKS)];

/// True if the search in this directory seeks the least period and preperiod.
fn is_at_last_stage(directory: &Path) -> bool {
    let stream = Checkpoint::of(directory).unwrap().and_then(|checkpoint| checkpoint.stream);
    stream.is_some_and(|stream| stream.recurrence.is_some() && stream.proved.is_none())
}

/// Keeps what a kill would leave, before every step of the last stage.
struct Killer<'a>(&'a Path, Mutex<Vec<Killed>>);

impl Killer<'_> {
    fn observe(&self, event: Event<'_>) -> bool {
        if matches!(event, Event::Progress(_)) && is_at_last_stage(self.0) {
            self.1.lock().unwrap().push(Killed::of(self.0));
        }
        true
    }
}

/// The remains of kills before the steps of the last stage, and the record at the end.
fn killed_at_every_step(text: &str, settings: &Settings) -> (Vec<Killed>, StreamCheckpoint) {
    let directory = scratch();
    let settings = Settings { save_every: Settings::TINY.save_every, ..*settings };
    let killer = Killer(directory.path(), Mutex::default());
    search(text, &Limits::heaps(1 << 21), &settings, directory.path(), &|e| killer.observe(e))
        .unwrap();
    (killer.1.into_inner().unwrap(), saved_stream(directory.path()))
}

/// Killed before some step: the record is the same, which certificate, row and rare heaps come
/// from. At most one earlier step is done again.
#[test]
fn killed() {
    for (text, settings) in CASES {
        let (killed, whole) = killed_at_every_step(text, &settings);
        assert!(whole == streamed(text, &settings, &|_| true).0, "{text}");
        assert!(killed.len() > 20, "{text}: {} steps", killed.len());
        for (before, killed_here) in sample(&killed) {
            let (directory, steps) = (killed_here.restored(), Steps::at_most(usize::MAX));
            search(text, &Limits::heaps(1 << 21), &settings, directory.path(), &|e| {
                steps.observe(e)
            })
            .unwrap();
            assert!(saved_stream(directory.path()) == whole, "{text}, before step {before}");
            let done = before + steps.done();
            assert!((killed.len()..=killed.len() + 1).contains(&done), "{text}: {before}, {done}");
        }
    }
}

/// Stopped after every step, and saved only then: the same record after as many steps, but for one
/// in every comparison of two stretches.
#[test]
fn stopped() {
    for (text, settings) in CASES {
        let (killed, whole) = killed_at_every_step(text, &settings);
        let (directory, mut runs) = (killed[0].restored(), 0);
        let limits = Limits::heaps(1 << 21);
        loop {
            let steps = Steps::at_most(2);
            runs += 1;
            match search(text, &limits, &settings, directory.path(), &|e| steps.observe(e)).unwrap()
            {
                Ended::Streamed(_, Stop::Proof) => break,
                Ended::Streamed(_, Stop::Cancelled) => assert_eq!(steps.done(), 2, "{text}"),
                ended => panic!("{text}: {}", how(&ended)),
            }
            assert!(is_at_last_stage(directory.path()), "{text}");
        }
        assert!((killed.len() / 2..=killed.len()).contains(&runs), "{text}: {runs}");
        assert!(saved_stream(directory.path()) == whole, "{text}");
    }
}

/// The settled facts stand at the end of a record. With a right checksum and a wrong content it is
/// refused or read, never a panic.
#[test]
fn settled_in_contradiction() {
    let (killed, _) = killed_at_every_step("0.56", &SELDOM);
    let mut refused = 0;
    for whole in sample(&killed).map(|(_, killed)| &killed.checkpoint) {
        for at in whole.len() - 16..whole.len() - 4 {
            for change in [1, 0x7f] {
                refused += u32::from(is_refused(whole.clone(), at, change));
            }
        }
    }
    assert!(refused > 5, "{refused}");
}
