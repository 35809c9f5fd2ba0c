//! A sequence made ready for a picture: its values, its rare heaps, and a line on what is known.

use crate::code::{Game, names};
use crate::grundy::{GrundyError, RareSet};
use crate::period::Period;
use crate::period::feed::stream;
use crate::period::sequence::Known;
use crate::period::shifted::View;
use crate::plot::{Fold, Stretch, grouped};

/// The heaps `from` to `to` of a game, all of which must be known. O(to).
pub fn stretch(game: &Game, known: &Known, from: u64, to: u64) -> Result<Stretch, GrundyError> {
    let out_of_memory = || GrundyError::OutOfMemory { heap: to };
    let count = usize::try_from(to - from).map_err(|_| out_of_memory())?.saturating_add(1);
    let mut values: Vec<u16> = vec![];
    values.try_reserve_exact(count).map_err(|_| out_of_memory())?;
    stream(known, game.shift, from, to, |chunk| {
        values.extend(chunk);
        Ok::<(), GrundyError>(())
    })?;
    let space = known.rare.as_ref().map(space).unwrap_or_default();
    let rare = known.rare.map(|rare| rare_heaps(&rare.shifted(game.shift as i64), from, &values));
    let view = View::new(known, game.shift as i64);
    let period = view.finding().period();
    let (game, note) = (label(game), note(&view, period));
    let period =
        period.map(|p| Fold { preperiod: p.preperiod, period: p.period, saltus: p.saltus });
    Ok(Stretch { game, note, space, from, values, rare, period })
}

/// The rare heaps among these values.
fn rare_heaps(rare: &RareSet, from: u64, values: &[u16]) -> Vec<u64> {
    let is_rare = |&(n, &value): &(u64, &u16)| rare.space.is_rare(n as usize, value);
    (from..).zip(values).filter(is_rare).map(|(n, _)| n).collect()
}

/// "0.137 (dawsons-chess)".
pub fn label(game: &Game) -> String {
    match names::name_of(game) {
        Some(name) => format!("{game} ({name})"),
        None => game.to_string(),
    }
}

/// "period 34 from heap 52 on, proved".
fn note(view: &View<'_>, period: Option<Period>) -> String {
    match period {
        Some(period) => format!("{}, {}", period.in_words(grouped), view.known.finding.status()),
        None => format!("no period proved up to heap {}", grouped(view.verified_to())),
    }
}

/// "sparse space: mask 0x6 and position parity".
fn space(rare: &RareSet) -> String {
    let parity = if rare.space.position_parity { " and position parity" } else { "" };
    format!("sparse space: mask {:#x}{parity}", rare.space.mask)
}
