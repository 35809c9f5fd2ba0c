//! Several searches in one directory.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use octal::code::Code;
use octal::period::Period;
use octal::period::resumable::{Ended, ResumableError, Settings};
use octal::period::search::{Event, EventCallback, Limits, search};
use octal::period::sequence::Stop;
use octal::survey::searches::{GameEnd, SideBySide, directory_name};

use crate::common::{code, scratch_in_memory as scratch};

/// The period that a search has proved.
fn proved(GameEnd { ended, .. }: GameEnd<'_>) -> Option<Period> {
    match ended {
        Ended::InMemory(known) => known.finding.proved(),
        Ended::Streamed(record, _) => record.proved,
    }
}

const CODES: [&str; 6] = ["0.34", "0.07", "0.156", "4!.0", "0.6", "0.16"];

/// Side by side, each finds what it finds alone; and again after a stop.
#[test]
fn as_each_alone() {
    let (directory, begun) = (scratch(), Mutex::new(vec![]));
    let limits = Limits::heaps(300_000);
    let codes: Vec<Code> = CODES.iter().map(|text| code(text)).collect();
    for (threads, continues) in [(3, false), (2, true), (8, true)] {
        let searches =
            SideBySide { limits, settings: Settings::DEFAULT, path: directory.path(), threads };
        let watch = |code: &Code| -> Box<EventCallback<'_>> {
            begun.lock().unwrap().push(code.clone());
            Box::new(move |_| continues)
        };
        let found = searches.search(&codes, &watch, &proved).unwrap();
        assert_eq!(found.len(), codes.len());
        for (code, found) in codes.iter().zip(found) {
            let alone = search(code, &limits, &|_| true).unwrap().finding.proved();
            let found = found.unwrap();
            assert!(found == alone || !continues && found.is_none(), "{code}: {found:?}");
            assert!(directory.path().join(directory_name(code)).is_dir());
        }
    }
    assert!(begun.lock().unwrap().len() >= 3 * codes.len());
}

/// A game whose share of the memory was too small continues with all of it, once it is there.
#[test]
fn memory_is_shared_and_given_back() {
    let limits = Limits { memory: 200_000, ..Limits::heaps(300_000) };
    let stopped = |end: GameEnd<'_>| {
        let heap = match end.ended {
            Ended::InMemory(known) => known.verified_to(),
            Ended::Streamed(record, _) => record.heap - 1,
        };
        (end.stop, heap)
    };
    let watch = |_: &Code| -> Box<EventCallback<'_>> { Box::new(|_| true) };
    let find = |threads, codes: &[Code]| {
        let directory = scratch();
        let settings = Settings::DEFAULT;
        let searches = SideBySide { limits, settings, path: directory.path(), threads };
        let found = searches.search(codes, &watch, &stopped).unwrap();
        found.into_iter().map(|found| found.unwrap()).collect::<Vec<_>>()
    };
    let codes = [code("0.6"), code("0.77"), code("0.007")];
    let alone: Vec<_> = codes.iter().flat_map(|c| find(1, std::slice::from_ref(c))).collect();
    assert_eq!(alone[0].0, Stop::Memory);
    assert_eq!(alone[2].0, Stop::Memory);
    for threads in [2, 3] {
        let share = Limits { memory: limits.memory / threads as u64, ..limits };
        for (i, found) in find(threads, &codes).into_iter().enumerate() {
            let with_share = search(&codes[i], &share, &|_| true).unwrap();
            assert_eq!((found.0, with_share.stop), (alone[i].0, alone[i].0), "{}", codes[i]);
            // Saved data take memory too when they are read.
            let is_farther = found.1 > with_share.verified_to() && found.1 <= alone[i].1;
            assert!(is_farther || found == alone[i], "{}: {found:?}", codes[i]);
            assert!(is_farther || found.0 == Stop::Proof, "{}: {found:?}", codes[i]);
        }
    }
}

