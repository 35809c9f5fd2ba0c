//! Sequences read back: every format that holds values, whoever wrote the file.
//!
//! The format is seen from the content. A file is read twice: [`Table::open`] goes through all of
//! it, so that a slip on the last line is told before anything is computed, and
//! [`Table::entries`] hands out the values. Both take O(size) time and constant memory, but for
//! JSON, pipes and stdin, which are kept.
//!
//! ```
//! use octal::export::read::Table;
//! let table = Table::from_bytes(b"# Kayles\n0 0\n1 1\n2 2\n".to_vec(), "b002186.txt", None)?;
//! assert_eq!((table.format.name(), table.first, table.last), ("bfile", 0, 2));
//! let values: Vec<u64> = table.entries()?.map(|e| Ok(e?.value)).collect::<Result<_, _>>()?;
//! assert_eq!(values, [0, 1, 2]);
//! # Ok::<(), octal::export::read::ReadError>(())
//! ```

mod error;
mod json;
mod lines;
mod npy;

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

use error::{FORMATS, shown};
pub use error::{Place, ReadError};

use super::Format;

/// Heaps are kept so far below 2^64 that sums of a few of them are numbers of 64 bits.
const END: u64 = 1 << 62;

/// A value of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// n.
    pub heap: u64,
    /// What the table says G(n) is.
    pub value: u64,
    /// Where it says so.
    pub place: Place,
}

/// A file with the values of a run of heaps, all of it read once and found in order.
#[derive(Debug)]
pub struct Table {
    source: Source,
    /// The format, as seen from the content; never the digest, which holds no values.
    pub format: Format,
    /// The heap of the first value.
    pub first: u64,
    /// The heap of the last value.
    pub last: u64,
    /// The index that the file gives to the first value.
    index: u64,
}

/// Where the bytes are: a file that can be opened again, or memory.
#[derive(Debug)]
struct Source {
    /// What messages call it.
    name: String,
    bytes: Bytes,
}

#[derive(Debug)]
enum Bytes {
    File(PathBuf),
    Memory(Vec<u8>),
}

impl Table {
    /// The table in a file; `-` is stdin. `first` is the heap of its first value; if not given, the
    /// file says it, or its indices are the heaps, or, without indices, it is heap 0.
    ///
    /// # Errors
    /// [`ReadError`] with the first line or byte that is not as it should be.
    pub fn open(path: &Path, first: Option<u64>) -> Result<Table, ReadError> {
        let name = path.display().to_string();
        if path != Path::new("-") && path.is_file() {
            return Table::of(Source { name, bytes: Bytes::File(path.to_owned()) }, first);
        }
        let mut bytes = vec![];
        let (name, read) = match path != Path::new("-") {
            true => (name, File::open(path).and_then(|mut file| file.read_to_end(&mut bytes))),
            false => ("stdin".to_owned(), io::stdin().lock().read_to_end(&mut bytes)),
        };
        match read {
            Ok(_) => Table::from_bytes(bytes, &name, first),
            Err(source) => Err(ReadError::Unreadable { file: name, source }),
        }
    }

    /// The table in these bytes, which messages call `name`.
    ///
    /// # Errors
    /// As [`Table::open`].
    pub fn from_bytes(bytes: Vec<u8>, name: &str, first: Option<u64>) -> Result<Table, ReadError> {
        Table::of(Source { name: name.to_owned(), bytes: Bytes::Memory(bytes) }, first)
    }

