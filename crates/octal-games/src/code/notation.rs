//! Reads codes written as digits, character by character, so that an error knows its column.
//!
//! Reading stops at the first thing wrong, so the cost is O(text) however long the text is. Names and
//! shifts are read one floor above, in [`super::parse`].

use std::iter::Peekable;
use std::str::Chars;

use super::error::{CodeError, Excerpt};
use super::{Code, Digit, MAX_PLACE};

/// Reads a code that is not a name; the text begins at `column` and has no white space around it.
pub(super) fn notation(text: &str, column: usize) -> Result<Code, CodeError> {
    let mut reader = Reader { text, rest: text.chars().peekable(), column, places: 0 };
    if text.starts_with(['S', 's']) { reader.subtraction() } else { reader.code() }
}

/// Reads a text character by character and knows the column.
struct Reader<'a> {
    text: &'a str,
    rest: Peekable<Chars<'a>>,
    /// The column of the next character.
    column: usize,
    /// The places that have been read.
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
            if let Some((first, rest)) = self.text.split_once(',').filter(|_| digit.is_some())
                && self.rest.peek() == Some(&',')
                && first.chars().count() + column == self.column
                && rest.starts_with(|c: char| c.is_ascii_hexdigit() || c == '[')
            {
                let meant = format!("{first}.{}", Excerpt::of(rest));
                return Err(CodeError::CommaForPoint {
                    column: self.column,
                    meant: Excerpt::of(&meant),
                });
            }
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
        let text: String = self.rest.clone().take(Excerpt::MOST_CHARACTERS + 1).collect();
        Excerpt::of(&text)
    }

    fn unexpected<T>(&self, expected: &'static str) -> Result<T, CodeError> {
        Err(CodeError::Unexpected { column: self.column, found: self.excerpt(), expected })
    }
}
