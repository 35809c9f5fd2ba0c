//! Codes: spellings, standard forms, first cousins.

use octal::code::{CodeError, Game, cousins as rules, names};
use octal::publish::known::equal_games;
use pyo3::prelude::*;

use crate::OctalCodeError;

/// The game of a text.
pub(crate) fn parse(text: &str) -> PyResult<Game> {
    text.parse().map_err(|error: CodeError| OctalCodeError::new_err(error.to_string()))
}

/// A game as its code, its shift, and its usual name.
#[pyfunction]
pub(crate) fn game(text: &str) -> PyResult<(String, u64, Option<&'static str>)> {
    let game = parse(text)?;
    Ok((game.code.to_string(), game.shift, names::name_of(&game)))
}

/// The standard form of a game, with its shift.
#[pyfunction]
pub(crate) fn standard_form(text: &str) -> PyResult<String> {
    let Game { code, shift } = parse(text)?;
    let (code, more) = rules::standard_form(&code);
    Ok(Game { code, shift: shift.saturating_add(more) }.to_string())
}

/// The codes with the sequence of a game, each with s of G(n) = G_code(n − s).
#[pyfunction]
pub(crate) fn cousins(text: &str) -> PyResult<Vec<(String, i64)>> {
    let members = equal_games(&parse(text)?, None).into_iter();
    Ok(members.map(|member| (member.code.to_string(), member.shift)).collect())
}
