//! The stored values of a search: those of all its heaps, in a file to which new ones are appended.
//!
//! As long as rare heaps turn up, every value may be needed again, so the state of a search is the
//! sequence itself. What is appended is synced before the [`Standing`](super::Standing) of the search says
//! that it is there. So a block that is not whole was being written when the search was killed, and is cut
//! off, unless the standing counts on it: then the file was damaged, and the search is refused.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::ResumableError;
use super::value_block::{BLOCK_VALUES, BlockFault, BlockHead, block, read_block};
use super::values_file::{MAGIC, VALUES, VERSION, header, require_values};
use crate::code::Code;
use crate::file::open_file;
use crate::grundy::values::{Slice, Values};

/// The file with the values of a search, open for more.
#[derive(Debug)]
pub(super) struct StoredValues {
    path: PathBuf,
    file: File,
    /// Bytes of the file up to the end of its last whole block.
    bytes: u64,
    /// The number of values in it, which is the next heap.
    heaps: usize,
}

/// The bytes that the file of values must have, and those that its values may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct FileBytes {
    /// This many bytes from the beginning on were saved: they must be there, and whole.
    pub(super) certain: u64,
    /// Its values are not read if they take more than this in memory: all of them two bytes each, if one is 256
    /// or more.
    pub(super) memory: u64,
}

impl StoredValues {
    /// Opens the stored values of the search for `code` in this directory, or begins a file of them, and
    /// reads them.
    ///
    /// O(values) time; they take `bytes.memory` bytes at most.
    ///
    /// # Errors
    /// [`ResumableError`] if the file is of another code, damaged, too large for the memory, or cannot be
    /// read.
    pub(super) fn open(
        directory: &Path,
        code: &Code,
        bytes: &FileBytes,
    ) -> Result<(StoredValues, Values), ResumableError> {
        require_values(directory, bytes.certain)?;
        let path = directory.join(VALUES);
        let file =
            open_file(&path, File::options().read(true).write(true).create(true).truncate(false));
        let file = file.map_err(|e| ResumableError::io("open", &path, e))?;
        let mut stored = StoredValues { path, file, bytes: 0, heaps: 0 };
        let length = stored.file.metadata().map_err(|e| stored.failed("read", e))?.len();
        let values = stored.read(&header(code), bytes, length)?;
        stored.heaps = values.as_slice().len();
        Ok((stored, values))
    }

    /// Begins the file anew.
    fn begin(&mut self, header: &[u8]) -> Result<(), ResumableError> {
        let mut write = || {
            self.file.set_len(0)?;
            self.file.seek(SeekFrom::Start(0))?;
            self.file.write_all(header)?;
            self.file.sync_data()
        };
        write().map_err(|e| self.failed("write", e))?;
        self.bytes = header.len() as u64;
        Ok(())
    }

    /// Reads the values of the file, which has `length` bytes, and cuts off what is not whole.
    fn read(
        &mut self,
        expected: &[u8],
        bytes: &FileBytes,
        length: u64,
    ) -> Result<Values, ResumableError> {
        let mut reader = BufReader::with_capacity(1 << 20, &self.file);
        let mut found = vec![];
        let head = reader.by_ref().take(expected.len() as u64).read_to_end(&mut found);
        head.map_err(|e| self.failed("read", e))?;
        if found == expected {
            let begun = expected.len() as u64;
            let (values, end) = self.read_blocks(&mut reader, begun, bytes, length)?;
            self.file.set_len(end).map_err(|e| self.failed("write", e))?;
            self.bytes = end;
            return Ok(values);
        }
        if !expected.starts_with(&found) {
            return Err(self.foreign(&found));
        }
        if bytes.certain > 0 {
            return Err(self.damaged(0));
        }
        // The search was killed before the header was written.
        drop(reader);
        self.begin(expected)?;
        Ok(Values::Bytes(vec![]))
    }

