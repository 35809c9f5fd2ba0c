//! The long searches of a survey are kept between its rounds, and no row shows it.

use std::fs;
use std::path::Path;
use std::time::Duration;

use octal::formats::periods::PERIOD_HEADER;
use octal::period::Answer;
use octal::period::Status;
use octal::period::search::Limits;
use octal::survey::class::classes;
use octal::survey::parallel::run;
use octal::survey::searches::KeptSearches;
use octal::survey::store::{GameTable, csv_bytes};
use octal::survey::study::Study;
use octal::survey::study::jobs;

use crate::common::{code, names, scratch_in_memory as scratch};

/// Some that are proved in the second round, and some that stay open.
const CODES: [&str; 6] = ["0.77", "0.16", "0.56", "0.6", "0.106", "0.36"];
const ROUNDS: [u64; 2] = [30_000_000, 300_000_000];

fn limits(work: u64) -> Limits {
    Limits { work: Some(work), ..Limits::heaps(1 << 20) }
}

fn kept(directory: &Path) -> KeptSearches {
    KeptSearches::saved_every(directory, Duration::ZERO)
}

/// A round of these codes, whose games go into the table.
fn round(codes: &[&str], work: u64, kept: &KeptSearches, table: &mut GameTable) {
    let classes = classes(codes.iter().map(|text| code(text)));
    let is_missing = |class: &_| !table.answers(class, &limits(work));
    let jobs = jobs(classes.into_iter().filter(is_missing).collect(), &[]);
    let add = |studies: Vec<Study>| -> Result<(), octal::grundy::GrundyError> {
        studies.into_iter().for_each(|study| table.insert(study.game));
        Ok(())
    };
    run(jobs, &limits(work), Some(kept), &(), add).unwrap();
    for text in codes {
        kept.remove_if_ended(&code(text), table).unwrap();
    }
}

fn bytes(table: &GameTable) -> Vec<u8> {
    let rows: Vec<Answer> = table.written().into_iter().map(|game| game.row).collect();
    csv_bytes(rows, &PERIOD_HEADER)
}

/// The table of one round of a survey that cannot keep a search: a file is in the way.
fn in_memory(codes: &[&str], work: u64) -> GameTable {
    let (directory, mut table) = (scratch(), GameTable::default());
    fs::write(directory.path().join("searches"), "").unwrap();
    round(codes, work, &kept(directory.path()), &mut table);
    table
}

#[test]
fn rounds_resume() {
    let (directory, mut table) = (scratch(), GameTable::default());
    let searches = directory.path().join("searches");
    let kept = &kept(directory.path());
    round(&CODES, ROUNDS[0], kept, &mut table);
    assert_eq!(bytes(&table), bytes(&in_memory(&CODES, ROUNDS[0])));
    let open = |table: &GameTable| {
        let games = table.merged().into_iter();
        let mut open: Vec<String> = games
            .filter(|game| game.row.status == Status::Open)
            .map(|game| game.row.code)
            .collect();
        open.sort();
        open
    };
    assert_eq!(names(&searches), open(&table));
    assert!(open(&table).len() > 3, "{:?}", open(&table));
    round(&CODES, ROUNDS[1], kept, &mut table);
    assert_eq!(bytes(&table), bytes(&in_memory(&CODES, ROUNDS[1])));
    // Those that are proved have no directory any more.
    assert_eq!(names(&searches), open(&table));
    assert!((1..4).contains(&open(&table).len()), "{:?}", open(&table));
}

/// Two parts, each in a directory of its own: joined they are the survey of all, and moving the
/// searches of a part lets them be resumed.
#[test]
fn parts() {
    let (whole, mut table) = (scratch(), GameTable::default());
    for codes in [&CODES[..3], &CODES[3..]] {
        let (part, mut of_part) = (scratch(), GameTable::default());
        round(codes, ROUNDS[0], &kept(part.path()), &mut of_part);
        table.merge(of_part);
        let to = whole.path().join("searches");
        fs::create_dir_all(&to).unwrap();
        for name in names(&part.path().join("searches")) {
            fs::rename(part.path().join("searches").join(&name), to.join(&name)).unwrap();
        }
    }
    assert_eq!(bytes(&table), bytes(&in_memory(&CODES, ROUNDS[0])));
    let before = names(&whole.path().join("searches"));
    round(&CODES, ROUNDS[1], &kept(whole.path()), &mut table);
    assert_eq!(bytes(&table), bytes(&in_memory(&CODES, ROUNDS[1])));
    let after = names(&whole.path().join("searches"));
    assert!(after.len() < before.len() && after.iter().all(|name| before.contains(name)));
}
