//! `octal treblecross`: winning cells of boards, the table of clean boards, and its validation.

mod moves;
mod option_table;

use std::io::Write;
use std::path::Path;

use anyhow::bail;
use comfy_table::Table;
use comfy_table::presets::NOTHING;
use octal::catalogue::sequences;
use octal::code::Code;
use octal::formats::Format;
use octal::period::search::{Limits, search};
use octal::period::sequence::Stop;
use octal::position::treblecross::board::Board;
use octal::position::treblecross::table::{BoardRow, Published};
use octal::position::treblecross::{contest, heap_of};
use octal::survey::store::csv_bytes;
use octal::survey::treblecross::{CODE, HEADER, MAX_CELLS, TreblecrossRow, published, table};

use super::args::number::Count;
use super::args::one_of;
use super::terminal::input;
use super::terminal::output::OutputArgs;
use super::terminal::progress::SearchBar;
use super::terminal::stderr::{count, say};
use super::{Answer, Result};

/// Treblecross: one row of cells, both players write X, three in a row win
///
/// A clean board of n cells is heap n+2 of 0.007.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal treblecross moves .....X.
  octal treblecross table --cells 20
  octal treblecross table --cells 9 --options
  octal treblecross judge < boards.txt
  octal treblecross validate")]
pub struct Args {
    #[command(subcommand)]
    verb: TreblecrossVerb,
}

#[derive(Debug, clap::Subcommand)]
enum TreblecrossVerb {
    Moves(moves::Args),
    Judge(JudgeArgs),
    Table(TableArgs),
    Validate(ValidateArgs),
}

/// Print values, outcome and winning first cells of clean boards
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal treblecross table --cells 14
  octal treblecross table --cells 9 --options
  octal treblecross table --cells 1000 --format csv -o boards.csv")]
struct TableArgs {
    /// Boards of up to N cells
    #[arg(long, value_name = "N", default_value = "20")]
    cells: Count,
    /// Show what each board may become: the intervals of clean cells that remain, with their value
    #[arg(long)]
    options: bool,
    /// Output format
    #[arg(long, default_value = "text", value_parser = one_of(&[Format::Text, Format::Csv]))]
    format: Format,
    #[command(flatten)]
    output: OutputArgs,
}

/// Compute clean boards in three ways and compare them with every published table
///
/// The three ways are the octal code 0.007, the recursion on intervals of a board, and a full
/// search of the real game for boards of up to 14 cells.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal treblecross validate
  octal treblecross validate --cells 100 -o validation.csv

Exit code: 0 all agree, 1 something disagrees, 2 could not do it.")]
struct ValidateArgs {
    /// Boards of up to N cells
    #[arg(long, value_name = "N", default_value_t = Count(MAX_CELLS as u64))]
    cells: Count,
    #[command(flatten)]
    output: OutputArgs,
}

/// Answer the boards of a programming contest (UVa 10561) from stdin
///
/// The first line is the number of boards; every other line is a board of `.` and `X`. For a board
/// that can be won the answer is WINNING and a line with the winning cells, counted from 1. Else it
/// is LOSING and an empty line.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal treblecross judge < boards.txt
  octal treblecross judge -o answers.txt < boards.txt")]
struct JudgeArgs {
    #[command(flatten)]
    output: OutputArgs,
}

/// The recursion on intervals takes time proportional to the square of the board.
const LARGEST: u64 = 100_000;

pub fn run(args: &Args) -> Result {
    match &args.verb {
        TreblecrossVerb::Moves(args) => moves::run(args),
        TreblecrossVerb::Judge(args) => judge(args),
        TreblecrossVerb::Table(args) if args.options => option_table::run(args),
        TreblecrossVerb::Table(args) => print(args),
        TreblecrossVerb::Validate(args) => validate(args),
    }
}

/// The values of clean boards of up to this many cells, by cells; `None` if interrupted.
fn clean_board_values(cells: usize) -> anyhow::Result<Option<Vec<u16>>> {
    let code: Code = CODE.parse()?;
    let heap = heap_of(cells) as u64;
    let bar = SearchBar::new(&code);
    let known = search(&code, &Limits::heaps(heap), &|event| bar.observe(event))?;
    if known.stop == Stop::Cancelled {
        say("interrupted: the values of the clean boards are not all computed");
        return Ok(None);
    }
    Ok(Some(known.values().range(heap_of(0)..).to_vec()))
}

/// Everything on stdin, as text.
fn stdin() -> anyhow::Result<String> {
    input::text(Path::new("-"), "a board is written with `.` and `X`")
}

fn judge(args: &JudgeArgs) -> Result {
    args.output.check()?;
    let boards = contest::read(&stdin()?)?;
    let runs = boards.iter().flat_map(Board::clean_runs);
    let longest = runs.map(|run| run.cells).max().unwrap_or(0);
    let Some(values) = clean_board_values(longest)? else { return Ok(Answer::Unfinished) };
    let mut out = args.output.open()?;
    out.write_all(&contest::answers(&boards, &values))?;
    out.commit()?;
    Ok(Answer::Yes)
}

fn cells(n: u64) -> anyhow::Result<usize> {
    if n > LARGEST {
        bail!("{n} cells are too many for a table that is computed twice: at most {LARGEST}");
    }
    Ok(n as usize)
}

fn print(args: &TableArgs) -> Result {
    let cells = cells(args.cells.0)?;
    args.output.check()?;
    let rows = table(cells, &[])?;
    let mut out = args.output.open()?;
    match args.format {
        Format::Csv => {
            out.write_all(&csv_bytes(rows.iter().map(TreblecrossRow::from), &HEADER))?;
        }
        _ => {
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

fn validate(args: &ValidateArgs) -> Result {
    let cells = cells(args.cells.0)?;
    args.output.check()?;
    let tables = published(&sequences::published()?);
    let rows = table(cells, &tables)?;
    let mut out = args.output.open()?;
    out.write_all(&csv_bytes(rows.iter().map(TreblecrossRow::from), &HEADER))?;
    out.commit()?;
    let wrong = disagreements(&rows, &tables);
    wrong.iter().for_each(say);
    let number = |what: fn(&BoardRow) -> bool| rows.iter().filter(|row| what(row)).count();
    say(format!(
        "boards of 0 to {}: {}, {} with full search, {}{}",
        count(cells, "cell"),
        count(rows.len(), "row"),
        number(|row| row.search.is_some()),
        count(number(|row| row.published.is_some()), "published value"),
        if wrong.is_empty() { ": all agree" } else { "" }
    ));
    Ok(if wrong.is_empty() { Answer::Yes } else { Answer::No })
}

/// A line for each value that is wrong somewhere.
fn disagreements(rows: &[BoardRow], tables: &[Published]) -> Vec<String> {
    let on_boards = rows
        .iter()
        .filter(|row| !row.agrees)
        .map(|row| format!("{} cells ({}): the values disagree", row.cells, row.source));
    let without_board = tables.iter().flat_map(|table| {
        let wrong = table.wrong_without_board().into_iter();
        let source = &table.source;
        wrong.map(move |h| format!("{source}: heap {h} has no board, so its value should be 0"))
    });
    on_boards.chain(without_board).collect()
}
