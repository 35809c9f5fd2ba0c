//! Rows of tokens and gaps, as contests write them: `IXXI`, `++++-+++++`, `#.##`, `1011`.
//!
//! The tokens between two gaps are a heap, since a move takes neighbours: `IXXI` is 1 + 1. A move
//! that leaves nothing takes a whole run. A move that leaves one heap takes an end of a run, and a
//! move that leaves two heaps takes tokens between them.
//!
//! | token | gap | where |
//! |---|---|---|
//! | `I` | `X` | bowling pins |
//! | `+` | `-` | flip games |
//! | `#` | `.` | drawings |
//! | `1` | `0` | bits |
//!
//! A row is one word. `1011` might be a heap as well: [`is_row_of_bits`] decides. With a token of
//! the caller's choice every position is a row, and one other character may stand for gaps.

use std::fmt;

use super::parse::{PositionError, game_and_heaps, split_at_colon};
use super::sum::{Position, SumComponent};
use crate::code::{Digit, Excerpt, Game};

/// The alphabets of rows: a token, and a gap.
const ALPHABETS: [[char; 2]; 4] = [['I', 'X'], ['+', '-'], ['#', '.'], ['1', '0']];

/// Tokens and gaps side by side.
///
/// ```
/// use octal_games::workspace::position::row::{Row, RowReading};
/// let row = RowReading::default().row("++++-+++++", 1)?.ok_or("no row")?;
/// assert_eq!(row.heaps(), [4, 5]);
/// let after: Vec<String> = row.after(4, &[1, 1]).iter().map(Row::to_string).collect();
/// assert_eq!(after, ["+--+-+++++"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    /// True where a token stands.
    cells: Vec<bool>,
    token: char,
    gap: char,
}

/// A row of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowPosition {
    /// The rules.
    pub game: Game,
    /// The row.
    pub row: Row,
}

/// The way in which words are read as rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowReading {
    /// The token; then every word is a row. `None` for the usual ones: `I`, `+`, `#` and `1`.
    pub token: Option<char>,
    /// True if every word of 0 and 1 is a row. If not, [`is_row_of_bits`] decides.
    pub bits: bool,
}

/// True if a word of 0 and 1 is taken for a row and not for a heap. It is a row if it begins
/// with 0. It is a row too if it has four digits or more, contains 11 and 0, and ends with 1. So 1011 is
/// a row, while 1000, 110 and 1000001 are heaps. O(length).
///
/// ```
/// use octal_games::workspace::position::row::is_row_of_bits;
/// assert!(["1011", "0110", "01"].into_iter().all(is_row_of_bits));
/// assert!(!["1000", "110", "1111", "1000001", "10110", "0", "1_011"].into_iter().any(is_row_of_bits));
/// ```
pub fn is_row_of_bits(word: &str) -> bool {
    let is_long = word.len() > 3 && word.ends_with('1') && word.contains('0');
    let has_neighbours = word.contains("11");
    is_of_bits(word) && word.len() > 1 && (word.starts_with('0') || is_long && has_neighbours)
}

/// True for a word of 0 and 1 alone.
fn is_of_bits(word: &str) -> bool {
    word.bytes().all(|byte| matches!(byte, b'0' | b'1')) && !word.is_empty()
}

impl RowReading {
    /// Reads a word that begins at `column`; `None` if it is no row. O(length).
    ///
    /// # Errors
    /// [`PositionError::ForeignCell`] if the word begins as a row and has another character in it.
    pub fn row(&self, word: &str, column: usize) -> Result<Option<Row>, PositionError> {
        if let Some(token) = self.token {
            let usual = ALPHABETS.into_iter().find(|alphabet| alphabet[0] == token);
            let usual = usual.map_or(if token == '.' { '-' } else { '.' }, |alphabet| alphabet[1]);
            let gap = word.chars().find(|&c| c != token).unwrap_or(usual);
            return Row::new(word, [token, gap], column).map(Some);
        }
        if is_of_bits(word) {
            let is_row = self.bits || is_row_of_bits(word);
            return if is_row { Row::new(word, ALPHABETS[3], column).map(Some) } else { Ok(None) };
        }
        let [pins, signs, drawing, _] = ALPHABETS;
        let mut chars = word.chars();
        let (first, second) = (chars.next().unwrap_or(' '), chars.next());
        let alphabet = if pins.contains(&first) {
            pins
        } else if signs.contains(&first) && second.is_none_or(|second| signs.contains(&second)) {
            signs
        } else if first == '#' || first == '.' && second.is_none_or(|c| drawing.contains(&c)) {
            drawing
        } else {
            return Ok(None);
        };
        Row::new(word, alphabet, column).map(Some)
    }

