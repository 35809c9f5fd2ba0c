//! Reading codes: every accepted spelling, and where a text goes wrong.
//!
//! | spelling | meaning |
//! |---|---|
//! | `0.137`, `.137`, `0·137` | digits d1 d2 d3, hexadecimal in either case |
//! | `4.4`, `4!.0` | a digit d0: heaps may be split without taking |
//! | `0.34!` | `!` after a digit with bit 4: two heaps that remain must differ |
//! | `0.3[37]` | the digits in brackets repeat for ever |
//! | `S(1,2,3)`, `S(1,100)`, `S(3..9)`, `S(k^2)` | subtraction game: digit 3 at places 1, 2, 3 |
//! | `0.{3:7,70..99:3}` | places by number, up to 100 000: digit 7 at place 3, digit 3 at the places 70 to 99 |
//! | `take 2..3 in a row` | 0.077: neighbours are taken from a row |
//! | `kayles` | a name, see [`names`] |
//! | `0.6 shift 1` | a [`Game`]: G(n) = G_0.6(n − 1) |
//! | `0.07 shift -1` | the first cousin 0.137: G(n) = G_0.07(n + 1) |
//!
//! `CODE shift -s` is a game if the heaps 1 to s of the code have no move. Heap n of the game is
//! heap n + s of the code, and heap 0 is heap s. Its code is the s-th first cousin
//! ([`cousins::moved_down`]).
//!
//! Notation: `[GuySmith1956]`, `[WW]` chapter 4; marks and repeats as in CGSuite. Reading stops at
//! the first thing wrong, so the cost is O(text) however long the text is.

use std::str::FromStr;

use super::error::{CodeError, Excerpt};
use super::notation::notation;
use super::{Code, Game, LARGEST_SHIFT, cousins, names};

impl From<Code> for String {
    fn from(code: Code) -> String {
        code.to_string()
    }
}

impl TryFrom<String> for Code {
    type Error = CodeError;

    fn try_from(text: String) -> Result<Code, CodeError> {
        text.parse()
    }
}

impl FromStr for Code {
    type Err = CodeError;

    /// Reads a code in any spelling of [`parse`](self), or the name of a game without a shift.
    fn from_str(text: &str) -> Result<Code, CodeError> {
        let game: Game = text.parse()?;
        if game.shift == 0 {
            return Ok(game.code);
        }
        let (text, column) = trim(text);
        Err(CodeError::NeedsGame { column, found: Excerpt::of(text), game: Box::new(game) })
    }
}

impl FromStr for Game {
    type Err = CodeError;

    /// Reads a code in any spelling of [`parse`](self), or a name, and ` shift s` behind either.
    ///
    /// ```
    /// use octal_games::Game;
    /// let game: Game = "Couples are forever".parse()?;
    /// assert_eq!(game.to_string(), "0.6 shift 1");
    /// # Ok::<(), octal_games::CodeError>(())
    /// ```
    fn from_str(text: &str) -> Result<Game, CodeError> {
        let (text, column) = trim(text);
        if text.is_empty() {
            return Err(CodeError::Empty);
        }
        let (body, shift) = split_shift(text, column)?;
        let mut game = if looks_like_name(body) {
            named(body, column)?
        } else {
            notation(body, column)?.into()
        };
        let sum = game.shift as i64 + shift;
        if sum > LARGEST_SHIFT as i64 {
            return Err(CodeError::BadShift { column, found: Excerpt::of(text) });
        }
        if sum < 0 {
            game.code = cousins::moved_down(&game.code, sum.unsigned_abs()).map_err(|most| {
                let code = Box::new(game.code.clone());
                CodeError::NoCousin { column, found: Excerpt::of(text), code, most }
            })?;
        }
        game.shift = sum.max(0) as u64;
        Ok(game)
    }
}

/// The text without white space around it, and the column at which it begins.
fn trim(text: &str) -> (&str, usize) {
    let trimmed = text.trim_start();
    (trimmed.trim_end(), 1 + text[..text.len() - trimmed.len()].chars().count())
}

/// Separates ` shift s` from what stands before it; without one, the shift is 0.
fn split_shift(text: &str, column: usize) -> Result<(&str, i64), CodeError> {
    let split = |text: &'_ str| -> Option<(usize, usize)> {
        let (before, after) = text.rsplit_once(char::is_whitespace)?;
        Some((before.trim_end().len(), text.len() - after.len()))
    };
    let Some((before, last)) = split(text) else { return Ok((text, 0)) };
    let number = &text[last..];
    if number.eq_ignore_ascii_case("shift") {
        let column = column + text.chars().count();
        return Err(CodeError::BadShift { column, found: Excerpt::of("") });
    }
    let Some((body, word)) = split(&text[..before]) else { return Ok((text, 0)) };
    if !text[word..before].eq_ignore_ascii_case("shift") {
        return Ok((text, 0));
    }
    let (sign, digits) = match number.strip_prefix(['-', '−']) {
        Some(digits) => (-1, digits),
        None => (1, number),
    };
    let is_whole = digits.bytes().all(|b| b.is_ascii_digit());
    match digits.parse::<u64>() {
        Ok(shift) if is_whole && shift <= LARGEST_SHIFT => Ok((&text[..body], sign * shift as i64)),
        _ => {
            let column = column + text[..last].chars().count();
            Err(CodeError::BadShift { column, found: Excerpt::of(number) })
        }
    }
}

/// True if the text begins with a letter, unless it is like `c.4`, `S(1,2)` or `take 2 in a row`.
fn looks_like_name(text: &str) -> bool {
    let mut chars = text.chars();
    let first = chars.next();
    let row = text.strip_prefix("take ").is_some_and(|rest| {
        rest.ends_with("in a row") || rest.trim_start().starts_with(|c: char| c.is_ascii_digit())
    });
    let second = chars.find(|c| *c != '!' && !c.is_whitespace());
    let code = matches!(second, Some('.' | '·')) && first.is_some_and(|c| c.is_ascii_hexdigit());
    let set = second == Some('(') && matches!(first, Some('S' | 's'));
    first.is_some_and(char::is_alphabetic) && !code && !set && !row
}

/// The game with this name.
fn named(text: &str, column: usize) -> Result<Game, CodeError> {
    names::lookup(text).map(|game| game.game.clone()).ok_or_else(|| CodeError::UnknownName {
        column,
        found: Excerpt::of(text),
        nearest: names::nearest(text),
    })
}
