//! A NumPy array.

use std::io;

use super::{Header, Layout};

/// Magic, version and length of the dictionary that follows.
const FIXED: usize = 10;

/// NPY version 1.0: a one-dimensional array of little-endian `u16`, to be read or mapped with
/// `numpy.load(file, mmap_mode="r")`. Entry i is G(from + i).
///
/// The format is that of NumPy's `numpy.lib.format`: the header is padded with blanks so that the
/// data begin at a multiple of 64 bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Npy;

impl Layout for Npy {
    fn head(&mut self, header: &Header, out: &mut Vec<u8>) -> io::Result<()> {
        let mut dictionary =
            format!("{{'descr': '<u2', 'fortran_order': False, 'shape': ({},), }}", header.count());
        let length = (FIXED + dictionary.len() + 1).next_multiple_of(64) - FIXED;
        while dictionary.len() + 1 < length {
            dictionary.push(' ');
        }
        dictionary.push('\n');
        out.extend_from_slice(b"\x93NUMPY\x01\x00");
        out.extend_from_slice(&u16::try_from(length).map_err(io::Error::other)?.to_le_bytes());
        out.extend_from_slice(dictionary.as_bytes());
        Ok(())
    }

    fn values(&mut self, _first: u64, values: &[u16], out: &mut Vec<u8>) {
        push_le(out, values);
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
