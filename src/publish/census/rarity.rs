//! Games by the number of their rare heaps.

use crate::survey::row::PeriodRow;

/// How many rare heaps were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rarity {
    /// Fewer than ten.
    Units,
    /// Ten to 99.
    Tens,
    /// A hundred to 999.
    Hundreds,
    /// A thousand or more.
    Thousands,
    /// Infinitely many, or the game has no sparse space.
    Unbounded,
}

impl Rarity {
    /// From few to many.
    pub const ALL: [Rarity; 5] =
        [Rarity::Units, Rarity::Tens, Rarity::Hundreds, Rarity::Thousands, Rarity::Unbounded];

    /// Of the game of a row.
    pub fn of(row: &PeriodRow) -> Rarity {
        match row.rare_count {
            Some(0..=9) => Rarity::Units,
            Some(10..=99) => Rarity::Tens,
            Some(100..=999) => Rarity::Hundreds,
            Some(_) => Rarity::Thousands,
            None => Rarity::Unbounded,
        }
    }

    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            Rarity::Units => "0–9 rare",
            Rarity::Tens => "10–99 rare",
            Rarity::Hundreds => "100–999 rare",
            Rarity::Thousands => "1000 or more",
            Rarity::Unbounded => "∞, or no sparse space",
        }
    }
}
