//! Treblecross boards.

use octal::period::search::{Limits, search};
use octal::position::treblecross::board::Board;
use octal::position::treblecross::{heap_of, table};
use pyo3::prelude::*;

use crate::interruptible::interruptible;
use crate::sequence::grundy_error;
use crate::{PositionError, SearchLimit};

/// The values of clean boards of 0 to `cells` cells: those of heaps 2, 3, … of 0.007.
fn clean_boards(py: Python<'_>, cells: usize) -> PyResult<Vec<u16>> {
    let code = crate::game::parse("treblecross")?.code;
    let limits = Limits::heaps(heap_of(cells) as u64);
    let (known, raised) =
        interruptible(py, None, |watch| search(&code, &limits, &|event| watch.observe(event)));
    if let Some(raised) = raised {
        return Err(raised);
    }
    let known = known.map_err(|error| grundy_error(&error))?;
    let value = |cells| known.value(heap_of(cells) as u64).and_then(|v| u16::try_from(v).ok());
    let values = (0..=cells).map(value).collect::<Option<Vec<u16>>>();
    values.ok_or_else(|| SearchLimit::new_err(format!("boards of {cells} cells are too large")))
}

/// The outcome of a board, its winning cells from 1 on, why they win, and the nim-sum of its clean
/// runs unless somebody threatens to complete three.
#[pyfunction]
pub(crate) fn treblecross_moves(
    py: Python<'_>,
    board: &str,
) -> PyResult<(String, Vec<usize>, &'static str, Option<u16>)> {
    let board: Board =
        board.parse().map_err(|error: octal::position::treblecross::board::BoardError| {
            PositionError::new_err(error.to_string())
        })?;
    let longest = board.clean_runs().iter().map(|run| run.cells).max().unwrap_or(0);
    let values = clean_boards(py, longest)?;
    let solution = py.detach(|| board.solve(&values));
    let outcome = solution.outcome.to_string();
    Ok((outcome, solution.winning, solution.reason.text(), solution.nim_sum))
}

/// For the empty boards of 0 to `cells` cells: the value, the outcome, the winning first cells.
#[pyfunction]
pub(crate) fn treblecross_table(
    py: Python<'_>,
    cells: usize,
) -> PyResult<Vec<(u16, String, Vec<usize>)>> {
    use octal::outcome::Outcome;
    let values = clean_boards(py, cells)?;
    let (rows, raised) = interruptible(py, None, |watch| {
        let row = |n: usize| {
            let outcome = Outcome::of_clean_board(n, values[n]);
            let cells =
                if outcome == Outcome::N { table::winning_first_cells(&values, n) } else { vec![] };
            (values[n], outcome.to_string(), cells)
        };
        (0..=cells).take_while(|_| watch.is_wanted()).map(row).collect()
    });
    raised.map_or(Ok(rows), Err)
}
