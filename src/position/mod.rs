//! Positions of a game: what can be said about them beyond the values of single heaps.
//!
//! A position is a sum of heaps, or a board that stands for one. Its Grundy value is the nim-sum of
//! its parts and its outcome follows: value 0 is a P-position, any other an N-position. Sources:
//! `[WW]` chapters 3 and 4.
//!
//! ```text
//! text → parse → sum → analysis (values, nim-sum, outcome, winning moves) → explain
//! ```
//!
//! * [`sum`] sums of heaps of one game or several, and moves in them
//! * [`parse`] both as text: `0.77: 3 4 | nim: 2` and `4 → 2+1`
//! * [`values`] the sequences that positions need, searched as far as that is worth it
//! * [`options`] all options of a heap that have a given value, however many
//! * [`analysis`] who wins a sum, and by which moves
//! * [`explain`] the same as a person would work it out
//! * [`treblecross`] boards of Treblecross, the game 0.007
//! * [`dawson`] boards of Dawson's Chess, the game 0.137, and its polygon

pub mod analysis;
pub mod dawson;
pub mod explain;
pub mod options;
pub mod parse;
pub mod sum;
pub mod treblecross;
pub mod values;

use std::fmt;

/// Who wins a position if both play perfectly. Source of the letters: `[WW]` chapter 3.
///
/// Printed as `N`, `P` and `none`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// An N-position: the next player, who is to move, wins.
    N,
    /// A P-position: the previous player, who has just moved, wins.
    P,
    /// Nobody can win: a Treblecross board of fewer than three cells.
    NoWinner,
}

impl Outcome {
    /// The outcome of a position under normal play with this Grundy value (Theorem 1 of
    /// [`crate::theory`]). O(1).
    #[must_use]
    pub const fn of_value(grundy: u64) -> Outcome {
        if grundy == 0 { Outcome::P } else { Outcome::N }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Outcome::N => "N",
            Outcome::P => "P",
            Outcome::NoWinner => "none",
        })
    }
}
