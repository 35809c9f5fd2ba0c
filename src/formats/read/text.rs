//! Sequences as text: rows of numbers in any of the shapes that people paste.
//!
//! One reader takes all of them. It splits a line at white space, `,`, `;` and `&`, and takes LaTeX
//! commands, quotes, `$` and marks from around the numbers. Then the [`Layout`] says which number
//! is a heap. A label, a header or the first three rows decide it.

use std::collections::VecDeque;
use std::io::{BufRead, Read};
use std::mem;

use super::columns::{BOLD, Columns, Header, Slip, VALUE, bare, header, number};
use super::source::{ByteSource, FilePlace, Label, NAMES, ReadError, TableForm, ValueRun};
use crate::formats::lines::{INDEX, ListSyntax, VALUES_IN_A_LINE};
use crate::input::{self, count, shown};

/// The longest line that is accepted, in bytes: twice as long as a row of a LaTeX table with a
/// million values.
const MOST_BYTES_IN_A_LINE: u64 = 1 << 25;

/// The most titles that are kept; equal titles in a row are one.
const MOST_TITLES: usize = 8;

/// The meaning of the numbers of a row.
enum Layout {
    /// Every number is a value; the first is that of heap 0. All rows but the last have as many.
    List { numbers_in_a_row: usize },
    /// The first number is the heap of the second.
    HeapFirst,
    /// The first number is the heap of the second, and no third follows.
    Pairs,
    /// A heap and `:` or `+` stand before the values.
    Labelled,
    /// A header names the column of the heap and that of the value.
    Columns(Columns),
}

/// The numbers of a line.
struct Row {
    line: u64,
    /// The heap of a label or of a column.
    heap: Option<u64>,
    numbers: Vec<u64>,
    /// Empty cells after the first number.
    skipped: u64,
    /// True if the line ends with a comma, so that values must follow.
    open: bool,
    /// The number of values that a title before this row states, and the line of that title.
    promise: Option<(u64, u64)>,
}

/// The values of a text, row by row. Memory: three rows.
pub(super) struct TextReader<'a> {
    source: &'a ByteSource,
    reader: Box<dyn BufRead + 'a>,
    buffer: Vec<u8>,
    /// The line that was read last, counted from 1.
    line: u64,
    layout: Option<Layout>,
    /// The header, which may stand there again.
    header: Option<String>,
    /// A line before the first row that is no row, and its number.
    title: Option<(String, u64)>,
    /// The LaTeX environments that are open.
    environments: Vec<String>,
    /// The rows that were read to find the layout.
    pending: VecDeque<Row>,
    /// The promise of a title whose rows follow.
    next_promise: Option<(u64, u64)>,
    /// The values still missing according to the last title, and the line of that title.
    promised: (u64, u64),
    /// The heap after the last value of a list.
    next: u64,
    /// The line and the numbers of the last row.
    last: Option<(u64, usize, bool)>,
    label: Label,
}

