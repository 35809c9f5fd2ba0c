//! Treblecross as programming contests pose it (UVa 10561): boards in, winning cells out.
//!
//! Input: the number of boards, and then a board a line. Output, two lines a board: `WINNING` and
//! the winning cells, 1-based, in increasing order, apart by single spaces; or `LOSING` and an
//! empty line. Cost: O(cells) in all, given the values of clean boards.

use super::board::{Board, BoardError};
use crate::code::Excerpt;
use crate::input::count;
use crate::outcome::Outcome;
use std::io::Write;

/// An error in the input of the contest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JudgeError {
    /// The first line is no number.
    #[error("line {line}: found {}, expected the number of boards", .found.quoted())]
    NoCount {
        /// The line.
        line: usize,
        /// The text found.
        found: Excerpt,
    },
    /// A line that is no board.
    #[error("line {line}: {source}")]
    Board {
        /// The line.
        line: usize,
        /// The error in the board.
        source: BoardError,
    },
    /// A board on which three in a row are impossible.
    #[error("line {line}: nobody can win a board of fewer than three cells")]
    NoWinner {
        /// The line.
        line: usize,
    },
    /// The number of boards differs from the first line.
    #[error(
        "the first line promises {}, but {found} follow{}",
        count(*.promised, "board"), if *.found == 1 { "s" } else { "" }
    )]
    Count {
        /// The number in the first line.
        promised: usize,
        /// The number of boards found.
        found: usize,
    },
}

/// Reads the input of the contest. White space around a line, and empty lines, do not matter.
///
/// # Errors
/// [`JudgeError`].
pub fn read(text: &str) -> Result<Vec<Board>, JudgeError> {
    let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
    let mut lines = lines.filter(|(_, line)| !line.is_empty());
    let (line, first) = lines.next().unwrap_or((1, ""));
    let digits = first.bytes().all(|b| b.is_ascii_digit());
    let no_count = || JudgeError::NoCount { line, found: Excerpt::of(first) };
    let promised = first.parse().ok().filter(|_| digits).ok_or_else(no_count)?;
    let boards: Vec<Board> =
        lines.map(|(line, text)| board(line, text)).collect::<Result<_, _>>()?;
    match boards.len() {
        found if found == promised => Ok(boards),
        found => Err(JudgeError::Count { promised, found }),
    }
}

fn board(line: usize, text: &str) -> Result<Board, JudgeError> {
    let board: Board = text.parse().map_err(|source| JudgeError::Board { line, source })?;
    if board.cells() < super::FEWEST_CELLS { Err(JudgeError::NoWinner { line }) } else { Ok(board) }
}

/// The output of the contest; `values` are those of clean boards, by cells.
///
/// ```
/// use octal_games::workspace::position::treblecross::{table::clean_board_values, contest};
/// let boards = contest::read("2\n.....\n......\n")?;
/// assert_eq!(contest::answers(&boards, &clean_board_values(6)), b"WINNING\n3\nLOSING\n\n");
/// # Ok::<(), contest::JudgeError>(())
/// ```
///
/// # Panics
/// If `values` end before the longest clean run.
pub fn answers(boards: &[Board], values: &[u16]) -> Vec<u8> {
    let mut out = vec![];
    for board in boards {
        let solution = board.solve(values);
        let winning = solution.outcome == Outcome::N;
        out.extend_from_slice(if winning { b"WINNING\n" } else { b"LOSING\n" });
        for (i, cell) in solution.winning.iter().enumerate() {
            let space = if i == 0 { "" } else { " " };
            write!(out, "{space}{cell}").expect("memory takes all bytes");
        }
        out.push(b'\n');
    }
    out
}
