//! The table of all games, and a section for each game that has pictures.

use super::Page;
use crate::code::names::{self, NamedGame};
use crate::code::{Code, Game};
use crate::period::Status;
use crate::period::{Answer, NO_LARGEST_VALUE};
use crate::plot::grouped;
use crate::publish::markup::{cell, filter, link, number, row, section, status, table, text};
use crate::publish::plots::{Picture, stem};
use crate::survey::store::Finished;

/// The headings of the table of games, as (class, text).
const HEADINGS: [(&str, &str); 16] = [
    ("", "code"),
    ("", "name"),
    ("", "status"),
    ("number", "preperiod"),
    ("number", "period"),
    ("number", "saltus"),
    ("number", "exceptions"),
    ("number", "largest value"),
    ("number", "at heap"),
    ("number", "rare heaps"),
    ("number", "last rare"),
    ("number", "computed to"),
    ("", "theorem"),
    ("", "certificate"),
    ("", "plots"),
    ("number", "equal games"),
];

/// The section with the table of all games.
pub fn all_games(page: &Page<'_>) -> String {
    let rows: String = page.games.iter().map(|game| game_row(page, game)).collect();
    let what = "Code or name; equal games are found too";
    let form = filter("games-table", what, &Status::ALL.map(Status::name));
    let words = "<p>Preperiod n0 and period p: G(n + p) = G(n) for every n ≥ n0, both least. An \
        exception is an n &lt; n0 where G(n) differs from the pattern continued downwards. ∞: \
        infinitely many heaps are rare. Every value up to the heap under “computed to” is exact; \
        equal games are proved equal. <span class=\"screen\">A click on a heading sorts.</span></p>\n";
    section(
        "games",
        "All games",
        &(words.to_owned() + &form + &table("games-table", "tall", &HEADINGS, &rows)),
    )
}

