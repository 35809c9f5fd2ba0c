//! `octal treblecross`: the table of clean boards, and its validation.

use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use comfy_table::Table;
use comfy_table::presets::NOTHING;
use octal::catalogue::sequences;
use octal::position::treblecross::table::Row;
use octal::survey::store::{csv_bytes, write_rows};
use octal::survey::treblecross::{HEADER, MAX_CELLS, TreblecrossRow, published, table};

use super::number;
use super::output::OutputArgs;
use super::{Answer, Outcome};

/// Treblecross: one row of cells, both players write X, three in a row win
///
/// A clean board of n cells is heap n+2 of 0.007.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal treblecross table -n 20
  octal treblecross validate")]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    Table(TableArgs),
    Validate(ValidateArgs),
}

/// Print values, outcome and winning first cells of clean boards
#[derive(Debug, clap::Args)]
struct TableArgs {
    /// The largest board
    #[arg(short, long, value_name = "N", default_value = "20",
        value_parser = number::count, allow_hyphen_values = true)]
    n: u64,
    /// How to write the table
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    output: OutputArgs,
}

/// Compute clean boards in three ways and compare them with every published table
///
/// By the octal code 0.007, by the recursion on intervals of a board, and up to 14 cells by full
/// search of the real game. Exit code 1 if anything disagrees.
#[derive(Debug, clap::Args)]
struct ValidateArgs {
    /// The largest board
    #[arg(short, long, value_name = "N", default_value_t = MAX_CELLS as u64,
        value_parser = number::count, allow_hyphen_values = true)]
    n: u64,
    /// Where to write the comparison; `-` is stdout
    #[arg(short, long, value_name = "FILE", default_value = "results/treblecross.csv")]
    output: PathBuf,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Format {
    Text,
    Csv,
}

/// The recursion on intervals takes time proportional to the square of the board.
const LARGEST: u64 = 100_000;

pub fn run(args: &Args) -> Outcome {
    match &args.verb {
        Verb::Table(args) => print(args),
        Verb::Validate(args) => validate(args),
    }
}

fn cells(n: u64) -> anyhow::Result<usize> {
    if n > LARGEST {
        bail!("{n} cells are too many for a table that is computed twice: at most {LARGEST}");
    }
    Ok(n as usize)
}

fn print(args: &TableArgs) -> Outcome {
    let cells = cells(args.n)?;
    let mut out = args.output.open()?;
    let rows = table(cells, &[])?;
    match args.format {
        Format::Csv => {
            out.write_all(&csv_bytes(rows.iter().map(TreblecrossRow::from), &HEADER))?;
        }
        Format::Text => {
            let mut table = Table::new();
            table.load_style(NOTHING);
            table.set_header(["cells", "heap", "value", "outcome", "winning first cells"]);
            table.add_rows(rows.iter().map(TreblecrossRow::from).map(|row| {
                let (cells, heap, value) = (row.cells, row.heap, row.grundy);
                [
                    cells.to_string(),
                    heap.to_string(),
                    value.to_string(),
                    row.outcome,
                    row.winning_cells,
                ]
            }));
            writeln!(out, "{}", table.trim_fmt())?;
        }
    }
    out.commit()?;
    Ok(Answer::Yes)
}

fn validate(args: &ValidateArgs) -> Outcome {
    let cells = cells(args.n)?;
    let tables = published(&sequences::published()?);
    let rows = table(cells, &tables)?;
    let csv = rows.iter().map(TreblecrossRow::from);
    if args.output.as_os_str() == "-" {
        std::io::stdout().write_all(&csv_bytes(csv, &HEADER))?;
    } else {
        write_rows(&args.output, &HEADER, csv)?;
    }
    let wrong: Vec<&Row> = rows.iter().filter(|row| !row.agrees).collect();
    let wrong_without_board =
        tables.iter().flat_map(|t| t.wrong_without_board().into_iter().map(|h| (&t.source, h)));
    let mut agrees = wrong.is_empty();
    for row in wrong {
        eprintln!("{} cells ({}): the values disagree", row.cells, row.source);
    }
    for (source, heap) in wrong_without_board {
        agrees = false;
        eprintln!("{source}: heap {heap} has no board, so its value should be 0");
    }
    let searched = rows.iter().filter(|row| row.search.is_some()).count();
    eprintln!(
        "boards of 0 to {cells} cells: {} rows, {searched} with full search, {} published values{}",
        rows.len(),
        rows.iter().filter(|row| row.published.is_some()).count(),
        if agrees { ": all agree" } else { "" }
    );
    Ok(if agrees { Answer::Yes } else { Answer::No })
}
