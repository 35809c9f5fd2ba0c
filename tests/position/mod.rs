//! Positions: sums of heaps and boards, against oracles that only know the rules of the game.

mod boards;
mod dawson;
mod families;
mod known;
pub mod oracle;
mod rows;
mod sums;
mod text;
mod treblecross;
