//! Resumable searches that are killed again and again end as those that are not.

use std::env;
use std::io::{Read, Write, stdin, stdout};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use libtest_mimic::Trial;
use octal::certificate;
use octal::period::resumable::{self, Checkpoint, Directory, Ended, Settings};
use octal::period::search::{Event, EventCallback, Limits};

use super::common::{code, names, scratch_in_memory as scratch};
use super::trial;

/// Names the directory, the code and the last heap of the search to the copy of this program that
/// is to be killed.
const SEARCH: [&str; 3] =
    ["OCTAL_TEST_SEARCH_DIRECTORY", "OCTAL_TEST_SEARCH_CODE", "OCTAL_TEST_SEARCH_LIMIT"];

/// Kills for each of the four games, unless `OCTAL_TEST_KILLS` sets another number.
const KILLS: usize = 8;

pub fn trials() -> Vec<Trial> {
    let kills = |name: &str, test| trial(&format!("kills::{name}"), || None, test);
    vec![
        kills("few_rare_heaps", || kill_and_compare("0.56", 1 << 20)),
        kills("rare_heaps_that_went_quiet", || kill_and_compare("4.406", 1 << 21)),
        kills("new_rare_heaps_after_the_history_was_dropped", || kill_and_compare("0.16", 1 << 20)),
        kills("rare_heaps_to_the_end", || kill_and_compare("0.007", 30_000)),
    ]
}

/// The search that this process is to run instead of tests, if it is to.
pub fn search_to_be_killed() -> Option<()> {
    let [directory, code, limit] = SEARCH.map(env::var);
    let limit = limit.ok()?.parse().unwrap();
    search(Path::new(&directory.ok()?), &code.ok()?, limit, &permitted);
    Some(())
}

/// Computes a step for each byte on stdin, and as many as it likes when stdin has ended. Each byte
/// is echoed when its step is computed, just before that is saved.
fn permitted(event: Event<'_>) -> bool {
    let mut permit = [0];
    if matches!(event, Event::Progress(_)) && stdin().read(&mut permit).unwrap() == 1 {
        stdout().write_all(&permit).unwrap();
        stdout().flush().unwrap();
    }
    true
}

/// A search that saves after every step.
fn search(directory: &Path, text: &str, limit: u64, watch: &EventCallback<'_>) -> Ended {
    let directory = Directory::open(directory).unwrap();
    let limits = Limits::heaps(limit);
    resumable::search(&code(text), &limits, &Settings::TINY, &directory, watch).unwrap()
}

fn start(directory: &Path, text: &str, limit: u64) -> Child {
    let mut command = Command::new(env::current_exe().unwrap());
    let [for_directory, for_code, for_limit] = SEARCH;
    command.env(for_directory, directory).env(for_code, text).env(for_limit, limit.to_string());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
}

/// Kills the search while it saves step `count`, or somewhat later; false if it ended before.
fn kill_at_step(mut child: Child, count: usize) -> bool {
    // It stays open until the search is dead: it waits for a permit that never comes.
    let mut permits = child.stdin.take().unwrap();
    let _ = permits.write_all(&vec![1; count]);
    let echoed = child.stdout.take().unwrap().read_exact(&mut vec![0; count]);
    child.kill().unwrap();
    child.wait().unwrap();
    echoed.is_ok()
}

/// The result of a search: its certificate or its values, and its findings.
fn found(ended: Ended) -> (Vec<u16>, Option<Vec<u8>>, String) {
    match ended {
        Ended::InMemory(known) => {
            let findings = format!("{:?} {:?} {:?}", known.finding, known.rare, known.stop);
            (known.values().to_vec(), certificate::write(&known).ok(), findings)
        }
        Ended::Streamed(record, stop) => {
            let findings =
                format!("{:?} {stop:?} {:?}", record.finding(), (record.max, record.max_at));
            (vec![], certificate::of_search(&record, &|| true).ok(), findings)
        }
    }
}

fn kill_and_compare(text: &str, limit: u64) {
    let undisturbed = scratch();
    let expected = found(search(undisturbed.path(), text, limit, &|_| true));
    let (directory, mut random) = (scratch(), fastrand::Rng::with_seed(1));
    let wanted = env::var("OCTAL_TEST_KILLS").map_or(KILLS, |kills| kills.parse().unwrap());
    let (mut kills, mut reached) = (0, vec![]);
    for _ in 0..wanted {
        let child = start(directory.path(), text, limit);
        kills += usize::from(kill_at_step(child, random.usize(1..6)));
        // Wherever it was killed, what is there can be read.
        let checkpoint = Checkpoint::of(directory.path()).unwrap();
        reached.push(checkpoint.map_or(0, |checkpoint| checkpoint.progress.heap));
    }
    assert!(kills == wanted, "{text}: it ended after {kills} kills: {reached:?}");
    // Each run resumes where the last one was killed, or it would not come this far.
    reached.dedup();
    assert!(reached.len() > wanted / 2, "{text}: {reached:?}");
    assert!(found(search(directory.path(), text, limit, &|_| true)) == expected, "{text}");
    // The speed and the times differ, and so do the blocks in which values were appended.
    let stream = |directory: &Path| Checkpoint::of(directory).unwrap().unwrap().stream;
    assert!(stream(directory.path()) == stream(undisturbed.path()), "{text}");
    // Nothing is left behind, once a search has been there.
    assert_eq!(names(directory.path()), names(undisturbed.path()), "{text}");
}
