//! Comma-separated values.

use std::io;

use super::{Header, Layout, decimal};

/// A row `n,grundy`, then one row a heap. RFC 4180 but for the line ends, which are `\n`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Csv;

impl Layout for Csv {
    fn head(&mut self, _header: &Header, out: &mut Vec<u8>) -> io::Result<()> {
        out.extend_from_slice(b"n,grundy\n");
        Ok(())
    }

    fn values(&mut self, first: u64, values: &[u16], out: &mut Vec<u8>) -> io::Result<()> {
        decimal::push_rows(out, first, values, b',');
        Ok(())
    }

    fn large_values(&mut self, first: u64, values: &[u64], out: &mut Vec<u8>) -> io::Result<()> {
        decimal::push_rows(out, first, values, b',');
        Ok(())
    }

    fn foot(&mut self, _out: &mut Vec<u8>) {}
}
