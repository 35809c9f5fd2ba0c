//! Who wins a board where the last to move loses, as T. R. Dawson posed the game.
//!
//! A quiet board is a sum of heaps of 0.137 in misère play (theory [above](super), 4). Who wins such a
//! sum the caller must know; it is open for long boards. Any other board is played out until it is
//! quiet.

use super::board::{ChessBoard, PawnMove};
use super::solve::{FileRun, NotFromPlay, PlayRule, played_out, quiet_runs};
use crate::outcome::Outcome;

/// A board that is solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MisereChessSolution {
    /// Who wins: N is the player to move.
    pub outcome: Outcome,
    /// All winning moves, by file.
    pub winning: Vec<PawnMove>,
    /// The runs of untouched files, if the board is quiet.
    pub runs: Option<Vec<FileRun>>,
}

/// Solves a board; `is_p` says whether heaps of 0.137, none of them empty, are a P-position of misère
/// play. O(files) questions for a quiet board.
///
/// ```
/// use octal_games::position::dawson::{board::ChessBoard, misere::solve_misere};
/// // One file: whoever moves makes the last move, and loses. Two files are the same.
/// let is_p = |heaps: &[usize]| matches!(heaps, [1] | [2]);
/// assert!(solve_misere(&ChessBoard::new(2)?, &is_p)?.winning.is_empty());
/// // Three files: an advance on a or c leaves one file.
/// let winning = solve_misere(&ChessBoard::new(3)?, &is_p)?.winning;
/// assert_eq!(winning.iter().map(ToString::to_string).collect::<Vec<_>>(), ["a2", "c2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`NotFromPlay`].
pub fn solve_misere(
    board: &ChessBoard,
    is_p: &dyn Fn(&[usize]) -> bool,
) -> Result<MisereChessSolution, NotFromPlay> {
    let quiet = |runs: &[FileRun]| !is_p(&heaps(runs));
    let runs = quiet_runs(board);
    let winning = match &runs {
        None => played_out(board, PlayRule { quiet: &quiet, stuck: true })?,
        Some(runs) => {
            let files = winning_files(runs, is_p);
            let wins = |mv: &PawnMove| files.binary_search(&mv.to).is_ok();
            board.advances(board.side).filter(wins).collect()
        }
    };
    // A player who cannot move has won, though by no move.
    let is_stuck = board.moves().is_empty();
    let outcome = Outcome::next_wins(is_stuck || !winning.is_empty());
    Ok(MisereChessSolution { outcome, winning, runs })
}

fn heaps(runs: &[FileRun]) -> Vec<usize> {
    runs.iter().map(|run| run.files).collect()
}

/// The files, in order, on which an advance leaves a P-position.
fn winning_files(runs: &[FileRun], is_p: &dyn Fn(&[usize]) -> bool) -> Vec<usize> {
    let mut files = vec![];
    for (i, run) in runs.iter().enumerate() {
        let others = [heaps(&runs[..i]), heaps(&runs[i + 1..])].concat();
        for at in 0..run.files {
            let parts = run.left(at).into_iter().filter(|&part| part > 0);
            let left: Vec<usize> = others.iter().copied().chain(parts).collect();
            if is_p(&left) {
                files.push(run.first + at);
            }
        }
    }
    files
}
