//! A resumable search that is killed a hundred times ends as one that is not.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{Read, Write, stdin, stdout};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use libtest_mimic::Trial;
use octal::grundy::driver::Tuning;
use octal::period::resumable::{self, Directory, Ended, LongError, Settings};
use octal::period::search::{Limits, Progress, Watcher};

use super::common::{code, names, scratch};
use super::trial;

/// Names the directory of the search to the copy of this program that is to be killed.
const DIRECTORY: &str = "OCTAL_TEST_SEARCH_DIRECTORY";

/// Streams as early as possible, and saves after every chunk of 256 heaps: about 1150 times.
const SETTINGS: Settings = Settings {
    tuning: Tuning::TINY,
    start: 64,
    window: 0,
    quiet: 3,
    chunk: 256,
    snapshot_bytes: 1 << 14,
    save_every: Duration::ZERO,
    watch_every: Duration::ZERO,
};

pub fn trials() -> Vec<Trial> {
    vec![trial("kills::a_hundred_kills_lose_nothing", || None, a_hundred_kills_lose_nothing)]
}

/// The directory in which this process is to search instead of running tests.
pub fn directory_to_search_in() -> Option<OsString> {
    env::var_os(DIRECTORY)
}

/// Computes a chunk for each byte on stdin, and as many as it likes when stdin has ended. Each byte
/// is echoed when its chunk is computed, just before that is saved.
struct Permits;

impl Watcher for Permits {
    fn goes_on(&self, progress: &Progress) -> bool {
        // Before the stream begins nothing is saved.
        let mut permit = [0];
        if progress.largest.is_some() && stdin().read(&mut permit).unwrap() == 1 {
            stdout().write_all(&permit).unwrap();
            stdout().flush().unwrap();
        }
        true
    }
}

/// The search that the test starts in a process of its own.
pub fn search_to_be_killed(directory: impl AsRef<Path>) {
    search(directory.as_ref(), &SETTINGS, &Permits);
}

fn search(directory: &Path, settings: &Settings, watch: &dyn Watcher) -> Ended {
    let directory = Directory::open(directory).unwrap();
    let limits = Limits::heaps(1 << 21);
    resumable::search(&code("4.406"), &limits, settings, &directory, watch).unwrap()
}

fn start(directory: &Path, permits: Stdio) -> Child {
    let mut command = Command::new(env::current_exe().unwrap());
    command.env(DIRECTORY, directory).stdin(permits).stdout(Stdio::piped());
    command.spawn().unwrap()
}

/// Kills the search while it saves its chunk `count`, or somewhat later.
fn kill_at_chunk(directory: &Path, count: usize) {
    let mut child = start(directory, Stdio::piped());
    // It stays open until the search is dead: it waits for a permit that never comes.
    let mut permits = child.stdin.take().unwrap();
    permits.write_all(&vec![1; count]).unwrap();
    child.stdout.take().unwrap().read_exact(&mut vec![0; count]).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
}

fn a_hundred_kills_lose_nothing() {
    let undisturbed = scratch();
    let seldom = Settings { save_every: Duration::MAX, ..SETTINGS };
    let Ended::Streamed(record, _) = search(undisturbed.path(), &seldom, &()) else {
        panic!("4.406 ended in memory")
    };
    assert_eq!(record.proved().map(|p| (p.preperiod, p.period)), Some((294_097, 44)));

    let (directory, mut random) = (scratch(), fastrand::Rng::with_seed(1));
    let mut reached = vec![];
    for _ in 0..100 {
        kill_at_chunk(directory.path(), random.usize(2..10));
        // Wherever it was killed, the record is whole.
        let record = resumable::read(directory.path());
        reached.push(record.unwrap_or_else(|error: LongError| panic!("{error}")).heap());
    }
    // Every kill fell between two saves: none before a first chunk was saved, none after the last.
    assert!(reached.is_sorted_by(|a, b| a < b), "{reached:?}");
    assert!(*reached.last().unwrap() < record.heap(), "{reached:?}");
    assert!(start(directory.path(), Stdio::null()).wait().unwrap().success());
    let bytes = |directory: &Path| fs::read(directory.join("record")).unwrap();
    assert!(bytes(directory.path()) == bytes(undisturbed.path()));
    // Nothing is left behind, once a search has been there.
    assert_eq!(names(directory.path()), ["lock", "record"]);
}
