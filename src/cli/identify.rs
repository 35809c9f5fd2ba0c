//! `octal identify`: the games that have given values.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};
use octal::formats::Format;
use octal::formats::read::ValueTable;
use octal::identify::{Difference, FEWEST_VALUES, IdentifyError, MOST_VALUES, Query};
use octal::input::shown;
use octal::publish::identify::{Identified, IdentifiedGame, candidates};

use super::answer::earlier::ResultsArgs;
use super::args::number::Count;
use super::args::one_of;
use super::known::{self, listed};
use super::terminal::output::OutputArgs;
use super::terminal::stderr::count;
use super::{Answer, Result};

/// Find the games that have given values
///
/// The values are compared with all octal codes of up to five digits with 0 or 4 before the point,
/// and with all hexadecimal codes of up to three. They are also compared with all subtraction sets
/// with elements up to 12, and with every game of the catalogue, textbook games included. The first
/// value may be that of any heap up to 16 before or after its index. Values below heap 0 count
/// as 0.
///
/// The answer names each game that has all the values, by an equation such as
/// a(n) = G_0.137(n + 1), and says what is known of it. If there is no such game, the answer names
/// the nearest games with the values that differ. Nearest are those with the fewest differences
/// among the first 64 values.
///
/// VALUES may have commas, blanks or brackets between them. A FILE may be a list, csv or a b-file,
/// as for 'octal compare'.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal identify 1 2 3 1 4 3 2 1 4 2 6
  octal identify '[0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2]'
  octal values officers -n 200 --format bfile | octal identify -
  octal identify 0,0,1,1,2,0,3,1,1,0,3,3 --format json

Exit code: 0 a game has all the values, 1 none has, or there are fewer than eight, 2 could not do it.")]
pub struct Args {
    /// The values, or the file that holds them; `-` is stdin
    #[arg(value_name = "VALUES|FILE", required = true)]
    values: Vec<String>,
    /// The heap of the first value of the file, if the file does not say it
    #[arg(long, value_name = "A")]
    values_from: Option<Count>,
    /// Output format
    #[arg(long, default_value = "text",
        value_parser = one_of(&[Format::Text, Format::Json]))]
    format: Format,
    #[command(flatten)]
    results: ResultsArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// The number of games that are described.
const DESCRIBED: usize = 5;

pub fn run(args: &Args) -> Result {
    let query = query(&args.values, args.values_from.map(u64::from))?;
    let mut out = args.output.open()?;
    let mut found = Identified::new(&query, &candidates()?)?;
    if found.enough {
        found.look_up(DESCRIBED, |code| args.results.game(code))?;
    }
    match args.format {
        Format::Json => out.write_all(found.json().as_bytes())?,
        _ => write!(out, "{}", text(&found))?,
    }
    out.commit()?;
    Ok(if found.enough && found.exact { Answer::Yes } else { Answer::No })
}

/// The values of the arguments: a file, stdin for `-`, or a list.
fn query(values: &[String], first: Option<u64>) -> anyhow::Result<Query> {
    let [file] = values else { return list(&values.join(" "), first) };
    let path = Path::new(file);
    if file != "-" && !path.exists() {
        return list(file, first)
            .with_context(|| format!("{} is neither a file nor a list of values", shown(file)));
    }
    let table = ValueTable::open(path, first)?;
    let mut values = vec![];
    for entry in table.entries()?.take(MOST_VALUES + 1) {
        values.push(entry?.value);
    }
    Ok(Query::new(table.first, values)?)
}

/// Reads a list of whole numbers with anything but letters, digits, signs and points between them.
fn list(text: &str, first: Option<u64>) -> anyhow::Result<Query> {
    let is_between = |c: char| c.is_whitespace() || ",;[](){}".contains(c);
    let mut values = vec![];
    for word in text.split(is_between).filter(|word| !word.is_empty()) {
        let Ok(value) = word.parse() else {
            let before = word.as_ptr() as usize - text.as_ptr() as usize;
            let column = text[..before].chars().count() + 1;
            bail!("column {column}: found {}, expected a value, a whole number", shown(word));
        };
        values.push(value);
    }
    Query::new(first.unwrap_or(0), values).map_err(|error: IdentifyError| error.into())
}

/// The answer for people.
fn text(found: &Identified) -> String {
    let mut text = headline(found) + "\n";
    if !found.enough {
        let named = found.games.iter().filter_map(|game| game.name.clone());
        let names = listed(named, ", ");
        if !names.is_empty() {
            let _ = writeln!(text, "  {:<15} {names}", "with names");
        }
        return text;
    }
    found.games.iter().take(DESCRIBED).for_each(|game| describe(game, &mut text));
    let more = found.games.iter().skip(DESCRIBED).map(|game| game.equation.clone());
    let more = listed(more, "; ");
    if !more.is_empty() {
        let _ = writeln!(text, "also {more}");
    }
    text
}

/// "a(0), …, a(11): 1 game has these values, and the first 9 values decide it".
fn headline(found: &Identified) -> String {
    let Identified { first, last, games, .. } = found;
    let values = last - first + 1;
    let codes = match found.codes {
        0 => String::new(),
        codes => format!(" ({})", count(codes, "code")),
    };
    let which = format!("a({first}), …, a({last})");
    let number = count(games.len(), "game");
    let has = if games.len() == 1 { "has" } else { "have" };
    if !found.enough {
        let (values, fewest) = (count(values, "value"), FEWEST_VALUES);
        let fit = if found.exact {
            format!("{number}{codes} {has} them")
        } else {
            "no game has them".to_owned()
        };
        return format!("{which}: too few values: {values}, and {fit}: give {fewest} or more");
    }
    match (found.deciding, games.first()) {
        (Some(deciding), _) => {
            let decide = match values - deciding as u64 {
                0 => "all values are needed to exclude others".to_owned(),
                _ => format!("the first {deciding} exclude all others"),
            };
            format!("{which}: {number}{codes} {has} these values; {decide}")
        }
        (None, None) => format!("{which}: no game has these values, and none is near"),
        (None, Some(game)) => {
            let differ = if games.len() == 1 { "differs" } else { "differ" };
            let differences = count(game.differences.len(), "value");
            let nearest = format!("the nearest {number} {differ} in {differences}");
            format!("{which}: no game has these values; {nearest}")
        }
    }
}

/// The number of differences that are listed.
const LISTED_DIFFERENCES: usize = 6;

/// A line that names the game, and a line for each thing that is known of it.
fn describe(game: &IdentifiedGame, text: &mut String) {
    let name = game.name.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
    let _ = writeln!(text, "{}{name}: {}", game.code, game.equation);
    let mut line = |label: &str, said: Option<String>| {
        if let Some(said) = said.filter(|said| !said.is_empty()) {
            let _ = writeln!(text, "  {label:<15} {said}");
        }
    };
    let difference = |difference: &Difference| {
        let Difference { n, found, heap, right } = difference;
        format!("a({n}) = {found}, but G({heap}) = {right}")
    };
    let shown = game.differences.iter().take(LISTED_DIFFERENCES).map(difference);
    let more = game.differences.len().saturating_sub(LISTED_DIFFERENCES);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    line("differences", Some(shown.collect::<Vec<_>>().join("; ") + &more));
    let equal = game.equal.iter().map(ToString::to_string);
    line("equal codes", Some(listed(equal, "; ")));
    line("rule", game.rule.as_ref().map(|rule| rule.replace('\n', "; ")));
    let Some(facts) = &game.known else { return };
    line("settled", known::settled(facts));
    line("searched by", known::searched_by(facts));
    line("our result", facts.row.as_ref().map(|row| known::result(facts, row)));
}
