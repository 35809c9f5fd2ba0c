//! Somebody's own table of values, held against the rules of a game.
//!
//! A table agrees if it names no other game, and every value in it is G(n) of its heap. The first that is not is reported with
//! both values and its place in the file, because later ones are often only consequences of it.
//! Cost: O(number of values), constant memory.
//!
//! ```
//! use octal::catalogue::compare::{Agreement, Difference, compare};
//! use octal::formats::read::{FilePlace, ValueTable};
//! use octal::period::search::{Limits, search};
//! let table = ValueTable::from_bytes(b"n,grundy\n4,1\n5,4\n6,2\n".to_vec(), "my.csv", None)?;
//! let kayles = search(&"0.77".parse()?, &Limits::heaps(table.last), &())?;
//! let wrong = Difference { heap: 6, found: 2, right: 3, place: FilePlace::Line(4) };
//! assert_eq!(compare(&table, &(&kayles).into())?, Agreement::Wrong(wrong));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::code::{Excerpt, Game};
use crate::formats::read::{FilePlace, ReadError, ValueTable};
use crate::period::shifted::View;

/// How a table compares with the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// Every value is right.
    Right,
    /// The first value that is wrong.
    Wrong(Difference),
    /// The values up to this heap are right, and its value is not known.
    Unknown(u64),
}

/// A value that is not that of its heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// n.
    pub heap: u64,
    /// What the table says.
    pub found: u64,
    /// G(n).
    pub right: u64,
    /// Where the table says it.
    pub place: FilePlace,
}

/// Fails if the table says that it is of another game.
///
/// # Errors
/// [`ReadError::Wrong`] with the place where it says so.
pub fn expect_game(table: &ValueTable, game: &Game) -> Result<(), ReadError> {
    let is_other = |code: &str| code.parse::<Game>().as_ref() != Ok(game);
    // Anybody may begin a comment like a title, but only the code or name of a game names one.
    let is_title = |(code, _): &&(String, FilePlace)| code.parse::<Game>().is_ok();
    let named = table.code.iter().chain(table.titles.iter().filter(is_title));
    match named.into_iter().find(|(code, _)| is_other(code)) {
        Some((code, place)) => Err(ReadError::Wrong {
            file: table.name().to_owned(),
            place: *place,
            found: format!("the code `{}`", Excerpt::of(code)),
            expected: format!("`{game}`, the game asked for, or no code"),
        }),
        None => Ok(()),
    }
}

/// Holds a table against what is known of a game.
///
/// # Errors
/// [`ReadError`] if the table can no longer be read.
pub fn compare(table: &ValueTable, view: &View<'_>) -> Result<Agreement, ReadError> {
    for entry in table.entries()? {
        let entry = entry?;
        match view.value(entry.heap) {
            None => return Ok(Agreement::Unknown(entry.heap)),
            Some(right) if right != entry.value => {
                let (heap, found, place) = (entry.heap, entry.value, entry.place);
                return Ok(Agreement::Wrong(Difference { heap, found, right, place }));
            }
            Some(_) => {}
        }
    }
    Ok(Agreement::Right)
}
