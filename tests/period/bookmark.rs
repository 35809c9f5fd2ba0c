//! Bookmarks: a search that continues from one finds what it would have found.

use std::path::Path;

use octal::period::resumable::{Checkpoint, Directory, Ended, Settings, StreamCheckpoint};
use octal::period::search::Limits;
use octal::period::sequence::Stop;

use super::resumable::{
    SELDOM, assert_agrees, crc32, how, in_memory, saved_stream, search, streamed,
};
use crate::common::scratch_in_memory as scratch;

/// The stream and the bookmark of a search that is stopped when its stream has come this share of
/// the way, in percent.
fn stopped(text: &str, share: u64) -> (StreamCheckpoint, Vec<u8>) {
    let (whole, _) = streamed(text, &SELDOM, &|_| true);
    let begun = whole.snapshots[0].heap;
    let limits = Limits::heaps(begun + (whole.heap - begun) * share / 100);
    let directory = scratch();
    match search(text, &limits, &SELDOM, directory.path(), &|_| true).unwrap() {
        Ended::Streamed(stream, Stop::Heaps) => {
            let locked = Directory::open(directory.path()).unwrap();
            (*stream, Checkpoint::bookmark(&locked).unwrap())
        }
        ended => panic!("{text}: {}", how(&ended)),
    }
}

fn read(file: &[u8]) -> Result<Checkpoint, String> {
    Checkpoint::from_bookmark(Path::new("bookmark"), file, &SELDOM.tuning)
        .map_err(|error| error.to_string())
}

/// From wherever a search was left, another one continues in another directory, and ends with the
/// same stream. In 0.56 some heaps were decided by splits beyond the window, and values before the
/// first snapshot are needed again.
#[test]
fn searches_go_on_elsewhere() {
    for text in ["0.156", "0.644", "4.406", "0.56"] {
        let known = in_memory(text);
        let (expected, _) = streamed(text, &SELDOM, &|_| true);
        for share in [1, 50, 99] {
            let (stream, file) = stopped(text, share);
            let bookmark = read(&file).unwrap();
            assert_eq!(bookmark.progress.code, stream.code);
            assert_eq!(bookmark.progress.heap + 1, stream.heap);
            let directory = scratch();
            assert!(bookmark.take_over(&Directory::open(directory.path()).unwrap()).unwrap());
            let limits = Limits::heaps(1 << 21);
            match search(text, &limits, &SELDOM, directory.path(), &|_| true).unwrap() {
                Ended::Streamed(record, Stop::Proof) => assert_agrees(&record, &known),
                ended => panic!("{text}: {}", how(&ended)),
            }
            assert!(saved_stream(directory.path()) == expected, "{text} {share}");
        }
    }
}

/// The farther search continues: that of the bookmark, or that in the directory.
#[test]
fn the_farther_search_counts() {
    let [(_, near), (far, late)] = [20, 80].map(|share| stopped("0.156", share));
    let place = scratch();
    let directory = Directory::open(place.path()).unwrap();
    for (bookmark, takes) in [(&near, true), (&near, false), (&late, true), (&near, false)] {
        assert_eq!(read(bookmark).unwrap().take_over(&directory).unwrap(), takes);
    }
    assert!(saved_stream(place.path()) == far);
    let other = read(&stopped("0.644", 50).1).unwrap();
    let error = other.take_over(&directory).unwrap_err().to_string();
    assert!(error.contains("holds a search of 0.156, not of 0.644"), "{error}");
}

/// Values of another game stay, also where only their file names that game.
#[test]
fn values_of_another_game() {
    let place = scratch();
    search("0.6", &Limits::heaps(1000), &Settings::TINY, place.path(), &|_| true).unwrap();
    std::fs::remove_file(place.path().join("checkpoint")).unwrap();
    let values = std::fs::read(place.path().join("values")).unwrap();
    let bookmark = read(&stopped("0.156", 50).1).unwrap();
    let directory = Directory::open(place.path()).unwrap();
    let error = bookmark.clone().take_over(&directory).unwrap_err().to_string();
    assert!(error.contains("its values are those of another code"), "{error}");
    assert_eq!(std::fs::read(place.path().join("values")).unwrap(), values);
    // A file without a whole header is of no game, and in nobody's way.
    std::fs::write(place.path().join("values"), &values[..12]).unwrap();
    assert!(bookmark.take_over(&directory).unwrap());
}

