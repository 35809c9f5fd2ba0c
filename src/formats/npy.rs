//! NumPy arrays. Written: NPY version 1. Read: versions 1 to 3, one dimension, integers of one to
//! eight bytes.

use std::io::{self, BufRead, ErrorKind};

use super::Header;
use super::read::source::{ByteSource, FilePlace, ReadError, ValueRun};
use super::writer::{Layout, Value, misuse};
use crate::input::{count, shown};

/// Magic and version.
pub(super) const MAGIC: &[u8; 8] = b"\x93NUMPY\x01\x00";

/// Magic, version and length of the dictionary that follows.
const FIXED: usize = 10;

/// NPY version 1.0: a one-dimensional array, to be read or mapped with
/// `numpy.load(file, mmap_mode="r")`. Entry i is G(from + i). A value takes one byte if the largest
/// value is known to fit, else 16 bits, or 64 if 16 are too few; little-endian.
///
/// The format is that of NumPy's `numpy.lib.format`: the header is padded with blanks so that the
/// data begin at a multiple of 64 bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Npy {
    largest: u64,
    /// The bytes of a value: 1, 2 or 8.
    width: usize,
}

impl Npy {
    /// An array for values up to `largest`, 65535 if not given.
    pub(super) fn new(largest: Option<u64>) -> Npy {
        let largest = largest.unwrap_or(u16::MAX.into());
        let width = match largest {
            0..0x100 => 1,
            0x100..0x1_0000 => 2,
            _ => 8,
        };
        Npy { largest, width }
    }
}

impl Layout for Npy {
    fn head(&mut self, header: &Header, out: &mut Vec<u8>) -> io::Result<()> {
        let sign = if self.width == 1 { '|' } else { '<' };
        let (width, count) = (self.width, header.count());
        let dictionary =
            format!("{{'descr': '{sign}u{width}', 'fortran_order': False, 'shape': ({count},), }}");
        let length = (FIXED + dictionary.len() + 1).next_multiple_of(64) - FIXED;
        out.extend_from_slice(MAGIC);
        out.extend_from_slice(&u16::try_from(length).map_err(io::Error::other)?.to_le_bytes());
        out.extend_from_slice(format!("{dictionary:0$}\n", length - 1).as_bytes());
        Ok(())
    }

    fn values<V: Value>(&mut self, first: u64, values: &[V], out: &mut Vec<u8>) -> io::Result<()> {
        let largest = self.largest;
        if let Some(i) = values.iter().position(|&value| value.into() > largest) {
            let (heap, value): (u64, u64) = (first + i as u64, values[i].into());
            return Err(misuse(format!(
                "G({heap}) = {value}, but no value larger than {largest} was announced"
            )));
        }
        match self.width {
            1 => push_bytes::<1, _>(out, values),
            2 => push_bytes::<2, _>(out, values),
            _ => push_bytes::<8, _>(out, values),
        }
        Ok(())
    }
}

/// Appends the lowest `WIDTH` bytes of each value, the lowest byte first.
#[inline]
pub(super) fn push_bytes<const WIDTH: usize, V: Value>(out: &mut Vec<u8>, values: &[V]) {
    let start = out.len();
    out.resize(start + WIDTH * values.len(), 0);
    for (bytes, &value) in out[start..].chunks_exact_mut(WIDTH).zip(values) {
        bytes.copy_from_slice(&value.into().to_le_bytes()[..WIDTH]);
    }
}

/// The reader takes this many values from the file at a time.
const VALUES_READ_AT_ONCE: u64 = 1 << 13;

/// The longest header that is accepted, in bytes; that of an array of numbers is far shorter.
const MOST_HEADER_BYTES: u64 = 1 << 16;

/// The values of an NPY file.
pub(in crate::formats) struct NpyReader<'a> {
    source: &'a ByteSource,
    reader: Box<dyn BufRead + 'a>,
    kind: NumberKind,
    count: u64,
    done: u64,
    /// Bytes before the first value.
    start: u64,
}

/// The field `descr` of the dictionary.
#[derive(Clone, Copy)]
struct NumberKind {
    bytes: usize,
    signed: bool,
    big_endian: bool,
}

