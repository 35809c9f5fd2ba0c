//! The formats that can be read, and how their first line looks.

use std::fmt;

use super::list;

/// A format that can be read: all that are written but the digest, which holds no values, and a
/// bare list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TableForm {
    /// Rows with the heap of the first value before a colon.
    Text,
    /// Rows of fields, of which one is a heap and one its value.
    Csv,
    /// An object or an array.
    Json,
    /// A b-file of the OEIS.
    Bfile,
    /// A table for a paper.
    Latex,
    /// An array of NumPy.
    Npy,
    /// Values without heaps, as the OEIS prints them.
    List,
}

impl TableForm {
    /// The name: what [`Display`](fmt::Display) prints.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            TableForm::Text => "text",
            TableForm::Csv => "csv",
            TableForm::Json => "json",
            TableForm::Bfile => "bfile",
            TableForm::Latex => "latex",
            TableForm::Npy => "npy",
            TableForm::List => "list",
        }
    }

    /// The format of a file of lines whose first line, comments and empty lines aside, is this.
    pub(super) fn of(line: &str) -> Option<TableForm> {
        let is_number = |text: &str| text.trim().trim_matches('"').parse::<u64>().is_ok();
        let blanks = || line.split_whitespace();
        match line {
            _ if line.starts_with(['\\', '%']) => Some(TableForm::Latex),
            _ if blanks().all(is_number) && blanks().count() == 2 => Some(TableForm::Bfile),
            _ if list::is_line(line) => Some(TableForm::List),
            _ if line.split_once(':').is_some_and(|(heap, _)| is_number(heap)) => {
                Some(TableForm::Text)
            }
            _ if line.contains([',', ';', '\t']) => Some(TableForm::Csv),
            _ => None,
        }
    }
}

impl fmt::Display for TableForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
