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
//! * `sections` what a section is, and what is said, in words and tables; and as Markdown
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

use crate::catalogue::sources::MentionedGames;
use crate::publish::markup;
use crate::survey::class::CODES_FILE;
use crate::survey::files::Content;
use crate::survey::store::Finished;

/// The page in Markdown.
pub const README: &str = "README.md";

/// The page to be opened in a browser.
pub const PAGE: &str = "index.html";

/// What `octal check` answered for the certificates, if somebody keeps that beside them.
pub const CHECKED: &str = "checked.csv";

/// The codes that are equal to their games though no rule says so.
pub use equal::FILE as EQUAL;
/// The proved games of which the publications of the catalogue say nothing.
pub use unpublished::FILE as UNPUBLISHED;

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
