//! Games that are equal though no rule says so: codes whose proved sequences are the same, all in
//! `equal.csv`. Also open games that agree as far as they were compared.

use std::cmp::Reverse;

use serde::Serialize;

use super::ColumnKind::{Code, Number, Words};
use super::facts::proved;
use super::{LISTED, Section, SectionTable, number};
use crate::period::{Period, Status};
use crate::plot::grouped;
use crate::survey::agreement::{AgreeingGames, COMPARED, COMPARED_OF_TRIPLES, agreements};
use crate::survey::class::{Member, classes};
use crate::survey::files::csv_bytes;
use crate::survey::store::Finished;

/// The file that lists the equal codes.
pub const FILE: &str = "equal.csv";

/// The column names of `equal.csv`, with the meanings of `codes.csv`.
pub const HEADER: [&str; 3] = ["code", "game", "shift"];

/// A row of `equal.csv`: a code whose proved sequence is that of a game to which no rule makes it
/// equal.
#[derive(Serialize)]
struct EqualRow<'a> {
    code: String,
    game: &'a str,
    /// s with G_code(n) = G_game(n − s).
    shift: i64,
}

/// A game that no rule makes equal to others that are equal to it.
struct Coincidence<'a> {
    game: &'a Finished,
    period: Period,
    /// The others; of codes that the rules make equal the first.
    others: Vec<&'a Member>,
}

/// The games whose codes the rules do not all prove equal, those with the longest periods first.
fn coincidences(games: &[Finished]) -> Vec<Coincidence<'_>> {
    let of_game = |game| {
        let period = proved(game)?;
        let others = others(game);
        (!others.is_empty()).then_some(Coincidence { game, period, others })
    };
    let mut found: Vec<Coincidence> = games.iter().filter_map(of_game).collect();
    found.sort_by_key(|found| Reverse((found.period.period, found.period.preperiod)));
    found
}

/// The codes of a game that no rule makes equal to its first code: the first of each class of the
/// rules.
fn others(game: &Finished) -> Vec<&Member> {
    let mut classes = classes(game.members.iter().map(|member| member.code.clone()));
    classes.retain(|class| class.shift_of(&game.members[0].code).is_none());
    let member = |code: &crate::code::Code| game.members.iter().find(|member| member.code == *code);
    classes.iter().filter_map(|class| member(class.code())).collect()
}

/// The bytes of `equal.csv`, in the order of the games.
pub fn table(games: &[Finished]) -> Vec<u8> {
    let rows = games.iter().filter(|game| proved(game).is_some()).flat_map(|game| {
        let row = |member: &Member| {
            let (code, shift) = (member.code.to_string(), -member.shift);
            EqualRow { code, game: &game.row.code, shift }
        };
        others(game).into_iter().map(row).collect::<Vec<_>>()
    });
    csv_bytes(rows, &HEADER)
}

/// Codes that a row names.
const SHOWN: usize = 6;

/// The section on codes whose proved sequences are the same.
pub fn coincidences_section(games: &[Finished]) -> Section {
    let found = coincidences(games);
    let rows = found.iter().take(LISTED).map(|Coincidence { game, period, others }| {
        let shown: Vec<String> =
            others.iter().take(SHOWN).map(|member| member.to_string()).collect();
        let more = others.len() - shown.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let [n0, p] = [period.preperiod, period.period].map(grouped);
        vec![game.row.code.clone(), n0, p, shown.join(", ") + &more]
    });
    let titles = [("code", Code), ("preperiod", Number), ("period", Number), ("equal to", Words)];
    Section {
        title: "Equal games that no rule explains",
        words: format!(
            "The proved sequences of {} games are also those of other codes, up to a shift, though neither the rule \
             for first cousins nor that for digits without effect makes these codes equal. `{FILE}` lists them all. \
             Here are those with the longest periods; of codes that the rules do make equal, only the first is \
             named. `CODE shift s` means that G(n) of the game is G(n − s) of CODE.",
            number(found.len())
        ),
        table: SectionTable::new(titles, rows),
        note: None,
        picture: None,
    }
}

/// The section on games without a proof that agree as far as they were compared.
pub fn agreements_section(games: &[Finished]) -> Section {
    let found = agreements(games);
    let rows = found.iter().map(|AgreeingGames { games }| {
        let member = |&(game, shift): &(&Finished, i64)| {
            Member { code: game.members[0].code.clone(), shift }.to_string()
        };
        let others: Vec<String> = games[1..].iter().map(member).collect();
        vec![games[0].0.row.code.clone(), others.join(", ")]
    });
    Section {
        title: "Open games that agree as far as they were compared",
        words: agreements_in_words(games, &found),
        table: SectionTable::new([("code", Code), ("agrees with", Words)], rows),
        note: None,
        picture: None,
    }
}

fn agreements_in_words(games: &[Finished], found: &[AgreeingGames<'_>]) -> String {
    let without_proof = games.iter().filter(|game| game.row.status != Status::Proved).count();
    let alike: usize = found.iter().map(|group| group.games.len()).sum();
    let without_proof = number(without_proof);
    let fewer = match alike - found.len() {
        1 => "is 1 game".to_owned(),
        fewer => format!("are {} games", number(fewer)),
    };
    let compared = format!(
        "Of each of the {without_proof} games without a proof the first {} values from the first that is not 0 on \
         were compared ({COMPARED_OF_TRIPLES} if a move of the game may leave three heaps).",
        number(COMPARED)
    );
    if found.is_empty() {
        return format!("{compared} No two of these games agree.");
    }
    format!(
        "{compared} {} of these games agree with others, up to a shift, though no rule makes them equal; each row \
         below is a group of them. Nothing is proved: later values may differ. If each group is one game, there \
         {fewer} fewer than this page counts. `CODE shift s` means what it means above.",
        number(alike)
    )
}
