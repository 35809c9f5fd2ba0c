//! Treblecross: the code 0.007, the interval recursion and the real game agree.

use std::collections::BTreeSet;

use octal::outcome::Outcome;
use octal::position::treblecross::board::Board;
use octal::position::treblecross::heap_of;
use octal::position::treblecross::misere::MisereBoards;
use octal::position::treblecross::search::{self, BoardSearch};
use octal::position::treblecross::table::{BoardRow, Published, SEARCHED_CELLS, rows};
use octal::position::treblecross::table::{clean_board_values, winning_first_cells};

/// OEIS A071426: clean boards of 1, 2, …, 40 cells.
const A071426: [u16; 40] = [
    1, 1, 1, 2, 2, 0, 3, 3, 1, 1, 1, 0, 4, 3, 3, 3, 2, 2, 2, 4, //
    4, 0, 5, 5, 2, 2, 2, 3, 3, 0, 5, 0, 1, 1, 1, 3, 3, 3, 5, 6,
];

/// The first 16 values of 0.007 by heap, as published by Flammenkamp.
const BY_HEAP: [u16; 16] = [0, 0, 0, 1, 1, 1, 2, 2, 0, 3, 3, 1, 1, 1, 0, 4];

/// G(0..=`max_heap`) of 0.007 from the definition of an octal code, bit by bit of the digit 7.
fn octal_values(max_heap: usize) -> Vec<u16> {
    let mut values: Vec<u16> = Vec::new();
    for n in 0..=max_heap {
        let mut options = BTreeSet::new();
        if n == 3 {
            options.insert(0);
        }
        if n > 3 {
            options.insert(values[n - 3]);
            options.extend((1..n - 3).map(|a| values[a] ^ values[n - 3 - a]));
        }
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values
}

fn published(source: &str, first_cells: i64, values: &[u16]) -> Published {
    Published { source: source.into(), first_cells, values: values.to_vec() }
}

fn row_of<'a>(rows: &'a [BoardRow], cells: usize, source: &str) -> &'a BoardRow {
    rows.iter().find(|row| row.cells == cells && row.source == source).unwrap()
}

#[test]
fn intervals_equal_the_code_to_300_heaps() {
    assert_eq!(clean_board_values(298), octal_values(300)[2..]);
}

#[test]
fn intervals_equal_published_values() {
    assert_eq!(clean_board_values(40)[1..], A071426);
    assert_eq!(clean_board_values(13), BY_HEAP[2..]);
}

#[test]
fn winning_first_cells_are_symmetric_and_exist_exactly_for_nonzero_values() {
    let values = clean_board_values(200);
    for cells in 0..=200 {
        let winning = winning_first_cells(&values, cells);
        let mirrored: Vec<usize> = winning.iter().rev().map(|cell| cells + 1 - cell).collect();
        assert_eq!(winning, mirrored, "{cells} cells");
        assert_eq!(winning.is_empty(), values[cells] == 0, "{cells} cells");
    }
}

#[test]
fn search_equals_intervals_on_empty_boards() {
    let values = clean_board_values(search::MAX_CELLS);
    for cells in 3..=search::MAX_CELLS {
        let expected = if values[cells] == 0 { Outcome::P } else { Outcome::N };
        assert_eq!(search::outcome(cells), expected, "{cells} cells");
        let winning = winning_first_cells(&values, cells);
        assert_eq!(search::winning_cells(cells), winning, "{cells} cells");
    }
}

/// The outcome of any board by the theory: over, a threat, or the nim-sum of the clean runs.
fn outcome_by_theory(values: &[u16], cells: usize, board: usize) -> Outcome {
    let is_x = |cell: usize| board >> cell & 1 == 1;
    let most = (2..cells).map(|c| (c - 2..=c).filter(|&d| is_x(d)).count()).max().unwrap();
    match most {
        3 => return Outcome::P,
        2 => return Outcome::N,
        _ => {}
    }
    let clean = |c: usize| (c.saturating_sub(2)..cells.min(c + 3)).all(|d| !is_x(d));
    let run: Vec<bool> = (0..cells).map(clean).collect();
    let sum = run.split(|&clean| !clean).fold(0, |sum, run| sum ^ values[run.len()]);
    if sum == 0 { Outcome::P } else { Outcome::N }
}

