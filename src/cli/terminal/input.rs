//! Texts and lists of codes, from files and from stdin.

use std::fs::File;
use std::io::{self, Read, stdin};
use std::path::{Display, Path};

use anyhow::{Context, anyhow, ensure};
use octal::code::{Code, CodeError};
use octal::input;

use super::stderr::{count, say};

/// The text of a file, or of stdin for `-`; `right` describes a right file.
pub fn text(path: &Path, right: &str) -> anyhow::Result<String> {
    let bytes = bytes(path, right)?;
    let text = input::text(&bytes).map_err(|place| anyhow!("`{}`, {place}", name(path)))?;
    Ok(text.to_owned())
}

/// The bytes of a text, in a file or on stdin for `-`; `right` describes a right file.
pub fn bytes(path: &Path, right: &str) -> anyhow::Result<Vec<u8>> {
    let bytes = open(path).and_then(|input| input::read(input, input::TEXT));
    bytes.with_context(|| format!("cannot read `{}`: {right}", name(path)))
}

/// The name of an input in messages.
pub fn name(path: &Path) -> Display<'_> {
    if path == Path::new("-") { Path::new("stdin") } else { path }.display()
}

/// A file, or stdin for `-`.
pub fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    Ok(if path == Path::new("-") { Box::new(stdin().lock()) } else { Box::new(File::open(path)?) })
}

/// The contents of a file of codes.
#[derive(Default)]
pub struct CodeList {
    /// The codes, in the order of the file.
    pub codes: Vec<Code>,
    /// The number of lines that are no codes.
    pub refused: usize,
}

/// Reads the codes of a file, or of stdin for `-`, one a line; `#` begins a comment. Reports each
/// line that is no code, and leaves it out.
pub fn read_codes(path: &Path) -> anyhow::Result<CodeList> {
    let name = name(path);
    let bytes = bytes(path, "name a text file with one code a line")?;
    let mut list = CodeList::default();
    for (number, line) in (1..).zip(input::lines(&bytes)) {
        match code(number, line) {
            Ok(code) => list.codes.extend(code),
            Err(reason) => {
                list.refused += 1;
                say(format!("error: `{name}`, {reason}"));
            }
        }
    }
    ensure!(!list.codes.is_empty(), "`{name}` holds no code: write one a line");
    if list.refused > 0 {
        say(format!("{} left out, the others are searched", count(list.refused, "line")));
    }
    Ok(list)
}

/// The code in a line, if there is one; or which line is wrong, and why.
fn code(number: u64, line: Result<&str, input::NotUtf8>) -> Result<Option<Code>, String> {
    let line = line.map_err(|place| place.to_string())?;
    let line = line.split('#').next().unwrap_or("").trim();
    if line.is_empty() {
        return Ok(None);
    }
    line.parse().map(Some).map_err(|error| match error {
        CodeError::NeedsGame { .. } => format!("line {number}: {error} ({OF_CODES})"),
        _ => format!("line {number}: {error}"),
    })
}

/// The reason why a file of codes names no game with a shift.
const OF_CODES: &str = "a survey takes codes, and its rows state the shift of each";
