//! The outcome of a position: the winner if both players play perfectly.
//!
//! Source of the letters: `[WW]` chapter 3; of drawn positions: `[WW]` chapter 12.

use std::fmt::{self, Display};

/// The winner of a position if both play perfectly.
///
/// Printed as `N`, `P`, `drawn` and `none`.
///
/// ```
/// use octal_games::Outcome;
/// assert_eq!(Outcome::of_value(0), Outcome::P);
/// assert_eq!(Outcome::of_value(3).to_string(), "N");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// An N-position: the next player wins.
    N,
    /// A P-position: the previous player, who has just moved, wins.
    P,
    /// Neither player can force an end; only in games where play may come back.
    Drawn,
    /// Nobody can win: a Treblecross board of fewer than three cells.
    NoWinner,
}

impl Outcome {
    /// N if the next player wins, else P.
    #[doc(hidden)]
    pub const fn next_wins(wins: bool) -> Outcome {
        if wins { Outcome::N } else { Outcome::P }
    }

    /// The outcome of a position under normal play with this Grundy value (Theorem 1 of
    /// [`crate::theory`]). O(1).
    pub const fn of_value(grundy: u64) -> Outcome {
        Outcome::next_wins(grundy != 0)
    }
}

impl Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Outcome::N => "N",
            Outcome::P => "P",
            Outcome::Drawn => "drawn",
            Outcome::NoWinner => "none",
        })
    }
}
