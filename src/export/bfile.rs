//! The b-file of the On-Line Encyclopedia of Integer Sequences.

use std::io;

use super::{Header, Layout, decimal};

/// A comment line `# CODE, heaps FROM to TO: SUMMARY`, then a line `n G(n)` for every heap.
///
/// The format is described at <https://oeis.org/wiki/B-files>: index and value with one blank
/// between, comments only at the top.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bfile;

impl Layout for Bfile {
    fn head(&mut self, header: &Header, out: &mut Vec<u8>) -> io::Result<()> {
        out.extend_from_slice(format!("# {}\n", header.title()).as_bytes());
        Ok(())
    }

    fn values(&mut self, first: u64, values: &[u16], out: &mut Vec<u8>) {
        decimal::push_rows(out, first, values, b' ');
    }

    fn foot(&mut self, _out: &mut Vec<u8>) {}
}
