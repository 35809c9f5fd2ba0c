//! Treblecross boards: the nim-sum of clean runs against full search of the real game.

use octal::outcome::Outcome;
use octal::position::treblecross::board::{Board, MOST_CELLS, Reason};
use octal::position::treblecross::contest;
use octal::position::treblecross::search::{BoardSearch, MAX_CELLS};
use octal::position::treblecross::table::clean_board_values;
use octal::position::treblecross::table::lectures;

fn text(cells: usize, x: usize) -> String {
    (0..cells).map(|i| if x >> i & 1 == 1 { 'X' } else { '.' }).collect()
}

/// Every board of 3 to 16 cells: outcome, winning cells, and the reason.
#[test]
fn every_board_equals_full_search() {
    let values = clean_board_values(MAX_CELLS);
    let (mut boards, mut threats) = (0, 0);
    for cells in 3..=MAX_CELLS {
        let search = BoardSearch::new(cells);
        for x in (0..1usize << cells).filter(|x| x & (x >> 1) & (x >> 2) == 0) {
            let board: Board = text(cells, x).parse().unwrap();
            let solution = board.solve(&values);
            assert_eq!(solution.outcome, search.outcome(x), "{board}");
            assert_eq!(solution.winning, search.winning_cells(x), "{board}");
            let completes = |cell: &usize| {
                let next = x | 1 << (cell - 1);
                next & (next >> 1) & (next >> 2) != 0
            };
            let expected = solution.reason == Reason::CompletesThree;
            assert!(solution.winning.iter().all(|cell| completes(cell) == expected), "{board}");
            assert_eq!(solution.nim_sum.is_none(), expected, "{board}");
            boards += 1;
            threats += usize::from(expected);
        }
    }
    assert!(boards > 40_000 && threats > 10_000, "{boards} boards, {threats} with a threat");
}

/// Cells that leave nim-sum 0 and lose all the same.
#[test]
fn nim_sum_0_with_a_threat_does_not_win() {
    let values = clean_board_values(MAX_CELLS);
    let nim_sum =
        |board: &Board| board.clean_runs().iter().fold(0, |sum, run| sum ^ values[run.cells]);
    let board: Board = "X...".parse().unwrap();
    assert_eq!((nim_sum(&board), board.solve(&values).winning), (1, vec![4]));
    // An X in cell 2 or 3 leaves no clean cell, hence nim-sum 0, but then three in a row are made.
    for after in ["XX..", "X.X."] {
        let after: Board = after.parse().unwrap();
        assert_eq!(nim_sum(&after), 0);
        assert_eq!(after.solve(&values).outcome, Outcome::N);
    }
}

#[test]
fn texts_that_are_no_boards() {
    let large = ".".repeat(MOST_CELLS + 1);
    for (text, complaint) in [
        ("", "the board has no cells"),
        ("..y.", "column 3: found `y`, expected `.` for an empty cell, or `X`"),
        ("X. .", "column 3: found ` `"),
        ("é", "column 1: found `é`"),
        ("..XXX", "column 3: `XXX`: three in a row are made already"),
        ("XXXX", "column 1: `XXX`"),
        (&large, "the board has 1000001 cells: at most 1000000"),
    ] {
        let error = text.parse::<Board>().unwrap_err().to_string();
        assert!(error.contains(complaint), "{error}");
    }
}

#[test]
fn tiny_boards_have_no_winner() {
    for text in [".", "X", "..", ".X", "XX"] {
        let solution = text.parse::<Board>().unwrap().solve(&clean_board_values(2));
        assert_eq!((solution.outcome, solution.winning.len()), (Outcome::NoWinner, 0));
    }
}

/// The first three boards are samples of UVa 10561.
#[test]
fn the_contest_byte_for_byte() {
    let input = "4\n.....\nX.....X..X.............X....X..X\n.X.X...X\nX..X..X\n";
    let values = clean_board_values(40);
    let output = contest::answers(&contest::read(input).unwrap(), &values);
    let expected = "WINNING\n3\nLOSING\n\nWINNING\n3\nLOSING\n\n";
    assert_eq!(String::from_utf8(output).unwrap(), expected);
    let other = input.replace('\n', "\r\n") + "\r\n\r\n";
    assert_eq!(contest::answers(&contest::read(&other).unwrap(), &values), expected.as_bytes());
    assert_eq!(contest::answers(&contest::read("0\n").unwrap(), &[]), b"");
}

#[test]
fn inputs_of_no_contest() {
    for (input, complaint) in [
        ("", "line 1: found the end of the text, expected the number of boards"),
        ("\n\nx\n", "line 3: found `x`, expected the number of boards"),
        ("+1\n...\n", "line 1: found `+1`"),
        ("2\n...\n", "the first line promises 2 boards, but 1 follows"),
        ("1\n...\n....\n", "the first line promises 1 board, but 2 follow"),
        ("1\n.O.\n", "line 2: column 2: found `O`"),
        ("1\n\nXXX\n", "line 3: column 1: `XXX`"),
        ("1\nX.\n", "line 2: nobody can win a board of fewer than three cells"),
    ] {
        let error = contest::read(input).unwrap_err().to_string();
        assert!(error.contains(complaint), "{input:?}: {error}");
    }
}

#[test]
fn lecture_tables_equal_the_recursion_and_the_search() {
    let values = clean_board_values(60);
    for board in lectures(60) {
        let cells: usize = board.configurations.iter().map(|c| c.cells.len()).sum();
        assert_eq!((cells, board.mex), (board.cells, values[board.cells]));
        if board.cells <= MAX_CELLS {
            let search = BoardSearch::new(board.cells);
            assert_eq!(board.outcome, search.outcome(0), "{} cells", board.cells);
            assert_eq!(board.winning_cells(), search.winning_cells(0), "{} cells", board.cells);
        }
        for c in &board.configurations {
            assert_eq!(c.value, c.intervals.iter().fold(0, |sum, &l| sum ^ values[l]));
            for &cell in &c.cells {
                let mut row = vec!['.'; board.cells];
                row[cell - 1] = 'X';
                let after: Board = row.iter().collect::<String>().parse().unwrap();
                let mut runs: Vec<usize> = after.clean_runs().iter().map(|run| run.cells).collect();
                runs.sort_unstable();
                assert_eq!(runs, c.intervals, "{after}");
            }
        }
    }
}

#[test]
fn first_cells_of_3_to_15() {
    let boards = lectures(15);
    let lost: Vec<usize> = boards[3..].iter().filter(|b| b.mex == 0).map(|b| b.cells).collect();
    assert_eq!(lost, [6, 12]);
    assert_eq!(boards[9].winning_cells(), [1, 4, 5, 6, 9]);
}
