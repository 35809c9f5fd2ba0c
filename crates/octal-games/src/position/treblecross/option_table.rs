//! The table of clean boards as it is worked out in a lecture: what each board may become, as lists
//! of intervals of clean cells, the value of each list, and their mex.
//!
//! Cell i of a clean board of L cells leaves intervals of max(0, i−3) and max(0, L−i−2) cells; empty
//! intervals are left out. Source: `[WW]` chapter 4. Cost: O(L) a board, given the values of smaller
//! ones.

use crate::nim::{mex, nim_sum};
use crate::outcome::Outcome;

/// What a clean board may become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configuration {
    /// The intervals that remain, shorter ones first; at most two, none of them empty.
    pub intervals: Vec<usize>,
    /// The nim-sum of their values.
    pub value: u16,
    /// The cells that leave them, 1-based, in increasing order.
    pub cells: Vec<usize>,
}

/// A clean board with all it may become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lecture {
    /// The cells of the board.
    pub cells: usize,
    /// Its configurations, by the first cell that leaves them.
    pub configurations: Vec<Configuration>,
    /// The mex of their values.
    pub mex: u16,
    /// Who wins.
    pub outcome: Outcome,
}

impl Lecture {
    /// The winning first cells, 1-based, in increasing order; none if nobody can win.
    #[must_use]
    pub fn winning_cells(&self) -> Vec<usize> {
        if self.outcome != Outcome::N {
            return vec![];
        }
        let zero = self.configurations.iter().filter(|c| c.value == 0);
        let mut cells: Vec<usize> = zero.flat_map(|c| c.cells.iter().copied()).collect();
        cells.sort_unstable();
        cells
    }
}

/// The boards of 0 to `max_cells` cells, each from the values of those before it. O(`max_cells`²).
///
/// # Panics
/// If a value exceeds 65535, which none does below 131 071 cells.
///
/// ```
/// use octal_games::position::treblecross::option_table::lectures;
/// let nine = &lectures(9)[9];
/// let lists: Vec<_> = nine.configurations.iter().map(|c| (&c.intervals[..], c.value)).collect();
/// assert_eq!(lists, [(&[6][..], 0), (&[5], 2), (&[4], 2), (&[1, 3], 0), (&[2, 2], 0)]);
/// assert_eq!((nine.mex, nine.winning_cells()), (1, vec![1, 4, 5, 6, 9]));
/// ```
#[must_use]
pub fn lectures(max_cells: usize) -> Vec<Lecture> {
    let mut values: Vec<u16> = vec![];
    let mut boards = vec![];
    for cells in 0..=max_cells {
        let configurations = configurations(&values, cells);
        let mex = mex(configurations.iter().map(|c| c.value));
        let mex = u16::try_from(mex).expect("a Grundy value exceeds 65535");
        values.push(mex);
        let outcome = Outcome::of_clean_board(cells, mex);
        boards.push(Lecture { cells, configurations, mex, outcome });
    }
    boards
}

/// The configurations of a clean board: cell i and its mirror image leave the same.
fn configurations(values: &[u16], cells: usize) -> Vec<Configuration> {
    let mut all: Vec<Configuration> = vec![];
    for cell in 1..=cells.div_ceil(2) {
        let lengths = [cell.saturating_sub(3), cells.saturating_sub(cell + 2)];
        let intervals: Vec<usize> = lengths.into_iter().filter(|&length| length > 0).collect();
        let mirror = cells + 1 - cell;
        let both = [cell].into_iter().chain((mirror != cell).then_some(mirror));
        match all.last_mut().filter(|last| last.intervals == intervals) {
            Some(same) => same.cells.extend(both),
            None => {
                let value = intervals.iter().fold(0, |sum, &length| nim_sum(sum, values[length]));
                all.push(Configuration { intervals, value, cells: both.collect() });
            }
        }
    }
    all.iter_mut().for_each(|c| c.cells.sort_unstable());
    all
}
