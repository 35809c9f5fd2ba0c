//! Texts from files and from stdin.

use std::fs::File;
use std::io::{self, Read, stdin};
use std::path::Path;

use anyhow::{Context, anyhow};
use octal::input;

/// The text of a file, or of stdin for `-`; `right` says what would be right.
///
/// # Errors
/// If it cannot be read, is longer than a text that people write, or is no text.
pub fn text(path: &Path, right: &str) -> anyhow::Result<String> {
    let name = if path == Path::new("-") { Path::new("stdin") } else { path }.display();
    let bytes = open(path).and_then(|input| input::read(input, input::TEXT));
    let bytes = bytes.with_context(|| format!("cannot read `{name}`: {right}"))?;
    let text = input::text(&bytes).map_err(|place| anyhow!("`{name}`, {place}"))?;
    Ok(text.to_owned())
}

/// A file, or stdin for `-`.
///
/// # Errors
/// Those of the system.
pub fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    Ok(if path == Path::new("-") { Box::new(stdin().lock()) } else { Box::new(File::open(path)?) })
}
