//! Codes of taking-and-breaking games: the parts that may remain after k tokens are taken from one
//! heap.
//!
//! A code is a row of digits `d0.d1d2d3…`. Digit `d_k` is a sum of bits. Bit 1: nothing may remain,
//! so the heap had exactly k tokens. Bit 2: one non-empty heap. Bit 4: two non-empty heaps. Bit 8,
//! in hexadecimal codes: three. Source: `[GuySmith1956]`, `[WW]` chapter 4.
//!
//! * [`Code`] the digits, in canonical form; printing it and reading it back gives the same code
//! * [`Game`] a code with a shift: `couples-are-forever` is `0.6 shift 1`, G(n) = G_0.6(n − 1)
//! * [`parse`] every accepted spelling, with errors that name the column
//! * [`names`] the games that have names
//! * [`cousins`] standard form, first cousins, and equality proved by the rules

pub mod cousins;
mod error;
pub mod names;
mod notation;
pub mod number;
pub mod parse;

use std::fmt;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

pub use error::{CodeError, Excerpt};

/// The largest place k that a code may write out.
pub const MAX_PLACE: usize = 64;

/// The largest place k that a code may name by number, as in `0.{100:7}` and `S(1,100)`.
pub const LARGEST_PLACE: usize = 100_000;

/// The largest shift of a game: the heaps below it are walked one by one.
pub const LARGEST_SHIFT: u64 = 1_000_000;

/// One digit of a code: the parts that may remain after its number of tokens is taken.
///
/// ```
/// use octal_games::Digit;
/// // 6 = 2 + 4: one heap or two may remain.
/// let digit = Digit::new(6);
/// assert!(digit.leaves_one() && digit.leaves_two() && !digit.leaves_none());
/// // The mark `!`: two heaps that remain must differ in size.
/// assert_eq!(digit.unequal().to_string(), "6!");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Digit {
    bits: u8,
    unequal: bool,
}

impl Digit {
    /// The digit that allows nothing.
    pub const ZERO: Digit = Digit { bits: 0, unequal: false };

    /// The digit with these bits (1, 2, 4, 8); only the lowest four count.
    pub const fn new(bits: u8) -> Digit {
        Digit { bits: bits & 15, unequal: false }
    }

    /// The same digit with the mark `!`: two heaps that remain must differ in size.
    ///
    /// The mark means nothing, and is dropped, where two heaps may not remain.
    pub const fn unequal(self) -> Digit {
        Digit { bits: self.bits, unequal: self.bits & 4 != 0 }
    }

    /// The sum 1·(no heap) + 2·(one heap) + 4·(two heaps) + 8·(three heaps).
    pub const fn bits(self) -> u8 {
        self.bits
    }

    /// Bit 1: the whole heap may be taken.
    pub const fn leaves_none(self) -> bool {
        self.bits & 1 != 0
    }

    /// Bit 2: one non-empty heap may remain.
    pub const fn leaves_one(self) -> bool {
        self.bits & 2 != 0
    }

    /// Bit 4: two non-empty heaps may remain.
    pub const fn leaves_two(self) -> bool {
        self.bits & 4 != 0
    }

    /// Bit 8: three non-empty heaps may remain.
    pub const fn leaves_three(self) -> bool {
        self.bits & 8 != 0
    }

    /// Mark `!`: two heaps that remain must differ in size.
    pub const fn is_unequal(self) -> bool {
        self.unequal
    }

    /// The digit that allows every move that either digit allows. Two equal heaps are allowed if
    /// either allows them.
    pub const fn union(self, other: Digit) -> Digit {
        let equal = (self.leaves_two() && !self.unequal) || (other.leaves_two() && !other.unequal);
        let joined = Digit::new(self.bits | other.bits);
        if equal { joined } else { joined.unequal() }
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}{}", self.bits, if self.unequal { "!" } else { "" })
    }
}

