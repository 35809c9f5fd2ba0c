//! What the table of a survey teaches: a page of tables, and two pictures.
//!
//! * `rarity` games by the number of their rare heaps
//! * `facts` counts and distributions
//! * `survival` how many games stay open, heap by heap
//! * `page` the page, in Markdown
//!
//! All of it is a function of the rows, so it never disagrees with them.

mod facts;
mod page;
mod rarity;
mod survival;

use crate::plot::{Figure, Group, points, steps};
use crate::survey::manifest::Content;
use crate::survey::store::Finished;
use rarity::Rarity;

/// The first line of the page.
pub const TITLE: &str = "# Census\n";

/// The page.
pub const FILE: &str = "README.md";

/// The pictures.
const PERIODS: &str = "plots/periods.svg";
const SURVIVAL: &str = "plots/survival.svg";

/// The page and its pictures, by their places in the directory of the survey. O(codes·log codes).
#[must_use]
pub fn files(games: &[Finished]) -> Vec<Content> {
    let page = page::page(games, PERIODS, SURVIVAL);
    let files = [(FILE, page), (PERIODS, periods(games)), (SURVIVAL, survival_curves(games))];
    files.map(|(file, text)| (file.to_owned(), text.into_bytes())).into()
}

/// Preperiod against period.
fn periods(games: &[Finished]) -> String {
    let proved = games.iter().filter_map(|game| {
        let period = facts::proved(game)?;
        Some((Rarity::of(&game.row), (period.preperiod as f64, period.period as f64)))
    });
    let proved: Vec<_> = proved.collect();
    let groups = groups(|rarity| {
        proved.iter().filter(|(of, _)| *of == rarity).map(|(_, point)| *point).collect()
    });
    points(&Figure {
        title: "Proved periods".into(),
        note: format!("{} games; rare heaps as far as each was searched", proved.len()),
        x_title: "preperiod n0 (heaps)".into(),
        y_title: "period p (heaps)".into(),
        log_y: true,
        groups,
    })
}

/// Heaps against the share of games that is still open.
fn survival_curves(games: &[Finished]) -> String {
    steps(&Figure {
        title: "Games that are still open".into(),
        note: "the share whose period is not proved by values up to heap n (Kaplan and Meier)"
            .into(),
        x_title: "heap n".into(),
        y_title: "open (per cent)".into(),
        log_y: false,
        groups: groups(|rarity| survival::curve(games, rarity)),
    })
}

fn groups(points: impl Fn(Rarity) -> Vec<(f64, f64)>) -> Vec<Group> {
    Rarity::ALL.map(|rarity| Group { name: rarity.name().into(), points: points(rarity) }).into()
}
