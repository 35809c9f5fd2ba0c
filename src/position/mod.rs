//! Positions of a game: what can be said about them beyond the values of single heaps.
//!
//! A position is a sum of heaps, or a board that stands for one. Its Grundy value is the nim-sum of
//! its parts and its outcome follows: value 0 is a P-position, any other an N-position. Sources:
//! `[WW]` chapters 3 and 4.
//!
//! * [`treblecross`] boards of Treblecross, the game 0.007

pub mod treblecross;
