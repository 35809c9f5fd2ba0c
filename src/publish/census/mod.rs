//! What the table of a survey teaches: a page of tables, the same in Markdown, and two pictures.
//!
//! ```text
//! facts → pictures → equal, unpublished → sections → README.md
//!                                             ↘ page       index.html, with codes → rows and its scripts
//! equal, unpublished    equal.csv, unpublished.csv
//! ```
//!
//! * `facts` counts and distributions, also by the number of rare heaps and by how far games were searched
//! * `pictures` how many games stay open, heap by heap; and pictures of that and of the facts
//! * `equal` games that are equal, or may be, though no rule says so, and the rows of `equal.csv`
//! * `unpublished` proved games of which the publications of the catalogue say nothing, and the rows of `unpublished.csv`
//! * `sections` what is said, in words and tables; and as Markdown
//! * `page` as a page that finds the game of every code of the survey
//!
//! All of it is a function of the rows, so it never disagrees with them; the first values of games without a proof,
//! which no row has, are computed again.

mod equal;
mod facts;
mod page;
mod pictures;
mod sections;
mod unpublished;

use std::io;
use std::path::Path;

use pictures::CensusPicture;

use crate::catalogue::sources::MentionedGames;
use crate::plot::grouped;
use crate::publish::markup;
use crate::survey::files::Content;
use crate::survey::store::{CODES_FILE, Finished};

/// The codes that are equal to their games though no rule says so.
pub use equal::FILE as EQUAL;
/// The proved games of which the publications of the catalogue say nothing.
pub use unpublished::FILE as UNPUBLISHED;

/// The page in Markdown.
pub const README: &str = "README.md";

/// The page to be opened in a browser.
pub const PAGE: &str = "index.html";

/// The pages, `equal.csv`, `unpublished.csv` and the pictures, by their places in the directory of the survey;
/// `above` is the page of all results, if it is there. O(codes·log codes), and some thousand values of each game without a proof.
pub fn files(games: &[Finished], mentioned: &MentionedGames, above: Option<&str>) -> Vec<Content> {
    let introduction = sections::introduction(games);
    let sections = sections::sections(games, mentioned);
    let page = page::page(games, &introduction, &sections, above);
    let readme = sections::markdown(&introduction, &sections);
    let pictures = sections.into_iter().filter_map(|section| section.picture);
    let pictures = pictures.map(|drawn| (drawn.file, drawn.svg));
    let pages = [(README, readme), (PAGE, page)].into_iter().chain(pictures);
    let pages = pages.map(|(file, text)| (file.to_owned(), text.into_bytes()));
    let tables =
        [(EQUAL, equal::table(games)), (UNPUBLISHED, unpublished::table(games, mentioned))];
    pages.chain(tables.map(|(file, bytes)| (file.to_owned(), bytes))).collect()
}

/// How these files begin, whatever the survey: a file of that name that begins in another way is not ours.
pub fn beginnings() -> [(&'static str, String); 4] {
    let header = |names: &[&str]| names.join(",") + "\n";
    [
        (README, sections::TITLE.to_owned()),
        (PAGE, markup::beginning(page::TITLE)),
        (EQUAL, header(&equal::HEADER)),
        (UNPUBLISHED, header(&unpublished::HEADER)),
    ]
}

/// The directories within this one that hold a survey with its page, in the order of their names.
pub fn pages_in(directory: &Path) -> io::Result<Vec<String>> {
    let mut found = vec![];
    for entry in directory.read_dir()? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        if let Some(name) =
            name.filter(|_| [PAGE, CODES_FILE].iter().all(|file| path.join(file).is_file()))
        {
            found.push(name.to_owned());
        }
    }
    found.sort();
    Ok(found)
}

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
