//! `octal gallery knights`: knights on a board, and the check of a table of values.

use std::io::Write;

use anyhow::bail;
use octal::gallery::Solver;
use octal::gallery::knights::{Knights, Square, WrongCell};
use octal::survey::store::csv_bytes;

use super::super::args::format::AnswerFormat;
use super::super::args::number;
use super::super::terminal::stderr::count;
use super::super::{Answer, Result};
use super::play::{PlayArgs, Question, ask, sum};
use crate::cli::answer::sum_text::TableShape;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The knights, each as row,column counted from 0 (3,4); `-` reads them from stdin
    #[arg(value_name = "ROW,COLUMN", allow_negative_numbers = true)]
    knights: Vec<String>,
    /// How many rows and columns the board has
    #[arg(long, value_name = "SIZE", default_value = "8",
        value_parser = number::within::<u32>(1..=100))]
    size: u32,
    /// Compare a table of values, digits row by row, with the true one; exit code 1 if it is wrong
    #[arg(long, value_name = "TABLE", conflicts_with_all = ["knights", "misere"])]
    check: Option<String>,
    #[command(flatten)]
    play: PlayArgs,
}

pub fn run(args: &Args) -> Result {
    let game = Knights { size: args.size };
    if let Some(table) = &args.check {
        return check(args, game, table);
    }
    let question = Question {
        position: sum(&args.knights, |text| square(text, args.size))?,
        title: format!("knights, by row and column of a board of {0} by {0}", args.size),
        entries: game.squares().collect(),
        shape: TableShape::Grid { first: 0, columns: args.size as usize },
    };
    ask(&args.play, &game, Solver::new(&game), question, |_| None)
}

/// Reads `3,4`.
fn square(text: &str, size: u32) -> Result<Square, String> {
    let last = size - 1;
    let coordinate = |text: &str| text.parse().ok().filter(|n| (0..=last).contains(n));
    let square = text.split_once(',').map(|(row, column)| (coordinate(row), coordinate(column)));
    match square {
        Some((Some(row), Some(column))) => Ok(Square { row, column }),
        _ => Err(format!("a square of the board is written row,column, both from 0 to {last}")),
    }
}

/// The digits of a table, without the spaces between its rows.
fn digits(table: &str, cells: usize) -> anyhow::Result<Vec<u64>> {
    let mut values = Vec::new();
    for (place, c) in table.chars().enumerate().filter(|(_, c)| !c.is_whitespace()) {
        match c.to_digit(10) {
            Some(digit) => values.push(u64::from(digit)),
            None => bail!(
                "--check, column {}: found `{}`, expected a digit",
                place + 1,
                c.escape_debug()
            ),
        }
    }
    if values.len() != cells {
        bail!(
            "--check: {}, expected {cells}, one for each square, row by row",
            count(values.len(), "value")
        );
    }
    Ok(values)
}

fn check(args: &Args, game: Knights, table: &str) -> Result {
    let cells = (args.size * args.size) as usize;
    let wrong = game.check(&digits(table, cells)?)?;
    let mut out = args.play.output.open()?;
    let row = |cell: &WrongCell| {
        [cell.square.row.into(), cell.square.column.into(), cell.published, cell.value]
    };
    match args.play.format {
        AnswerFormat::Csv => {
            out.write_all(&csv_bytes(
                wrong.iter().map(row),
                &["row", "column", "published", "grundy"],
            ))?;
        }
        AnswerFormat::Json => {
            let cells = wrong.iter().map(|cell| {
                let [row, column, published, grundy] = row(cell);
                serde_json::json!({"row": row, "column": column, "published": published, "grundy": grundy})
            });
            writeln!(out, "{}", serde_json::Value::from_iter(cells))?;
        }
        _ if wrong.is_empty() => writeln!(out, "all {cells} values are right")?,
        _ => {
            for cell in &wrong {
                let [row, column, published, value] = row(cell);
                writeln!(
                    out,
                    "row {row}, column {column}: {published} is wrong, {value} is right"
                )?;
            }
        }
    }
    out.commit()?;
    Ok(if wrong.is_empty() { Answer::Yes } else { Answer::No })
}
