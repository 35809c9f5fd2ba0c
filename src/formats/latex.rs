//! A sequence as a table for a paper.

use std::io;

use super::booktabs::{begin, end, escape};
use super::rows::{Row, Rows};
use super::{Header, Layout, Style, decimal};

/// Values in a row, unless told otherwise.
const ROW: usize = 10;

/// A table for `\usepackage{booktabs,longtable}`: rows of ten heaps or as many as the style says,
/// with the columns n, +0, …, +9; exceptions are bold.
///
/// Rows begin at the multiples of their length, so that in rows of ten G(37) is always in row 30,
/// column +7; cells before the first heap are empty. The title row says what the header says.
/// Characters that LaTeX would interpret are escaped; letters beyond ASCII are left to the
/// document's encoding.
pub struct Latex<'a> {
    rows: Rows<'a>,
    columns: usize,
    marks: bool,
    long: bool,
}

impl<'a> Latex<'a> {
    /// Rows as the style says.
    #[must_use]
    pub fn new(style: Style<'a>) -> Latex<'a> {
        let (columns, marks) = (style.columns.unwrap_or(ROW).max(1), style.marked.is_some());
        Latex { rows: Rows::new(style, ROW, true), columns, marks, long: false }
    }
}

impl Layout for Latex<'_> {
    fn head(&mut self, header: &Header, out: &mut Vec<u8>) -> io::Result<()> {
        let columns = self.columns as u64;
        self.rows.begin(header.from);
        let rows = match header.count() {
            0 => 0,
            _ => header.to / columns - header.from / columns + 1,
        };
        let marks = if self.marks { "; exceptions bold" } else { "" };
        let title = escape(&header.title()) + marks;
        let heads = (0..columns).map(|j| format!("$+{j}$"));
        let heads: Vec<String> = std::iter::once("$n$".to_owned()).chain(heads).collect();
        let shape = format!("r*{{{columns}}}{{r}}");
        self.long = begin(&shape, &title, &heads, rows, out);
        Ok(())
    }

    fn values(&mut self, _first: u64, values: &[u16], out: &mut Vec<u8>) -> io::Result<()> {
        self.rows.extend(values, |row| write(row, out));
        Ok(())
    }

    fn foot(&mut self, out: &mut Vec<u8>) {
        self.rows.end(|row| write(row, out));
        end(self.long, out);
    }
}

fn write(row: &Row<'_>, out: &mut Vec<u8>) {
    decimal::push(out, row.heap - row.skipped as u64);
    for _ in 0..row.skipped {
        out.extend_from_slice(b" &");
    }
    for cell in row.cells {
        out.extend_from_slice(if cell.marked { b" & \\textbf{" } else { b" & " });
        decimal::push(out, u64::from(cell.value));
        if cell.marked {
            out.push(b'}');
        }
    }
    out.extend_from_slice(b" \\\\\n");
}
