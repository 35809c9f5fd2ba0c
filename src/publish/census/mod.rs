//! Counts and distributions of a survey: a page of tables in Markdown, and two pictures.
//!
//! ```text
//! facts → pictures → equal, unpublished → sections → README.md
//! equal, unpublished    equal.csv, unpublished.csv
//! ```
//!
//! * `facts` counts and distributions, also by the number of rare heaps and by the last heap
//!   searched
//! * `pictures` the number of games that stay open, heap by heap; pictures of that and of the facts
//! * `equal` games that are equal, or may be, though no rule says so, and the rows of `equal.csv`
//! * `unpublished` proved games that the publications of the catalogue do not mention, and the rows
//!   of `unpublished.csv`
//! * `sections` the text and tables; and the same as Markdown
//!
//! All of it follows from the rows, so the two never disagree. The first values of games without a
//! proof, which no row has, are computed again.

mod equal;
mod facts;
mod pictures;
mod sections;
mod unpublished;

use pictures::CensusPicture;

use crate::catalogue::sources::MentionedGames;
use crate::plot::grouped;
use crate::survey::files::Content;
use crate::survey::store::Finished;

/// The codes that are equal to their games though no rule says so.
pub use equal::FILE as EQUAL;
/// The proved games that the publications of the catalogue do not mention.
pub use unpublished::FILE as UNPUBLISHED;

/// The page in Markdown.
pub const README: &str = "README.md";

/// The page, `equal.csv`, `unpublished.csv` and the pictures, by their places in the directory of
/// the survey. O(codes·log codes), and some thousand values of each game without a proof.
pub fn files(games: &[Finished], mentioned: &MentionedGames) -> Vec<Content> {
    let introduction = sections::introduction(games);
    let sections = sections::sections(games, mentioned);
    let readme = sections::markdown(&introduction, &sections);
    let pictures = sections.into_iter().filter_map(|section| section.picture);
    let pictures = pictures.map(|drawn| (drawn.file, drawn.svg));
    let pages = std::iter::once((README, readme)).chain(pictures);
    let pages = pages.map(|(file, text)| (file.to_owned(), text.into_bytes()));
    let tables =
        [(EQUAL, equal::table(games)), (UNPUBLISHED, unpublished::table(games, mentioned))];
    pages.chain(tables.map(|(file, bytes)| (file.to_owned(), bytes))).collect()
}

/// The beginnings of these files in any survey. A file of that name with another beginning was not
/// written by this program.
pub fn beginnings() -> [(&'static str, String); 3] {
    let header = |names: &[&str]| names.join(",") + "\n";
    [
        (README, sections::TITLE.to_owned()),
        (EQUAL, header(&equal::HEADER)),
        (UNPUBLISHED, header(&unpublished::HEADER)),
    ]
}

/// Games that a list names.
pub const LISTED: usize = 20;

/// A section: a paragraph, then a table, then a note on it, then a picture.
pub struct Section {
    /// Its heading.
    pub title: &'static str,
    /// The paragraph.
    pub words: String,
    /// The table.
    pub table: SectionTable,
    /// A note under the table, if it needs words.
    pub note: Option<String>,
    /// The picture, if there is one.
    pub picture: Option<CensusPicture>,
}

/// A table.
pub struct SectionTable {
    /// The titles of its columns.
    pub titles: Vec<&'static str>,
    /// The contents of each column.
    pub columns: Vec<ColumnKind>,
    /// The cells, row by row.
    pub rows: Vec<Vec<String>>,
}

/// The contents of a column.
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
