//! Rare heaps that turn up when the history is dropped, and memory is too little to begin again: the stream goes on
//! with followers.

use std::path::Path;
use std::sync::Mutex;

use octal::certificate;
use octal::check::{CertificateFile, Selection};
use octal::grundy::RareSet;
use octal::grundy::stream::Basis;
use octal::period::Finding;
use octal::period::resumable::{
    self, Bookmark, Directory, Ended, ResumableError, SearchRecord, Settings, SideBySide,
};
use octal::period::search::{self, Event, EventCallback, Limits};
use octal::period::sequence::Stop;

use super::resumable::{
    BY_SUPERBLOCKS, SELDOM, assert_agrees, assert_ends_as, how, in_memory, is_refused, patient,
    record_bytes, search,
};
use crate::common::{code, scratch_in_memory as scratch};

/// Games, and the distant rare heaps before heap 60000 of streams with short windows.
const CASES: [(&str, Settings, &[u64]); 2] = [
    ("0.16", SELDOM, &[13_932, 13_935]),
    ("0.444", BY_SUPERBLOCKS, &[40_172, 53_921, 56_202, 59_139]),
];
const END: u64 = 60_000;

/// Too little memory for all values up to the first of these heaps.
fn little(text: &str, heaps: u64) -> Limits {
    let memory = if text == "0.444" { 190_000 } else { 140_000 };
    Limits { heaps, work: None, memory }
}

/// The record of a search that a limit of heaps has ended.
fn record(ended: Ended) -> SearchRecord {
    match ended {
        Ended::Streamed(record, Stop::Heaps) => *record,
        ended => panic!("{}", how(&ended)),
    }
}

fn distant(basis: &Basis) -> Vec<u64> {
    basis.distant.iter().map(|rare| rare.heap).collect()
}

/// That the record has the values, rare heaps and largest value of the search in memory.
fn assert_is_right(record: &SearchRecord) {
    let (code, heap) = (record.code(), record.heap());
    let known = search::search(&code, &Limits::heaps(heap - 1), &|_| true).unwrap();
    let expected = known.values().range(..).to_vec();
    assert!(expected.ends_with(record.last()), "{code}");
    let values = record.values(0..heap, &|| true).unwrap();
    let wrong = (0..heap as usize).find(|&n| values[n] != expected[n]);
    assert_eq!((wrong, values.len()), (None, expected.len()), "{code}");
    let space = record.basis().space;
    let rare = expected.iter().enumerate().filter(|&(n, &value)| space.is_rare(n, value));
    let (count, last) =
        (rare.clone().count() as u64, rare.clone().next_back().map(|(n, _)| n as u64));
    assert_eq!(record.basis().rare_set(), RareSet { space, count, last }, "{code}");
    assert_eq!(record.max_value(), known.max_value(), "{code}");
    assert_eq!(record.finding(), Finding::Open);
}

/// The values are right far beyond the first of them, where followers have followers, and when they are computed again
/// from snapshots on both sides of each.
#[test]
fn values_beyond_them() {
    for (text, settings, expected) in CASES {
        let directory = scratch();
        let ended =
            search(text, &little(text, END), &settings, directory.path(), &|_| true).unwrap();
        let record = record(ended);
        let basis = record.basis();
        assert_eq!(distant(&basis), expected, "{text}");
        assert_eq!(basis.superblocks, settings == BY_SUPERBLOCKS, "{text}");
        assert_is_right(&record);
        let standing = resumable::standing(directory.path()).unwrap().unwrap();
        assert_eq!(standing.rare_count, basis.rare_count(), "{text}");
        assert_eq!(standing.last_rare, expected.last().copied(), "{text}");
    }
}

/// Goes on to the end, and stops when it has been asked more and more often.
fn in_pieces(text: &str, settings: &Settings, directory: &Path) -> u64 {
    for (runs, patience) in (1..).zip((1..).step_by(5)) {
        let watch = patient(patience);
        match search(text, &little(text, END), settings, directory, &watch).unwrap() {
            Ended::Streamed(_, Stop::Cancelled) => {}
            ended => {
                record(ended);
                return runs;
            }
        }
    }
    0
}

