//! The winner of a board of Dawson's Chess, and the winning moves.
//!
//! A quiet board is a sum of heaps of 0.137, one for each run of untouched files (theory
//! [above](super)). Any other board is played out, in every way that the rules allow, until it is
//! quiet. In a game there is one exchange of at most five moves. Boards that never come from play
//! may take longer, so the number of boards examined is limited. Cost: O(files) for a quiet board.
//!
//! The same in misère play, where the last to move loses, as T. R. Dawson posed the game. A quiet
//! board is a sum of heaps of 0.137 in misère play (theory [above](super), 4). The caller must know
//! the winner of such a sum; it is open for long boards. Any other board is played out until it is
//! quiet.

use super::board::{ChessBoard, File, PawnMove, UNTOUCHED};
use crate::nim::nim_sum;
use crate::outcome::Outcome;
use std::collections::HashMap;

/// The number of boards that may be examined before a board is given up.
const MOST_BOARDS: usize = 200_000;

/// The number of squares that may be examined before a board is given up.
const MOST_SQUARES: usize = 30_000_000;

/// A maximal run of untouched files.
///
/// ```
/// use octal_games::position::dawson::{ChessBoard, FileRun, quiet_runs};
/// let run = FileRun { first: 0, files: 5 };
/// assert_eq!(quiet_runs(&ChessBoard::new(5)?), Some(vec![run]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileRun {
    /// Its first file, from 0.
    pub first: usize,
    /// The number of files: the heap of 0.137.
    pub files: usize,
}

/// A board that is solved.
///
/// ```
/// use octal_games::Outcome;
/// use octal_games::position::dawson::{ChessBoard, solve};
/// let values = octal_games::grundy::naive::values(&"0.137".parse()?, 4);
/// let solved = solve(&ChessBoard::new(4)?, &values)?;
/// assert_eq!((solved.outcome, solved.winning.len()), (Outcome::P, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChessSolution {
    /// The outcome: N if the player to move wins.
    pub outcome: Outcome,
    /// All winning moves, by file.
    pub winning: Vec<PawnMove>,
    /// The runs and the nim-sum of their heaps, if the board is quiet.
    pub sum: Option<(Vec<FileRun>, u16)>,
}

/// A board that is not quiet for too long.
///
/// ```
/// use octal_games::position::dawson::NotFromPlay;
/// assert!(NotFromPlay.to_string().starts_with("captures or free pawns are open"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "captures or free pawns are open in too many places to play them all out: in a game of Dawson's \
     Chess there is one exchange at a time"
)]
pub struct NotFromPlay;

/// The runs of untouched files, from left to right, if the board is quiet. O(files).
///
/// ```
/// use octal_games::position::dawson::{ChessBoard, quiet_runs};
/// let board: ChessBoard = "ppp.p/1P3/P1P.P b".parse()?;
/// assert_eq!(quiet_runs(&board), None); // a and c may capture on b
/// # Ok::<(), octal_games::position::dawson::ChessBoardError>(())
/// ```
pub fn quiet_runs(board: &ChessBoard) -> Option<Vec<FileRun>> {
    use super::board::Side::{Black, White};
    let captures = [White, Black].iter().any(|&side| board.captures(side).next().is_some());
    let untouched = |file: &File| *file == UNTOUCHED;
    let free = |mv: PawnMove| !untouched(&board.files()[mv.to]);
    if captures || [White, Black].iter().any(|&side| board.advances(side).any(free)) {
        return None;
    }
    let mut first = 0;
    let runs = board.files().chunk_by(|a, b| untouched(a) == untouched(b)).filter_map(|chunk| {
        let run = FileRun { first, files: chunk.len() };
        first += chunk.len();
        untouched(&chunk[0]).then_some(run)
    });
    Some(runs.collect())
}

