//! Rows of a CSV table by the names of its columns (RFC 4180, UTF-8, header row).
//!
//! Reading is strict where a slip would lose or change rows: bytes that are not UTF-8, quotes that
//! are not closed, rows with another number of fields than the header. Each is an error with its
//! line. Cost: O(size), the whole text in memory.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use csv::StringRecord;

use super::error::CatalogueError;

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

/// Makes something of each row. `file` names the table in messages.
pub(super) fn read_rows<T>(
    mut input: impl Read,
    file: &str,
    columns: &'static [&'static str],
    mut make: impl FnMut(&Row) -> Result<T, CatalogueError>,
) -> Result<Vec<T>, CatalogueError> {
    let mut bytes = Vec::new();
    if let Err(source) = input.read_to_end(&mut bytes) {
        return Err(CatalogueError::Unreadable { file: file.to_owned(), source });
    }
    let text = utf8(&bytes, file)?;
    check_quotes(text, file)?;
    let mut records = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes())
        .into_records();
    let mut lines = Lines { text, byte: 0, line: 1 };
    // Nothing is read but text from memory, of any shape: records cannot fail.
    let mut next = || records.next()?.ok().map(|record| (lines.of(&record), record));
    let (line, header) = next().unwrap_or_default();
    let places = places(&header, line.max(1), file, columns)?;
    let mut rows = Vec::new();
    while let Some((line, record)) = next() {
        if record.len() != header.len() {
            let (found, expected) = (record.len(), header.len());
            return Err(CatalogueError::FieldCount {
                file: file.to_owned(),
                line,
                found,
                expected,
            });
        }
        rows.push(make(&Row { file, line, record: &record, places: &places })?);
    }
    Ok(rows)
}

fn utf8<'a>(bytes: &'a [u8], file: &str) -> Result<&'a str, CatalogueError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = 1 + before.iter().filter(|&&b| b == b'\n').count() as u64;
        let byte = 1 + before.iter().rev().take_while(|&&b| b != b'\n').count() as u64;
        CatalogueError::NotUtf8 { file: file.to_owned(), line, byte }
    })
}

/// Whether quotes stand only around fields, doubled within them, and all are closed.
fn check_quotes(text: &str, file: &str) -> Result<(), CatalogueError> {
    #[derive(PartialEq)]
    enum At {
        Start,
        Plain,
        Quoted,
        Closed,
    }
    let (mut at, mut line, mut opened) = (At::Start, 1, 1);
    let wrong = |line| Err(CatalogueError::Quote { file: file.to_owned(), line });
    for c in text.chars() {
        at = match (at, c) {
            (At::Start, '"') => {
                opened = line;
                At::Quoted
            }
            (At::Plain, '"') => return wrong(line),
            (At::Quoted, '"') => At::Closed,
            (At::Closed, '"') | (At::Quoted, _) => At::Quoted,
            (_, ',' | '\n' | '\r') => At::Start,
            (At::Start, ' ' | '\u{feff}') => At::Start,
            (At::Closed, ' ') => At::Closed,
            (At::Closed, _) => return wrong(line),
            _ => At::Plain,
        };
        line += u64::from(c == '\n');
    }
    if at == At::Quoted { wrong(opened) } else { Ok(()) }
}

/// Counts lines up to a record. (The reader's own count is one behind after `\r\n`.)
struct Lines<'a> {
    text: &'a str,
    byte: usize,
    line: u64,
}

impl Lines<'_> {
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
    columns: &'static [&'static str],
) -> Result<HashMap<&'static str, usize>, CatalogueError> {
    let file = || file.to_owned();
    let place = |&column: &&'static str| {
        let mut found = header.iter().enumerate().filter(|(_, name)| *name == column);
        let expected = || format!("the columns {}", columns.join(", "));
        match (found.next(), found.next()) {
            (Some((place, _)), None) => Ok((column, place)),
            (None, _) => {
                let expected = expected();
                Err(CatalogueError::MissingColumn { file: file(), line, column, expected })
            }
            _ => Err(CatalogueError::DoubledColumn { file: file(), line, column }),
        }
    };
    columns.iter().map(place).collect()
}

/// One row of a table.
pub(super) struct Row<'a> {
    file: &'a str,
    /// Its line in the file.
    pub(super) line: u64,
    record: &'a StringRecord,
    places: &'a HashMap<&'static str, usize>,
}

impl Row<'_> {
    /// The field in this column, without white space around it.
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

    /// The whole number in this column; `what` says what it counts.
    pub(super) fn number(&self, column: &'static str, what: &str) -> Result<u64, CatalogueError> {
        self.get(column).parse().map_err(|_| self.wrong(column, what))
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

    /// The error that this column does not hold what it should.
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
        row: &Row,
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
