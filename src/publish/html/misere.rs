//! Misère play: the quotients that are proved, and how far the others are known.

use super::Page;
use crate::code::{Code, Game, names};
use crate::misere::limits::MisereLimits;
use crate::misere::presentation::presentation;
use crate::misere::record::{Extent, Order, Record};
use crate::misere::solve::{Solved, solve};
use crate::publish::markup::{cell, filter, link, number, row, section, status, table, text};
use crate::survey::misere::study::MisereGame;
use crate::survey::misere::verdicts::beyond_normal_play;

/// The headings of the table of games, as (class, text).
const HEADINGS: [(&str, &str); 13] = [
    ("", "code"),
    ("", "name"),
    ("", "status"),
    ("number", "order"),
    ("number", "P"),
    ("number", "preperiod"),
    ("number", "period"),
    ("number", "last rogue"),
    ("", "tame"),
    ("", "theorem"),
    ("number", "verified to"),
    ("", "certificate"),
    ("long", "presentation"),
];

/// Larger quotients are not written out.
const LARGEST_SHOWN: u64 = 12;

/// The section with all misère quotients.
pub fn misere(page: &Page<'_>) -> String {
    let rows: String = page.misere.iter().map(game_row).collect();
    let statuses = [Extent::Proved, Extent::Open].map(Extent::name);
    let form = filter("misere-table", "Code or name; first cousins are found too", &statuses);
    let count = |status| page.misere.iter().filter(|game| game.row.status == status).count();
    let solved = page.misere.iter().filter(|game| game.row.is_solved()).count();
    let words = format!(
        "<p>The player who makes the last move loses. {solved} games are solved. {} games have an infinite \
         quotient. {} games are open: their rows show the quotient of the heaps up to “verified to”. A position \
         with a heap beyond the last rogue has the same outcome in misère and in normal play. Each “presentation” \
         begins with its letters and the heaps that they stand for. Codes share a row only if they are first \
         cousins.</p>\n",
        count(Extent::Proved) - solved,
        count(Extent::Open)
    );
    let all = table("misere-table", "tall", &HEADINGS, &rows);
    section("misere", "Misère play", &(words + &beyond(page) + &form + &all))
}

/// The games solved although their normal play is open.
fn beyond(page: &Page<'_>) -> String {
    let codes = beyond_normal_play(page.misere, page.games);
    let codes: Vec<String> = codes.iter().map(|game| text(&game.row.code)).collect();
    match codes.is_empty() {
        true => String::new(),
        false => format!(
            "<p>Solved although their normal play is open: {}. From some heap on it is that normal \
             play.</p>\n",
            codes.join(", ")
        ),
    }
}

fn game_row(game: &MisereGame) -> String {
    let found = &game.row;
    let code: Option<Code> = found.code.parse().ok();
    let name = code.as_ref().and_then(|code| names::name_of(&Game::from(code.clone())));
    let name = name.unwrap_or_default();
    let certificate = found.certificate.as_ref().map(|file| link(file, "certificate"));
    let cells = [
        format!(r#"<th scope="row">{}</th>"#, text(&found.code)),
        cell("", name),
        status(found.status.name()),
        order(found.order),
        number(found.p_portion),
        number(found.preperiod),
        number(found.period),
        number(found.last_rogue),
        cell("", &tame(found)),
        cell("", found.theorem.map_or("", |theorem| theorem.name())),
        number(Some(found.heaps)),
        format!("<td>{}</td>", certificate.unwrap_or_default()),
        cell("long", &code.and_then(|code| presented(&code, found)).unwrap_or_default()),
    ];
    let cousins = game.members.iter().map(|member| member.code.to_string());
    let find: Vec<String> = cousins.chain([name.to_owned()]).collect();
    row(&find.join(" "), found.status.name(), &cells.concat())
}

/// The cell with the order, which sorts by its number.
fn order(order: Option<Order>) -> String {
    match order {
        Some(Order::Finite(order)) => number(Some(order)),
        Some(Order::Infinite) => r#"<td class="number" data-v="Infinity">∞</td>"#.to_owned(),
        None => number(None),
    }
}

fn tame(row: &Record) -> String {
    match (row.tame, row.tame_to) {
        (Some(true), _) => "yes".to_owned(),
        (_, Some(heap)) => format!("to heap {heap}"),
        _ => format!("to heap {} at least", row.heaps),
    }
}

/// The quotient in letters, if it is proved and small. It is computed again, from its few heaps.
fn presented(code: &Code, row: &Record) -> Option<String> {
    let is_small = matches!(row.order, Some(Order::Finite(order)) if order <= LARGEST_SHOWN);
    if row.status != Extent::Proved || !is_small {
        return None;
    }
    let heaps = usize::try_from(row.heaps).ok()?;
    let whole = |solved: Solved| (solved.proof.is_some()).then(|| presentation(&solved.quotient));
    solve(code, &MisereLimits::heaps(heaps), &()).ok().and_then(whole)
}
