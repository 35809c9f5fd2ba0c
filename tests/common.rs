//! Helpers for the tests of many rooms.

use std::fs;
use std::path::Path;

use fastrand::Rng;
use octal::code::{Code, Digit};
use tempfile::TempDir;

/// The code that this text names.
pub fn code(text: &str) -> Code {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A random code with this many digits below `base`, half of them marked `!` if wanted. Before the
/// point stands 0, 4, 8 or c.
pub fn random_code(random: &mut Rng, digits: usize, base: u8, unequal: bool) -> Code {
    let mut all = vec![Digit::new(4 * random.u8(..base / 4))];
    for _ in 0..digits {
        let digit = Digit::new(random.u8(..base));
        all.push(if unequal && random.bool() { digit.unequal() } else { digit });
    }
    Code::new(all, []).unwrap()
}

/// The words of a command line; single quotes stand around whole words.
pub fn words(line: &str) -> Vec<String> {
    let mut words = vec![];
    for (place, part) in line.split('\'').enumerate() {
        match place % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

/// A new directory inside the build directory; it vanishes when dropped.
pub fn scratch() -> TempDir {
    TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

/// A new directory in memory if the system offers one, for small files that are saved again and
/// again. On a disk, searches that save at every step wait most of their time. It vanishes when
/// dropped.
pub fn scratch_in_memory() -> TempDir {
    TempDir::new_in("/dev/shm").unwrap_or_else(|_| scratch())
}

/// The names of the entries of a directory, sorted.
pub fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
