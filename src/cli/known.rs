//! `octal known`: the known facts about a game.

use std::io::Write;

use octal::catalogue::sources::{self, MentionedGames};
use octal::catalogue::{claims, limits, settled};
use octal::code::{Game, value_of};
use octal::formats::Format;
use octal::formats::periods::csv_bytes;
use octal::misere::record::Record;
use octal::period::sequence::Known;
use octal::period::{self, Status};
use octal::publish::known::{
    GameFacts, HEADER, OwnGame, OwnResults, Publications, PublishedPeriod, PublishedSearch,
};
use octal::survey::class::Member;
use octal::survey::figures::{FigureRow, FigureVerdict};
use octal::survey::report::Literature;

use super::answer::earlier::ResultsArgs;
use super::answer::misere::{headline as misere_headline, tame};
use super::answer::{known_to, with_period};
use super::args::one_of;
use super::terminal::output::OutputArgs;
use super::terminal::stderr::say;
use super::{Answer, Result};

/// Print what is known of a game: who settled it, or how far it was searched
///
/// The answer lists the equal games, who found the period and when, the published periods and
/// searches, and our verdict on the figures of these searches. It then has our own result, its
/// certificate, and our result on misère play. Published heaps are those of the code that is named
/// with them, our heaps are those of the game. In rows, 'CODE shift s' means G(n) = G_CODE(n − s).
///
/// The results come from the tables that are part of the program, or from those in --results. If no
/// table lists the game, a one-second search is tried.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal known treblecross               open: who searched it, and how far
  octal known kayles                    settled in 1956
  octal known 0.4                       settled, as an equal game
  octal known officers --format json
  octal known 0.3122                    no publication collected: our results alone
  octal known 0.1234567                 nothing: exit code 1

Exit code: 0 something is known, 1 nothing is, 2 could not do it, or stopped by a signal.")]
pub struct Args {
    /// The game: a code such as 0.137, or a name such as kayles
    #[arg(value_name = "CODE")]
    game: Game,
    /// Output format
    #[arg(long, default_value = "text",
        value_parser = one_of(&[Format::Text, Format::Json, Format::Csv]))]
    format: Format,
    #[command(flatten)]
    results: ResultsArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// The number of heaps computed for a game without a row before the program looks for its period.
const HEAPS: u64 = 1000;

pub fn run(args: &Args) -> Result {
    let mut out = args.output.open()?;
    let (claims, limits) = (claims::published()?, limits::published()?);
    let literature = Literature { claims: &claims, limits: &limits };
    let (settled, sources) = (settled::published()?, sources::published()?);
    let mentioned = MentionedGames::published()?;
    let published =
        Publications { literature, settled: &settled, sources: &sources, mentioned: &mentioned };
    let mut found = args.results.game(&args.game.code)?;
    let misere = args.results.misere(&args.game.code)?;
    let mut known = None;
    if found.as_ref().is_none_or(|found| needs_values(&args.game, found)) {
        known = searched(&args.game)?;
        if known.is_none() {
            say("interrupted: a period was not looked for");
            return Ok(Answer::Unfinished);
        }
    }
    if found.is_none() {
        found = known.as_ref().and_then(OwnGame::proved_now);
    }
    let own = OwnResults {
        found: found.as_ref(),
        known: known.as_ref(),
        misere: misere.as_ref().map(|(record, shift)| (record, *shift)),
    };
    let facts = GameFacts::new(&args.game, own, published);
    match args.format {
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(&facts)?)?,
        Format::Csv => out.write_all(&csv_bytes([facts.flat()], &HEADER))?,
        _ => write!(out, "{}", text(&facts))?,
    }
    out.commit()?;
    Ok(if facts.is_anything() { Answer::Yes } else { Answer::No })
}

/// True if the exceptions of the game depend on values that its row does not have.
fn needs_values(game: &Game, found: &OwnGame) -> bool {
    found.game.row.proved().is_some() && found.shift != game.shift as i64
}

/// The sequence of the code of a game, searched for about a second; `None` if interrupted.
fn searched(game: &Game) -> anyhow::Result<Option<Known>> {
    let code = Game::from(game.code.clone());
    Ok(known_to(&code, HEAPS, None)?.map(with_period).transpose()?.flatten())
}

/// The number of equal games, and of sources, that are listed.
const LISTED: usize = 4;

/// The answer for people: the game, and a line for each thing that is known.
fn text(facts: &GameFacts) -> String {
    let name = facts.name.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
    let mut lines = vec![format!("{}{name}", facts.code)];
    let mut line = |label: &str, said: Option<String>| {
        lines.extend(said.map(|said| format!("  {label:<15} {said}")));
    };
    let equal = facts.equal_games.iter().map(|m| value_of(&m.code, m.shift));
    line("equal games", some(listed(equal, " = ")).map(|equal| format!("G(n) = {equal}")));
    line("settled", settled(facts));
    line("published", some(published(facts)).or_else(|| unpublished(facts)));
    line("searched by", searched_by(facts));
    line("their figures", figures(&facts.figures));
    line("our result", facts.row.as_ref().map(|row| result(facts, row)));
    line("certificate", facts.certificate.clone());
    line("misère play", facts.misere.as_ref().map(misere));
    if !facts.is_anything() {
        let nothing = "no published period or search, no row, and no proof within a second";
        line("nothing known", Some(nothing.to_owned()));
    }
    lines.join("\n") + "\n"
}

