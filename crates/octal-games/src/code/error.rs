//! Errors of reading a code: each states what is wrong, at which column, and what would be right.

use std::fmt;

use super::cousins::standard_form;
use super::{Code, Game, LARGEST_PLACE, LARGEST_SHIFT, MAX_PLACE, value_of};
use crate::input::{shortened, visible};

/// An error of reading a code. Columns count the characters of the text from 1.
///
/// ```
/// let error = "0,137".parse::<octal_games::Game>().unwrap_err();
/// let message = "column 2: found a comma after the first digit, expected a point: write `0.137`";
/// assert_eq!(error.to_string(), message);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CodeError {
    /// d0 has bit 1 or 2.
    #[error(
        "place 0 may only hold 0, 4, 8 or c, found {digit}: a move that takes nothing must split the heap"
    )]
    PlaceZero {
        /// The digit found.
        digit: String,
    },
    /// In canonical form the code still needs too many places.
    #[error("the code has {places} places: at most {most} can be written out")]
    TooLong {
        /// The number of places, the repeat included.
        places: usize,
        /// The largest number of places.
        most: usize,
    },
    /// Nothing but white space.
    #[error("column 1: the text is empty: write a code such as `0.137` or a name such as `kayles`")]
    Empty,
    /// The digit before the point has bit 1 or 2.
    #[error(
        "column {column}: the digit before the point may only be 0, 4, 8 or c, found {digit}: \
         a move that takes nothing must split the heap"
    )]
    BeforePoint {
        /// Where the digit is.
        column: usize,
        /// The digit found.
        digit: String,
    },
    /// Digits without a point.
    #[error("column {column}: there is no point in `{found}`: write `0.{found}`")]
    MissingPoint {
        /// Where the point should be.
        column: usize,
        /// The digits.
        found: Excerpt,
    },
    /// A comma where the point should be.
    #[error(
        "column {column}: found a comma after the first digit, expected a point: write `{meant}`"
    )]
    CommaForPoint {
        /// The column of the comma.
        column: usize,
        /// The code with a point.
        meant: Excerpt,
    },
    /// A subtraction set in braces alone.
    #[error("column {column}: a subtraction set has an S and round brackets: write `{meant}`")]
    BracesOfSet {
        /// The column of the opening brace.
        column: usize,
        /// The same set, rightly written.
        meant: Excerpt,
    },
    /// A point with no digit after it.
    #[error("column {column}: a digit must follow the point, as in `0.137`, `4.0` or `0.[3]`")]
    NoDigits {
        /// Where a digit should be.
        column: usize,
    },
    /// A character that has no place there.
    #[error("column {column}: found {}, expected {expected}", .found.quoted())]
    Unexpected {
        /// Where it is.
        column: usize,
        /// The text from there on.
        found: Excerpt,
        /// A description of what would be right.
        expected: &'static str,
    },
    /// `!` after a digit that does not let two heaps remain.
    #[error(
        "column {column}: `!` (two heaps must differ) may only follow a digit with bit 4: \
         4, 5, 6, 7, c, d, e or f"
    )]
    MisplacedMark {
        /// Where the `!` is.
        column: usize,
    },
    /// `[` without `]`.
    #[error("column {column}: the bracket opened here is not closed: write `]` after its digits")]
    UnclosedRepeat {
        /// Where the `[` is.
        column: usize,
    },
    /// Nothing between the brackets.
    #[error("column {column}: the brackets are empty: write the digits that repeat, as in `0.[3]`")]
    EmptyRepeat {
        /// Where a digit should be.
        column: usize,
    },
    /// Something follows the repeat.
    #[error(
        "column {column}: found `{found}` after the repeat: what is in brackets repeats for ever, \
         so `]` must be the end"
    )]
    AfterRepeat {
        /// Where it is.
        column: usize,
        /// The text from there on.
        found: Excerpt,
    },
    /// More than 64 places.
    #[error(
        "column {column}: this digit is one too many: at most {MAX_PLACE} places can be written out; \
         more are given by number, as in `0.{{100:7}}`"
    )]
    TooManyPlaces {
        /// Where the first digit too many is.
        column: usize,
    },
    /// Not a place that a code may name, and not a number of tokens that a subtraction set may
    /// hold.
    #[error(
        "column {column}: found {}, expected a number from 1 to {LARGEST_PLACE}, as in `S(1,2,3)`",
        .found.quoted()
    )]
    BadPlace {
        /// The column of the text.
        column: usize,
        /// The text found.
        found: Excerpt,
    },
    /// A place with two digits.
    #[error(
        "column {column}: from place {place} on there is a digit already: write one for each place"
    )]
    TwoDigits {
        /// The column of the second range of places.
        column: usize,
        /// The first place of the range.
        place: usize,
    },
    /// The text after `shift` is not a number from −1 000 000 to 1 000 000.
    #[error(
        "column {column}: found {} after `shift`, expected s of G(n) = G_CODE(n − s), a whole \
         number from -{LARGEST_SHIFT} to {LARGEST_SHIFT}, as in `0.6 shift 1`",
        .found.quoted()
    )]
    BadShift {
        /// Where the number should be.
        column: usize,
        /// The text found.
        found: Excerpt,
    },
    /// A negative shift for which the code has no cousin.
    #[error(
        "column {column}: `{found}` is no game, as {}: the least shift of {code} is {}",
        missing_cousin(.code, *.most), -(*.most as i64)
    )]
    NoCousin {
        /// Where the text begins.
        column: usize,
        /// The text.
        found: Excerpt,
        /// The code to which the shift belongs.
        code: Box<Code>,
        /// The largest s for which `CODE shift -s` is a game.
        most: u64,
    },
    /// No game has this name.
    #[error("column {column}: no game is called `{found}`: {}", did_you_mean(.nearest))]
    UnknownName {
        /// Where the name begins.
        column: usize,
        /// The name.
        found: Excerpt,
        /// The nearest names, if some are near.
        nearest: Vec<&'static str>,
    },
    /// A game with a shift where only a code will do.
    #[error(
        "column {column}: `{found}` is a game with a shift, G(n) = {}, and a shift cannot stand here: \
         write `{}`", value_of(&.game.code, .game.shift as i64), .game.code
    )]
    NeedsGame {
        /// Where the text begins.
        column: usize,
        /// The text.
        found: Excerpt,
        /// The game that the text stands for.
        game: Box<Game>,
    },
}

