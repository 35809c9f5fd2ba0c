//! Formats with lines: text, CSV, b-file, LaTeX.

use std::collections::VecDeque;
use std::io::{BufRead, Read};

use super::error::shown;
use super::{Entry, Place, ReadError, Source};
use crate::export::Format;
use crate::export::bfile::INDEX;

/// No line of a sequence is longer: a million values in a row of a LaTeX table take half of it.
const LONGEST: u64 = 1 << 25;

/// The lines of a file that are neither empty nor comments.
pub(super) struct Lines<'a> {
    source: &'a Source,
    reader: Box<dyn BufRead + 'a>,
    line: Vec<u8>,
    number: u64,
    /// The heap of the first value, if a comment says so.
    first_heap: Option<u64>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(source: &'a Source, reader: Box<dyn BufRead + 'a>) -> Lines<'a> {
        Lines { source, reader, line: vec![], number: 0, first_heap: None }
    }

    /// The number of the last line handed out, from 1.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// The next line without white space around it; `None` at the end.
    pub(super) fn next_line(&mut self) -> Result<Option<&str>, ReadError> {
        loop {
            self.line.clear();
            let read = (&mut self.reader).take(LONGEST).read_until(b'\n', &mut self.line);
            let length = read.map_err(|source| self.source.unreadable(source))?;
            if length == 0 {
                return Ok(None);
            }
            self.number += 1;
            if length as u64 == LONGEST && !self.line.ends_with(b"\n") {
                let expected = format!("a line of a sequence, shorter than {LONGEST} bytes");
                return Err(self.source.wrong(self.place(), "a longer line", expected));
            }
            self.check_utf8()?;
            let text = content(&self.line);
            if let Some(comment) = text.strip_prefix(INDEX[0]) {
                let heap = comment.split_once(INDEX[1]).and_then(|(_, heap)| heap.parse().ok());
                self.first_heap = self.first_heap.or(heap);
            }
            if !text.is_empty() && !text.starts_with('#') {
                return Ok(Some(content(&self.line)));
            }
        }
    }

    fn check_utf8(&self) -> Result<(), ReadError> {
        let Err(error) = std::str::from_utf8(&self.line) else { return Ok(()) };
        let found = format!("byte {} of the line, which is not UTF-8", error.valid_up_to() + 1);
        Err(self.source.wrong(self.place(), found, "text, or an NPY file"))
    }

    fn place(&self) -> Place {
        Place::Line(self.number)
    }
}

/// The text of a line that is known to be UTF-8.
fn content(line: &[u8]) -> &str {
    std::str::from_utf8(line).unwrap_or_default().trim_start_matches('\u{feff}').trim()
}

/// The format that a line belongs to.
pub(super) fn format(line: &str) -> Option<Format> {
    let is_number = |text: &str| text.trim_matches('"').parse::<u64>().is_ok();
    match line {
        _ if line.starts_with(['\\', '%']) => Some(Format::Latex),
        _ if line.contains(',') => Some(Format::Csv),
        _ if line.split_once(':').is_some_and(|(heap, _)| is_number(heap)) => Some(Format::Text),
        _ if line.split_whitespace().all(is_number) => Some(Format::Bfile),
        _ => None,
    }
}

/// The values of a file with lines.
pub(super) struct Rows<'a> {
    lines: Lines<'a>,
    format: Format,
    /// CSV: the places of heap and value, once the first line is read.
    columns: Option<[usize; 2]>,
}

