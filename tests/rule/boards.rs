//! Turning Turtles and Northcott's game on whole boards.

use std::collections::HashMap;

use octal::outcome::Outcome;
use octal::rule::boards::{
    BoardAnalysis, BoardGame, Northcott, NorthcottBoard, NorthcottRow, Slide, Turtles, analyse,
    outcomes,
};

use super::brute::Wins;

/// The analysis of one position.
fn one<G: BoardGame>(game: &G, position: &G::Position, misere: bool) -> BoardAnalysis {
    analyse(game, std::slice::from_ref(position), misere).unwrap().remove(0)
}

/// The winning moves as they are printed.
fn winning(found: BoardAnalysis) -> Vec<String> {
    found.winning.into_iter().map(|(text, _)| text).collect()
}

/// All flips of a row given as bits, and the bits after each.
fn flips(bits: u64) -> Vec<(String, u64)> {
    let mut flips = vec![];
    for x in (0..64).filter(|x| bits >> x & 1 == 1) {
        let turned = bits & !(1 << x);
        flips.push((format!("turn {}", x + 1), turned));
        let both = |y| (format!("turn {} and {}", x + 1, y + 1), turned ^ (1_u64 << y));
        flips.extend((0..x).map(both));
    }
    flips
}

#[test]
fn turtles_equal_a_search_without_theory() {
    let rule = |&bits: &u64| flips(bits).into_iter().map(|(_, after)| vec![after]).collect();
    for (misere, turtles) in [(false, 10), (true, 8)] {
        let mut wins = Wins::new(&rule, misere);
        for bits in 0..1_u64 << turtles {
            let row: Vec<bool> = (0..turtles).map(|place| bits >> place & 1 == 1).collect();
            let found = one(&Turtles, &row, misere);
            assert_eq!(found.outcome, Outcome::next_wins(wins.next(&[bits])), "{bits:b}");
            let expected = flips(bits).into_iter().filter(|&(_, after)| !wins.next(&[after]));
            let expected: Vec<String> = expected.map(|(flip, _)| flip).collect();
            assert_eq!(winning(found), expected, "{bits:b}");
        }
    }
}

#[test]
fn rows_of_turtles_are_written_and_read() {
    let row = Turtles::row("HTHH").unwrap();
    assert_eq!(row, [true, false, true, true]);
    assert_eq!(one(&Turtles, &row, false).parts, [("HTHH".to_owned(), Some(1 ^ 3 ^ 4))]);
    let error = Turtles::row("HHx").unwrap_err();
    assert!(error.starts_with("column 3: found `x`, expected H"), "{error}");
    assert!(Turtles::row(&"H".repeat(10_001)).unwrap_err().contains("at most 10000"));
}

#[test]
fn a_search_that_would_take_too_long_is_refused() {
    let row = Turtles::row(&"H".repeat(200)).unwrap();
    let error = analyse(&Turtles, &[row], true).unwrap_err();
    assert!(error.to_string().contains("exceeds the limits"), "{error}");
}

/// All boards with this number of rows, for both players.
fn boards(game: Northcott, rows: usize) -> Vec<NorthcottBoard> {
    let columns = 1..=game.columns;
    let one: Vec<NorthcottRow> = columns
        .clone()
        .flat_map(|white| columns.clone().map(move |black| NorthcottRow { white, black }))
        .filter(|row| row.white != row.black)
        .collect();
    let mut boards = vec![vec![]];
    for _ in 0..rows {
        let longer = |board: Vec<NorthcottRow>| {
            one.iter().map(move |&row| board.iter().copied().chain([row]).collect::<Vec<_>>())
        };
        boards = boards.into_iter().flat_map(longer).collect();
    }
    let both = |rows: Vec<NorthcottRow>| {
        [false, true].map(|black_moves| NorthcottBoard { rows: rows.clone(), black_moves })
    };
    boards.into_iter().flat_map(both).collect()
}

/// All moves of a board, by the rule: the mover's piece goes past no piece.
fn slides(game: Northcott, board: &NorthcottBoard) -> Vec<(Slide, NorthcottBoard)> {
    let mut slides = vec![];
    for (row, &NorthcottRow { white, black }) in board.rows.iter().enumerate() {
        let is_white = !board.black_moves;
        let (from, other) = if is_white { (white, black) } else { (black, white) };
        for to in 1..=game.columns {
            let same_side = (to < other) == (from < other);
            let near = game.steps.is_none_or(|steps| to.abs_diff(from) <= steps);
            if to != from && to != other && same_side && near {
                let mut after = board.clone();
                let row_after = if is_white {
                    NorthcottRow { white: to, black }
                } else {
                    NorthcottRow { white, black: to }
                };
                after.rows[row] = row_after;
                after.black_moves = is_white;
                slides.push((Slide { row, from, to }, after));
            }
        }
    }
    slides
}

