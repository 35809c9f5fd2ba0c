//! Boards and polygons where the last to move loses.

use anyhow::{bail, ensure};
use octal::code::Code;
use octal::misere::limits::MisereStop;
use octal::misere::solve::Solved;
use octal::outcome::Outcome as Wins;
use octal::position::dawson::board::{ChessBoard, UNTOUCHED};
use octal::position::dawson::solve::{FileRun, MisereChessSolution, solve_misere};
use octal::position::dawson::text::file_name;
use octal::position::dawson::{CODE, FEWEST_VERTICES, heap_of_polygon};
use serde_json::json;

use super::{RUNS, files, winning};
use crate::cli::answer::misere::solved_to;
use crate::cli::args::format::AnswerFormat;

/// The misère quotient of heaps of 0.137 up to this one.
fn quotient(heap: usize) -> anyhow::Result<Solved> {
    let code: Code = CODE.parse()?;
    let solved = solved_to(&code, heap)?;
    let last = solved.quotient.last_heap();
    ensure!(
        solved.stop != MisereStop::Cancelled,
        "interrupted: misère play of {CODE} is known to heap {last}"
    );
    let state = if solved.infinite.is_some() { "infinite behind that" } else { "open" };
    ensure!(
        last >= heap,
        "the misère quotient of {CODE} is known to heap {last} here, and {state}: heap {heap} is asked for"
    );
    Ok(solved)
}

/// The answer for a board.
pub fn position(board: &ChessBoard, format: AnswerFormat) -> anyhow::Result<String> {
    let solved = quotient(longest_run(board))?;
    let solution = solve_misere(board, &|heaps| solved.quotient.is_p_position(heaps))?;
    Ok(match format {
        AnswerFormat::Json => object(board, &solution)?,
        AnswerFormat::Csv => {
            let (outcome, moves) = (solution.outcome, winning(&solution.winning));
            format!("position,outcome,winning_moves\n{board},{outcome},{moves}\n")
        }
        _ => lines(board, &solution),
    })
}

/// The longest run of files with both pawns at home. No later board has a longer run of untouched files: a pawn
/// between them may be taken, and no pawn comes home.
fn longest_run(board: &ChessBoard) -> usize {
    let [home, _, opposite] = UNTOUCHED;
    let files = board.files().split(|file| file[0] != home || file[2] != opposite);
    files.map(<[_]>::len).max().unwrap_or(0)
}

/// The answer for people.
fn lines(board: &ChessBoard, solution: &MisereChessSolution) -> String {
    let mut text = format!("{board}\n{}", board.picture().unwrap_or_default());
    match &solution.runs {
        None => text += "an exchange is open, so it is played out\n",
        Some(runs) => {
            let line = |run: &FileRun| format!("{}: heap {} of {CODE}\n", files(*run), run.files);
            text.extend(runs.iter().take(RUNS).map(line));
            if runs.len() > RUNS {
                text += &format!("… and {} more runs of files\n", runs.len() - RUNS);
            }
        }
    }
    let (side, moves) = (board.side, winning(&solution.winning));
    text + &match (solution.outcome, moves.is_empty()) {
        (Wins::N, false) => format!("misère play: N-position, {side} to move wins with {moves}\n"),
        (Wins::N, true) => format!("misère play: N-position, {side} cannot move, and has won\n"),
        _ => format!("misère play: P-position, {side} to move loses\n"),
    }
}

fn object(board: &ChessBoard, solution: &MisereChessSolution) -> anyhow::Result<String> {
    let run = |run: &FileRun| json!({"first_file": file_name(run.first), "heap": run.files});
    let runs = solution.runs.as_ref().map(|runs| runs.iter().map(run).collect::<Vec<_>>());
    let moves = solution.winning.iter().map(|mv| json!({"move": mv.to_string()}));
    let object = json!({
        "position": board.to_string(),
        "code": CODE,
        "misere": true,
        "runs": runs,
        "outcome": solution.outcome.to_string(),
        "winning_moves": moves.collect::<Vec<_>>(),
    });
    Ok(serde_json::to_string_pretty(&object)? + "\n")
}

/// The polygon: one move, then a row of vertices.
pub fn polygon(vertices: u64, format: AnswerFormat) -> anyhow::Result<String> {
    let Some(heap) = heap_of_polygon(vertices) else {
        bail!("a polygon has {FEWEST_VERTICES} vertices at least, not {vertices}");
    };
    let size = usize::try_from(heap)?;
    let first_wins = quotient(size)?.quotient.is_p_position(&[size]);
    let outcome = Wins::next_wins(first_wins);
    Ok(match format {
        AnswerFormat::Json => {
            let outcome = outcome.to_string();
            let object = json!({"vertices": vertices, "code": CODE, "heap": heap, "misere": true,
                "outcome": outcome});
            serde_json::to_string_pretty(&object)? + "\n"
        }
        AnswerFormat::Csv => format!("vertices,heap,outcome\n{vertices},{heap},{outcome}\n"),
        _ => format!(
            "polygon of {vertices} vertices: any first move leaves {heap} in a row, heap {heap} of \
             {CODE}\nmisère play: {}\n",
            match outcome {
                Wins::N => "N-position, the first player wins, by any move",
                _ => "P-position, the first player loses",
            }
        ),
    })
}
