//! The values of a search: those of all its heaps, in a file to which new ones are appended.
//!
//! As long as rare heaps turn up, every value may be needed again, so the state of a search is the
//! sequence itself. New values are synced before a checkpoint counts on them. Blocks on which no
//! checkpoint counts were being written when the search was killed, and are cut off. Where a block
//! on which the checkpoint counts is not whole, the file was damaged, and the search is refused.
//!
//! The file:
//!
//! ```text
//! header: `OCTALVAL`, version 1, length of the code in bytes, the code, CRC-32 of all this
//! blocks, one after the other, each with the values of consecutive heaps:
//!     head: first heap (8 bytes), number of values, bytes a value (1 or 2), CRC-32 of this and the values
//!     the values
//! ```
//!
//! Numbers have four bytes where nothing else is said, and all are little-endian.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::directory::VALUES;
use super::{Interrupted, ResumableError};
use crate::code::Code;
use crate::grundy::GrundyError;
use crate::grundy::values::{Slice, Values};
use crate::input;

const MAGIC: [u8; 8] = *b"OCTALVAL";
const VERSION: u32 = 1;

/// The most values of a block.
const BLOCK_VALUES: usize = 1 << 20;
/// The bytes of the head of a block.
const HEAD_BYTES: usize = 20;
/// Bytes compared with their checksums between two reports of progress: some 50 ms.
const BYTES_BETWEEN_LOOKS: u64 = 1 << 26;

/// The file with the values of a search, open for more.
#[derive(Debug)]
pub(super) struct StoredValues {
    path: PathBuf,
    file: File,
    /// Bytes of the file up to the end of its last whole block.
    pub(super) bytes: u64,
    /// The number of values in it, which is the next heap.
    pub(super) heaps: usize,
}

impl StoredValues {
    /// Opens the stored values of the search for `code` in this directory, or begins a file of
    /// them, and reads them. A checkpoint counts on the first `certain` bytes, which must be whole;
    /// the others are cut off. Without a checkpoint `certain` is 0, and only a block that is not
    /// whole is cut off. O(values) time.
    ///
    /// # Errors
    /// [`ResumableError`] if the file is damaged, is another one, or holds values that take more
    /// than `memory` bytes.
    pub(super) fn open(
        directory: &Path,
        code: &Code,
        certain: u64,
        memory: u64,
    ) -> Result<(StoredValues, Values), ResumableError> {
        require_values(directory, certain)?;
        let path = directory.join(VALUES);
        let options = File::options().read(true).write(true).create(true).truncate(false).clone();
        let file =
            input::open(&path, &options).map_err(|e| ResumableError::io("open", &path, e))?;
        let (mut bytes, mut values) = (0, Values::Bytes(vec![]));
        if let Some(mut blocks) = Blocks::new(&file, &path, code)? {
            while (certain == 0 || blocks.at < certain)
                && let Some(block) = blocks.next()?
            {
                let width = values.as_slice().width().max(block.width as u64);
                let fits = blocks.heap.saturating_mul(width) <= memory;
                if !fits || block.append_to(&mut values).is_err() {
                    let path = path.display();
                    let reason =
                        format!("the values in `{path}` do not fit into the memory allowed");
                    return Err(ResumableError::NeedsMemory { reason, bytes: 2 * blocks.length });
                }
            }
            bytes = blocks.at;
        }
        let heaps = values.as_slice().len();
        if bytes < certain {
            return Err(damaged(&path, heaps as u64));
        }
        let mut stored = StoredValues { path, file, bytes, heaps };
        stored.cut(code).map_err(|e| stored.failed("write", e))?;
        Ok((stored, values))
    }

    /// Cuts off all but the whole blocks, and writes the header if there are none.
    fn cut(&mut self, code: &Code) -> io::Result<()> {
        self.file.set_len(self.bytes)?;
        if self.bytes == 0 {
            let header = header(code);
            self.file.seek(SeekFrom::Start(0))?;
            self.file.write_all(&header)?;
            self.bytes = header.len() as u64;
            self.file.sync_data()?;
        }
        Ok(())
    }

    /// Appends those of these values, which are all of the sequence, that the file lacks, and syncs
    /// it.
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
        written.map_err(|e| self.failed("write", e))
    }

    /// Writes blocks at the end of the file, until it has all these values.
    fn write(&mut self, values: Slice<'_>) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.bytes))?;
        while self.heaps < values.len() {
            let to = values.len().min(self.heaps + BLOCK_VALUES);
            let block = block(self.heaps, values.range(self.heaps..to));
            self.file.write_all(&block)?;
            self.bytes += block.len() as u64;
            self.heaps = to;
        }
        Ok(())
    }

    fn failed(&self, action: &'static str, error: io::Error) -> ResumableError {
        ResumableError::io(action, &self.path, error)
    }
}

