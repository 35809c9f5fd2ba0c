//! The survey of misère quotients: its games, its table, and what is committed in `results/`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use octal::certificate::LARGEST;
use octal::check::MisereCertificate;
use octal::code::Code;
use octal::file::unpacked;
use octal::grundy::naive;
use octal::misere::limits::MisereLimits;
use octal::misere::record::{Extent, Order, QuotientTheorem};
use octal::misere::solve::partial;
use octal::period::Status;
use octal::survey::class::{Class, first_cousins};
use octal::survey::misere::study::family;
use octal::survey::misere::study::run;
use octal::survey::misere::study::{MisereGame, MisereStudyError, study};
use octal::survey::misere::table::MisereTable;
use octal::survey::misere::verdicts::beyond_normal_play;
use octal::survey::report::Reports;

use crate::common::code;

const LIMITS: MisereLimits = MisereLimits { heaps: 60, work: Some(3_000_000), memory: 1 << 26 };

fn results() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("results")
}

/// The games of these codes.
fn classes(codes: &[&str]) -> Vec<Class> {
    first_cousins(codes.iter().map(|text| code(text)))
}

fn studied(classes: &[Class]) -> Vec<MisereGame> {
    classes.iter().map(|class| study(class, (&LIMITS, u64::MAX), &()).unwrap().unwrap()).collect()
}

#[test]
fn the_family_has_every_code_once() {
    let codes = family();
    let texts: BTreeSet<String> = codes.iter().map(Code::to_string).collect();
    assert_eq!(texts.len(), codes.len());
    // 8³ octal codes with d0 = 0, 8² with d0 = 4, and 4⁴ − 4³ more quaternary ones.
    assert_eq!(codes.len(), 512 + 64 + 192);
    for text in ["0.0", "0.777", "4.77", "0.3333", "0.1", "0.0003"] {
        assert!(texts.contains(text), "{text}");
    }
    for text in ["4.777", "0.4107", "0.3334", "4.3333"] {
        assert!(!texts.contains(text), "{text}");
    }
}

/// Games that only normal play makes equal are not searched as one.
#[test]
fn only_first_cousins_are_one_game() {
    let classes = classes(&["0.07", "0.137", "0.4", "0.71", "0.311", "0.712"]);
    let members: Vec<Vec<String>> = classes
        .iter()
        .map(|class| class.members.iter().map(|member| member.code.to_string()).collect())
        .collect();
    let cousins = members.iter().find(|members| members.contains(&"0.07".to_owned())).unwrap();
    assert!(cousins.contains(&"0.137".to_owned()), "{members:?}");
    for alone in ["0.71", "0.311", "0.712"] {
        assert!(members.contains(&vec![alone.to_owned()]), "{members:?}");
    }
    let all = first_cousins(family());
    let count: usize = all.iter().map(|class| class.members.len()).sum();
    assert_eq!(count, family().len());
}

#[test]
fn one_game() {
    let [kayles] = &studied(&classes(&["0.77"]))[..] else { panic!() };
    let row = &kayles.row;
    assert_eq!(
        (row.status, row.order, row.p_portion),
        (Extent::Proved, Some(Order::Finite(40)), Some(9))
    );
    assert_eq!(row.certificate.as_deref(), Some("misere/0.77.txt"));
    assert_eq!(row.theorem, Some(QuotientTheorem::KAndPeriod));
    let file = kayles.certificate.as_ref().unwrap();
    assert!(MisereCertificate::read(file).unwrap().check(&|_, _| true).unwrap().proved);
    assert_eq!(kayles.stairs[0].order, 1);
    assert_eq!(kayles.stairs.last().map(|stair| (stair.order, stair.p_portion)), Some((40, 9)));
    let [open] = &studied(&classes(&["0.07"]))[..] else { panic!() };
    assert_eq!((open.row.status, open.row.certificate.clone()), (Extent::Open, None));
    assert_eq!(open.row.stop.to_string(), "work 3000000");
}

