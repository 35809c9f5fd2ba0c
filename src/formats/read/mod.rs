//! Sequences read back: every format that is written, and what people paste.
//!
//! The first bytes show JSON and NPY. Everything else is text, and one reader takes all of it.
//!
//! | shape of a text | meaning |
//! |---|---|
//! | `0 1 2 3` | values from heap 0 on. All rows but the last have as many, unless a comma ends the row |
//! | `20: 4 1`, `20+ 4 1` | the heap of the first value, then values |
//! | `5 3`, in each of two rows or more | a heap and its value, as in a b-file |
//! | `20 4 1 …`, in three rows or more that fit each other | the heap of the first value, then values |
//! | a header `n,G(n)`, `heap,nim-value`, `code,n,grundy` … | a heap and its value in the columns of these names |
//! | a header `$n$ & $+0$ & $+1$ …` | the heap of column +0, then values |
//!
//! Numbers are separated by white space, `,`, `;` or `&`. LaTeX commands, `\\` at the end of a row,
//! `*` behind a value and quotes are passed over. So are the lines around the values of a list for Sage,
//! GAP or Mathematica. Empty lines, comments (`#`, `%`, `(* *)`), and one title line before the first row do not count. A text that may mean two things is refused, as is one that is cut off: a comment
//! `# CODE, heaps A to B`, as this program writes it, promises B − A + 1 values, and a LaTeX environment must end.
//! Such a comment, the caption of a LaTeX table, a column `code` or a key `code` names the game.
//!
//! A file is read twice. [`ValueTable::open`] reads all of it, so that an error on the last line is reported
//! before anything is computed. [`ValueTable::entries`] returns the values. Both take O(size)
//! time and constant memory, but for JSON, pipes and stdin, which are kept and have at most
//! [`MOST_BYTES_KEPT`] bytes.
//!
//! ```
//! use octal::formats::read::ValueTable;
//! let table = ValueTable::from_bytes(b"# Kayles\n0 0\n1 1\n2 2\n".to_vec(), "b002186.txt", None)?;
//! assert_eq!((table.form.name(), table.first, table.last), ("pairs", 0, 2));
//! let values: Vec<u64> = table.entries()?.map(|e| Ok(e?.value)).collect::<Result<_, _>>()?;
//! assert_eq!(values, [0, 1, 2]);
//! # Ok::<(), octal::formats::read::ReadError>(())
//! ```

mod columns;
pub(super) mod source;
mod text;

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use source::{ByteSource, Label, Origin, ValueRun};

use crate::input;

/// The most bytes of an input that can be read only once, and so must stay in memory.
pub const MOST_BYTES_KEPT: u64 = 1 << 28;

/// Heaps are below this number, so that the sum of a few of them fits into 64 bits.
const END: u64 = 1 << 62;

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
    /// What the table says G(n) is.
    pub value: u64,
    /// Where it says so.
    pub place: FilePlace,
}

/// A file with the values of consecutive heaps, which has been read to its end and found correct.
#[derive(Debug)]
pub struct ValueTable {
    source: ByteSource,
    /// The format, as seen from the content.
    pub form: TableForm,
    /// The game of the key or column `code`, and where.
    pub code: Option<(String, FilePlace)>,
    /// What titles, such as `# CODE, heaps A to B`, call the game, and where. One that is the code or name
    /// of no game is a comment like any other.
    pub titles: Vec<(String, FilePlace)>,
    /// True if the file or the caller states the heap of the first value; else it is taken for heap 0.
    pub states_heaps: bool,
    /// The heap of the first value.
    pub first: u64,
    /// The heap of the last value.
    pub last: u64,
    /// The index that the file gives to the first value.
    index: u64,
}

impl ValueTable {
    /// The table in a file; `-` is stdin. `first` is the heap of its first value; if not given, the
    /// file says it, or its indices are the heaps, or, without indices, it is heap 0.
    pub fn open(path: &Path, first: Option<u64>) -> Result<ValueTable, ReadError> {
        let name = path.display().to_string();
        if path != Path::new("-") && path.is_file() {
            return ValueTable::of(
                ByteSource { name, bytes: Origin::File(path.to_owned()) },
                first,
            );
        }
        let (name, input): (String, io::Result<Box<dyn Read>>) = if path == Path::new("-") {
            ("stdin".to_owned(), Ok(Box::new(io::stdin().lock())))
        } else {
            (name, File::open(path).map(|file| Box::new(file) as Box<dyn Read>))
        };
        match input.and_then(|input| input::read(input, MOST_BYTES_KEPT)) {
            Ok(bytes) => ValueTable::from_bytes(bytes, &name, first),
            Err(source) => Err(ReadError::Unreadable { file: name, source }),
        }
    }

    /// The table in these bytes, which messages call `name`.
    pub fn from_bytes(
        bytes: Vec<u8>,
        name: &str,
        first: Option<u64>,
    ) -> Result<ValueTable, ReadError> {
        ValueTable::of(ByteSource { name: name.to_owned(), bytes: Origin::Memory(bytes) }, first)
    }

    fn of(source: ByteSource, first: Option<u64>) -> Result<ValueTable, ReadError> {
        let (index, end, label) = source.ends()?;
        let Label { form, states_heaps, heap, code, titles } = label;
        let states_heaps = states_heaps || heap.or(first).is_some();
        let table =
            ValueTable { form, states_heaps, first: index, last: end, code, titles, index, source };
        table.beginning_at(first.or(heap).unwrap_or(index))
    }

    /// The same values, the first of which is that of heap `first`.
    pub fn beginning_at(self, first: u64) -> Result<ValueTable, ReadError> {
        let last = first.saturating_add(self.last - self.first);
        if last < END {
            Ok(ValueTable { first, last, ..self })
        } else {
            Err(ReadError::TooFar { file: self.source.name, heap: last })
        }
    }

    /// What messages call the file.
    pub fn name(&self) -> &str {
        &self.source.name
    }

    /// The values in the order of their heaps.
    pub fn entries(&self) -> Result<impl Iterator<Item = Result<Entry, ReadError>>, ReadError> {
        let (first, index) = (self.first, self.index);
        let heap = move |entry: Entry| Entry { heap: first + (entry.heap - index), ..entry };
        Ok(self.source.entries()?.map(move |entry| entry.map(heap)))
    }
}

/// The names of all formats.
const NAMES: &str = "text, csv, json, bfile, latex, npy and lists";

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
