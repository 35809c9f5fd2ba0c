//! Positions and moves as text, and where a text goes wrong.
//!
//! ```text
//! position = component { "|" component }      0.77: 3 4 5 | 0.137: 9 | nim: 2
//! component = game ":" { heap }               a game in any spelling of code::parse
//! move     = [ game ":" ] heap arrow parts    4 → 2+1, 4 -> 2+1, nim: 7 -> 3, 1 -> 0
//! ```
//!
//! Heaps are separated by white space, commas or `+`, and written 12, 1_000, 1e12 or 2^40. If a
//! game is one word and a heap follows, its colon may be left out. `kayles:` is the empty sum.
//! Columns count characters from 1. Cost: O(text).

use std::str::FromStr;

use super::sum::{LARGEST_HEAP, Move, Position, SumComponent};
use crate::code::number::{NumberError, whole};
use crate::code::{CodeError, Excerpt, Game};

/// An error of reading a position or a move.
///
/// ```
/// let error = "3 4 5".parse::<octal_games::Position>().unwrap_err();
/// let message = "column 1: the game of these heaps is missing: write `kayles: 3 4 5` or `0.77: 3 4 5`";
/// assert_eq!(error.to_string(), message);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The game is none. The column counts in the whole text.
    #[error(transparent)]
    Game(#[from] CodeError),
    /// Nothing is there.
    #[error(
        "column {column}: a game and its heaps should stand here: write `0.77: 3 4 5` or \
         `kayles: 3 4 5`"
    )]
    NoGame {
        /// Where it should be.
        column: usize,
    },
    /// Heaps without a game.
    #[error(
        "column {column}: the game of these heaps is missing: write `kayles: {heaps}` or `0.77: {heaps}`"
    )]
    MissingGame {
        /// The column of the first heap.
        column: usize,
        /// The heaps, as they were written.
        heaps: Excerpt,
    },
    /// A game without heaps and without a colon.
    #[error(
        "column {column}: no heap follows the game `{game}`: write `{game}: 3 4 5`, or `{game}:` for no heaps"
    )]
    NoHeaps {
        /// The column at which the first heap should be.
        column: usize,
        /// The game, as it was written.
        game: Excerpt,
    },
    /// A product of numbers.
    #[error(
        "column {column}: found `{found}`, expected every heap by itself: three heaps of 4 are `4 4 4`"
    )]
    Product {
        /// The column of the product.
        column: usize,
        /// The product, as it was written.
        found: Excerpt,
    },
    /// Not a number of tokens.
    #[error(
        "column {column}: found `{found}`, expected the tokens of a heap, a whole number such as \
         12, 1_000, 1e12 or 2^40"
    )]
    NoHeap {
        /// Where it is.
        column: usize,
        /// The text found.
        found: Excerpt,
    },
    /// A number with a minus sign.
    #[error("column {column}: heap {found} is negative: a heap has 0 tokens or more")]
    Negative {
        /// Where it is.
        column: usize,
        /// The text found.
        found: Excerpt,
    },
    /// More tokens than [`LARGEST_HEAP`].
    #[error("column {column}: heap {found} is too large: at most 2^53 tokens")]
    TooLarge {
        /// Where it is.
        column: usize,
        /// The text found.
        found: Excerpt,
    },
    /// A move without an arrow.
    #[error(
        "column {column}: `→` or `->` should stand between a heap and what remains of it, as in `4 -> 2+1`"
    )]
    NoArrow {
        /// Where the text ends.
        column: usize,
    },
    /// A move in more or less than one heap.
    #[error("column {column}: a move changes one heap, as in `4 -> 2+1`")]
    NotOneHeap {
        /// Where the heap should be.
        column: usize,
    },
    /// A row with a character that is neither its token nor its gap.
    #[error(
        "column {column}: found `{found}` in a row, expected the token `{token}` or the gap `{gap}`"
    )]
    ForeignCell {
        /// Where it is.
        column: usize,
        /// The character.
        found: Excerpt,
        /// The token of the row.
        token: char,
        /// Its gap.
        gap: char,
    },
    /// A row beside other words.
    #[error(
        "column {column}: a row of tokens and gaps stands alone, as one word such as `IXXI`: join rows by \
         gaps"
    )]
    NotOneRow {
        /// The column of the second word.
        column: usize,
    },
    /// A move without the parts that remain.
    #[error(
        "column {column}: what remains of the heap is missing: write `0` if nothing does, as in `1 -> 0`"
    )]
    NoParts {
        /// Where it should be.
        column: usize,
    },
}

