//! Sequences read back: every format that is written, and what others write.
//!
//! The reader recognises the format by the content, and refuses what does not fit the format exactly,
//! with the place of the slip: a file that is cut off, or that is something else, never passes for a sequence. White
//! space around a line, empty lines, and lines that begin with `#` do not count. A comment
//! `# CODE, heaps A to B`, as this program writes it, names the game and promises B − A + 1 values: a file
//! with fewer is cut off. The caption of a LaTeX table names the game in the same words.
//!
//! | format | first line | what it is |
//! |---|---|---|
//! | npy | byte 0x93 | an array of NumPy, of one dimension, of whole numbers |
//! | json | `{` or `[` | an object with the key `values` and perhaps `code`, `from`, `to`, `summary`, which must fit each other; or an array of values, from heap 0 on |
//! | latex | `\` or `%` | rows `heap & value & … \\` in an environment such as `tabular`, which is closed; lines that begin with a command, `%` or `$` are passed over |
//! | text | `heap: values` | each line so; a `*` behind a value is passed over |
//! | bfile | two numbers, white space between | an index and a value on each line |
//! | csv | a header, or two numbers | the columns `n` or `heap` and `grundy` or `value`, and others; a column `code` names one game or none. Between fields are commas, semicolons or tabs; a quoted field ends on its line. Without a header there are two columns and two rows at least: one line alone might be a list |
//! | list | other numbers | values from heap 0 on: apart by commas, where a line that ends with a comma continues on the next; or one on each line; or all on one line, apart by white space |
//!
//! A file is read twice: [`ValueTable::open`] goes through all of it, so that a slip on the last line is
//! told before anything is computed, and [`ValueTable::entries`] hands out the values. Both take O(size)
//! time and constant memory, but for JSON, pipes and stdin, which are kept and have at most
//! [`MOST_BYTES_KEPT`] bytes.
//!
//! ```
//! use octal::formats::read::ValueTable;
//! let table = ValueTable::from_bytes(b"# Kayles\n0 0\n1 1\n2 2\n".to_vec(), "b002186.txt", None)?;
//! assert_eq!((table.form.name(), table.first, table.last), ("bfile", 0, 2));
//! let values: Vec<u64> = table.entries()?.map(|e| Ok(e?.value)).collect::<Result<_, _>>()?;
//! assert_eq!(values, [0, 1, 2]);
//! # Ok::<(), octal::formats::read::ReadError>(())
//! ```

mod csv;
mod entries;
mod error;
mod form;
mod json;
mod label;
mod latex;
mod lines;
mod list;
mod npy;
mod row;
mod run;
mod source;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use entries::EntryEnds;
pub use error::{FilePlace, ReadError};
pub use form::TableForm;
use label::Label;
use source::{ByteSource, Origin};

use crate::input;

/// The most bytes of an input that can be read only once, and so must stay in memory.
pub const MOST_BYTES_KEPT: u64 = 1 << 28;

/// Heaps are below this number, so that the sum of a few of them fits into 64 bits.
const END: u64 = 1 << 62;

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
    ///
    /// # Errors
    /// [`ReadError`] with the first line or byte that is not as it should be.
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
    ///
    /// # Errors
    /// As [`ValueTable::open`].
    pub fn from_bytes(
        bytes: Vec<u8>,
        name: &str,
        first: Option<u64>,
    ) -> Result<ValueTable, ReadError> {
        ValueTable::of(ByteSource { name: name.to_owned(), bytes: Origin::Memory(bytes) }, first)
    }

    fn of(source: ByteSource, first: Option<u64>) -> Result<ValueTable, ReadError> {
        let form = source.form()?;
        let ends = source.ends(form)?;
        let EntryEnds { first: index, last: end, label: Label { heap, code, titles } } = ends;
        let first = first.or(heap).unwrap_or(index);
        let last = first.saturating_add(end - index);
        if last < END {
            Ok(ValueTable { form, first, last, code, titles, index, source })
        } else {
            Err(ReadError::TooFar { file: source.name, heap: last })
        }
    }

    /// What messages call the file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.source.name
    }

    /// The values in the order of their heaps.
    ///
    /// # Errors
    /// [`ReadError`] if the file can no longer be read; an entry is an error if the file has changed.
    pub fn entries(&self) -> Result<impl Iterator<Item = Result<Entry, ReadError>>, ReadError> {
        let (first, index) = (self.first, self.index);
        let heap = move |entry: Entry| Entry { heap: first + (entry.heap - index), ..entry };
        Ok(self.source.entries(self.form)?.map(move |entry| entry.map(heap)))
    }
}
