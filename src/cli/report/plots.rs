//! The pictures of `octal report --plots`.

use octal::publish::plots::{self, Picture};
use octal::survey::files::Content;

use super::super::terminal::progress::until_signal;
use super::super::terminal::stderr::say;

/// Draws the pictures; there are none if the program is interrupted.
pub fn draw() -> anyhow::Result<Vec<Content>> {
    let plans = plots::plans();
    say(format!("drawing {} pictures", plans.len()));
    let Some(pictures) = plots::draw(&plans, &until_signal)? else { return Ok(vec![]) };
    let file = |drawn: Picture| (drawn.plan.file(), drawn.svg.into_bytes());
    Ok(pictures.into_iter().map(file).collect())
}
