//! The committed census, against the definition and against the independent checker.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use fastrand::Rng;
use octal::catalogue::sources::MentionedGames;
use octal::certificate;
use octal::check::Certificate;
use octal::code::Game;
use octal::grundy::{Engine, naive};
use octal::period::Status;
use octal::period::search::{Limits, search};
use octal::publish::census;
use octal::survey::store::code_rows;
use octal::survey::store::{Finished, GameTable};

use crate::common::code;

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("results/census")
}

fn table() -> GameTable {
    let table = GameTable::read(&directory().join("periods.csv")).unwrap();
    assert_eq!(table.unproved(), []);
    table
}

/// Some of these, without repetition.
fn some<T>(mut all: Vec<T>, count: usize, seed: u64) -> Vec<T> {
    Rng::with_seed(seed).shuffle(&mut all);
    assert!(all.len() >= count);
    all.truncate(count);
    all
}

/// The heap up to which the definition is computed.
const HEAPS: usize = 5000;

/// The engines agree with the definition on a hundred games, and what the rows say of heaps up to
/// 5000 follows from it.
#[test]
fn a_hundred_games_are_those_of_the_definition() {
    let mut proved = 0;
    for game in some(table().merged(), 100, 1) {
        let code = code(&game.row.code);
        let values = naive::values(&code, HEAPS);
        let mut engine = Engine::new(&code);
        engine.extend(HEAPS as u64).unwrap();
        assert!(engine.values().iter().eq(values.iter().copied()), "{code}");
        proved += usize::from(agrees(&game, &values));
        cousin_agrees(&game, &values);
    }
    assert!(proved > 15, "only {proved} games whose period shows within {HEAPS} heaps");
}

/// Compares a row with the values of its game; whether its period shows in them.
fn agrees(game: &Finished, values: &[u16]) -> bool {
    let row = &game.row;
    let up_to = values.len().min(row.verified_to as usize + 1);
    let largest = u64::from(values[..up_to].iter().copied().max().unwrap());
    assert!(row.max_value.unwrap() >= largest, "{row:?}");
    if row.max_at.unwrap() < up_to as u64 {
        let at = row.max_at.unwrap() as usize;
        assert_eq!((row.max_value.unwrap(), values[..at].contains(&values[at])), (largest, false));
    }
    let period = row.known_period().filter(|_| row.status == Status::Proved);
    let Some(period) = period.filter(|p| p.preperiod + p.period < HEAPS as u64) else {
        return false;
    };
    let (n0, p) = (period.preperiod as usize, period.period as usize);
    assert!((n0..HEAPS + 1 - p).all(|n| values[n + p] == values[n]), "{row:?}");
    assert!(n0 == 0 || values[n0 - 1] != values[n0 - 1 + p], "{row:?}");
    // The pattern, continued downwards from the first period.
    let pattern = |n: usize| values[n + (n0 - n).div_ceil(p) * p];
    let exceptions: Vec<usize> = (0..n0).filter(|&n| values[n] != pattern(n)).collect();
    assert_eq!(row.exceptions, Some(exceptions.len() as u64), "{row:?}");
    assert_eq!(row.last_exception, exceptions.last().map(|&n| n as u64), "{row:?}");
    true
}

/// The last code of the row has the same values, each `shift` heaps away.
fn cousin_agrees(game: &Finished, values: &[u16]) {
    let member = game.members.last().unwrap();
    let to = 1000;
    let cousin = naive::values(&member.code, to);
    let first = member.shift.unsigned_abs() as usize + 8;
    for (n, value) in (0..).zip(values).take(to - first).skip(first) {
        let place = usize::checked_add_signed(n, -member.shift as isize).unwrap();
        assert_eq!(*value, cousin[place], "{}: {n}", member.code);
    }
}

/// Fifty random periods are certified again and accepted by the checker that shares nothing with
/// the engines. Their games have proofs of some hundred to some thousand heaps, which take a
/// moment.
#[test]
fn fifty_periods_are_confirmed() {
    let is_quick = |game: &Finished| {
        let row = &game.row;
        let largest = row.rare_count.map_or(4_000, |_| 20_000);
        row.status == Status::Proved && (150..largest).contains(&row.verified_to)
    };
    let games: Vec<Finished> = table().merged().into_iter().filter(is_quick).collect();
    for game in some(games, 50, 2) {
        let row = &game.row;
        let known = search(&code(&row.code), &Limits::heaps(row.verified_to), &|_| true).unwrap();
        let file = certificate::write(&known).unwrap();
        let certificate = Certificate::read(&file).unwrap();
        let links: Vec<usize> = (0..certificate.links()).collect();
        let established = certificate.check(&links, 1, &|_, _| true).unwrap();
        assert!(established.proved, "{established:?}");
        let [n0, p] = [row.preperiod.unwrap(), row.period.unwrap()];
        let claim = format!("{}: preperiod {n0}, period {p}, both least", row.code);
        assert_eq!(certificate.claim(), claim);
    }
}

