//! Formats with lines: text, CSV, b-file, LaTeX, lists.

use std::io::{BufRead, Read};

use super::csv::CsvReader;
use super::error::{FilePlace, ReadError};
use super::form::TableForm;
use super::label::Label;
use super::latex::LatexReader;
use super::list::List;
use super::row::{self, Slip};
use super::run::ValueRun;
use super::source::ByteSource;
use crate::formats::bfile::INDEX;
use crate::input;

/// The longest line that is accepted, in bytes: twice as long as a row of a LaTeX table with a
/// million values.
const MOST_BYTES_IN_A_LINE: u64 = 1 << 25;

/// How many titles of a file that is put together of pieces are kept; equal ones in a row are one.
const MOST_TITLES: usize = 8;

/// The byte order mark, which some programs put before a text.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// The lines of a file that are neither empty nor comments.
pub(super) struct LineReader<'a> {
    source: &'a ByteSource,
    reader: Box<dyn BufRead + 'a>,
    line: Vec<u8>,
    number: u64,
    /// The heap of the first value, if a comment says so.
    first_heap: Option<u64>,
    /// How many values must still follow according to the last title, and the line of that title.
    promised: (u64, u64),
    /// What the titles call the game, and where.
    titles: Vec<(String, FilePlace)>,
}

impl<'a> LineReader<'a> {
    pub(super) fn new(source: &'a ByteSource, reader: Box<dyn BufRead + 'a>) -> LineReader<'a> {
        LineReader {
            source,
            reader,
            line: vec![],
            number: 0,
            first_heap: None,
            promised: (0, 0),
            titles: vec![],
        }
    }

    /// The next line without white space around it; `None` at the end.
    pub(super) fn next_line(&mut self) -> Result<Option<&str>, ReadError> {
        loop {
            self.line.clear();
            let read =
                (&mut self.reader).take(MOST_BYTES_IN_A_LINE).read_until(b'\n', &mut self.line);
            let length = read.map_err(|source| self.source.unreadable(source))?;
            if length == 0 {
                self.expect_promised("the end of the file")?;
                return Ok(None);
            }
            self.number += 1;
            if self.number == 1 && self.line.starts_with(MARK) {
                self.line.drain(..MARK.len());
            }
            if length as u64 == MOST_BYTES_IN_A_LINE && !self.line.ends_with(b"\n") {
                let expected =
                    format!("a line of a sequence, shorter than {MOST_BYTES_IN_A_LINE} bytes");
                return Err(self.source.wrong(self.place(), "a longer line", expected));
            }
            self.check_utf8()?;
            self.note()?;
            let text = content(&self.line);
            if !text.is_empty() && !text.starts_with('#') {
                return Ok(Some(content(&self.line)));
            }
        }
    }

    /// Notes the heap, or the game and the number of values, that a comment or a caption states.
    fn note(&mut self) -> Result<(), ReadError> {
        let text = content(&self.line);
        if let Some(comment) = text.strip_prefix(INDEX[0]) {
            let heap = comment.split_once(INDEX[1]).and_then(|(_, heap)| heap.parse().ok());
            self.first_heap = self.first_heap.or(heap);
        }
        let comment = text.strip_prefix('#').and_then(title);
        if let Some((game, _)) = comment.or_else(|| caption(text).and_then(title)) {
            note_title(&mut self.titles, game, FilePlace::Line(self.number));
        }
        if let Some((_, count)) = comment {
            self.expect_promised("another title")?;
            self.promised = (count, self.number);
        }
        Ok(())
    }

    /// Fails if fewer values came than the last title promised.
    fn expect_promised(&self, found: &str) -> Result<(), ReadError> {
        match self.promised {
            (0, _) => Ok(()),
            (count, line) => {
                let expected =
                    format!("{}, which line {line} promises", input::count(count, "more value"));
                Err(self.source.wrong(self.place(), found, expected))
            }
        }
    }

    fn check_utf8(&self) -> Result<(), ReadError> {
        let Err(place) = input::text(&self.line) else { return Ok(()) };
        let found = format!("byte {} of the line, which is not UTF-8", place.byte);
        Err(self.source.wrong(self.place(), found, "text, or an NPY file"))
    }

    /// The place of the line that was returned last.
    pub(super) fn place(&self) -> FilePlace {
        FilePlace::Line(self.number)
    }
}