/// A taking-and-breaking game: digits for places 0, 1, 2, …, of which the last may repeat for ever.
///
/// Always canonical: no trailing zero digits, the shortest repeat, and the repeat begins as early
/// as it can. Two codes are equal as values exactly if all their digits are.
///
/// ```
/// use octal_games::Code;
/// let dawsons_chess: Code = ".1370".parse()?;
/// assert_eq!(dawsons_chess.to_string(), "0.137");
/// assert_eq!("0.3[33]".parse::<Code>()?.to_string(), "0.[3]");
/// # Ok::<(), octal_games::CodeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(Serialize, Deserialize),
    serde(into = "String", try_from = "String")
)]
pub struct Code {
    /// d0, d1, …; never empty.
    digits: Vec<Digit>,
    /// The digits that follow `digits` and repeat for ever; empty for a finite code.
    repeat: Vec<Digit>,
}

impl Code {
    /// The code with these digits (place 0 first), followed by `repeat` for ever.
    ///
    /// A missing place 0 is a zero digit; place 0 never repeats.
    ///
    /// # Errors
    /// [`CodeError::PlaceZero`] if d0 allows to remain nothing or one heap: a move must change
    /// something and the game must end. [`CodeError::TooLong`] if the canonical form needs more
    /// than 64 places, the repeat included: such a code could not be read back.
    pub fn new(
        digits: impl IntoIterator<Item = Digit>,
        repeat: impl IntoIterator<Item = Digit>,
    ) -> Result<Code, CodeError> {
        Code::within(MAX_PLACE, digits.into_iter().collect(), repeat.into_iter().collect())
    }

    /// The finite code with these digits (place 0 first), up to place 100 000.
    /// Beyond place 64 the code is printed with its places by number.
    ///
    /// ```
    /// use octal_games::{Code, Digit};
    /// let mut digits = vec![Digit::ZERO; 101];
    /// digits[100] = Digit::new(7);
    /// assert_eq!(Code::by_number(digits)?.to_string(), "0.{100:7}");
    /// # Ok::<(), octal_games::CodeError>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Code::new`], with more places.
    pub fn by_number(digits: impl IntoIterator<Item = Digit>) -> Result<Code, CodeError> {
        Code::within(LARGEST_PLACE, digits.into_iter().collect(), vec![])
    }

    /// The code in canonical form, if it needs `most` places at most.
    fn within(
        most: usize,
        mut digits: Vec<Digit>,
        mut repeat: Vec<Digit>,
    ) -> Result<Code, CodeError> {
        if digits.is_empty() {
            digits.push(Digit::ZERO);
        }
        if digits[0].leaves_none() || digits[0].leaves_one() {
            return Err(CodeError::PlaceZero { digit: digits[0].to_string() });
        }
        shorten_repeat(&mut repeat);
        while digits.len() > 1 && digits.last() == repeat.last().or(Some(&Digit::ZERO)) {
            digits.pop();
            if !repeat.is_empty() {
                repeat.rotate_right(1);
            }
        }
        let places = digits.len() - 1 + repeat.len();
        if places > most {
            return Err(CodeError::TooLong { places, most });
        }
        Ok(Code { digits, repeat })
    }

    /// All codes with d0 among `first` and the digits d1 to d`places` below `base`, those that need
    /// fewer places included. Digits before the point that no code may have are left out.
    pub fn all(first: &[u8], base: u8, places: u32) -> impl Iterator<Item = Code> {
        let base = usize::from(base);
        first.iter().flat_map(move |&first| {
            (0..base.pow(places)).filter_map(move |number| {
                let digit = |k| Digit::new((number / base.pow(places - k) % base) as u8);
                Code::new([Digit::new(first)].into_iter().chain((1..=places).map(digit)), []).ok()
            })
        })
    }

    /// Digit d_k; zero beyond the last place.
    pub fn digit(&self, k: usize) -> Digit {
        match self.digits.get(k) {
            Some(&digit) => digit,
            None if self.repeat.is_empty() => Digit::ZERO,
            None => self.repeat[(k - self.digits.len()) % self.repeat.len()],
        }
    }

    /// The digits d0, d1, … before the repeat (all of them, for a finite code).
    pub fn digits(&self) -> &[Digit] {
        &self.digits
    }

    /// The digits that repeat for ever; empty for a finite code.
    pub fn repeat(&self) -> &[Digit] {
        &self.repeat
    }

    /// The last non-zero place t, or `None` if digits repeat for ever. The code that allows no
    /// move at all has t = 0.
    pub fn last_place(&self) -> Option<usize> {
        self.repeat.is_empty().then(|| self.digits.len() - 1)
    }