fn did_you_mean(nearest: &[&str]) -> String {
    if nearest.is_empty() {
        return "`octal games` lists the names; a code is written like `0.137`".to_owned();
    }
    let names: Vec<String> = nearest.iter().map(|name| format!("`{name}`")).collect();
    format!("did you mean {}?", names.join(" or "))
}

/// The reason why a code has no cousin whose heaps are more than `most` smaller.
fn missing_cousin(code: &Code, most: u64) -> String {
    match standard_form(code).0.digit(1).leaves_none() {
        true => format!("heap {} of {code} has a move and would be heap 0", most + 1),
        false => format!("its code would need more than {MAX_PLACE} places"),
    }
}

/// The beginning of a wrong text, fit to be shown: at most 20 characters, none of them invisible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt(String);

impl Excerpt {
    pub(super) const MOST_CHARACTERS: usize = 20;

    /// The beginning of `text`.
    pub fn of(text: &str) -> Excerpt {
        // One of the characters is the mark for the text that follows.
        let kept = Excerpt::MOST_CHARACTERS
            - usize::from(text.chars().nth(Excerpt::MOST_CHARACTERS).is_some());
        Excerpt(shortened(&visible(text), kept))
    }

    /// The excerpt in quotes. At the end of a text, words without quotes.
    pub(crate) fn quoted(&self) -> String {
        if self.0.is_empty() { "the end of the text".to_owned() } else { format!("`{self}`") }
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
