//! A sequence as a table for a paper.

use std::io;

use super::booktabs::{Head, end, escape};
use super::measure::{Setting, Span};
use super::rows::{FullRow, RowCollector};
use super::{Header, Layout, Style, decimal};

/// The number of heaps in a row, unless the style says otherwise.
const HEAPS_IN_A_ROW: usize = 10;

/// A table for `\usepackage{booktabs,longtable}`: rows of ten heaps or as many as the style says,
/// with the columns n, +0, …, +9; exceptions are bold.
///
/// Rows begin at the multiples of their length, so that in rows of ten G(37) is always in row 30,
/// column +7; cells before the first heap are empty. The caption says what the header says. If the
/// table is too wide, its heads lose their plus signs.
/// Characters that LaTeX would interpret are escaped; letters beyond ASCII are left to the
/// document's encoding.
pub struct Latex<'a> {
    rows: RowCollector<'a>,
    grid: TableWidths,
    marks: bool,
    long: bool,
}

impl<'a> Latex<'a> {
    /// Rows as the style says.
    pub fn new(style: Style<'a>) -> Latex<'a> {
        let (grid, marks) = (TableWidths::of(&style), style.marked.is_some());
        Latex { rows: RowCollector::new(style, HEAPS_IN_A_ROW, true), grid, marks, long: false }
    }

    /// Whether the table of heaps up to `to` in this style fits the width of a page.
    pub fn fits(style: &Style<'_>, to: u64) -> bool {
        TableWidths::of(style).setting(to, "").fits
    }
}

/// What decides how wide a table is.
struct TableWidths {
    columns: usize,
    /// The width of the widest value.
    value: u64,
}

impl TableWidths {
    fn of(style: &Style<'_>) -> TableWidths {
        let columns = style.columns.unwrap_or(HEAPS_IN_A_ROW).max(1);
        let digit = if style.marked.is_some() { 575 } else { 500 };
        TableWidths { columns, value: digit * digits(style.largest.unwrap_or(u16::MAX.into())) }
    }

    /// How the table of heaps up to `to` is set, with this sign before the numbers in its head.
    fn setting(&self, to: u64, sign: &str) -> Setting {
        let head = |column: u64| 500 * digits(column) + 780 * sign.len() as u64;
        let values = (0..self.columns as u64).map(|j| Span::rigid(self.value.max(head(j))));
        let heap = Span::rigid(500 * digits(to).max(2));
        Setting::of(&std::iter::once(heap).chain(values).collect::<Vec<_>>())
    }
}

fn digits(number: u64) -> u64 {
    u64::from(number.checked_ilog10().unwrap_or(0)) + 1
}

impl Layout for Latex<'_> {
    fn head(&mut self, header: &Header, out: &mut Vec<u8>) -> io::Result<()> {
        let columns = self.grid.columns as u64;
        self.rows.begin(header.from);
        let rows = match header.count() {
            0 => 0,
            _ => header.to / columns - header.from / columns + 1,
        };
        let marks = if self.marks { "; exceptions bold" } else { "" };
        let title = escape(&header.title()) + marks;
        let [signed, plain] = ["+", ""].map(|sign| (sign, self.grid.setting(header.to, sign)));
        let (sign, setting) = if signed.1.fits { signed } else { plain };
        let heads = (0..columns).map(|j| format!("${sign}{j}$"));
        let heads: Vec<String> = std::iter::once("$n$".to_owned()).chain(heads).collect();
        let shape = format!("r*{{{columns}}}{{r}}");
        let head = Head { title: &title, shape: &shape, heads: &heads, rows, setting };
        self.long = head.begin(out);
        Ok(())
    }

    fn values(&mut self, _first: u64, values: &[u16], out: &mut Vec<u8>) -> io::Result<()> {
        self.rows.extend(values.iter().map(|&v| v.into()), |row| write(row, out));
        Ok(())
    }

    fn large_values(&mut self, _first: u64, values: &[u64], out: &mut Vec<u8>) -> io::Result<()> {
        self.rows.extend(values.iter().copied(), |row| write(row, out));
        Ok(())
    }

    fn foot(&mut self, out: &mut Vec<u8>) {
        self.rows.end(|row| write(row, out));
        end(self.long, out);
    }
}

fn write(row: &FullRow<'_>, out: &mut Vec<u8>) {
    decimal::push(out, row.heap - row.skipped as u64);
    for _ in 0..row.skipped {
        out.extend_from_slice(b" &");
    }
    for cell in row.cells {
        out.extend_from_slice(if cell.marked { b" & \\textbf{" } else { b" & " });
        decimal::push(out, cell.value);
        if cell.marked {
            out.push(b'}');
        }
    }
    out.extend_from_slice(b" \\\\\n");
}
