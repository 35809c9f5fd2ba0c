//! Bookmarks: a search that goes on with one finds what it would have found.

use octal::file::{packed, unpacked};
use octal::period::resumable::{Bookmark, Directory, Ended, SearchRecord, Settings};
use octal::period::search::Limits;
use octal::period::sequence::Stop;

use super::resumable::{SELDOM, assert_agrees, how, in_memory, record_bytes, search, streamed};
use crate::common::scratch_in_memory as scratch;

/// The record of a search that is stopped when its stream has come this share of the way, in percent.
fn stopped(text: &str, share: u64) -> SearchRecord {
    let (whole, _) = streamed(text, &SELDOM, &|_| true);
    let begun = whole.snapshots()[0].heap;
    let limits = Limits::heaps(begun + (whole.heap() - begun) * share / 100);
    let directory = scratch();
    match search(text, &limits, &SELDOM, directory.path(), &|_| true).unwrap() {
        Ended::Streamed(record, Stop::Heaps) => *record,
        ended => panic!("{text}: {}", how(&ended)),
    }
}

fn read(file: &[u8]) -> Result<Bookmark, String> {
    Bookmark::read(file.to_vec(), &SELDOM).map_err(|error| error.to_string())
}

/// From wherever a search was left, another one goes on in another directory, and ends with the same record. In
/// 0.56 some heaps were decided by splits beyond the window, and values before the first snapshot are needed again.
#[test]
fn searches_go_on_elsewhere() {
    for text in ["0.156", "0.644", "4.406", "0.56"] {
        let known = in_memory(text);
        let (_, expected) = streamed(text, &SELDOM, &|_| true);
        for share in [1, 50, 99] {
            let record = stopped(text, share);
            let bookmark = read(&Bookmark::file(&record).unwrap()).unwrap();
            assert_eq!((bookmark.code(), bookmark.heap()), (record.code(), record.heap()));
            let directory = scratch();
            assert!(bookmark.take_over(&Directory::open(directory.path()).unwrap()).unwrap());
            let limits = Limits::heaps(1 << 21);
            match search(text, &limits, &SELDOM, directory.path(), &|_| true).unwrap() {
                Ended::Streamed(record, Stop::Proof) => assert_agrees(&record, &known),
                ended => panic!("{text}: {}", how(&ended)),
            }
            assert!(record_bytes(directory.path()) == expected, "{text} {share}");
        }
    }
}

/// The farther search is gone on with: a bookmark, or what is in the directory.
#[test]
fn the_farther_search_counts() {
    let [near, far] = [20, 80].map(|share| stopped("0.156", share));
    let [early, late] = [&near, &far].map(|record| read(&Bookmark::file(record).unwrap()).unwrap());
    let place = scratch();
    let directory = Directory::open(place.path()).unwrap();
    for (bookmark, takes) in [(&early, true), (&early, false), (&late, true), (&early, false)] {
        assert_eq!(bookmark.take_over(&directory).unwrap(), takes);
    }
    assert_eq!(directory.load(&far.code()).unwrap().unwrap().heap(), far.heap());
    let other = read(&Bookmark::file(&stopped("0.644", 50)).unwrap()).unwrap();
    let error = other.take_over(&directory).unwrap_err().to_string();
    assert!(error.contains("holds a search of 0.156, not of 0.644"), "{error}");
}

/// Values of another game stay, also where nothing but their file tells of that game.
#[test]
fn values_of_another_game() {
    let place = scratch();
    search("0.6", &Limits::heaps(1000), &Settings::TINY, place.path(), &|_| true).unwrap();
    std::fs::remove_file(place.path().join("standing.json")).unwrap();
    let values = std::fs::read(place.path().join("values")).unwrap();
    let bookmark = read(&Bookmark::file(&stopped("0.156", 50)).unwrap()).unwrap();
    let error =
        bookmark.take_over(&Directory::open(place.path()).unwrap()).unwrap_err().to_string();
    assert!(error.contains("holds a search of 0.6, not of 0.156"), "{error}");
    assert_eq!(std::fs::read(place.path().join("values")).unwrap(), values);
    // A file without a whole header is of no game, and in nobody's way.
    std::fs::write(place.path().join("values"), &values[..14]).unwrap();
    assert!(bookmark.take_over(&Directory::open(place.path()).unwrap()).unwrap());
}

