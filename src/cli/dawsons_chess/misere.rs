//! Boards and polygons where the last to move loses.

use std::cell::RefCell;

use anyhow::{anyhow, bail};
use octal::code::Code;
use octal::formats::Format;
use octal::misere::direct::DirectSearch;
use octal::misere::limits::{Meter, MisereStop};
use octal::outcome::Outcome as Wins;
use octal::position::dawson::board::ChessBoard;
use octal::position::dawson::solve::{FileRun, MisereChessSolution, solve_misere};
use octal::position::dawson::text::file_name;
use octal::position::dawson::{CODE, FEWEST_VERTICES, heap_of_polygon};
use serde_json::json;

use super::{RUNS, files, winning};
use crate::cli::answer::misere::{Bar, direct_limits};

/// Answers a question about heaps of 0.137 under misère play, whose outcomes a direct search finds.
fn ask<T>(
    question: impl FnOnce(&dyn Fn(&[usize]) -> bool) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let code: Code = CODE.parse()?;
    let bar = Bar::new(&code);
    let mut search = DirectSearch::default();
    let game = search.game(&code);
    let search = RefCell::new((search, Meter::new(direct_limits(None), &bar), None));
    let is_p = |heaps: &[usize]| {
        let (search, meter, stopped) = &mut *search.borrow_mut();
        let heaps: Vec<(usize, u64)> = heaps.iter().map(|&heap| (game, heap as u64)).collect();
        let found = if stopped.is_some() { Ok(false) } else { search.is_p(&heaps, meter) };
        found.unwrap_or_else(|stop| {
            *stopped = Some(stop);
            false
        })
    };
    let answer = question(&is_p);
    let (search, _, stopped) = search.into_inner();
    match stopped {
        None => answer,
        Some(MisereStop::Cancelled) => bail!("interrupted: the position is not solved"),
        Some(stop) => Err(anyhow!(
            "misère play of {CODE} is not solved here: direct search stopped after {} sums at the \
             limit of {}: ask for fewer files",
            search.sums(),
            stop.name()
        )),
    }
}

/// The answer for a board.
pub fn position(board: &ChessBoard, format: Format) -> anyhow::Result<String> {
    let solution = ask(|is_p| Ok(solve_misere(board, is_p)?))?;
    Ok(match format {
        Format::Json => object(board, &solution)?,
        Format::Csv => {
            let (outcome, moves) = (solution.outcome, winning(&solution.winning));
            format!("position,outcome,winning_moves\n{board},{outcome},{moves}\n")
        }
        _ => lines(board, &solution),
    })
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
pub fn polygon(vertices: u64, format: Format) -> anyhow::Result<String> {
    let Some(heap) = heap_of_polygon(vertices) else {
        bail!("a polygon has {FEWEST_VERTICES} vertices at least, not {vertices}");
    };
    let size = usize::try_from(heap)?;
    let first_wins = ask(|is_p| Ok(is_p(&[size])))?;
    let outcome = Wins::next_wins(first_wins);
    Ok(match format {
        Format::Json => {
            let outcome = outcome.to_string();
            let object = json!({"vertices": vertices, "code": CODE, "heap": heap, "misere": true,
                "outcome": outcome});
            serde_json::to_string_pretty(&object)? + "\n"
        }
        Format::Csv => format!("vertices,heap,outcome\n{vertices},{heap},{outcome}\n"),
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