/// Stopped after every few chunks, at every limit, or while such a heap is decided: the same record.
#[test]
fn interrupted_as_uninterrupted() {
    for (text, settings, _) in CASES {
        let whole = scratch();
        record(search(text, &little(text, END), &settings, whole.path(), &|_| true).unwrap());
        let directory = scratch();
        let runs = in_pieces(text, &settings, directory.path());
        assert!(runs > 10, "{text}: {runs}");
        assert!(record_bytes(directory.path()) == record_bytes(whole.path()), "{text}");
        let directory = scratch();
        for heaps in (1..).map(|i| 7001 * i).take_while(|&n| n < END).chain([END]) {
            match search(text, &little(text, heaps), &settings, directory.path(), &|_| true)
                .unwrap()
            {
                Ended::InMemory(known) => assert_eq!(known.stop, Stop::Heaps, "{text} {heaps}"),
                ended => assert_eq!(record(ended).heap(), heaps + 1),
            }
        }
        assert!(record_bytes(directory.path()) == record_bytes(whole.path()), "{text}");
    }
}

/// What is kept of distant rare heaps stands at the end of a record; with a right checksum and a wrong content it is
/// refused or gone on with, never a panic.
#[test]
fn records_that_contradict_themselves() {
    let directory = scratch();
    record(search("0.16", &little("0.16", 30_000), &SELDOM, directory.path(), &|_| true).unwrap());
    let whole = record_bytes(directory.path());
    let mut refused = 0;
    // Two followers with states of some hundred values each, and before them two heaps.
    for at in (whole.len() - 3000..whole.len()).step_by(7) {
        refused += u32::from(is_refused(whole.clone(), at, 1));
    }
    for at in whole.len() - 12..whole.len() {
        refused += u32::from(is_refused(whole.clone(), at, 0x80));
    }
    assert!(refused > 5, "{refused}");
}

/// In 0.56 heap 22778 is the first with the value 64, and rare. With the bit of that value in the mask it is common, as all
/// that is large, and the search proves the period without a distant rare heap.
#[test]
fn a_wider_mask() {
    for settings in [SELDOM, BY_SUPERBLOCKS] {
        let directory = scratch();
        let limits = Limits { heaps: 1 << 21, work: None, memory: 140_000 };
        let before =
            search("0.56", &little("0.56", 22_777), &settings, directory.path(), &|_| true);
        assert_eq!(record(before.unwrap()).basis().space.mask, 27);
        let ended = search("0.56", &limits, &settings, directory.path(), &|_| true).unwrap();
        let Ended::Streamed(record, Stop::Proof) = ended else { panic!("{}", how(&ended)) };
        assert_eq!((record.basis().space.mask, record.basis().distant.len()), (91, 0));
        assert!(record.basis().accepted.contains(&22_778));
        assert_agrees(&record, &in_memory("0.56"));
        if record.basis().superblocks {
            // Their windows are too short for the tuning with which certificates are made.
            continue;
        }
        let file = certificate::of_search(&record, &|| true).unwrap();
        let links = CertificateFile::read(&file).unwrap();
        let established =
            links.check(&links.pick(Selection::All).unwrap(), 2, &|_, _| true).unwrap();
        assert!(established.proved, "{}", established.statement);
    }
}

/// The events of a search about rare heaps.
#[derive(Default)]
struct Told(Mutex<Vec<String>>);

impl Told {
    fn all(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }

    fn observe(&self, event: Event<'_>) -> bool {
        let text = match event {
            Event::DistantRareHeap { rare, memory } => {
                format!("goes on after {}, {memory} bytes", rare.heap)
            }
            Event::WiderMask { heap, mask } => format!("mask {mask} at {heap}"),
            Event::ReturnToHistory { rare, heap } => {
                format!("goes back after {}, up to {heap}", rare.heap)
            }
            _ => return true,
        };
        self.0.lock().unwrap().push(text);
        true
    }
}

