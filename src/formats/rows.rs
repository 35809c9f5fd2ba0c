//! Formats with a row for several heaps: text for a terminal, and LaTeX.

use std::io;
use std::iter::Peekable;

use super::booktabs::{self, escape};
use super::writer::{Layout, Value, digits, push_number, push_right};
use super::{Header, Style};

/// The number of heaps in a row of text, unless the style says otherwise.
const HEAPS_IN_A_TEXT_ROW: usize = 20;

/// The number of heaps in a row of LaTeX, unless the style says otherwise.
const HEAPS_IN_A_LATEX_ROW: usize = 10;

/// One value in its place.
struct Cell {
    value: u64,
    /// True if it is an exception.
    marked: bool,
}

/// One row that is complete.
struct FullRow<'r> {
    /// The heap of the first value.
    heap: u64,
    /// Empty cells before it.
    skipped: usize,
    cells: &'r [Cell],
}

/// Collects values into rows. Memory: one row.
struct RowCollector<'a> {
    columns: usize,
    /// True if rows begin at the multiples of `columns`.
    aligned: bool,
    marked: Option<Peekable<Box<dyn Iterator<Item = u64> + 'a>>>,
    /// The heap of the first value of the row that is being collected.
    start: u64,
    row: Vec<Cell>,
}

impl<'a> RowCollector<'a> {
    /// Rows in this style, of `columns` values and `aligned` if it does not say.
    fn new(style: Style<'a>, columns: usize, aligned: bool) -> RowCollector<'a> {
        RowCollector {
            columns: style.columns.unwrap_or(columns).max(1),
            aligned: aligned || style.columns.is_some(),
            marked: style.marked.map(Iterator::peekable),
            start: 0,
            row: Vec::new(),
        }
    }

    /// The heap of the first value.
    fn begin(&mut self, heap: u64) {
        self.start = heap;
    }

    /// Takes the next values and hands on each row that is full.
    fn extend(&mut self, values: &[impl Value], mut full: impl FnMut(&FullRow<'_>)) {
        for &value in values {
            let marked = self.is_marked(self.start + self.row.len() as u64);
            self.row.push(Cell { value: value.into(), marked });
            if self.skipped() + self.row.len() == self.columns {
                self.end(&mut full);
            }
        }
    }

    /// Hands on the row that is not full, if there is one.
    fn end(&mut self, mut last: impl FnMut(&FullRow<'_>)) {
        if !self.row.is_empty() {
            last(&FullRow { heap: self.start, skipped: self.skipped(), cells: &self.row });
            self.start += self.row.len() as u64;
            self.row.clear();
        }
    }

    /// Empty cells before the first one of the row.
    fn skipped(&self) -> usize {
        if self.aligned { (self.start % self.columns as u64) as usize } else { 0 }
    }

    fn is_marked(&mut self, heap: u64) -> bool {
        let Some(marked) = &mut self.marked else { return false };
        while marked.next_if(|&n| n < heap).is_some() {}
        marked.next_if_eq(&heap).is_some()
    }
}

/// A line `# CODE, heaps FROM to TO: SUMMARY`, then rows of values in columns. Each row begins with
/// the heap of its first value and a colon; an exception has a `*` behind it.
///
/// The columns are two digits wide. A row with a wider value widens itself and every later row. The
/// width is known only after the last value, and five digits for every value would not fit a
/// terminal.
pub(super) struct Text<'a> {
    rows: RowCollector<'a>,
    shape: TextWidths,
}

/// The widths of the columns.
struct TextWidths {
    /// The width of the heap, in characters.
    label: usize,
    /// The width of a value, in characters.
    width: usize,
    /// True if a character behind each value is kept free for the mark.
    marks: bool,
}

impl<'a> Text<'a> {
    /// Rows as the style says.
    pub(super) fn new(style: Style<'a>) -> Text<'a> {
        let shape = TextWidths { label: 1, width: 2, marks: style.marked.is_some() };
        Text { rows: RowCollector::new(style, HEAPS_IN_A_TEXT_ROW, false), shape }
    }
}

impl TextWidths {
    fn write(&mut self, row: &FullRow<'_>, out: &mut Vec<u8>) {
        let largest = row.cells.iter().map(|cell| cell.value).max().unwrap_or(0);
        self.width = self.width.max(digits(largest));
        push_right(out, row.heap, self.label);
        out.push(b':');
        let blank = 1 + self.width + usize::from(self.marks);
        out.resize(out.len() + row.skipped * blank, b' ');
        for (i, cell) in row.cells.iter().enumerate() {
            out.push(b' ');
            push_right(out, cell.value, self.width);
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
        self.shape.label = digits(header.to);
        let marks = if self.shape.marks { "; exceptions marked *" } else { "" };
        out.extend_from_slice(format!("# {}{marks}\n", header.title()).as_bytes());
        Ok(())
    }

    fn values<V: Value>(&mut self, _first: u64, values: &[V], out: &mut Vec<u8>) -> io::Result<()> {
        self.rows.extend(values, |row| self.shape.write(row, out));
        Ok(())
    }

    fn foot(&mut self, out: &mut Vec<u8>) {
        self.rows.end(|row| self.shape.write(row, out));
    }
}

/// A table for `\usepackage{booktabs,longtable}`: rows of ten heaps or as many as the style says,
/// with the columns n, +0, …, +9; exceptions are bold.
///
/// Rows begin at the multiples of their length: in rows of ten, G(37) is always in row 30, column
/// +7. Cells before the first heap are empty. The caption is the title of the header. Characters
/// that LaTeX would interpret are escaped; letters beyond ASCII are left to the document's
/// encoding.
pub(super) struct Latex<'a> {
    rows: RowCollector<'a>,
    columns: usize,
    marks: bool,
    is_long: bool,
}

impl<'a> Latex<'a> {
    /// Rows as the style says.
    pub(super) fn new(style: Style<'a>) -> Latex<'a> {
        let columns = style.columns.unwrap_or(HEAPS_IN_A_LATEX_ROW).max(1);
        let marks = style.marked.is_some();
        let rows = RowCollector::new(style, HEAPS_IN_A_LATEX_ROW, true);
        Latex { rows, columns, marks, is_long: false }
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
        self.is_long = booktabs::begin(&title, &format!("r*{{{columns}}}{{r}}"), &heads, rows, out);
        Ok(())
    }

    fn values<V: Value>(&mut self, _first: u64, values: &[V], out: &mut Vec<u8>) -> io::Result<()> {
        self.rows.extend(values, |row| write_latex(row, out));
        Ok(())
    }

    fn foot(&mut self, out: &mut Vec<u8>) {
        self.rows.end(|row| write_latex(row, out));
        booktabs::end(self.is_long, out);
    }
}

fn write_latex(row: &FullRow<'_>, out: &mut Vec<u8>) {
    push_number(out, row.heap - row.skipped as u64);
    for _ in 0..row.skipped {
        out.extend_from_slice(b" &");
    }
    for cell in row.cells {
        out.extend_from_slice(if cell.marked { b" & \\textbf{" } else { b" & " });
        push_number(out, cell.value);
        if cell.marked {
            out.push(b'}');
        }
    }
    out.extend_from_slice(b" \\\\\n");
}
