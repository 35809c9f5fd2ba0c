//! Reports that several processes have open at once, and what a crash may leave of them.

use std::fs;
use std::path::Path;

use octal::period::search::{Limits, search};
use octal::period::shifted::View;
use octal::period::{Answer, Status};
use octal::survey::class::{classes, octal_codes};
use octal::survey::report::{Literature, Reports};
use octal::survey::study::jobs;
use octal::survey::study::{Study, study};

use crate::common::scratch;

/// The study of a game searched up to this heap.
fn searched(code: &str, heaps: u64) -> Study {
    let jobs = jobs(classes([code.parse().unwrap()]), &[]);
    study(&jobs[0], &Limits::heaps(heaps), None, &|_| true).unwrap().unwrap()
}

fn save(reports: &mut Reports) {
    reports.save(Literature::default(), vec![], "2026-01-01").unwrap();
}

/// The games of a directory and how far they were searched.
fn depths(directory: &Path) -> Vec<(String, u64)> {
    let reports = Reports::open(directory).unwrap();
    assert_eq!(reports.unproved(), []);
    reports.games().into_iter().map(|game| (game.row.code, game.row.verified_to)).collect()
}

#[test]
fn the_deeper_row_stays_in_any_order() {
    let scratch = scratch();
    let mut runs = [0, 1].map(|_| Reports::open(scratch.path()).unwrap());
    for (run, code, heaps, expected) in [
        (0, "0.6", 2000, vec![("0.6", 2000)]),
        (1, "0.6", 3000, vec![("0.6", 3000)]),
        (0, "0.36", 500, vec![("0.6", 3000), ("0.36", 500)]),
        (1, "0.6", 1000, vec![("0.6", 3000), ("0.36", 500)]),
        (0, "0.6", 4000, vec![("0.6", 4000), ("0.36", 500)]),
        (1, "0.36", 400, vec![("0.6", 4000), ("0.36", 500)]),
    ] {
        runs[run].add(searched(code, heaps));
        save(&mut runs[run]);
        let found = depths(scratch.path());
        let found: Vec<(&str, u64)> = found.iter().map(|(code, n)| (code.as_str(), *n)).collect();
        assert_eq!(found, expected, "run {run}, {code} to heap {heaps}");
    }
}

/// A row answers a limit of work only if a search with that work would come no further. Where most
/// heaps are rare, the row shows a good part of the work that was done.
#[test]
fn the_work_that_a_row_shows() {
    let mut open = 0;
    for class in classes(octal_codes(2)) {
        for heaps in [30, 300, 3000] {
            let known = search(class.code(), &Limits::heaps(heaps), &|_| true).unwrap();
            let row = Answer::new(&View::from(&known), &Limits::heaps(heaps));
            let answers =
                |work| row.answers(&Limits { work: Some(work), ..Limits::heaps(1 << 40) });
            if row.status != Status::Open {
                continue;
            }
            open += 1;
            assert!(!answers(known.work + 1), "{} to heap {heaps}", row.code);
            if row.rare_count > Some(heaps / 4) && heaps == 3000 {
                assert!(answers(known.work / 8), "{} to heap {heaps}", row.code);
            }
        }
    }
    assert!(open > 20, "{open}");
}

/// Between the first and the last step of writing, each file has its old or its new content: the
/// next run continues with them.
#[test]
fn a_crash_loses_no_game() {
    let scratch = scratch();
    let path = |name: &str| scratch.path().join(name);
    let read = |name: &str| fs::read_to_string(path(name)).unwrap();
    let mut run = Reports::open(scratch.path()).unwrap();
    run.add(searched("0.6", 1000));
    save(&mut run);
    let old = read("periods.csv");
    run.add(searched("0.6", 2000));
    save(&mut run);
    // The frontier is in place before the games are.
    let [new, frontier] = ["periods.csv", "frontier.csv"].map(read);
    for (periods, depth) in [(&old, 1000), (&new, 2000)] {
        fs::write(path("periods.csv"), periods).unwrap();
        fs::write(path("frontier.csv"), &frontier).unwrap();
        assert_eq!(depths(scratch.path()), [("0.6".to_owned(), depth)]);
        let mut next = Reports::open(scratch.path()).unwrap();
        next.add(searched("0.36", 500));
        save(&mut next);
        let expected = [("0.6".to_owned(), depth), ("0.36".to_owned(), 500)];
        assert_eq!(depths(scratch.path()), expected);
    }
}
