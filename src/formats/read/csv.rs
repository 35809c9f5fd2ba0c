//! CSV: a heap and its value in each row.

use super::error::FilePlace;
use super::row::{NO_VALUES, Parsed, Slip, VALUE, number};
use crate::input::{count, separator, stray_quote};

/// The state of reading a table.
#[derive(Default)]
pub(super) struct CsvReader {
    columns: Option<CsvColumns>,
    rows: u64,
    /// The game that the column `code` names, and the place of its first row.
    pub(super) code: Option<(String, FilePlace)>,
}

/// Which fields of a row hold the heap, the value and the code.
#[derive(Clone, Copy)]
struct CsvColumns {
    separator: char,
    count: usize,
    heap: usize,
    value: usize,
    code: Option<usize>,
    /// Whether a header names them.
    named: bool,
}

impl CsvReader {
    pub(super) fn row(&mut self, line: &str, place: FilePlace) -> Parsed {
        let columns = match self.columns {
            Some(columns) => columns,
            None => {
                let columns = CsvColumns::of(line)?;
                self.columns = Some(columns);
                if columns.named {
                    return NO_VALUES;
                }
                columns
            }
        };
        let fields = fields(line, columns.separator)?;
        if fields.len() != columns.count {
            let expected = format!("{}, as on the first line", count(columns.count, "field"));
            return Err(Slip::new(&count(fields.len(), "field"), expected));
        }
        if let Some(code) = columns.code {
            self.one_game(fields[code], place)?;
        }
        let heap = number(fields[columns.heap], "a heap, a whole number")?;
        self.rows += 1;
        Ok((heap, vec![number(fields[columns.value], VALUE)?]))
    }

    fn one_game(&mut self, code: &str, place: FilePlace) -> Result<(), Slip> {
        if code.is_empty() {
            return Ok(());
        }
        let (first, _) = self.code.get_or_insert_with(|| (code.to_owned(), place));
        if first == code {
            Ok(())
        } else {
            Err(Slip::of(code, format!("the code of the rows before, {first}")))
        }
    }

    pub(super) fn end(&self) -> Result<(), Slip> {
        match self.columns {
            Some(columns) if !columns.named && self.rows == 1 => Err(Slip::new(
                "two numbers and no more, a heap and its value or two values",
                "a header `n,grundy` before them, or `[…]` around them",
            )),
            _ => Ok(()),
        }
    }
}

impl CsvColumns {
    /// By the names in the header; or a heap and its value, if there is none.
    fn of(line: &str) -> Result<CsvColumns, Slip> {
        let separator = separator(line);
        let fields = fields(line, separator)?;
        let expected = "a header with a column n or heap and a column grundy or value, rows of a \
            heap and its value, or a list of values apart by commas";
        let count = fields.len();
        let columns = CsvColumns { separator, count, heap: 0, value: 1, code: None, named: false };
        if count == 2 && fields.iter().all(|field| number(field, VALUE).is_ok()) {
            return Ok(columns);
        }
        let place = |names: &[&str]| {
            let named = |field: &&str| names.iter().any(|name| field.eq_ignore_ascii_case(name));
            let mut places = (0..count).filter(|&i| named(&fields[i]));
            (places.next(), places.next())
        };
        match (place(&["n", "heap"]), place(&["grundy", "value"]), place(&["code"])) {
            ((Some(heap), None), (Some(value), None), (code, None)) => {
                Ok(CsvColumns { heap, value, code, named: true, ..columns })
            }
            _ => Err(Slip::of(line, expected)),
        }
    }
}

/// The fields of a line, without quotes and white space around them.
fn fields(line: &str, separator: char) -> Result<Vec<&str>, Slip> {
    if stray_quote(line, separator).is_some() {
        let found = "a quote that is not closed on its line, or stands inside a field";
        return Err(Slip::new(found, "quotes around whole fields, and doubled within them"));
    }
    let mut quoted = false;
    let ends_field = |c: char| {
        quoted ^= c == '"';
        c == separator && !quoted
    };
    Ok(line.split(ends_field).map(|field| field.trim().trim_matches('"').trim()).collect())
}
