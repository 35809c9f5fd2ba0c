//! `octal games`: named games and their codes.

use std::io::Write;

use comfy_table::presets::NOTHING;
use comfy_table::{ContentArrangement, Table};
use octal::code::names;
use octal::survey::store::csv_bytes;

use super::args::format::AnswerFormat;
use super::terminal::output::OutputArgs;
use super::{Answer, Result};

/// List the games that have names, with their codes
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  octal games\n  octal games --format csv -o games.csv")]
pub struct Args {
    /// How to write the answer
    #[arg(long, default_value = "text", value_parser = AnswerFormat::among(&[AnswerFormat::Text, AnswerFormat::Csv]))]
    format: AnswerFormat,
    #[command(flatten)]
    output: OutputArgs,
}

pub fn run(args: &Args) -> Result {
    let mut out = args.output.open()?;
    let rows = names::all().iter().filter(|game| !game.name.is_empty()).map(|game| {
        [game.name.clone(), game.game.to_string(), game.aliases.join("; "), game.note.clone()]
    });
    let header = ["name", "code", "aliases", "note"];
    match args.format {
        AnswerFormat::Csv => out.write_all(&csv_bytes(rows, &header))?,
        _ => {
            let mut table = Table::new();
            table.load_style(NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
            table.set_header(header).add_rows(rows);
            writeln!(out, "{}", table.trim_fmt())?;
        }
    }
    out.commit()?;
    Ok(Answer::Yes)
}
