//! A block of stored values: those of consecutive heaps.
//!
//! ```text
//! head: first heap (8 bytes), number of values, bytes a value (1 or 2), CRC-32 of this and the values
//! the values
//! ```
//!
//! Numbers have four bytes where nothing else is said, and all are little-endian.

use std::io::{self, Read};

use crate::grundy::GrundyError;
use crate::grundy::values::{Slice, Values};

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
