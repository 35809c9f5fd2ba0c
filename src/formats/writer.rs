//! A layout on top of a destination: buffers, and holds the stream to its header.

use std::io::{self, Write};

use super::{Header, SequenceWriter};

/// A layout formats at most this many values per call, so that their bytes fit a small buffer.
const VALUES_PER_CALL: usize = 8192;

/// The buffer is written to the destination once it holds this many bytes.
const BYTES_PER_WRITE: usize = 1 << 16;

/// What a sequence looks like in one format: values in, bytes out.
///
/// [`Writer`] calls `head` once, then `values` with at most 8192 values at a time, without gaps,
/// then `foot` once. The bytes may not depend on how the values are cut into pieces.
pub trait Layout {
    /// Appends what comes before the first value.
    fn head(&mut self, header: &Header, out: &mut Vec<u8>) -> io::Result<()>;

    /// Appends G(first), G(first + 1), …
    fn values(&mut self, first: u64, values: &[u16], out: &mut Vec<u8>) -> io::Result<()>;

    /// Appends values of 64 bits. A format that has only 16 for a value refuses those that need more.
    fn large_values(&mut self, first: u64, values: &[u64], out: &mut Vec<u8>) -> io::Result<()> {
        let mut small = vec![];
        for (n, &value) in (first..).zip(values) {
            let too_large = format!(
                "G({n}) is larger than 65535, the largest value of this format: ask for heaps below {n}"
            );
            small.push(u16::try_from(value).map_err(|_| misuse(too_large))?);
        }
        self.values(first, &small, out)
    }

    /// Appends what comes after the last value.
    fn foot(&mut self, out: &mut Vec<u8>);
}

/// How far a sequence has come.
#[derive(PartialEq, Eq, Clone, Copy)]
enum WriterStage {
    New,
    Open,
    Ended,
}

/// Writes one sequence in the format `L` to `W`, through a buffer of about 200 kB.
///
/// The writer never writes on its own: if it is dropped before `end`, the destination has only the
/// bytes that it had received by then.
pub struct Writer<L, W> {
    layout: L,
    out: W,
    buffer: Vec<u8>,
    stage: WriterStage,
    /// The heap of the next value.
    next: u64,
    /// How many values are still to come.
    left: u64,
}

impl<L: Layout, W: Write> Writer<L, W> {
    /// A writer for one sequence.
    pub fn new(layout: L, out: W) -> Writer<L, W> {
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
    fn take<V>(
        &mut self,
        values: &[V],
        append: impl Fn(&mut L, u64, &[V], &mut Vec<u8>) -> io::Result<()>,
    ) -> io::Result<()> {
        self.expect(WriterStage::Open, "chunk")?;
        if values.len() as u64 > self.left {
            return Err(misuse(format!(
                "{} values more than the header announced, from heap {} on",
                values.len() as u64 - self.left,
                self.next + self.left
            )));
        }
        for piece in values.chunks(VALUES_PER_CALL) {
            append(&mut self.layout, self.next, piece, &mut self.buffer)?;
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
        self.take(values, L::values)
    }

    fn large_chunk(&mut self, values: &[u64]) -> io::Result<()> {
        self.take(values, L::large_values)
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
