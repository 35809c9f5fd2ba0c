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
/// value is known to fit, else little-endian 16 bits, or 64 if those are too few.
///
/// The format is that of NumPy's `numpy.lib.format`: the header is padded with blanks so that the
/// data begin at a multiple of 64 bytes.
#[derive(Clone, Copy, Debug)]
pub struct Npy {
    largest: u64,
    width: Width,
}

/// How many bits a value has.
#[derive(Clone, Copy, Debug)]
enum Width {
    Eight,
    Sixteen,
    SixtyFour,
}

impl Npy {
    /// An array for values up to `largest`, 65535 if not given.
    pub fn new(largest: Option<u64>) -> Npy {
        let largest = largest.unwrap_or(u16::MAX.into());
        let width = match largest {
            0..0x100 => Width::Eight,
            0x100..0x1_0000 => Width::Sixteen,
            _ => Width::SixtyFour,
        };
        Npy { largest, width }
    }

    /// Refuses values larger than announced.
    fn expect_small<V: Copy + Into<u64>>(&self, first: u64, values: &[V]) -> io::Result<()> {
        let too_large = values.iter().position(|&value| value.into() > self.largest);
        let Some(i) = too_large else { return Ok(()) };
        let (heap, value): (u64, u64) = (first + i as u64, values[i].into());
        let largest = self.largest;
        Err(misuse(format!(
            "G({heap}) = {value}, but no value larger than {largest} was announced"
        )))
    }
}

impl Layout for Npy {
    fn head(&mut self, header: &Header, out: &mut Vec<u8>) -> io::Result<()> {
        let kind = match self.width {
            Width::Eight => "|u1",
            Width::Sixteen => "<u2",
            Width::SixtyFour => "<u8",
        };
        let count = header.count();
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
        self.expect_small(first, values)?;
        match self.width {
            // Checked above to fit.
            Width::Eight => out.extend(values.iter().map(|&value| value as u8)),
            Width::Sixteen => push_le(out, values),
            Width::SixtyFour => {
                out.extend(values.iter().flat_map(|&value| u64::from(value).to_le_bytes()));
            }
        }
        Ok(())
    }

    fn large_values(&mut self, first: u64, values: &[u64], out: &mut Vec<u8>) -> io::Result<()> {
        self.expect_small(first, values)?;
        match self.width {
            Width::Eight => out.extend(values.iter().map(|&value| value as u8)),
            Width::Sixteen => {
                out.extend(values.iter().flat_map(|&value| (value as u16).to_le_bytes()));
            }
            Width::SixtyFour => out.extend(values.iter().flat_map(|value| value.to_le_bytes())),
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