/// It is proved that a quotient is infinite, and what the partial quotients are before.
#[test]
fn an_infinite_quotient() {
    let limits = MisereLimits { work: Some(100_000_000), ..LIMITS };
    let games = [study(&classes(&["0.76"])[0], (&limits, u64::MAX), &()).unwrap().unwrap()];
    let (row, file) = (&games[0].row, games[0].certificate.as_ref().unwrap());
    assert_eq!((row.status, row.order), (Extent::Proved, Some(Order::Infinite)));
    assert_eq!(
        (row.theorem, row.tame, row.tame_to),
        (Some(QuotientTheorem::I), Some(false), Some(6))
    );
    assert_eq!((row.p_portion, row.last_change, row.kernel, row.heaps), (None, None, None, 11));
    assert!(!row.is_solved() && row.stop.to_string() == "infinite");
    assert_eq!(row.certificate.as_deref(), Some("misere/0.76.txt"));
    assert!(MisereCertificate::read(file).unwrap().check(&|_, _| true).unwrap().proved);
    let last = games[0].stairs.last().unwrap();
    assert_eq!((last.heap, last.order, last.p_portion), (11, 34, 9));
    // A row without a certificate is not used, whatever it says.
    let directory = tempfile::tempdir().unwrap();
    let uncertified = |status| {
        let mut game = games[0].clone();
        (game.row.status, game.row.certificate, game.certificate) = (status, None, None);
        fs::remove_dir_all(directory.path()).unwrap();
        fs::create_dir(directory.path()).unwrap();
        MisereTable::add(directory.path(), vec![game]).unwrap();
        MisereTable::read(directory.path()).unwrap().games().len()
    };
    assert_eq!([Extent::Proved, Extent::Open].map(uncertified), [0, 0]);
}

/// A code whose digits repeat for ever has no certificate, and its row is used without one.
#[test]
fn nim_in_a_survey() {
    let games = studied(&classes(&["0.[3]"]));
    let row = &games[0].row;
    assert_eq!((row.theorem, row.order), (Some(QuotientTheorem::N), Some(Order::Infinite)));
    assert_eq!((row.certificate.as_deref(), row.p_portion, row.tame), (None, Some(2), Some(true)));
    let directory = tempfile::tempdir().unwrap();
    MisereTable::add(directory.path(), games.clone()).unwrap();
    let table = MisereTable::read(directory.path()).unwrap();
    assert_eq!(table.games().len(), 1);
}

/// The bytes of all files of a directory but for the lock.
fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for folder in ["", "misere"] {
        let Ok(entries) = fs::read_dir(directory.join(folder)) else { continue };
        for entry in entries.map(Result::unwrap).filter(|entry| entry.path().is_file()) {
            let name = entry.file_name().into_string().unwrap();
            if name != ".octal.lock" {
                files.insert(format!("{folder}/{name}"), fs::read(entry.path()).unwrap());
            }
        }
    }
    files
}

/// In whatever order games are added, and however often, the files are the same.
#[test]
fn the_table_is_a_function_of_the_games() {
    let classes = classes(&["0.77", "0.75", "0.07", "0.137", "0.123", "0.6", "4.4", "0.3333"]);
    let games = studied(&classes);
    let [one, two] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    MisereTable::add(one.path(), games.clone()).unwrap();
    for game in games.iter().rev().chain(&games[..2]) {
        MisereTable::add(two.path(), vec![game.clone()]).unwrap();
    }
    let whole = files(one.path());
    assert_eq!(files(two.path()), whole);
    assert!(whole.contains_key("misere/0.77.txt") && whole.contains_key("/misere_partial.csv"));
    let table = MisereTable::read(one.path()).unwrap();
    assert!(classes.iter().all(|class| table.answers(class, &LIMITS)));
    let more = MisereLimits { work: Some(4_000_000), ..LIMITS };
    let unanswered = classes.iter().filter(|class| !table.answers(class, &more)).count();
    assert!((1..classes.len()).contains(&unanswered), "{unanswered}");
    let rows: Vec<_> = table.games().iter().map(|game| (&game.row, &game.stairs)).collect();
    let expected: BTreeMap<String, _> =
        games.iter().map(|game| (game.row.code.clone(), (&game.row, &game.stairs))).collect();
    assert!(rows.iter().all(|row| expected[&row.0.code] == *row));
    assert_eq!(rows.len(), games.len());
}

