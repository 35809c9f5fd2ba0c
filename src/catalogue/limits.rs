//! Published searches that found no period, and their last heaps: the table `limits.csv`.

use std::io::Read;
use std::path::Path;

use super::error::CatalogueError;
use super::statement;
use super::table::{self, ColumnNames, TableRow};
use crate::code::Game;

/// The columns that a table of limits must have.
pub const COLUMNS: [&str; 5] = ["code", "heaps", "who", "year", "source"];

/// The columns that a table of limits may have; without them they are empty.
pub const OPTIONAL: [&str; 6] = ["max_value", "max_at", "rare_count", "last_rare", "mask", "note"];

/// A published search that ended without a period. Heaps are those of the game as printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedLimit {
    /// The game.
    pub game: Game,
    /// The game as printed.
    pub code: String,
    /// The last heap searched.
    pub heaps: u64,
    /// The people who searched.
    pub who: String,
    /// The year in which it was published, if the source states one.
    pub year: Option<u64>,
    /// Where it was published: a key of `sources.csv`.
    pub source: String,
    /// The largest value up to `heaps`, if stated.
    pub max_value: Option<u64>,
    /// The first heap that has it, if stated.
    pub max_at: Option<u64>,
    /// The number of rare heaps up to `heaps`, heap 0 included, if stated.
    pub rare_count: Option<u64>,
    /// The last of them, if stated.
    pub last_rare: Option<u64>,
    /// The mask m of the sparse space, if stated.
    pub mask: Option<u64>,
    /// A remark for readers.
    pub note: String,
    /// Its line in the table.
    pub line: u64,
}

/// The limits of `octal-codes/limits.csv`, which are part of the program.
///
/// ```
/// let limits = octal::catalogue::limits::published()?;
/// assert!(limits.iter().any(|limit| limit.code == "0.167" && limit.heaps == 1 << 40));
/// # Ok::<(), octal::catalogue::CatalogueError>(())
/// ```
pub fn published() -> Result<Vec<PublishedLimit>, CatalogueError> {
    let table = include_str!("../../octal-codes/limits.csv");
    read(table.as_bytes(), "octal-codes/limits.csv")
}

/// The limits in a file.
pub fn read_file(path: &Path) -> Result<Vec<PublishedLimit>, CatalogueError> {
    table::read_file(path, read)
}

/// The limits in a table with the [`COLUMNS`], and perhaps the [`OPTIONAL`] ones, in any order;
/// `file` names it in messages.
pub fn read(input: impl Read, file: &str) -> Result<Vec<PublishedLimit>, CatalogueError> {
    let columns = ColumnNames { needed: &COLUMNS, optional: &OPTIONAL };
    Ok(table::read_rows(input, file, &columns, limit)?.rows)
}

/// Limits are kept so low that their heaps can be counted with a sign.
const MAX_HEAPS: u64 = 1 << 62;

fn limit(row: &TableRow) -> Result<PublishedLimit, CatalogueError> {
    let what = "the last heap searched, a whole number below 2^62 such as 134217728 or 2^27";
    let heaps = row.whole("heaps", what)?;
    if heaps >= MAX_HEAPS {
        return Err(row.wrong("heaps", what));
    }
    let limit = PublishedLimit {
        game: statement::game(row)?,
        code: row.get("code").to_owned(),
        heaps,
        who: row.filled("who")?.to_owned(),
        year: row.number_if_any("year", "a year, or nothing")?,
        source: row.filled("source")?.to_owned(),
        max_value: row.number_if_any("max_value", "the largest value, or nothing")?,
        max_at: row.number_if_any("max_at", HEAP)?,
        rare_count: row.number_if_any("rare_count", "how many, or nothing")?,
        last_rare: row.number_if_any("last_rare", HEAP)?,
        mask: mask(row)?,
        note: row.get("note").to_owned(),
        line: row.line,
    };
    for (column, heap) in [("max_at", limit.max_at), ("last_rare", limit.last_rare)] {
        if heap > Some(heaps) {
            return Err(row.wrong(column, HEAP));
        }
    }
    Ok(limit)
}

const HEAP: &str = "a heap size up to that in column `heaps`, or nothing";

fn mask(row: &TableRow) -> Result<Option<u64>, CatalogueError> {
    match row.get("mask") {
        "" => Ok(None),
        text => {
            let digits = text.strip_prefix("0x");
            let mask = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
            let what = "a mask such as 0x1ee, or nothing";
            mask.map(Some).ok_or_else(|| row.wrong("mask", what))
        }
    }
}
