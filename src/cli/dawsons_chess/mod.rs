//! `octal dawsons-chess`: Dawson's Chess on a board, and on a polygon.

mod misere;

use std::io::Write;

use anyhow::{anyhow, bail};
use octal::code::Code;
use octal::formats::Format;
use octal::outcome::Outcome as Wins;
use octal::period::search::{Limits, search};
use octal::period::sequence::Known;
use octal::position::dawson::board::{ChessBoard, MOST_FILES, PawnMove};
use octal::position::dawson::solve::{ChessSolution, FileRun, solve};
use octal::position::dawson::text::file_name;
use octal::position::dawson::{CODE, FEWEST_VERTICES, heap_of_polygon};
use serde_json::json;

use crate::cli::args::number::{self, Count};
use crate::cli::args::one_of;
use crate::cli::terminal::output::OutputArgs;
use crate::cli::terminal::stderr::cut;
use crate::cli::{Answer, Result};

/// Dawson's Chess: pawns on three ranks, capture obligatory, the last to move wins
///
/// With --misere the last to move loses, as Dawson posed it. Direct search solves boards of up to
/// about a hundred files.
///
/// A position is a number of files, for the board at the beginning, or a board as chess players
/// write it, with the third rank first. There p is a Black pawn, P a White pawn, a number that many
/// empty squares, and w or b the player to move. A move is written c2 or bxc2. Runs of untouched
/// files are heaps of 0.137.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal dawsons-chess 8
  octal dawsons-chess 9 --play e2 --play dxe2
  octal dawsons-chess 'p1ppp/1p3/PP1PP w'
  octal dawsons-chess --polygon 20
  octal dawsons-chess 8 --misere")]
pub struct Args {
    /// Files, or a board such as 'pppp/4/PPPP w'
    #[arg(
        value_name = "POSITION",
        required_unless_present = "polygon",
        conflicts_with = "polygon",
        allow_negative_numbers = true
    )]
    position: Option<String>,
    /// Play this move first; may be given several times
    #[arg(long, value_name = "MOVE", conflicts_with = "polygon")]
    play: Vec<String>,
    /// From a regular N-gon remove a vertex and its two neighbours, and so on: who wins?
    #[arg(long, value_name = "N")]
    polygon: Option<Count>,
    /// Misère play: the player who makes the last move loses
    #[arg(long)]
    misere: bool,
    /// Output format
    #[arg(long, default_value = "text", value_parser = one_of(&[Format::Text, Format::Json, Format::Csv]))]
    format: Format,
    #[command(flatten)]
    output: OutputArgs,
}

pub fn run(args: &Args) -> Result {
    let text = match (args.polygon, &args.position) {
        (Some(vertices), _) if args.misere => misere::polygon(vertices.0, args.format)?,
        (Some(vertices), _) => polygon(vertices.0, args.format)?,
        (None, Some(text)) => position(args, text)?,
        (None, None) => bail!("give a number of files, a board, or --polygon"),
    };
    let mut out = args.output.open()?;
    out.write_all(text.as_bytes())?;
    out.commit()?;
    Ok(Answer::Yes)
}

/// The known values of 0.137, at least up to this heap: the period is proved after 200 heaps.
fn known(heap: u64) -> anyhow::Result<Known> {
    let code: Code = CODE.parse()?;
    Ok(search(&code, &Limits::heaps(heap), &|_| true)?)
}

fn value(known: &Known, heap: u64) -> anyhow::Result<u16> {
    let value = known.value(heap).and_then(|value| u16::try_from(value).ok());
    value.ok_or_else(|| anyhow!("G({heap}) of {CODE} is not known"))
}

fn position(args: &Args, text: &str) -> anyhow::Result<String> {
    let board = args.play.iter().try_fold(board(text)?, |board, mv| play(&board, mv))?;
    if args.misere {
        return misere::position(&board, args.format);
    }
    let files = board.files().len() as u64;
    let known = known(files)?;
    let values: Vec<u16> = (0..=files).map(|n| value(&known, n)).collect::<Result<_, _>>()?;
    let solution = solve(&board, &values)?;
    Ok(match args.format {
        Format::Json => object(&board, &solution, &values)?,
        Format::Csv => row(&board, &solution),
        _ => lines(&board, &solution, &values),
    })
}

/// A number of files, or a board.
fn board(text: &str) -> anyhow::Result<ChessBoard> {
    if text.contains('/') {
        return Ok(text.parse()?);
    }
    let not_a_number = |e| anyhow!("`{}`: {e}; a board is written `pppp/4/PPPP w`", cut(text));
    let files = number::count(text).map_err(not_a_number)?;
    if files > MOST_FILES as u64 {
        bail!(
            "{files} files are too many for a board: at most {MOST_FILES}; \
             `octal position dawsons-chess {files}` takes them as a heap"
        );
    }
    Ok(ChessBoard::new(files as usize)?)
}

