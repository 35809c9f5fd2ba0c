//! Reads codes written as digits, character by character, so that an error knows its column.
//!
//! Reading stops at the first thing wrong, so the cost is O(text) however long the text is. Names
//! and shifts are read one floor above, in [`super::parse`].

use std::iter::Peekable;
use std::ops::RangeInclusive;
use std::str::Chars;

use super::error::{CodeError, Excerpt};
use super::number::whole;
use super::{Code, Digit, LARGEST_PLACE, MAX_PLACE};

/// Reads a code that is not a name; the text begins at `column` and has no white space around it.
pub(super) fn notation(text: &str, column: usize) -> Result<Code, CodeError> {
    let mut reader = Reader { text, rest: text.chars().peekable(), column, places: 0 };
    match text.chars().next() {
        Some('S' | 's') => reader.subtraction(),
        Some('t') => reader.row(),
        Some('{') => reader.braces(),
        _ => reader.code(),
    }
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
        if self.rest.peek() == Some(&'{') && !before_point.leaves_three() {
            return self.by_number(before_point);
        }
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

    /// `S(1,3..9)` or `S(k^2)`: taking k tokens may leave no heap or one, so digit 3 stands at
    /// place k.
    fn subtraction(&mut self) -> Result<Code, CodeError> {
        self.next();
        self.spaces();
        if !self.take(|c| c == '(') {
            return self.unexpected("`(`, as in `S(1,2,3)`");
        }
        self.spaces();
        let mut digits = PlacedDigits::new(Digit::ZERO);
        if self.take(|c| c == 'k') {
            digits.digits.resize(LARGEST_PLACE + 1, Digit::ZERO);
            self.powers()?.for_each(|power| digits.digits[power] = Digit::new(3));
        } else {
            self.places(&mut digits, Digit::new(3))?;
        }
        if !self.take(|c| c == ')') {
            return self.unexpected("`,` or `)`, as in `S(1,2,3)`");
        }
        match self.rest.peek() {
            None => digits.code(),
            Some(_) => self.unexpected("nothing after the `)` of a subtraction set"),
        }
    }

    /// `{1,3..9}`, which is no code but means `S(1,3..9)`.
    fn braces(&mut self) -> Result<Code, CodeError> {
        let inner = self.text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
        let meant = inner.map(|inner| format!("S({inner})"));
        if let Some(meant) = meant.filter(|set| notation(set, 1).is_ok()) {
            return Err(CodeError::BracesOfSet { column: self.column, meant: Excerpt::of(&meant) });
        }
        self.code()
    }

    /// `^2` and the white space after it: the powers up to [`LARGEST_PLACE`].
    fn powers(&mut self) -> Result<impl Iterator<Item = usize> + use<>, CodeError> {
        let exponent = if self.take(|c| c == '^') { self.number() } else { String::new() };
        match exponent.parse() {
            Ok(exponent @ 1..=17) => {
                self.spaces();
                let powers = (1..).map(move |k: usize| k.checked_pow(exponent));
                Ok(powers.map_while(|power| power.filter(|&power| power <= LARGEST_PLACE)))
            }
            _ => self.unexpected("an exponent from 1 to 17 before this, as in `S(k^2)`"),
        }
    }

    /// `take 2..3 in a row`: digit 7 stands at place k.
    fn row(&mut self) -> Result<Code, CodeError> {
        (0.."take".len()).for_each(|_| self.next());
        let mut digits = PlacedDigits::new(Digit::ZERO);
        self.places(&mut digits, Digit::new(7))?;
        for word in ["in", "a", "row"] {
            self.spaces();
            if !word.chars().all(|letter| self.take(|c| c == letter)) {
                return self.unexpected("`in a row`, as in `take 2..3 in a row`");
            }
        }
        match self.rest.peek() {
            None => digits.code(),
            Some(_) => self.unexpected("nothing after `in a row`"),
        }
    }

    /// `3:7,70..80:3}`, after the brace: digits by their places.
    fn by_number(&mut self, before_point: Digit) -> Result<Code, CodeError> {
        self.next();
        let mut digits = PlacedDigits::new(before_point);
        loop {
            let (column, range) = self.range()?;
            if !self.take(|c| c == ':') {
                return self.unexpected("`:` and a digit, as in `0.{100:7}`");
            }
            self.spaces();
            if !self.rest.peek().is_some_and(|c| c.is_digit(8)) {
                return self.unexpected("a digit from 0 to 7, as in `0.{100:7}`");
            }
            let digit = self.digit()?.unwrap_or_default();
            if digits.holds_digit(&range) {
                let place = *range.start();
                return Err(CodeError::TwoDigits { column, place });
            }
            self.set(&mut digits, range, digit)?;
            self.spaces();
            if !self.take(|c| c == ',') {
                break;
            }
        }
        if !self.take(|c| c == '}') {
            return self.unexpected("`,` or `}`, as in `0.{3:7,100:7}`");
        }
        match self.rest.peek() {
            None => digits.code(),
            Some(_) => self.unexpected("nothing after the `}`"),
        }
    }

    /// Gives this digit to places and ranges of places, apart by commas.
    fn places(&mut self, digits: &mut PlacedDigits, digit: Digit) -> Result<(), CodeError> {
        loop {
            let (_, range) = self.range()?;
            self.set(digits, range, digit)?;
            if !self.take(|c| c == ',') {
                return Ok(());
            }
        }
    }

    fn set(
        &mut self,
        digits: &mut PlacedDigits,
        range: RangeInclusive<usize>,
        digit: Digit,
    ) -> Result<(), CodeError> {
        digits.named += range.end() - range.start() + 1;
        if digits.named > LARGEST_PLACE {
            return self.unexpected("no more than 100000 places in all before this");
        }
        digits.set(range, digit);
        Ok(())
    }

    /// A place or `3..9`, its column, and the white space around it.
    fn range(&mut self) -> Result<(usize, RangeInclusive<usize>), CodeError> {
        self.spaces();
        let column = self.column;
        let first = self.place_number()?;
        if !self.take(|c| c == '.') {
            return Ok((column, first..=first));
        }
        if !self.take(|c| c == '.') {
            return self.unexpected("`..` between two places, as in `3..9`");
        }
        let last = self.place_number()?;
        if last < first {
            let found = Excerpt::of(&format!("{first}..{last}"));
            let expected = "the smaller number first, as in `3..9`";
            return Err(CodeError::Unexpected { column, found, expected });
        }
        Ok((column, first..=last))
    }

    /// A number from 1 to [`LARGEST_PLACE`], and the white space around it.
    fn place_number(&mut self) -> Result<usize, CodeError> {
        self.spaces();
        let (column, excerpt) = (self.column, self.excerpt());
        let number = self.number();
        self.spaces();
        match whole(&number).map(usize::try_from) {
            Ok(Ok(place @ 1..=LARGEST_PLACE)) => Ok(place),
            _ => {
                let found = if number.is_empty() { excerpt } else { Excerpt::of(&number) };
                Err(CodeError::BadPlace { column, found })
            }
        }
    }

    /// Letters, digits, `^` and `_`, of which a number may consist.
    fn number(&mut self) -> String {
        let mut number = String::new();
        while let Some(&c) = self.rest.peek().filter(|c| c.is_alphanumeric() || "^_-".contains(**c))
        {
            number.push(c);
            self.next();
        }
        number
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

    /// The text at the present column.
    fn excerpt(&self) -> Excerpt {
        let text: String = self.rest.clone().take(Excerpt::MOST_CHARACTERS + 1).collect();
        Excerpt::of(&text)
    }

    fn unexpected<T>(&self, expected: &'static str) -> Result<T, CodeError> {
        Err(CodeError::Unexpected { column: self.column, found: self.excerpt(), expected })
    }
}

/// Digits by their places.
struct PlacedDigits {
    digits: Vec<Digit>,
    /// The number of places named, each as often as it is.
    named: usize,
}

impl PlacedDigits {
    fn new(before_point: Digit) -> PlacedDigits {
        PlacedDigits { digits: vec![before_point], named: 0 }
    }

    /// True if one of these places has a digit.
    fn holds_digit(&self, range: &RangeInclusive<usize>) -> bool {
        let mut digits = self.digits.iter().skip(*range.start()).take(range.clone().count());
        digits.any(|digit| *digit != Digit::ZERO)
    }

    fn set(&mut self, range: RangeInclusive<usize>, digit: Digit) {
        let length = self.digits.len().max(range.end() + 1);
        self.digits.resize(length, Digit::ZERO);
        self.digits[range].fill(digit);
    }

    fn code(self) -> Result<Code, CodeError> {
        Code::by_number(self.digits)
    }
}