/// Outcomes in at most d moves, for growing d until nothing changes; the rest is drawn.
fn by_rounds(
    game: Northcott,
    boards: &[NorthcottBoard],
    misere: bool,
) -> HashMap<NorthcottBoard, Outcome> {
    let mut known: HashMap<NorthcottBoard, Outcome> = HashMap::new();
    loop {
        let before = known.clone();
        for board in boards {
            let after: Vec<_> =
                slides(game, board).iter().map(|(_, after)| before.get(after).copied()).collect();
            if after.contains(&Some(Outcome::P)) || after.is_empty() && misere {
                known.insert(board.clone(), Outcome::N);
            } else if after.iter().all(|&outcome| outcome == Some(Outcome::N)) {
                known.insert(board.clone(), Outcome::P);
            }
        }
        if known.len() == before.len() {
            return known;
        }
    }
}

const RULES: [(u64, Option<u64>, usize); 8] = [
    (3, None, 1),
    (6, None, 1),
    (7, Some(2), 1),
    (4, None, 2),
    (5, None, 2),
    (5, Some(1), 2),
    (5, Some(2), 2),
    (5, Some(3), 2),
];

#[test]
fn northcotts_game_is_nim_though_pieces_may_retreat() {
    for (columns, steps, rows) in RULES {
        let game = Northcott { columns, steps };
        let boards = boards(game, rows);
        let known = by_rounds(game, &boards, false);
        let mut retreats = 0;
        for board in &boards {
            let found = one(&game, board, false);
            assert_eq!(known.get(board), Some(&found.outcome), "{board:?}");
            let expected = slides(game, board).into_iter();
            let expected = expected.filter(|(_, after)| known[after] == Outcome::P);
            let expected: Vec<Slide> = expected.map(|(slide, _)| slide).collect();
            let texts: Vec<String> =
                expected.iter().map(|&slide| game.text(board, slide)).collect();
            assert_eq!(winning(found), texts, "{board:?}");
            retreats += expected
                .iter()
                .filter(|slide| {
                    let NorthcottRow { white, black } = board.rows[slide.row];
                    let other = white + black - slide.from;
                    slide.to.abs_diff(other) > slide.from.abs_diff(other)
                })
                .count();
        }
        assert!(rows == 1 && steps.is_none() || retreats > 0, "{columns} {steps:?}");
    }
}

#[test]
fn search_backwards_equals_search_by_rounds() {
    for (columns, steps, rows) in RULES {
        let game = Northcott { columns, steps };
        let boards = boards(game, rows);
        for misere in [false, true] {
            let known = by_rounds(game, &boards, misere);
            for board in boards.iter().step_by(17) {
                let found = outcomes(&game, std::slice::from_ref(board), misere).unwrap();
                for (board, outcome) in found {
                    let expected = known.get(&board).copied().unwrap_or(Outcome::Drawn);
                    assert_eq!(outcome, expected, "{board:?}, misère {misere}");
                }
            }
        }
    }
}

#[test]
fn misere_northcott_can_be_drawn_and_won() {
    let one_row = |columns| {
        let game = Northcott { columns, steps: None };
        let board =
            NorthcottBoard { rows: vec![NorthcottRow { white: 1, black: 3 }], black_moves: true };
        outcomes(&game, &[board], true).unwrap()
    };
    let (short, long) = (one_row(3), one_row(4));
    assert!([Outcome::N, Outcome::P].iter().all(|o| short.values().any(|found| found == o)));
    assert!(long.values().any(|&outcome| outcome == Outcome::Drawn));
}

#[test]
fn twenty_rows_of_a_hundred_thousand_columns() {
    for steps in [None, Some(2)] {
        let game = Northcott { columns: 100_000, steps };
        let rows: Vec<NorthcottRow> =
            (1..=20).map(|i| NorthcottRow { white: 977 * i, black: 100_000 - 1013 * i }).collect();
        let board = NorthcottBoard { rows, black_moves: true };
        let sum = one(&game, &board, false).nim_sum.unwrap();
        let wins = game.moves(&board).filter(|&slide| game.change(&board, slide) == sum);
        let after: Vec<_> = wins.map(|slide| game.after(&board, slide)).collect();
        assert!(!after.is_empty());
        assert_eq!(after.len(), one(&game, &board, false).winning.len());
        for board in after {
            assert_eq!(one(&game, &board, false).nim_sum, Some(0));
        }
        assert!(board.rows.iter().all(|&row| game.has(row)));
    }
}