    /// The largest number h of heaps that a move may leave: 0, 1, 2 or 3.
    pub fn most_heaps(&self) -> usize {
        let bits = self.all_digits().fold(0, |bits, digit| bits | (digit.bits & 14));
        (u8::BITS - bits.leading_zeros()).saturating_sub(1) as usize
    }

    /// True if some split must be into unequal parts (mark `!`).
    pub fn has_unequal(&self) -> bool {
        self.all_digits().any(Digit::is_unequal)
    }

    fn all_digits(&self) -> impl Iterator<Item = Digit> + '_ {
        self.digits.iter().chain(&self.repeat).copied()
    }

    /// Writes the places by number: `0.{3:7,70..99:3}`, or `S(1,100)` if every digit is 3.
    fn write_by_number(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_set = self.digits.iter().all(|digit| matches!(digit.bits, 0 | 3));
        if is_set {
            write!(f, "S(")?
        } else {
            write!(f, "{}.{{", self.digits[0])?
        }
        let mut first = 1;
        let mut separator = "";
        for equal in self.digits[1..].chunk_by(|a, b| a == b) {
            let last = first + equal.len() - 1;
            if equal[0] != Digit::ZERO {
                write!(f, "{separator}{first}")?;
                separator = ",";
                match last - first {
                    0 => {}
                    1 if is_set => write!(f, ",{last}")?,
                    _ => write!(f, "..{last}")?,
                }
                if !is_set {
                    write!(f, ":{}", equal[0])?;
                }
            }
            first = last + 1;
        }
        write!(f, "{}", if is_set { ')' } else { '}' })
    }
}

/// Replaces a repeat such as `3737` by its shortest form `37`, and `000` by nothing.
fn shorten_repeat(repeat: &mut Vec<Digit>) {
    let length = repeat.len();
    let shortest = (1..length)
        .find(|&l| length.is_multiple_of(l) && (l..length).all(|i| repeat[i] == repeat[i - l]))
        .unwrap_or(length);
    repeat.truncate(shortest);
    if repeat[..] == [Digit::ZERO] {
        repeat.clear();
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.digits.len() - 1 > MAX_PLACE {
            return self.write_by_number(f);
        }
        write!(f, "{}.", self.digits[0])?;
        for digit in &self.digits[1..] {
            write!(f, "{digit}")?;
        }
        if !self.repeat.is_empty() {
            write!(f, "[")?;
            for digit in &self.repeat {
                write!(f, "{digit}")?;
            }
            return write!(f, "]");
        }
        if self.digits.len() == 1 { write!(f, "0") } else { Ok(()) }
    }
}

/// The right-hand side of the equation of a shift, G(n) = G_code(n − shift), for people.
///
/// ```
/// use octal_games::workspace::code::value_of;
/// assert_eq!(value_of("0.137", 1), "G_0.137(n − 1)");
/// assert_eq!(value_of("0.07", -1), "G_0.07(n + 1)");
/// assert_eq!(value_of("0.42", 0), "G_0.42(n)");
/// ```
pub fn value_of(code: impl fmt::Display, shift: i64) -> String {
    match shift {
        0 => format!("G_{code}(n)"),
        1.. => format!("G_{code}(n − {shift})"),
        _ => format!("G_{code}(n + {})", shift.unsigned_abs()),
    }
}

/// A code with a shift s: G(n) = G_code(n − s), and 0 for n < s. Heap n is heap n − s of the code.
///
/// Printed and read as `CODE` or `CODE shift s`. A negative s is read too: that game is a first
/// cousin of the code, see [`parse`], and has the shift 0 here.
///
/// ```
/// let game: octal_games::Game = "0.6 shift 1".parse()?;
/// assert_eq!((game.code.to_string(), game.shift), ("0.6".into(), 1));
/// assert_eq!("couples-are-forever".parse::<octal_games::Game>()?, game);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Game {
    /// The rules.
    pub code: Code,
    /// s with G(n) = G_code(n − s).
    pub shift: u64,
}

impl From<Code> for Game {
    fn from(code: Code) -> Game {
        Game { code, shift: 0 }
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shift {
            0 => write!(f, "{}", self.code),
            shift => write!(f, "{} shift {shift}", self.code),
        }
    }
}
