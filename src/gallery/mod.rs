//! A gallery of impartial games, each stated by its rule alone.
//!
//! A [`Ruleset`] says which options a position has, and an option is a sum of positions. That is all
//! the Sprague–Grundy theory needs: the value of a position is the mex of its options' values, the
//! value of a sum is the nim-sum. [`Solver`] computes just that. It knows no octal code and uses
//! nothing of the engines, so that each of them can be held against it. Sources: `[WW]` chapters
//! 3, 4 and 14; Grundy (1939), Sprague (1935).
//!
//! Where a position can be too large for search, the game also implements [`ClosedForm`], whose
//! proof stands in the game's file.
//!
//! | module | game |
//! |---|---|
//! | [`nim`], [`lasker`], [`subtraction`] | Nim; Nim with a split; Nim with a set of allowed numbers |
//! | [`powers`], [`division`] | take a power of a base; divide and round down |
//! | [`kayles`], [`dawson`], [`sticks`], [`grundy`] | rows of pins, of sticks; unequal splits |
//! | [`knights`], [`chocolate`], [`slices`] | knights on a board; bars; Kayles in two dimensions |
//! | [`turtles`], [`northcott`] | Turning Turtles; Northcott's game, long or with short steps |
//! | [`dag`] | tokens on any acyclic graph |
//!
//! What a user may ask of a sum is answered by [`analysis`] (normal play) and [`misere`]; [`loopy`]
//! searches games in which play may come back.

pub mod analysis;
pub mod chocolate;
pub mod dag;
pub mod dawson;
pub mod division;
mod engine;
pub mod grundy;
pub mod kayles;
pub mod knights;
pub mod lasker;
pub mod loopy;
pub mod misere;
pub mod nim;
pub mod northcott;
pub mod powers;
mod rectangle;
mod row;
pub mod slices;
pub mod solver;
pub mod sticks;
pub mod subtraction;
pub mod turtles;

use std::fmt::Display;
use std::hash::Hash;

pub use self::rectangle::Rectangle;
pub use self::solver::Solver;
use crate::input::shortened;

/// The options of a position, made one at a time; each is a sum of positions, the empty sum 0.
pub type Options<'a, P> = Box<dyn Iterator<Item = Vec<P>> + 'a>;

/// An impartial game: which options a position has.
pub trait Ruleset {
    /// One component of a sum. What it displays can be typed back on the command line.
    type Position: Clone + Ord + Hash + Display;

    /// All options, some perhaps twice. A position that is over has none.
    fn options<'a>(&'a self, position: &Self::Position) -> Options<'a, Self::Position>;

    /// How much a search pays for an option of this position: 1, more for positions that take much
    /// room, nothing for those that are in memory anyway.
    fn size(&self, _position: &Self::Position) -> u64 {
        1
    }
}

/// A game whose values are known without search.
pub trait ClosedForm: Ruleset {
    /// The Grundy value of a position.
    fn closed_form(&self, position: &Self::Position) -> Result<u64, Refusal>;

    /// All options of this value, if that takes no walk through all options.
    fn inverse(&self, _position: &Self::Position, _value: u64) -> Option<Vec<Vec<Self::Position>>> {
        None
    }
}

/// Why a position has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// A search would take too long.
    #[error(
        "{position} is too large: its search would need more than {} options",
        engine::MOST_OPTIONS
    )]
    TooLarge {
        /// The position asked for.
        position: String,
    },
    /// The position is beyond the reach of the closed form, and of search.
    #[error("{position} is too large: {reason}")]
    OutOfReach {
        /// The position asked for.
        position: String,
        /// What is known, and what would be right.
        reason: String,
    },
    /// Play may come back, so that it need not end and values are not defined.
    #[error("play need not end: {}; remove one of these moves", cycle.join(" → "))]
    Cycle {
        /// Positions each of which is an option of the one before; the last is the first.
        cycle: Vec<String>,
    },
}

/// A sum as people write it: `2+1`, and `0` for the empty sum.
pub fn shown<P: Display>(sum: &[P]) -> String {
    match sum {
        [] => "0".to_owned(),
        _ => sum.iter().map(P::to_string).collect::<Vec<_>>().join("+"),
    }
}

/// A sum, or one position, short enough for a message.
fn brief(sum: &[impl Display]) -> String {
    const MOST_CHARACTERS: usize = 60;
    shortened(&shown(&sum[..sum.len().min(MOST_CHARACTERS)]), MOST_CHARACTERS)
}
