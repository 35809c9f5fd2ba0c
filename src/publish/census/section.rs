//! What a section of the pages is, and how its numbers are written.

use super::pictures::CensusPicture;
use crate::plot::grouped;

/// Games that a list names.
pub const LISTED: usize = 20;

/// A section: a paragraph, then a table, then a note on it, then a picture.
pub struct Section {
    /// A word for its place in a page.
    pub id: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// The heading in a word or two.
    pub brief: &'static str,
    /// The paragraph.
    pub words: String,
    /// The table.
    pub table: SectionTable,
    /// What is said under the table, if it needs words.
    pub note: Option<String>,
    /// The picture, if there is one.
    pub picture: Option<CensusPicture>,
}

/// A table.
pub struct SectionTable {
    /// The titles of its columns.
    pub titles: Vec<&'static str>,
    /// What each column holds.
    pub columns: Vec<ColumnKind>,
    /// The cells, row by row.
    pub rows: Vec<Vec<String>>,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// A code of the survey in each cell.
    Code,
    /// Words.
    Words,
    /// Numbers.
    Number,
}

impl SectionTable {
    /// A table of these columns.
    pub fn new<const N: usize>(
        titles: [(&'static str, ColumnKind); N],
        rows: impl IntoIterator<Item = Vec<String>>,
    ) -> SectionTable {
        let (titles, columns) = titles.into_iter().unzip();
        SectionTable { titles, columns, rows: rows.into_iter().collect() }
    }

    /// The table without the columns that are empty in every row.
    pub fn without_empty_columns(mut self) -> SectionTable {
        for i in (0..self.titles.len()).rev() {
            if !self.rows.is_empty() && self.rows.iter().all(|row| row[i].is_empty()) {
                self.titles.remove(i);
                self.columns.remove(i);
                self.rows.iter_mut().for_each(|row| drop(row.remove(i)));
            }
        }
        self
    }
}

/// A number of things, its digits in groups of three.
pub fn number(n: usize) -> String {
    grouped(n as u64)
}

/// The numbers with this number of digits, 0 having none.
pub fn range(digits: usize) -> String {
    match digits {
        0 => "0".to_owned(),
        _ => {
            let least = 10_u64.saturating_pow(digits as u32 - 1);
            format!("{} … {}", grouped(least), grouped(least.saturating_mul(10) - 1))
        }
    }
}
