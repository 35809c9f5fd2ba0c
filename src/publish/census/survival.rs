//! How many games stay open, heap by heap.
//!
//! A game is *solved* at the heap up to which it was computed when its period was proved. An open game was
//! *watched* up to the heap where its search ended; what it does later is unknown, so it counts among
//! those that are at risk only up to there.

use super::facts::Rarity;
use crate::period::Status;
use crate::survey::store::Finished;

/// The end of the search of a game, and whether it was solved there.
struct End {
    heap: u64,
    solved: bool,
}

fn ends(games: &[Finished], rarity: Rarity) -> Vec<End> {
    let of = games.iter().filter(|game| Rarity::of(&game.row) == rarity);
    let mut ends: Vec<End> = of
        .map(|game| End { heap: game.row.verified_to, solved: game.row.status == Status::Proved })
        .collect();
    // At one heap games are solved before others cease to be watched.
    ends.sort_by_key(|end| (end.heap, !end.solved));
    ends
}

/// The share of games that is open, in per cent, after each heap where one is solved: the estimate of
/// Kaplan and Meier, in which every solved game multiplies the share by 1 − 1/(games at risk).
pub fn curve(games: &[Finished], rarity: Rarity) -> Vec<(f64, f64)> {
    let ends = ends(games, rarity);
    let Some(last) = ends.last() else { return vec![] };
    let (mut open, mut curve) = (100.0, vec![(0.0, 100.0)]);
    for (i, end) in ends.iter().enumerate().filter(|(_, end)| end.solved) {
        open *= 1.0 - 1.0 / (ends.len() - i) as f64;
        curve.push((end.heap as f64, open));
    }
    curve.push((last.heap as f64, open));
    curve
}

/// For each decade of heaps, from 10^k to 10^(k + 1), k = 0, 1, …: how many games were solved in it,
/// and how many of those that were open at its start were solved in it or watched to its end.
pub fn by_decade(games: &[Finished], rarity: Rarity) -> Vec<(usize, usize)> {
    let ends = ends(games, rarity);
    let last = ends.last().map_or(0, |end| end.heap);
    let decades = (0..).map(|k| (10_u64.saturating_pow(k), 10_u64.saturating_pow(k + 1)));
    let count = |(from, to): (u64, u64)| {
        let solved = |end: &&End| end.solved && (from..to).contains(&end.heap);
        let solved = ends.iter().filter(solved).count();
        (solved, solved + ends.iter().filter(|end| end.heap >= to).count())
    };
    decades.take_while(|(from, _)| *from <= last).map(count).collect()
}