/// Solves a board; `values` are those of 0.137, by heaps.
///
/// ```
/// use octal_games::grundy::naive;
/// use octal_games::position::dawson::{ChessBoard, solve};
/// let values = naive::values(&"0.137".parse()?, 5);
/// let winning = solve(&ChessBoard::new(5)?, &values)?.winning;
/// let winning: Vec<String> = winning.iter().map(ToString::to_string).collect();
/// assert_eq!(winning, ["c2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`NotFromPlay`].
///
/// # Panics
/// If `values` end before heap n, the number of files.
pub fn solve(board: &ChessBoard, values: &[u16]) -> Result<ChessSolution, NotFromPlay> {
    if let Some(runs) = quiet_runs(board) {
        let sum = sum_of(&runs, values);
        let winning = match sum {
            0 => vec![],
            _ => runs.iter().flat_map(|run| run.winning(values, sum)).collect(),
        };
        let winning = board.advances(board.side).filter(|mv| winning.binary_search(&mv.to).is_ok());
        let (outcome, winning) = (Outcome::of_value(sum.into()), winning.collect());
        return Ok(ChessSolution { outcome, winning, sum: Some((runs, sum)) });
    }
    let quiet = |runs: &[FileRun]| sum_of(runs, values) != 0;
    let winning = played_out(board, PlayRule { quiet: &quiet, stuck: false })?;
    let outcome = Outcome::next_wins(!winning.is_empty());
    Ok(ChessSolution { outcome, winning, sum: None })
}

/// The rule for boards where nothing is left to be played out.
pub(super) struct PlayRule<'a> {
    /// True if the player to move wins a quiet board with these runs.
    pub(super) quiet: &'a dyn Fn(&[FileRun]) -> bool,
    /// True if a player who cannot move wins.
    pub(super) stuck: bool,
}

/// The winning moves of a board that is not quiet, found by playing it out.
pub(super) fn played_out(
    board: &ChessBoard,
    rule: PlayRule<'_>,
) -> Result<Vec<PawnMove>, NotFromPlay> {
    let mut search = ChessSearch { rule, known: HashMap::new(), squares: 0 };
    let mut winning = vec![];
    for mv in board.moves() {
        if !search.next_wins(&board.after(mv))? {
            winning.push(mv);
        }
    }
    Ok(winning)
}

fn sum_of(runs: &[FileRun], values: &[u16]) -> u16 {
    runs.iter().fold(0, |sum, run| nim_sum(sum, values[run.files]))
}

impl FileRun {
    /// The runs left by an advance on file `at` of this run, from 0.
    pub(super) const fn left(self, at: usize) -> [usize; 2] {
        [at.saturating_sub(1), self.files.saturating_sub(at + 2)]
    }

    /// The files, in order, on which an advance changes the value of the run by `sum`.
    fn winning(self, values: &[u16], sum: u16) -> impl Iterator<Item = usize> {
        let wanted = nim_sum(values[self.files], sum);
        let value = move |at: usize| {
            let [left, right] = self.left(at);
            nim_sum(values[left], values[right])
        };
        (0..self.files).filter(move |&at| value(at) == wanted).map(move |at| self.first + at)
    }
}

/// Boards played out.
struct ChessSearch<'a> {
    rule: PlayRule<'a>,
    /// Boards, with true if the player to move wins.
    known: HashMap<ChessBoard, bool>,
    squares: usize,
}

impl ChessSearch<'_> {
    fn next_wins(&mut self, board: &ChessBoard) -> Result<bool, NotFromPlay> {
        if let Some(&wins) = self.known.get(board) {
            return Ok(wins);
        }
        self.squares += 3 * board.files().len();
        if self.known.len() >= MOST_BOARDS || self.squares > MOST_SQUARES {
            return Err(NotFromPlay);
        }
        let mut wins = false;
        if let Some(runs) = quiet_runs(board) {
            wins = (self.rule.quiet)(&runs);
        } else {
            let moves = board.moves();
            wins |= self.rule.stuck && moves.is_empty();
            for mv in moves {
                wins |= !self.next_wins(&board.after(mv))?;
            }
        }
        self.known.insert(board.clone(), wins);
        Ok(wins)
    }
}

/// A board that is solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MisereChessSolution {
    /// The outcome: N if the player to move wins.
    pub outcome: Outcome,
    /// All winning moves, by file.
    pub winning: Vec<PawnMove>,
    /// The runs of untouched files, if the board is quiet.
    pub runs: Option<Vec<FileRun>>,
}

/// Solves a board. `is_p` returns true if heaps of 0.137, none of them empty, are a P-position of
/// misère play.
///
/// ```
/// use octal_games::workspace::position::dawson::{board::ChessBoard, solve::solve_misere};
/// // One file: the player to move makes the last move, and loses. Two files are the same.
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
