//! The rows of `results/` that are part of the program, so that a game is found in any directory.
//!
//! `build.rs` packs `periods.csv`, the same table of the census and of the hexadecimal census, and
//! `misere.csv`. Each is unpacked when it is first needed. Their certificates are not part of the
//! program: the tests of the project judge the rows by them.
//!
//! ```
//! use octal::survey::embedded;
//! let found = embedded::game(&"0.137".parse()?).ok_or("no row")?;
//! assert_eq!((found.game.row.code.as_str(), found.game.row.period, found.shift), ("0.07", Some(34), 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::HashMap;
use std::convert::Infallible;
use std::path::Path;
use std::sync::LazyLock;

use csv::StringRecord;
use rayon::prelude::*;
use serde::de::DeserializeOwned;

use super::claims::EarlierRows;
use super::class::Member;
use super::store::{Finished, members};
use crate::code::Code;
use crate::code::cousins::{class_key, standard_form};
use crate::file::unpacked;
use crate::misere::record::Record;
use crate::period::Answer;

/// A table that is part of the program.
struct Table {
    /// The file in the repository.
    file: &'static str,
    text: LazyLock<String>,
    rows: LazyLock<Vec<StringRecord>>,
}

/// A packed table as text.
macro_rules! text {
    ($file:literal) => {
        unpacked_text(include_bytes!(concat!(env!("OUT_DIR"), "/", $file)))
    };
}

/// The tables of periods, in the order in which a game is sought.
static PERIODS: [Table; 3] = [
    Table {
        file: "results/periods.csv",
        text: LazyLock::new(|| text!("periods.csv.gz")),
        rows: LazyLock::new(|| records(&PERIODS[0].text)),
    },
    Table {
        file: "results/census/periods.csv",
        text: LazyLock::new(|| text!("census.csv.gz")),
        rows: LazyLock::new(|| records(&PERIODS[1].text)),
    },
    Table {
        file: "results/hexadecimal/periods.csv",
        text: LazyLock::new(|| text!("hexadecimal.csv.gz")),
        rows: LazyLock::new(|| records(&PERIODS[2].text)),
    },
];

/// The rows on misère play.
static MISERE: Table = Table {
    file: "results/misere.csv",
    text: LazyLock::new(|| text!("misere.csv.gz")),
    rows: LazyLock::new(|| records(&MISERE.text)),
};

/// The row of every code that one lists, by its table and its place there. Of several rows the
/// first counts.
static LISTED: LazyLock<HashMap<&'static str, (&'static Table, usize)>> = LazyLock::new(|| {
    let mut listed = HashMap::new();
    for table in &PERIODS {
        for (place, row) in table.rows.iter().enumerate() {
            let cousins = row[COUSINS].split("; ").filter_map(|cousin| cousin.split(' ').next());
            for code in std::iter::once(&row[0]).chain(cousins) {
                listed.entry(code).or_insert((table, place));
            }
        }
    }
    listed
});

/// The column `cousins`.
const COUSINS: usize = 18;

/// The most bytes of an unpacked table.
const LARGEST: u64 = 1 << 24;

fn unpacked_text(packed: &[u8]) -> String {
    let bytes = unpacked(packed.to_vec(), LARGEST).expect("build.rs packs the tables");
    String::from_utf8(bytes).expect("the tables are text")
}

/// A game with its row.
#[derive(Clone, Debug)]
pub struct EmbeddedGame {
    /// The row, and the codes that are this game.
    pub game: Finished,
    /// s with G_row(n) = G_code(n − s) for the code that was asked for.
    pub shift: i64,
    /// The file of the repository that has the row.
    pub file: &'static Path,
}

/// The text of the table that the repository has at this path, such as `results/periods.csv`.
pub fn table(file: &Path) -> Option<&'static str> {
    let mut tables = PERIODS.iter().chain([&MISERE]);
    tables.find(|table| Path::new(table.file) == file).map(|table| table.text.as_str())
}

/// The game with this code: one that a row lists, or else one that the rules prove equal. O(1) for
/// a listed code, else a saturated standard form of each row, 0.2 s in all.
pub fn game(code: &Code) -> Option<EmbeddedGame> {
    let Some((table, place)) = LISTED.get(code.to_string().as_str()) else {
        return PERIODS.iter().find_map(|table| table.equal_by_rules(code));
    };
    let game = table.game(&table.rows[*place]);
    let shift = game.members.iter().find(|member| member.code == *code)?.shift;
    Some(EmbeddedGame { game, shift, file: Path::new(table.file) })
}

/// The code of the row that lists this code. O(1).
pub fn row_code(code: &Code) -> Option<&'static str> {
    let (table, place) = LISTED.get(code.to_string().as_str())?;
    Some(&table.rows[*place][0])
}

/// The row on misère play of the game with this code, and the shift s: heap n of the code is heap
/// n − s of the row.
pub fn misere(code: &Code) -> Option<(Record, i64)> {
    let (form, shift) = standard_form(code);
    MISERE.rows.iter().find_map(|record| {
        let (form_of_row, less) = standard_form(&record[0].parse().ok()?);
        (form == form_of_row).then(|| (row(record), shift as i64 - less as i64))
    })
}

/// The rows that are part of the program.
#[derive(Clone, Copy, Debug)]
pub struct EmbeddedRows;

impl EarlierRows for EmbeddedRows {
    type Error = Infallible;

    fn normal(&self, code: &Code) -> Result<Option<(Answer, i64)>, Infallible> {
        Ok(game(code).map(|found| (found.game.row, found.shift)))
    }

    fn misere(&self, code: &Code) -> Result<Option<(Record, i64)>, Infallible> {
        Ok(misere(code))
    }
}

impl Table {
    /// The game of a row.
    fn game(&self, record: &StringRecord) -> Finished {
        let row = row(record);
        let members: Vec<Member> = members(&row, Path::new(self.file))
            .expect("the tests have checked the cousins of every row");
        Finished { row, exceptions: vec![], members, certificate: None }
    }

    /// The game whose first code the rules prove equal to a code.
    fn equal_by_rules(&'static self, code: &Code) -> Option<EmbeddedGame> {
        const PLACES: usize = 16;
        let key = class_key(code, PLACES);
        let (record, of_row) = self.rows.par_iter().find_map_first(|record| {
            let of_row = class_key(&record[0].parse().ok()?, PLACES);
            (of_row.code == key.code).then_some((record, of_row))
        })?;
        let shift = of_row.shift as i64 - key.shift as i64;
        Some(EmbeddedGame { game: self.game(record), shift, file: Path::new(self.file) })
    }
}

/// The rows of a table.
fn records(text: &str) -> Vec<StringRecord> {
    let records = csv::Reader::from_reader(text.as_bytes()).into_records();
    records.collect::<Result<_, _>>().expect("the tables are CSV")
}

/// A row with its fields.
fn row<R: DeserializeOwned>(record: &StringRecord) -> R {
    record.deserialize(None).expect("the tables have the columns of their rows")
}
