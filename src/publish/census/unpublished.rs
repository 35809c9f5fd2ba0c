//! Proved games that the publications of the catalogue do not mention: all of them in
//! `unpublished.csv`.

use serde::Serialize;

use super::ColumnKind::{Code, Number};
use super::facts;
use super::{LISTED, Section, SectionTable, number};
use crate::catalogue::sources::MentionedGames;
use crate::period::Period;
use crate::plot::grouped;
use crate::survey::files::csv_bytes;
use crate::survey::store::Finished;

/// The file that lists these games.
pub const FILE: &str = "unpublished.csv";

/// The column names of `unpublished.csv`, with the meanings of `periods.csv`.
pub const HEADER: [&str; 6] =
    ["code", "preperiod", "period", "saltus", "rare_count", "verified_to"];

/// A row of `unpublished.csv`.
#[derive(Serialize)]
struct UnpublishedRow<'a> {
    code: &'a str,
    preperiod: u64,
    period: u64,
    saltus: u64,
    rare_count: Option<u64>,
    verified_to: u64,
}

impl<'a> From<(&'a Finished, Period)> for UnpublishedRow<'a> {
    fn from((game, proved): (&'a Finished, Period)) -> UnpublishedRow<'a> {
        UnpublishedRow {
            code: &game.row.code,
            preperiod: proved.preperiod,
            period: proved.period,
            saltus: proved.saltus,
            rare_count: game.row.rare_count,
            verified_to: game.row.verified_to,
        }
    }
}

/// The proved games none of whose codes is mentioned, with their periods, in the order of the
/// games.
fn unpublished<'a>(
    games: &'a [Finished],
    mentioned: &MentionedGames,
) -> impl Iterator<Item = (&'a Finished, Period)> {
    let is_mentioned =
        |game: &Finished| game.members.iter().any(|member| mentioned.include(&member.code));
    facts::all_proved(games).filter(move |(game, _)| !is_mentioned(game))
}

/// The bytes of `unpublished.csv`.
pub fn table(games: &[Finished], mentioned: &MentionedGames) -> Vec<u8> {
    csv_bytes(unpublished(games, mentioned).map(UnpublishedRow::from), &HEADER)
}

/// The section on these games.
pub fn section(games: &[Finished], mentioned: &MentionedGames) -> Section {
    let count = unpublished(games, mentioned).count();
    let longest = facts::longest(unpublished(games, mentioned), LISTED);
    let rows = longest.into_iter().map(|(game, Period { preperiod, period, saltus })| {
        let saltus = if saltus == 0 { String::new() } else { grouped(saltus) };
        vec![game.row.code.clone(), grouped(preperiod), grouped(period), saltus]
    });
    let titles = [("code", Code), ("preperiod", Number), ("period", Number), ("saltus", Number)];
    Section {
        title: "Proved, and in none of the publications collected",
        words: format!(
            "The publications collected in `octal-codes/` have no claim, search, settlement or sequence of these {} \
             proved games, under any of their codes. Others may: the tables of Winning Ways and of Howse and \
             Nowakowski (2004), of which only quotations are collected, have games with few digits; and a \
             published game outside this survey may have the same values. `{FILE}` lists them all; here are those with the largest sums of preperiod \
             and period.",
            number(count)
        ),
        table: SectionTable::new(titles, rows).without_empty_columns(),
        note: None,
        picture: None,
    }
}