    /// Reads `kayles: IXXI` or `kayles IXXI`, or a row alone if `game` is given; `None` if the text
    /// has no row. O(length).
    ///
    /// # Errors
    /// [`PositionError::ForeignCell`] and [`PositionError::NotOneRow`], and the errors of the game.
    pub fn position(
        &self,
        text: &str,
        game: Option<&Game>,
    ) -> Result<Option<RowPosition>, PositionError> {
        if self.token.is_none() && text.contains('|') {
            return Ok(None);
        }
        if game.is_none() && self.token.is_none() {
            self.refuse_without_game(text)?;
        }
        let (named, body, column) = match game {
            Some(_) if split_at_colon(text).is_none() => (None, text, 1),
            _ => {
                let (named, body, column) = game_and_heaps(text, 1);
                (Some(named), body, column)
            }
        };
        let mut words = words(body, column);
        let Some((word, column)) = words.next() else { return Ok(None) };
        let another = words.next();
        let row = match (another, self.token) {
            (None, _) => self.row(word, column)?,
            (Some((_, column)), Some(_)) => return Err(PositionError::NotOneRow { column }),
            // Plus signs stand between heaps too.
            (Some((_, column)), None) => {
                let is_row = |word: &str| {
                    let of = |[token, gap]: [char; 2]| word.chars().all(|c| c == token || c == gap);
                    word.contains(['I', 'X', '#', '-']) && ALPHABETS.into_iter().any(of)
                };
                if body.split_whitespace().any(is_row) {
                    return Err(PositionError::NotOneRow { column });
                }
                None
            }
        };
        let Some(row) = row else { return Ok(None) };
        let game = match (named, game) {
            (Some(named), _) => named?,
            (None, Some(game)) => game.clone(),
            (None, None) => return Ok(None),
        };
        Ok(Some(RowPosition { game, row }))
    }
}

impl RowReading {
    /// Refuses a row that follows no game, so that it is not looked up as a name.
    fn refuse_without_game(&self, text: &str) -> Result<(), PositionError> {
        let mut words = words(text, 1);
        let (Some((word, column)), None) = (words.next(), words.next()) else { return Ok(()) };
        match self.row(word, column) {
            Ok(Some(_)) => Err(PositionError::MissingGame { column, heaps: Excerpt::of(word) }),
            _ => Ok(()),
        }
    }
}

/// The words of a text that begins at `column`, each with its column.
fn words(text: &str, column: usize) -> impl Iterator<Item = (&str, usize)> {
    text.split_whitespace().map(move |word| {
        let before = word.as_ptr() as usize - text.as_ptr() as usize;
        (word, column + text[..before].chars().count())
    })
}

impl Row {
    /// A row in this alphabet.
    fn new(word: &str, [token, gap]: [char; 2], column: usize) -> Result<Row, PositionError> {
        let cell = |(i, found): (usize, char)| match found {
            c if c == token => Ok(true),
            c if c == gap => Ok(false),
            c => {
                let found = Excerpt::of(c.encode_utf8(&mut [0; 4]));
                Err(PositionError::ForeignCell { column: column + i, found, token, gap })
            }
        };
        let cells = word.chars().enumerate().map(cell).collect::<Result<_, _>>()?;
        Ok(Row { cells, token, gap })
    }

    /// The number of cells of the row.
    pub fn cells(&self) -> usize {
        self.cells.len()
    }

    /// True if the row is written with 1 and 0, so that it might be read as a number.
    pub fn is_of_bits(&self) -> bool {
        self.token == '1'
    }

    /// The meaning of the two characters: "I is a pin and X a gap; the pins between two gaps are a
    /// heap".
    pub fn legend(&self) -> String {
        let Row { token, gap, .. } = self;
        let noun = if *token == 'I' { "pin" } else { "token" };
        format!("{token} is a {noun} and {gap} a gap; the {noun}s between two gaps are a heap")
    }

    /// The lengths of the runs of tokens, from left to right.
    pub fn heaps(&self) -> Vec<u64> {
        self.runs().map(|(_, length)| length as u64).collect()
    }

    /// The runs of tokens: first cell and length.
    fn runs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let mut next = 0;
        self.cells.chunk_by(|a, b| a == b).filter_map(move |run| {
            let first = next;
            next += run.len();
            run[0].then_some((first, run.len()))
        })
    }

    /// The rows after a move that takes neighbours in a run of `heap` tokens and leaves these
    /// parts. There is one for each such run, end and order of the parts, without repetition.
    /// O(runs · cells).
    pub fn after(&self, heap: u64, parts: &[u64]) -> Vec<Row> {
        let left: u64 = parts.iter().sum();
        let mut rows: Vec<Row> = vec![];
        for (first, _) in self.runs().filter(|&(_, length)| length as u64 == heap) {
            let before = match *parts {
                [] => vec![0],
                [rest] => vec![rest, 0],
                [a, b] => vec![a, b],
                _ => vec![],
            };
            for kept in before.into_iter().filter(|_| left < heap) {
                let mut row = self.clone();
                let taken = first + kept as usize..first + (kept + heap - left) as usize;
                row.cells[taken].fill(false);
                if !rows.contains(&row) {
                    rows.push(row);
                }
            }
        }
        rows
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = |&cell: &bool| if cell { self.token } else { self.gap };
        self.cells.iter().try_for_each(|c| write!(f, "{}", cell(c)))
    }
}

impl RowPosition {
    /// The sum of the runs.
    pub fn position(&self) -> Position {
        Position::new([SumComponent { game: self.game.clone(), heaps: self.row.heaps() }])
    }

    /// True if every move of the game takes neighbours of a row, so that it can be shown as a row.
    pub fn shows_moves(&self) -> bool {
        let Game { code, shift } = &self.game;
        *shift == 0 && code.digit(0) == Digit::ZERO && code.most_heaps() < 3
    }
}
