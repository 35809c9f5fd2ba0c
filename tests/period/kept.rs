//! Searches that a survey keeps end as those that never stop, whatever stops them on the way.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use octal::grundy::values::Slice;
use octal::period::resumable::{
    self, Checkpoint, Directory, SavedProgress, Settings, remove_kept, search_and_keep,
};
use octal::period::search::{Event, EventCallback, Limits, search};
use octal::period::sequence::{Known, Stop};

use crate::common::{code, names, scratch_in_memory as scratch};

fn progress(directory: &Path) -> SavedProgress {
    Checkpoint::of(directory).unwrap().unwrap().progress
}

/// Games by blocks and by superblocks, with values of one byte and of two, and the works of three
/// rounds.
const GAMES: [&str; 5] = ["0.106", "0.6", "0.205", "0.04", "0.007"];
const ROUNDS: [u64; 3] = [70_000_000, 140_000_000, 280_000_000];

fn works(work: u64) -> Limits {
    Limits { work: Some(work), ..Limits::heaps(1 << 26) }
}

/// The search in memory.
fn in_memory(text: &str, limits: &Limits) -> Known {
    search(&code(text), limits, &|_| true).unwrap()
}

/// A directory for one search.
struct Kept {
    scratch: tempfile::TempDir,
}

impl Kept {
    fn new() -> Kept {
        Kept { scratch: scratch() }
    }

    fn path(&self) -> PathBuf {
        self.scratch.path().join("searches").join("one")
    }

    /// Searches, and saves after every step.
    fn search(&self, text: &str, limits: &Limits, watch: &EventCallback<'_>) -> Known {
        search_and_keep(&code(text), limits, &self.path(), Duration::ZERO, watch).unwrap()
    }

    fn heap(&self) -> u64 {
        progress(&self.path()).heap
    }
}

fn assert_same(found: &Known, expected: &Known) {
    let text = expected.code.to_string();
    assert_eq!(
        (found.stop, found.verified_to()),
        (expected.stop, expected.verified_to()),
        "{text}"
    );
    assert_eq!((found.work, found.rare), (expected.work, expected.rare), "{text}");
    assert_eq!(found.finding, expected.finding, "{text}");
    assert!(found.values() == expected.values(), "{text}");
}

/// Notes the heaps that are computed, and stops after some looks.
struct Looks {
    left: AtomicU64,
    first: Mutex<Option<u64>>,
    not_kept: Mutex<Vec<String>>,
}

impl Looks {
    fn at_most(looks: u64) -> Looks {
        Looks { left: looks.into(), first: Mutex::default(), not_kept: Mutex::default() }
    }

    /// The heap of the first look.
    fn first(&self) -> u64 {
        self.first.lock().unwrap().unwrap()
    }

    fn observe(&self, event: Event<'_>) -> bool {
        match event {
            Event::Progress(progress) => {
                self.first.lock().unwrap().get_or_insert(progress.heap);
                self.left.fetch_sub(1, Ordering::Relaxed) > 1
            }
            Event::NotKept(reason) => {
                self.not_kept.lock().unwrap().push(reason.to_string());
                true
            }
            _ => true,
        }
    }
}

/// Each round resumes where the round before has ended, and ends as a search in memory does.
#[test]
fn rounds_resume() {
    for text in GAMES {
        let kept = Kept::new();
        let mut reached = 0;
        for work in ROUNDS {
            let expected = in_memory(text, &works(work));
            assert!(expected.stop == Stop::Work && expected.work >= work, "{text}");
            // At most a 64th more heaps than the work allows.
            assert!(expected.work < work + work / 16, "{text}: {}", expected.work);
            let looks = Looks::at_most(u64::MAX);
            assert_same(&kept.search(text, &works(work), &|e| looks.observe(e)), &expected);
            assert!(looks.first() >= reached, "{text}: {} {reached}", looks.first());
            reached = kept.heap();
            assert_eq!(reached, expected.verified_to(), "{text}");
        }
        assert_eq!(names(&kept.path()), ["checkpoint", "lock", "values"]);
    }
    assert!(matches!(in_memory("0.04", &works(ROUNDS[0])).values(), Slice::Words(_)));
}

