//! `octal games`: named games with their codes and rules.

use std::io::Write;

use comfy_table::presets::NOTHING;
use comfy_table::{ContentArrangement, Table};
use octal::code::{Game, names};
use octal::formats::Format;
use octal::rule;
use octal::survey::store::csv_bytes;

use super::args::one_of;
use super::position::boards::NamedBoard;
use super::terminal::output::OutputArgs;
use super::{Answer, Result};

/// List the games that have names, with their codes or rules
///
/// A textbook game may have a rule, which `octal values` and `octal position` take by the name of
/// the game. If it has a code too, the code is computed. A game without code and rule is for
/// `octal position` alone.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  octal games\n  octal games --format csv -o games.csv")]
pub struct Args {
    /// Output format
    #[arg(long, default_value = "text", value_parser = one_of(&[Format::Text, Format::Csv]))]
    format: Format,
    #[command(flatten)]
    output: OutputArgs,
}

/// The columns of a terminal that the text fills.
const WIDTH: u16 = 80;

/// The name with the code below it, and beside them the note, the aliases and the rule.
fn in_two_columns([name, code, aliases, note, rule]: [String; 5]) -> [String; 2] {
    let aliases = if aliases.is_empty() { aliases } else { format!("also called {aliases}") };
    let lines = |lines: &[String]| {
        let lines: Vec<&str> =
            lines.iter().map(String::as_str).filter(|line| !line.is_empty()).collect();
        lines.join("\n")
    };
    [lines(&[name, code]), lines(&[note, aliases, rule])]
}

pub fn run(args: &Args) -> Result {
    let mut out = args.output.open()?;
    let by_code = names::all().iter().filter(|game| !game.name.is_empty()).map(|game| {
        let rule = rule::find(&game.name).map(|game| game.rule.to_string()).unwrap_or_default();
        let (name, code) = (game.name.clone(), game.game.to_string());
        [name, code, game.aliases.join("; "), game.note.clone(), rule]
    });
    let has_code = |name: &str| name.parse::<Game>().is_ok();
    let by_rule = rule::all().iter().filter(|game| !has_code(&game.name)).map(|game| {
        let (code, aliases) = (String::new(), String::new());
        [game.name.clone(), code, aliases, game.about.clone(), game.rule.to_string()]
    });
    let on_boards = NamedBoard::ALL.map(|(_, name, note)| {
        let [code, aliases, rule] = [const { String::new() }; 3];
        [name.to_owned(), code, aliases, note.to_owned(), rule]
    });
    let rows = by_code.chain(by_rule).chain(on_boards);
    let header = ["name", "code", "aliases", "note", "rule"];
    match args.format {
        Format::Csv => out.write_all(&csv_bytes(rows, &header))?,
        _ => {
            let mut table = Table::new();
            table.load_style(NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
            table.set_width(WIDTH).add_rows(rows.map(in_two_columns));
            writeln!(out, "{}", table.trim_fmt())?;
        }
    }
    out.commit()?;
    Ok(Answer::Yes)
}
