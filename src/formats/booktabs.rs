//! Tables for papers: LaTeX with the packages `booktabs` and `longtable` and no others.
//!
//! A table that fits on a page is a `tabular` in a float; a longer one is a `longtable`, which
//! breaks over pages and repeats its head. Both have a caption, and type in which they fit the
//! text of the class `article`; a table that cannot fit says so. Cost: O(size).
//!
//! ```
//! use octal::formats::booktabs::{Column, table};
//! let columns = [Column::left("code"), Column::right("period")];
//! let rows = [["0.07", "34"], ["0.104", "11770282"]];
//! let table = table("Proved periods", &columns, &rows);
//! assert!(table.fits);
//! assert!(table.latex.contains("\n\\caption{Proved periods}\n"));
//! assert!(table.latex.contains("\n0.104 & 11\\,770\\,282 \\\\\n\\bottomrule\n"));
//! ```

use super::measure::{COLUMN_SEPARATION, Setting, Span, number_width, width};

/// How many rows fit on a page in any size of type, twelve points included.
const ROWS_ON_A_PAGE: u64 = 32;

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// What stands above it.
    pub head: String,
    /// How its fields are set.
    pub typesetting: Typesetting,
}

/// How the fields of a column are set.
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

/// A table, and whether it fits the width of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Booktabs {
    /// The LaTeX.
    pub latex: String,
    /// Whether it fits the text of the class `article`; if not, a comment in it says so.
    pub fits: bool,
}

/// The table with this title, these columns, and rows of as many fields of plain text, or formulas.
pub fn table<R: AsRef<[F]>, F: AsRef<str>>(
    title: &str,
    columns: &[Column],
    rows: &[R],
) -> Booktabs {
    let mut out = Vec::new();
    let spans = columns.iter().enumerate().map(|(i, column)| span(column, i, rows));
    let setting = Setting::of(&spans.collect::<Vec<_>>());
    let shape = columns.iter().zip(&setting.broken).map(|(column, broken)| match broken {
        Some(width) => format!("p{{{}.{:03}em}}", width / 1000, width % 1000),
        None if column.typesetting == Typesetting::Number => "r".to_owned(),
        None => "l".to_owned(),
    });
    let (shape, title) = (shape.collect::<String>(), escape(title));
    let heads: Vec<String> = columns.iter().map(|column| escape(&column.head)).collect();
    let head =
        Head { title: &title, shape: &shape, heads: &heads, rows: rows.len() as u64, setting };
    let long = head.begin(&mut out);
    let cell = |((column, broken), field): ((&Column, &Option<u64>), &F)| match broken {
        Some(_) => format!("{{\\raggedright {}\\par}}", escape(field.as_ref())),
        None => column.typesetting.set(field.as_ref()),
    };
    for row in rows {
        let fields = columns.iter().zip(&head.setting.broken).zip(row.as_ref()).map(cell);
        let fields: Vec<String> = fields.collect();
        out.extend_from_slice(fields.join(" & ").as_bytes());
        out.extend_from_slice(b" \\\\\n");
    }
    end(long, &mut out);
    let latex = String::from_utf8_lossy(&out).into_owned();
    Booktabs { latex, fits: head.setting.fits }
}

/// How wide a column is with its fields.
fn span<R: AsRef<[F]>, F: AsRef<str>>(column: &Column, i: usize, rows: &[R]) -> Span {
    let fields = rows.iter().filter_map(|row| row.as_ref().get(i)).map(AsRef::as_ref);
    let head = width(&column.head);
    let number = |field: &str| {
        if is_long_number(field) { number_width(field.len() as u64) } else { width(field) }
    };
    let span = match column.typesetting {
        Typesetting::Number => Span::rigid(fields.map(number).max().unwrap_or(0)),
        Typesetting::Text => Span::of_texts(fields),
        Typesetting::Formula => Span::rigid(fields.map(width).max().unwrap_or(0)),
    };
    span.below(head)
}

/// What comes before the first row of a table; title and heads are LaTeX already.
pub(super) struct Head<'a> {
    pub(super) title: &'a str,
    /// The columns, as `tabular` is told.
    pub(super) shape: &'a str,
    pub(super) heads: &'a [String],
    /// How many rows there are.
    pub(super) rows: u64,
    pub(super) setting: Setting,
}

impl Head<'_> {
    /// Appends it; the answer is whether the table is long.
    pub(super) fn begin(&self, out: &mut Vec<u8>) -> bool {
        // Broken text makes high rows.
        let is_broken = self.setting.broken.iter().any(Option::is_some);
        let long = self.rows > if is_broken { ROWS_ON_A_PAGE / 4 } else { ROWS_ON_A_PAGE };
        let Head { title, shape, heads, setting, .. } = self;
        let heads = format!("\\toprule\n{} \\\\\n\\midrule\n", heads.join(" & "));
        let (packages, note) = (if long { ",longtable" } else { "" }, too_wide(setting.fits));
        let kind = format!("{}\\setlength{{\\tabcolsep}}{{{COLUMN_SEPARATION}}}\n", setting.size);
        let begin = if long {
            format!(
                "\\begingroup\n{kind}\\begin{{longtable}}{{@{{}}{shape}@{{}}}}\n\
                 \\caption{{{title}}} \\\\\n{heads}\\endfirsthead\n{heads}\\endhead\n"
            )
        } else {
            format!(
                "\\begin{{table}}\n\\centering\n\\caption{{{title}}}\n{kind}\
                 \\begin{{tabular}}{{@{{}}{shape}@{{}}}}\n{heads}"
            )
        };
        let head = format!("% \\usepackage{{booktabs{packages}}}\n{note}{begin}");
        out.extend_from_slice(head.as_bytes());
        long
    }
}

fn too_wide(fits: bool) -> &'static str {
    if fits {
        ""
    } else {
        "% Wider than the text of a page of class article: choose fewer columns.\n"
    }
}

/// Appends what comes after the last row.
pub(super) fn end(long: bool, out: &mut Vec<u8>) {
    out.extend_from_slice(if long {
        b"\\bottomrule\n\\end{longtable}\n\\endgroup\n".as_slice()
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
