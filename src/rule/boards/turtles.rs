//! Turning Turtles: turn a turtle onto its back, and perhaps one to the left of it, either way.
//!
//! Turtles stand in a row, numbered 1, 2, 3, … from the left. A move turns a turtle at x, which is
//! on its feet, onto its back. It may also turn any one turtle at y < x.
//!
//! **Closed form.** A turtle on its feet at x is a heap of Nim with x tokens. Turning y as well
//! replaces the heap x by a heap y. If y was on its feet, the two heaps y cancel, as y ⊕ y = 0. So
//! the value is the nim-sum of the places of all turtles on their feet. Source: `[WW]` chapter 14.
//! Under misère play heaps do not cancel, so whole rows are searched.

use super::BoardGame;

/// Turning Turtles. In a position `true` is a turtle on its feet.
#[derive(Clone, Copy, Debug)]
pub struct Turtles;

/// A move: turn one onto its back and perhaps another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flip {
    /// The turtle that is turned onto its back, counted from 1.
    pub turtle: usize,
    /// The one to the left of it that is turned too; 0 for none.
    pub also: usize,
}

/// The most turtles of a row.
const MOST_TURTLES: usize = 10_000;

impl Turtles {
    /// Reads a row: H is a turtle on its feet, T one on its back.
    ///
    /// # Errors
    /// A message with the column of a wrong character.
    pub fn row(text: &str) -> Result<Vec<bool>, String> {
        if text.chars().nth(MOST_TURTLES).is_some() {
            return Err(format!("too long: at most {MOST_TURTLES} turtles"));
        }
        let turtle = |(column, c): (usize, char)| match c {
            'H' => Ok(true),
            'T' => Ok(false),
            _ => Err(format!(
                "column {column}: found `{}`, expected H for a turtle on its feet or T for one on \
                 its back",
                c.escape_debug()
            )),
        };
        (1..).zip(text.chars()).map(turtle).collect()
    }
}

impl BoardGame for Turtles {
    type Position = Vec<bool>;
    type Move = Flip;

    fn parts(&self, row: &Vec<bool>) -> Vec<(String, u64)> {
        let standing = (1..).zip(row).filter(|(_, stands)| **stands);
        let value = standing.fold(0, |sum, (place, _)| sum ^ place);
        vec![(row.iter().map(|&stands| if stands { 'H' } else { 'T' }).collect(), value)]
    }

    fn moves(&self, row: &Vec<bool>) -> impl Iterator<Item = Flip> {
        let standing = (1..=row.len()).filter(|&place| row[place - 1]);
        standing.flat_map(|turtle| (0..turtle).map(move |also| Flip { turtle, also }))
    }

    fn change(&self, _row: &Vec<bool>, flip: Flip) -> u64 {
        (flip.turtle ^ flip.also) as u64
    }

    fn after(&self, row: &Vec<bool>, Flip { turtle, also }: Flip) -> Vec<bool> {
        let mut row = row.clone();
        let places = [turtle, also].into_iter().filter(|&place| place > 0);
        places.for_each(|place| row[place - 1] ^= true);
        row
    }

    fn text(&self, _row: &Vec<bool>, flip: Flip) -> String {
        match flip.also {
            0 => format!("turn {}", flip.turtle),
            also => format!("turn {} and {also}", flip.turtle),
        }
    }
}
