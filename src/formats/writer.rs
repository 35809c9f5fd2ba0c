//! Layouts of sequences, and a writer that buffers and compares the stream with its header.

use std::io::{self, Write};

use itoa::{Buffer, Integer};

use super::{Header, SequenceWriter};

/// A layout formats at most this many values per call, so that their bytes fit a small buffer.
const VALUES_PER_CALL: usize = 8192;

/// The buffer is written to the destination once it holds this many bytes.
const BYTES_PER_WRITE: usize = 1 << 16;

/// A value of a sequence, of 16 or of 64 bits.
pub(super) trait Value: Integer + Copy + Into<u64> {}

impl Value for u16 {}
impl Value for u64 {}

/// The look of a sequence in one format: values in, bytes out.
///
/// [`Writer`] calls `head` once, then `values` with at most 8192 values at a time, without gaps,
/// then `foot` once. The bytes may not depend on how the values are cut into pieces.
pub(super) trait Layout {
    /// Appends the text before the first value.
    fn head(&mut self, header: &Header, out: &mut Vec<u8>) -> io::Result<()>;

    /// Appends G(first), G(first + 1), …
    fn values<V: Value>(&mut self, first: u64, values: &[V], out: &mut Vec<u8>) -> io::Result<()>;

    /// Appends the text after the last value.
    fn foot(&mut self, _out: &mut Vec<u8>) {}
}

/// The stage that a sequence has reached.
#[derive(PartialEq, Eq, Clone, Copy)]
enum WriterStage {
    New,
    Open,
    Ended,
}

/// Writes one sequence in the format `L` to `W`, through a buffer of about 200 kB.
///
/// Only calls write: if the writer is dropped before `end`, the destination has only the bytes that
/// it had received by then.
pub(super) struct Writer<L, W> {
    layout: L,
    out: W,
    buffer: Vec<u8>,
    stage: WriterStage,
    /// The heap of the next value.
    next: u64,
    /// The number of values still to come.
    left: u64,
}

impl<L: Layout, W: Write> Writer<L, W> {
    /// A writer for one sequence.
    pub(super) fn new(layout: L, out: W) -> Writer<L, W> {
        Writer { layout, out, buffer: Vec::new(), stage: WriterStage::New, next: 0, left: 0 }
    }

    /// Refuses a call that comes out of turn.
    fn expect(&self, stage: WriterStage, call: &str) -> io::Result<()> {
        if self.stage == stage {
            return Ok(());
        }
        Err(misuse(format!("`{call}` out of turn: the order is begin, chunk…, end")))
    }

    /// Takes values in pieces.
    fn take<V: Value>(&mut self, values: &[V]) -> io::Result<()> {
        self.expect(WriterStage::Open, "chunk")?;
        if values.len() as u64 > self.left {
            return Err(misuse(format!(
                "{} values more than the header announced, from heap {} on",
                values.len() as u64 - self.left,
                self.next + self.left
            )));
        }
        for piece in values.chunks(VALUES_PER_CALL) {
            self.layout.values(self.next, piece, &mut self.buffer)?;
            self.next += piece.len() as u64;
            self.left -= piece.len() as u64;
            if self.buffer.len() >= BYTES_PER_WRITE {
                self.hand_on()?;
            }
        }
        Ok(())
    }

    fn hand_on(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}

impl<L: Layout, W: Write> SequenceWriter for Writer<L, W> {
    fn begin(&mut self, header: &Header) -> io::Result<()> {
        self.expect(WriterStage::New, "begin")?;
        self.layout.head(header, &mut self.buffer)?;
        (self.next, self.left) = (header.from, header.count());
        self.stage = WriterStage::Open;
        Ok(())
    }

    fn chunk(&mut self, values: &[u16]) -> io::Result<()> {
        self.take(values)
    }

    fn large_chunk(&mut self, values: &[u64]) -> io::Result<()> {
        self.take(values)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.expect(WriterStage::Open, "flush")?;
        self.hand_on()?;
        self.out.flush()
    }

    fn end(&mut self) -> io::Result<()> {
        self.expect(WriterStage::Open, "end")?;
        if self.left > 0 {
            return Err(misuse(format!(
                "{} values fewer than the header announced, from heap {} on",
                self.left, self.next
            )));
        }
        self.stage = WriterStage::Ended;
        self.layout.foot(&mut self.buffer);
        self.hand_on()?;
        self.out.flush()
    }
}

/// An error of the caller, not of the destination.
pub(super) fn misuse(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

/// Appends `n`.
#[inline]
pub(super) fn push_number(out: &mut Vec<u8>, n: u64) {
    out.extend_from_slice(Buffer::new().format(n).as_bytes());
}

/// Appends a line `n`, separator, G(n) for every value; the first n is `first`.
pub(super) fn push_rows<V: Value>(out: &mut Vec<u8>, first: u64, values: &[V], separator: u8) {
    let (mut heap_digits, mut value_digits) = (Buffer::new(), Buffer::new());
    for (n, &value) in (first..).zip(values) {
        out.extend_from_slice(heap_digits.format(n).as_bytes());
        out.push(separator);
        out.extend_from_slice(value_digits.format(value).as_bytes());
        out.push(b'\n');
    }
}

/// Appends `n` with blanks before it, in `width` columns or as many as it needs.
#[inline]
pub(super) fn push_right(out: &mut Vec<u8>, n: u64, width: usize) {
    let mut buffer = Buffer::new();
    let digits = buffer.format(n);
    out.resize(out.len() + width.saturating_sub(digits.len()), b' ');
    out.extend_from_slice(digits.as_bytes());
}

/// The number of decimal digits of `n`.
#[inline]
pub(super) fn digits(n: u64) -> usize {
    n.checked_ilog10().map_or(1, |log| log as usize + 1)
}