/// A game that turns out to be two of those in the table takes the place of both.
#[test]
fn a_game_that_joins_two() {
    let mut table = MisereTable::default();
    let apart = ["0.07", "0.137"].map(|text| studied(&classes(&[text])).remove(0));
    let as_one = studied(&classes(&["0.07", "0.137"])).remove(0);
    assert_eq!((apart[0].members.len(), as_one.members.len()), (1, 2));
    apart.into_iter().for_each(|game| table.insert(game));
    assert_eq!(table.games().len(), 2);
    table.insert(as_one.clone());
    assert_eq!(table.games().len(), 1);
    assert_eq!(table.games()[0].members, as_one.members);
}

/// The table is the same in whatever order its games come, and a shift is that of the values.
#[test]
fn games_that_come_in_any_order() {
    let [one, other] = ["0.07", "0.137"].map(|text| studied(&classes(&[text])).remove(0));
    let as_one = studied(&classes(&["0.07", "0.137"])).remove(0);
    let games = [one, other, as_one];
    let tables = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]].map(|order| {
        let mut table = MisereTable::default();
        order.into_iter().for_each(|i| table.insert(games[i].clone()));
        table
    });
    for table in &tables {
        assert_eq!(table.bytes(), tables[0].bytes());
        let members = &table.games()[0].members;
        assert_eq!((table.games().len(), members.len()), (1, 2));
        assert_eq!(members, &tables[0].games()[0].members);
        let values = [0, 1].map(|i: usize| naive::values(&members[i].code, 40));
        let shift = members[1].shift;
        for n in 5..30_i64 {
            assert_eq!(values[0][n as usize], values[1][(n - shift) as usize], "shift {shift}");
        }
    }
}

/// A row without its certificate is not used, and the game is searched again.
#[test]
fn nothing_without_its_evidence() {
    let directory = tempfile::tempdir().unwrap();
    let (path, classes) = (directory.path(), classes(&["0.77", "0.75", "0.123"]));
    let games = studied(&classes);
    MisereTable::add(path, games.clone()).unwrap();
    let whole = files(path);
    let answered = || {
        let table = MisereTable::read(path).unwrap();
        classes.iter().map(|class| table.answers(class, &LIMITS)).collect::<Vec<_>>()
    };
    assert_eq!(answered(), [true; 3]);
    fs::remove_file(path.join("misere/0.75.txt")).unwrap();
    assert_eq!(answered().iter().filter(|answer| **answer).count(), 2);
    MisereTable::add(path, games.clone()).unwrap();
    assert_eq!(files(path), whole);
    fs::write(path.join("misere.csv"), "a,b\n").unwrap();
    let refused = MisereTable::read(path).unwrap_err();
    assert!(refused.to_string().contains("is no report of this program"), "{refused}");
}

/// Codes of one game that come from different runs share a row; the row with more information
/// stays. Behind the verified heaps the partial quotient grows with the Grundy values, as computed
/// heap by heap.
#[test]
fn stairs_by_theorem_k() {
    for (text, last) in [("0.56", 130), ("0.156", 70), ("0.644", 40)] {
        // The period of normal play takes more work than the quotient.
        let limits = MisereLimits { work: Some(1_000_000_000), ..LIMITS };
        let game = study(&classes(&[text])[0], (&limits, u64::MAX), &()).unwrap().unwrap();
        let heaps = |heap: usize| heap as u64;
        let verified = game.row.heaps;
        let computed = partial(&code(text), &MisereLimits::heaps(last), &()).staircase;
        let stairs = computed.iter().map(|s| (heaps(s.heap), heaps(s.order), heaps(s.p_portion)));
        let found = game.stairs.iter().map(|s| (s.heap, s.order, s.p_portion));
        let found: Vec<_> = found.filter(|stair| stair.0 <= last as u64).collect();
        assert_eq!(found, stairs.collect::<Vec<_>>(), "{text}");
        assert!(game.stairs.last().unwrap().heap > verified, "{text}");
    }
}

