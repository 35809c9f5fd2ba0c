//! A file of codes, one a line.

use std::path::Path;

use anyhow::{Context, bail};
use octal::code::Code;

use super::input;

/// The codes of a file, or of stdin for `-`, one a line; what follows `#` is a comment.
///
/// # Errors
/// If the file cannot be read, a line is no code, or there is none.
pub fn read_codes(path: &Path) -> anyhow::Result<Vec<Code>> {
    let name = path.display();
    let text = input::text(path, "name a text file with one code a line")?;
    let code = |(number, line): (usize, &str)| {
        let line = line.split('#').next().unwrap_or("").trim();
        let parsed = line.parse::<Code>();
        let parsed = parsed.with_context(|| format!("`{name}`, line {}", number + 1));
        (!line.is_empty()).then_some(parsed)
    };
    let codes: Vec<Code> =
        text.lines().enumerate().filter_map(code).collect::<anyhow::Result<_>>()?;
    if codes.is_empty() {
        bail!("`{name}` holds no code: write one a line");
    }
    Ok(codes)
}
