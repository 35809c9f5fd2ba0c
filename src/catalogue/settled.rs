//! The people who settled games, and the years: the table `settled.csv`.

use std::io::Read;

use super::error::CatalogueError;
use super::statement;
use super::table::{self, ColumnNames, TableRow};
use crate::code::Game;

/// The columns of a table of settled games.
pub const COLUMNS: [&str; 5] = ["code", "by", "year", "source", "note"];

/// A game whose period was found, with the people who found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettledGame {
    /// The game.
    pub game: Game,
    /// The game as printed.
    pub code: String,
    /// The people who found its period.
    pub by: String,
    /// The year in which it was published, if the source states one.
    pub year: Option<u64>,
    /// The publication, or the person who reports it: a key of `sources.csv`.
    pub source: String,
    /// A remark for readers.
    pub note: String,
}

/// The games of `octal-codes/settled.csv`, which are part of the program.
///
/// ```
/// let settled = octal::catalogue::settled::published()?;
/// assert!(settled.iter().any(|game| game.code == "0.77" && game.year == Some(1956)));
/// # Ok::<(), octal::catalogue::CatalogueError>(())
/// ```
pub fn published() -> Result<Vec<SettledGame>, CatalogueError> {
    let table = include_str!("../../octal-codes/settled.csv");
    read(table.as_bytes(), "octal-codes/settled.csv")
}

/// The games in a table with the [`COLUMNS`] in any order; `file` names it in messages.
pub fn read(input: impl Read, file: &str) -> Result<Vec<SettledGame>, CatalogueError> {
    let columns = ColumnNames { needed: &COLUMNS, optional: &[] };
    Ok(table::read_rows(input, file, &columns, settled)?.rows)
}

fn settled(row: &TableRow) -> Result<SettledGame, CatalogueError> {
    Ok(SettledGame {
        game: statement::game(row)?,
        code: row.get("code").to_owned(),
        by: row.filled("by")?.to_owned(),
        year: row.number_if_any("year", "a year, or nothing")?,
        source: row.filled("source")?.to_owned(),
        note: row.get("note").to_owned(),
    })
}
