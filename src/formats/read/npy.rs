//! NumPy arrays: NPY versions 1 to 3, one dimension, integers of one to eight bytes.

use std::io::{BufRead, ErrorKind};

use super::{ByteSource, FilePlace, ReadError, ValueRun};
use crate::input::{count, shown};

/// The reader takes this many values from the file at a time.
const VALUES_READ_AT_ONCE: u64 = 1 << 13;

/// The longest header that is accepted, in bytes; that of an array of numbers is far shorter.
const MOST_HEADER_BYTES: u32 = 1 << 16;

/// The values of an NPY file.
pub(super) struct NpyReader<'a> {
    source: &'a ByteSource,
    reader: Box<dyn BufRead + 'a>,
    kind: NumberKind,
    count: u64,
    done: u64,
    /// Bytes before the first value.
    start: u64,
}

/// What the dictionary calls `descr`.
#[derive(Clone, Copy)]
struct NumberKind {
    bytes: usize,
    signed: bool,
    big_endian: bool,
}

impl<'a> NpyReader<'a> {
    pub(super) fn open(
        source: &'a ByteSource,
        reader: Box<dyn BufRead + 'a>,
    ) -> Result<NpyReader<'a>, ReadError> {
        let kind = NumberKind { bytes: 1, signed: false, big_endian: false };
        let mut npy = NpyReader { source, reader, kind, count: 0, done: 0, start: 0 };
        let mut fixed = [0; 8];
        npy.exactly(&mut fixed, 0, "the beginning of an NPY file")?;
        let version = fixed[6];
        if !fixed.starts_with(b"\x93NUMPY") || !(1..=3).contains(&version) {
            let expected = "the beginning of an NPY file of version 1, 2 or 3";
            return Err(source.wrong(FilePlace::Byte(1), "other bytes", expected));
        }
        let mut length = [0; 4];
        let width = if version == 1 { 2 } else { 4 };
        npy.exactly(&mut length[..width], 8, "the length of the header")?;
        let length = u32::from_le_bytes(length);
        if length > MOST_HEADER_BYTES {
            let expected = format!("a header of at most {MOST_HEADER_BYTES} bytes");
            return Err(source.wrong(FilePlace::Byte(9), format!("{length} bytes"), expected));
        }
        let mut dictionary = vec![0; length as usize];
        let begins = 8 + width as u64;
        npy.exactly(&mut dictionary, begins, "the header")?;
        npy.start = begins + u64::from(length);
        let dictionary = String::from_utf8_lossy(&dictionary);
        (npy.kind, npy.count) = read_dictionary(&dictionary).map_err(|(found, expected)| {
            source.wrong(FilePlace::Byte(begins + 1), shown(found), expected)
        })?;
        Ok(npy)
    }

    /// Reads the next values; `None` at the end of the file.
    pub(super) fn fill(&mut self) -> Result<Option<ValueRun>, ReadError> {
        let now = VALUES_READ_AT_ONCE.min(self.count - self.done);
        let at = self.start + self.done * self.kind.bytes as u64;
        if now == 0 {
            return self.expect_end(at);
        }
        let mut bytes = vec![0; now as usize * self.kind.bytes];
        let expected =
            format!("{} of {}", count(self.count, "value"), count(self.kind.bytes, "byte"));
        self.exactly(&mut bytes, at, &expected)?;
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
    fn exactly(&mut self, bytes: &mut [u8], at: u64, expected: &str) -> Result<(), ReadError> {
        self.reader.read_exact(bytes).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => self.source.wrong(
                FilePlace::Byte(at + 1),
                "the end of the file too early",
                expected,
            ),
            _ => self.source.unreadable(error),
        })
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
        let bits = if self.big_endian {
            bytes.iter().fold(0, place)
        } else {
            bytes.iter().rev().fold(0, place)
        };
        let unused = 64 - 8 * self.bytes as u32;
        let signed = ((bits << unused) as i64) >> unused;
        if self.signed && signed < 0 { Err(signed) } else { Ok(bits) }
    }
}

/// Kind and number of the values, or what is wrong and what would be right.
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
