//! What is said of a survey as one page that opens from disk and loads nothing else, with a table of all its
//! games, whatever their number, and a field that finds the game of any of its codes.
//!
//! The games are in the page as lines of text, with all codes of each in a short form; scripts make of
//! them the rows that are in view. Without scripts the tables and pictures remain. The same games give the same
//! bytes: a line changes only if its game does.

mod codes;
mod rows;

use super::{ColumnKind, Section, SectionTable};
use crate::publish::markup::{self, contents, document, link, section, text};
use crate::survey::store::Finished;

/// The title of every such page.
pub const TITLE: &str = "Census";

/// The scripts, in their order.
const SCRIPTS: [&str; 5] = [
    include_str!("codes.js"),
    include_str!("find.js"),
    include_str!("table.js"),
    include_str!("filter.js"),
    include_str!("page.js"),
];

/// The page; `above` is the page of all results, if it is there.
pub fn page(
    games: &[Finished],
    introduction: &str,
    sections: &[Section],
    above: Option<&str>,
) -> String {
    let parts = [
        header(introduction, sections, above),
        "<main>\n".into(),
        include_str!("table.html").into(),
        sections.iter().map(written).collect(),
        section("files", "Files", include_str!("files.html")),
        "</main>\n".into(),
        data("games", &rows::games(games)),
        data("names", &rows::names_of(games)),
        markup::script(&SCRIPTS.concat()),
    ];
    document(TITLE, include_str!("style.css"), &parts.concat())
}

fn header(introduction: &str, sections: &[Section], above: Option<&str>) -> String {
    let places = sections.iter().map(|section| (section.id, section.brief));
    let places = [("table", "All games")].into_iter().chain(places).chain([("files", "Files")]);
    let above = above.map(|page| format!("<p>{}</p>\n", link(page, "← All results")));
    format!(
        "<header>\n{}<h1>{TITLE}</h1>\n<p>{}</p>\n{}</header>\n",
        above.unwrap_or_default(),
        text(introduction),
        contents(places)
    )
}

/// Text that the scripts read and nobody sees; its fields are made safe already.
fn data(id: &str, lines: &str) -> String {
    format!("<pre id=\"{id}-data\" hidden=\"hidden\">\n{lines}</pre>\n")
}

/// A section of words, a table and a picture.
fn written(of: &Section) -> String {
    let picture = of.picture.as_ref().map(|drawn| {
        let caption = link(drawn.file, drawn.shows);
        let svg = &drawn.svg;
        format!("<figure>\n<div class=\"wide\">\n{svg}</div>\n<figcaption>{caption}</figcaption>\n</figure>\n")
    });
    let paragraph = |said: &String| format!("<p>{}</p>\n", words(said));
    let note = of.note.as_ref().map(paragraph).unwrap_or_default();
    let parts = [paragraph(&of.words), table(of), note, picture.unwrap_or_default()];
    section(of.id, of.title, &parts.concat())
}

fn table(of: &Section) -> String {
    let SectionTable { titles, columns, rows } = &of.table;
    let class = |column: &ColumnKind| if *column == ColumnKind::Number { "number" } else { "" };
    let headings: Vec<(&str, &str)> =
        columns.iter().map(class).zip(titles.iter().copied()).collect();
    let cells = |row: &Vec<String>| -> String { columns.iter().zip(row).map(cell).collect() };
    let rows: String = rows.iter().map(|row| format!("<tr>{}</tr>\n", cells(row))).collect();
    markup::table(&format!("{}-table", of.id), "", &headings, &rows)
}

/// A cell; a code leads to its game.
fn cell((column, said): (&ColumnKind, &String)) -> String {
    match column {
        ColumnKind::Code => format!("<th scope=\"row\">{}</th>", link(&format!("#{said}"), said)),
        ColumnKind::Words => format!("<td>{}</td>", text(said)),
        ColumnKind::Number => format!("<td class=\"number\">{}</td>", text(said)),
    }
}

/// Words, those between backticks in the type of a program.
fn words(words: &str) -> String {
    let piece = |(i, piece): (usize, &str)| match i % 2 {
        0 => text(piece),
        _ => format!("<code>{}</code>", text(piece)),
    };
    words.split('`').enumerate().map(piece).collect()
}
