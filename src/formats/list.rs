//! Lists in the syntax of other programs.

use std::io;

use super::Header;
use super::writer::{Layout, Value, push_number};

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
