//! In which order games are searched.

use octal::period::search::Limits;
use octal::survey::class::classes;
use octal::survey::parallel::{longest_first, most_hopeful_first};
use octal::survey::store::GameTable;
use octal::survey::study::jobs;
use octal::survey::study::study;

/// The codes of the jobs for these games, in the order in which they are searched.
fn order(codes: &[&str], table: &GameTable, limits: &Limits) -> Vec<String> {
    let jobs = jobs(classes(codes.iter().map(|code| code.parse().unwrap())), &[]);
    let ordered = most_hopeful_first(jobs, table, limits);
    ordered.iter().map(|job| job.class.code().to_string()).collect()
}

/// Games of which nothing is known yet come first; of those that are known and open, those with few
/// rare heaps.
#[test]
fn few_rare_heaps_come_first() {
    let limits = Limits::heaps(2000);
    let mut table = GameTable::default();
    for code in ["0.007", "0.6", "0.106", "0.205"] {
        let jobs = jobs(classes([code.parse().unwrap()]), &[]);
        table.insert(study(&jobs[0], &limits, None, &|_| true).unwrap().unwrap().game);
    }
    let rare = |code: &str| table.row_of(&code.parse().unwrap()).unwrap().0.rare_count.unwrap();
    let counts = ["0.106", "0.205", "0.6", "0.007"].map(rare);
    assert!(counts.is_sorted(), "{counts:?}");
    let found = order(&["0.007", "0.6", "0.77", "0.106", "0.205", "0.36"], &table, &limits);
    assert_eq!(found, ["0.36", "0.77", "0.106", "0.205", "0.6", "0.007"]);
}

/// Without rows, games that a few thousand heaps do not prove come first.
#[test]
fn the_longest_come_first() {
    let limits = Limits::heaps(100_000);
    let codes = ["0.77", "0.07", "0.106", "0.6"];
    let jobs = jobs(classes(codes.map(|code| code.parse().unwrap())), &[]);
    let first = longest_first(jobs, &limits);
    let first: Vec<String> = first.iter().map(|job| job.class.code().to_string()).collect();
    assert_eq!(first[..2], ["0.6", "0.106"]);
    assert_eq!(order(&codes, &GameTable::default(), &limits), first);
}
