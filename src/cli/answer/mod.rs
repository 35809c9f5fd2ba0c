//! Answers that several verbs find or write, and the values of a game within the memory that its
//! options allow.

pub mod earlier;
pub mod misere;
pub mod period_text;
pub mod positions;
pub mod rule;
pub mod sum_text;
pub mod sums;
pub mod values_file;

use octal::code::Game;
use octal::period::obtain::{self, ValueRequest};
use octal::period::sequence::Known;

use super::args::limits::LimitArgs;
use super::terminal::progress::SearchBar;

/// Computes the values up to heap n of the game, or enough of them to prove its period; `None` if
/// interrupted.
pub fn known_to(game: &Game, n: u64, memory: Option<u64>) -> anyhow::Result<Option<Known>> {
    let bar = SearchBar::new(&game.code);
    Ok(request(game, n, memory).obtain(&|event| bar.observe(event))?)
}

/// The same for a table of values: computed up to 500 heaps beyond heap n, so that the table can
/// name the period.
pub fn known_for_table(game: &Game, n: u64, memory: Option<u64>) -> anyhow::Result<Option<Known>> {
    let bar = SearchBar::new(&game.code);
    Ok(request(game, n, memory).and_its_period().obtain(&|event| bar.observe(event))?)
}

/// A request for the values up to heap n within this memory, or half of the machine's.
pub fn request(game: &Game, n: u64, memory: Option<u64>) -> ValueRequest<'_> {
    ValueRequest::new(game, n, LimitArgs::memory(memory))
}

/// The sequence with its period, if a search of about a second proves it; else `known` unchanged.
/// `None` if interrupted.
pub fn with_period(known: Known) -> anyhow::Result<Option<Known>> {
    let bar = SearchBar::new(&known.code);
    Ok(obtain::with_period(known, &|event| bar.observe(event))?)
}