/// Cancelled at any look, or killed, so that the last save is lost: the same end.
#[test]
fn cancelled_and_killed() {
    for text in GAMES {
        let limits = works(ROUNDS[2]);
        let expected = in_memory(text, &limits);
        let (kept, mut runs, mut patience) = (Kept::new(), 0, 1);
        let found = loop {
            let looks = Looks::at_most(patience);
            let checkpoint = kept.path().join("checkpoint");
            let before = fs::read(&checkpoint);
            let known = kept.search(text, &limits, &|e| looks.observe(e));
            if known.stop != Stop::Cancelled {
                break known;
            }
            if let Ok(before) = before
                && runs % 2 == 1
            {
                // The values were written, but not that they are certain.
                fs::write(&checkpoint, before).unwrap();
            }
            (runs, patience) = (runs + 1, patience + 1);
        };
        assert!(runs > 2, "{text}: {runs}");
        assert_same(&found, &expected);
    }
}

/// A search with nearer limits begins again, and ends as if nothing were saved. So do searches that
/// end at a limit of heaps.
#[test]
fn other_limits() {
    for text in ["0.106", "0.6", "0.04"] {
        let kept = Kept::new();
        kept.search(text, &works(ROUNDS[1]), &|_| true);
        let heap = kept.heap();
        for limits in [
            works(ROUNDS[0]),
            Limits::heaps(heap / 2),
            Limits::heaps(heap),
            Limits::heaps(heap + heap / 8),
        ] {
            assert_same(&kept.search(text, &limits, &|_| true), &in_memory(text, &limits));
        }
        assert!(kept.heap() >= heap);
    }
}

/// A long search continues from a kept one. A survey resumes it, unless it has dropped its history;
/// then it stays as it is.
#[test]
fn continued_by_a_long_search() {
    for text in ["0.106", "0.6"] {
        for (start, resumes) in [(u64::MAX, true), (64, false)] {
            let kept = Kept::new();
            kept.search(text, &works(ROUNDS[0]), &|_| true);
            let (limits, before) = (Limits::heaps(kept.heap() * 5 / 4), progress(&kept.path()));
            let settings = Settings { start, ..Settings::DEFAULT };
            let directory = Directory::open(kept.path()).unwrap();
            resumable::search(&code(text), &limits, &settings, &directory, &|_| true).unwrap();
            drop(directory);
            let farther = Checkpoint::of(kept.path()).unwrap().unwrap();
            assert!(farther.progress.heap >= limits.heaps && farther.progress.heap > before.heap);
            // Only the rare heaps of 0.106 are quiet soon.
            let resumes = resumes || text == "0.6";
            assert_eq!(farther.stream.is_none(), resumes, "{text}");
            let looks = Looks::at_most(u64::MAX);
            let limits = works(ROUNDS[2]);
            let found = kept.search(text, &limits, &|e| looks.observe(e));
            assert_same(&found, &in_memory(text, &limits));
            assert_eq!(looks.first() >= farther.progress.heap, resumes, "{text}");
            assert_eq!(kept.heap() > farther.progress.heap, resumes, "{text}");
        }
    }
}