/// A game that needs more than its share does not keep the others from theirs, and they do not keep
/// it from more.
#[test]
fn nobody_starves() {
    let (directory, begun) = (scratch(), Mutex::new(vec![]));
    let searches = SideBySide {
        limits: Limits { memory: 1_600_000, ..Limits::heaps(1 << 19) },
        settings: Settings { start: 1 << 15, ..Settings::DEFAULT },
        path: directory.path(),
        threads: 2,
    };
    let watch = |code: &Code| -> Box<EventCallback<'_>> {
        begun.lock().unwrap().push(code.clone());
        Box::new(|_| true)
    };
    let codes = [code("0.6"), code("0.106")];
    let found = searches.search(&codes, &watch, &|end| (end.stop, end.limits)).unwrap();
    let found: Vec<_> = found.into_iter().map(|found| found.unwrap()).collect();
    // With its share the first one does not come to the end of a round, so it has all the memory
    // then. In the last round the other one is alone, and has it too.
    assert_eq!(found, [(Stop::Memory, searches.limits), (Stop::Heaps, searches.limits)]);
    let begun = begun.into_inner().unwrap();
    let [large, small] = codes.map(|code| begun.iter().filter(|&begun| *begun == code).count());
    assert!(large >= 3 && small == 3, "{large} {small}");
}

/// Once one search is cancelled, none begins another depth, and that is why all of them ended.
#[test]
fn cancelled_between_depths() {
    let (directory, continues) = (scratch(), AtomicBool::new(true));
    let searches = SideBySide {
        limits: Limits::heaps(1 << 20),
        settings: Settings { start: 1 << 14, ..Settings::DEFAULT },
        path: directory.path(),
        threads: 1,
    };
    let until = |event: Event<'_>| {
        if matches!(event, Event::Progress(progress) if progress.heap > 1 << 15) {
            continues.store(false, Ordering::Relaxed);
        }
        continues.load(Ordering::Relaxed)
    };
    let watch = |_: &Code| -> Box<EventCallback<'_>> { Box::new(until) };
    let codes = [code("0.6"), code("0.77"), code("0.007")];
    let found = searches.search(&codes, &watch, &|end| end.stop).unwrap();
    let found: Vec<Stop> = found.into_iter().map(|found| found.unwrap()).collect();
    assert_eq!(found, [Stop::Cancelled, Stop::Proof, Stop::Cancelled]);
}

/// In the second round those with few rare heaps come first.
#[test]
fn few_rare_heaps_first() {
    let (directory, begun) = (scratch(), Mutex::new(vec![]));
    let searches = SideBySide {
        limits: Limits::heaps((1 << 14) + 1000),
        settings: Settings { start: 1 << 14, ..Settings::DEFAULT },
        path: directory.path(),
        threads: 1,
    };
    let watch = |code: &Code| -> Box<EventCallback<'_>> {
        begun.lock().unwrap().push(code.clone());
        Box::new(|_| true)
    };
    let codes = [code("0.161"), code("0.174"), code("4.045"), code("0.77")];
    searches.search(&codes, &watch, &proved).unwrap();
    let order: Vec<String> = begun.lock().unwrap().iter().map(Code::to_string).collect();
    assert_eq!(order[..4], ["0.161", "0.174", "4.045", "0.77"]);
    // 34, 57, and hundreds of rare heaps; Kayles is proved.
    assert_eq!(order[4..], ["4.045", "0.174", "0.161"]);
}

/// A directory that is used for something else, and a game whose own directory is.
#[test]
fn directories_of_others() {
    let directory = scratch();
    let codes = [code("0.07"), code("0.77")];
    let searches = SideBySide {
        limits: Limits::heaps(1000),
        settings: Settings::DEFAULT,
        path: directory.path(),
        threads: 2,
    };
    let watch = |_: &Code| -> Box<EventCallback<'_>> { Box::new(|_| true) };
    std::fs::create_dir(directory.path().join("0.07")).unwrap();
    std::fs::write(directory.path().join("0.07").join("notes"), "mine").unwrap();
    let found = searches.search(&codes, &watch, &proved).unwrap();
    assert!(matches!(found[0], Err(ResumableError::Foreign(..))), "{:?}", found[0]);
    assert_eq!(found[1].as_ref().unwrap().map(|p| (p.preperiod, p.period)), Some((71, 12)));
    std::fs::write(directory.path().join("checkpoint"), "mine").unwrap();
    let refused = searches.search(&codes, &watch, &proved).map(|_| ()).unwrap_err();
    assert!(matches!(refused, ResumableError::Foreign(..)), "{refused}");
}
