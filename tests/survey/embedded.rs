//! The rows that are part of the program.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use octal::code::Code;
use octal::code::cousins::same_by_rules;
use octal::file::packed;
use octal::formats::periods::{PERIOD_HEADER, csv_bytes};
use octal::period::Answer;
use octal::survey::embedded;
use octal::survey::store::CodeRow;

use crate::common::code;

fn results(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("results").join(file)
}

/// The rows of a table, by their codes.
fn rows(file: &str) -> BTreeMap<String, Answer> {
    let rows = csv::Reader::from_path(results(file)).unwrap().into_deserialize();
    rows.map(|row: Result<Answer, _>| row.unwrap()).map(|row| (row.code.clone(), row)).collect()
}

/// A row as a line of its table.
fn line(row: &Answer) -> String {
    String::from_utf8(csv_bytes([row], &PERIOD_HEADER)).unwrap()
}

/// Every row of the results is found under its code, and codes of both censuses under theirs.
#[test]
fn the_rows_are_those_of_the_files() {
    for row in rows("periods.csv").into_values() {
        let found = embedded::game(&code(&row.code)).unwrap();
        assert_eq!((line(&found.game.row), found.shift), (line(&row), 0));
        assert_eq!(found.file, Path::new("results/periods.csv"));
    }
    for census in ["census", "hexadecimal"] {
        let rows = rows(&format!("{census}/periods.csv"));
        let file = results(&format!("{census}/codes.csv"));
        let codes = csv::Reader::from_path(file).unwrap().into_deserialize();
        for listed in codes.map(|row: Result<CodeRow, _>| row.unwrap()).step_by(499) {
            let found = embedded::game(&code(&listed.code)).unwrap();
            let first = found.game.members[0].code.to_string();
            if found.file == Path::new("results/periods.csv") {
                continue;
            }
            // G_code(n) = G_game(n − s) there, G_row(n) = G_code(n − s) here.
            assert_eq!((&first, found.shift), (&listed.game, -listed.shift), "{}", listed.code);
            assert_eq!(line(&found.game.row), line(&rows[&first]));
        }
    }
}

/// A code that no row lists has the row of a game that the rules prove equal.
#[test]
fn codes_that_no_row_lists() {
    for text in ["0.0000007", "0.1370000000001", "0.07070707"] {
        let asked: Code = text.parse().unwrap();
        match embedded::game(&asked) {
            Some(found) => {
                let first = &found.game.members[0].code;
                assert_eq!(same_by_rules(first, &asked), Some(found.shift), "{text}");
            }
            None => {
                for table in ["periods.csv", "census/periods.csv", "hexadecimal/periods.csv"] {
                    let is_equal = |other: &String| same_by_rules(&code(other), &asked).is_some();
                    assert!(!rows(table).keys().any(is_equal), "{text}");
                }
            }
        }
    }
    assert!(embedded::game(&code("0.1234567")).is_none());
}

#[test]
fn misere_play() {
    let (record, shift) = embedded::misere(&code("0.137")).unwrap();
    assert_eq!((record.code.as_str(), shift), ("0.07", -1));
    let (record, shift) = embedded::misere(&code("0.123")).unwrap();
    assert_eq!((record.code.as_str(), shift), ("0.123", 0));
    assert!(embedded::misere(&code("0.1234567")).is_none());
}

/// The tables are at most 600 kB of the program.
#[test]
fn the_tables_are_small() {
    let files = ["periods.csv", "census/periods.csv", "hexadecimal/periods.csv", "misere.csv"];
    let size: usize =
        files.iter().map(|file| packed(&fs::read(results(file)).unwrap()).len()).sum();
    assert!(size < 600_000, "{size}");
}
