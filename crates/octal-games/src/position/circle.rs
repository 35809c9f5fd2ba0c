//! Circles of tokens: the first move opens the circle, and a row remains.
//!
//! A move takes k neighbours. In a row, digit d_k states what may remain of the run. Bit 1:
//! nothing. Bit 2: one heap, so that the tokens taken have a neighbour on one side. Bit 4: two
//! heaps, neighbours on both sides. In a circle of N > k tokens the tokens taken have neighbours on
//! both sides. So the move needs bit 4, and leaves a row of N − k. The move that takes all N tokens
//! needs bit 1. For 0.137 this is the game on a polygon: a vertex goes with its two neighbours.
//!
//! Some codes have no circles. A digit d_0 takes nothing and opens no circle. Three parts are no
//! neighbours of one gap. The mark `!` compares two parts where only one remains.

use crate::code::{Code, Digit};
use crate::nim::mex;
use crate::outcome::Outcome;

/// The largest circle of a code whose digits repeat for ever.
const LARGEST_OF_ENDLESS: u64 = 1 << 20;

/// The reason why a game has no circles.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CircleError {
    /// A move takes no neighbours.
    #[error(
        "{code} is not played on a circle: {why}; on a circle every move takes neighbours, as in 0.77"
    )]
    NoNeighbours {
        /// The code.
        code: Code,
        /// The digit that has another move.
        why: &'static str,
    },
    /// Infinitely many digits and too many tokens.
    #[error(
        "a circle of {tokens} tokens is too large for {code}: at most 2^20 where digits repeat"
    )]
    TooLarge {
        /// The code.
        code: Code,
        /// The tokens asked for.
        tokens: u64,
    },
}

/// A first move in a circle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The number of neighbours that the move takes.
    pub taken: u64,
    /// The number of tokens that remain in a row.
    pub row: u64,
}

/// A circle that is solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CircleAnalysis {
    /// The number of tokens of the circle.
    pub tokens: u64,
    /// The first moves, each with the Grundy value of the row, or 1 for N and 0 for P in misère
    /// play.
    pub openings: Vec<(Opening, u64)>,
    /// The Grundy value of the circle; `None` in misère play.
    pub value: Option<u64>,
    /// The winner.
    pub outcome: Outcome,
}

impl CircleAnalysis {
    /// The first moves that win.
    pub fn winning(&self) -> impl Iterator<Item = Opening> + '_ {
        self.openings.iter().filter(|(_, value)| *value == 0).map(|(opening, _)| *opening)
    }
}

/// True if a circle has moves that a row of `code` has.
fn refused(code: &Code) -> Option<&'static str> {
    if code.digit(0) != Digit::ZERO {
        return Some("digit d0 splits a heap and takes nothing");
    }
    if code.most_heaps() > 2 {
        return Some("a digit 8 to f leaves three heaps");
    }
    code.has_unequal().then_some("the mark ! compares two heaps")
}

/// The first moves in a circle of `tokens`, by the tokens taken. O(places).
///
/// ```
/// use octal_games::workspace::position::circle::openings;
/// let rows: Vec<u64> = openings(&"0.77".parse()?, 10)?.iter().map(|opening| opening.row).collect();
/// assert_eq!(rows, [9, 8]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`CircleError`].
pub fn openings(code: &Code, tokens: u64) -> Result<Vec<Opening>, CircleError> {
    if let Some(why) = refused(code) {
        return Err(CircleError::NoNeighbours { code: code.clone(), why });
    }
    if code.last_place().is_none() && tokens > LARGEST_OF_ENDLESS {
        return Err(CircleError::TooLarge { code: code.clone(), tokens });
    }
    let last = code.last_place().map_or(tokens, |last| tokens.min(last as u64));
    let is_move = |taken: &u64| {
        let digit = code.digit(*taken as usize);
        if *taken == tokens { digit.leaves_none() } else { digit.leaves_two() }
    };
    Ok((1..=last).filter(is_move).map(|taken| Opening { taken, row: tokens - taken }).collect())
}

/// Solves a circle in normal play; `value` is that of a row. `None` if a value is not known.
/// O(places).
///
/// ```
/// use octal_games::grundy::naive;
/// use octal_games::workspace::position::circle::normal_play;
/// let kayles = "0.77".parse()?;
/// let values = naive::values(&kayles, 9);
/// let circle = normal_play(&kayles, 10, |n| Some(u64::from(values[n as usize])))?;
/// assert_eq!(circle.and_then(|circle| circle.value), Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`CircleError`].
pub fn normal_play(
    code: &Code,
    tokens: u64,
    value: impl Fn(u64) -> Option<u64>,
) -> Result<Option<CircleAnalysis>, CircleError> {
    let openings = openings(code, tokens)?.into_iter();
    let openings = openings.map(|opening| Some((opening, value(opening.row)?)));
    let openings: Option<Vec<(Opening, u64)>> = openings.collect();
    Ok(openings.map(|openings| {
        // The mex of t values is at most t: values beyond 16 bits do not matter.
        let small = openings.iter().filter_map(|(_, value)| u16::try_from(*value).ok());
        let value = mex(small) as u64;
        CircleAnalysis { tokens, openings, value: Some(value), outcome: Outcome::of_value(value) }
    }))
}

/// Solves a circle in misère play; `is_p` is true if a row of this length is a P-position.
/// O(places).
///
/// # Errors
/// [`CircleError`], converted, and the errors of `is_p`.
pub fn misere_play<E: From<CircleError>>(
    code: &Code,
    tokens: u64,
    mut is_p: impl FnMut(u64) -> Result<bool, E>,
) -> Result<CircleAnalysis, E> {
    let mut known = vec![];
    for opening in openings(code, tokens)? {
        known.push((opening, u64::from(!is_p(opening.row)?)));
    }
    // A player who cannot move has won.
    let wins = known.is_empty() || known.iter().any(|(_, value)| *value == 0);
    let outcome = Outcome::next_wins(wins);
    Ok(CircleAnalysis { tokens, openings: known, value: None, outcome })
}
