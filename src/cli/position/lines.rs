//! A file of positions, one a line.

use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, bail};
use octal::position::sum::Position;

use super::contents;

/// A position, and where it was read.
pub struct Line {
    /// The line of the file, from 1.
    pub number: usize,
    /// The position.
    pub position: Position,
}

/// Everything on stdin.
pub fn stdin() -> io::Result<Vec<u8>> {
    let mut bytes = vec![];
    io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads the positions of a file; what follows `#` is a comment, and empty lines do not count.
///
/// # Errors
/// A sentence with the line and the column.
pub fn read(path: &Path) -> anyhow::Result<Vec<Line>> {
    let text = contents(path)?;
    let mut lines = vec![];
    for (i, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("");
        if line.trim().is_empty() {
            continue;
        }
        let number = i + 1;
        let place = || format!("`{}`, line {number}", path.display());
        let position: Position = line.parse().with_context(place)?;
        lines.push(Line { number, position });
    }
    if lines.is_empty() {
        bail!("`{}` holds no position: write one a line, as in `0.77: 3 4 5`", path.display());
    }
    Ok(lines)
}