impl<'a> TextReader<'a> {
    pub(super) fn new(source: &'a ByteSource, reader: Box<dyn BufRead + 'a>) -> TextReader<'a> {
        TextReader {
            source,
            reader,
            buffer: vec![],
            line: 0,
            layout: None,
            header: None,
            title: None,
            environments: vec![],
            pending: VecDeque::new(),
            next_promise: None,
            promised: (0, 0),
            next: 0,
            last: None,
            label: Label::default(),
        }
    }

    /// The names in the file, and the form of its rows.
    pub(super) fn label(self) -> Label {
        let form = match self.layout {
            Some(Layout::List { .. }) | None => TableForm::List,
            Some(Layout::Pairs | Layout::Columns(_)) => TableForm::Pairs,
            Some(Layout::HeapFirst | Layout::Labelled) => TableForm::Rows,
        };
        let code = match self.layout {
            Some(Layout::Columns(columns)) => columns.game,
            _ => None,
        };
        Label { form, code, states_heaps: form != TableForm::List, ..self.label }
    }

    /// Reads the values of the next row; `None` at the end.
    pub(super) fn fill(&mut self) -> Result<Option<ValueRun>, ReadError> {
        let row = match self.pending.pop_front() {
            Some(row) => Some(row),
            None => self.next_row()?,
        };
        let Some(row) = row else { return self.end().map(|()| None) };
        if let Some(promise) = row.promise {
            self.expect_promised(row.line, "another title")?;
            self.promised = promise;
        }
        let line = row.line;
        self.values(row).map(Some).map_err(|slip| self.wrong(line, slip))
    }

    /// The heap of the first value of a row, and the values.
    fn values(&mut self, row: Row) -> Result<ValueRun, Slip> {
        let Row { line, heap, mut numbers, skipped, open, .. } = row;
        let heap = match (&self.layout, heap) {
            (Some(Layout::Labelled | Layout::Columns(_)), Some(heap)) => heap,
            (Some(Layout::Labelled), None) => {
                return Err(Slip::new(
                    "a row without its heap",
                    "`20:` before it, as before the first row",
                ));
            }
            (_, Some(heap)) => {
                let found = format!("the heap {heap} before a row");
                return Err(Slip::new(found, "no heap, as before the first row"));
            }
            (Some(Layout::List { numbers_in_a_row }), None) => {
                if skipped > 0 {
                    return Err(Slip::new("an empty cell", VALUE));
                }
                self.expect_full_row(numbers.len(), *numbers_in_a_row)?;
                self.next
            }
            (layout, None) => {
                let pairs = matches!(layout, Some(Layout::Pairs));
                if numbers.len() < 2 || (pairs && numbers.len() > 2) {
                    let expected = if pairs { "a heap and its value" } else { "a heap and values" };
                    return Err(Slip::new(count(numbers.len(), "number"), expected));
                }
                numbers.remove(0).saturating_add(skipped)
            }
        };
        self.last = Some((line, numbers.len(), open));
        self.next = heap.saturating_add(numbers.len() as u64);
        self.promised.0 = self.promised.0.saturating_sub(numbers.len() as u64);
        Ok(ValueRun::new(heap, numbers, FilePlace::Line(line), 0))
    }

    /// Fails if the rows of a list are not as long as the first, the last row aside.
    fn expect_full_row(&self, found: usize, first: usize) -> Result<(), Slip> {
        let number = |n| count(n, "number");
        match self.last {
            Some((_, _, true)) | None => Ok(()),
            Some((line, before, false)) if before < first => {
                let expected = format!(
                    "the end of the list, as line {line} has {} and the first row {first}: \
                     end a line with a comma if values follow",
                    number(before)
                );
                Err(Slip::new("another row", expected))
            }
            Some(_) if found > first => {
                Err(Slip::new(number(found), format!("{}, as in the first row", number(first))))
            }
            Some(_) => Ok(()),
        }
    }

    /// Fails if the file ends in the middle of a table.
    fn end(&mut self) -> Result<(), ReadError> {
        const END: &str = "the end of the file";
        self.expect_promised(self.line, END)?;
        if let Some((count, line)) = self.next_promise {
            self.promised = (count, line);
            self.expect_promised(self.line, END)?;
        }
        if let Some(open) = self.environments.last() {
            let expected = format!("`\\end{{{open}}}`: the table is cut off");
            return Err(self.wrong(self.line, Slip::new(END, expected)));
        }
        match (&self.last, &self.title) {
            (Some((line, _, true)), _) => {
                Err(self.wrong(*line, Slip::new("the end of the file after a comma", VALUE)))
            }
            (None, Some((title, line))) => {
                let expected = format!("a sequence: the formats read are {NAMES}");
                Err(self.wrong(*line, Slip::new(shown(title), expected)))
            }
            _ => Ok(()),
        }
    }

    /// Fails if fewer values came than the last title promised.
    fn expect_promised(&self, line: u64, found: &str) -> Result<(), ReadError> {
        match self.promised {
            (0, _) => Ok(()),
            (more, title) => {
                let more = count(more, "more value");
                let expected = format!("{more}, which line {title} promises");
                Err(self.wrong(line, Slip::new(found, expected)))
            }
        }
    }

    fn wrong(&self, line: u64, slip: Slip) -> ReadError {
        self.source.wrong(FilePlace::Line(line), slip.found, slip.expected)
    }
}