/// Values that a checkpoint counts on are missing from this heap on.
fn damaged(path: &Path, heap: u64) -> ResumableError {
    let reason = format!("the values from heap {heap} on are damaged or missing");
    ResumableError::damaged(path, reason)
}

/// The blocks of a file of values, one after the other, as long as they are whole.
struct Blocks<'f> {
    reader: BufReader<&'f File>,
    path: &'f Path,
    /// The bytes of the file.
    length: u64,
    /// The byte after the last block read.
    at: u64,
    /// The heap after the last block read.
    heap: u64,
}

/// A whole block.
struct Block {
    /// Bytes a value.
    width: usize,
    /// The head and the values.
    bytes: Vec<u8>,
}

impl<'f> Blocks<'f> {
    /// The blocks of a file with the values of this code; `None` if it ends within the header.
    fn new(
        file: &'f File,
        path: &'f Path,
        code: &Code,
    ) -> Result<Option<Blocks<'f>>, ResumableError> {
        let failed = |e| ResumableError::io("read", path, e);
        let (expected, mut found) = (header(code), vec![]);
        let length = file.metadata().map_err(failed)?.len();
        let mut reader = BufReader::with_capacity(1 << 20, file);
        reader.by_ref().take(expected.len() as u64).read_to_end(&mut found).map_err(failed)?;
        if !expected.starts_with(&found) {
            return Err(foreign(path, &found));
        }
        let at = expected.len() as u64;
        Ok((found == expected).then_some(Blocks { reader, path, length, at, heap: 0 }))
    }

    /// The next block; `None` if the file ends, or its next bytes are no whole block.
    fn next(&mut self) -> Result<Option<Block>, ResumableError> {
        self.read().map_err(|e| ResumableError::io("read", self.path, e))
    }

    fn read(&mut self) -> io::Result<Option<Block>> {
        let left = self.length.saturating_sub(self.at);
        if left < HEAD_BYTES as u64 {
            return Ok(None);
        }
        let mut bytes = vec![0; HEAD_BYTES];
        self.reader.read_exact(&mut bytes)?;
        let number = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|i| bytes[at + i]));
        let (count, width, sum) = (number(8) as usize, number(12) as usize, number(16));
        let is_head = bytes[..8] == self.heap.to_le_bytes()
            && (1..=BLOCK_VALUES).contains(&count)
            && (1..=2).contains(&width);
        let length = HEAD_BYTES + width.saturating_mul(count);
        if !is_head || left < length as u64 {
            return Ok(None);
        }
        bytes.resize(length, 0);
        self.reader.read_exact(&mut bytes[HEAD_BYTES..])?;
        if checksum(&bytes) != sum {
            return Ok(None);
        }
        self.at += length as u64;
        self.heap += count as u64;
        Ok(Some(Block { width, bytes }))
    }
}

/// The error about a file that begins with these bytes, and not with the header wanted.
fn foreign(path: &Path, found: &[u8]) -> ResumableError {
    let version = found.get(8..).and_then(<[u8]>::first_chunk).copied().map(u32::from_le_bytes);
    match version {
        _ if !found.starts_with(&MAGIC) => {
            ResumableError::damaged(path, "it holds no values of a search")
        }
        Some(version) if version != VERSION => {
            ResumableError::OtherVersion(path.into(), version, VERSION)
        }
        _ => {
            ResumableError::damaged(path, "its values are those of another code, or it is damaged")
        }
    }
}

impl Block {
    /// Appends the values of the block to these.
    fn append_to(&self, values: &mut Values) -> Result<(), GrundyError> {
        let bytes = &self.bytes[HEAD_BYTES..];
        values.reserve((values.as_slice().len() + bytes.len() / self.width) as u64)?;
        if self.width == 2 {
            values.widen()?;
        }
        match values {
            Values::Bytes(values) => values.extend(bytes),
            Values::Words(values) if self.width == 1 => {
                values.extend(bytes.iter().map(|&v| u16::from(v)));
            }
            Values::Words(values) => {
                values.extend(bytes.as_chunks().0.iter().map(|&pair| u16::from_le_bytes(pair)));
            }
        }
        Ok(())
    }
}

