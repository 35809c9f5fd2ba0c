//! The open games beside the published limits.

use std::fs;
use std::path::Path;

use octal::catalogue::limits;
use octal::code::Code;
use octal::period::Status;
use octal::period::search::{Limits, search};
use octal::survey::class::classes;
use octal::survey::frontier::{FrontierRow, LimitFactor, rows};
use octal::survey::report::Reports;
use octal::survey::store::Finished;
use octal::survey::study::jobs;
use octal::survey::study::study;

/// The game of a code, with its equal codes among these, searched to this heap.
pub(super) fn game(codes: &[&str], heaps: u64) -> Finished {
    let class = classes(codes.iter().map(|code| code.parse().unwrap()));
    let jobs = jobs(class, &[]);
    study(&jobs[0], &Limits::heaps(heaps), None, &|_| true).unwrap().unwrap().game
}

/// The limits of a table with these rows.
fn published(rows: &str) -> Vec<limits::PublishedLimit> {
    limits::read(format!("code,heaps,who,year,source\n{rows}").as_bytes(), "l.csv").unwrap()
}

/// Code, published limit, by whom, ours, factor, date.
fn said(rows: &[FrontierRow]) -> Vec<String> {
    let field = |n: Option<u64>| n.map_or("-".to_owned(), |n| n.to_string());
    let row = |row: &FrontierRow| {
        let [theirs, ours] = [field(row.published_limit), field(row.our_limit)];
        let by = row.published_by.as_deref().unwrap_or("-");
        let factor = row.factor.map_or("-".to_owned(), |factor| factor.to_string());
        format!("{} {theirs} {by} {ours} {factor} {}", row.code, row.date.as_deref().unwrap_or("-"))
    };
    rows.iter().map(row).collect()
}

#[test]
fn the_furthest_limit_counts_in_the_heaps_of_the_row() {
    let games = [game(&["0.007", "0.04"], 4000), game(&["0.6"], 1000), game(&["0.77"], 500)];
    let limits = published(
        "0.04,2001,A,,S\n0.007,1000,B,,S\n0.6,1000,C,,S\n0.6,10000,D,,S\n0.6,10000,E,,S\n\
         0.77,99,F,,S\n0.042,2000,G,,S\n4.004,7,H,,S\n4.006,9,I,,S\n",
    );
    let found = rows(&games, &limits, &[], "2026-01-02");
    // 0.77 is proved; heap 2001 of 0.04 is heap 2000 of 0.007; 4.004 = 4.006 was not searched.
    assert_eq!(
        said(&found),
        ["0.6 10000 D 1000 0.1 2026-01-02", "0.007 2000 A 4000 2.0 2026-01-02", "4.004 9 I - - -"]
    );
    assert_eq!((found[0].rare_count, found[0].mask.as_deref()), (Some(200), Some("0x1e")));
    assert_eq!((found[2].rare_count, &found[2].mask), (None, &None));
}

/// A day is that on which a limit was reached, so it stays until the limit moves.
#[test]
fn the_date_stays_until_the_limit_moves() {
    let first = rows(&[game(&["0.6"], 1000)], &[], &[], "2026-01-01");
    assert_eq!(said(&first), ["0.6 - - 1000 - 2026-01-01"]);
    let limits = published("0.6,500,A,,S\n");
    let again = rows(&[game(&["0.6"], 1000)], &limits, &first, "2026-01-02");
    assert_eq!(said(&again), ["0.6 500 A 1000 2.0 2026-01-01"]);
    let deeper = rows(&[game(&["0.6"], 2000)], &limits, &again, "2026-01-03");
    assert_eq!(said(&deeper), ["0.6 500 A 2000 4.0 2026-01-03"]);
}

#[test]
fn a_factor_has_two_digits() {
    let shown = |a, b| {
        let factor = LimitFactor::of(a, b);
        (factor.to_string(), serde_json::to_string(&factor).unwrap())
    };
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(shown(2_000_000_000, 1 << 40), pair("0.0018", "0.0018"));
    assert_eq!(shown(1_000_000_000, 140_000_000_000_000), pair("0.0000071", "7.1e-6"));
    assert_eq!(shown(2, 1), pair("2.0", "2.0"));
    assert_eq!(shown(999, 100), pair("10", "10"));
    assert_eq!(shown(12_345, 1), pair("12000", "12000"));
}

fn results() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("results")
}

/// The committed table is that of the committed games and the published limits.
#[test]
fn the_committed_frontier_is_that_of_the_committed_games() {
    let reports = Reports::open(&results()).unwrap();
    let limits = limits::published().unwrap();
    let expected = rows(&reports.games(), &limits, reports.frontier(), "");
    assert_eq!(reports.frontier(), expected, "bring it up to date: octal report");
    let open = reports.games().iter().filter(|game| game.row.status == Status::Open).count();
    assert_eq!(expected.len(), open, "every published limit is that of a game that we searched");
    assert!(expected.iter().filter(|row| row.published_limit.is_some()).count() >= 15);
    let text = fs::read_to_string(results().join("frontier.csv")).unwrap();
    assert!(text.lines().any(|line| line.starts_with("0.007,33554432,A. Flammenkamp,")), "{text}");
}

/// The cheap ones of the published searches, made again. (`octal period 0.04 --limit 131072`, and
/// 0.06 to the same heap, agree too, but take longer.)
#[test]
fn published_figures_computed_again() {
    let mut count = 0;
    for limit in limits::published().unwrap() {
        let is_cheap = ["0.6", "grundys-game"].contains(&&*limit.code) && limit.heaps <= 1 << 21;
        if !is_cheap {
            continue;
        }
        let code: Code = limit.game.code.clone();
        let known = search(&code, &Limits::heaps(limit.heaps), &|_| true).unwrap();
        let (max, at) = known.max_value();
        assert_eq!((Some(max), Some(at)), (limit.max_value, limit.max_at), "{code}");
        let rare = known.rare_heaps().unwrap();
        assert_eq!((Some(rare.count), rare.last), (limit.rare_count, limit.last_rare), "{code}");
        assert_eq!(Some(u64::from(known.rare.unwrap().space.mask)), limit.mask, "{code}");
        count += 1;
    }
    assert_eq!(count, 2);
}
