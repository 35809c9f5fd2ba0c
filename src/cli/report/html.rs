//! The page of `octal report --html`, and its pictures.

use std::path::Path;

use octal::catalogue::claims::Claim;
use octal::catalogue::sources;
use octal::publish::census;
use octal::publish::html::{self, Page};
use octal::publish::plots::{self, Picture};
use octal::survey::files::Content;
use octal::survey::misere::table::MisereTable;
use octal::survey::report::Reports;

use super::super::terminal::progress::until_signal;
use super::super::terminal::stderr::say;

/// Draws the pictures and the page; there are none if the program is interrupted.
pub fn draw(directory: &Path, reports: &Reports, claims: &[Claim]) -> anyhow::Result<Vec<Content>> {
    let plans = plots::plans();
    say(format!("drawing {} pictures", plans.len()));
    let Some(pictures) = plots::draw(&plans, &until_signal)? else { return Ok(vec![]) };
    let html = html::html(&Page {
        games: &reports.games(),
        frontier: reports.frontier(),
        misere: MisereTable::read(directory)?.games(),
        verdicts: &reports.verdicts_on(claims),
        claims,
        sources: &sources::published()?,
        pictures: &pictures,
        surveys: &census::pages_in(directory)?,
    });
    let file = |drawn: &Picture| (drawn.plan.file(), drawn.svg.clone());
    let files = pictures.iter().map(file).chain([(html::FILE.to_owned(), html)]);
    Ok(files.map(|(file, text)| (file, text.into_bytes())).collect())
}