    /// Reads blocks from byte `at` of the file on, as long as they are whole, and returns their values and the
    /// byte at which they end.
    fn read_blocks(
        &self,
        reader: &mut impl Read,
        mut at: u64,
        bytes: &FileBytes,
        length: u64,
    ) -> Result<(Values, u64), ResumableError> {
        let mut values = Values::Bytes(vec![]);
        loop {
            let heap = values.as_slice().len() as u64;
            match read_block(reader, &mut values, length - at, bytes.memory) {
                Ok(bytes) => at += bytes,
                Err(BlockFault::Io(e)) => return Err(self.failed("read", e)),
                Err(BlockFault::Memory) => {
                    let path = self.path.clone();
                    let bytes = 2 * length;
                    return Err(ResumableError::ValuesTooLarge { path, bytes });
                }
                Err(BlockFault::Damaged | BlockFault::End) if at < bytes.certain => {
                    return Err(self.damaged(heap));
                }
                Err(BlockFault::Damaged | BlockFault::End) => return Ok((values, at)),
            }
        }
    }

    /// The values from `heap` on were counted on, and are not there.
    fn damaged(&self, heap: u64) -> ResumableError {
        ResumableError::DamagedValues { path: self.path.clone(), heap }
    }

    /// What is wrong with a header.
    fn foreign(&self, found: &[u8]) -> ResumableError {
        let version = found.get(8..).and_then(<[u8]>::first_chunk).copied().map(u32::from_le_bytes);
        let reason = match version {
            _ if !found.starts_with(&MAGIC) => "it holds no values of a search".to_owned(),
            Some(version) if version != VERSION => {
                format!("its version is {version}, and this program reads version {VERSION}")
            }
            _ => "its values are those of another code, or it is damaged".to_owned(),
        };
        ResumableError::ForeignValues { path: self.path.clone(), reason }
    }

    /// Appends those of these values, which are all of the sequence, that the file lacks, and syncs it.
    ///
    /// # Errors
    /// [`ResumableError`] if they cannot be written, for instance on a full disk. The file then has the
    /// values that could be written.
    pub(super) fn append(&mut self, values: Slice<'_>) -> Result<(), ResumableError> {
        if self.heaps >= values.len() {
            return Ok(());
        }
        let before = (self.bytes, self.heaps);
        let written = self.write(values);
        if written.is_err() {
            // If even this fails, the next search cuts off what is not whole.
            _ = self.file.set_len(self.bytes);
        }
        if let Err(e) = self.file.sync_data() {
            (self.bytes, self.heaps) = before;
            return Err(self.failed("write", e));
        }
        written
    }

    /// Writes blocks at the end of the file, until it has all these values.
    fn write(&mut self, values: Slice<'_>) -> Result<(), ResumableError> {
        let at = self.file.seek(SeekFrom::Start(self.bytes));
        at.map_err(|e| self.failed("write", e))?;
        while self.heaps < values.len() {
            let to = values.len().min(self.heaps + BLOCK_VALUES);
            let block = block(self.heaps, values.range(self.heaps..to));
            self.file.write_all(&block).map_err(|e| self.failed("write", e))?;
            self.bytes += block.len() as u64;
            self.heaps = to;
        }
        Ok(())
    }

    /// Cuts off what is beyond this many bytes, if that is possible.
    pub(super) fn cut(self, bytes: u64) {
        _ = self.file.set_len(bytes);
    }

    /// The most bytes of the file with all these values of the sequence.
    pub(super) fn most_bytes(&self, values: Slice<'_>) -> u64 {
        let new = values.len().saturating_sub(self.heaps);
        let heads = new.div_ceil(BLOCK_VALUES) * BlockHead::BYTES;
        self.bytes + new as u64 * values.width() + heads as u64
    }

    /// Bytes of the file.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The number of values in the file.
    pub(super) fn heaps(&self) -> usize {
        self.heaps
    }

    fn failed(&self, action: &'static str, error: io::Error) -> ResumableError {
        ResumableError::io(action, &self.path, error)
    }
}
