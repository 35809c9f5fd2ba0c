//! Formats with a number or two for every heap. They are CSV, the b-file of the On-Line
//! Encyclopedia of Integer Sequences, JSON, and lists in the syntax of other programs.

use std::io;

use super::Header;
use super::writer::{Layout, Value, misuse, push_number, push_rows};

/// A row `n,grundy`, then one row a heap. RFC 4180 but for the line ends, which are `\n`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Csv;

impl Layout for Csv {
    fn head(&mut self, _header: &Header, out: &mut Vec<u8>) -> io::Result<()> {
        out.extend_from_slice(b"n,grundy\n");
        Ok(())
    }

    fn values<V: Value>(&mut self, first: u64, values: &[V], out: &mut Vec<u8>) -> io::Result<()> {
        push_rows(out, first, values, b',');
        Ok(())
    }
}

/// The default number of rows of a b-file.
pub const BFILE_ROWS: u64 = 10_000;

/// A comment line `# CODE, heaps FROM to TO: SUMMARY`, then a line with index and value for every
/// heap.
///
/// The format is described at <https://oeis.org/wiki/B-files>: index and value with one blank
/// between, comments only at the top. The index is the heap; if it is to begin elsewhere, a second
/// comment line says so: `# index 1 is heap 3`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bfile {
    /// The index of the first value.
    index: Option<u64>,
    /// The heap of the first value.
    from: u64,
}

impl Bfile {
    /// A b-file whose first value has this index; its heap if not given.
    pub(super) const fn new(index: Option<u64>) -> Bfile {
        Bfile { index, from: 0 }
    }

    /// The index of a heap.
    fn index_of(&self, heap: u64) -> u64 {
        self.index.map_or(heap, |index| index + (heap - self.from))
    }
}

/// The words around the index and the heap in the comment of a b-file.
pub(super) const INDEX: [&str; 2] = ["# index ", " is heap "];

impl Layout for Bfile {
    fn head(&mut self, header: &Header, out: &mut Vec<u8>) -> io::Result<()> {
        self.from = header.from;
        out.extend_from_slice(format!("# {}\n", header.title()).as_bytes());
        let Some(index) = self.index.filter(|&index| index != self.from) else { return Ok(()) };
        if index.checked_add(header.count()).is_none() {
            return Err(misuse(format!("the indices from {index} on do not fit 64 bits")));
        }
        let [before, between] = INDEX;
        out.extend_from_slice(format!("{before}{index}{between}{}\n", self.from).as_bytes());
        Ok(())
    }

    fn values<V: Value>(&mut self, first: u64, values: &[V], out: &mut Vec<u8>) -> io::Result<()> {
        push_rows(out, self.index_of(first), values, b' ');
        Ok(())
    }
}

/// `{"code":…,"from":…,"to":…,"summary":…,"values":[…]}` on one line; no summary is `null`.
#[derive(Clone, Debug, Default)]
pub(super) struct Json {
    /// A comma is due before the next value.
    comma: bool,
}

impl Layout for Json {
    fn head(&mut self, header: &Header, out: &mut Vec<u8>) -> io::Result<()> {
        let code = serde_json::Value::from(header.code.as_str());
        let summary = serde_json::Value::from(header.summary.as_deref());
        let (from, to) = (header.from, header.to);
        let head =
            format!(r#"{{"code":{code},"from":{from},"to":{to},"summary":{summary},"values":["#);
        out.extend_from_slice(head.as_bytes());
        Ok(())
    }

    fn values<V: Value>(&mut self, _first: u64, values: &[V], out: &mut Vec<u8>) -> io::Result<()> {
        for &value in values {
            if self.comma {
                out.push(b',');
            }
            self.comma = true;
            push_number(out, value.into());
        }
        Ok(())
    }

    fn foot(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"]}\n");
    }
}

/// The number of values in a line.
pub(super) const VALUES_IN_A_LINE: usize = 20;

/// The syntax of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ListSyntax {
    /// The text before and after the comment of the first line.
    comment: [&'static str; 2],
    /// The line before the values.
    open: &'static str,
    /// The line after the values.
    close: &'static str,
}

impl ListSyntax {
    /// Sage and Python: `G[0]` is the first value.
    pub const SAGE: ListSyntax = ListSyntax { comment: ["# ", ""], open: "G = [", close: "]" };
    /// GAP: `G[1]` is the first value.
    pub const GAP: ListSyntax = ListSyntax { comment: ["# ", ""], open: "G := [", close: "];;" };
    /// Mathematica: `G[[1]]` is the first value.
    pub const MATHEMATICA: ListSyntax =
        ListSyntax { comment: ["(* ", " *)"], open: "G = {", close: "};" };

    /// All of them.
    const ALL: [ListSyntax; 3] = [ListSyntax::SAGE, ListSyntax::GAP, ListSyntax::MATHEMATICA];

    /// True if a line begins a list.
    pub(super) fn opens(line: &str) -> bool {
        ListSyntax::ALL.iter().any(|syntax| syntax.open == line)
    }

    /// True if a line ends a list.
    pub(super) fn closes(line: &str) -> bool {
        ListSyntax::ALL.iter().any(|syntax| syntax.close == line)
    }

    /// The text of a comment line, if a line is one.
    pub(super) fn comment(line: &str) -> Option<&str> {
        ListSyntax::ALL.iter().find_map(|ListSyntax { comment: [before, after], .. }| {
            line.strip_prefix(before)?.strip_suffix(after)
        })
    }
}

/// A comment `CODE, heaps FROM to TO: SUMMARY`, then an assignment of the list of values to G.
#[derive(Clone, Debug)]
pub(super) struct List {
    syntax: ListSyntax,
    /// The values written.
    written: usize,
}

impl List {
    /// A list in this syntax.
    pub const fn new(syntax: ListSyntax) -> List {
        List { syntax, written: 0 }
    }

    fn push(&mut self, value: u64, out: &mut Vec<u8>) {
        let between: &[u8] = match self.written % VALUES_IN_A_LINE {
            _ if self.written == 0 => b"",
            0 => b",\n",
            _ => b", ",
        };
        out.extend_from_slice(between);
        push_number(out, value);
        self.written += 1;
    }
}

impl Layout for List {
    fn head(&mut self, header: &Header, out: &mut Vec<u8>) -> io::Result<()> {
        let [before, after] = self.syntax.comment;
        // A title never ends the comment: the only `*` in it could be that of a summary.
        let title = header.title().replace("*)", "* )");
        out.extend_from_slice(format!("{before}{title}{after}\n{}\n", self.syntax.open).as_bytes());
        Ok(())
    }

    fn values<V: Value>(&mut self, _first: u64, values: &[V], out: &mut Vec<u8>) -> io::Result<()> {
        values.iter().for_each(|&value| self.push(value.into(), out));
        Ok(())
    }

    fn foot(&mut self, out: &mut Vec<u8>) {
        let end = if self.written > 0 { "\n" } else { "" };
        out.extend_from_slice(format!("{end}{}\n", self.syntax.close).as_bytes());
    }
}
