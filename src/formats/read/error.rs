//! Errors of reading a sequence, and places in a file.

use std::fmt;
use std::io;

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
    pub(super) const fn moved(self, by: u64) -> FilePlace {
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

/// Why a file cannot be read as a sequence.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The system does not let it be read.
    #[error("`{file}` cannot be read: {source}: give the path of a file with a sequence")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system says.
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
        /// What is there.
        found: String,
        /// What would be right.
        expected: String,
    },
}
