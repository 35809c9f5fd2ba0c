//! The values of a game as far as a verb wants them, computed or from a proved period.

use anyhow::bail;
use octal::code::Game;
use octal::period::known::{Known, Stop};
use octal::period::search::{Limits, search};

use super::limits::LimitArgs;
use super::progress::SearchBar;

/// Where a search gives up that could only end by a proof, because memory is too small for all
/// the values: no period so far was proved later.
const PROOF_BY: u64 = 1 << 26;

/// How many heaps beyond the last one wanted are computed at most, and never more than it has.
const PROOF_BEYOND: u64 = 500;

/// Computes the values up to heap n of the game, or enough of them to prove its period; `None` if
/// interrupted.
///
/// # Errors
/// If the values do not fit into memory, or are larger than the program can store.
pub fn known_to(game: &Game, n: u64, memory: Option<u64>) -> anyhow::Result<Option<Known>> {
    known_past(game, n, 0, memory)
}

/// The same for a table of values: computed somewhat beyond heap n, if that costs next to nothing,
/// so that the table can name the period.
///
/// # Errors
/// Those of [`known_to`].
pub fn known_for_table(game: &Game, n: u64, memory: Option<u64>) -> anyhow::Result<Option<Known>> {
    known_past(game, n, PROOF_BEYOND, memory)
}

/// Computes up to `beyond` heaps more than wanted, and never twice as many.
fn known_past(
    game: &Game,
    n: u64,
    beyond: u64,
    memory: Option<u64>,
) -> anyhow::Result<Option<Known>> {
    let memory = LimitArgs::memory(memory);
    let wanted = n.saturating_sub(game.shift);
    let heaps = wanted + wanted.min(beyond);
    let mut limits = Limits { heaps, work: None, memory };
    let fits = limits.last_heap();
    if fits < wanted {
        limits.heaps = fits.min(PROOF_BY);
    }
    let known = search(&game.code, &limits, &SearchBar::new(&game.code))?;
    match known.stop {
        Stop::Cancelled => Ok(None),
        Stop::ValueTooLarge if known.verified_to() < wanted => bail!(
            "G({}) is larger than 65535, the largest value this program stores: ask for less",
            known.verified_to() + 1 + game.shift
        ),
        Stop::Heaps | Stop::Memory if known.verified_to() < wanted => bail!(
            "the values up to heap {n} need {} bytes and no period of {game} was proved up to \
             heap {}: ask for heaps up to {fits}, or allow more --memory",
            u128::from(wanted) * 2,
            known.verified_to()
        ),
        _ => Ok(Some(known)),
    }
}

/// How far a search for the period alone goes, beyond the values that are wanted: a second or so.
const PERIOD: Limits = Limits { heaps: 1 << 24, work: Some(1_000_000_000), memory: 1 << 28 };

/// The same game with its period, if a short search proves it; else `known` as it is. `None` if
/// interrupted.
///
/// # Errors
/// Those of [`search`].
pub fn with_period(known: Known) -> anyhow::Result<Option<Known>> {
    if known.finding.period().is_some() {
        return Ok(Some(known));
    }
    let further = search(&known.code, &PERIOD, &SearchBar::new(&known.code))?;
    Ok(match further.stop {
        Stop::Cancelled => None,
        _ if further.finding.proved().is_some() => Some(further),
        _ => Some(known),
    })
}
