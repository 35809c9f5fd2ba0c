//! The values of a file, one after the other.

use super::Entry;
use super::error::{NAMES, ReadError, shown};
use super::form::TableForm;
use super::json::JsonReader;
use super::label::Label;
use super::lines::{LineReader, LinedValues};
use super::npy::NpyReader;
use super::run::ValueRun;
use super::source::ByteSource;

/// What a file holds from end to end.
pub(super) struct EntryEnds {
    /// The first index.
    pub(super) first: u64,
    /// The last index.
    pub(super) last: u64,
    pub(super) label: Label,
}

impl ByteSource {
    /// The format, by the first bytes or the first line that is no comment.
    pub(super) fn form(&self) -> Result<TableForm, ReadError> {
        let mut reader = self.reader()?;
        let start = reader.fill_buf().map_err(|source| self.unreadable(source))?;
        if start.starts_with(&crate::formats::npy::MAGIC[..1]) {
            return Ok(TableForm::Npy);
        }
        if start.trim_ascii_start().starts_with(b"{") || start.trim_ascii_start().starts_with(b"[")
        {
            return Ok(TableForm::Json);
        }
        let mut lines = LineReader::new(self, reader);
        let Some(line) = lines.next_line()? else {
            return Err(ReadError::Empty { file: self.name.clone() });
        };
        let (form, found) = (TableForm::of(line), shown(line));
        let expected = || format!("a sequence: the formats read are {NAMES}");
        form.ok_or_else(|| self.wrong(lines.place(), found, expected()))
    }

    pub(super) fn entries(&self, form: TableForm) -> Result<Entries<'_>, ReadError> {
        let reader = self.reader()?;
        let body = match form {
            TableForm::Npy => Body::Npy(NpyReader::open(self, reader)?),
            TableForm::Json => Body::Json(JsonReader::read(self, reader)?),
            _ => Body::Lines(LinedValues::new(LineReader::new(self, reader), form)),
        };
        Ok(Entries::new(self, body))
    }

    /// Reads the whole file and checks that its indices follow each other.
    pub(super) fn ends(&self, form: TableForm) -> Result<EntryEnds, ReadError> {
        let mut entries = self.entries(form)?;
        let mut ends = None;
        for entry in entries.by_ref() {
            let index = entry?.heap;
            ends = Some((ends.map_or(index, |(first, _)| first), index));
        }
        let (first, last) = ends.ok_or_else(|| ReadError::Empty { file: self.name.clone() })?;
        Ok(EntryEnds { first, last, label: entries.label() })
    }
}

/// The values of a source, with the indices of the file for heaps; one after the other.
pub(super) struct Entries<'a> {
    source: &'a ByteSource,
    body: Body<'a>,
    ready: Option<ValueRun>,
    /// The index that comes next.
    next: Option<u64>,
}

enum Body<'a> {
    Lines(LinedValues<'a>),
    Npy(NpyReader<'a>),
    Json(JsonReader),
}

impl<'a> Entries<'a> {
    fn new(source: &'a ByteSource, body: Body<'a>) -> Entries<'a> {
        Entries { source, body, ready: None, next: None }
    }

    /// What the file says beside its values.
    fn label(self) -> Label {
        match self.body {
            Body::Lines(rows) => rows.label(),
            Body::Json(json) => Label { code: json.code, ..Label::default() },
            Body::Npy(_) => Label::default(),
        }
    }

    /// Reads the next run of values; `None` at the end of the file.
    fn fill(&mut self) -> Result<Option<ValueRun>, ReadError> {
        match &mut self.body {
            Body::Lines(rows) => rows.fill(),
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