impl<'a> Rows<'a> {
    pub(super) fn new(lines: Lines<'a>, format: Format) -> Rows<'a> {
        Rows { lines, format, columns: None }
    }

    /// The heap of the first value, if a comment says so.
    pub(super) fn first_heap(&self) -> Option<u64> {
        self.lines.first_heap
    }

    /// Reads the next line; `false` at the end.
    pub(super) fn fill(&mut self, out: &mut VecDeque<Entry>) -> Result<bool, ReadError> {
        let Some(line) = self.lines.next_line()? else { return Ok(false) };
        let parsed = match self.format {
            Format::Csv => csv(line, &mut self.columns),
            Format::Text => text(line),
            Format::Latex => latex(line),
            _ => bfile(line),
        };
        let line = self.lines.place();
        match parsed {
            Ok((heap, values)) => {
                let entry = |(heap, value)| Entry { heap, value, place: line };
                out.extend((heap..).zip(values).map(entry));
                Ok(true)
            }
            Err(Slip { found, expected }) => {
                Err(self.lines.source.wrong(line, shown(&found), expected))
            }
        }
    }
}

/// What is wrong with a line.
struct Slip {
    found: String,
    expected: &'static str,
}

/// The heap of the first value of a line, and the values.
type Parsed = Result<(u64, Vec<u64>), Slip>;

fn number(text: &str, expected: &'static str) -> Result<u64, Slip> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let number = text.parse().ok().filter(|_| digits);
    number.ok_or_else(|| Slip { found: text.to_owned(), expected })
}

const VALUE: &str = "a value, a whole number";

fn bfile(line: &str) -> Parsed {
    let expected = "an index and a value with a blank between";
    let fields: Vec<&str> = line.split_whitespace().collect();
    match fields[..] {
        [n, value] => Ok((number(n, expected)?, vec![number(value, expected)?])),
        _ => Err(Slip { found: line.to_owned(), expected }),
    }
}

/// `heap: values`, exceptions marked with `*`.
fn text(line: &str) -> Parsed {
    let expected = "a heap, a colon, and values";
    let (heap, values) =
        line.split_once(':').ok_or_else(|| Slip { found: line.to_owned(), expected })?;
    let value = |text: &str| number(text.strip_suffix('*').unwrap_or(text), VALUE);
    let values: Vec<u64> = values.split_whitespace().map(value).collect::<Result<_, _>>()?;
    Ok((number(heap.trim(), expected)?, values))
}

/// `row & value & \textbf{value} \\`; lines that begin with a command or a formula hold no values,
/// and empty cells before the first value are heaps that are left out.
fn latex(line: &str) -> Parsed {
    if line.starts_with(['\\', '%', '$']) {
        return Ok((0, vec![]));
    }
    let row = line.strip_suffix("\\\\").unwrap_or(line);
    let mut cells = row.split('&').map(str::trim);
    let heap = number(cells.next().unwrap_or_default(), "the first heap of the row, and values")?;
    let cells: Vec<&str> = cells.collect();
    let skipped = cells.iter().take_while(|cell| cell.is_empty()).count();
    let plain = |cell: &&str| {
        let bold = cell.strip_prefix("\\textbf{").and_then(|rest| rest.strip_suffix('}'));
        number(bold.unwrap_or(cell), VALUE)
    };
    let values = cells[skipped..].iter().map(plain).collect::<Result<_, _>>()?;
    Ok((heap.saturating_add(skipped as u64), values))
}

/// A row of the columns `n` and `grundy`, or of any two columns.
fn csv(line: &str, columns: &mut Option<[usize; 2]>) -> Parsed {
    let fields: Vec<&str> = line.split(',').map(|f| f.trim().trim_matches('"')).collect();
    let [n, value] = match *columns {
        Some(columns) => columns,
        None => {
            let found = places(&fields).ok_or_else(|| Slip {
                found: line.to_owned(),
                expected: "a header with the columns n and grundy, or two columns",
            })?;
            *columns = Some(found);
            if fields.iter().any(|field| field.parse::<u64>().is_err()) {
                return Ok((0, vec![]));
            }
            found
        }
    };
    let field = |i: usize| fields.get(i).copied().unwrap_or_default();
    let heap = number(field(n), "a heap, a whole number")?;
    Ok((heap, vec![number(field(value), VALUE)?]))
}

/// Where heap and value are, by the names in the header or because there are only two columns.
fn places(header: &[&str]) -> Option<[usize; 2]> {
    let place = |name: &str| header.iter().position(|field| *field == name);
    match (place("n"), place("grundy")) {
        (Some(n), Some(value)) => Some([n, value]),
        _ if header.len() == 2 => Some([0, 1]),
        _ => None,
    }
}
