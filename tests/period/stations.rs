//! Searches that are kept at their stations end as those that never stop, whatever stops them on
//! the way.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use octal::grundy::values::Slice;
use octal::period::resumable::{
    self, Checkpoint, Directory, SavedProgress, Settings, StationPlace, remove_stations,
    search_at_stations,
};
use octal::period::search::{Event, EventCallback, Limits, PeriodSearch, StationSpacing, Step};
use octal::period::sequence::{Known, Stop};

use crate::common::{code, names, scratch_in_memory as scratch};

/// Stations after every few looks at the limits.
const NEAR: StationSpacing = StationSpacing { work: 1 << 22, work_a_value: 1 << 1 };

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

/// The search in memory, and how many stations it comes to.
fn in_memory(text: &str, limits: &Limits) -> (Known, usize) {
    let mut search = PeriodSearch::spaced(&code(text), NEAR, limits);
    let mut stations = 0;
    loop {
        match search.step(&|_| true).unwrap() {
            Step::Ended => return (search.into_known(), stations),
            step => stations += usize::from(step == Step::Station),
        }
    }
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

    fn search(&self, text: &str, limits: &Limits, watch: &EventCallback<'_>) -> Known {
        let place = StationPlace { path: &self.path(), spacing: NEAR };
        search_at_stations(&code(text), limits, &place, watch).unwrap()
    }

    fn heap(&self) -> u64 {
        progress(&self.path()).station.unwrap().heap
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

/// Each round resumes from the last station of the round before, and ends as a search in memory
/// does.
#[test]
fn rounds_resume() {
    for text in GAMES {
        let kept = Kept::new();
        let mut reached = 0;
        for work in ROUNDS {
            let (expected, stations) = in_memory(text, &works(work));
            assert!(stations > 1 && expected.stop == Stop::Work, "{text}: {stations}");
            let looks = Looks::at_most(u64::MAX);
            assert_same(&kept.search(text, &works(work), &|e| looks.observe(e)), &expected);
            assert!(looks.first() > reached, "{text}: {} {reached}", looks.first());
            assert!(kept.heap() > reached, "{text}: {reached}");
            reached = kept.heap();
        }
        assert_eq!(names(&kept.path()), ["checkpoint", "lock", "values"]);
    }
    let wide = in_memory("0.04", &works(ROUNDS[0])).0;
    assert!(matches!(wide.values(), Slice::Words(_)));
}

/// Killed at any look, which saves nothing: the same end.
#[test]
fn killed() {
    for text in GAMES {
        let limits = works(ROUNDS[2]);
        let (expected, _) = in_memory(text, &limits);
        let (kept, mut kills, mut patience) = (Kept::new(), 0, 1);
        let found = loop {
            let looks = Looks::at_most(patience);
            let known = kept.search(text, &limits, &|e| looks.observe(e));
            if known.stop != Stop::Cancelled {
                break known;
            }
            (kills, patience) = (kills + 1, patience + 1);
        };
        assert!(kills > 2, "{text}: {kills}");
        assert_same(&found, &expected);
    }
}

/// Killed when the values of a station were written, but not that it is one: they count for
/// nothing.
#[test]
fn killed_between_two_files() {
    let (text, limits) = ("0.6", works(ROUNDS[1]));
    let kept = Kept::new();
    kept.search(text, &works(ROUNDS[0]), &|_| true);
    let checkpoint = kept.path().join("checkpoint");
    let before = fs::read(&checkpoint).unwrap();
    let expected = kept.search(text, &limits, &|_| true);
    let after = progress(&kept.path());
    fs::write(&checkpoint, before).unwrap();
    assert_same(&kept.search(text, &limits, &|_| true), &expected);
    // The speed and the times differ.
    let timeless = |progress: SavedProgress| SavedProgress {
        heaps_per_second: 0.0,
        last_rare_saved: 0,
        ..progress
    };
    assert_eq!(timeless(progress(&kept.path())), timeless(after));
}

/// A search with nearer limits than those of the station begins again, and ends as if there were
/// none. So do searches that end at a limit of heaps or of memory.
#[test]
fn other_limits() {
    for text in ["0.106", "0.6", "0.04"] {
        let kept = Kept::new();
        kept.search(text, &works(ROUNDS[1]), &|_| true);
        let heap = kept.heap();
        let memory = |memory| Limits { memory, ..works(ROUNDS[1] + ROUNDS[0]) };
        for limits in [
            works(ROUNDS[0]),
            Limits::heaps(heap / 2),
            Limits::heaps(heap),
            Limits::heaps(heap + heap / 8),
            memory(heap),
            memory(3 * heap),
            memory(6 * heap),
        ] {
            assert_same(&kept.search(text, &limits, &|_| true), &in_memory(text, &limits).0);
        }
        assert!(kept.heap() >= heap);
    }
}

/// Such a search is not changed here by `resumable::search`.
#[test]
fn gone_on_with_by_another_search() {
    for text in ["0.106", "0.6"] {
        let kept = Kept::new();
        kept.search(text, &works(ROUNDS[0]), &|_| true);
        let (station, limits) = (kept.heap(), Limits::heaps(3 * kept.heap()));
        let standing = || progress(&kept.path());
        for start in [u64::MAX, 64] {
            let settings = Settings { start, ..Settings::DEFAULT };
            let directory = Directory::open(kept.path()).unwrap();
            resumable::search(&code(text), &limits, &settings, &directory, &|_| true).unwrap();
            drop(directory);
            let farther = standing();
            let file = fs::read(kept.path().join("checkpoint")).unwrap();
            assert!(farther.heap >= limits.heaps && farther.station.unwrap().heap == station);
            let looks = Looks::at_most(u64::MAX);
            let (expected, _) = in_memory(text, &works(ROUNDS[1]));
            assert_same(&kept.search(text, &works(ROUNDS[1]), &|e| looks.observe(e)), &expected);
            assert!(looks.first() > station);
            // It stands where it stood, or farther.
            let count = |progress: SavedProgress| progress.rare.unwrap().count;
            assert!(standing().heap >= farther.heap && count(standing()) >= count(farther));
            assert!(kept.heap() > station);
            // The next search begins at the old station too.
            fs::write(kept.path().join("checkpoint"), file).unwrap();
        }
    }
}

/// Where nothing can be written, or the directory is in use, damaged, or somebody else's, the
/// search is done in memory alone, and what is there stays.
#[test]
fn in_memory_alone() {
    let (text, limits) = ("0.6", works(ROUNDS[0]));
    let (expected, _) = in_memory(text, &limits);
    let (no_directory, looks) = (Kept::new(), Looks::at_most(u64::MAX));
    fs::write(no_directory.path().parent().unwrap(), "").unwrap();
    assert_same(&no_directory.search(text, &limits, &|e| looks.observe(e)), &expected);
    assert!(!no_directory.path().exists());
    // It is reported once, not at each station.
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
    kept.search(text, &works(ROUNDS[0] - 1), &|_| true);
    let locked = Directory::open(kept.path()).unwrap();
    alone(&kept, "another process searches");
    drop(locked);
    let values = kept.path().join("values");
    let whole = fs::read(&values).unwrap();
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 1;
    fs::write(&values, damaged).unwrap();
    alone(&kept, "are damaged or missing");
    fs::write(&values, whole).unwrap();
    fs::write(kept.path().join("notes.txt"), "mine").unwrap();
    alone(&kept, "`notes.txt`");
    fs::remove_file(kept.path().join("notes.txt")).unwrap();
    fs::remove_file(values).unwrap();
    alone(&kept, "from heap 0 on are damaged or missing");
}

/// The remains of a first save that was cut off are completed at the next save.
#[test]
fn a_first_save_cut_off() {
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
        assert!(fs::read(kept.path().join("values")).unwrap() == values);
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

/// A directory is removed with all that is in it, but not that of another search.
#[test]
fn removed() {
    let kept = Kept::new();
    kept.search("0.6", &works(ROUNDS[0]), &|_| true);
    let locked = Directory::open(kept.path()).unwrap();
    remove_stations(&kept.path()).unwrap();
    assert!(kept.path().join("values").exists());
    drop(locked);
    remove_stations(&kept.path()).unwrap();
    assert!(!kept.path().exists());
    let other = scratch();
    let directory = Directory::open(other.path()).unwrap();
    let limits = Limits::heaps(1000);
    resumable::search(&code("0.6"), &limits, &Settings::TINY, &directory, &|_| true).unwrap();
    drop(directory);
    remove_stations(other.path()).unwrap();
    assert!(other.path().join("values").exists());
}
