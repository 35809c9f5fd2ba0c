//! A NumPy array.

use std::io;

use super::writer::misuse;
use super::{Header, Layout};

/// Magic and version.
pub(super) const MAGIC: &[u8; 8] = b"\x93NUMPY\x01\x00";

/// Magic, version and length of the dictionary that follows.
const FIXED: usize = 10;

/// NPY version 1.0: a one-dimensional array, to be read or mapped with
/// `numpy.load(file, mmap_mode="r")`. Entry i is G(from + i), one byte a value if the largest
/// value is known to fit, else little-endian 16 bits.
///
/// The format is that of NumPy's `numpy.lib.format`: the header is padded with blanks so that the
/// data begin at a multiple of 64 bytes.
#[derive(Clone, Copy, Debug)]
pub struct Npy {
    largest: u16,
    bytes: bool,
}

impl Npy {
    /// An array for values up to `largest`, 65535 if not given.
    #[must_use]
    pub fn new(largest: Option<u16>) -> Npy {
        let largest = largest.unwrap_or(u16::MAX);
        Npy { largest, bytes: u8::try_from(largest).is_ok() }
    }
}

impl Layout for Npy {
    fn head(&mut self, header: &Header, out: &mut Vec<u8>) -> io::Result<()> {
        let (kind, count) = (if self.bytes { "|u1" } else { "<u2" }, header.count());
        let mut dictionary =
            format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({count},), }}");
        let length = (FIXED + dictionary.len() + 1).next_multiple_of(64) - FIXED;
        while dictionary.len() + 1 < length {
            dictionary.push(' ');
        }
        dictionary.push('\n');
        out.extend_from_slice(MAGIC);
        out.extend_from_slice(&u16::try_from(length).map_err(io::Error::other)?.to_le_bytes());
        out.extend_from_slice(dictionary.as_bytes());
        Ok(())
    }

    fn values(&mut self, first: u64, values: &[u16], out: &mut Vec<u8>) -> io::Result<()> {
        if let Some(i) = values.iter().position(|&value| value > self.largest) {
            let (heap, value) = (first + i as u64, values[i]);
            return Err(misuse(format!(
                "G({heap}) = {value}, but no value larger than {} was announced",
                self.largest
            )));
        }
        match self.bytes {
            // Checked above to fit.
            true => out.extend(values.iter().map(|&value| value as u8)),
            false => push_le(out, values),
        }
        Ok(())
    }

    fn foot(&mut self, _out: &mut Vec<u8>) {}
}

/// Appends the values as little-endian bytes.
#[inline]
pub(super) fn push_le(out: &mut Vec<u8>, values: &[u16]) {
    let start = out.len();
    out.resize(start + 2 * values.len(), 0);
    for (bytes, value) in out[start..].chunks_exact_mut(2).zip(values) {
        bytes.copy_from_slice(&value.to_le_bytes());
    }
}
