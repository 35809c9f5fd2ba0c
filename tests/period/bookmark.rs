//! Bookmarks: a search that goes on with one finds what it would have found.

use octal::file::{packed, unpacked};
use octal::period::resumable::{
    Bookmark, Directory, Ended, ResumableError, SearchRecord, Settings,
};
use octal::period::search::Limits;
use octal::period::sequence::Stop;

use super::resumable::{SELDOM, assert_agrees, how, in_memory, search, streamed};
use crate::common::scratch;

/// Memory for every search here.
const MEMORY: u64 = 1 << 30;

/// The record of a search that is stopped when its stream has come this share of the way, in percent.
fn stopped(text: &str, share: u64) -> SearchRecord {
    let (whole, _) = streamed(text, &SELDOM, &());
    let begun = whole.snapshots()[0].heap;
    let limits = Limits::heaps(begun + (whole.heap() - begun) * share / 100);
    let directory = scratch();
    match search(text, &limits, &SELDOM, directory.path(), &()).unwrap() {
        Ended::Streamed(record, Stop::Heaps) => *record,
        ended => panic!("{text}: {}", how(&ended)),
    }
}

fn decoded(file: &[u8]) -> Result<Bookmark, String> {
    Bookmark::decode(file.to_vec()).map_err(|error| error.to_string())
}

/// From wherever a search was left, another one goes on in another directory and ends with the same proof.
#[test]
fn searches_go_on_elsewhere() {
    for text in ["0.156", "0.644", "4.406", "0.56"] {
        let known = in_memory(text);
        for share in [1, 50, 99] {
            let record = stopped(text, share);
            let file = Bookmark::from(&record).encode();
            let bookmark = decoded(&file).unwrap();
            assert_eq!((bookmark.code(), bookmark.heap()), (record.code(), record.heap()));
            let directory = scratch();
            let opened = Directory::open(directory.path()).unwrap();
            bookmark.begin(&opened, MEMORY, &SELDOM, &|| true).unwrap();
            let begun = opened.load(&known.code).unwrap().unwrap();
            assert_eq!(begun.last(), record.last(), "{text} {share}");
            assert_eq!(begun.snapshots(), record.snapshots());
            assert_eq!((begun.basis(), begun.heap()), (record.basis(), record.heap()));
            drop(opened);
            let limits = Limits::heaps(1 << 21);
            match search(text, &limits, &SELDOM, directory.path(), &()).unwrap() {
                Ended::Streamed(record, Stop::Proof) => {
                    assert_agrees(&record, &known);
                }
                ended => panic!("{text}: {}", how(&ended)),
            }
        }
    }
}

/// A bookmark of a search that has ended says what is proved.
#[test]
fn a_proved_search() {
    let (record, _) = streamed("0.156", &SELDOM, &());
    let bookmark = decoded(&Bookmark::from(&record).encode()).unwrap();
    let directory = scratch();
    let opened = Directory::open(directory.path()).unwrap();
    bookmark.begin(&opened, MEMORY, &SELDOM, &|| true).unwrap();
    let begun = opened.load(&record.code()).unwrap().unwrap();
    assert_eq!((begun.proved(), begun.recurrence()), (record.proved(), record.recurrence()));
}

/// Whatever is changed in a bookmark, it is refused, or begins no search.
#[test]
fn changed_bookmarks_are_refused() {
    let file = Bookmark::from(&stopped("0.156", 60)).encode();
    let mut random = fastrand::Rng::with_seed(39);
    for i in 0..300 {
        let mut changed = file.clone();
        match i % 3 {
            0 => changed[random.usize(..file.len())] ^= 1 << random.u32(..8),
            1 => changed.truncate(random.usize(..file.len())),
            _ => changed.insert(random.usize(..file.len()), random.u8(..)),
        }
        // What gzip does not look at, such as the system in its header, may change.
        if unpacked(changed.clone(), 1 << 20).ok() != unpacked(file.clone(), 1 << 20).ok() {
            let error = decoded(&changed).unwrap_err();
            assert!(error.starts_with("the bookmark cannot be used: "), "{error}");
        }
    }
    let record = decoded(&packed(b"OCTALREC, which is the beginning of another file")).unwrap_err();
    assert_eq!(record, "the bookmark cannot be used: it is not a bookmark of a search");
}

/// Bookmarks that say something else, with a right checksum: none makes a record that does not fit its game.
#[test]
fn bookmarks_of_another_game() {
    let file = Bookmark::from(&stopped("0.156", 60)).encode();
    let bytes = unpacked(file, 1 << 20).unwrap();
    let (header, body) = bytes.split_at(24);
    let (mut refused, mut random) = (0, fastrand::Rng::with_seed(40));
    for i in 0..200 {
        let mut body = body.to_vec();
        // The code, and all numbers before the snapshots.
        let at = if i == 0 { 4 } else { random.usize(..60) };
        body[at] = if i == 0 { b'3' } else { random.u8(..) };
        let checksum = crc32(&body);
        let whole = [&header[..20], &checksum.to_le_bytes(), &body].concat();
        let Ok(bookmark) = decoded(&packed(&whole)) else {
            refused += 1;
            continue;
        };
        let directory = scratch();
        let opened = Directory::open(directory.path()).unwrap();
        // A changed heap may be far away: it is asked a few times only.
        let asked = std::cell::Cell::new(0);
        let goes_on = || asked.replace(asked.get() + 1) < 50;
        match bookmark.begin(&opened, 1 << 22, &Settings::TINY, &goes_on) {
            Ok(()) => assert!(opened.load(&bookmark.code()).unwrap().is_some()),
            Err(error) => {
                refused += 1;
                assert!(!opened.path().join("record").exists());
                let is_rare = error.to_string().contains("its rare heaps are not those of 0.136");
                assert!(i != 0 || is_rare, "{error}");
            }
        }
    }
    assert!(refused > 50, "{refused}");
}

/// CRC-32, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), step))
}

/// Too little memory is said, and a signal ends it; nothing is left then.
#[test]
fn beginning_can_fail() {
    let bookmark = Bookmark::from(&stopped("0.156", 60));
    let directory = scratch();
    let opened = Directory::open(directory.path()).unwrap();
    let error = bookmark.begin(&opened, 100, &SELDOM, &|| true).unwrap_err().to_string();
    assert!(error.contains("are computed again: allow "), "{error}");
    let stopped = bookmark.begin(&opened, MEMORY, &SELDOM, &|| false).unwrap_err();
    assert!(matches!(stopped, ResumableError::Interrupted(_)), "{stopped}");
    assert!(opened.load(&bookmark.code()).unwrap().is_none());
}
