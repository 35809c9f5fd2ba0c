//! Sequences read back: every format that the program writes, and tables that people paste.
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
//! `*` behind a value and quotes are passed over. So are the lines around the values of a list for
//! Sage, GAP or Mathematica. Empty lines, comments (`#`, `%`, `(* *)`), and one title line before
//! the first row do not count. A text that may mean two things is refused, and so is one that is
//! cut off. A comment `# CODE, heaps A to B`, as this program writes it, promises B − A + 1 values,
//! and a LaTeX environment must end. Such a comment, the caption of a LaTeX table, a column `code`
//! or a key `code` names the game.
//!
//! A file is read twice. [`ValueTable::open`] reads all of it, so that an error on the last line is
//! reported before anything is computed. [`ValueTable::entries`] returns the values. Both take
//! O(size) time and constant memory, but for JSON, pipes and stdin, which are kept and have at most
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

use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;

use serde::Deserialize;
use serde::de::IgnoredAny;
use source::{ByteSource, Label, Origin, ValueRun};
use text::TextReader;

use super::npy::{MAGIC, NpyReader};
use crate::input::{self, count};

pub use source::{Entry, FilePlace, ReadError, TableForm};

/// The most bytes of an input that can be read only once, and so must stay in memory.
pub const MOST_BYTES_KEPT: u64 = 1 << 28;

/// Heaps are below this number, so that the sum of a few of them fits into 64 bits.
const END: u64 = 1 << 62;

/// A file with the values of consecutive heaps, which has been read to its end and found correct.
#[derive(Debug)]
pub struct ValueTable {
    source: ByteSource,
    /// The format, as seen from the content.
    pub form: TableForm,
    /// The game of the key or column `code`, and where.
    pub code: Option<(String, FilePlace)>,
    /// The names of the game in titles, such as `# CODE, heaps A to B`, and their places. A title
    /// that names no game is treated as a comment.
    pub titles: Vec<(String, FilePlace)>,
    /// True if the file or the caller states the heap of the first value; else it is taken for
    /// heap 0.
    pub states_heaps: bool,
    /// The heap of the first value.
    pub first: u64,
    /// The heap of the last value.
    pub last: u64,
    /// The index that the file gives to the first value.
    index: u64,
}

impl ValueTable {
    /// The table in a file; `-` is stdin. `first` is the heap of its first value. If it is `None`,
    /// the file states the heap, or its indices are the heaps; a file without indices begins at
    /// heap 0.
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

    /// The name of the file in messages.
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

impl ByteSource {
    /// The values, with the indices of the file for heaps. The first bytes show the format.
    fn entries(&self) -> Result<Entries<'_>, ReadError> {
        let mut reader = self.reader()?;
        let start = reader.fill_buf().map_err(|source| self.unreadable(source))?;
        let (first, text) = (start.first().copied(), start.trim_ascii_start());
        let body = if first == Some(MAGIC[0]) {
            Body::Npy(NpyReader::open(self, reader)?)
        } else if text.starts_with(b"{") || text.starts_with(b"[") {
            Body::Json(self.json(reader)?)
        } else {
            Body::Text(Box::new(TextReader::new(self, reader)))
        };
        Ok(Entries { source: self, body, ready: None, next: None })
    }

    /// Reads the whole file and checks that its indices follow each other: the first, the last, and
    /// the other statements.
    fn ends(&self) -> Result<(u64, u64, Label), ReadError> {
        let mut entries = self.entries()?;
        let mut ends = None;
        for entry in entries.by_ref() {
            let index = entry?.heap;
            ends = Some((ends.map_or(index, |(first, _)| first), index));
        }
        let (first, last) = ends.ok_or_else(|| ReadError::Empty { file: self.name.clone() })?;
        Ok((first, last, entries.label()))
    }

    /// The values of a JSON file, all in memory.
    fn json(&self, reader: impl BufRead) -> Result<JsonValues, ReadError> {
        let bytes = input::read(reader, MOST_BYTES_KEPT).map_err(|error| self.unreadable(error))?;
        let parsed = if bytes.trim_ascii_start().starts_with(b"[") {
            serde_json::from_slice(&bytes).map(|values| Object { values, ..Object::default() })
        } else {
            serde_json::from_slice(&bytes)
        };
        let Object { code, from, to, values, .. } = parsed.map_err(|error| {
            let place = FilePlace::Column(error.line() as u64, error.column() as u64);
            let expected = "an array of values, or an object with the key `values` and perhaps \
                `code`, `from`, `to` and `summary`";
            self.wrong(place, error.to_string(), expected)
        })?;
        let first = from.unwrap_or(0);
        let last = first.saturating_add(values.len() as u64);
        if let Some(to) = to.filter(|to| to.checked_add(1) != Some(last)) {
            let expected = format!("as many values as from heap {first} to heap {to}");
            let found = count(values.len() as u64, "value");
            return Err(self.wrong(FilePlace::Key("values"), found, expected));
        }
        let code = code.filter(|code| !code.is_empty()).map(|code| (code, FilePlace::Key("code")));
        let label =
            Label { form: TableForm::Json, states_heaps: from.is_some(), code, ..Label::default() };
        Ok(JsonValues { values: Some(ValueRun::new(first, values, FilePlace::Value(1), 1)), label })
    }
}

/// The object that [`Format::Json`](crate::formats::Format::Json) writes.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Object {
    code: Option<String>,
    from: Option<u64>,
    to: Option<u64>,
    #[serde(rename = "summary")]
    _summary: Option<IgnoredAny>,
    values: Vec<u64>,
}

/// The values of a JSON file.
struct JsonValues {
    /// The values that are still to be read.
    values: Option<ValueRun>,
    label: Label,
}

/// The values of a source, one after the other.
struct Entries<'a> {
    source: &'a ByteSource,
    body: Body<'a>,
    ready: Option<ValueRun>,
    /// The next index.
    next: Option<u64>,
}

enum Body<'a> {
    Text(Box<TextReader<'a>>),
    Npy(NpyReader<'a>),
    Json(JsonValues),
}

impl Entries<'_> {
    fn label(self) -> Label {
        match self.body {
            Body::Text(text) => text.label(),
            Body::Json(json) => json.label,
            Body::Npy(_) => Label { form: TableForm::Npy, ..Label::default() },
        }
    }

    /// Reads the next run of values; `None` at the end of the file.
    fn fill(&mut self) -> Result<Option<ValueRun>, ReadError> {
        match &mut self.body {
            Body::Text(text) => text.fill(),
            Body::Npy(npy) => npy.fill(),
            Body::Json(json) => Ok(json.values.take()),
        }
    }

    fn in_order(&mut self, entry: Entry) -> Result<Entry, ReadError> {
        match self.next.replace(entry.heap.saturating_add(1)) {
            Some(next) if next != entry.heap => Err(self.source.wrong(
                entry.place,
                format!("heap {}", entry.heap),
                format!("heap {next}, as heaps come one after the other"),
            )),
            _ => Ok(entry),
        }
    }
}

impl Iterator for Entries<'_> {
    type Item = Result<Entry, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(entry) = self.ready.as_mut().and_then(ValueRun::next) {
                return Some(self.in_order(entry));
            }
            match self.fill() {
                Ok(None) => return None,
                Ok(run) => self.ready = run,
                Err(error) => return Some(Err(error)),
            }
        }
    }
}
