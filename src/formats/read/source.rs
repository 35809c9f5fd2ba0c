//! Where the bytes of a sequence are, and how errors name the place.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor};
use std::path::PathBuf;

use super::error::{FilePlace, ReadError};

/// Where the bytes are: a file that can be opened again, or memory.
#[derive(Debug)]
pub(super) struct ByteSource {
    /// What messages call it.
    pub(super) name: String,
    pub(super) bytes: Origin,
}

#[derive(Debug)]
pub(super) enum Origin {
    File(PathBuf),
    Memory(Vec<u8>),
}

impl ByteSource {
    /// The bytes, without the mark that some programs put before text.
    pub(super) fn reader(&self) -> Result<Box<dyn BufRead + '_>, ReadError> {
        const MARK: &[u8] = b"\xef\xbb\xbf";
        let mut reader: Box<dyn BufRead> = match &self.bytes {
            Origin::Memory(bytes) => Box::new(Cursor::new(bytes)),
            Origin::File(path) => {
                let file = File::open(path).map_err(|source| self.unreadable(source))?;
                Box::new(BufReader::with_capacity(1 << 16, file))
            }
        };
        let start = reader.fill_buf().map_err(|source| self.unreadable(source))?;
        let mark = if start.starts_with(MARK) { MARK.len() } else { 0 };
        reader.consume(mark);
        Ok(reader)
    }

    pub(super) fn unreadable(&self, source: io::Error) -> ReadError {
        ReadError::Unreadable { file: self.name.clone(), source }
    }

    pub(super) fn wrong(
        &self,
        place: FilePlace,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> ReadError {
        let file = self.name.clone();
        ReadError::Wrong { file, place, found: found.into(), expected: expected.into() }
    }
}