/// Lines.
impl TextReader<'_> {
    /// The next row, of whatever layout; `None` at the end.
    fn next_row(&mut self) -> Result<Option<Row>, ReadError> {
        while self.read_line()? {
            let bytes = mem::take(&mut self.buffer);
            let row = self.parse_line(&bytes);
            self.buffer = bytes;
            let Some(row) = row? else { continue };
            if self.layout.is_some() {
                return Ok(Some(row));
            }
            self.find_layout(row)?;
            return Ok(self.pending.pop_front());
        }
        Ok(None)
    }

    /// Reads a line into the buffer; false at the end.
    fn read_line(&mut self) -> Result<bool, ReadError> {
        self.buffer.clear();
        let read =
            (&mut self.reader).take(MOST_BYTES_IN_A_LINE).read_until(b'\n', &mut self.buffer);
        let length = read.map_err(|source| self.source.unreadable(source))?;
        self.line += u64::from(length > 0);
        if length as u64 == MOST_BYTES_IN_A_LINE && !self.buffer.ends_with(b"\n") {
            let expected =
                format!("a line of a sequence, shorter than {MOST_BYTES_IN_A_LINE} bytes");
            return Err(self.wrong(self.line, Slip::new("a longer line", expected)));
        }
        Ok(length > 0)
    }

    fn parse_line(&mut self, bytes: &[u8]) -> Result<Option<Row>, ReadError> {
        let line = input::text(bytes).map_err(|place| {
            let found = format!("byte {} of the line, which is not UTF-8", place.byte);
            self.wrong(self.line, Slip::new(found, "text, or an NPY file"))
        })?;
        let text = line.trim();
        if text.starts_with(['#', '\\']) || is_list_comment(text) {
            self.note(text)?;
        }
        self.row(line).map_err(|Slip { byte, found, expected }| {
            let column = |byte| 1 + line[..byte].chars().count() as u64;
            let place = match byte.filter(|&byte| line.is_char_boundary(byte)) {
                Some(byte) => FilePlace::Column(self.line, column(byte)),
                None => FilePlace::Line(self.line),
            };
            self.source.wrong(place, found, expected)
        })
    }

    /// Notes the heap, or the game and the number of values, that a comment or a caption states.
    fn note(&mut self, text: &str) -> Result<(), ReadError> {
        if let Some(comment) = text.strip_prefix(INDEX[0]) {
            let heap = comment.split_once(INDEX[1]).and_then(|(_, heap)| heap.parse().ok());
            self.label.heap = self.label.heap.or(heap);
        }
        let comment = ListSyntax::comment(text).or_else(|| text.strip_prefix('#'));
        let comment = comment.and_then(title);
        if let Some((game, _)) = comment.or_else(|| caption(text).and_then(title)) {
            let titles = &mut self.label.titles;
            let is_said = titles.last().is_some_and(|(last, _)| last == game);
            if !is_said && titles.len() < MOST_TITLES {
                titles.push((game.to_owned(), FilePlace::Line(self.line)));
            }
        }
        let promise = comment.map(|(_, count)| (count, self.line));
        if let (Some(before), true) = (self.next_promise, promise.is_some()) {
            self.promised = before;
            self.expect_promised(self.line, "another title")?;
        }
        self.next_promise = promise.or(self.next_promise);
        Ok(())
    }

    /// The row in a line, if it holds one.
    fn row(&mut self, line: &str) -> Result<Option<Row>, Slip> {
        let text = line.trim();
        let is_comment = text.starts_with(['#', '%']) || is_list_comment(text);
        if self.layout.is_none() && ListSyntax::opens(text) {
            self.layout = Some(Layout::List { numbers_in_a_row: VALUES_IN_A_LINE });
            return Ok(None);
        }
        if text.is_empty() || is_comment || ListSyntax::closes(text) {
            return Ok(None);
        }
        let has_commands = text.as_bytes().contains(&b'\\');
        let text = if has_commands { self.without_latex(line, text)? } else { text };
        if text.is_empty() || self.header.as_deref() == Some(text) {
            return Ok(None);
        }
        let mut row = Row {
            line: self.line,
            heap: None,
            numbers: vec![],
            skipped: 0,
            open: false,
            promise: None,
        };
        if self.layout.is_none() && self.head(line, text)? {
            return Ok(None);
        }
        if let Some(Layout::Columns(columns)) = &mut self.layout {
            let (heap, value) = columns.row(line, text, FilePlace::Line(self.line))?;
            (row.heap, row.numbers) = (Some(heap), vec![value]);
        } else {
            let (heap, values) =
                label(text).map_or((None, text), |(heap, rest)| (Some(heap), rest));
            row.heap = heap;
            row.read(line, values)?;
        }
        row.promise = self.next_promise.take();
        Ok(Some(row))
    }

    /// Notes a line before the first row if it is a header or a title; false if it is a row.
    fn head(&mut self, line: &str, text: &str) -> Result<bool, Slip> {
        self.layout = match header(line, text)? {
            Some(Header::Columns(columns)) => Some(Layout::Columns(columns)),
            Some(Header::HeapFirst) => Some(Layout::HeapFirst),
            None if is_row(text) => return Ok(false),
            None if self.title.is_some() => {
                let expected =
                    "numbers, as one title stands there already: begin other lines with `#`";
                return Err(Slip::at(line, text, expected));
            }
            None => {
                self.title = Some((text.to_owned(), self.line));
                return Ok(true);
            }
        };
        self.header = Some(text.to_owned());
        Ok(true)
    }

    /// Reads as many rows as show the layout. The first has been read.
    fn find_layout(&mut self, first: Row) -> Result<(), ReadError> {
        let line = first.line;
        let (is_labelled, cells) = (first.heap.is_some(), first.numbers.len());
        if let Some((title, line)) = self.title.as_ref().filter(|_| !is_labelled) {
            let separator = input::separator(title);
            let names = title.split(separator).count();
            if names > 1 && names == cells {
                let expected = "a header with a column n or heap and a column G(n), grundy or value: \
                                begin a title with `#`";
                return Err(self.wrong(*line, Slip::new(shown(title), expected)));
            }
        }
        self.pending.push_back(first);
        // The rows that follow are read as if they had a layout.
        self.layout = Some(if is_labelled { Layout::Labelled } else { Layout::HeapFirst });
        while !is_labelled && cells > 1 && self.pending.len() < 3 {
            let Some(row) = self.next_row()? else { break };
            self.pending.push_back(row);
        }
        if !is_labelled {
            let layout = bare_layout(self.pending.make_contiguous());
            self.layout = Some(layout.map_err(|slip| self.wrong(line, slip))?);
        }
        Ok(())
    }

    /// A line without the LaTeX commands before its numbers, and without the end of the row.
    fn without_latex<'t>(&mut self, line: &str, text: &'t str) -> Result<&'t str, Slip> {
        let text = self.without_commands(line, text)?;
        let Some((row, rest)) = text.split_once("\\\\") else { return Ok(text) };
        let rest = rest.trim_start();
        let rest = match rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((_, rest)) => rest.trim_start(),
            None => rest,
        };
        let rest = self.without_commands(line, rest)?;
        if rest.is_empty() || rest.starts_with('%') {
            Ok(row.trim_end())
        } else {
            Err(Slip::at(line, rest, "a new line after `\\\\`"))
        }
    }

    /// A text without the commands at its beginning; `\begin` and `\end` are obeyed.
    fn without_commands<'t>(&mut self, line: &str, text: &'t str) -> Result<&'t str, Slip> {
        let mut rest = text;
        while let Some(command) = rest.strip_prefix('\\') {
            let letters = command.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(command.len());
            let (name, mut after) = command.split_at(letters);
            if name.is_empty() || BOLD.contains(&name) {
                break;
            }
            let mut first = None;
            while after.starts_with(['{', '[']) {
                let end =
                    group_end(after).ok_or_else(|| Slip::at(line, after, "its closing bracket"))?;
                first = first.or_else(|| after.strip_prefix('{').map(|group| &group[..end - 2]));
                after = after[end..].trim_start();
            }
            match (name, first) {
                ("begin", Some(begun)) => self.environments.push(begun.to_owned()),
                ("end", Some(ended))
                    if self.environments.pop().is_none_or(|open| open != ended) =>
                {
                    let expected = "the end of the environment that was begun last";
                    return Err(Slip::at(line, rest, expected));
                }
                _ => {}
            }
            rest = after.trim_start();
        }
        Ok(rest)
    }
}

