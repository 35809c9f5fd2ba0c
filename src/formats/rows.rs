//! Values in the rows of a table: which heap begins a row, and which are marked.

use std::iter::Peekable;

use super::Style;

/// One value in its place.
pub(super) struct Cell {
    pub(super) value: u64,
    /// Whether it is an exception.
    pub(super) marked: bool,
}

/// One row that is complete.
pub(super) struct FullRow<'r> {
    /// The heap of the first value.
    pub(super) heap: u64,
    /// Empty cells before it.
    pub(super) skipped: usize,
    pub(super) cells: &'r [Cell],
}

/// Collects values into rows. Memory: one row.
pub(super) struct RowCollector<'a> {
    columns: usize,
    /// Whether rows begin at the multiples of `columns`.
    aligned: bool,
    marked: Option<Peekable<Box<dyn Iterator<Item = u64> + 'a>>>,
    /// The heap of the first value of the row that is being collected.
    start: u64,
    row: Vec<Cell>,
}

impl<'a> RowCollector<'a> {
    /// Rows in this style, of `columns` values and `aligned` if it does not say.
    pub(super) fn new(style: Style<'a>, columns: usize, aligned: bool) -> RowCollector<'a> {
        RowCollector {
            columns: style.columns.unwrap_or(columns).max(1),
            aligned: aligned || style.columns.is_some(),
            marked: style.marked.map(Iterator::peekable),
            start: 0,
            row: Vec::new(),
        }
    }

    /// The heap of the first value.
    pub(super) fn begin(&mut self, heap: u64) {
        self.start = heap;
    }

    /// Takes the next values and hands on each row that is full.
    pub(super) fn extend(
        &mut self,
        values: impl IntoIterator<Item = u64>,
        mut full: impl FnMut(&FullRow<'_>),
    ) {
        for value in values {
            let marked = self.is_marked(self.start + self.row.len() as u64);
            self.row.push(Cell { value, marked });
            if self.skipped() + self.row.len() == self.columns {
                self.end(&mut full);
            }
        }
    }

    /// Hands on the row that is not full, if there is one.
    pub(super) fn end(&mut self, mut last: impl FnMut(&FullRow<'_>)) {
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