#[test]
fn search_equals_the_theory_on_every_board() {
    let values = clean_board_values(search::MAX_CELLS);
    for cells in 3..=search::MAX_CELLS {
        let search = BoardSearch::new(cells);
        for board in 0..1 << cells {
            let expected = outcome_by_theory(&values, cells, board);
            assert_eq!(search.outcome(board), expected, "{cells} cells, X {board:b}");
            let winning = search.winning_cells(board);
            assert_eq!(winning.is_empty(), expected == Outcome::P, "{cells} cells, X {board:b}");
        }
    }
}

#[test]
fn known_boards_by_search() {
    let lost: Vec<usize> = (3..=15).filter(|&n| search::outcome(n) == Outcome::P).collect();
    assert_eq!(lost, [6, 12]);
    assert_eq!(search::winning_cells(9), [1, 4, 5, 6, 9]);
    assert_eq!(search::winning_cells(3), [1, 2, 3]);
    assert_eq!(search::winning_cells(6), [0usize; 0]);
}

#[test]
fn positions_within_a_board_by_search() {
    let five = BoardSearch::new(5);
    assert_eq!(five.winning_cells(0b00011), [3]);
    assert_eq!(five.winning_cells(0b00101), [2]);
    assert_eq!(five.winning_cells(0b01010), [3]);
    assert_eq!(five.outcome(0b00111), Outcome::P);
    assert_eq!(five.winning_cells(0b00111), [0usize; 0]);
}

#[test]
fn nobody_wins_fewer_than_three_cells() {
    for cells in 0..3 {
        let search = BoardSearch::new(cells);
        for board in 0..1 << cells {
            assert_eq!(search.outcome(board), Outcome::NoWinner);
            assert_eq!(search.winning_cells(board), [0usize; 0]);
        }
    }
    let texts: Vec<String> =
        rows(&octal_values(5), 3, &[]).iter().map(|row| row.outcome.to_string()).collect();
    assert_eq!(texts, ["none", "none", "none", "N"]);
}

#[test]
#[should_panic(expected = "more than 16 cells")]
fn search_refuses_large_boards() {
    let _ = search::outcome(17);
}

#[test]
fn true_tables_agree_in_every_row() {
    let tables = [published("OEIS", 1, &A071426), published("Flammenkamp", -2, &BY_HEAP)];
    let rows = rows(&octal_values(302), 300, &tables);
    assert!(rows.iter().all(|row| row.agrees));
    assert!(tables.iter().all(|table| table.wrong_without_board().is_empty()));
    // Boards 0..=300 once, boards 1..=13 twice.
    assert_eq!(rows.len(), 301 + 13);
    assert!(rows.is_sorted_by_key(|row| (row.cells, row.source.clone())));
    for row in &rows {
        assert_eq!(row.heap, heap_of(row.cells));
        assert_eq!(row.search.is_some(), row.cells <= SEARCHED_CELLS);
        assert_eq!(row.published.is_none(), row.source.is_empty());
        assert_eq!(row.winning_cells.is_empty(), row.outcome != Outcome::N);
    }
    assert_eq!(row_of(&rows, 0, "Flammenkamp").published, Some(0));
    assert_eq!(row_of(&rows, 9, "OEIS").winning_cells, [1, 4, 5, 6, 9]);
    assert_eq!(row_of(&rows, 41, "").outcome, Outcome::N);
}

#[test]
fn tiny_boards_have_values_but_no_winning_cells() {
    let rows = rows(&octal_values(4), 2, &[]);
    let found: Vec<_> = rows.iter().map(|row| (row.grundy, row.search, row.agrees)).collect();
    let none = Some(Outcome::NoWinner);
    assert_eq!(found, [(0, none, true), (1, none, true), (1, none, true)]);
    assert!(rows.iter().all(|row| row.winning_cells.is_empty()));
}

#[test]
fn a_wrong_published_value_does_not_agree() {
    let mut values = A071426;
    values[6] = 2; // 7 cells; 3 is right
    values[24] = 0; // 25 cells; 2 is right
    let tables = [published("right", 1, &A071426), published("wrong", 1, &values)];
    let rows = rows(&octal_values(42), 40, &tables);
    let differing: Vec<(usize, &str)> =
        rows.iter().filter(|row| !row.agrees).map(|row| (row.cells, row.source.as_str())).collect();
    assert_eq!(differing, [(7, "wrong"), (25, "wrong")]);
    // The row keeps what is right: the source alone is doubted.
    assert_eq!(row_of(&rows, 7, "wrong").grundy, 3);
    assert_eq!(row_of(&rows, 7, "wrong").intervals, 3);
}