/// The length of the group in brackets with which a text begins.
fn group_end(text: &str) -> Option<usize> {
    let (open, close) = if text.starts_with('{') { ('{', '}') } else { ('[', ']') };
    let (mut depth, mut is_escaped) = (0, false);
    for (i, c) in text.char_indices() {
        depth += i32::from(c == open && !is_escaped) - i32::from(c == close && !is_escaped);
        is_escaped = c == '\\' && !is_escaped;
        if depth == 0 {
            return Some(i + c.len_utf8());
        }
    }
    None
}

/// True for a comment of Mathematica.
fn is_list_comment(text: &str) -> bool {
    text.starts_with("(*") && ListSyntax::comment(text).is_some()
}

/// The game that a title such as `0.77, heaps 3 to 5: proved` names, and the number of values that
/// it promises.
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

/// The heap before `:` or `+`, and the rest of the text.
fn label(text: &str) -> Option<(u64, &str)> {
    let digits = text.find(|c: char| !c.is_ascii_digit())?;
    let (heap, rest) = text.split_at(digits);
    let rest = match rest.strip_prefix('+') {
        Some(rest) if rest.starts_with(char::is_whitespace) => rest,
        Some(rest) => rest.strip_prefix(':')?,
        None => rest.trim_start().strip_prefix(':')?,
    };
    Some((heap.parse().ok()?, rest.trim_start().strip_prefix('&').unwrap_or(rest)))
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '&')
}

