//! Reading codes: every accepted spelling, and where a text goes wrong.
//!
//! | spelling | meaning |
//! |---|---|
//! | `0.137`, `.137`, `0·137` | digits d1 d2 d3, hexadecimal in either case |
//! | `4.4`, `4!.0` | a digit d0: heaps may be split without taking |
//! | `0.34!` | `!` after a digit with bit 4: two heaps that remain must differ |
//! | `0.3[37]` | the digits in brackets repeat for ever |
//! | `S(1,2,3)` | subtraction game: digit 3 at places 1, 2, 3 |
//! | `kayles` | a name, see [`names`] |
//! | `0.6 shift 1` | a [`Game`]: heaps one larger than those of the code |
//!
//! Notation: `[GuySmith1956]`, `[WW]` chapter 4; marks and repeats as in CGSuite. Reading stops at
//! the first thing wrong, so the cost is O(text) however long the text is.

use std::iter::Peekable;
use std::str::{Chars, FromStr};

use super::error::{CodeError, Excerpt};
use super::{Code, Digit, Game, MAX_PLACE, names};

impl FromStr for Code {
    type Err = CodeError;

    /// Reads a code in any spelling of [`parse`](self), or the name of a game that has no shift.
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
    /// use octal::code::Game;
    /// let game: Game = "Couples are forever".parse()?;
    /// assert_eq!(game.to_string(), "0.6 shift 1");
    /// # Ok::<(), octal::code::CodeError>(())
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
        let too_large = || CodeError::BadShift { column, found: Excerpt::of(text) };
        game.shift = game.shift.checked_add(shift).ok_or_else(too_large)?;
        Ok(game)
    }
}

/// The text without white space around it, and the column at which it begins.
fn trim(text: &str) -> (&str, usize) {
    let trimmed = text.trim_start();
    (trimmed.trim_end(), 1 + text[..text.len() - trimmed.len()].chars().count())
}

/// Separates ` shift s` from what stands before it; without one, the shift is 0.
fn split_shift(text: &str, column: usize) -> Result<(&str, u64), CodeError> {
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
    let digits = number.bytes().all(|b| b.is_ascii_digit());
    match number.parse() {
        Ok(shift) if digits => Ok((&text[..body], shift)),
        _ => {
            let column = column + text[..last].chars().count();
            Err(CodeError::BadShift { column, found: Excerpt::of(number) })
        }
    }
}

/// Names begin with a letter; so do `c.4` and `S(1,2)`, which are told by their second sign.
fn looks_like_name(text: &str) -> bool {
    let mut chars = text.chars();
    let first = chars.next();
    let second = chars.find(|c| *c != '!' && !c.is_whitespace());
    let code = matches!(second, Some('.' | '·')) && first.is_some_and(|c| c.is_ascii_hexdigit());
    let set = second == Some('(') && matches!(first, Some('S' | 's'));
    first.is_some_and(char::is_alphabetic) && !code && !set
}

/// The game with this name.
fn named(text: &str, column: usize) -> Result<Game, CodeError> {
    names::lookup(text).map(|game| game.game.clone()).ok_or_else(|| CodeError::UnknownName {
        column,
        found: Excerpt::of(text),
        nearest: names::nearest(text),
    })
}

/// Reads a code that is not a name; the text begins at `column` and has no white space around it.
pub(super) fn notation(text: &str, column: usize) -> Result<Code, CodeError> {
    let mut reader = Reader { text, rest: text.chars().peekable(), column, places: 0 };
    if text.starts_with(['S', 's']) { reader.subtraction() } else { reader.code() }
}

/// Reads a text sign by sign and knows the column.
struct Reader<'a> {
    text: &'a str,
    rest: Peekable<Chars<'a>>,
    /// The column of the next character.
    column: usize,
    /// Places read so far.
    places: usize,
}

