//! The stored values of a search: those of all its heaps, in a file to which new ones are appended.
//!
//! As long as rare heaps turn up, every value may be needed again, so the state of a search is the
//! sequence itself. What is appended is synced before the [`Standing`](super::Standing) of the search says
//! that it is there. So a block that is not whole was being written when the search was killed, and is cut
//! off, unless the standing counts on it: then the file was damaged, and the search is refused.
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

use super::search::SearchRequest;
use super::{Interrupted, ResumableError};
use crate::code::Code;
use crate::file::open_file;
use crate::grundy::GrundyError;
use crate::grundy::values::{Slice, Values};
use crate::period::search::{Event, Progress};
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

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
                    let path = self.path.display();
                    let reason =
                        format!("the values in `{path}` do not fit into the memory allowed");
                    return Err(ResumableError::NeedsMemory { reason, bytes: 2 * length });
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

/// The most values of a block.
pub(super) const BLOCK_VALUES: usize = 1 << 20;

/// What a block says of itself.
pub(super) struct BlockHead {
    /// The number of values.
    pub(super) count: usize,
    /// Bytes a value.
    width: usize,
    checksum: u32,
}

impl BlockHead {
    /// The bytes of a head.
    pub(super) const BYTES: usize = 20;

    /// The head of the block whose first value belongs to `heap`; `None` if these bytes are not it.
    pub(super) fn read(bytes: &[u8], heap: u64) -> Option<BlockHead> {
        let bytes: &[u8; BlockHead::BYTES] = bytes.try_into().ok()?;
        let number = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|i| bytes[at + i]));
        let (count, width, checksum) = (number(8) as usize, number(12) as usize, number(16));
        let is_head = bytes[..8] == heap.to_le_bytes()
            && (1..=BLOCK_VALUES).contains(&count)
            && (1..=2).contains(&width);
        is_head.then_some(BlockHead { count, width, checksum })
    }

    /// The bytes of the whole block.
    pub(super) fn block_bytes(&self) -> u64 {
        (BlockHead::BYTES + self.width * self.count) as u64
    }
}

/// A block with these values, the first of which belongs to heap `from`.
pub(super) fn block(from: usize, values: Slice<'_>) -> Vec<u8> {
    let is_narrow = values.max().is_none_or(|(max, _)| max < 256);
    let width = if is_narrow { 1 } else { 2 };
    let mut bytes = Vec::with_capacity(BlockHead::BYTES + width * values.len());
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
    hasher.update(&block[BlockHead::BYTES..]);
    hasher.finalize()
}

/// Why no block was read.
pub(super) enum BlockFault {
    /// The file ends here, or within the block.
    End,
    /// All of its bytes are there, and they are not those of this block.
    Damaged,
    /// The values do not fit into the memory.
    Memory,
    /// The file cannot be read.
    Io(io::Error),
}

/// Appends the values of the next block, if it is whole, and returns its length in bytes; the file has
/// `left` bytes from here on, and all values may take `memory` bytes.
pub(super) fn read_block(
    reader: &mut impl Read,
    values: &mut Values,
    left: u64,
    memory: u64,
) -> Result<u64, BlockFault> {
    let heap = values.as_slice().len() as u64;
    let (head, block) = read_bytes(reader, heap, left)?;
    let width = values.as_slice().width().max(head.width as u64);
    if (heap + head.count as u64).saturating_mul(width) > memory {
        return Err(BlockFault::Memory);
    }
    extend(values, &block[BlockHead::BYTES..], head.width).map_err(|_| BlockFault::Memory)?;
    Ok(head.block_bytes())
}