/// With memory for all values a search goes back to them, and proves the period that it could not prove; what it has come
/// to stays until it is there again, however often it is stopped.
#[test]
fn back_to_all_values() {
    let (directory, limits) = (scratch(), little("0.16", 30_000));
    let told = Told::default();
    record(search("0.16", &limits, &SELDOM, directory.path(), &|e| told.observe(e)).unwrap());
    // 3 bytes a heap and 2^17 beside.
    let [first, second] = [13_932, 13_935]
        .map(|heap| format!("goes on after {heap}, {} bytes", 3 * (heap + 1) + (1 << 17)));
    assert_eq!(told.all(), [first, second]);
    let before = record_bytes(directory.path());
    let ample = Limits { memory: 3 * 30_002 + (1 << 17), ..Limits::heaps(1 << 21) };
    // A byte less is too little to go back, and the limit of heaps is the old one: nothing changes.
    let less = Limits { memory: ample.memory - 1, heaps: 30_000, ..ample };
    let told = Told::default();
    record(search("0.16", &less, &SELDOM, directory.path(), &|e| told.observe(e)).unwrap());
    assert_eq!(told.all(), [""; 0]);
    assert!(record_bytes(directory.path()) == before);
    // Stopped while it goes back, it stands where it stood.
    let ended = search(
        "0.16",
        &ample,
        &SELDOM,
        directory.path(),
        &|event| !matches!(event, Event::Progress(progress) if progress.heap >= 20_000),
    )
    .unwrap();
    let Ended::InMemory(known) = ended else { panic!("{}", how(&ended)) };
    assert!(known.stop == Stop::Cancelled && known.verified_to() >= 20_000);
    assert_eq!(resumable::standing(directory.path()).unwrap().unwrap().heap, 30_000);
    assert!(record_bytes(directory.path()) == before);
    let told = Told::default();
    let ended = search("0.16", &ample, &SELDOM, directory.path(), &|e| told.observe(e)).unwrap();
    assert_eq!(told.all(), ["goes back after 13935, up to 30001"]);
    assert_ends_as(&ended, &in_memory("0.16"));
}

/// Side by side, a game whose share is too small for its rare heap waits for all the memory, as that is enough to prove its
/// period; where it is not, it goes on at once.
#[test]
fn a_share_of_the_memory() {
    let codes = [code("0.16"), code("0.106")];
    for (memory, is_enough) in [(280_000, true), (150_000, false)] {
        let (directory, told) = (scratch(), Told::default());
        let limits = Limits { memory, ..Limits::heaps(40_000) };
        let (path, settings) = (directory.path(), Settings { start: 1 << 13, ..SELDOM });
        let searches = SideBySide { limits, settings, path, threads: 2 };
        let watch = |_: &_| -> Box<EventCallback<'_>> { Box::new(|e| told.observe(e)) };
        let found = searches
            .search(&codes, &watch, &|end| match end.ended {
                Ended::Streamed(record, _) => distant(&record.basis()),
                Ended::InMemory(_) => vec![],
            })
            .unwrap();
        let found = found[0].as_ref().unwrap();
        assert_eq!(found.contains(&13_932), !is_enough, "{memory}: {found:?}");
        let told = told.all();
        assert_eq!(told.iter().any(|text| text.starts_with("goes on after 13932,")), !is_enough);
    }
}

/// A search that has no room for the followers which later heaps need names the memory that it takes: here to go back to
/// all values, which is less than they take. With a byte less it ends there again, and what it has is right.
#[test]
fn no_room_for_a_follower() {
    let (directory, mut limits) = (scratch(), little("0.16", 1 << 21));
    let mut ends = vec![];
    for _ in 0..2 {
        let ended = search("0.16", &limits, &SELDOM, directory.path(), &|_| true);
        let error = ended.map(|ended| how(&ended)).unwrap_err();
        let ResumableError::FollowerMemory { heap, bytes } = error else { panic!("{error}") };
        assert!(error.is_lack_of_memory(), "{error}");
        assert_eq!(bytes, 3 * (heap + 1) + (1 << 17));
        assert_is_right(&resumable::record(directory.path()).unwrap().unwrap());
        limits.memory = bytes - 1;
        ends.push(heap);
    }
    assert!(ends[0] > END && ends[0] == ends[1], "{ends:?}");
    limits.memory += 1;
    let ended = search("0.16", &limits, &SELDOM, directory.path(), &|_| true).unwrap();
    assert_ends_as(&ended, &in_memory("0.16"));
}

/// A bookmark has what a search with followers needs, and it goes on in another directory to the same record.
#[test]
fn elsewhere() {
    for (text, settings, expected) in CASES {
        let whole = scratch();
        record(search(text, &little(text, END), &settings, whole.path(), &|_| true).unwrap());
        let near = scratch();
        let heaps = expected[1] + 1000;
        let ended = search(text, &little(text, heaps), &settings, near.path(), &|_| true).unwrap();
        let file = Bookmark::file(&record(ended)).unwrap();
        let far = scratch();
        let bookmark = Bookmark::read(file, &settings).unwrap();
        assert!(bookmark.take_over(&Directory::open(far.path()).unwrap()).unwrap());
        record(search(text, &little(text, END), &settings, far.path(), &|_| true).unwrap());
        assert!(record_bytes(far.path()) == record_bytes(whole.path()), "{text}");
    }
}
