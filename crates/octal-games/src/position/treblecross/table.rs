//! The Treblecross table: clean boards by three ways that share no code, and published values.
//!
//! 1. the Grundy value of heap n+2 of the code 0.007, given by the caller;
//! 2. the [interval recursion](clean_board_values) on boards;
//! 3. the [full search](super::search) of the real game on boards of up to [`SEARCHED_CELLS`]
//!    cells.
//!
//! Cost: O(n²) for boards up to n cells, beside the small searches.
//!
//! [`lectures`] is the table of clean boards as a lecture derives it. For each board it has the
//! lists of intervals of clean cells that a move may leave, the value of each list, and their mex.
//! Cell i of a clean board of L cells leaves intervals of max(0, i−3) and max(0, L−i−2) cells;
//! empty intervals are left out. Cost: O(L) a board, given the values of smaller ones.
//!
//! The interval recursion: V(L) = mex { V(max(0, i−3)) ⊕ V(max(0, L−i−2)) : 1 ≤ i ≤ L }, so V(0)
//! = 0. The [module above](super) explains it. Cost: O(L²) for all boards up to L cells. It is
//! written from the rules of the board alone: it shares nothing with the engines for codes, so that
//! each can confirm the other. Source of all: `[WW]` chapter 4.

use super::heap_of;
use super::search::BoardSearch;
use crate::nim::{mex, nim_sum};
use crate::outcome::Outcome;

/// The largest board whose row contains a full search of the real game.
pub const SEARCHED_CELLS: usize = 14;

/// One row: an empty board of n cells, with the statement of one source about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardRow {
    /// Cells n of the board.
    pub cells: usize,
    /// The heap of 0.007 that stands for it: n + 2.
    pub heap: usize,
    /// The Grundy value of that heap, by the code.
    pub grundy: u16,
    /// The Grundy value of the board, by the interval recursion.
    pub intervals: u16,
    /// The winner by full search of the real game; for n ≤ [`SEARCHED_CELLS`].
    pub search: Option<Outcome>,
    /// The value that the source prints, if one covers this board.
    pub published: Option<u16>,
    /// The source; empty if none covers this board.
    pub source: String,
    /// True if everything known in this row agrees. The code, the intervals and the source must
    /// give one value. The search must agree with that value (an N-position exactly if it is not 0)
    /// and with the winning cells.
    pub agrees: bool,
    /// The outcome by the interval recursion. Boards of one and two cells have value 1, which
    /// counts their moves, although nobody can win them: [`Outcome::NoWinner`].
    pub outcome: Outcome,
    /// All winning first cells, by the interval recursion: 1-based, in increasing order; none if
    /// n < 3, where nobody can win.
    pub winning_cells: Vec<usize>,
}

/// A published table of values: `values[j]` is that of the clean board of `first_cells` + j cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Published {
    /// The source, as it shall stand in the rows.
    pub source: String,
    /// Cells of the board that the first value belongs to. A table of 0.007 by heap sizes from 0 on
    /// starts at −2: heap 0 would be a board of −2 cells.
    pub first_cells: i64,
    /// The values in order, without a gap.
    pub values: Vec<u16>,
}

impl Published {
    /// The published value of a board of `cells` cells. O(1).
    pub fn value(&self, cells: usize) -> Option<u16> {
        let index = i64::try_from(cells).ok()?.checked_sub(self.first_cells)?;
        self.values.get(usize::try_from(index).ok()?).copied()
    }

    /// The heaps without a board (0 and 1, which get no [`BoardRow`]) whose published value is
    /// wrong.
    ///
    /// Neither has a move, so their value is 0. A value for a heap below 0 is always wrong: the
    /// table cannot start there. O(number of such values).
    pub fn wrong_without_board(&self) -> Vec<i64> {
        let first_heap = self.first_cells.saturating_add(2);
        let heaps = (first_heap..2).zip(&self.values);
        heaps.filter(|&(heap, &value)| heap < 0 || value != 0).map(|(heap, _)| heap).collect()
    }
}

/// The rows of all boards of 0..=`max_cells` cells, sorted by cells and then source.
///
/// `octal` are the Grundy values G(0), G(1), … of 0.007, indexed by heap. There is one row for each
/// board and source; a board that no source covers has one row without. If a source gives one board
/// two different values, each has its row. Statements in `published` about other boards, and about
/// heaps 0 and 1, have no row: see [`Published::wrong_without_board`]. O(`max_cells`²).
///
/// # Panics
/// If `octal` ends before heap `max_cells` + 2.
///
/// ```
/// use octal_games::workspace::position::treblecross::table::{Published, rows};
/// let by_heap = Published { source: "a table".into(), first_cells: -2, values: vec![0, 0, 0, 1, 7] };
/// let rows = rows(&[0, 0, 0, 1, 1, 1], 3, &[by_heap]);
/// let agrees: Vec<bool> = rows.iter().map(|row| row.agrees).collect();
/// assert_eq!(agrees, [true, true, false, true]);
/// ```
pub fn rows(octal: &[u16], max_cells: usize, published: &[Published]) -> Vec<BoardRow> {
    let intervals = clean_board_values(max_cells);
    let boards = (0..=max_cells).map(|cells| board_row(cells, octal[heap_of(cells)], &intervals));
    boards.flat_map(|board| with_sources(board, published)).collect()
}