impl<'a> NpyReader<'a> {
    pub(in crate::formats) fn open(
        source: &'a ByteSource,
        reader: Box<dyn BufRead + 'a>,
    ) -> Result<NpyReader<'a>, ReadError> {
        let kind = NumberKind { bytes: 1, signed: false, big_endian: false };
        let mut npy = NpyReader { source, reader, kind, count: 0, done: 0, start: 0 };
        let fixed = npy.exactly(8, 0, "the beginning of an NPY file")?;
        let version = fixed[6];
        if !fixed.starts_with(&MAGIC[..6]) || !(1..=3).contains(&version) {
            let expected = "the beginning of an NPY file of version 1, 2 or 3";
            return Err(source.wrong(FilePlace::Byte(1), "other bytes", expected));
        }
        let length =
            npy.exactly(if version == 1 { 2 } else { 4 }, 8, "the length of the header")?;
        let begins = 8 + length.len() as u64;
        let length = length.iter().rev().fold(0, |length, &byte| length << 8 | u64::from(byte));
        if length > MOST_HEADER_BYTES {
            let expected = format!("a header of at most {MOST_HEADER_BYTES} bytes");
            return Err(source.wrong(FilePlace::Byte(9), format!("{length} bytes"), expected));
        }
        npy.start = begins + length;
        let dictionary = npy.exactly(length as usize, begins, "the header")?;
        let dictionary = String::from_utf8_lossy(&dictionary);
        (npy.kind, npy.count) = read_dictionary(&dictionary).map_err(|(found, expected)| {
            source.wrong(FilePlace::Byte(begins + 1), shown(found), expected)
        })?;
        Ok(npy)
    }

    /// Reads the next values; `None` at the end of the file.
    pub(in crate::formats) fn fill(&mut self) -> Result<Option<ValueRun>, ReadError> {
        let now = VALUES_READ_AT_ONCE.min(self.count - self.done);
        let at = self.start + self.done * self.kind.bytes as u64;
        if now == 0 {
            return self.expect_end(at);
        }
        let expected =
            format!("{} of {}", count(self.count, "value"), count(self.kind.bytes, "byte"));
        let bytes = self.exactly(now as usize * self.kind.bytes, at, &expected)?;
        let (first, width) = (FilePlace::Byte(at + 1), self.kind.bytes as u64);
        let value = |(i, value)| {
            self.kind.value(value).map_err(|negative: i64| {
                let place = first.moved(i * width);
                self.source.wrong(place, negative.to_string(), "a value, which is never negative")
            })
        };
        let values = (0..).zip(bytes.chunks_exact(self.kind.bytes)).map(value);
        let run = ValueRun::new(self.done, values.collect::<Result<_, _>>()?, first, width);
        self.done += now;
        Ok(Some(run))
    }

    fn expect_end(&mut self, at: u64) -> Result<Option<ValueRun>, ReadError> {
        let rest = self.reader.fill_buf().map_err(|source| self.source.unreadable(source))?;
        if rest.is_empty() {
            Ok(None)
        } else {
            Err(self.source.wrong(
                FilePlace::Byte(at + 1),
                "more bytes",
                format!("the end of the file after {}", count(self.count, "value")),
            ))
        }
    }

    /// Reads bytes that must be there; the first of them follows byte `at`.
    fn exactly(&mut self, length: usize, at: u64, expected: &str) -> Result<Vec<u8>, ReadError> {
        let mut bytes = vec![0; length];
        self.reader.read_exact(&mut bytes).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => self.source.wrong(
                FilePlace::Byte(at + 1),
                "the end of the file too early",
                expected,
            ),
            _ => self.source.unreadable(error),
        })?;
        Ok(bytes)
    }
}

impl NumberKind {
    /// A `descr` such as `<u2`.
    fn of(descr: &str) -> Option<NumberKind> {
        let mut letters = descr.chars();
        let big_endian = match letters.next()? {
            '<' | '|' => false,
            '>' => true,
            _ => return None,
        };
        let signed = match letters.next()? {
            'u' => false,
            'i' => true,
            _ => return None,
        };
        let bytes = letters.as_str().parse().ok().filter(|bytes| [1, 2, 4, 8].contains(bytes))?;
        Some(NumberKind { bytes, signed, big_endian })
    }

    /// A value; or the error is the negative number that stands in its place.
    fn value(self, bytes: &[u8]) -> Result<u64, i64> {
        let place = |bits: u64, &byte: &u8| bits << 8 | u64::from(byte);
        let bits = match self.big_endian {
            true => bytes.iter().fold(0, place),
            false => bytes.iter().rev().fold(0, place),
        };
        let unused = 64 - 8 * self.bytes as u32;
        let signed = ((bits << unused) as i64) >> unused;
        if self.signed && signed < 0 { Err(signed) } else { Ok(bits) }
    }
}

/// Kind and number of the values, or the fault and a description of what would be right.
fn read_dictionary(text: &str) -> Result<(NumberKind, u64), (&str, &'static str)> {
    let after = |key: &str| text.split_once(key).map(|(_, rest)| rest.trim_start());
    let descr = after("'descr':").and_then(|rest| rest.strip_prefix('\'')?.split('\'').next());
    let shape = after("'shape':").and_then(|rest| rest.strip_prefix('(')?.split(')').next());
    let kind = descr.and_then(NumberKind::of);
    let kind = kind.ok_or((descr.unwrap_or(text), "an array of integers, such as '<u2'"))?;
    let count = shape.and_then(|shape| shape.strip_suffix(',')?.trim().parse().ok());
    let count: Option<u64> = count.filter(|&count: &u64| count < 1 << 60);
    Ok((kind, count.ok_or((shape.unwrap_or(text), "an array of one dimension, such as (1001,)"))?))
}
