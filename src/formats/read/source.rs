//! The bytes of a sequence, and the values in them, one after the other.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor};
use std::path::PathBuf;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::text::TextReader;
use super::{Entry, FilePlace, MOST_BYTES_KEPT, ReadError, TableForm};
use crate::formats::npy::{MAGIC, NpyReader};
use crate::input::{self, MARK, count};

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
    fn reader(&self) -> Result<Box<dyn BufRead + '_>, ReadError> {
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

    /// The values, with the indices of the file for heaps. The first bytes show the format.
    pub(in crate::formats) fn entries(&self) -> Result<Entries<'_>, ReadError> {
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
    pub(in crate::formats) fn ends(&self) -> Result<(u64, u64, Label), ReadError> {
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
pub(in crate::formats) struct Entries<'a> {
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
