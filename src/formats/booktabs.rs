//! Tables for papers: LaTeX with the packages `booktabs` and `longtable` and no others.
//!
//! A table that fits on a page is a `tabular`, to be put where it is wanted; a longer one is a
//! `longtable`, which breaks over pages and repeats its head. Cost: O(size).
//!
//! ```
//! use octal::formats::booktabs::{Column, table};
//! let columns = [Column::left("code"), Column::right("period")];
//! let rows = [["0.07", "34"], ["0.104", "11770282"]];
//! let latex = table("Proved periods", &columns, &rows);
//! assert!(latex.contains("\\toprule\n\\multicolumn{2}{l}{Proved periods} \\\\\n"));
//! assert!(latex.contains("\n0.104 & 11\\,770\\,282 \\\\\n\\bottomrule\n"));
//! ```

/// The rows that fit on a page.
const PAGE: u64 = 40;

/// Text of this length and more is broken into lines.
const WIDE: usize = 32;

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// What stands above it.
    pub head: String,
    /// Numbers stand to the right, in groups of three digits; all else to the left.
    pub right: bool,
}

impl Column {
    /// A column of numbers.
    #[must_use]
    pub fn right(head: impl Into<String>) -> Column {
        Column { head: head.into(), right: true }
    }

    /// A column of text.
    #[must_use]
    pub fn left(head: impl Into<String>) -> Column {
        Column { head: head.into(), right: false }
    }
}

/// The table with this title, these columns, and rows of as many fields of plain text.
#[must_use]
pub fn table<R: AsRef<[F]>, F: AsRef<str>>(title: &str, columns: &[Column], rows: &[R]) -> String {
    let mut out = Vec::new();
    let field = |row: &R, i: usize| row.as_ref().get(i).map_or(0, |f| f.as_ref().chars().count());
    let is_wide = |i: usize| rows.iter().any(|row| field(row, i) >= WIDE);
    let shape = columns.iter().enumerate().map(|(i, column)| match column.right {
        true => "r",
        false if is_wide(i) => "p{0.2\\linewidth}",
        false => "l",
    });
    let shape: String = shape.collect();
    let heads: Vec<String> = columns.iter().map(|column| escape(&column.head)).collect();
    let long = begin(&shape, &escape(title), &heads, rows.len() as u64, &mut out);
    for row in rows {
        let fields = columns.iter().zip(row.as_ref()).map(|(column, field)| match column.right {
            true => grouped(field.as_ref()),
            false => escape(field.as_ref()),
        });
        let fields: Vec<String> = fields.collect();
        out.extend_from_slice(fields.join(" & ").as_bytes());
        out.extend_from_slice(b" \\\\\n");
    }
    end(long, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

/// Appends what comes before the first row; the answer is whether the table is long. `shape` is
/// the argument of `tabular`; title and heads are LaTeX already.
pub(super) fn begin(
    shape: &str,
    title: &str,
    heads: &[String],
    rows: u64,
    out: &mut Vec<u8>,
) -> bool {
    let long = rows > PAGE;
    let (packages, environment) =
        if long { ("booktabs,longtable", "longtable") } else { ("booktabs", "tabular") };
    let (width, heads) = (heads.len(), heads.join(" & "));
    let end_of_head = if long { "\\endhead\n" } else { "" };
    let head = format!(
        "% \\usepackage{{{packages}}}\n\\begingroup\\small\\setlength{{\\tabcolsep}}{{4pt}}\n\
         \\begin{{{environment}}}{{{shape}}}\n\\toprule\n\
         \\multicolumn{{{width}}}{{l}}{{{title}}} \\\\\n\\midrule\n\
         {heads} \\\\\n\\midrule\n{end_of_head}"
    );
    out.extend_from_slice(head.as_bytes());
    long
}

/// Appends what comes after the last row.
pub(super) fn end(long: bool, out: &mut Vec<u8>) {
    let environment = if long { "longtable" } else { "tabular" };
    out.extend_from_slice(format!("\\bottomrule\n\\end{{{environment}}}\n\\endgroup\n").as_bytes());
}

/// A number of five digits or more in groups of three; any other text escaped.
fn grouped(text: &str) -> String {
    if text.len() < 5 || !text.bytes().all(|b| b.is_ascii_digit()) {
        return escape(text);
    }
    let (first, rest) = text.split_at((text.len() + 2) % 3 + 1);
    let groups = rest.as_bytes().chunks(3).map(String::from_utf8_lossy);
    groups.fold(first.to_owned(), |number, group| number + "\\," + &group)
}

/// `text` with every character that LaTeX would interpret written so that it prints itself.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    // At the beginning of a row these would be an argument of the `\\` before it.
    if text.starts_with(['[', '*']) {
        escaped.push_str("{}");
    }
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
