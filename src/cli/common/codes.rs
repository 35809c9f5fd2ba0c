//! A file of codes, one a line.

use std::path::Path;

use anyhow::{Context, ensure};
use octal::code::Code;

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
    let name = path.display();
    let text = input::text(path, "name a text file with one code a line")?;
    let mut list = CodeList::default();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or("").trim();
        if line.is_empty() {
            continue;
        }
        match line.parse::<Code>().with_context(|| format!("`{name}`, line {number}")) {
            Ok(code) => list.codes.push(code),
            Err(error) => {
                list.refused += 1;
                say(format!("error: {error:#}"));
            }
        }
    }
    ensure!(!list.codes.is_empty(), "`{name}` holds no code: write one a line");
    Ok(list)
}