impl Reader<'_> {
    /// `d0 . digits [ digits ]`
    fn code(&mut self) -> Result<Code, CodeError> {
        let before_point = self.before_point()?;
        let mut digits = vec![before_point];
        while let Some(digit) = self.place()? {
            digits.push(digit);
        }
        let repeat = self.repeat()?;
        if digits.len() == 1 && repeat.is_empty() {
            return match self.rest.peek() {
                None => Err(CodeError::NoDigits { column: self.column }),
                Some(_) => self.unexpected("a digit 0 to 9 or a to f after the point"),
            };
        }
        match self.rest.peek() {
            None => Code::new(digits, repeat),
            Some('!') => Err(CodeError::MisplacedMark { column: self.column }),
            Some(_) if !repeat.is_empty() => {
                Err(CodeError::AfterRepeat { column: self.column, found: self.excerpt() })
            }
            Some(_) => self.unexpected("a digit 0 to 9 or a to f, `[`, or the end"),
        }
    }

    /// Digit d0, which may be left out, and the point.
    fn before_point(&mut self) -> Result<Digit, CodeError> {
        let column = self.column;
        let digit = self.digit()?;
        if !self.take(|c| matches!(c, '.' | '·')) {
            let pointless = |c: char| c.is_ascii_hexdigit() || matches!(c, '!' | '[' | ']');
            if self.text.chars().all(pointless) {
                return Err(CodeError::MissingPoint { column, found: Excerpt::of(self.text) });
            }
            return self.unexpected(match digit {
                Some(_) => "the point, after one digit at most",
                None => "a code such as `0.137` or a name such as `kayles`",
            });
        }
        match digit.unwrap_or_default() {
            digit if digit.leaves_none() || digit.leaves_one() => {
                Err(CodeError::BeforePoint { column, digit: digit.to_string() })
            }
            digit => Ok(digit),
        }
    }

    /// The digits in brackets, if there are any.
    fn repeat(&mut self) -> Result<Vec<Digit>, CodeError> {
        let opened = self.column;
        let mut repeat = Vec::new();
        if !self.take(|c| c == '[') {
            return Ok(repeat);
        }
        while let Some(digit) = self.place()? {
            repeat.push(digit);
        }
        match self.rest.peek() {
            None => Err(CodeError::UnclosedRepeat { column: opened }),
            Some(']') if repeat.is_empty() => Err(CodeError::EmptyRepeat { column: self.column }),
            Some(']') => {
                self.next();
                Ok(repeat)
            }
            Some('!') => Err(CodeError::MisplacedMark { column: self.column }),
            Some(_) => self.unexpected("a digit 0 to 9 or a to f, or `]`"),
        }
    }

    /// A digit after the point.
    fn place(&mut self) -> Result<Option<Digit>, CodeError> {
        let column = self.column;
        let digit = self.digit()?;
        self.places += usize::from(digit.is_some());
        if self.places > MAX_PLACE { Err(CodeError::TooManyPlaces { column }) } else { Ok(digit) }
    }

    /// A hexadecimal digit with its mark.
    fn digit(&mut self) -> Result<Option<Digit>, CodeError> {
        let Some(bits) = self.rest.peek().and_then(|c| c.to_digit(16)) else { return Ok(None) };
        self.next();
        // A hexadecimal digit is at most 15.
        let digit = Digit::new(bits as u8);
        let mark = self.column;
        if !self.take(|c| c == '!') {
            return Ok(Some(digit));
        }
        let marked = digit.unequal();
        if marked.is_unequal() {
            Ok(Some(marked))
        } else {
            Err(CodeError::MisplacedMark { column: mark })
        }
    }

    /// `S(1,2,3)`: taking k tokens may leave no heap or one, so digit 3 stands at place k.
    fn subtraction(&mut self) -> Result<Code, CodeError> {
        self.next();
        self.spaces();
        if !self.take(|c| c == '(') {
            return self.unexpected("`(`, as in `S(1,2,3)`");
        }
        let mut digits = vec![Digit::ZERO; MAX_PLACE + 1];
        loop {
            digits[self.tokens()?] = Digit::new(3);
            if self.take(|c| c == ')') {
                break;
            }
            if !self.take(|c| c == ',') {
                return self.unexpected("`,` or `)`, as in `S(1,2,3)`");
            }
        }
        match self.rest.peek() {
            None => Code::new(digits, []),
            Some(_) => self.unexpected("nothing after the `)` of a subtraction set"),
        }
    }

    /// A number from 1 to [`MAX_PLACE`], and the white space around it.
    fn tokens(&mut self) -> Result<usize, CodeError> {
        self.spaces();
        let (column, mut rest) = (self.column, self.rest.clone());
        let mut tokens = 0;
        while let Some(digit) = self.rest.peek().and_then(|c| c.to_digit(10)) {
            self.next();
            tokens = (10 * tokens + digit as usize).min(MAX_PLACE + 1);
        }
        self.spaces();
        if (1..=MAX_PLACE).contains(&tokens) {
            return Ok(tokens);
        }
        let found: String =
            rest.by_ref().take_while(|c| !matches!(c, ',' | ')')).take(30).collect();
        let found = if found.is_empty() { self.excerpt() } else { Excerpt::of(found.trim_end()) };
        Err(CodeError::BadSubtraction { column, found })
    }

    fn next(&mut self) {
        self.column += usize::from(self.rest.next().is_some());
    }

    /// Passes the next character if it is the one wanted.
    fn take(&mut self, wanted: impl Fn(char) -> bool) -> bool {
        let found = self.rest.peek().is_some_and(|c| wanted(*c));
        if found {
            self.next();
        }
        found
    }

    fn spaces(&mut self) {
        while self.take(char::is_whitespace) {}
    }

    /// What stands at the present column.
    fn excerpt(&self) -> Excerpt {
        let text: String = self.rest.clone().take(Excerpt::LENGTH + 1).collect();
        Excerpt::of(&text)
    }

    fn unexpected<T>(&self, expected: &'static str) -> Result<T, CodeError> {
        Err(CodeError::Unexpected { column: self.column, found: self.excerpt(), expected })
    }
}
