//! The bytes of a sequence, and the values in them, one after the other.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor};
use std::path::PathBuf;

use crate::input::MARK;

/// The bytes of a sequence.
#[derive(Debug)]
pub(in crate::formats) struct ByteSource {
    /// The name in messages.
    pub(in crate::formats) name: String,
    pub(in crate::formats) bytes: Origin,
}

/// A file that can be opened again, or memory.
#[derive(Debug)]
pub(in crate::formats) enum Origin {
    File(PathBuf),
    Memory(Vec<u8>),
}

/// The statements of a file about its values.
#[derive(Default)]
pub(in crate::formats) struct Label {
    pub(in crate::formats) form: TableForm,
    /// True if the indices are stated, not counted from 0.
    pub(in crate::formats) states_heaps: bool,
    /// The heap of the first value, if the file states it apart from the index.
    pub(in crate::formats) heap: Option<u64>,
    /// The game, if a key or a column names it.
    pub(in crate::formats) code: Option<(String, FilePlace)>,
    /// The names of the game in titles.
    pub(in crate::formats) titles: Vec<(String, FilePlace)>,
}

/// Values of heaps that follow each other.
pub(in crate::formats) struct ValueRun {
    /// The heap of the next value.
    heap: u64,
    values: std::vec::IntoIter<u64>,
    /// The place of the next value.
    place: FilePlace,
    /// The lines, bytes or values from one value to the next.
    step: u64,
}

impl ValueRun {
    pub(in crate::formats) fn new(
        heap: u64,
        values: Vec<u64>,
        place: FilePlace,
        step: u64,
    ) -> ValueRun {
        ValueRun { heap, values: values.into_iter(), place, step }
    }
}

impl Iterator for ValueRun {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        let value = self.values.next()?;
        let entry = Entry { heap: self.heap, value, place: self.place };
        self.heap = self.heap.saturating_add(1);
        self.place = self.place.moved(self.step);
        Some(entry)
    }
}

impl ByteSource {
    /// The bytes, without a byte order mark.
    pub(super) fn reader(&self) -> Result<Box<dyn BufRead + '_>, ReadError> {
        let mut reader: Box<dyn BufRead> = match &self.bytes {
            Origin::Memory(bytes) => Box::new(Cursor::new(bytes)),
            Origin::File(path) => {
                let file = File::open(path).map_err(|source| self.unreadable(source))?;
                Box::new(BufReader::with_capacity(1 << 16, file))
            }
        };
        let start = reader.fill_buf().map_err(|source| self.unreadable(source))?;
        let has_mark = start.starts_with(MARK.to_string().as_bytes());
        reader.consume(if has_mark { MARK.len_utf8() } else { 0 });
        Ok(reader)
    }

    pub(in crate::formats) fn unreadable(&self, source: io::Error) -> ReadError {
        ReadError::Unreadable { file: self.name.clone(), source }
    }

    pub(in crate::formats) fn wrong(
        &self,
        place: FilePlace,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> ReadError {
        let file = self.name.clone();
        ReadError::Wrong { file, place, found: found.into(), expected: expected.into() }
    }
}

/// The form of a table, as its content shows it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TableForm {
    /// Values without heaps.
    #[default]
    List,
    /// Rows of values, each with the heap of its first value.
    Rows,
    /// A heap and its value in each row.
    Pairs,
    /// An object or an array of JSON.
    Json,
    /// An array of NumPy.
    Npy,
}

impl TableForm {
    /// The name: what [`Display`](fmt::Display) prints.
    pub const fn name(self) -> &'static str {
        match self {
            TableForm::List => "list",
            TableForm::Rows => "rows",
            TableForm::Pairs => "pairs",
            TableForm::Json => "json",
            TableForm::Npy => "npy",
        }
    }
}

impl fmt::Display for TableForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A value of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// n.
    pub heap: u64,
    /// The table's value of G(n).
    pub value: u64,
    /// Where it says so.
    pub place: FilePlace,
}

/// The names of all formats.
pub(super) const NAMES: &str = "text, csv, json, bfile, latex, npy and lists";

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilePlace {
    /// A line, counted from 1.
    Line(u64),
    /// A line and a column, the characters of a line, both counted from 1.
    Column(u64, u64),
    /// A byte, counted from 1.
    Byte(u64),
    /// A value of a JSON array, counted from 1.
    Value(u64),
    /// A key of a JSON object.
    Key(&'static str),
}

impl FilePlace {
    /// The place that lies this many lines, bytes or values further on.
    pub(in crate::formats) const fn moved(self, by: u64) -> FilePlace {
        match self {
            FilePlace::Line(line) => FilePlace::Line(line + by),
            FilePlace::Byte(byte) => FilePlace::Byte(byte + by),
            FilePlace::Value(i) => FilePlace::Value(i + by),
            FilePlace::Column(..) | FilePlace::Key(_) => self,
        }
    }
}

impl fmt::Display for FilePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FilePlace::Line(line) => write!(f, "line {line}"),
            FilePlace::Column(line, column) => write!(f, "line {line}, column {column}"),
            FilePlace::Byte(byte) => write!(f, "byte {byte}"),
            FilePlace::Value(i) => write!(f, "value {i} of the array"),
            FilePlace::Key(key) => write!(f, "key `{key}`"),
        }
    }
}

/// An error of reading a file as a sequence.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The system does not let it be read.
    #[error("`{file}` cannot be read: {source}: give the path of a file with a sequence")]
    Unreadable {
        /// The file.
        file: String,
        /// The error from the system.
        source: io::Error,
    },
    /// It holds no value at all.
    #[error("`{file}` holds no values: the formats read are {NAMES}")]
    Empty {
        /// The file.
        file: String,
    },
    /// Its heaps are too large.
    #[error("`{file}` ends with heap {heap}: heaps below 2^62 can be read")]
    TooFar {
        /// The file.
        file: String,
        /// Its last heap.
        heap: u64,
    },
    /// Something in it is not as it should be.
    #[error("`{file}`, {place}: found {found}, expected {expected}")]
    Wrong {
        /// The file.
        file: String,
        /// Where.
        place: FilePlace,
        /// The text found.
        found: String,
        /// A description of what would be right.
        expected: String,
    },
}
