//! Published first values: the table `sequences.csv`.

use std::io::Read;
use std::path::Path;

use super::error::CatalogueError;
use super::statement;
use super::table::{self, ColumnNames, TableRow};
use crate::code::Game;
use crate::period::shifted::View;

/// The columns of a table of sequences.
pub const COLUMNS: [&str; 4] = ["code", "offset", "source", "values"];

/// The first values of a sequence, as published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedSequence {
    /// The game.
    pub game: Game,
    /// The game as printed.
    pub code: String,
    /// The heap size of the first value.
    pub offset: u64,
    /// Where they were published: a key of `sources.csv`.
    pub source: String,
    /// G(offset), G(offset + 1), …; never empty.
    pub values: Vec<u64>,
    /// Its line in the table.
    pub line: u64,
}

impl PublishedSequence {
    /// The last heap that has a published value.
    pub const fn last_heap(&self) -> u64 {
        self.offset + self.values.len() as u64 - 1
    }

    /// The first heap whose published value is not the one known. Heaps whose value is not known
    /// are passed over. O(number of values).
    pub fn first_difference(&self, view: &View) -> Option<u64> {
        let mut heaps = (self.offset..).zip(&self.values);
        let differs = |&(n, value): &(u64, &u64)| view.value(n).is_some_and(|v| v != *value);
        heaps.find(differs).map(|(n, _)| n)
    }
}

/// The sequences of `octal-codes/sequences.csv`, which are part of the program.
pub fn published() -> Result<Vec<PublishedSequence>, CatalogueError> {
    let table = include_str!("../../octal-codes/sequences.csv");
    read(table.as_bytes(), "octal-codes/sequences.csv")
}

/// The sequences in a file.
pub fn read_file(path: &Path) -> Result<Vec<PublishedSequence>, CatalogueError> {
    table::read_file(path, read)
}

/// The sequences in a table with the [`COLUMNS`] in any order; `file` names it in messages.
pub fn read(input: impl Read, file: &str) -> Result<Vec<PublishedSequence>, CatalogueError> {
    let columns = ColumnNames { needed: &COLUMNS, optional: &[] };
    Ok(table::read_rows(input, file, &columns, sequence)?.rows)
}

/// Offsets are kept so low that the heap of every value is a number of 64 bits.
const MAX_OFFSET: u64 = 1 << 62;

fn sequence(row: &TableRow) -> Result<PublishedSequence, CatalogueError> {
    let what = "the heap size of the first value, a whole number below 2^62";
    let offset = row.number("offset", what)?;
    if offset >= MAX_OFFSET {
        return Err(row.wrong("offset", what));
    }
    Ok(PublishedSequence {
        game: statement::game(row)?,
        code: row.get("code").to_owned(),
        offset,
        source: row.get("source").to_owned(),
        values: row.numbers("values", "values separated by spaces")?,
        line: row.line,
    })
}
