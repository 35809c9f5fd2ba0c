//! Rows of a CSV table by the names of its columns (RFC 4180, UTF-8, header row).
//!
//! Between the fields are commas, semicolons or tabs, as in the header. Reading is strict where a
//! slip would lose or change rows. Bytes that are not UTF-8, quotes that are not closed, and rows
//! with another number of fields than the header are refused. Each is an error with its line.
//! Columns that the caller does not name are not read; their names are returned. Cost: O(size), the
//! whole text in memory, which is at most [`input::TEXT`] bytes.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use csv::StringRecord;

use super::error::CatalogueError;
use crate::code::number;
use crate::input;

/// Reads the table in a file.
pub(super) fn read_file<T>(
    path: &Path,
    read: impl FnOnce(File, &str) -> Result<T, CatalogueError>,
) -> Result<T, CatalogueError> {
    let file = path.display().to_string();
    match File::open(path) {
        Ok(opened) => read(opened, &file),
        Err(source) => Err(CatalogueError::Unreadable { file, source }),
    }
}

/// The columns of a table.
pub(super) struct ColumnNames {
    /// Those that it must have.
    pub(super) needed: &'static [&'static str],
    /// Those that are empty if it does not have them.
    pub(super) optional: &'static [&'static str],
}

/// The rows read from a table, and the columns that were not read.
pub(super) struct TableRows<T> {
    /// The rows, as the caller converted them.
    pub(super) rows: Vec<T>,
    /// The columns that the caller did not name.
    pub(super) unread: Vec<String>,
}

/// Calls `make` on each row, and returns what it makes. `file` names the table in messages.
pub(super) fn read_rows<T>(
    input: impl Read,
    file: &str,
    columns: &ColumnNames,
    mut make: impl FnMut(&TableRow) -> Result<T, CatalogueError>,
) -> Result<TableRows<T>, CatalogueError> {
    let unreadable = |source| CatalogueError::Unreadable { file: file.to_owned(), source };
    let bytes = input::read(input, input::TEXT).map_err(unreadable)?;
    let text = text(&bytes, file)?;
    let separator = input::separator(text.lines().find(|l| !l.trim().is_empty()).unwrap_or(""));
    if let Some(line) = input::stray_quote(text, separator) {
        return Err(CatalogueError::Quote { file: file.to_owned(), line });
    }
    let mut records = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .delimiter(separator as u8)
        .from_reader(text.as_bytes())
        .into_records();
    let mut lines = LineCounter { text, byte: 0, line: 1 };
    // Nothing is read but text from memory, of any shape: records cannot fail.
    let mut next = || records.next()?.ok().map(|record| (lines.of(&record), record));
    let (line, header) = next().unwrap_or_default();
    let places = places(&header, line.max(1), file, columns)?;
    let mut rows = Vec::new();
    while let Some((line, record)) = next() {
        let row = TableRow { file, line, record: &record, places: &places };
        row.expect_fields(header.len())?;
        let made = make(&row)?;
        input::push(&mut rows, made).map_err(unreadable)?;
    }
    let is_unread = |name: &&str| !places.contains_key(name);
    Ok(TableRows { rows, unread: header.iter().filter(is_unread).map(str::to_owned).collect() })
}

fn text<'a>(bytes: &'a [u8], file: &str) -> Result<&'a str, CatalogueError> {
    let file = || file.to_owned();
    input::text(bytes).map_err(|place| CatalogueError::NotUtf8 { file: file(), place })
}

/// Counts lines up to a record. (The reader's own count is one behind after `\r\n`.)
struct LineCounter<'a> {
    text: &'a str,
    byte: usize,
    line: u64,
}

impl LineCounter<'_> {
    /// The line on which a record begins; records come in order.
    fn of(&mut self, record: &StringRecord) -> u64 {
        let start = record.position().map_or(0, |p| p.byte() as usize);
        let skipped = self.text.as_bytes()[start..].iter().take_while(|b| b"\r\n".contains(b));
        let start = start + skipped.count();
        let passed = &self.text.as_bytes()[self.byte..start];
        self.line += passed.iter().filter(|&&b| b == b'\n').count() as u64;
        self.byte = start;
        self.line
    }
}

