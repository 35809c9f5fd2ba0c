//! Rows of twenty values for reading in a terminal.

use std::io;

use super::{Header, Layout, decimal};

/// Values in a row.
const ROW: usize = 20;

/// A line `# CODE, heaps FROM to TO: SUMMARY`, then rows of twenty values in columns, each with
/// the heap of its first value before a colon.
///
/// The columns are two digits wide. A row with a wider value widens itself and every later row:
/// the width cannot be known before the last value has been seen, and five digits for every value
/// would not fit a terminal.
#[derive(Clone, Debug)]
pub struct Text {
    /// Columns for the heap.
    label: usize,
    /// Columns for a value.
    width: usize,
    /// The heap of the first value of the row that is being collected.
    start: u64,
    row: Vec<u16>,
}

impl Default for Text {
    fn default() -> Text {
        Text { label: 1, width: 2, start: 0, row: Vec::with_capacity(ROW) }
    }
}

impl Text {
    fn write_row(&mut self, out: &mut Vec<u8>) {
        let largest = self.row.iter().copied().max().unwrap_or(0);
        self.width = self.width.max(decimal::digits(u64::from(largest)));
        decimal::push_right(out, self.start, self.label);
        out.push(b':');
        for &value in &self.row {
            out.push(b' ');
            decimal::push_right(out, u64::from(value), self.width);
        }
        out.push(b'\n');
        self.start += self.row.len() as u64;
        self.row.clear();
    }
}

impl Layout for Text {
    fn head(&mut self, header: &Header, out: &mut Vec<u8>) -> io::Result<()> {
        self.start = header.from;
        self.label = decimal::digits(header.to);
        out.extend_from_slice(format!("# {}\n", header.title()).as_bytes());
        Ok(())
    }

    fn values(&mut self, _first: u64, mut values: &[u16], out: &mut Vec<u8>) {
        while !values.is_empty() {
            let (now, later) = values.split_at(values.len().min(ROW - self.row.len()));
            self.row.extend_from_slice(now);
            values = later;
            if self.row.len() == ROW {
                self.write_row(out);
            }
        }
    }

    fn foot(&mut self, out: &mut Vec<u8>) {
        if !self.row.is_empty() {
            self.write_row(out);
        }
    }
}
