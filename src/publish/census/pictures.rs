//! The pictures of a survey: preperiods against periods, and the number of games that stay open.
//!
//! A game is *solved* at the heap up to which it was computed when its period was proved. An open
//! game was *watched* up to the heap where its search ended. Its later course is unknown, so it
//! counts as at risk only up to there.

use super::facts::{self, Rarity};
use crate::period::Status;
use crate::plot::{Figure, Group, points, steps};
use crate::survey::store::Finished;

/// A picture.
pub struct CensusPicture {
    /// Its place in the directory of the survey.
    pub file: &'static str,
    /// A description of the picture.
    pub shows: &'static str,
    /// The picture.
    pub svg: String,
}

/// Preperiod against period.
pub fn periods(games: &[Finished]) -> CensusPicture {
    let proved = games.iter().filter_map(|game| {
        let period = facts::proved(game)?;
        Some((Rarity::of(&game.row), (period.preperiod as f64, period.period as f64)))
    });
    let proved: Vec<_> = proved.collect();
    let groups = groups(|rarity| {
        proved.iter().filter(|(of, _)| *of == rarity).map(|(_, point)| *point).collect()
    });
    let svg = points(&Figure {
        title: "Proved periods".into(),
        note: format!("{} games; rare heaps as far as each was searched", proved.len()),
        x_title: "preperiod n0 (heaps)".into(),
        y_title: "period p (heaps)".into(),
        log_y: true,
        groups,
    });
    let shows = "Preperiod against period, by the number of rare heaps";
    CensusPicture { file: "plots/periods.svg", shows, svg }
}

/// Heaps against the share of games that is still open.
pub fn survival(games: &[Finished]) -> CensusPicture {
    let svg = steps(&Figure {
        title: "Games that are still open".into(),
        note: "the share whose period is not proved by values up to heap n (Kaplan and Meier)"
            .into(),
        x_title: "heap n".into(),
        y_title: "open (per cent)".into(),
        log_y: false,
        groups: groups(|rarity| curve(games, rarity)),
    });
    let shows = "The share of games that is still open, heap by heap";
    CensusPicture { file: "plots/survival.svg", shows, svg }
}

fn groups(points: impl Fn(Rarity) -> Vec<(f64, f64)>) -> Vec<Group> {
    Rarity::ALL.map(|rarity| Group { name: rarity.name().into(), points: points(rarity) }).into()
}

/// The end of the search of a game; `true` if it was solved there.
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

/// The share of games that are open, in per cent, after each heap where a game is solved. This is
/// the estimate of Kaplan and Meier: every solved game multiplies the share by 1 − 1/(games at
/// risk).
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

/// Two counts for each decade of heaps, from 10^k to 10^(k + 1), k = 0, 1, …. The first is the
/// number of games solved in it. The second is the number of games open at its start that were
/// solved in it or watched to its end.
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