/// The next block, whose first value belongs to `heap`, if it is whole: its head, and all its bytes. The file has `left`
/// bytes from here on.
pub(super) fn read_bytes(
    reader: &mut impl Read,
    heap: u64,
    left: u64,
) -> Result<(BlockHead, Vec<u8>), BlockFault> {
    if left < BlockHead::BYTES as u64 {
        return Err(BlockFault::End);
    }
    let mut block = vec![0; BlockHead::BYTES];
    reader.read_exact(&mut block).map_err(BlockFault::Io)?;
    let head = BlockHead::read(&block, heap).ok_or(BlockFault::Damaged)?;
    if left < head.block_bytes() {
        return Err(BlockFault::End);
    }
    block.resize(head.block_bytes() as usize, 0);
    reader.read_exact(&mut block[BlockHead::BYTES..]).map_err(BlockFault::Io)?;
    if checksum(&block) != head.checksum {
        return Err(BlockFault::Damaged);
    }
    Ok((head, block))
}

/// Appends values that take `width` bytes each.
fn extend(values: &mut Values, bytes: &[u8], width: usize) -> Result<(), GrundyError> {
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

/// The file with the values of all heaps, as long as rare heaps turn up.
pub(super) const VALUES: &str = "values";
/// The first bytes of that file.
pub(super) const MAGIC: [u8; 8] = *b"OCTALVAL";
/// The version of the format, which follows them.
pub(super) const VERSION: u32 = 1;

/// A code that a damaged header tells is read up to this many bytes.
const LONGEST_CODE: u64 = 1 << 24;

/// What the file of values of this code begins with.
pub(super) fn header(code: &Code) -> Vec<u8> {
    let code = code.to_string();
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((code.len() as u32).to_le_bytes());
    bytes.extend(code.as_bytes());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// Requires that the file in this directory has the `certain` bytes that were saved. Nothing is made or
/// changed.
///
/// # Errors
/// [`ResumableError::DamagedValues`] if it is shorter, with the first heap that is missing.
pub fn require_values(directory: &Path, certain: u64) -> Result<(), ResumableError> {
    let path = directory.join(VALUES);
    if certain <= fs::metadata(&path).map_or(0, |metadata| metadata.len()) {
        return Ok(());
    }
    Err(ResumableError::DamagedValues { path, heap: stored_heaps(directory)? })
}

/// Bytes compared with their checksums between two reports of progress: some 50 ms.
const BYTES_BETWEEN_LOOKS: u64 = 1 << 26;

/// Requires that the `certain` bytes of the file of this search that were saved are whole, as the checksum of each
/// block shows. Nothing is made or changed. O(values) time, and the memory of a block.
pub(super) fn require_whole_values(
    request: &SearchRequest<'_>,
    certain: u64,
) -> Result<(), ResumableError> {
    let SearchRequest { code, limits, directory, watch, .. } = *request;
    let path = directory.path().join(VALUES);
    let failed = |e| ResumableError::io("read", &path, e);
    let damaged = |heap| ResumableError::DamagedValues { path: path.clone(), heap };
    if certain == 0 {
        return Ok(());
    }
    let mut reader = BufReader::with_capacity(1 << 20, open_to_read(&path).map_err(failed)?);
    let (expected, mut found) = (header(code), vec![]);
    reader.by_ref().take(expected.len() as u64).read_to_end(&mut found).map_err(failed)?;
    if found != expected {
        return Err(damaged(0));
    }
    let (mut at, mut heap, mut next_look) = (expected.len() as u64, 0, BYTES_BETWEEN_LOOKS);
    while at < certain {
        if at >= next_look {
            next_look = at + BYTES_BETWEEN_LOOKS;
            let (share, limit) = (at as f64 / certain as f64, limits.heaps);
            if !watch(Event::Progress(Progress { heap, limit, share, rare: None, largest: None })) {
                return Err(Interrupted.into());
            }
        }
        match read_bytes(&mut reader, heap, certain - at) {
            Ok((head, _)) => (at, heap) = (at + head.block_bytes(), heap + head.count as u64),
            Err(BlockFault::Io(e)) => return Err(failed(e)),
            Err(_) => return Err(damaged(heap)),
        }
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

/// How many values the file in this directory holds, as the heads of its blocks say: the values
/// themselves are not read. 0 if there is no such file. O(blocks).
pub(super) fn stored_heaps(directory: &Path) -> Result<u64, ResumableError> {
    let path = directory.join(VALUES);
    match open_to_read(&path).and_then(|file| count_heaps(&file)) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(0),
        heaps => heaps.map_err(|e| ResumableError::io("read", &path, e)),
    }
}

/// The code whose values the file in this directory holds; `None` if there is no such file, or its header is not whole.
pub(super) fn stored_code(directory: &Path) -> Result<Option<Code>, ResumableError> {
    let path = directory.join(VALUES);
    match open_to_read(&path).and_then(|file| read_code(&file)) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        code => code.map_err(|e| ResumableError::io("read", &path, e)),
    }
}

/// The values of this many heaps, or of some more, from the file in this directory, which is left as it
/// is; `None` if fewer of its values are whole. O(heaps) time and memory.
pub(super) fn first_values(
    directory: &Path,
    code: &Code,
    heaps: u64,
) -> Result<Option<Values>, ResumableError> {
    if stored_heaps(directory)? < heaps {
        return Ok(None);
    }
    let path = directory.join(VALUES);
    let read = open_to_read(&path).and_then(|file| read_first(file, &header(code), heaps));
    read.map_err(|e| ResumableError::io("read", &path, e))
}

fn open_to_read(path: &Path) -> io::Result<File> {
    open_file(path, File::options().read(true))
}

fn read_first(file: File, expected: &[u8], heaps: u64) -> io::Result<Option<Values>> {
    let (length, mut found) = (file.metadata()?.len(), vec![]);
    let mut reader = BufReader::with_capacity(1 << 20, file);
    reader.by_ref().take(expected.len() as u64).read_to_end(&mut found)?;
    let (mut values, mut at) = (Values::Bytes(vec![]), expected.len() as u64);
    while found == expected && (values.as_slice().len() as u64) < heaps {
        at += match read_block(&mut reader, &mut values, length - at, u64::MAX) {
            Err(BlockFault::Io(e)) => return Err(e),
            Err(_) => return Ok(None),
            Ok(bytes) => bytes,
        };
    }
    Ok((found == expected).then_some(values))
}

fn read_code(file: &File) -> io::Result<Option<Code>> {
    let mut reader = BufReader::new(file);
    let Some((start, length)) = read_start(&mut reader)? else { return Ok(None) };
    let mut text = vec![];
    reader.take(length.min(LONGEST_CODE)).read_to_end(&mut text)?;
    let code: Option<Code> = std::str::from_utf8(&text).ok().and_then(|text| text.parse().ok());
    Ok(code.filter(|code| header(code).starts_with(&start)))
}

/// The first 16 bytes of the file and the length of the code that they tell; `None` if it begins in another way.
fn read_start(reader: &mut impl Read) -> io::Result<Option<(Vec<u8>, u64)>> {
    let mut start = vec![];
    reader.take(16).read_to_end(&mut start)?;
    let whole = start.len() == 16 && start.starts_with(&MAGIC);
    let length = start.last_chunk().copied().filter(|_| whole).map(u32::from_le_bytes);
    Ok(length.map(|length| (start, length.into())))
}

fn count_heaps(mut file: &File) -> io::Result<u64> {
    let length = file.metadata()?.len();
    let Some((start, code)) = read_start(&mut file)? else { return Ok(0) };
    let (mut at, mut heap) = (start.len() as u64 + code + 4, 0);
    loop {
        file.seek(SeekFrom::Start(at))?;
        let mut bytes = vec![];
        file.take(BlockHead::BYTES as u64).read_to_end(&mut bytes)?;
        let head = BlockHead::read(&bytes, heap).filter(|head| at + head.block_bytes() <= length);
        let Some(head) = head else { return Ok(heap) };
        at += head.block_bytes();
        heap += head.count as u64;
    }
}
