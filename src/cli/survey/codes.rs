//! Which codes a survey is about.

use std::path::Path;

use anyhow::{Context, ensure};
use octal::code::Code;
use octal::survey::class::{Class, classes, octal_codes};

use super::Args;
use crate::cli::common::input;
use crate::cli::common::stderr::{count, say};

/// What was asked for.
pub struct Selected {
    /// The games.
    pub classes: Vec<Class>,
    /// Lines of the file that are no codes.
    pub refused: usize,
}

/// The games that the arguments name. Each line of a file that is no code is told.
///
/// # Errors
/// If the file cannot be read, or holds no code.
pub fn selected(args: &Args) -> anyhow::Result<Selected> {
    let (codes, refused) = match &args.codes {
        Some(path) => read_codes(path)?,
        None => (octal_codes(usize::from(args.digits)), 0),
    };
    let all = classes(codes);
    let classes = match args.shard {
        Some(part) => part.of(all),
        None => all,
    };
    Ok(Selected { classes, refused })
}

/// The codes of a file, and how many lines are none.
fn read_codes(path: &Path) -> anyhow::Result<(Vec<Code>, usize)> {
    let name = path.display();
    let text = input::text(path, "name a text file with one code a line")?;
    let (mut codes, mut refused) = (vec![], 0);
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or("").trim();
        if line.is_empty() {
            continue;
        }
        match line.parse::<Code>().with_context(|| format!("`{name}`, line {number}")) {
            Ok(code) => codes.push(code),
            Err(error) => {
                refused += 1;
                say(format!("error: {error:#}"));
            }
        }
    }
    ensure!(!codes.is_empty(), "`{name}` holds no code: write one a line");
    if refused > 0 {
        say(format!("{} left out, the others are searched", count(refused, "line")));
    }
    Ok((codes, refused))
}
