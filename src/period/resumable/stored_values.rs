//! The stored values of a search: those of all its heaps, in a file to which new ones are appended.
//!
//! As long as rare heaps turn up, every value may be needed again, so the state of a search is the
//! sequence itself.
//!
//! ```text
//! header: `OCTALVAL`, version 1, length of the code in bytes, the code, CRC-32 of all this
//! blocks, one after the other:
//!     first heap (8 bytes), number of values, bytes a value (1 or 2), CRC-32 of this and the values
//!     the values
//! ```
//!
//! Numbers have four bytes where nothing else is said, and all are little-endian. What is appended is
//! synced before the [`Standing`](super::Standing) of the search says that it is there. So a block that
//! is not whole was being written when the search was killed, and is cut off, unless the standing counts
//! on it: then the file was damaged, and the search is refused.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::ResumableError;
use super::directory::VALUES;
use crate::code::Code;
use crate::grundy::values::{Slice, Values};

const MAGIC: [u8; 8] = *b"OCTALVAL";
const VERSION: u32 = 1;
/// Bytes of a block before its values.
const BLOCK_HEADER: usize = 20;
/// The most values of a block.
const BLOCK_VALUES: usize = 1 << 20;

/// The file with the values of a search, open for more.
#[derive(Debug)]
pub(super) struct StoredValues {
    path: PathBuf,
    file: File,
    /// Bytes of the file up to the end of its last whole block.
    bytes: u64,
    /// The number of values in it, which is the next heap.
    heaps: usize,
    /// The most bytes that the file may have.
    most: u64,
}

