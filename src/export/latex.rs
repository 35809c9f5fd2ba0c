//! A table for a paper.

use std::io;

use super::{Header, Layout, decimal};

/// Values in a row.
const ROW: u64 = 10;

/// A `tabular` for `\usepackage{booktabs}`: rows of ten heaps, with the columns n, +0, …, +9.
///
/// Rows begin at the multiples of ten, so that G(37) is always in row 30, column +7; cells before
/// the first heap are empty. The title row says what the header says. Characters that LaTeX would
/// interpret are escaped; letters beyond ASCII are left to the document's encoding.
#[derive(Clone, Debug, Default)]
pub struct Latex {
    /// A row has been begun and not ended.
    open: bool,
}

impl Latex {
    /// The label of the row of heap `n`, and the empty cells before it.
    fn open_row(&mut self, n: u64, out: &mut Vec<u8>) {
        decimal::push(out, n - n % ROW);
        for _ in 0..n % ROW {
            out.extend_from_slice(b" &");
        }
        self.open = true;
    }

    fn close_row(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(b" \\\\\n");
        self.open = false;
    }
}

impl Layout for Latex {
    fn head(&mut self, header: &Header, out: &mut Vec<u8>) -> io::Result<()> {
        let title = escape(&header.title());
        let columns: String = (0..ROW).map(|j| format!(" & $+{j}$")).collect();
        let head = format!(
            "\\begin{{tabular}}{{r*{{{ROW}}}{{r}}}}\n\\toprule\n\
             \\multicolumn{{{}}}{{l}}{{{title}}} \\\\\n\\midrule\n\
             $n${columns} \\\\\n\\midrule\n",
            ROW + 1
        );
        out.extend_from_slice(head.as_bytes());
        Ok(())
    }

    fn values(&mut self, first: u64, values: &[u16], out: &mut Vec<u8>) {
        for (n, &value) in (first..).zip(values) {
            if !self.open {
                self.open_row(n, out);
            }
            out.extend_from_slice(b" & ");
            decimal::push(out, u64::from(value));
            if n % ROW == ROW - 1 {
                self.close_row(out);
            }
        }
    }

    fn foot(&mut self, out: &mut Vec<u8>) {
        if self.open {
            self.close_row(out);
        }
        out.extend_from_slice(b"\\bottomrule\n\\end{tabular}\n");
    }
}

/// `text` with every character that LaTeX would interpret written so that it prints itself.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => escaped.extend(['\\', letter]),
            '\\' => escaped.push_str("\\textbackslash{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            _ => escaped.push(letter),
        }
    }
    escaped
}