/// A record with chunks that no memory would hold is refused.
#[test]
fn chunks_that_are_too_long() {
    let directory = scratch();
    let refused = [1 << 20, 1 << 21].map(|chunk| {
        let (settings, limits) = (Settings { chunk, ..SELDOM }, Limits::heaps(chunk + 100));
        let place = directory.path().join(chunk.to_string());
        let record = match search("0.106", &limits, &settings, &place, &|_| true).unwrap() {
            Ended::Streamed(record, Stop::Heaps) => record,
            ended => panic!("{}", how(&ended)),
        };
        read(&Bookmark::file(&record).unwrap()).err()
    });
    assert_eq!(refused[0], None);
    let error = refused[1].as_ref().unwrap();
    assert!(error.contains("its parts do not fit each other"), "{error}");
}

/// A search that has found its period has a certificate, and no bookmark.
#[test]
fn a_proved_search() {
    let (record, bytes) = streamed("0.156", &SELDOM, &|_| true);
    let error = Bookmark::file(&record).unwrap_err().to_string();
    assert_eq!(error, "no bookmark: the period is found: its certificate is for others");
    let error = read(&packed(&bytes)).unwrap_err();
    assert_eq!(error, "no bookmark: it is of a search that has found its period");
}

/// Whatever is changed in a bookmark, it is refused.
#[test]
fn changed_bookmarks_are_refused() {
    let file = Bookmark::file(&stopped("0.156", 60)).unwrap();
    let whole = unpacked(file.clone(), 1 << 24).unwrap();
    let mut random = fastrand::Rng::with_seed(39);
    for i in 0..300 {
        let mut changed = file.clone();
        match i % 3 {
            0 => changed[random.usize(..file.len())] ^= 1 << random.u32(..8),
            1 => changed.truncate(random.usize(..file.len())),
            _ => changed.insert(random.usize(..file.len()), random.u8(..)),
        }
        // What gzip does not look at, such as the system in its header, may change.
        if unpacked(changed.clone(), 1 << 24).ok().as_ref() != Some(&whole) {
            let error = read(&changed).unwrap_err();
            assert!(error.starts_with("no bookmark: "), "{error}");
        }
    }
    let error = read(&packed(b"octal certificate 2")).unwrap_err();
    assert_eq!(error, "no bookmark: it is not a record of a search");
}

/// Bookmarks that say something else, with a right checksum: they are refused, or the search goes on without a
/// panic.
#[test]
fn forged_bookmarks() {
    let bytes = unpacked(Bookmark::file(&stopped("0.156", 60)).unwrap(), 1 << 24).unwrap();
    let (header, body) = bytes.split_at(24);
    let (mut refused, mut random) = (0, fastrand::Rng::with_seed(40));
    for _ in 0..200 {
        let mut body = body.to_vec();
        let most = if random.bool() { 60 } else { body.len() };
        body[random.usize(..most)] = random.u8(..);
        let checksum = crc32(&body);
        let whole = [&header[..20], &checksum.to_le_bytes(), &body].concat();
        let Ok(bookmark) = read(&packed(&whole)) else {
            refused += 1;
            continue;
        };
        let place = scratch();
        let code = bookmark.code().to_string();
        assert!(bookmark.take_over(&Directory::open(place.path()).unwrap()).unwrap());
        let limits = Limits::heaps(bookmark.heap().min(1 << 40) + 100);
        // What it says was altered, so any answer may come, and any refusal.
        let _ = search(&code, &limits, &Settings::TINY, place.path(), &|_| true);
    }
    assert!((50..200).contains(&refused), "{refused}");
}

/// CRC-32, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), step))
}