/// The row of one board before any source is asked.
fn board_row(cells: usize, grundy: u16, intervals: &[u16]) -> BoardRow {
    let outcome = Outcome::of_clean_board(cells, intervals[cells]);
    let winning_cells = match outcome {
        Outcome::N | Outcome::P => winning_first_cells(intervals, cells),
        Outcome::NoWinner | Outcome::Drawn => Vec::new(),
    };
    let search = (cells <= SEARCHED_CELLS).then(|| BoardSearch::new(cells));
    let search_agrees = search.as_ref().is_none_or(|search| {
        search.outcome(0) == Outcome::of_clean_board(cells, grundy)
            && search.winning_cells(0) == winning_cells
    });
    BoardRow {
        cells,
        heap: heap_of(cells),
        grundy,
        intervals: intervals[cells],
        search: search.map(|search| search.outcome(0)),
        published: None,
        source: String::new(),
        agrees: grundy == intervals[cells] && search_agrees,
        outcome,
        winning_cells,
    }
}

/// The row of a board once for each source that covers it, or once without a source.
fn with_sources(board: BoardRow, published: &[Published]) -> Vec<BoardRow> {
    let mut sayings: Vec<(&str, u16)> = published
        .iter()
        .filter_map(|table| Some((table.source.as_str(), table.value(board.cells)?)))
        .collect();
    sayings.sort_unstable();
    sayings.dedup();
    if sayings.is_empty() {
        return vec![board];
    }
    let row = |(source, value): (&str, u16)| BoardRow {
        published: Some(value),
        source: source.to_owned(),
        agrees: board.agrees && value == board.grundy,
        ..board.clone()
    };
    sayings.into_iter().map(row).collect()
}

/// A clean board after a move.
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
    /// The outcome.
    pub outcome: Outcome,
}

impl Lecture {
    /// The winning first cells, 1-based, in increasing order; none if nobody can win.
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
/// use octal_games::workspace::position::treblecross::table::lectures;
/// let nine = &lectures(9)[9];
/// let lists: Vec<_> = nine.configurations.iter().map(|c| (&c.intervals[..], c.value)).collect();
/// assert_eq!(lists, [(&[6][..], 0), (&[5], 2), (&[4], 2), (&[1, 3], 0), (&[2, 2], 0)]);
/// assert_eq!((nine.mex, nine.winning_cells()), (1, vec![1, 4, 5, 6, 9]));
/// ```
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

/// The Grundy values V(0), V(1), …, V(`max_cells`) of clean boards, indexed by cells.
///
/// O(`max_cells`²) time.
///
/// # Panics
/// If a value exceeds 65535. A mex is at most the number of different options, which is at most
/// half of the cells rounded up. So no board below 131 071 cells can exceed it.
///
/// ```
/// use octal_games::position::treblecross::clean_board_values;
/// assert_eq!(clean_board_values(9), [0, 1, 1, 1, 2, 2, 0, 3, 3, 1]);
/// ```
pub fn clean_board_values(max_cells: usize) -> Vec<u16> {
    let mut values = Vec::with_capacity(max_cells + 1);
    for cells in 0..=max_cells {
        values.push(clean_board_value(&values, cells));
    }
    values
}

/// The first cells of an empty board that leave nim-sum 0: 1-based, in increasing order.
///
/// `values` are those of [`clean_board_values`], at least up to max(0, `cells` − 3) cells. On a
/// board of three or more cells these are all the cells that win. On one or two cells they are
/// moves that end the recursion but win nothing. O(`cells`).
///
/// # Panics
/// If `values` are too few.
///
/// ```
/// use octal_games::workspace::position::treblecross::table::{clean_board_values, winning_first_cells};
/// assert_eq!(winning_first_cells(&clean_board_values(9), 9), [1, 4, 5, 6, 9]);
/// ```
pub fn winning_first_cells(values: &[u16], cells: usize) -> Vec<usize> {
    (1..=cells).filter(|&cell| value_after(values, cells, cell) == 0).collect()
}

/// The mex over the cells of one clean board; half of them suffice, the other half mirrors them.
fn clean_board_value(values: &[u16], cells: usize) -> u16 {
    let moves = cells.div_ceil(2);
    let mut seen = vec![false; moves + 1];
    for cell in 1..=moves {
        // Values above the number of moves cannot change the mex.
        if let Some(seen) = seen.get_mut(usize::from(value_after(values, cells, cell))) {
            *seen = true;
        }
    }
    let mex = seen.iter().take_while(|&&seen| seen).count();
    u16::try_from(mex).expect("a Grundy value exceeds 65535")
}

/// The nim-sum of the two clean boards left by an X in `cell` (1-based) of a clean board.
fn value_after(values: &[u16], cells: usize, cell: usize) -> u16 {
    let (left, right) = (cell.saturating_sub(3), cells.saturating_sub(cell + 2));
    values[left] ^ values[right]
}
