//! Turning Turtles, Northcott's game and knights on whole boards.

use std::collections::HashMap;

use octal::gallery::Solver;
use octal::gallery::knights::{Knights, Square, WrongCell};
use octal::gallery::loopy::outcomes;
use octal::gallery::misere::{Misere, Sums};
use octal::gallery::northcott::{Colour, Northcott, NorthcottBoard, NorthcottRow, Slide};
use octal::gallery::turtles::{Flip, TurtleRow, Turtles};
use octal::outcome::Outcome;

use super::Wins;

/// All flips of a row given as bits, and the bits after each.
fn flips(bits: u64) -> Vec<(Flip, u64)> {
    let mut flips = vec![];
    for x in (0..64).filter(|x| bits >> x & 1 == 1) {
        let turned = bits & !(1 << x);
        flips.push((Flip { turtle: x + 1, also: None }, turned));
        let both = |y| (Flip { turtle: x + 1, also: Some(y + 1) }, turned ^ (1_u64 << y));
        flips.extend((0..x).map(both));
    }
    flips
}

#[test]
fn turtles_are_nim_and_their_flips_win() {
    let rule = |&bits: &u64| flips(bits).into_iter().map(|(_, after)| vec![after]).collect();
    let mut wins = Wins::new(&rule, false);
    let mut solver = Solver::new(&Turtles);
    for bits in 0..1 << 10 {
        let row = TurtleRow::from_bits(bits, 10);
        assert_eq!(solver.value(&row), Ok(row.value()), "{row}");
        let winning = flips(bits).into_iter().filter(|&(_, after)| !wins.next(&[after]));
        let winning: Vec<Flip> = winning.map(|(flip, _)| flip).collect();
        assert_eq!(row.winning(), winning, "{row}");
        assert_eq!(winning.is_empty(), row.value() == 0, "{row}");
    }
}

#[test]
fn misere_turtles_by_whole_rows() {
    let rule = |&bits: &u64| flips(bits).into_iter().map(|(_, after)| vec![after]).collect();
    let mut wins = Wins::new(&rule, true);
    let sums = Sums(&Turtles);
    let mut search = Misere::new(&sums);
    for bits in 0..1 << 8 {
        let row = TurtleRow::from_bits(bits, 8);
        let found = search.analyse(&[row]).unwrap();
        assert_eq!(found.outcome, Outcome::next_wins(wins.next(&[bits])), "{bits:b}");
    }
}

#[test]
fn rows_of_turtles_are_written_and_read() {
    let row: TurtleRow = "HTHH".parse().unwrap();
    assert_eq!(row, TurtleRow::from_bits(0b1101, 4));
    assert_eq!(row.to_string(), "HTHH");
    let turned = row.after(Flip { turtle: 4, also: Some(2) });
    assert_eq!(turned.to_string(), "HHHT");
    assert_eq!(
        "HHx".parse::<TurtleRow>().unwrap_err().split(',').next(),
        Some("column 3: found `x`")
    );
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
    let movers = [Colour::White, Colour::Black];
    let both =
        |rows: Vec<NorthcottRow>| movers.map(|mover| NorthcottBoard { rows: rows.clone(), mover });
    boards.into_iter().flat_map(both).collect()
}

/// All moves of a board, by the rule: the mover's piece goes past no piece.
fn slides(game: Northcott, board: &NorthcottBoard) -> Vec<(Slide, NorthcottBoard)> {
    let mut slides = vec![];
    for (row, &NorthcottRow { white, black }) in board.rows.iter().enumerate() {
        let is_white = board.mover == Colour::White;
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
                after.mover = if is_white { Colour::Black } else { Colour::White };
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
            let wins = game.nim_sum(&board.rows) != 0;
            assert_eq!(known.get(board), Some(&Outcome::next_wins(wins)), "{board}");
            let winning = slides(game, board).into_iter();
            let winning = winning.filter(|(_, after)| known[after] == Outcome::P);
            let winning: Vec<Slide> = winning.map(|(slide, _)| slide).collect();
            assert_eq!(game.winning(board), winning, "{board}");
            retreats += winning
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
                let found = outcomes(&game, board, misere).unwrap();
                for (board, outcome) in found {
                    let expected = known.get(&board).copied().unwrap_or(Outcome::Drawn);
                    assert_eq!(outcome, expected, "{board}, misère {misere}");
                }
            }
        }
    }
}

#[test]
fn misere_northcott_can_be_drawn_and_won() {
    let one_row = |columns| {
        let game = Northcott { columns, steps: None };
        let board = NorthcottBoard {
            rows: vec![NorthcottRow { white: 1, black: 3 }],
            mover: Colour::Black,
        };
        outcomes(&game, &board, true).unwrap()
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
        let board = NorthcottBoard { rows, mover: Colour::Black };
        let winning = game.winning(&board);
        assert!(!winning.is_empty());
        for slide in winning {
            assert_eq!(game.nim_sum(&game.after(&board, slide).rows), 0, "{slide}");
        }
        assert!(board.rows.iter().all(|&row| game.has(row)));
    }
}

const PUBLISHED: &str = "0011001100210011122232221121432300340011002300211122122211221120";

#[test]
fn exactly_one_cell_of_the_published_knights_is_wrong() {
    let table: Vec<u64> = PUBLISHED.bytes().map(|b| u64::from(b - b'0')).collect();
    let wrong = Knights { size: 8 }.check(&table).unwrap();
    let square = Square { row: 7, column: 3 };
    assert_eq!(wrong, [WrongCell { square, published: 2, value: 3 }]);
}
