//! Rare heaps that turn up when the history is dropped, and memory is too little for all values.

use octal::certificate;
use octal::check::{CertificateFile, Selection};
use octal::period::resumable::{Ended, Settings};
use octal::period::search::{self, EventCallback, Limits};
use octal::period::sequence::Stop;
use octal::survey::searches::SideBySide;

use super::resumable::{
    BY_SUPERBLOCKS, SELDOM, assert_agrees, assert_ends_as, how, in_memory, saved_stream, search,
};
use crate::common::{code, scratch_in_memory as scratch};

/// Games, the first rare heap that a stream with short windows meets, and memory that is too little
/// for all values up to there.
const CASES: [(&str, Settings, u64, u64); 2] =
    [("0.16", SELDOM, 13_932, 140_000), ("0.444", BY_SUPERBLOCKS, 40_172, 190_000)];

/// The search ends at the rare heap with the bytes that it takes to continue, also when it is tried
/// again or has a byte less than that. Its checkpoint stays. With these bytes it continues.
#[test]
fn the_bytes_that_it_takes() {
    for (text, settings, rare, little) in CASES {
        let (directory, limits) = (scratch(), Limits::heaps(60_000));
        let known = search::search(&code(text), &limits, &|_| true).unwrap();
        let value = known.value(rare).unwrap();
        // 3 bytes a heap and 2^17 beside.
        let enough = 3 * (rare + 1) + (1 << 17);
        let mut checkpoints = vec![];
        for memory in [little, little, enough - 1] {
            let limits = Limits { memory, ..limits };
            let ended = search(text, &limits, &settings, directory.path(), &|_| true);
            let error = ended.map(|ended| how(&ended)).unwrap_err();
            assert!(error.is_lack_of_memory(), "{error}");
            let expected = format!(
                "heap {rare} is a new rare heap, with the value {value}: to continue, allow {enough} \
                 bytes of memory or more"
            );
            assert_eq!(error.to_string(), expected);
            let stream = saved_stream(directory.path());
            let values = stream.values(0..rare, &|| true).unwrap();
            assert!((0..rare).zip(values).all(|(n, v)| known.value(n) == Some(u64::from(v))));
            checkpoints.push(stream);
        }
        assert!(checkpoints.iter().all(|checkpoint| *checkpoint == checkpoints[0]), "{text}");
        let limits = Limits { memory: enough, heaps: rare + 1, ..limits };
        let ended = search(text, &limits, &settings, directory.path(), &|_| true).unwrap();
        let Ended::InMemory(found) = ended else { panic!("{text}: {}", how(&ended)) };
        assert_eq!((found.verified_to(), found.value(rare)), (rare + 1, Some(value)), "{text}");
    }
}

/// A search that continues with enough memory ends as one that always had it.
#[test]
fn with_more_memory() {
    let (text, settings, _, memory) = CASES[0];
    let directory = scratch();
    let limits = Limits { memory, ..Limits::heaps(1 << 21) };
    search(text, &limits, &settings, directory.path(), &|_| true).unwrap_err();
    let limits = Limits::heaps(1 << 21);
    let ended = search(text, &limits, &settings, directory.path(), &|_| true).unwrap();
    assert_ends_as(&ended, &in_memory(text));
}

/// Side by side, a game whose share is too small for its rare heap continues with all the memory.
#[test]
fn a_share_of_the_memory() {
    let codes = [code("0.16"), code("0.106")];
    for (memory, is_enough) in [(400_000, true), (150_000, false)] {
        let directory = scratch();
        let limits = Limits { memory, ..Limits::heaps(40_000) };
        let (path, settings) = (directory.path(), Settings { start: 1 << 13, ..SELDOM });
        let searches = SideBySide { limits, settings, path, threads: 2 };
        let watch = |_: &_| -> Box<EventCallback<'_>> { Box::new(|_| true) };
        let found = searches.search(&codes, &watch, &|end| end.stop).unwrap();
        match &found[0] {
            Ok(stop) => assert!(is_enough && *stop == Stop::Heaps, "{memory}: {stop:?}"),
            Err(error) => {
                assert!(!is_enough && error.is_lack_of_memory(), "{memory}: {error}");
            }
        }
        assert_eq!(*found[1].as_ref().unwrap(), Stop::Heaps, "{memory}");
    }
}

/// In 0.56 heap 22778 is the first with the value 64, and rare. With the bit of that value in the
/// mask it is common, as all that is large, and the search proves the period without a new rare
/// heap.
#[test]
fn a_wider_mask() {
    for settings in [SELDOM, BY_SUPERBLOCKS] {
        let directory = scratch();
        let limits = Limits { heaps: 1 << 21, work: None, memory: 140_000 };
        let before = Limits { heaps: 22_777, ..limits };
        search("0.56", &before, &settings, directory.path(), &|_| true).unwrap();
        assert_eq!(saved_stream(directory.path()).basis().space.mask, 27);
        let ended = search("0.56", &limits, &settings, directory.path(), &|_| true).unwrap();
        let Ended::Streamed(record, Stop::Proof) = ended else { panic!("{}", how(&ended)) };
        assert_eq!(record.basis().space.mask, 91);
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