/// The people who found the period: "0.77 by R. K. Guy, C. A. B. Smith, 1956 (…)".
pub fn settled(facts: &GameFacts) -> Option<String> {
    some(listed(facts.settled.iter().map(ToString::to_string), "; "))
}

/// The source of the longest published search of the game, and its last heap.
pub fn searched_by(facts: &GameFacts) -> Option<String> {
    some(listed(facts.limits.iter().map(search), "; "))
}

fn some(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}

/// The first of these, with the number of further ones.
pub fn listed(all: impl Iterator<Item = String>, between: &str) -> String {
    let all: Vec<String> = all.collect();
    let more = all.len().saturating_sub(LISTED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    all[..all.len().min(LISTED)].join(between) + &more
}

/// The published periods, each with its sources: "period 34 (0.07: OEIS A071430)".
fn published(facts: &GameFacts) -> String {
    let mut all: Vec<&PublishedPeriod> = vec![];
    for said in &facts.periods {
        // A source that states it of several equal games is named once.
        if all.iter().all(|known| (known.period, &known.source) != (said.period, &said.source)) {
            all.push(said);
        }
    }
    all.sort_by_key(|said| said.period);
    let source = |said: &&PublishedPeriod| {
        let note = if said.note.is_empty() { String::new() } else { format!(", {}", said.note) };
        format!("{}: {}{note}", said.code, said.source)
    };
    let group = |group: &[&PublishedPeriod]| {
        format!("period {} ({})", group[0].period, listed(group.iter().map(source), "; "))
    };
    all.chunk_by(|a, b| a.period == b.period).map(group).collect::<Vec<_>>().join(", ")
}

/// A note that no publication states a period of the game, or makes any statement about it.
fn unpublished(facts: &GameFacts) -> Option<String> {
    let is_searched = !facts.settled.is_empty() || !facts.limits.is_empty();
    let text = match facts.published {
        false => "no publication collected",
        true => "no period in the publications collected",
    };
    (facts.is_anything() && !is_searched).then(|| text.to_owned())
}

/// "0.04 to heap 131072 by T. Czajka (tczajka/octal-games UnsolvedGames.md)".
fn search(limit: &PublishedSearch) -> String {
    let PublishedSearch { code, heaps, who, source, .. } = limit;
    let year = limit.year.map(|year| format!(" {year}")).unwrap_or_default();
    format!("{code} to heap {heaps} by {who}{year} ({source})")
}

/// "4 of 7 reproduced, 2 undecided; mask 0x7d to heap 268435456: ours is 0xfd".
fn figures(all: &[FigureRow]) -> Option<String> {
    let with = |verdict| all.iter().filter(move |row| row.verdict == verdict);
    let count = |verdict| with(verdict).count();
    let mut text = format!("{} of {} reproduced", count(FigureVerdict::Reproduced), all.len());
    match count(FigureVerdict::Undecided) {
        0 => {}
        undecided => text += &format!(", {undecided} undecided"),
    }
    for FigureRow { figure, published, heaps, ours, .. } in with(FigureVerdict::Differs) {
        text += &format!("; {figure} {published} to heap {heaps}: ours is {ours}");
    }
    (!all.is_empty()).then_some(text)
}

/// "0.137: period 34 from heap 52 on, proved (Guy-Smith window), verified to heap 200 (the proof
/// needs heap 174); the row of 0.07, G(n) = G_0.07(n + 1)".
pub fn result(facts: &GameFacts, row: &period::Answer) -> String {
    let needed = row.last_heap_for_proof().map(|heap| format!(" (the proof needs heap {heap})"));
    let verified = match row.status {
        Status::Open => String::new(),
        _ => format!(", verified to heap {}{}", row.verified_to, needed.unwrap_or_default()),
    };
    let row_game = facts.row_game.as_ref().filter(|member| member.code.to_string() != facts.code);
    let of_row = row_game.map(|Member { code, shift }| {
        format!("; the row of {code}, G(n) = {}", value_of(code, *shift))
    });
    format!("{}: {}{verified}{}", row.code, row.headline(), of_row.unwrap_or_default())
}

/// "0.07: order 16, |P| = 4, proved (Theorem M); tame: no, wild from heap 5 on".
fn misere(record: &Record) -> String {
    format!("{}: {}; tame: {}", record.code, misere_headline(record), tame(record))
}
