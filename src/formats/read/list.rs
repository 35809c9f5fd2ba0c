//! A bare list of values, which are those of the heaps from 0 on.

use super::row::{Parsed, Slip, VALUE, collect, number};

/// Whether a line begins a list: numbers, but not two, which might be a heap and its value.
pub(super) fn is_line(line: &str) -> bool {
    let is_number = |text: &str| number(text.trim(), VALUE).is_ok();
    let values = line.strip_suffix(',').unwrap_or(line);
    let pair = values.split(',').count() == 2 && values == line;
    if line.contains(',') {
        values.split(',').all(is_number) && !pair
    } else {
        line.split_whitespace().all(is_number) && line.split_whitespace().count() != 2
    }
}

/// What the next line may be.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Next {
    /// Anything: nothing has been read.
    #[default]
    First,
    /// More values: the line ended with a comma.
    Comma,
    /// A line with one value, or the end.
    Column,
    /// Nothing.
    End,
}

/// The state of reading a list.
#[derive(Default)]
pub(super) struct List {
    next: Next,
    /// The heap of the next value.
    heap: u64,
}

impl List {
    pub(super) fn row(&mut self, line: &str) -> Parsed {
        let values = match self.next {
            Next::End => {
                let expected = "no further line, unless the line before ends with a comma";
                return Err(Slip::of(line, expected));
            }
            Next::Column => vec![number(line, "one value on each line")?],
            Next::First if !line.contains(',') => {
                let values = collect(line.split_whitespace().map(|text| number(text, VALUE)))?;
                self.next = if values.len() == 1 { Next::Column } else { Next::End };
                values
            }
            Next::First | Next::Comma => {
                let open = line.strip_suffix(',');
                self.next = if open.is_some() { Next::Comma } else { Next::End };
                let values = open.unwrap_or(line).split(',');
                collect(values.map(|text| number(text.trim(), VALUE)))?
            }
        };
        let heap = self.heap;
        self.heap += values.len() as u64;
        Ok((heap, values))
    }

    pub(super) fn end(&self) -> Result<(), Slip> {
        match self.next {
            Next::Comma => Err(Slip::new("the end of the file after a comma", VALUE)),
            _ => Ok(()),
        }
    }
}