/// The number of windows of a game that the definition is computed for, and the most heaps of
/// these.
const WINDOWS: usize = 20;
const MOST_HEAPS: usize = 6000;

/// The number of heaps that the theorem of Guy and Smith asks for: 2·n0 + p + t, t being the last
/// place.
fn window(game: &Finished) -> Option<usize> {
    let period = game.row.known_period().filter(|_| game.row.status == Status::Proved)?;
    let last_place = code(&game.row.code).digits().len() - 1;
    Some((2 * period.preperiod + period.period) as usize + last_place)
}

/// The values of fifty random games repeat for twenty windows as the rows say. The definition alone
/// is used, which shares nothing with the engines; and no smaller period or preperiod would do.
#[test]
fn fifty_periods_hold_for_twenty_windows() {
    let is_small =
        |game: &Finished| window(game).is_some_and(|window| WINDOWS * window <= MOST_HEAPS);
    let games: Vec<Finished> = table().merged().into_iter().filter(is_small).collect();
    for game in some(games, 50, 3) {
        let row = &game.row;
        let period = row.known_period().unwrap();
        let (n0, p) = (period.preperiod as usize, period.period as usize);
        let last = WINDOWS * window(&game).unwrap();
        let values = naive::values(&code(&row.code), last);
        let differs = |n: usize, p: usize, saltus: u64| {
            u64::from(values[n + p]) != u64::from(values[n]) + saltus
        };
        assert!((n0..=last - p).all(|n| !differs(n, p, period.saltus)), "{row:?}");
        assert!(n0 == 0 || differs(n0 - 1, p, period.saltus), "{row:?}: n0 is not least");
        // A smaller period of the values from n0 on would grow by the same share of the saltus.
        let is_shorter = |q: usize| {
            let saltus = u64::from(values[n0 + q]).checked_sub(u64::from(values[n0]));
            saltus.is_some_and(|saltus| (n0..=last - q).all(|n| !differs(n, q, saltus)))
        };
        assert!(!(1..p).any(is_shorter), "{row:?}: p is not least");
    }
}

/// Every code of at most five digits is in the table once, and `codes.csv` says the same.
#[test]
fn every_code_is_there_once() {
    let rows = code_rows(&table());
    assert_eq!(rows.len(), 2 * 8_usize.pow(5));
    let text = std::fs::read_to_string(directory().join("codes.csv")).unwrap();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let committed: Vec<octal::survey::store::CodeRow> =
        reader.deserialize().collect::<Result<_, _>>().unwrap();
    assert!(committed == rows, "codes.csv is not that of periods.csv");
    let games: BTreeMap<&str, usize> = rows.iter().map(|row| (&*row.code, 1)).collect();
    assert_eq!(games.len(), rows.len());
}

/// Every spelling of a game that the tables have is read: `CODE shift s` of the column `cousins`,
/// and `GAME shift s` of `codes.csv`, which has the values of its code.
#[test]
fn every_shift_is_read() {
    let cousins = table().merged();
    let mut read = 0;
    for text in cousins.iter().flat_map(|game| game.row.listed_cousins()) {
        let game = text.parse::<Game>();
        assert!(game.is_ok(), "{text}: {game:?}");
        read += usize::from(text.contains("shift -"));
    }
    assert!(read > 1000, "{read} cousins with a negative shift");
    for row in code_rows(&table()).iter().filter(|row| row.shift < 0).step_by(97) {
        let game: Game = format!("{} shift {}", row.game, row.shift).parse().unwrap();
        let values = naive::values(&code(&row.code), 60);
        assert_eq!(naive::values(&game.code, 60), values, "{row:?}");
        assert_eq!(game.shift, 0);
    }
}

/// The pages and the pictures of both surveys are those of their tables.
#[test]
fn the_committed_reports_are_those_of_the_tables() {
    for directory in [directory(), directory().with_file_name("hexadecimal")] {
        let table = GameTable::read(&directory.join("periods.csv")).unwrap();
        let mentioned = MentionedGames::published().unwrap();
        for (file, bytes) in census::files(&table.merged(), &mentioned) {
            let found = std::fs::read(directory.join(&file)).unwrap_or_default();
            // A survey of one code that is there already searches nothing.
            let path = directory.display();
            let remedy = format!("octal survey --codes - --limit 1 --report --dir {path}");
            assert!(found == bytes, "{file} is out of date: {remedy}");
        }
    }
}
