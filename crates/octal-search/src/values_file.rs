//! The file of stored values as whoever does not write it sees it: it is read, or removed, and never changed.
//!
//! ```text
//! header: `OCTALVAL`, version 1, length of the code in bytes, the code, CRC-32 of all this
//! blocks, one after the other
//! ```
//!
//! The numbers have four bytes and are little-endian.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use super::request::SearchRequest;
use super::value_block::{BlockFault, BlockHead, read_block, read_bytes};
use super::{Interrupted, ResumableError};
use crate::code::Code;
use crate::file::open_file;
use crate::grundy::values::Values;
use crate::period::search::Progress;

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

/// Requires that the `certain` bytes of the file of this search that were saved are whole, as the checksum of each
/// block shows. Nothing is made or changed. O(values) time, and the memory of a block.
///
/// # Errors
/// [`ResumableError::DamagedValues`] with the first heap that is not whole, and [`ResumableError::Interrupted`] if the
/// watcher of the search ends it.
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
    let (mut at, mut heap) = (expected.len() as u64, 0);
    while at < certain {
        let share = at as f64 / certain as f64;
        let limit = limits.heaps;
        if !watch.goes_on(&Progress { heap, limit, share, rare: None, largest: None }) {
            return Err(Interrupted.into());
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
///
/// # Errors
/// [`ResumableError`] if it is there but cannot be read.
pub(super) fn stored_heaps(directory: &Path) -> Result<u64, ResumableError> {
    let path = directory.join(VALUES);
    match open_to_read(&path).and_then(|file| count_heaps(&file)) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(0),
        heaps => heaps.map_err(|e| ResumableError::io("read", &path, e)),
    }
}

/// The code whose values the file in this directory holds; `None` if there is no such file, or its header is not whole.
///
/// # Errors
/// [`ResumableError`] if it is there but cannot be read.
pub(super) fn stored_code(directory: &Path) -> Result<Option<Code>, ResumableError> {
    let path = directory.join(VALUES);
    match open_to_read(&path).and_then(|file| read_code(&file)) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        code => code.map_err(|e| ResumableError::io("read", &path, e)),
    }
}

/// The values of this many heaps, or of some more, from the file in this directory, which is left as it
/// is; `None` if fewer of its values are whole. O(heaps) time and memory.
///
/// # Errors
/// [`ResumableError`] if it is there but cannot be read.
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
