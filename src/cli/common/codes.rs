//! A file of codes, one a line.

use std::path::Path;

use anyhow::ensure;
use octal::code::{Code, CodeError};
use octal::input::{NotUtf8, lines};

use super::input;
use super::stderr::{count, say};

/// What a file of codes holds.
#[derive(Default)]
pub struct CodeList {
    /// The codes, in the order of the file.
    pub codes: Vec<Code>,
    /// How many lines are no codes.
    pub refused: usize,
}

/// The codes of a file, or of stdin for `-`, one a line; what follows `#` is a comment. Each line that
/// is no code is told, and left out.
///
/// # Errors
/// If the file cannot be read, or holds no code.
pub fn read_codes(path: &Path) -> anyhow::Result<CodeList> {
    let list = told(path)?;
    if list.refused > 0 {
        say(format!("{} left out, the others are searched", count(list.refused, "line")));
    }
    Ok(list)
}

/// Fails if a line of a file of codes is no code, and tells each such line.
///
/// # Errors
/// That, or that the file cannot be read, or holds no code.
pub fn refuse_bad_lines(path: &Path) -> anyhow::Result<()> {
    let refused = told(path)?.refused;
    ensure!(
        refused == 0,
        "`{}` has {} without a code: mend them or take them out",
        path.display(),
        count(refused, "line")
    );
    Ok(())
}

/// The codes of a file; each line that is no code is told.
fn told(path: &Path) -> anyhow::Result<CodeList> {
    let name = input::name(path);
    let bytes = input::bytes(path, "name a text file with one code a line")?;
    let mut list = CodeList::default();
    for (number, line) in (1..).zip(lines(&bytes)) {
        match code(number, line) {
            Ok(code) => list.codes.extend(code),
            Err(reason) => {
                list.refused += 1;
                say(format!("error: `{name}`, {reason}"));
            }
        }
    }
    ensure!(!list.codes.is_empty(), "`{name}` holds no code: write one a line");
    Ok(list)
}

/// The code in a line, if there is one; or which line is wrong, and why.
fn code(number: u64, line: Result<&str, NotUtf8>) -> Result<Option<Code>, String> {
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

/// Why a file of codes names no game with a shift.
const OF_CODES: &str = "a survey is of codes, and tells with which shift each is its game";
