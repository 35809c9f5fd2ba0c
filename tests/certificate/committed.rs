//! The certificates in `results/`: those that take long are there once, and commands make the
//! others again.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use fastrand::Rng;
use octal::certificate::{LARGEST, file_name};
use octal::check::CertificateFile;
use octal::file::{sha256_hex, unpacked};
use octal::period::{Answer, Status, Theorem};
use octal::survey::certificates::is_kept;

use super::check;
use crate::common::{code, names, scratch};

/// The tables of periods, each beside its certificates. A game of an earlier table has its
/// certificate there.
const TABLES: [&str; 3] = ["", "census", "hexadecimal"];

fn results() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("results")
}

/// The proved rows of a table.
fn proved(table: &str) -> Vec<Answer> {
    let rows = csv::Reader::from_path(results().join(table).join("periods.csv")).unwrap();
    let rows = rows.into_deserialize::<Answer>().map(Result::unwrap);
    rows.filter(|row| row.status == Status::Proved).collect()
}

/// The first proved row of each game.
fn games() -> BTreeMap<String, Answer> {
    let rows = TABLES.into_iter().rev().flat_map(proved);
    rows.map(|row| (row.code.clone(), row)).collect()
}

/// The claim of the certificate of a row.
fn claim(row: &Answer) -> String {
    let period = row.known_period().unwrap();
    let (n0, p, saltus) = (period.preperiod, period.period, period.saltus);
    let least = match row.theorem.unwrap() {
        Theorem::ArithmeticWindow | Theorem::EndlessWindow => {
            format!("saltus {saltus}, the first two least")
        }
        _ => "both least".to_owned(),
    };
    format!("{}: preperiod {n0}, period {p}, {least}", row.code)
}

/// A row names a certificate if one core takes more than a minute or two to make it; no game has
/// two, and no other file is there.
#[test]
fn those_that_take_long_are_there_once() {
    let (mut seen, mut kept) = (HashSet::new(), 0);
    for table in TABLES {
        let mut named = BTreeSet::new();
        for row in proved(table) {
            let is_first = seen.insert(row.code.clone());
            assert_eq!(row.certificate.is_some(), is_first && is_kept(&row), "{}", row.code);
            let Some(file) = &row.certificate else { continue };
            let bytes = fs::read(results().join(table).join(file)).unwrap();
            let text = unpacked(bytes, LARGEST).unwrap();
            let Ok(CertificateFile::Period(certificate)) = CertificateFile::read(&text) else {
                panic!("{file}");
            };
            assert_eq!(certificate.claim(), claim(&row));
            named.insert(file.strip_prefix("certificates/").unwrap().to_owned());
        }
        let directory = results().join(table).join("certificates");
        let files = if directory.is_dir() { names(&directory) } else { vec![] };
        assert!(named.iter().eq(&files), "{table}: {files:?}");
        kept += named.len();
    }
    assert_eq!(kept, 7);
}

/// The heaps before the first link of a kept certificate are checked in some seconds, and so are
/// the windows that make the period.
#[test]
fn kept_certificates_begin_right() {
    for file in ["certificates/0.106.txt.gz", "census/certificates/0.3154.txt.gz"] {
        let text = unpacked(fs::read(results().join(file)).unwrap(), LARGEST);
        let certificate = CertificateFile::read(&text.unwrap()).unwrap();
        let established = certificate.check(&[], 2, &|_, _| true).unwrap();
        assert!(!established.proved && established.statement.contains("no fault found"), "{file}");
    }
}

/// The bytes of the files in a directory, and in those below it.
fn bytes_of(directory: &Path) -> u64 {
    let entries = fs::read_dir(directory).unwrap().map(Result::unwrap);
    entries
        .map(|e| if e.path().is_dir() { bytes_of(&e.path()) } else { e.metadata().unwrap().len() })
        .sum()
}

#[test]
fn the_results_have_at_most_12_megabytes() {
    assert!(bytes_of(&results()) <= 12_000_000, "{}", bytes_of(&results()));
}

/// The checks of these certificates take hours.
const NOT_CHECKED_WHOLE: [&str; 2] = ["0.106", "0.1156"];
/// The certificate of this game would be too large.
const TOO_LARGE: &str = "0.b1c";

/// The digest and the answer of the check of each certificate, by its file.
fn checked() -> BTreeMap<String, [String; 2]> {
    let rows = csv::Reader::from_path(results().join("checked.csv")).unwrap().into_records();
    let row = |row: csv::StringRecord| {
        assert_eq!(&row[2], "proved", "{row:?}");
        (row[0].to_owned(), [row[1].to_owned(), row[3].to_owned()])
    };
    rows.map(|record| row(record.unwrap())).collect()
}

/// Every proved game has a certificate that was checked whole, but for a few that are named.
#[test]
fn the_checks_are_those_of_the_games() {
    let checked = checked();
    let mut files = BTreeSet::new();
    for (game, row) in games() {
        let file = file_name(&code(&game));
        if NOT_CHECKED_WHOLE.contains(&&*game) || game == TOO_LARGE {
            assert!(!checked.contains_key(&file), "{game}");
            continue;
        }
        let [_, said] = &checked[&file];
        let begins = claim(&row) + ": ";
        assert!(said.starts_with(&begins) && said.ends_with(": proved"), "{said}");
        files.insert(file);
    }
    assert!(checked.keys().eq(&files) && files.len() > 1200);
}

/// Three random games for each theorem, of those that take seconds: `octal period` makes the
/// certificate again. It has the digest of the table and is accepted.
#[test]
fn a_dozen_are_made_again() {
    let (checked, scratch) = (checked(), scratch());
    let mut games: Vec<Answer> = games().into_values().collect();
    Rng::with_seed(1).shuffle(&mut games);
    let mut made = BTreeMap::new();
    for row in games.into_iter().filter(|row| row.verified_to <= 10_500_000) {
        let theorem = row.theorem.unwrap().to_string();
        if *made.entry(theorem.clone()).or_insert(0) == 3 {
            continue;
        }
        let code = code(&row.code);
        let path = scratch.path().join(file_name(&code));
        let mut octal = Command::new(env!("CARGO_BIN_EXE_octal"));
        octal.args(["period", &row.code, "--limit", &row.verified_to.to_string(), "--certificate"]);
        let ran = octal.arg(&path).output().unwrap();
        assert!(ran.status.success(), "{ran:?}");
        let file = fs::read(path).unwrap();
        assert_eq!(sha256_hex(&file), checked[&file_name(&code)][0], "{code}");
        assert!(check(&file).unwrap_or_else(|e| panic!("{code}: {e}")).proved, "{code}");
        *made.get_mut(&theorem).unwrap() += 1;
    }
    assert_eq!(made.into_values().collect::<Vec<_>>(), [3, 3, 2, 3]);
}
