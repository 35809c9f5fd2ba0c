//! Rows of values for reading in a terminal.

use std::io;

use super::rows::{FullRow, RowCollector};
use super::{Header, Layout, Style, decimal};

/// The number of heaps in a row, unless the style says otherwise.
const HEAPS_IN_A_ROW: usize = 20;

/// A line `# CODE, heaps FROM to TO: SUMMARY`, then rows of values in columns, each with the heap
/// of its first value before a colon; exceptions have a `*` behind them.
///
/// The columns are two digits wide. A row with a wider value widens itself and every later row:
/// the width cannot be known before the last value has been seen, and five digits for every value
/// would not fit a terminal.
pub struct Text<'a> {
    rows: RowCollector<'a>,
    shape: TextWidths,
}

/// How wide the columns are.
struct TextWidths {
    /// The width of the heap, in characters.
    label: usize,
    /// The width of a value, in characters.
    width: usize,
    /// Whether a character behind each value is kept free for the mark.
    marks: bool,
}

impl<'a> Text<'a> {
    /// Rows as the style says.
    pub fn new(style: Style<'a>) -> Text<'a> {
        let shape = TextWidths { label: 1, width: 2, marks: style.marked.is_some() };
        Text { rows: RowCollector::new(style, HEAPS_IN_A_ROW, false), shape }
    }
}

impl TextWidths {
    fn write(&mut self, row: &FullRow<'_>, out: &mut Vec<u8>) {
        let largest = row.cells.iter().map(|cell| cell.value).max().unwrap_or(0);
        self.width = self.width.max(decimal::digits(largest));
        decimal::push_right(out, row.heap, self.label);
        out.push(b':');
        let blank = 1 + self.width + usize::from(self.marks);
        out.resize(out.len() + row.skipped * blank, b' ');
        for (i, cell) in row.cells.iter().enumerate() {
            out.push(b' ');
            decimal::push_right(out, cell.value, self.width);
            if cell.marked {
                out.push(b'*');
            } else if self.marks && i + 1 < row.cells.len() {
                out.push(b' ');
            }
        }
        out.push(b'\n');
    }
}

impl Layout for Text<'_> {
    fn head(&mut self, header: &Header, out: &mut Vec<u8>) -> io::Result<()> {
        self.rows.begin(header.from);
        self.shape.label = decimal::digits(header.to);
        let marks = if self.shape.marks { "; exceptions marked *" } else { "" };
        out.extend_from_slice(format!("# {}{marks}\n", header.title()).as_bytes());
        Ok(())
    }

    fn values(&mut self, _first: u64, values: &[u16], out: &mut Vec<u8>) -> io::Result<()> {
        self.rows.extend(values.iter().map(|&v| v.into()), |row| self.shape.write(row, out));
        Ok(())
    }

    fn large_values(&mut self, _first: u64, values: &[u64], out: &mut Vec<u8>) -> io::Result<()> {
        self.rows.extend(values.iter().copied(), |row| self.shape.write(row, out));
        Ok(())
    }

    fn foot(&mut self, out: &mut Vec<u8>) {
        self.rows.end(|row| self.shape.write(row, out));
    }
}
