//! A file of positions, one a line.

use std::path::Path;

use anyhow::{Context, anyhow, bail};
use octal::input::{self, NotUtf8};
use octal::position::sum::Position;

use super::super::common::input::open;
use crate::cli::common::stderr::{say, with_causes};

/// A position, and where it was read.
pub struct Line {
    /// The line of the file, from 1.
    pub number: usize,
    /// The position.
    pub position: Position,
}

/// Reads the positions of a file, or of stdin for `-`, and counts the lines that hold none: these
/// are named on stderr. What follows `#` is a comment, and empty lines do not count.
///
/// # Errors
/// If the file cannot be read, or holds no position at all.
pub fn read(path: &Path) -> anyhow::Result<(Vec<Line>, usize)> {
    let name = path.display();
    let bytes = open(path).and_then(|file| input::read(file, input::TEXT)).with_context(|| {
        format!("cannot read `{name}`: name a text file with a position a line")
    })?;
    let (mut lines, mut wrong) = (vec![], 0);
    for (number, line) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        match position(line) {
            Ok(Some(position)) => lines.push(Line { number, position }),
            Ok(None) => {}
            Err(error) => {
                wrong += 1;
                unanswered(path, number, &error);
            }
        }
    }
    match (lines.is_empty(), wrong) {
        (true, 0) => bail!("`{name}` holds no position: write one a line, as in `0.77: 3 4 5`"),
        (true, _) => bail!("`{name}` holds no position that can be read"),
        _ => Ok((lines, wrong)),
    }
}

/// Says why a line of a file has no answer.
pub fn unanswered(path: &Path, number: usize, error: &anyhow::Error) {
    say(format!("`{}`, line {number}: {}", path.display(), with_causes(error)));
}

/// The position of a line, if there is something on it.
fn position(line: &[u8]) -> anyhow::Result<Option<Position>> {
    let line = input::text(line).map_err(|NotUtf8 { byte, .. }| {
        anyhow!("byte {byte} of the line is not UTF-8: save the file as UTF-8")
    })?;
    let line = line.split('#').next().unwrap_or("").trim_end();
    Ok(if line.is_empty() { None } else { Some(line.parse()?) })
}
