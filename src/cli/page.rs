//! The page of `octal report --html`, and its pictures.

use std::path::Path;

use octal::catalogue::claims::Claim;
use octal::catalogue::sources;
use octal::export::file::write_atomically;
use octal::survey::gallery::{self, Drawn};
use octal::survey::page::{self, Page};
use octal::survey::report::Reports;

use super::progress::Interruptible;
use super::report::create_directory;
use super::talk::say;

/// Draws the pictures and writes them and the page; returns the files, relative to the reports.
/// There are none if the program is interrupted.
pub fn write(results: &Path, reports: &Reports, claims: &[Claim]) -> anyhow::Result<Vec<String>> {
    let plans = gallery::plans();
    say(format!("drawing {} pictures", plans.len()));
    create_directory(&results.join(gallery::DIRECTORY))?;
    let Some(pictures) = gallery::draw(&plans, &Interruptible)? else { return Ok(vec![]) };
    let html = page::html(&Page {
        games: &reports.games(),
        verdicts: &reports.verdicts_on(claims),
        claims,
        sources: &sources::published()?,
        pictures: &pictures,
    });
    let file = |drawn: &Drawn| (drawn.plan.file(), drawn.svg.clone());
    let files = pictures.iter().map(file).chain([(page::FILE.to_owned(), html)]);
    let mut written = vec![];
    for (file, text) in files {
        write_atomically(results.join(&file), |out| out.write_all(text.as_bytes()))?;
        written.push(file);
    }
    Ok(written)
}