/// A block with these values, the first of which belongs to heap `from`.
fn block(from: usize, values: Slice<'_>) -> Vec<u8> {
    let is_narrow = values.max().is_none_or(|(max, _)| max < 256);
    let width = if is_narrow { 1 } else { 2 };
    let mut bytes = Vec::with_capacity(HEAD_BYTES + width * values.len());
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

/// The checksum of a block, whatever its head says of it.
fn checksum(block: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&block[..16]);
    hasher.update(&block[HEAD_BYTES..]);
    hasher.finalize()
}

/// The header of the file of values of this code.
fn header(code: &Code) -> Vec<u8> {
    let code = code.to_string();
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((code.len() as u32).to_le_bytes());
    bytes.extend(code.as_bytes());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// The file in this directory, open to be read; `None` if there is none.
fn open(path: &Path) -> Result<Option<File>, ResumableError> {
    match input::open(path, File::options().read(true)) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        file => file.map(Some).map_err(|e| ResumableError::io("read", path, e)),
    }
}

/// Requires that the file in this directory, if it is there, holds values of this code.
///
/// # Errors
/// [`ResumableError::Damaged`] if it holds something else.
pub(super) fn require_values_of(directory: &Path, code: &Code) -> Result<(), ResumableError> {
    let path = directory.join(VALUES);
    open(&path)?.map_or(Ok(()), |file| Blocks::new(&file, &path, code).map(drop))
}

/// The values of this many heaps, or of some more, from the file in this directory; `None` if fewer
/// of its values are whole. O(heaps) time and memory.
pub(super) fn first_values(
    directory: &Path,
    code: &Code,
    heaps: u64,
) -> Result<Option<Values>, ResumableError> {
    let (path, mut values) = (directory.join(VALUES), Values::Bytes(vec![]));
    let Some(file) = open(&path)? else { return Ok(None) };
    let Some(mut blocks) = Blocks::new(&file, &path, code)? else { return Ok(None) };
    while blocks.heap < heaps
        && let Some(block) = blocks.next()?
    {
        block.append_to(&mut values)?;
    }
    Ok((blocks.heap >= heaps).then_some(values))
}

/// Requires that the file in this directory is as long as the `certain` bytes that were saved.
/// Nothing is made or changed.
///
/// # Errors
/// [`ResumableError::Damaged`] if it is shorter.
pub fn require_values(directory: &Path, certain: u64) -> Result<(), ResumableError> {
    let path = directory.join(VALUES);
    let length = fs::metadata(&path).map_or(0, |metadata| metadata.len());
    if certain <= length {
        return Ok(());
    }
    open(&path)?;
    let reason = format!("values are missing: it has {length} bytes, and {certain} were saved");
    Err(ResumableError::damaged(&path, reason))
}

/// Requires that the `certain` bytes of the file of this search that were saved are whole, as the
/// checksum of each block shows. Nothing is made or changed. O(values) time, and the memory of a
/// block. `continues` receives the heap reached and the share of the bytes.
///
/// # Errors
/// [`ResumableError::Damaged`] if they are not; [`Interrupted`] if `continues` says no.
pub(super) fn require_whole_values(
    directory: &Path,
    code: &Code,
    certain: u64,
    continues: &dyn Fn(u64, f64) -> bool,
) -> Result<(), ResumableError> {
    let path = directory.join(VALUES);
    let file = if certain > 0 { open(&path)? } else { return Ok(()) };
    let missing = |heap| damaged(&path, heap);
    let file = file.ok_or_else(|| missing(0))?;
    let mut blocks = Blocks::new(&file, &path, code)?.ok_or_else(|| missing(0))?;
    let mut next_look = BYTES_BETWEEN_LOOKS;
    while blocks.at < certain {
        if blocks.at >= next_look {
            next_look = blocks.at + BYTES_BETWEEN_LOOKS;
            if !continues(blocks.heap, blocks.at as f64 / certain as f64) {
                return Err(Interrupted.into());
            }
        }
        blocks.next()?.ok_or_else(|| missing(blocks.heap))?;
    }
    Ok(())
}

/// Removes the file from this directory, if it is there.
pub(super) fn remove_values(directory: &Path) -> Result<(), ResumableError> {
    let path = directory.join(VALUES);
    match fs::remove_file(&path) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => {
            Err(ResumableError::io("remove", &path, e))
        }
        _ => Ok(()),
    }
}