#[test]
fn a_wrong_octal_value_does_not_agree() {
    for heap in 2..=40 {
        let mut octal = octal_values(40);
        octal[heap] ^= 1;
        let rows = rows(&octal, 38, &[]);
        let differing: Vec<usize> =
            rows.iter().filter(|row| !row.agrees).map(|row| row.heap).collect();
        assert_eq!(differing, [heap]);
    }
}

#[test]
fn heaps_without_a_board_are_validated_without_a_row() {
    let table = published("by heap", -2, &[0, 1, 0, 1]);
    assert_eq!(table.wrong_without_board(), [1]);
    let rows = rows(&octal_values(4), 2, std::slice::from_ref(&table));
    let cells: Vec<(usize, Option<u16>)> =
        rows.iter().map(|row| (row.cells, row.published)).collect();
    assert_eq!(cells, [(0, Some(0)), (1, Some(1)), (2, None)]);
    assert!(rows.iter().all(|row| row.agrees));

    let below = published("from heap -1", -3, &[0, 0, 0]);
    assert_eq!(below.wrong_without_board(), [-1]);
    assert_eq!(published("extreme", i64::MIN, &[1]).value(0), None);
    assert_eq!(published("extreme", i64::MAX, &[1]).wrong_without_board(), [0i64; 0]);
}

#[test]
fn one_source_may_contradict_itself_but_not_repeat_itself() {
    let tables =
        [published("twice", 3, &[1]), published("twice", 3, &[1]), published("twice", 3, &[2])];
    let rows = rows(&octal_values(5), 3, &tables);
    let third: Vec<(Option<u16>, bool)> =
        rows.iter().filter(|row| row.cells == 3).map(|row| (row.published, row.agrees)).collect();
    assert_eq!(third, [(Some(1), true), (Some(2), false)]);
}

/// True if the player to move wins a board on which three in a row lose, by all moves. Bit i is
/// cell i + 1.
fn wins_in_misere(cells: usize, x: usize, known: &mut [Option<bool>]) -> bool {
    if let Some(wins) = known[x] {
        return wins;
    }
    let makes_three = |x: usize| x & (x >> 1) & (x >> 2) != 0;
    let after = (0..cells).filter(|cell| x >> cell & 1 == 0).map(|cell| x | 1 << cell);
    let mut safe = after.filter(|&x| !makes_three(x));
    let wins = safe.any(|x| !wins_in_misere(cells, x, known));
    known[x] = Some(wins);
    wins
}

#[test]
fn boards_on_which_three_in_a_row_lose() {
    let mut boards = MisereBoards::default();
    for cells in 1..=11_usize {
        let mut known = vec![None; 1 << cells];
        for x in 0..1_usize << cells {
            let text: String =
                (0..cells).map(|cell| if x >> cell & 1 == 1 { 'X' } else { '.' }).collect();
            let Ok(board) = text.parse::<Board>() else { continue };
            let solution = boards.solve(&board).unwrap();
            if cells < 3 {
                assert_eq!((solution.outcome, solution.winning), (Outcome::NoWinner, vec![]));
                continue;
            }
            let wins = wins_in_misere(cells, x, &mut known);
            assert_eq!(solution.outcome, Outcome::next_wins(wins), "{text}");
            let mut is_winning = |cell: &usize| {
                let after = x | 1 << (cell - 1);
                let makes_three = after & (after >> 1) & (after >> 2) != 0;
                after != x && !makes_three && !wins_in_misere(cells, after, &mut known)
            };
            let winning: Vec<usize> = (1..=cells).filter(|cell| is_winning(cell)).collect();
            assert_eq!(solution.winning, winning, "{text}");
        }
    }
    let large: Board = ".".repeat(80).parse().unwrap();
    let refusal = boards.solve(&large).unwrap_err().to_string();
    assert!(refusal.ends_with("give a board of about 28 cells at most"), "{refusal}");
}
