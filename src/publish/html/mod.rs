//! The report as one HTML page that opens from disk and loads nothing else: all games,
//! the open ones beside the published limits, misère play, the named ones with a picture each, and the
//! verdicts on what has been published.
//!
//! Records in, text out: the same reports give the same bytes. The page is also well-formed XML.
//! O(rows) and the size of its pictures.

mod claims;
mod frontier;
mod games;
mod misere;

use crate::catalogue::claims::Claim;
use crate::catalogue::sources::Publication;
use crate::period::Status;
use crate::publish::census;
use crate::publish::markup::{self, contents, document, link, section};
use crate::publish::plots::Picture;
use crate::survey::frontier::FrontierRow;
use crate::survey::misere::study::MisereGame;
use crate::survey::store::Finished;
use crate::survey::study::ClaimRow;

/// The file of the page.
pub const FILE: &str = "index.html";

/// What is on the page.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// All games, in the order of `periods.csv`.
    pub games: &'a [Finished],
    /// The open games beside their published limits, in the order of `frontier.csv`.
    pub frontier: &'a [FrontierRow],
    /// The games in misère play, in the order of `misere.csv`.
    pub misere: &'a [MisereGame],
    /// All verdicts, in the order of `claims.csv`.
    pub verdicts: &'a [ClaimRow],
    /// The published claims.
    pub claims: &'a [Claim],
    /// Where they were published.
    pub sources: &'a [Publication],
    /// The pictures, those of a game together; the first of them stands in the page.
    pub pictures: &'a [Picture],
    /// The directories beside the page that hold the page of a survey, see [`census::pages_in`].
    pub surveys: &'a [String],
}

/// The page.
pub fn html(page: &Page<'_>) -> String {
    let parts = [
        header(page),
        "<main>\n".into(),
        games::all_games(page),
        frontier::frontier(page),
        misere::misere(page),
        games::named_games(page),
        claims::mistakes(page),
        claims::claims(page),
        section("verify", "How to verify", &verify(page)),
        "</main>\n".into(),
    ];
    let script = markup::script(include_str!("script.js"));
    document("Octal games: results", "", &(parts.concat() + &script))
}

fn header(page: &Page<'_>) -> String {
    let count = |status: Status| page.games.iter().filter(|game| game.row.status == status).count();
    let codes: usize = page.games.iter().map(|game| game.members.len()).sum();
    let contents = contents([
        ("games", "All games"),
        ("frontier", "Open games"),
        ("misere", "Misère play"),
        ("named", "Named games"),
        ("mistakes", "Mistakes found"),
        ("claims", "Claims and verdicts"),
        ("verify", "How to verify"),
    ]);
    format!(
        "<header>\n<h1>Octal games</h1>\n<p>Grundy sequences, proved periods, checked claims. {} games \
         stand for {codes} codes: {} are proved periodic, {} are observed to be arithmetically \
         periodic, {} are open. Nothing is called a period without a proof.</p>\n{contents}{}</header>\n",
        page.games.len(),
        count(Status::Proved),
        count(Status::Observed),
        count(Status::Open),
        surveys(page.surveys)
    )
}

/// Links to the pages of surveys, if there are any.
fn surveys(directories: &[String]) -> String {
    let to = |directory: &String| link(&format!("{directory}/{}", census::PAGE), directory);
    match directories.iter().map(to).collect::<Vec<_>>().join(", ") {
        links if links.is_empty() => links,
        links => format!("<p>Surveys of many more codes: {links}.</p>\n"),
    }
}

/// How readers can check the results themselves.
fn verify(page: &Page<'_>) -> String {
    let mut certificates = page.games.iter().filter_map(|game| game.row.certificate.as_ref());
    let first = certificates.next().map(|file| {
        format!(
            "<li><strong>By certificate.</strong> Where the table links to one, a program that shares \
             nothing with the search checks the proof:\n<pre>octal check {}</pre></li>\n",
            markup::text(file)
        )
    });
    VERIFY.replace("<!-- certificates -->\n", &first.unwrap_or_default())
}

const VERIFY: &str = include_str!("verify.html");