impl FromStr for Position {
    type Err = PositionError;

    /// Reads a position in the format of the [module](self).
    fn from_str(text: &str) -> Result<Position, PositionError> {
        let mut column = 1;
        let mut components = vec![];
        for part in text.split('|') {
            components.push(component(part, column)?);
            column += part.chars().count() + 1;
        }
        Ok(Position::new(components))
    }
}

/// Reads a position in which heaps that follow no game are heaps of `game`: `3 4 5`, `3 4 | nim:
/// 2`.
///
/// # Errors
/// [`PositionError`].
pub fn position_of(game: &Game, text: &str) -> Result<Position, PositionError> {
    let mut column = 1;
    let mut components = vec![];
    for part in text.split('|') {
        components.push(if split_at_colon(part).is_some() {
            component(part, column)?
        } else {
            component_of(game.clone(), &game.to_string(), (part, column))?
        });
        column += part.chars().count() + 1;
    }
    Ok(Position::new(components))
}

/// A move with the game it is played in, if that was named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedMove {
    /// The game.
    pub game: Option<Game>,
    /// The move.
    pub mv: Move,
}

impl FromStr for NamedMove {
    type Err = PositionError;

    /// Reads a move in the format of the [module](self).
    fn from_str(text: &str) -> Result<NamedMove, PositionError> {
        match split_at_colon(text) {
            None => Ok(NamedMove { game: None, mv: move_at(text, 1)? }),
            Some((before, rest)) => Ok(NamedMove {
                game: Some(game_at(before, 1)?),
                mv: move_at(rest, before.chars().count() + 2)?,
            }),
        }
    }
}

impl FromStr for Move {
    type Err = PositionError;

    /// Reads a move without a game.
    fn from_str(text: &str) -> Result<Move, PositionError> {
        move_at(text, 1)
    }
}

/// The game and heaps of a text that begins at `column`.
fn component(text: &str, column: usize) -> Result<SumComponent, PositionError> {
    if text.trim().is_empty() {
        return Err(PositionError::NoGame { column });
    }
    let with_colon = split_at_colon(text);
    let words = text.split_whitespace();
    if with_colon.is_none() && words.clone().all(|word| whole(word).is_ok()) {
        let column = column + text.chars().take_while(|c| c.is_whitespace()).count();
        return Err(PositionError::MissingGame { column, heaps: Excerpt::of(text.trim()) });
    }
    let (game, rest, after) = game_and_heaps(text, column);
    let game = game?;
    match with_colon {
        // The empty sum has no heaps.
        Some(_) => Ok(SumComponent { game, heaps: heaps(rest, after).collect::<Result<_, _>>()? }),
        None => component_of(game, first_word(text).0, (rest, after)),
    }
}

/// The game before the colon, or in the first word, of a text that begins at `column`. Also the
/// text after it, and the column where that begins.
pub(super) fn game_and_heaps(
    text: &str,
    column: usize,
) -> (Result<Game, PositionError>, &str, usize) {
    let (game, rest) = split_at_colon(text).unwrap_or_else(|| first_word(text));
    let after = column + text[..text.len() - rest.len()].chars().count();
    (game_at(game, column), rest, after)
}