/// True if a line is meant as a row: it has a label, or most of its words are like numbers.
fn is_row(text: &str) -> bool {
    let words = || text.split(is_separator).filter(|word| !word.is_empty());
    let is_like_number = |word: &&str| {
        let word = bare(word);
        let digits = word.strip_prefix('-').unwrap_or(word);
        matches!(digits, "O" | "o")
            || (digits.contains(|c: char| c.is_ascii_digit())
                && digits.chars().all(|c| c.is_ascii_digit() || matches!(c, 'O' | 'o')))
    };
    label(text).is_some() || 2 * words().filter(is_like_number).count() > words().count()
}

impl Row {
    /// Reads the numbers of a line; `text` is a slice of `line`.
    fn read(&mut self, line: &str, text: &str) -> Result<(), Slip> {
        // Cells at the end of a LaTeX row may be empty.
        let text = text.trim_end_matches(|c: char| c.is_whitespace() || c == '&');
        let closed = text.strip_suffix([',', ';']);
        self.open = closed.is_some();
        for cell in closed.unwrap_or(text).split([',', ';', '&']) {
            if cell.trim().is_empty() {
                // Only a LaTeX table leaves out heaps before its first value.
                let before = &line[..cell.as_ptr() as usize - line.as_ptr() as usize];
                if self.heap.is_some() || self.numbers.len() != 1 || !before.ends_with('&') {
                    let found = if self.numbers.is_empty() { "no number" } else { "an empty cell" };
                    return Err(Slip { found: found.to_owned(), ..Slip::at(line, cell, VALUE) });
                }
                self.skipped += 1;
            }
            for word in cell.split_whitespace() {
                let value = number(line, word, VALUE)?;
                let full = |_| Slip::new("a row that does not fit the memory", "a shorter row");
                input::push(&mut self.numbers, value).map_err(full)?;
            }
        }
        Ok(())
    }
}

/// The layout of rows without labels and header. `rows` are the first three, or all.
fn bare_layout(rows: &[Row]) -> Result<Layout, Slip> {
    const LIST: &str = "if all numbers are values, end the lines with commas";
    let [first, rest @ ..] = rows else { return Ok(Layout::Pairs) };
    let width = first.numbers.len();
    let list = Layout::List { numbers_in_a_row: width };
    let heap = |row: &Row| row.numbers.first().copied().unwrap_or(0);
    let end = |row: &Row| heap(row).saturating_add(row.numbers.len() as u64 - 1 + row.skipped);
    let is_label = |pair: &[Row]| heap(&pair[1]) == end(&pair[0]);
    match (width, rest.len()) {
        _ if first.open => Ok(list),
        (0 | 1, _) => Ok(list),
        (2, 0) if first.promise.is_none_or(|(values, _)| values != 1) => Err(Slip::new(
            "two numbers and no more, a heap and its value or two values",
            "a header `n,G(n)` before them, or `[…]` around them",
        )),
        (2, _) => Ok(Layout::Pairs),
        (_, 0) => Ok(list),
        (_, 1) if is_label(rows) => Err(Slip::new(
            "rows whose first number may be a heap or a value",
            format!("`{}:` before the row if it is a heap; {LIST}", heap(first)),
        )),
        (_, 2) if is_label(&rows[..2]) => Ok(Layout::HeapFirst),
        (_, 2)
            if rows.windows(2).all(|pair| heap(&pair[1]) == heap(&pair[0]).saturating_add(1)) =>
        {
            Err(Slip::new(
                "rows that begin with a heap and have several numbers more",
                format!("a header that names the columns, as `n,G(n),note` does; {LIST}"),
            ))
        }
        _ => Ok(list),
    }
}