#[test]
fn codes_of_one_game_are_joined() {
    let mut table = MisereTable::default();
    let deep = studied(&classes(&["0.137"])).remove(0);
    let shallow = MisereLimits { heaps: 5, ..LIMITS };
    let one = study(&classes(&["0.07", "0.137"])[0], (&shallow, u64::MAX), &()).unwrap().unwrap();
    table.insert(deep.clone());
    table.insert(one);
    let [game] = table.games() else { panic!() };
    assert_eq!((&game.row, game.members.len()), (&deep.row, 2));
    // Heap n of 0.137 is heap n + 1 of 0.07.
    let member = game.members.iter().find(|member| member.code == code("0.07")).unwrap();
    assert_eq!(member.shift, -1);
}

#[test]
fn an_error_of_the_sink_ends_the_run() {
    let mut seen = 0;
    let ran = run(
        classes(&["0.3", "0.33", "0.333"]),
        (&LIMITS, u64::MAX),
        &(),
        |games: Vec<MisereGame>| {
            seen += games.len();
            Err(MisereStudyError::Refused { code: code("0.3"), reason: "enough".to_owned() })
        },
    );
    assert!(ran.unwrap_err().to_string().contains("0.3 is refused: enough") && seen > 0);
}

#[test]
fn the_committed_survey_is_whole() {
    let table = MisereTable::read(&results()).unwrap();
    let all: BTreeSet<Code> = family().into_iter().collect();
    let members = table.games().iter().flat_map(|game| &game.members);
    let found: BTreeSet<Code> = members.map(|member| member.code.clone()).collect();
    assert_eq!(found, all);
    assert_eq!(table.games().len(), first_cousins(family()).len());
    let certificates: BTreeSet<String> =
        table.games().iter().filter_map(|game| game.row.certificate.clone()).collect();
    let entries = fs::read_dir(results().join("misere")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(names.map(|name| format!("misere/{name}")).collect::<BTreeSet<_>>(), certificates);
    assert!(certificates.len() > 240, "{}", certificates.len());
    for game in table.games() {
        let (row, stairs) = (&game.row, &game.stairs);
        assert_eq!(row.status == Extent::Proved, row.certificate.is_some(), "{}", row.code);
        assert!(stairs.windows(2).all(|pair| pair[0].heap < pair[1].heap
            && pair[0].order < pair[1].order
            && pair[0].p_portion <= pair[1].p_portion));
        let last = stairs.last().unwrap();
        let infinite = row.theorem == Some(QuotientTheorem::I);
        assert_eq!(row.p_portion, (!infinite).then_some(last.p_portion), "{}", row.code);
        assert_eq!(infinite, row.stop.to_string() == "infinite", "{}", row.code);
        if let Some(Order::Finite(order)) = row.order {
            assert_eq!((order, row.last_change), (last.order, Some(last.heap)), "{}", row.code);
        }
    }
}

/// Those that are compressed are large, and only read.
#[test]
fn the_committed_certificates_are_accepted() {
    let (mut checked, mut large) = (0, 0);
    for game in MisereTable::read(&results()).unwrap().games() {
        let Some(file) = &game.row.certificate else { continue };
        let bytes = unpacked(fs::read(results().join(file)).unwrap(), LARGEST).unwrap();
        let certificate = MisereCertificate::read(&bytes).unwrap();
        assert!(certificate.claim().starts_with(&format!("{}: ", game.row.code)));
        if file.ends_with(".gz") {
            large += 1;
            continue;
        }
        let established = certificate.check(&|_, _| true);
        assert!(established.unwrap_or_else(|e| panic!("{file}: {e}")).proved, "{file}");
        checked += 1;
    }
    assert!(checked > 250 && large == 2, "{checked}, {large}");
}

/// A game with an open normal play whose misère play is solved is solved by Theorem K.
#[test]
fn solved_although_normal_play_is_open() {
    let table = MisereTable::read(&results()).unwrap();
    let games = Reports::open(&results()).unwrap().games();
    let beyond = beyond_normal_play(table.games(), &games);
    assert_eq!(beyond.len(), 7);
    for game in beyond {
        assert_eq!(game.row.theorem, Some(QuotientTheorem::K), "{}", game.row.code);
        let has_code = |members: &[octal::survey::class::Member]| {
            members.iter().any(|member| member.code == game.members[0].code)
        };
        let normal = games.iter().find(|game| has_code(&game.members)).unwrap();
        assert_ne!(normal.row.status, Status::Proved, "{}", game.row.code);
    }
}