/// Where nothing can be written, or the directory is in use, damaged, or somebody else's, the
/// search is done in memory alone, and what is there stays.
#[test]
fn in_memory_alone() {
    let (text, limits) = ("0.6", works(ROUNDS[0]));
    let expected = in_memory(text, &limits);
    let (no_directory, looks) = (Kept::new(), Looks::at_most(u64::MAX));
    fs::write(no_directory.path().parent().unwrap(), "").unwrap();
    assert_same(&no_directory.search(text, &limits, &|e| looks.observe(e)), &expected);
    assert!(!no_directory.path().exists());
    // It is reported once, not at each step.
    let reported = looks.not_kept.into_inner().unwrap();
    assert!(reported.len() == 1 && reported[0].starts_with("cannot open `"), "{reported:?}");
    let alone = |kept: &Kept, reason: &str| {
        let read = |name: String| fs::read(kept.path().join(name)).unwrap();
        let bytes = || names(&kept.path()).into_iter().map(read).collect::<Vec<_>>();
        let before = bytes();
        let looks = Looks::at_most(u64::MAX);
        assert_same(&kept.search(text, &limits, &|e| looks.observe(e)), &expected);
        let messages = looks.not_kept.into_inner().unwrap().join(" ");
        assert!(
            messages.contains(reason) && messages.is_empty() == reason.is_empty(),
            "{messages}"
        );
        assert_eq!(bytes(), before);
    };
    let kept = Kept::new();
    kept.search(text, &works(ROUNDS[0] / 2), &|_| true);
    let locked = Directory::open(kept.path()).unwrap();
    alone(&kept, "another process searches");
    drop(locked);
    let values = kept.path().join("values");
    let whole = fs::read(&values).unwrap();
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 1;
    fs::write(&values, damaged).unwrap();
    alone(&kept, "are damaged or missing; remove its directory");
    fs::write(&values, whole).unwrap();
    fs::write(kept.path().join("notes.txt"), "mine").unwrap();
    alone(&kept, "`notes.txt`");
    fs::remove_file(kept.path().join("notes.txt")).unwrap();
    fs::remove_file(values).unwrap();
    alone(&kept, "values are missing: it has 0 bytes");
}

/// Nobody knows the work of values without a checkpoint: they count for nothing.
#[test]
fn values_without_a_checkpoint() {
    let (text, limits) = ("0.6", works(ROUNDS[0]));
    let kept = Kept::new();
    let expected = kept.search(text, &limits, &|_| true);
    let (heap, values) = (kept.heap(), fs::read(kept.path().join("values")).unwrap());
    for lost in [&["checkpoint"] as &[&str], &["checkpoint", "values"]] {
        lost.iter().for_each(|file| fs::remove_file(kept.path().join(file)).unwrap());
        let looks = Looks::at_most(u64::MAX);
        assert_same(&kept.search(text, &limits, &|e| looks.observe(e)), &expected);
        assert_eq!(looks.not_kept.into_inner().unwrap(), [""; 0]);
        assert_eq!(kept.heap(), heap);
        assert!(fs::read(kept.path().join("values")).unwrap().len() >= values.len());
    }
}

/// A process that waits for a directory which is then removed gets a new one, and no other process
/// gets that.
#[cfg(unix)]
#[test]
fn removed_while_somebody_waits() {
    let place = scratch();
    let path = place.path().join("d");
    let removed = Directory::open(&path).unwrap();
    let waiting = std::thread::spawn({
        let path = path.clone();
        move || Directory::open(path)
    });
    std::thread::sleep(std::time::Duration::from_millis(100));
    fs::remove_dir_all(&path).unwrap();
    drop(removed);
    let got = waiting.join().unwrap();
    // It may have waited in vain, if this thread was late.
    if let Ok(got) = got {
        assert!(path.join("lock").exists());
        let error = Directory::open(&path).unwrap_err().to_string();
        assert!(error.contains("another process searches"), "{error}");
        drop(got);
    }
    Directory::open(&path).unwrap();
}

/// A directory is removed with all that is in it, but not that of a search that has dropped its history.
#[test]
fn removed() {
    let kept = Kept::new();
    kept.search("0.6", &works(ROUNDS[0]), &|_| true);
    let locked = Directory::open(kept.path()).unwrap();
    remove_kept(&kept.path()).unwrap();
    assert!(kept.path().join("values").exists());
    drop(locked);
    remove_kept(&kept.path()).unwrap();
    assert!(!kept.path().exists());
    let other = scratch();
    let directory = Directory::open(other.path()).unwrap();
    let limits = Limits::heaps(100_000);
    resumable::search(&code("0.106"), &limits, &Settings::TINY, &directory, &|_| true).unwrap();
    drop(directory);
    remove_kept(other.path()).unwrap();
    assert!(other.path().join("values").exists());
}
