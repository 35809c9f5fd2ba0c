//! Tables for papers: LaTeX with the packages `booktabs` and `longtable` and no others.
//!
//! A table of at most 32 rows is a `tabular` in a float. A longer one is a `longtable`, which
//! breaks over pages and repeats its head. Both have a caption. Cost: O(size).
//!
//! ```
//! use octal::formats::booktabs::{Column, table};
//! let columns = [Column::left("code"), Column::right("period")];
//! let rows = [["0.07", "34"], ["0.104", "11770282"]];
//! let table = table("Proved periods", &columns, &rows);
//! assert!(table.contains("\n\\caption{Proved periods}\n"));
//! assert!(table.contains("\n0.104 & 11\\,770\\,282 \\\\\n\\bottomrule\n"));
//! ```

/// The rows that fit on a page in any size of type, twelve points included.
const ROWS_ON_A_PAGE: u64 = 32;

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The heading above the column.
    pub head: String,
    /// The typesetting of its fields.
    pub typesetting: Typesetting,
}

/// The typesetting of a column's fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typesetting {
    /// Numbers, to the right, in groups of three digits.
    Number,
    /// Plain text, to the left.
    Text,
    /// Formulas, which are LaTeX already, to the left.
    Formula,
}

impl Column {
    /// A column of numbers.
    pub fn right(head: impl Into<String>) -> Column {
        Column { head: head.into(), typesetting: Typesetting::Number }
    }

    /// A column of text.
    pub fn left(head: impl Into<String>) -> Column {
        Column { head: head.into(), typesetting: Typesetting::Text }
    }

    /// A column of formulas.
    pub fn formula(head: impl Into<String>) -> Column {
        Column { head: head.into(), typesetting: Typesetting::Formula }
    }
}

impl Typesetting {
    /// A field as LaTeX.
    fn set(self, field: &str) -> String {
        match self {
            Typesetting::Number => grouped(field),
            Typesetting::Text => escape(field),
            Typesetting::Formula => format!("${field}$"),
        }
    }
}

/// The table with this title, these columns, and rows of as many fields of plain text, or formulas.
pub fn table<R: AsRef<[F]>, F: AsRef<str>>(title: &str, columns: &[Column], rows: &[R]) -> String {
    let mut out = Vec::new();
    let letter = |column: &Column| match column.typesetting {
        Typesetting::Number => 'r',
        Typesetting::Text | Typesetting::Formula => 'l',
    };
    let shape: String = columns.iter().map(letter).collect();
    let heads: Vec<String> = columns.iter().map(|column| escape(&column.head)).collect();
    let is_long = begin(&escape(title), &shape, &heads, rows.len() as u64, &mut out);
    for row in rows {
        let fields = columns.iter().zip(row.as_ref());
        let fields: Vec<String> =
            fields.map(|(column, field)| column.typesetting.set(field.as_ref())).collect();
        out.extend_from_slice(format!("{} \\\\\n", fields.join(" & ")).as_bytes());
    }
    end(is_long, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

/// Appends the part of a table before its first row, and returns true if the table is long. Title
/// and heads are LaTeX already; `shape` is the argument of `tabular`.
pub(super) fn begin(
    title: &str,
    shape: &str,
    heads: &[String],
    rows: u64,
    out: &mut Vec<u8>,
) -> bool {
    let is_long = rows > ROWS_ON_A_PAGE;
    let heads = format!("\\toprule\n{} \\\\\n\\midrule\n", heads.join(" & "));
    let head = if is_long {
        format!(
            "% \\usepackage{{booktabs,longtable}}\n\\begin{{longtable}}{{@{{}}{shape}@{{}}}}\n\
             \\caption{{{title}}} \\\\\n{heads}\\endfirsthead\n{heads}\\endhead\n"
        )
    } else {
        format!(
            "% \\usepackage{{booktabs}}\n\\begin{{table}}\n\\centering\n\\caption{{{title}}}\n\
             \\begin{{tabular}}{{@{{}}{shape}@{{}}}}\n{heads}"
        )
    };
    out.extend_from_slice(head.as_bytes());
    is_long
}

/// Appends the part of a table after its last row.
pub(super) fn end(is_long: bool, out: &mut Vec<u8>) {
    out.extend_from_slice(if is_long {
        b"\\bottomrule\n\\end{longtable}\n".as_slice()
    } else {
        b"\\bottomrule\n\\end{tabular}\n\\end{table}\n"
    });
}

/// A number of five digits or more in groups of three; any other text escaped.
fn grouped(text: &str) -> String {
    if !is_long_number(text) {
        return escape(text);
    }
    let (first, rest) = text.split_at((text.len() + 2) % 3 + 1);
    let groups = rest.as_bytes().chunks(3).map(String::from_utf8_lossy);
    groups.fold(first.to_owned(), |number, group| number + "\\," + &group)
}

fn is_long_number(text: &str) -> bool {
    text.len() >= 5 && text.bytes().all(|b| b.is_ascii_digit())
}

/// `text` with every character that LaTeX would interpret written so that it prints itself.
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
