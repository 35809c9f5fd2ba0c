//! Positions of a game: outcomes, winning moves and options, beyond the values of single heaps.
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
//! * [`row`] rows of tokens and gaps, `IXXI`, and the moves in them
//! * [`circle`] circles, which the first move opens
//! * [`values`] the sequences that positions need, searched as far as that is worth it
//! * [`options`] all options of a heap that have a given value, however many
//! * [`analysis`] the outcome of a sum, and its winning moves
//! * [`explain`] the same as a person would work it out
//! * [`treblecross`] boards of Treblecross, the game 0.007
//! * [`dawson`] boards of Dawson's Chess, the game 0.137, and its polygon

pub mod analysis;
pub mod circle;
pub mod dawson;
pub mod explain;
pub mod options;
pub mod parse;
pub mod row;
pub mod sum;
pub mod treblecross;
pub mod values;
