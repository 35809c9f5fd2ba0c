//! The Treblecross table: clean boards by three ways that share no code, and published values.
//!
//! 1. the Grundy value of heap n+2 of the code 0.007, given by the caller;
//! 2. the [interval recursion](super::intervals) on boards;
//! 3. the [full search](super::search) of the real game on boards of up to [`SEARCHED_CELLS`] cells.
//!
//! Source: `[WW]` chapter 4. Cost: O(n²) for boards up to n cells, beside the small searches.

use super::heap_of;
use super::intervals::{clean_board_values, winning_first_cells};
use super::search::BoardSearch;
use crate::outcome::Outcome;

/// The largest board whose row contains a full search of the real game.
pub const SEARCHED_CELLS: usize = 14;

/// One row: an empty board of n cells, and what one source says of it.
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
    /// Who wins, by full search of the real game; for n ≤ [`SEARCHED_CELLS`].
    pub search: Option<Outcome>,
    /// The value that the source prints, if one covers this board.
    pub published: Option<u16>,
    /// The source; empty if none covers this board.
    pub source: String,
    /// Whether everything known in this row agrees: the code, the intervals, the source, and the
    /// search with both the value (an N-position exactly if it is not 0) and the winning cells.
    pub agrees: bool,
    /// Who wins, by the interval recursion. Boards of one and two cells have value 1, which counts
    /// their moves, although nobody can win them: [`Outcome::NoWinner`].
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
    #[must_use]
    pub fn value(&self, cells: usize) -> Option<u16> {
        let index = i64::try_from(cells).ok()?.checked_sub(self.first_cells)?;
        self.values.get(usize::try_from(index).ok()?).copied()
    }

    /// The heaps without a board (0 and 1, which get no [`BoardRow`]) whose published value is wrong.
    ///
    /// Neither has a move, so their value is 0. A value for a heap below 0 is always wrong: the
    /// table cannot start there. O(number of such values).
    #[must_use]
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
/// two different values, each has its row. What `published` says of other boards, and of heaps 0 and
/// 1, has no row: see [`Published::wrong_without_board`]. O(`max_cells`²).
///
/// # Panics
/// If `octal` ends before heap `max_cells` + 2.
///
/// ```
/// use octal_games::position::treblecross::table::{Published, rows};
/// let by_heap = Published { source: "a table".into(), first_cells: -2, values: vec![0, 0, 0, 1, 7] };
/// let rows = rows(&[0, 0, 0, 1, 1, 1], 3, &[by_heap]);
/// let agrees: Vec<bool> = rows.iter().map(|row| row.agrees).collect();
/// assert_eq!(agrees, [true, true, false, true]);
/// ```
#[must_use]
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

/// The row of a board once for each source that covers it, or as it is if none does.
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
