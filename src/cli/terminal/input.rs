//! Texts from files and from stdin.

use std::fs::File;
use std::io::{self, Read, stdin};
use std::path::{Display, Path};

use anyhow::{Context, anyhow};
use octal::input;

/// The text of a file, or of stdin for `-`; `right` says what would be right.
pub fn text(path: &Path, right: &str) -> anyhow::Result<String> {
    let bytes = bytes(path, right)?;
    let text = input::text(&bytes).map_err(|place| anyhow!("`{}`, {place}", name(path)))?;
    Ok(text.to_owned())
}

/// The bytes of a text, in a file or on stdin for `-`; `right` says what would be right.
pub fn bytes(path: &Path, right: &str) -> anyhow::Result<Vec<u8>> {
    let bytes = open(path).and_then(|input| input::read(input, input::TEXT));
    bytes.with_context(|| format!("cannot read `{}`: {right}", name(path)))
}

/// What an input is called in messages.
pub fn name(path: &Path) -> Display<'_> {
    if path == Path::new("-") { Path::new("stdin") } else { path }.display()
}

/// A file, or stdin for `-`.
pub fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    Ok(if path == Path::new("-") { Box::new(stdin().lock()) } else { Box::new(File::open(path)?) })
}
