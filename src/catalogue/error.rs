//! Errors of reading a table, each with the file, the line, the column, and what would be right.

use crate::input::{count, shown};
use std::io;

use crate::code::CodeError;
use crate::input::NotUtf8;

/// An error of reading a table. Lines count from 1, the header included.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CatalogueError {
    /// The file is missing, or may not be read.
    #[error("{file} cannot be read: {source}: give the path of a CSV file with a header row")]
    Unreadable {
        /// The file.
        file: String,
        /// The error from the system.
        source: io::Error,
    },
    /// Some byte is not part of UTF-8 text.
    #[error("{file}, {place}")]
    NotUtf8 {
        /// The file.
        file: String,
        /// Where.
        place: NotUtf8,
    },
    /// The header does not name a column.
    #[error("{file}, line {line}: column `{column}` is missing: the header must name {expected}")]
    MissingColumn {
        /// The file.
        file: String,
        /// The line of the header.
        line: u64,
        /// The column.
        column: &'static str,
        /// All columns that are needed.
        expected: String,
    },
    /// The header names a column twice.
    #[error("{file}, line {line}: column `{column}` is named twice: each may be named once")]
    DoubledColumn {
        /// The file.
        file: String,
        /// The line of the header.
        line: u64,
        /// The column.
        column: &'static str,
    },
    /// A quote that CSV does not allow there.
    #[error(
        "{file}, line {line}: a quote is not closed, or stands inside a field: a field with commas \
         or quotes is written in quotes, and a quote within it is doubled"
    )]
    Quote {
        /// The file.
        file: String,
        /// The line of the quote; of the opening one, if it is not closed.
        line: u64,
    },
    /// A row has too few or too many fields.
    #[error(
        "{file}, line {line}: {}, expected {expected}, as many as the header has",
        count(*.found, "field")
    )]
    FieldCount {
        /// The file.
        file: String,
        /// The line.
        line: u64,
        /// The number of columns found.
        found: usize,
        /// The number of columns that the header names.
        expected: usize,
    },
    /// A field does not fit its column.
    #[error("{file}, line {line}, column `{column}`: found {}, expected {expected}", shown(.found))]
    Field {
        /// The file.
        file: String,
        /// The line.
        line: u64,
        /// The column.
        column: &'static str,
        /// The text found.
        found: String,
        /// A description of what would be right.
        expected: String,
    },
    /// A code that is none.
    #[error("{file}, line {line}, column `{column}`: {source}")]
    Code {
        /// The file.
        file: String,
        /// The line.
        line: u64,
        /// The column.
        column: &'static str,
        /// The error in the code.
        source: CodeError,
    },
    /// A statement of no known kind.
    #[error(
        "{file}, line {line}, column `statement`: found {}, expected one of {}",
        shown(.found), .expected
    )]
    UnknownStatement {
        /// The file.
        file: String,
        /// The line.
        line: u64,
        /// The text found.
        found: String,
        /// The names of all kinds.
        expected: String,
    },
    /// Two rows have one name.
    #[error("{file}, line {line}, column `{column}`: {} is already the name of line {first}", shown(.found))]
    DoubledName {
        /// The file.
        file: String,
        /// The line of the second row.
        line: u64,
        /// The column.
        column: &'static str,
        /// The name.
        found: String,
        /// The line of the first row.
        first: u64,
    },
}
