//! `octal treblecross moves`: all winning cells of a board, each with its reason.

use std::io::Write;

use anyhow::ensure;
use octal::formats::Format;
use octal::outcome::Outcome as Wins;
use octal::position::treblecross::board::{Board, MOST_CELLS, Solution};
use octal::survey::store::csv_bytes;
use serde_json::json;

use super::{clean_board_values, stdin};
use crate::cli::args::number::Count;
use crate::cli::args::one_of;
use crate::cli::terminal::output::OutputArgs;
use crate::cli::terminal::stderr::{count, say};
use crate::cli::{Answer, Result};

/// List all winning cells of a board, each with its reason
///
/// A cell wins if an X there completes three in a row, or if it leaves nim-sum 0 and no threat to
/// complete three. Cells are counted from 1.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal treblecross moves .....X.
  octal treblecross moves 17
  octal treblecross moves X.....X..X.............X....X..X --format csv
  octal treblecross moves - < board.txt")]
pub struct Args {
    /// The board: `.` for an empty cell, and `X`; or the number of its cells if all are empty; `-`
    /// reads it from stdin
    #[arg(value_name = "BOARD")]
    board: String,
    /// Output format
    #[arg(long, default_value = "text", value_parser = one_of(&[Format::Text, Format::Json, Format::Csv]))]
    format: Format,
    #[command(flatten)]
    output: OutputArgs,
}

/// The length of a clean board from which on the user is informed why it takes long.
const LONG: usize = 200_000;

/// The widest board that is drawn with a mark below each winning cell.
const DRAWN: usize = 100;

/// Runs of clean cells that are shown in text.
const RUNS: usize = 20;

pub fn run(args: &Args) -> Result {
    let board: Board = match &*args.board {
        "-" => {
            let text = stdin()?;
            let board = text.trim_end_matches(['\r', '\n']);
            ensure!(!board.contains('\n'), "stdin has several lines: a board is one");
            board.parse()?
        }
        // A number is no board, so it is a number of cells.
        text => match text.parse::<Count>() {
            Ok(Count(cells)) => {
                let cells = usize::try_from(cells).unwrap_or(usize::MAX);
                ensure!(cells <= MOST_CELLS, "a board has at most {MOST_CELLS} cells");
                ".".repeat(cells).parse()?
            }
            Err(_) => text.parse()?,
        },
    };
    args.output.check()?;
    let longest = board.clean_runs().iter().map(|run| run.cells).max().unwrap_or(0);
    if longest > LONG {
        say(format!(
            "the longest clean run has {longest} cells: computing the values of all shorter ones, \
             which has no short cut"
        ));
    }
    let Some(values) = clean_board_values(longest)? else { return Ok(Answer::Unfinished) };
    let solution = board.solve(&values);
    let mut out = args.output.open()?;
    match args.format {
        Format::Json => {
            writeln!(out, "{}", serde_json::to_string_pretty(&object(&board, &solution))?)?
        }
        Format::Csv => {
            let rows = solution.winning.iter().map(|cell| (cell, solution.reason.text()));
            out.write_all(&csv_bytes(rows, &["cell", "reason"]))?;
        }
        _ => out.write_all(text(&board, &solution, &values).as_bytes())?,
    }
    out.commit()?;
    Ok(Answer::Yes)
}

/// The answer for people: the board with its winning cells marked, and why.
fn text(board: &Board, solution: &Solution, values: &[u16]) -> String {
    let mut lines = vec![];
    if board.cells() <= DRAWN {
        let mark = |cell| if solution.winning.binary_search(&cell).is_ok() { '^' } else { ' ' };
        let marks: String = (1..=board.cells()).map(mark).collect();
        lines.extend([board.to_string(), marks.trim_end().to_owned()]);
        lines.retain(|line| !line.is_empty());
    }
    if let Some(sum) = solution.nim_sum {
        let runs = board.clean_runs();
        lines.extend(runs.iter().take(RUNS).map(|run| {
            let (first, last) = (run.first, run.first + run.cells - 1);
            let (cells, value) = (run.cells, values[run.cells]);
            format!("clean cells {first} to {last}: {}, value {value}", count(cells, "cell"))
        }));
        let more = runs.len().saturating_sub(RUNS);
        lines.extend((more > 0).then(|| format!("… and {more} more runs of clean cells")));
        lines.push(format!("nim-sum {sum}"));
    }
    lines.push(verdict(board, solution));
    lines.join("\n") + "\n"
}

fn verdict(board: &Board, solution: &Solution) -> String {
    let cells: Vec<String> = solution.winning.iter().map(ToString::to_string).collect();
    let cells = cells.join(" ");
    match (solution.outcome, solution.winning.len()) {
        (Wins::NoWinner | Wins::Drawn, _) => {
            format!("nobody can win: {} cannot have three in a row", count(board.cells(), "cell"))
        }
        (Wins::P, _) => "P-position: the player to move loses, no cell wins".to_owned(),
        (Wins::N, 1) => format!("N-position: cell {cells} wins: it {}", solution.reason.text()),
        (Wins::N, _) => {
            format!("N-position: cells {cells} win: each {}", solution.reason.text())
        }
    }
}

fn object(board: &Board, solution: &Solution) -> serde_json::Value {
    let runs = board.clean_runs();
    let cell = |cell: &usize| json!({"cell": cell, "reason": solution.reason.text()});
    json!({
        "cells": board.cells(),
        "outcome": solution.outcome.to_string(),
        "clean_runs": runs.iter().map(|run| json!({"first": run.first, "cells": run.cells})).collect::<Vec<_>>(),
        "nim_sum": solution.nim_sum,
        "winning_moves": solution.winning.iter().map(cell).collect::<Vec<_>>(),
    })
}
