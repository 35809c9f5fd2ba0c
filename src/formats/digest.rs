//! The digest of a sequence: one number to compare long sequences by, and the largest value.
//!
//! XXH3-64 with seed 0 over G(0), G(1), … as little-endian `u16`, so that other programs can
//! compute the same from the same values. It tells sequences apart; it is no protection against
//! forgery.

use std::fmt;
use std::io;

use xxhash_rust::xxh3::Xxh3;

use super::writer::{Layout, Value, misuse};
use super::{Header, npy};

/// The values are hashed in pieces of this many, so that their bytes stay in the L1 cache.
pub(crate) const VALUES_HASHED_AT_ONCE: usize = 8192;

/// The digest of a sequence. [`Display`](fmt::Display) prints the hash as 16 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Digest {
    /// XXH3-64, seed 0, of the values as little-endian `u16`.
    pub hash: u64,
    /// The largest value; 0 if there are no values.
    pub max: u16,
    /// The first index with the largest value; the heap, if the sequence began with heap 0.
    pub max_at: u64,
    /// The number of values.
    pub count: u64,
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.hash)
    }
}

/// Computes a [`Digest`] from a stream of values; several gigabytes a second, constant memory.
///
/// ```
/// use octal::formats::digest::Digester;
/// let mut digester = Digester::new();
/// digester.update(&[0, 1, 2]);
/// digester.update(&[3, 1, 4]);
/// let digest = digester.finish();
/// assert_eq!((digest.max, digest.max_at, digest.count), (4, 5, 6));
/// ```
#[derive(Clone)]
pub struct Digester {
    hash: Xxh3,
    bytes: Vec<u8>,
    max: u16,
    max_at: u64,
    count: u64,
}

impl Default for Digester {
    fn default() -> Digester {
        Digester::new()
    }
}

impl fmt::Debug for Digester {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Digester").field(&self.finish()).finish()
    }
}

impl Digester {
    /// A digester that has seen no values.
    pub fn new() -> Digester {
        Digester { hash: Xxh3::new(), bytes: Vec::new(), max: 0, max_at: 0, count: 0 }
    }

    /// Takes the next values. The division into calls makes no difference.
    pub fn update(&mut self, values: &[u16]) {
        for piece in values.chunks(VALUES_HASHED_AT_ONCE) {
            self.bytes.clear();
            npy::push_bytes::<2, _>(&mut self.bytes, piece);
            self.hash.update(&self.bytes);
            self.note_max(piece);
            self.count += piece.len() as u64;
        }
    }

    /// The digest of the values taken until now.
    pub fn finish(&self) -> Digest {
        let Digester { max, max_at, count, .. } = *self;
        Digest { hash: self.hash.digest(), max, max_at, count }
    }

    /// Looks for the place only when the maximum rises, which is rare.
    fn note_max(&mut self, piece: &[u16]) {
        let max = piece.iter().copied().max().unwrap_or(0);
        if max > self.max {
            let place = piece.iter().position(|&value| value == max).unwrap_or(0);
            (self.max, self.max_at) = (max, self.count + place as u64);
        }
    }
}

/// One line `CODE N xxh3:HASH max=LARGEST at=HEAP`, where N is the last heap and the hash covers
/// G(0), …, G(N).
///
/// A sequence that does not begin with heap 0 is refused: its hash could be compared with nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct DigestLine {
    code: String,
    to: u64,
    digester: Digester,
    /// The values of one call.
    small: Vec<u16>,
}

impl Layout for DigestLine {
    fn head(&mut self, header: &Header, _out: &mut Vec<u8>) -> io::Result<()> {
        if header.from != 0 {
            return Err(misuse(format!(
                "a digest covers all heaps from 0 on, and this sequence begins with heap {}",
                header.from
            )));
        }
        self.code = header.code.replace(char::is_control, " ");
        self.to = header.to;
        Ok(())
    }

    fn values<V: Value>(&mut self, first: u64, values: &[V], _out: &mut Vec<u8>) -> io::Result<()> {
        if let Some(i) = values.iter().position(|&value| value.into() > u16::MAX.into()) {
            let n = first + i as u64;
            return Err(misuse(format!(
                "G({n}) is larger than 65535, the largest value of this format: \
                 ask for heaps below {n}"
            )));
        }
        self.small.clear();
        self.small.extend(values.iter().map(|&value| value.into() as u16));
        self.digester.update(&self.small);
        Ok(())
    }

    fn foot(&mut self, out: &mut Vec<u8>) {
        let (code, to, digest) = (&self.code, self.to, self.digester.finish());
        let (max, at) = (digest.max, digest.max_at);
        out.extend_from_slice(format!("{code} {to} xxh3:{digest} max={max} at={at}\n").as_bytes());
    }
}
