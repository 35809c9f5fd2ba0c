//! Turning Turtles: turn a turtle onto its back, and if you like one more to the left of it, either
//! way.
//!
//! Turtles stand in a row, numbered 1, 2, 3, … from the left; H is one on its feet (heads, if coins
//! are turned), T one on its back. A move turns some H at x to T and may also turn any one at y < x.
//!
//! **Closed form.** Each H at x is a heap of Nim with x tokens: turning y as well replaces the heap x
//! by a heap y, which is added if y was T and, if y was H, cancels the heap y that was there, as
//! y ⊕ y = 0. So the value is the nim-sum s of the places of all H, and the winning moves turn an H
//! at x, and also y = x ⊕ s if that is not 0, for every x with x ⊕ s < x. Source: `[WW]` chapter 14.
//! O(row).
//!
//! The rule as a [`Ruleset`] takes the whole row as one position and knows nothing of heaps: this is
//! what misère play is searched with, where cancelling would be wrong.

use std::fmt;
use std::str::FromStr;

use super::{Options, Ruleset};

/// Turning Turtles.
#[derive(Clone, Copy, Debug)]
pub struct Turtles;

/// A row of turtles: `true` is on its feet.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TurtleRow(Vec<bool>);

/// A move: turn one onto its back and perhaps another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Flip {
    /// The turtle that is turned onto its back, counted from 1.
    pub turtle: usize,
    /// The one to the left of it that is turned too, either way.
    pub also: Option<usize>,
}

impl TurtleRow {
    /// The row of n turtles in which turtle i is on its feet iff bit i − 1 is set.
    pub fn from_bits(bits: u64, n: u32) -> TurtleRow {
        TurtleRow((0..n).map(|bit| bits.checked_shr(bit).unwrap_or(0) & 1 == 1).collect())
    }

    /// The places of turtles on their feet, counted from 1.
    fn standing(&self) -> impl Iterator<Item = usize> {
        (1..=self.0.len()).filter(|&place| self.0[place - 1])
    }

    /// The nim-sum of the places of turtles on their feet. O(row).
    pub fn value(&self) -> u64 {
        self.standing().fold(0, |sum, place| sum ^ place as u64)
    }

    /// All winning moves under normal play, from the left. O(row).
    ///
    /// ```
    /// use octal::gallery::turtles::{Flip, TurtleRow};
    /// let row: TurtleRow = "HTH".parse()?;
    /// assert_eq!(row.winning(), [Flip { turtle: 3, also: Some(1) }]);
    /// # Ok::<(), String>(())
    /// ```
    pub fn winning(&self) -> Vec<Flip> {
        let sum = self.value() as usize;
        let wins = |&turtle: &usize| sum != 0 && turtle ^ sum < turtle;
        let flip = |turtle| Flip { turtle, also: Some(turtle ^ sum).filter(|&also| also > 0) };
        self.standing().filter(wins).map(flip).collect()
    }

    /// All moves, from the left. O(row²).
    pub fn flips(&self) -> impl Iterator<Item = Flip> + use<> {
        let standing: Vec<usize> = self.standing().collect();
        standing.into_iter().flat_map(|turtle| {
            let also = std::iter::once(None).chain((1..turtle).map(Some));
            also.map(move |also| Flip { turtle, also })
        })
    }

    /// The row after a move.
    pub fn after(&self, flip: Flip) -> TurtleRow {
        let mut row = self.clone();
        for place in [Some(flip.turtle), flip.also].into_iter().flatten() {
            row.0[place - 1] ^= true;
        }
        row
    }
}

impl FromStr for TurtleRow {
    type Err = String;

    fn from_str(text: &str) -> Result<TurtleRow, String> {
        let turtle = |(place, c): (usize, char)| match c {
            'H' => Ok(true),
            'T' => Ok(false),
            _ => Err(format!(
                "column {}: found `{}`, expected H for a turtle on its feet or T for one on its \
                 back",
                place + 1,
                c.escape_debug()
            )),
        };
        text.chars().enumerate().map(turtle).collect::<Result<_, _>>().map(TurtleRow)
    }
}

impl fmt::Display for TurtleRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|&h| f.write_str(if h { "H" } else { "T" }))
    }
}

impl fmt::Display for Flip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.also {
            None => write!(f, "turn {}", self.turtle),
            Some(also) => write!(f, "turn {} and {also}", self.turtle),
        }
    }
}

impl Ruleset for Turtles {
    type Position = TurtleRow;

    fn options<'a>(&'a self, row: &TurtleRow) -> Options<'a, TurtleRow> {
        let flips = row.flips();
        let row = row.clone();
        Box::new(flips.map(move |flip| vec![row.after(flip)]))
    }

    fn size(&self, row: &TurtleRow) -> u64 {
        1 + row.0.len() as u64 / 8
    }
}
