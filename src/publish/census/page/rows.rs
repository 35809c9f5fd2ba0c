//! The games of a survey and their codes, as the scripts of the page read them.

use std::collections::{BTreeMap, HashSet};

use super::codes::patterns;
use crate::code::Code;
use crate::code::names::{self, NamedGame};
use crate::period::Answer;
use crate::publish::markup::text;
use crate::survey::store::Finished;

/// The columns of the table of games: those of `periods.csv` that the page shows, and the codes.
const COLUMNS: [&str; 18] = [
    "code",
    "name",
    "status",
    "preperiod",
    "period",
    "saltus",
    "exceptions",
    "max_value",
    "max_at",
    "mask",
    "position_parity",
    "rare_count",
    "last_rare",
    "theorem",
    "verified_to",
    "certificate",
    "stop",
    "codes",
];

/// The games, a line each, the fields separated by tabs; the first line has the names of the columns.
pub fn games(games: &[Finished]) -> String {
    let line = |game: &Finished| self::line(&fields(game));
    self::line(&COLUMNS.map(str::to_owned)) + &games.iter().map(line).collect::<String>()
}

/// Names for games whose codes are here, a line each: the game, its name, and its other names.
pub fn names_of(games: &[Finished]) -> String {
    let members = games.iter().flat_map(|game| &game.members);
    let codes: HashSet<&Code> = members.map(|member| &member.code).collect();
    let is_here = |row: &&NamedGame| !row.name.is_empty() && codes.contains(&row.game.code);
    let fields = |row: &NamedGame| -> Vec<String> {
        let names = std::iter::once(&row.name).chain(&row.aliases);
        std::iter::once(row.game.to_string()).chain(names.cloned()).collect()
    };
    names::all().iter().filter(is_here).map(|row| line(&fields(row))).collect()
}

/// One line of fields, none of which can contain a tab: white space of other kinds becomes a space.
fn line(fields: &[String]) -> String {
    let fields: Vec<String> = fields.iter().map(|field| text(field)).collect();
    fields.join("\t") + "\n"
}

fn fields(game: &Finished) -> [String; 18] {
    let row: &Answer = &game.row;
    let number = |n: Option<u64>| n.map_or(String::new(), |n| n.to_string());
    let words = |words: &Option<String>| words.clone().unwrap_or_default();
    [
        row.code.clone(),
        words(&row.name),
        row.status.name().to_owned(),
        number(row.preperiod),
        number(row.period),
        number(row.saltus),
        number(row.exceptions),
        number(row.max_value),
        number(row.max_at),
        words(&row.mask.map(|mask| format!("{mask:#x}"))),
        number(row.position_parity.map(u64::from)),
        number(row.rare_count),
        number(row.last_rare),
        row.theorem.map(String::from).unwrap_or_default(),
        row.verified_to.to_string(),
        words(&row.certificate),
        row.stop.map(|stop| stop.to_string()).unwrap_or_default(),
        codes(game),
    ]
}

/// All codes of a game by their shifts, as `0:0.137 0.1(37)5;-1:0.07`.
fn codes(game: &Finished) -> String {
    let mut by_shift: BTreeMap<i64, Vec<&Code>> = BTreeMap::new();
    for member in &game.members {
        by_shift.entry(member.shift).or_default().push(&member.code);
    }
    let written = |(shift, codes): (&i64, &Vec<&Code>)| {
        format!("{shift}:{}", patterns(codes.iter().copied()).join(" "))
    };
    by_shift.iter().map(written).collect::<Vec<_>>().join(";")
}
