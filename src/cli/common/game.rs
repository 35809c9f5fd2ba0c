//! A game as an argument: its code or name, with heaps not absurdly larger.

use octal::code::Game;

/// The largest shift of a game: the heaps below it are walked one by one.
const LARGEST_SHIFT: u64 = 1_000_000;

/// Reads a game.
///
/// # Errors
/// A sentence with the column, and what would be right.
pub fn game(text: &str) -> Result<Game, String> {
    let game: Game = text.parse().map_err(|error| format!("{error}"))?;
    if game.shift > LARGEST_SHIFT {
        return Err(format!("heaps may be at most {LARGEST_SHIFT} larger, as in `0.6 shift 1`"));
    }
    Ok(game)
}
