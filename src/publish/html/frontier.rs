//! The open games, how far others searched them, and how far we did.

use super::Page;
use crate::code::{Game, names};
use crate::publish::markup::{cell, filter, number, row, section, table, text};
use crate::survey::frontier::FrontierRow;

/// The headings of the table of open games, as (class, text).
const HEADINGS: [(&str, &str); 12] = [
    ("", "code"),
    ("", "name"),
    ("number", "published limit"),
    ("", "by"),
    ("long", "source"),
    ("number", "our limit"),
    ("number", "factor"),
    ("number", "rare heaps"),
    ("number", "last rare"),
    ("number", "largest value"),
    ("number", "at heap"),
    ("", "mask"),
];

/// Where a game stands, as the filter has it.
const STANDINGS: [&str; 3] = ["beyond", "short_of", "unpublished"];

/// The section with the open games.
pub fn frontier(page: &Page<'_>) -> String {
    let rows: String = page.frontier.iter().map(|game| frontier_row(page, game)).collect();
    let form = filter("frontier-table", "Code, name or source", &STANDINGS);
    let count = |standing| page.frontier.iter().filter(|game| stands(game) == standing).count();
    let words = format!(
        "<p>No period is known of these games. A limit is the last heap searched, published or ours; \
         the factor is ours divided by the published one. {} games are searched beyond the published \
         limit, {} are not; of {} we know no published limit. Rare heaps and values are those up to our \
         limit.</p>\n",
        count(STANDINGS[0]),
        count(STANDINGS[1]),
        count(STANDINGS[2])
    );
    section(
        "frontier",
        "Open games",
        &(words + &form + &table("frontier-table", "tall", &HEADINGS, &rows)),
    )
}

/// Where a game stands: one of [`STANDINGS`].
fn stands(game: &FrontierRow) -> &'static str {
    match game.published_limit {
        None => STANDINGS[2],
        Some(theirs) if game.our_limit > Some(theirs) => STANDINGS[0],
        Some(_) => STANDINGS[1],
    }
}

fn frontier_row(page: &Page<'_>, game: &FrontierRow) -> String {
    let name = game.code.parse::<Game>().ok().and_then(|game| names::name_of(&game));
    let name = name.unwrap_or_default();
    let key = game.source.as_deref().unwrap_or_default();
    let source = page.sources.iter().find(|source| source.key == key);
    let source = source.map_or(key, |source| &source.citation);
    let by = game.published_by.as_deref().unwrap_or_default();
    let position = if game.position_parity == Some(1) { " and position" } else { "" };
    let mask = game.mask.as_ref().map(|mask| format!("{mask}{position}")).unwrap_or_default();
    let cells = [
        format!(r#"<th scope="row">{}</th>"#, text(&game.code)),
        cell("", name),
        number(game.published_limit),
        cell("", by),
        cell("long", source),
        number(game.our_limit),
        factor(game),
        number(game.rare_count),
        number(game.last_rare),
        number(game.max_value),
        number(game.max_at),
        cell("", &mask),
    ];
    row(&[&game.code, name, by, source].join(" "), stands(game), &cells.concat())
}

/// The cell with the factor, which sorts by its number.
fn factor(game: &FrontierRow) -> String {
    match game.factor {
        None => number(None),
        Some(factor) => format!("<td class=\"number\" data-v=\"{}\">{factor}</td>", factor.value()),
    }
}
