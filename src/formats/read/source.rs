//! Where the bytes of a sequence are, and the first look at them.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor};
use std::path::PathBuf;

use super::entries::{Body, Entries};
use super::error::{Place, ReadError, shown};
use super::form::{Form, NAMES};
use super::json::Json;
use super::lines::{Lines, Rows};
use super::npy::Npy;

/// Where the bytes are: a file that can be opened again, or memory.
#[derive(Debug)]
pub(super) struct Source {
    /// What messages call it.
    pub(super) name: String,
    pub(super) bytes: Bytes,
}

#[derive(Debug)]
pub(super) enum Bytes {
    File(PathBuf),
    Memory(Vec<u8>),
}

/// What a file holds from end to end.
pub(super) struct Ends {
    /// The first index.
    pub(super) first: u64,
    /// The last index.
    pub(super) last: u64,
    /// The heap of the first value, if the file says it apart from the index.
    pub(super) heap: Option<u64>,
    /// The game, if the file says it.
    pub(super) code: Option<(String, Place)>,
}

impl Source {
    /// The bytes, without the mark that some programs put before text.
    fn reader(&self) -> Result<Box<dyn BufRead + '_>, ReadError> {
        const MARK: &[u8] = b"\xef\xbb\xbf";
        let mut reader: Box<dyn BufRead> = match &self.bytes {
            Bytes::Memory(bytes) => Box::new(Cursor::new(bytes)),
            Bytes::File(path) => {
                let file = File::open(path).map_err(|source| self.unreadable(source))?;
                Box::new(BufReader::with_capacity(1 << 16, file))
            }
        };
        let start = reader.fill_buf().map_err(|source| self.unreadable(source))?;
        let mark = if start.starts_with(MARK) { MARK.len() } else { 0 };
        reader.consume(mark);
        Ok(reader)
    }

    /// The format, by the first bytes or the first line that is no comment.
    pub(super) fn form(&self) -> Result<Form, ReadError> {
        let mut reader = self.reader()?;
        let start = reader.fill_buf().map_err(|source| self.unreadable(source))?;
        if start.starts_with(&crate::formats::npy::MAGIC[..1]) {
            return Ok(Form::Npy);
        }
        if start.trim_ascii_start().starts_with(b"{") || start.trim_ascii_start().starts_with(b"[")
        {
            return Ok(Form::Json);
        }
        let mut lines = Lines::new(self, reader);
        let Some(line) = lines.next_line()? else {
            return Err(ReadError::Empty { file: self.name.clone() });
        };
        let (form, found) = (Form::of(line), shown(line));
        let expected = || format!("a sequence: the formats read are {NAMES}");
        form.ok_or_else(|| self.wrong(lines.place(), found, expected()))
    }

    pub(super) fn entries(&self, form: Form) -> Result<Entries<'_>, ReadError> {
        let reader = self.reader()?;
        let body = match form {
            Form::Npy => Body::Npy(Npy::open(self, reader)?),
            Form::Json => Body::Json(Json::read(self, reader)?),
            _ => Body::Lines(Rows::new(Lines::new(self, reader), form)),
        };
        Ok(Entries::new(self, body))
    }

    /// Goes through all of it.
    pub(super) fn ends(&self, form: Form) -> Result<Ends, ReadError> {
        let mut entries = self.entries(form)?;
        let mut ends = None;
        for entry in entries.by_ref() {
            let index = entry?.heap;
            ends = Some((ends.map_or(index, |(first, _)| first), index));
        }
        let (first, last) = ends.ok_or_else(|| ReadError::Empty { file: self.name.clone() })?;
        let (heap, code) = entries.label();
        Ok(Ends { first, last, heap, code })
    }

    pub(super) fn unreadable(&self, source: io::Error) -> ReadError {
        ReadError::Unreadable { file: self.name.clone(), source }
    }

    pub(super) fn wrong(
        &self,
        place: Place,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> ReadError {
        let file = self.name.clone();
        ReadError::Wrong { file, place, found: found.into(), expected: expected.into() }
    }
}
