//! The pictures of a survey: preperiods against periods, and how many games stay open.

use super::facts::{self, Rarity};
use super::survival::curve;
use crate::plot::{Figure, Group, points, steps};
use crate::survey::store::Finished;

/// A picture.
pub struct CensusPicture {
    /// Its place in the directory of the survey.
    pub file: &'static str,
    /// What it shows.
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
