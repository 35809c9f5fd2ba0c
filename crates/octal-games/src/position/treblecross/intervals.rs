//! The values of clean boards by the interval recursion.
//!
//! V(L) = mex { V(max(0, i−3)) ⊕ V(max(0, L−i−2)) : 1 ≤ i ≤ L }, so V(0) = 0. Why: see the
//! [module above](super). Source: `[WW]` chapter 4. Cost: O(L²) for all boards up to L cells.
//!
//! Written from the rules of the board alone: it shares nothing with the engines for codes, so that
//! each can confirm the other.

/// The Grundy values V(0), V(1), …, V(`max_cells`) of clean boards, indexed by cells.
///
/// O(`max_cells`²) time.
///
/// # Panics
/// If a value exceeds 65535. A mex is at most the number of different options, which is at most
/// half of the cells rounded up, so no board below 131 071 cells can.
///
/// ```
/// use octal_games::position::treblecross::intervals::clean_board_values;
/// assert_eq!(clean_board_values(9), [0, 1, 1, 1, 2, 2, 0, 3, 3, 1]);
/// ```
#[must_use]
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
/// board of three or more cells these are all the cells that win; on one or two cells they are
/// moves that end the recursion but win nothing. O(`cells`).
///
/// # Panics
/// If `values` are too few.
///
/// ```
/// use octal_games::position::treblecross::intervals::{clean_board_values, winning_first_cells};
/// assert_eq!(winning_first_cells(&clean_board_values(9), 9), [1, 4, 5, 6, 9]);
/// ```
#[must_use]
pub fn winning_first_cells(values: &[u16], cells: usize) -> Vec<usize> {
    (1..=cells).filter(|&cell| value_after(values, cells, cell) == 0).collect()
}

/// The mex over the cells of one clean board; half of them suffice, the other half mirrors it.
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