/// The heaps of a game in a text that begins at `column`; `name` is the game as it was written.
fn component_of(
    game: Game,
    name: &str,
    (text, column): (&str, usize),
) -> Result<SumComponent, PositionError> {
    let component = SumComponent { game, heaps: heaps(text, column).collect::<Result<_, _>>()? };
    if component.heaps.is_empty() {
        return Err(PositionError::NoHeaps { column, game: Excerpt::of(name.trim()) });
    }
    Ok(component)
}

/// The game before the first colon, and the text after the colon.
///
/// ```
/// use octal_games::workspace::position::parse::split_at_colon;
/// assert_eq!(split_at_colon("0.{3:7}: 5 6"), Some(("0.{3:7}", " 5 6")));
/// assert_eq!(split_at_colon("0.{3:7} 5"), None);
/// ```
pub fn split_at_colon(text: &str) -> Option<(&str, &str)> {
    let braces =
        text.split_once('{').and_then(|(before, after)| Some(before.len() + 1 + after.find('}')?));
    let from = braces.filter(|_| text.find(':') > text.find('{')).unwrap_or(0);
    let colon = from + text[from..].find(':')?;
    Some((&text[..colon], &text[colon + 1..]))
}

/// The first word of a text, and the rest.
fn first_word(text: &str) -> (&str, &str) {
    let start = text.len() - text.trim_start().len();
    let word = text[start..].split(char::is_whitespace).next().unwrap_or("");
    text.split_at(start + word.len())
}

/// The game whose text begins at `column`, which is where its errors are counted from.
fn game_at(text: &str, column: usize) -> Result<Game, PositionError> {
    let in_place = || format!("{}{text}", " ".repeat(column - 1)).parse::<Game>();
    match text.parse() {
        Err(CodeError::Empty) => Err(PositionError::NoGame { column }),
        Err(_) => Ok(in_place()?),
        Ok(game) => Ok(game),
    }
}

fn move_at(text: &str, column: usize) -> Result<Move, PositionError> {
    let arrow = ["→", "->"].into_iter().find_map(|arrow| text.split_once(arrow));
    let end = column + text.chars().count();
    let (heap, parts) = arrow.ok_or(PositionError::NoArrow { column: end })?;
    let after = end - parts.chars().count();
    let &[heap] = &heaps(heap, column).collect::<Result<Vec<u64>, _>>()?[..] else {
        return Err(PositionError::NotOneHeap { column });
    };
    let parts = heaps(parts, after).collect::<Result<Vec<u64>, _>>()?;
    if parts.is_empty() {
        return Err(PositionError::NoParts { column: after });
    }
    Ok(Move { heap, parts: parts.into_iter().filter(|&part| part > 0).collect() })
}

/// The heaps of a text that begins at `column`.
fn heaps(text: &str, column: usize) -> impl Iterator<Item = Result<u64, PositionError>> {
    let separates = |c: char| c.is_whitespace() || matches!(c, ',' | '+');
    let mut next = column;
    text.split(separates).filter_map(move |word| {
        let column = next;
        next += word.chars().count() + 1;
        (!word.is_empty()).then(|| heap(word, column))
    })
}

fn heap(word: &str, column: usize) -> Result<u64, PositionError> {
    let found = Excerpt::of(word);
    match whole(word) {
        Ok(n) if n <= LARGEST_HEAP.into() => Ok(n as u64),
        Ok(_) | Err(NumberError::TooLarge) => Err(PositionError::TooLarge { column, found }),
        Err(NumberError::Negative) => Err(PositionError::Negative { column, found }),
        Err(_) if word.split(['×', 'x', '*']).all(|factor| whole(factor).is_ok_and(|n| n > 0)) => {
            Err(PositionError::Product { column, found })
        }
        Err(NumberError::Form | NumberError::Fraction | NumberError::Point) => {
            Err(PositionError::NoHeap { column, found })
        }
    }
}
