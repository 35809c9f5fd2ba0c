//! Sums of heaps: who wins, and by which moves.

use octal::period::search::Limits;
use octal::position::analysis::Analysis;
use octal::position::options::Budget;
use octal::position::sum::Position;
use octal::position::values::{SequencesByCode, SequencesError};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::interruptible::interruptible;
use crate::sequence::grundy_error;
use crate::{PositionError, SearchLimit};

/// A game, a heap of it, and what a move leaves of it.
type WinningMove = (String, u64, Vec<u64>);

fn parse(text: &str) -> PyResult<Position> {
    text.parse().map_err(|error| wrong(&error))
}

fn wrong(error: &dyn std::fmt::Display) -> PyErr {
    PositionError::new_err(error.to_string())
}

/// The games of a position with their heaps.
#[pyfunction]
pub(crate) fn components(text: &str) -> PyResult<Vec<(String, Vec<u64>)>> {
    let position = parse(text)?;
    let components = position.components().iter();
    Ok(components.map(|c| (c.game.to_string(), c.heaps.clone())).collect())
}

/// The position after a move.
#[pyfunction]
pub(crate) fn play(text: &str, game: Option<&str>, mv: &str) -> PyResult<String> {
    let game = game.map(crate::game::parse).transpose()?;
    let mv = mv.parse().map_err(|error: octal::position::parse::PositionError| wrong(&error))?;
    let position = parse(text)?.play(game.as_ref(), &mv).map_err(|error| wrong(&error))?;
    Ok(position.to_string())
}

/// Option values looked at for the winning moves: less than a second.
const WORK_FOR_MOVES: u64 = 500_000_000;

/// The nim-sum, the winning moves that are listed, and how many there are, if that is known. If none
/// are to be listed, none are looked for.
#[pyfunction]
#[pyo3(signature = (text, heaps, work, memory, listed, progress))]
pub(crate) fn solve(
    py: Python<'_>,
    text: &str,
    heaps: u64,
    work: u64,
    memory: u64,
    listed: u64,
    progress: Option<Py<PyAny>>,
) -> PyResult<(u64, Vec<WinningMove>, Option<u64>)> {
    let position = parse(text)?;
    let limits = Limits { heaps, work: Some(work), memory };
    let work_for_moves = if listed > 0 { WORK_FOR_MOVES } else { 0 };
    let budget = Budget { work: work_for_moves, listed, counting: work_for_moves };
    let (solved, raised) = interruptible(py, progress.as_ref(), |watch| {
        let sequences = SequencesByCode::search(
            [&position],
            |_| limits,
            |_| Ok(None),
            |_| Box::new(|event| watch.observe(event)),
        );
        sequences
            .map(|sequences| sequences.map(|sequences| analysis(&position, &sequences, budget)))
    });
    match (raised, solved) {
        (Some(raised), _) => Err(raised),
        (None, Err(SequencesError::Grundy(error))) => Err(grundy_error(&error)),
        (None, Err(error)) => Err(PyRuntimeError::new_err(error.to_string())),
        (None, Ok(None)) => Err(PyRuntimeError::new_err("the search was cancelled")),
        (None, Ok(Some(solved))) => solved.map(|analysis| answer(&analysis, listed)),
    }
}

/// The analysis of a position whose values are all known.
fn analysis(
    position: &Position,
    sequences: &SequencesByCode,
    budget: Budget,
) -> PyResult<Analysis> {
    if let Some((_, missing)) = sequences.missing(position) {
        return Err(SearchLimit::new_err(missing.to_string()));
    }
    let analysis = Analysis::new(position, &sequences.of(position), budget);
    let mut analysis = analysis.map_err(|error| SearchLimit::new_err(error.to_string()))?;
    analysis.spread(budget.listed);
    Ok(analysis)
}

/// An analysis in numbers, with at most `listed` moves.
fn answer(analysis: &Analysis, listed: u64) -> (u64, Vec<WinningMove>, Option<u64>) {
    let winning = analysis.winning().flat_map(|(heaps, family)| {
        let game = analysis.games[heaps.component].to_string();
        family.moves().map(move |m| (game.clone(), m.heap, m.parts))
    });
    let count = analysis.is_complete().then(|| analysis.winning_count());
    let listed = usize::try_from(listed).unwrap_or(usize::MAX);
    (analysis.nim_sum, winning.take(listed).collect(), count)
}
