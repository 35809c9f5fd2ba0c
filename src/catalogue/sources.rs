//! Where claims and values were published: the table `sources.csv`.

use std::io::Read;
use std::path::Path;

use super::error::CatalogueError;
use super::table::{self, ColumnNames, Names};

/// The columns of a table of sources.
pub const COLUMNS: [&str; 2] = ["key", "citation"];

/// One source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Publication {
    /// Its short name in the other tables.
    pub key: String,
    /// The source.
    pub citation: String,
}

/// The sources of `octal-codes/sources.csv`, which are part of the program.
///
/// # Errors
/// [`CatalogueError`] if the table that was built in is wrong.
pub fn published() -> Result<Vec<Publication>, CatalogueError> {
    let table = include_str!("../../octal-codes/sources.csv");
    read(table.as_bytes(), "octal-codes/sources.csv")
}

/// The sources in a file.
///
/// # Errors
/// [`CatalogueError`] at the first row that is wrong.
pub fn read_file(path: &Path) -> Result<Vec<Publication>, CatalogueError> {
    table::read_file(path, read)
}

/// The sources in a table with the [`COLUMNS`] in any order; `file` names it in messages.
///
/// # Errors
/// [`CatalogueError`] at the first row that is wrong.
pub fn read(input: impl Read, file: &str) -> Result<Vec<Publication>, CatalogueError> {
    let mut names = Names::default();
    let columns = ColumnNames { needed: &COLUMNS, optional: &[] };
    let rows = table::read_rows(input, file, &columns, |row| {
        let citation = row.filled("citation")?.to_owned();
        Ok(Publication { key: names.take(row, "key")?, citation })
    });
    Ok(rows?.rows)
}
