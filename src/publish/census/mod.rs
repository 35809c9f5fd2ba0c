//! What the table of a survey teaches: a page of tables, the same in Markdown, and two pictures.
//!
//! ```text
//! rarity → facts, survival → pictures → sections → markdown   README.md
//!                                              ↘ page        index.html, with codes → rows and its scripts
//! ```
//!
//! * `rarity` games by the number of their rare heaps
//! * `facts` counts and distributions
//! * `survival` how many games stay open, heap by heap
//! * `pictures` both as pictures
//! * `sections` what is said, in words and tables
//! * `markdown` as Markdown
//! * `page` as a page that finds the game of every code of the survey
//!
//! All of it is a function of the rows, so it never disagrees with them.

mod facts;
mod markdown;
mod page;
mod pictures;
mod rarity;
mod sections;
mod survival;

use std::io;
use std::path::Path;

use crate::publish::markup;
use crate::survey::codes;
use crate::survey::manifest::Content;
use crate::survey::store::Finished;

/// The page in Markdown.
pub const README: &str = "README.md";

/// The page to be opened in a browser.
pub const PAGE: &str = "index.html";

/// The pages and the pictures, by their places in the directory of the survey; `above` is the page of
/// all results, if it is there. O(codes·log codes).
#[must_use]
pub fn files(games: &[Finished], above: Option<&str>) -> Vec<Content> {
    let introduction = sections::introduction(games);
    let sections = sections::sections(games);
    let page = page::page(games, &introduction, &sections, above);
    let readme = markdown::markdown(&introduction, &sections);
    let pictures = sections.into_iter().filter_map(|section| section.picture);
    let pictures = pictures.map(|drawn| (drawn.file, drawn.svg));
    let files = [(README, readme), (PAGE, page)].into_iter().chain(pictures);
    files.map(|(file, text)| (file.to_owned(), text.into_bytes())).collect()
}

/// How the pages begin, whatever the survey: a file of that name that begins in another way is not ours.
#[must_use]
pub fn beginnings() -> [(&'static str, String); 2] {
    [(README, markdown::TITLE.to_owned()), (PAGE, markup::beginning(page::TITLE))]
}

/// The directories within this one that hold a survey with its page, in the order of their names.
///
/// # Errors
/// If the directory cannot be read.
pub fn pages_in(directory: &Path) -> io::Result<Vec<String>> {
    let mut found = vec![];
    for entry in directory.read_dir()? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        if let Some(name) =
            name.filter(|_| [PAGE, codes::FILE].iter().all(|file| path.join(file).is_file()))
        {
            found.push(name.to_owned());
        }
    }
    found.sort();
    Ok(found)
}