/// Where each column is.
fn places(
    header: &StringRecord,
    line: u64,
    file: &str,
    columns: &ColumnNames,
) -> Result<HashMap<&'static str, usize>, CatalogueError> {
    let file = || file.to_owned();
    let mut places = HashMap::new();
    for &column in columns.needed.iter().chain(columns.optional) {
        let mut found = header.iter().enumerate().filter(|(_, name)| *name == column);
        match (found.next(), found.next()) {
            (Some((place, _)), None) => drop(places.insert(column, place)),
            (None, _) if columns.optional.contains(&column) => {}
            (None, _) => {
                let expected = format!("the columns {}", columns.needed.join(", "));
                return Err(CatalogueError::MissingColumn { file: file(), line, column, expected });
            }
            _ => return Err(CatalogueError::DoubledColumn { file: file(), line, column }),
        }
    }
    Ok(places)
}

/// One row of a table.
pub(super) struct TableRow<'a> {
    file: &'a str,
    /// Its line in the file.
    pub(super) line: u64,
    record: &'a StringRecord,
    places: &'a HashMap<&'static str, usize>,
}

impl TableRow<'_> {
    /// Fails unless there are as many fields as the header names.
    fn expect_fields(&self, expected: usize) -> Result<(), CatalogueError> {
        let (file, line, found) = (self.file.to_owned(), self.line, self.record.len());
        let wrong = || CatalogueError::FieldCount { file, line, found, expected };
        if found == expected { Ok(()) } else { Err(wrong()) }
    }

    /// The field in this column, without white space around it; empty if there is no such column.
    pub(super) fn get(&self, column: &'static str) -> &str {
        self.places.get(column).and_then(|&place| self.record.get(place)).unwrap_or_default()
    }

    /// The field in this column, which may not be empty.
    pub(super) fn filled(&self, column: &'static str) -> Result<&str, CatalogueError> {
        match self.get(column) {
            "" => Err(self.wrong(column, "some text")),
            text => Ok(text),
        }
    }

    /// The whole number in this column; `what` names the things counted.
    pub(super) fn number(&self, column: &'static str, what: &str) -> Result<u64, CatalogueError> {
        self.get(column).parse().map_err(|_| self.wrong(column, what))
    }

    /// The same, if the field is not empty.
    pub(super) fn number_if_any(
        &self,
        column: &'static str,
        what: &str,
    ) -> Result<Option<u64>, CatalogueError> {
        if self.get(column).is_empty() { Ok(None) } else { self.number(column, what).map(Some) }
    }

    /// The whole number in this column, written in any of the forms of [`number`].
    pub(super) fn whole(&self, column: &'static str, what: &str) -> Result<u64, CatalogueError> {
        let found = number::whole(self.get(column)).ok().and_then(|n| n.try_into().ok());
        found.ok_or_else(|| self.wrong(column, what))
    }

    /// The whole numbers in this column, one at least, apart by white space.
    pub(super) fn numbers(
        &self,
        column: &'static str,
        what: &str,
    ) -> Result<Vec<u64>, CatalogueError> {
        let numbers: Result<Vec<u64>, _> =
            self.get(column).split_whitespace().map(str::parse).collect();
        numbers.ok().filter(|n| !n.is_empty()).ok_or_else(|| self.wrong(column, what))
    }

    /// The error of a field that does not fit this column.
    pub(super) fn wrong(
        &self,
        column: &'static str,
        expected: impl Into<String>,
    ) -> CatalogueError {
        CatalogueError::Field {
            file: self.file.to_owned(),
            line: self.line,
            column,
            found: self.get(column).to_owned(),
            expected: expected.into(),
        }
    }

    /// The file and the line, for an error of its own kind.
    pub(super) fn place(&self) -> (String, u64) {
        (self.file.to_owned(), self.line)
    }
}

/// Names that may occur once in a column.
#[derive(Default)]
pub(super) struct Names(HashMap<String, u64>);

impl Names {
    /// The name in this column of the row.
    pub(super) fn take(
        &mut self,
        row: &TableRow,
        column: &'static str,
    ) -> Result<String, CatalogueError> {
        let name = row.filled(column)?.to_owned();
        match self.0.insert(name.clone(), row.line) {
            None => Ok(name),
            Some(first) => {
                let (file, line) = row.place();
                Err(CatalogueError::DoubledName { file, line, column, found: name, first })
            }
        }
    }
}