impl StoredValues {
    /// Opens the stored values of the search for `code` in this directory, or begins one, and reads its values.
    /// The first `certain` bytes must be whole; the file may have at most `most` bytes.
    ///
    /// O(values) time; they take `memory` bytes at most.
    ///
    /// # Errors
    /// [`ResumableError`] if the file is of another code, damaged, too large for the memory, or cannot be
    /// read.
    pub(super) fn open(
        directory: &Path,
        code: &Code,
        certain: u64,
        [memory, most]: [u64; 2],
    ) -> Result<(StoredValues, Values), ResumableError> {
        let path = directory.join(VALUES);
        let file = File::options().read(true).write(true).create(true).truncate(false).open(&path);
        let file = file.map_err(|e| ResumableError::io("open", &path, e))?;
        let mut stored = StoredValues { path, file, bytes: 0, heaps: 0, most };
        let length = stored.file.metadata().map_err(|e| stored.failed("read", e))?.len();
        if length > memory {
            return Err(ResumableError::ValuesTooLarge { path: stored.path, bytes: length });
        }
        let values = stored.read(&header(code), certain, length)?;
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

    /// Reads the values, and cuts off what is not whole.
    fn read(
        &mut self,
        expected: &[u8],
        certain: u64,
        length: u64,
    ) -> Result<Values, ResumableError> {
        let mut reader = BufReader::with_capacity(1 << 20, &self.file);
        let mut found = vec![];
        let head = reader.by_ref().take(expected.len() as u64).read_to_end(&mut found);
        head.map_err(|e| self.failed("read", e))?;
        let mut values = Values::Bytes(vec![]);
        if found != expected {
            if !expected.starts_with(&found) {
                return Err(self.foreign(&found, expected));
            }
            // Killed before the header was written.
            drop(reader);
            self.begin(expected)?;
            return Ok(values);
        }
        let mut at = expected.len() as u64;
        loop {
            let heap = values.as_slice().len() as u64;
            match read_block(&mut reader, &mut values, length - at) {
                Ok(bytes) => at += bytes,
                Err(BlockFault::Io(e)) => return Err(self.failed("read", e)),
                Err(BlockFault::Memory) => {
                    let path = self.path.clone();
                    return Err(ResumableError::ValuesTooLarge { path, bytes: length });
                }
                Err(BlockFault::Damaged) if at < certain => {
                    return Err(ResumableError::DamagedValues { path: self.path.clone(), heap });
                }
                Err(BlockFault::Damaged | BlockFault::End) => break,
            }
        }
        self.file.set_len(at).map_err(|e| self.failed("write", e))?;
        self.bytes = at;
        Ok(values)
    }

    /// What is wrong with a header.
    fn foreign(&self, found: &[u8], expected: &[u8]) -> ResumableError {
        let reason = if !found.starts_with(&MAGIC) {
            "it holds no values of a search".to_owned()
        } else if found.get(8..12) != expected.get(8..12) {
            format!("its version is none that this program reads, which is {VERSION}")
        } else {
            "its values are those of another code, or it is damaged".to_owned()
        };
        ResumableError::Damaged { path: self.path.clone(), reason }
    }

    /// Appends those of all values of the sequence that the file has not, and syncs it.
    ///
    /// # Errors
    /// [`ResumableError`] if they cannot be written, or need more bytes than the file may have; it then
    /// ends where it ended before.
    pub(super) fn append(&mut self, values: Slice<'_>) -> Result<(), ResumableError> {
        let new = self.heaps..values.len();
        if new.is_empty() {
            return Ok(());
        }
        let blocks = new.step_by(BLOCK_VALUES).map(|from| {
            let to = values.len().min(from + BLOCK_VALUES);
            block(from, values.range(from..to))
        });
        let appended = self.write(blocks).map_err(|e| self.failed("write", e)).and_then(|bytes| {
            let (path, heap) = (self.path.clone(), values.len() as u64 - 1);
            bytes.ok_or(ResumableError::DiskLimit { path, heap, bytes: self.most })
        });
        match appended {
            Ok(bytes) => (self.bytes, self.heaps) = (bytes, values.len()),
            // If even this fails, the next search cuts off what is not whole.
            Err(_) => _ = self.file.set_len(self.bytes),
        }
        appended.map(drop)
    }

    /// Writes blocks at the end of the file, and returns its new length; `None` if it would be too long.
    fn write(&self, blocks: impl Iterator<Item = Vec<u8>>) -> io::Result<Option<u64>> {
        let (mut file, mut bytes) = (&self.file, self.bytes);
        file.seek(SeekFrom::Start(bytes))?;
        for block in blocks {
            bytes += block.len() as u64;
            if bytes > self.most {
                return Ok(None);
            }
            file.write_all(&block)?;
        }
        file.sync_data()?;
        Ok(Some(bytes))
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

/// The beginning of the file.
fn header(code: &Code) -> Vec<u8> {
    let code = code.to_string();
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((code.len() as u32).to_le_bytes());
    bytes.extend(code.as_bytes());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// A block with these values, the first of which belongs to heap `from`.
fn block(from: usize, values: Slice<'_>) -> Vec<u8> {
    let is_narrow = values.max().is_none_or(|(max, _)| max < 256);
    let width = if is_narrow { 1 } else { 2 };
    let mut bytes = Vec::with_capacity(BLOCK_HEADER + width * values.len());
    bytes.extend((from as u64).to_le_bytes());
    bytes.extend((values.len() as u32).to_le_bytes());
    bytes.extend((width as u32).to_le_bytes());
    bytes.extend([0; 4]);
    match values {
        Slice::Bytes(values) => bytes.extend(values),
        Slice::Words(values) if is_narrow => bytes.extend(values.iter().map(|&v| v as u8)),
        Slice::Words(values) => bytes.extend(values.iter().flat_map(|v| v.to_le_bytes())),
    }
    let checksum = checksum(&bytes);
    bytes[16..20].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

/// The checksum of a block, whatever its header says of it.
fn checksum(block: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&block[..16]);
    hasher.update(&block[BLOCK_HEADER..]);
    hasher.finalize()
}

/// Why no block was read.
enum BlockFault {
    /// The file ends here, or within the block.
    End,
    /// All of its bytes are there, and they are not those of this block.
    Damaged,
    /// The values do not fit into memory.
    Memory,
    Io(io::Error),
}

/// Appends the values of the next block, if it is whole, and returns its length in bytes; the file has
/// `left` bytes from here on.
fn read_block(reader: &mut impl Read, values: &mut Values, left: u64) -> Result<u64, BlockFault> {
    if left < BLOCK_HEADER as u64 {
        return Err(BlockFault::End);
    }
    let mut block = vec![0; BLOCK_HEADER];
    reader.read_exact(&mut block).map_err(BlockFault::Io)?;
    let number = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|i| block[at + i])) as usize;
    let (count, width) = (number(8), number(12));
    let heap = (values.as_slice().len() as u64).to_le_bytes();
    if block[..8] != heap || !(1..=BLOCK_VALUES).contains(&count) || !(1..=2).contains(&width) {
        return Err(BlockFault::Damaged);
    }
    let length = BLOCK_HEADER + width * count;
    if left < length as u64 {
        return Err(BlockFault::End);
    }
    let stored = number(16);
    block.resize(length, 0);
    reader.read_exact(&mut block[BLOCK_HEADER..]).map_err(BlockFault::Io)?;
    if checksum(&block) as usize != stored {
        return Err(BlockFault::Damaged);
    }
    extend(values, &block[BLOCK_HEADER..], width).map_err(|_| BlockFault::Memory)?;
    Ok(length as u64)
}

/// Appends values that take `width` bytes each.
fn extend(
    values: &mut Values,
    bytes: &[u8],
    width: usize,
) -> Result<(), crate::grundy::GrundyError> {
    values.reserve((values.as_slice().len() + bytes.len() / width) as u64)?;
    if width == 2 {
        values.widen()?;
    }
    match values {
        Values::Bytes(values) => values.extend(bytes),
        Values::Words(values) if width == 1 => values.extend(bytes.iter().map(|&v| u16::from(v))),
        Values::Words(values) => {
            values.extend(bytes.as_chunks().0.iter().map(|&pair| u16::from_le_bytes(pair)));
        }
    }
    Ok(())
}
