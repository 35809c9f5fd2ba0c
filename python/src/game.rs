//! Codes: spellings, standard forms, first cousins.

use octal::code::{CodeError, Game, cousins as rules, names};
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

/// The chain of first cousins from a game down to its standard form, without the game itself.
#[pyfunction]
pub(crate) fn cousins(text: &str) -> PyResult<Vec<String>> {
    let Game { mut code, mut shift } = parse(text)?;
    let mut chain = vec![];
    while let Some(cousin) = rules::first_cousin(&code) {
        (code, shift) = (cousin, shift.saturating_add(1));
        chain.push(Game { code: code.clone(), shift }.to_string());
    }
    Ok(chain)
}