fn game_row(page: &Page<'_>, game: &Finished) -> String {
    let found = &game.row;
    let pictures: Vec<&Picture> = pictures_of(page, game).collect();
    let own = pictures.iter().find(|drawn| drawn.plan.game.to_string() == found.code);
    let code = match own.or(pictures.first()) {
        Some(drawn) => link(&format!("#{}", anchor(&drawn.plan.game)), &found.code),
        None => text(&found.code),
    };
    let cells = [
        format!(r#"<th scope="row">{code}</th>"#),
        cell("", found.name.as_deref().unwrap_or_default()),
        status(found.status.name()),
        number(found.preperiod),
        number(found.period),
        number(found.saltus.filter(|&saltus| saltus > 0)),
        number(found.exceptions),
        number(found.max_value),
        number(found.max_at),
        rare_count(found),
        number(found.last_rare),
        number(Some(found.verified_to)),
        cell("", &found.theorem.map(String::from).unwrap_or_default()),
        certificate(found),
        format!("<td>{}</td>", picture_links(&pictures, &found.code)),
        equal_games(game),
    ];
    let name = found.name.as_deref().unwrap_or_default();
    let cousins = found.cousins.as_deref().unwrap_or_default();
    let find = [&found.code, name, &found.standard_form, cousins];
    row(&find.join(" "), found.status.name(), &cells.concat())
}

/// The cell with the number of rare heaps.
fn rare_count(row: &Answer) -> String {
    if row.rare_count.is_none() && row.mask.is_some() {
        return r#"<td class="number" data-v="Infinity">∞</td>"#.to_owned();
    }
    number(row.rare_count)
}

/// The cell with a link to the certificate.
fn certificate(row: &Answer) -> String {
    let link = row.certificate.as_ref().map(|file| link(file, "certificate"));
    format!("<td>{}</td>", link.unwrap_or_default())
}

/// How many other codes have this sequence; the list unfolds.
fn equal_games(game: &Finished) -> String {
    match game.members.len() - 1 {
        0 => number(None),
        count => format!(
            "<td class=\"number\" data-v=\"{count}\"><details><summary>{count}</summary>\
             <div class=\"list\">{}</div></details></td>",
            text(game.row.cousins.as_deref().unwrap_or_default())
        ),
    }
}

/// The pictures of a row's game and of its cousins.
fn pictures_of<'a>(page: &Page<'a>, game: &'a Finished) -> impl Iterator<Item = &'a Picture> {
    let is_member = |code: &Code| game.members.iter().any(|member| member.code == *code);
    page.pictures.iter().filter(move |drawn| is_member(&drawn.plan.game.code))
}

/// A link to each picture, with the code where it is not that of the row.
fn picture_links(pictures: &[&Picture], code: &str) -> String {
    let one = |drawn: &&Picture| {
        let plan = &drawn.plan;
        let game = plan.game.to_string();
        let of = if game == code { String::new() } else { format!("{game} ") };
        let fold = plan.options.fold.map(|p| format!(" {p}")).unwrap_or_default();
        link(&plan.file(), &format!("{of}{}{fold}", plan.options.kind))
    };
    pictures.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// The place of a game's section.
fn anchor(game: &Game) -> String {
    format!("game-{}", stem(game))
}

/// A section for each game with pictures.
pub fn named_games(page: &Page<'_>) -> String {
    let games = page.pictures.chunk_by(|a, b| a.plan.game == b.plan.game);
    let sections: Vec<String> = games.map(|pictures| game_section(page, pictures)).collect();
    let links = page.pictures.chunk_by(|a, b| a.plan.game == b.plan.game).map(|pictures| {
        let game = &pictures[0].plan.game;
        format!("<li>{}</li>", link(&format!("#{}", anchor(game)), &title(game)))
    });
    let contents = format!("<nav><ul>{}</ul></nav>\n", links.collect::<String>());
    section("named", "Games with names, and two more", &(contents + &sections.concat()))
}

/// "0.137, dawsons-chess".
fn title(game: &Game) -> String {
    names::name_of(game).map_or_else(|| game.to_string(), |name| format!("{name} ({game})"))
}

fn game_section(page: &Page<'_>, pictures: &[Picture]) -> String {
    let game = &pictures[0].plan.game;
    let known = names::all().iter().find(|row| row.game == *game);
    let rules = known.map(|row| format!("<p>{}</p>\n", text(&described(row)))).unwrap_or_default();
    let facts: String = facts(page, game)
        .into_iter()
        .map(|(what, said)| format!("<dt>{what}</dt><dd>{said}</dd>\n"))
        .collect();
    format!(
        "<section class=\"game\" id=\"{}\">\n<h3>{}</h3>\n{rules}<dl>\n{facts}</dl>\n{}</section>\n",
        anchor(game),
        text(&title(game)),
        figure(pictures)
    )
}

fn described(row: &NamedGame) -> String {
    let aliases = row.aliases.join(", ");
    if aliases.is_empty() { row.note.clone() } else { format!("Also: {aliases}. {}", row.note) }
}

/// The first picture in the page, links to the others, and how each is made.
fn figure(pictures: &[Picture]) -> String {
    let others: Vec<&Picture> = pictures.iter().collect();
    let code = pictures[0].plan.game.to_string();
    format!(
        "<figure>\n<div class=\"wide\">\n{}</div>\n<figcaption><code>{}</code>; as files: {}\
         </figcaption>\n</figure>\n",
        pictures[0].svg,
        text(&pictures[0].plan.command()),
        picture_links(&others, &code)
    )
}

/// What is known of a game, as pairs of a label and HTML text.
fn facts(page: &Page<'_>, game: &Game) -> Vec<(&'static str, String)> {
    let mut facts = vec![];
    let found = page.games.iter().find_map(|finished| {
        let member = finished.members.iter().find(|member| member.code == game.code)?;
        Some((finished, member.shift + game.shift as i64))
    });
    if let Some((finished, larger)) = found {
        let row = &finished.row;
        if row.code != game.code.to_string() || larger != 0 {
            facts.push(("the same game", text(&same_game(&row.code, larger))));
        }
        facts.push(("result", text(&result(row))));
        facts.push(("largest value", text(&largest(row))));
        let listed: Vec<String> = finished.exceptions.iter().map(|e| e.n.to_string()).collect();
        if !listed.is_empty() && listed.len() <= LISTED {
            facts.push(("exceptions", listed.join(" ")));
        }
    }
    let verdicts = page.verdicts.iter().filter(|verdict| verdict.code == game.to_string());
    let mut counts = std::collections::BTreeMap::new();
    verdicts.for_each(|verdict| {
        *counts.entry(verdict.verdict.name().replace('_', " ")).or_insert(0) += 1
    });
    if !counts.is_empty() {
        let counts: Vec<String> =
            counts.iter().map(|(verdict, n)| format!("{n} {verdict}")).collect();
        facts.push((
            "claims",
            format!("{}, {}", counts.join(", "), link("#claims", "see the verdicts")),
        ));
    }
    facts
}

/// A section lists the exceptions of a game that has at most this many.
const LISTED: usize = 60;

fn same_game(code: &str, larger: i64) -> String {
    match larger {
        0 => format!("as {code}; what follows is said of {code}"),
        1.. => format!("as {code}, with heaps {larger} larger; what follows is said of {code}"),
        _ => format!("as {code}, with heaps {} smaller; what follows is said of {code}", -larger),
    }
}

fn result(row: &Answer) -> String {
    let verified = grouped(row.verified_to);
    let Some(period) = row.known_period() else {
        return format!("open: no period proved; every value computed up to heap {verified}");
    };
    let repeats = || "the values computed repeat, nothing is proved".to_owned();
    let how = row.theorem.map_or_else(repeats, String::from);
    let period = period.in_words(grouped);
    format!("{}: {period} ({how}), verified to heap {verified}", row.status)
}

fn largest(row: &Answer) -> String {
    let (Some(value), Some(at)) = (row.max_value, row.max_at) else {
        return NO_LARGEST_VALUE.to_owned();
    };
    let heaps = match row.status {
        Status::Proved => String::new(),
        _ => format!(" up to heap {}", grouped(row.verified_to)),
    };
    format!("{}{heaps}, first at heap {}", grouped(value), grouped(at))
}
