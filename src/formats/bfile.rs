//! The b-file of the On-Line Encyclopedia of Integer Sequences.

use std::io;

use super::writer::misuse;
use super::{Header, Layout, decimal};

/// The rows that a b-file has at most, unless somebody wants more.
pub const BFILE_ROWS: u64 = 10_000;

/// A comment line `# CODE, heaps FROM to TO: SUMMARY`, then a line with index and value for every
/// heap.
///
/// The format is described at <https://oeis.org/wiki/B-files>: index and value with one blank
/// between, comments only at the top. The index is the heap; if it is to begin elsewhere, a second
/// comment line says so: `# index 1 is heap 3`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bfile {
    /// The index of the first value.
    index: Option<u64>,
    /// The heap of the first value.
    from: u64,
}

impl Bfile {
    /// A b-file whose first value has this index; its heap if not given.
    pub const fn new(index: Option<u64>) -> Bfile {
        Bfile { index, from: 0 }
    }

    /// The index of a heap.
    fn index_of(&self, heap: u64) -> u64 {
        self.index.map_or(heap, |index| index + (heap - self.from))
    }
}

/// What stands around the index and the heap in the comment of a b-file.
pub(super) const INDEX: [&str; 2] = ["# index ", " is heap "];

impl Layout for Bfile {
    fn head(&mut self, header: &Header, out: &mut Vec<u8>) -> io::Result<()> {
        self.from = header.from;
        out.extend_from_slice(format!("# {}\n", header.title()).as_bytes());
        let Some(index) = self.index.filter(|&index| index != self.from) else { return Ok(()) };
        if index.checked_add(header.count()).is_none() {
            return Err(misuse(format!("the indices from {index} on do not fit 64 bits")));
        }
        let [before, between] = INDEX;
        out.extend_from_slice(format!("{before}{index}{between}{}\n", self.from).as_bytes());
        Ok(())
    }

    fn values(&mut self, first: u64, values: &[u16], out: &mut Vec<u8>) -> io::Result<()> {
        decimal::push_rows(out, self.index_of(first), values, b' ');
        Ok(())
    }

    fn large_values(&mut self, first: u64, values: &[u64], out: &mut Vec<u8>) -> io::Result<()> {
        decimal::push_rows(out, self.index_of(first), values, b' ');
        Ok(())
    }

    fn foot(&mut self, _out: &mut Vec<u8>) {}
}