    fn of(source: Source, first: Option<u64>) -> Result<Table, ReadError> {
        let format = source.format()?;
        let (index, last, heap) = source.ends(format)?;
        let first = first.or(heap).unwrap_or(index);
        let table =
            Table { format, first, last: first.saturating_add(last - index), index, source };
        match table.last < END {
            true => Ok(table),
            false => {
                let (file, heap) = (table.source.name, table.last);
                Err(ReadError::TooFar { file, heap })
            }
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
    /// [`ReadError`] if the file can no longer be read; so can every entry be, if it has changed.
    pub fn entries(&self) -> Result<impl Iterator<Item = Result<Entry, ReadError>>, ReadError> {
        let (first, index) = (self.first, self.index);
        let heap = move |entry: Entry| Entry { heap: first + (entry.heap - index), ..entry };
        Ok(self.source.entries(self.format)?.map(move |entry| entry.map(heap)))
    }
}

impl Source {
    fn reader(&self) -> Result<Box<dyn BufRead + '_>, ReadError> {
        Ok(match &self.bytes {
            Bytes::Memory(bytes) => Box::new(Cursor::new(bytes)),
            Bytes::File(path) => {
                let file = File::open(path).map_err(|source| self.unreadable(source))?;
                Box::new(BufReader::with_capacity(1 << 16, file))
            }
        })
    }

    /// The format, by the first bytes or the first line that is no comment.
    fn format(&self) -> Result<Format, ReadError> {
        let mut reader = self.reader()?;
        let start = reader.fill_buf().map_err(|source| self.unreadable(source))?;
        if start.starts_with(&super::npy::MAGIC[..1]) {
            return Ok(Format::Npy);
        }
        if start.trim_ascii_start().starts_with(b"{") {
            return Ok(Format::Json);
        }
        let mut lines = lines::Lines::new(self, reader);
        let Some(line) = lines.next_line()? else {
            return Err(ReadError::Empty { file: self.name.clone() });
        };
        match lines::format(line) {
            Some(format) => Ok(format),
            None => {
                let found = shown(line);
                Err(self.wrong(
                    Place::Line(lines.number()),
                    found,
                    format!("a sequence: the formats read are {FORMATS}"),
                ))
            }
        }
    }

    fn entries(&self, format: Format) -> Result<Entries<'_>, ReadError> {
        let reader = self.reader()?;
        let body = match format {
            Format::Npy => Body::Npy(npy::Npy::open(self, reader)?),
            Format::Json => Body::Json(json::Json::read(self, reader)?),
            _ => Body::Lines(lines::Rows::new(lines::Lines::new(self, reader), format)),
        };
        Ok(Entries { source: self, body, ready: VecDeque::new(), next: None })
    }

    /// The first and the last index, and the heap of the first value if the file says it.
    fn ends(&self, format: Format) -> Result<(u64, u64, Option<u64>), ReadError> {
        let mut entries = self.entries(format)?;
        let mut ends = None;
        for entry in entries.by_ref() {
            let index = entry?.heap;
            ends = Some((ends.map_or(index, |(first, _)| first), index));
        }
        let (first, last) = ends.ok_or_else(|| ReadError::Empty { file: self.name.clone() })?;
        Ok((first, last, entries.first_heap()))
    }

    fn unreadable(&self, source: io::Error) -> ReadError {
        ReadError::Unreadable { file: self.name.clone(), source }
    }

    fn wrong(
        &self,
        place: Place,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> ReadError {
        let file = self.name.clone();
        ReadError::Wrong { file, place, found: found.into(), expected: expected.into() }
    }
}

/// The values of a source, with the indices of the file for heaps; one after the other.
struct Entries<'a> {
    source: &'a Source,
    body: Body<'a>,
    ready: VecDeque<Entry>,
    /// The index that comes next.
    next: Option<u64>,
}

enum Body<'a> {
    Lines(lines::Rows<'a>),
    Npy(npy::Npy<'a>),
    Json(json::Json),
}

impl Entries<'_> {
    /// The heap of the first value, if the file says it apart from the index.
    fn first_heap(&self) -> Option<u64> {
        match &self.body {
            Body::Lines(rows) => rows.first_heap(),
            _ => None,
        }
    }

    /// Reads on; `false` at the end.
    fn fill(&mut self) -> Result<bool, ReadError> {
        match &mut self.body {
            Body::Lines(rows) => rows.fill(&mut self.ready),
            Body::Npy(npy) => npy.fill(&mut self.ready),
            Body::Json(json) => Ok(json.fill(&mut self.ready)),
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
            if let Some(entry) = self.ready.pop_front() {
                return Some(self.in_order(entry));
            }
            match self.fill() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => return Some(Err(error)),
            }
        }
    }
}