/// A checkpoint with chunks that no memory would hold is refused.
#[test]
fn chunks_that_are_too_long() {
    let directory = scratch();
    let refused = [1 << 20, 1 << 21].map(|chunk| {
        let (settings, limits) = (Settings { chunk, ..SELDOM }, Limits::heaps(chunk + 100));
        let place = directory.path().join(chunk.to_string());
        match search("0.106", &limits, &settings, &place, &|_| true).unwrap() {
            Ended::Streamed(_, Stop::Heaps) => {}
            ended => panic!("{}", how(&ended)),
        }
        Checkpoint::bookmark(&Directory::open(&place).unwrap()).err()
    });
    assert!(refused[0].is_none());
    let error = refused[1].as_ref().unwrap().to_string();
    assert!(error.contains("its parts do not fit each other"), "{error}");
}

/// A search that has found its period has a certificate, and no bookmark; one with all values has
/// none either.
#[test]
fn searches_without_a_bookmark() {
    let directory = scratch();
    let (_, bytes) = streamed("0.156", &SELDOM, &|_| true);
    let found = "no bookmark: the period is found: its certificate is for others";
    assert_eq!(read(&bytes).unwrap_err(), found);
    search("0.6", &Limits::heaps(1000), &SELDOM, directory.path(), &|_| true).unwrap();
    let locked = Directory::open(directory.path()).unwrap();
    let error = Checkpoint::bookmark(&locked).unwrap_err().to_string();
    let kept = "no bookmark: all values are kept: to continue elsewhere, copy the directory";
    assert_eq!(error, kept);
}

/// Whatever is changed in a bookmark, it is refused.
#[test]
fn changed_bookmarks_are_refused() {
    let (_, file) = stopped("0.156", 60);
    let mut random = fastrand::Rng::with_seed(39);
    for i in 0..300 {
        let mut changed = file.clone();
        match i % 3 {
            0 => changed[random.usize(..file.len())] ^= 1 << random.u32(..8),
            1 => changed.truncate(random.usize(..file.len())),
            _ => changed.insert(random.usize(..file.len()), random.u8(1..)),
        }
        let error = read(&changed).unwrap_err();
        assert!(error.starts_with("cannot use `bookmark`: it"), "{error}");
    }
    let error = read(b"octal certificate 2").unwrap_err();
    let not_one = "it is not a checkpoint of such a search; restore it from a copy";
    assert_eq!(error, format!("cannot use `bookmark`: {not_one}"));
}

/// Bookmarks that say something else, with a right checksum: they are refused, or the search
/// continues without a panic.
#[test]
fn forged_bookmarks() {
    let (_, file) = stopped("0.156", 60);
    let (mut refused, mut random) = (0, fastrand::Rng::with_seed(40));
    for _ in 0..200 {
        let (mut forged, body) = (file.clone(), file.len() - 4);
        let most = if random.bool() { 120 } else { body };
        forged[random.usize(12..most)] = random.u8(..);
        let checksum = crc32(&forged[..body]);
        forged[body..].copy_from_slice(&checksum.to_le_bytes());
        let Ok(bookmark) = read(&forged) else {
            refused += 1;
            continue;
        };
        let place = scratch();
        let (code, heap) = (bookmark.progress.code.to_string(), bookmark.progress.heap);
        assert!(bookmark.take_over(&Directory::open(place.path()).unwrap()).unwrap());
        let limits = Limits::heaps(heap.min(1 << 40) + 100);
        // Its contents were altered, so any answer or refusal may come.
        let _ = search(&code, &limits, &Settings::TINY, place.path(), &|_| true);
    }
    assert!((30..200).contains(&refused), "{refused}");
}