/// The text of a line that is known to be UTF-8.
fn content(line: &[u8]) -> &str {
    std::str::from_utf8(line).unwrap_or_default().trim()
}

/// What a title such as `0.77, heaps 3 to 5: proved` calls the game, and how many values it promises.
fn title(text: &str) -> Option<(&str, u64)> {
    let (game, heaps) = text.split_once(", heaps ")?;
    let (from, to) = heaps.split([':', ';']).next()?.split_once(" to ")?;
    let (from, to): (u64, u64) = (from.parse().ok()?, to.trim().parse().ok()?);
    Some((game.trim(), to.checked_sub(from)?.checked_add(1)?))
}

/// The caption of a LaTeX table. The letters of a code are those that LaTeX does not interpret.
fn caption(line: &str) -> Option<&str> {
    line.strip_prefix("\\caption{")?.split('}').next()
}

/// Adds what a title calls the game, unless the title before says the same.
fn note_title(titles: &mut Vec<(String, FilePlace)>, game: &str, place: FilePlace) {
    let said = titles.last().is_some_and(|(last, _)| last == game);
    if !said && titles.len() < MOST_TITLES {
        titles.push((game.to_owned(), place));
    }
}

/// The values of a file with lines.
pub(super) struct LinedValues<'a> {
    lines: LineReader<'a>,
    shape: LineForm,
}

enum LineForm {
    Text,
    Bfile,
    Csv(CsvReader),
    Latex(LatexReader),
    List(List),
}

impl<'a> LinedValues<'a> {
    pub(super) fn new(lines: LineReader<'a>, form: TableForm) -> LinedValues<'a> {
        let shape = match form {
            TableForm::Text => LineForm::Text,
            TableForm::Csv => LineForm::Csv(CsvReader::default()),
            TableForm::Latex => LineForm::Latex(LatexReader::default()),
            TableForm::List => LineForm::List(List::default()),
            _ => LineForm::Bfile,
        };
        LinedValues { lines, shape }
    }

    /// The heap of the first value, if a comment says so, and the game, if a column or a title does.
    pub(super) fn label(self) -> Label {
        let code = if let LineForm::Csv(csv) = self.shape { csv.code } else { None };
        Label { heap: self.lines.first_heap, code, titles: self.lines.titles }
    }

    /// Reads the next line; `None` at the end.
    pub(super) fn fill(&mut self) -> Result<Option<ValueRun>, ReadError> {
        let place = FilePlace::Line(self.lines.number + 1);
        let parsed = match (self.lines.next_line()?, &mut self.shape) {
            (None, shape) => return shape.end().map_err(|slip| self.wrong(slip)).map(|()| None),
            (Some(line), LineForm::Text) => row::text(line),
            (Some(line), LineForm::Bfile) => row::bfile(line),
            (Some(line), LineForm::Csv(csv)) => csv.row(line, place),
            (Some(line), LineForm::Latex(latex)) => latex.row(line),
            (Some(line), LineForm::List(list)) => list.row(line),
        };
        let (heap, values) = parsed.map_err(|slip| self.wrong(slip))?;
        let (left, _) = &mut self.lines.promised;
        *left = left.saturating_sub(values.len() as u64);
        Ok(Some(ValueRun::new(heap, values, self.lines.place(), 0)))
    }

    fn wrong(&self, Slip { found, expected }: Slip) -> ReadError {
        self.lines.source.wrong(self.lines.place(), found, expected)
    }
}

impl LineForm {
    /// Fails if the file ends in the middle of a table.
    fn end(&self) -> Result<(), Slip> {
        match self {
            LineForm::Text | LineForm::Bfile => Ok(()),
            LineForm::Csv(csv) => csv.end(),
            LineForm::Latex(latex) => latex.end(),
            LineForm::List(list) => list.end(),
        }
    }
}
