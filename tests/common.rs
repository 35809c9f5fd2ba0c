//! What tests of many rooms need.

use std::fs;
use std::path::Path;

use octal::code::Code;
use tempfile::TempDir;

/// The code that this text names.
pub fn code(text: &str) -> Code {
    text.parse().unwrap()
}

/// A new directory inside the build directory; it vanishes when dropped.
pub fn scratch() -> TempDir {
    TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

/// The names of the entries of a directory, sorted.
pub fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