/// The board after a move, which must be one of those allowed.
fn play(board: &ChessBoard, mv: &str) -> anyhow::Result<ChessBoard> {
    let allowed = board.moves();
    if let Some(&mv) = allowed.iter().find(|m| m.to_string() == mv.trim()) {
        return Ok(board.after(mv));
    }
    let some: Vec<String> = allowed.iter().take(10).map(ToString::to_string).collect();
    let more = if allowed.len() > some.len() { " …" } else { "" };
    match some.is_empty() {
        true => bail!("{} cannot play `{}`: there is no move at all", board.side, cut(mv)),
        false => {
            bail!("{} cannot play `{}`: allowed are {}{more}", board.side, cut(mv), some.join(" "))
        }
    }
}

/// The answer for people.
fn lines(board: &ChessBoard, solution: &ChessSolution, values: &[u16]) -> String {
    let mut text = format!("{board}\n{}", board.picture().unwrap_or_default());
    let sum = match &solution.sum {
        None => {
            text += "an exchange is open, so it is played out\n";
            String::new()
        }
        Some((runs, sum)) => {
            text.extend(runs.iter().take(RUNS).map(|run| run_line(*run, values)));
            if runs.len() > RUNS {
                text += &format!("… and {} more runs of files\n", runs.len() - RUNS);
            }
            format!("nim-sum {sum}: ")
        }
    };
    let (side, winning) = (board.side, winning(&solution.winning));
    match solution.outcome {
        Wins::N => text + &format!("{sum}N-position, {side} to move wins with {winning}\n"),
        _ => text + &format!("{sum}P-position, {side} to move loses\n"),
    }
}

/// Runs of files that are shown in text.
const RUNS: usize = 40;

fn run_line(run: FileRun, values: &[u16]) -> String {
    format!("{}: heap {} of {CODE}, value {}\n", files(run), run.files, values[run.files])
}

/// "files c to f".
fn files(run: FileRun) -> String {
    let (first, last) = (file_name(run.first), file_name(run.first + run.files - 1));
    if run.files == 1 { format!("file {first}") } else { format!("files {first} to {last}") }
}

fn winning(moves: &[PawnMove]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn object(board: &ChessBoard, solution: &ChessSolution, values: &[u16]) -> anyhow::Result<String> {
    let run = |run: &FileRun| json!({"first_file": file_name(run.first), "heap": run.files, "grundy": values[run.files]});
    let runs = solution.sum.as_ref().map(|(runs, _)| runs.iter().map(run).collect::<Vec<_>>());
    let moves = solution.winning.iter().map(|mv| json!({"move": mv.to_string()}));
    let object = json!({
        "position": board.to_string(),
        "code": CODE,
        "runs": runs,
        "nim_sum": solution.sum.as_ref().map(|(_, sum)| sum),
        "outcome": solution.outcome.to_string(),
        "winning_moves": moves.collect::<Vec<_>>(),
    });
    Ok(serde_json::to_string_pretty(&object)? + "\n")
}

/// The answer as CSV; the nim-sum is empty while an exchange is open.
fn row(board: &ChessBoard, solution: &ChessSolution) -> String {
    let sum = solution.sum.as_ref().map(|(_, sum)| sum.to_string()).unwrap_or_default();
    let (board, outcome, moves) = (board, solution.outcome, winning(&solution.winning));
    format!("position,nim_sum,outcome,winning_moves\n{board},{sum},{outcome},{moves}\n")
}

/// The polygon: one move, then a row of vertices.
fn polygon(vertices: u64, format: Format) -> anyhow::Result<String> {
    let Some(heap) = heap_of_polygon(vertices) else {
        bail!("a polygon has {FEWEST_VERTICES} vertices at least, not {vertices}");
    };
    let known = known(heap)?;
    let value = value(&known, heap)?;
    let outcome = if value == 0 { Wins::N } else { Wins::P };
    Ok(match format {
        Format::Json => {
            let outcome = outcome.to_string();
            let object = json!({"vertices": vertices, "code": CODE, "heap": heap, "grundy": value,
                "outcome": outcome});
            serde_json::to_string_pretty(&object)? + "\n"
        }
        Format::Csv => {
            format!("vertices,heap,grundy,outcome\n{vertices},{heap},{value},{outcome}\n")
        }
        _ => format!(
            "polygon of {vertices} vertices: any first move leaves {heap} in a row, heap {heap} of \
             {CODE}, value {value}\n{}\n",
            match outcome {
                Wins::N => "N-position, the first player wins, by any move",
                _ => "P-position, the first player loses",
            }
        ),
    })
}
