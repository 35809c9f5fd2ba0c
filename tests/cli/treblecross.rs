//! `octal treblecross`.

use super::{Scratch, csv_rows, octal};

const HEADER: &str =
    "cells,heap,grundy,intervals,search,published,source,agrees,outcome,winning_cells\n";

#[test]
fn the_table_as_text() {
    let expected = " cells  heap  value  outcome  winning first cells
 0      2     0      none
 1      3     1      none
 2      4     1      none
 3      5     1      N        1 2 3
 4      6     2      N        2 3
 5      7     2      N        3
 6      8     0      P
";
    let out = octal("treblecross table --cells 6").quietly();
    let trimmed: String = out.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
    assert_eq!(trimmed, expected);
}

#[test]
fn the_table_as_csv() {
    let scratch = Scratch::new();
    let expected = HEADER.to_owned()
        + "0,2,0,0,none,,,yes,none,\n1,3,1,1,none,,,yes,none,\n2,4,1,1,none,,,yes,none,\n\
           3,5,1,1,N,,,yes,N,1 2 3\n";
    assert_eq!(scratch.octal("treblecross table --cells 3 --format csv").quietly(), expected);
    scratch.octal("treblecross table --cells 3 --format csv -o boards.csv").quietly();
    assert_eq!(scratch.read("boards.csv"), expected);
}

#[test]
fn everything_published_is_right() {
    let scratch = Scratch::new();
    let ran = scratch.octal("treblecross validate");
    assert!(ran.err.ends_with(": all agree\n"), "{ran:?}");
    let text = ran.ended(0);
    assert!(scratch.names().is_empty());
    assert!(text.starts_with(HEADER));
    let rows = csv_rows(&text);
    assert!(rows.iter().all(|row| row["agrees"] == "yes" && row["grundy"] == row["intervals"]));
    let cells = |row: &std::collections::HashMap<String, String>| row["cells"].parse::<usize>();
    let boards: Vec<usize> = rows.iter().map(|row| cells(row).unwrap()).collect();
    assert!((0..=1000).all(|n| boards.contains(&n)) && boards.is_sorted());
    assert!(rows.iter().filter(|row| !row["published"].is_empty()).count() > 100);
    // Fewer than three cells have no winner in the real game.
    for row in &rows {
        assert_eq!(row["outcome"] == "none", cells(row).unwrap() < 3);
        assert_eq!(row["search"].is_empty(), cells(row).unwrap() > 14);
    }
}

#[test]
fn validation_in_a_file() {
    let scratch = Scratch::new();
    let ran = scratch.octal("treblecross validate --cells 20");
    assert!(ran.err.starts_with("boards of 0 to 20 cells: "), "{ran:?}");
    let out = ran.ended(0);
    assert!(out.starts_with(HEADER));
    scratch.octal("treblecross validate --cells 20 -o boards.csv").ended(0);
    assert_eq!(scratch.read("boards.csv"), out);
    assert_eq!(scratch.names(), ["boards.csv"]);
}

#[test]
fn winning_cells_with_their_reason() {
    let expected = ".....X.
^^^
clean cells 1 to 3: 3 cells, value 1
nim-sum 1
N-position: cells 1 2 3 win: each leaves nim-sum 0 and no immediate threat
";
    assert_eq!(octal("treblecross moves .....X.").quietly(), expected);
    let out = octal("treblecross moves ...X.X..X").quietly();
    assert!(out.ends_with("N-position: cell 5 wins: it completes three in a row\n"), "{out}");
    let out = octal("treblecross moves ......").quietly();
    assert!(out.ends_with("P-position: the player to move loses, no cell wins\n"), "{out}");
    let out = octal("treblecross moves .X").quietly();
    assert!(out.ends_with("nobody can win: 2 cells cannot have three in a row\n"), "{out}");
}

#[test]
fn winning_cells_for_programs() {
    let rows = csv_rows(&octal("treblecross moves .........  --format csv").quietly());
    let cells: Vec<&str> = rows.iter().map(|row| &*row["cell"]).collect();
    assert_eq!(cells, ["1", "4", "5", "6", "9"]);
    assert!(rows.iter().all(|row| row["reason"] == "leaves nim-sum 0 and no immediate threat"));
    let json = octal("treblecross moves XX.X --format json").quietly();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let expected = serde_json::json!([{"cell": 3, "reason": "completes three in a row"}]);
    assert_eq!(json["winning_moves"], expected);
}

#[test]
fn a_board_of_a_million_cells() {
    let board =
        "X...............................................".repeat(20_833) + "................";
    assert_eq!(board.len(), 1_000_000);
    let out =
        Scratch::new().octal_reading("treblecross moves -", &(board.clone() + "\n")).quietly();
    assert!(out.contains("more runs of clean cells"), "{out}");
    let too_long = Scratch::new().octal_reading("treblecross moves -", &(board + ".")).refused();
    assert!(too_long.contains("at most 1000000"), "{too_long}");
}

#[test]
fn the_contest() {
    let input = "3\n.....\nX.....X..X.............X....X..X\n.X.X...X\n";
    let scratch = Scratch::new();
    let expected = "WINNING\n3\nLOSING\n\nWINNING\n3\n";
    assert_eq!(scratch.octal_reading("treblecross judge", input).quietly(), expected);
    scratch.octal_reading("treblecross judge -o answers.txt", input).quietly();
    assert_eq!(scratch.read("answers.txt"), expected);
    let err = scratch.octal_reading("treblecross judge", "2\n.....\n").refused();
    assert!(err.contains("promises 2 boards, but 1 follows"), "{err}");
}

#[test]
fn the_table_of_a_lecture() {
    let out = octal("treblecross table --cells 9 --options").quietly();
    let last = " 9      [6]:0  [5]:2  [4]:2  [1,3]:0  [2,2]:0  1    1 4 5 6 9";
    assert_eq!(out.lines().last().unwrap().trim_end(), last);
    let rows = csv_rows(&octal("treblecross table --cells 9 --options --format csv").quietly());
    let nine: Vec<_> = rows.iter().filter(|row| row["cells"] == "9").collect();
    assert_eq!((&*nine[3]["intervals"], &*nine[3]["first_cells"]), ("1 3", "4 6"));
    assert!(nine.iter().all(|row| row["mex"] == "1" && row["winning_cells"] == "1 4 5 6 9"));
    let err = octal("treblecross table --cells 1e4 --options").refused();
    assert!(err.contains("at most 2000"), "{err}");
}

#[test]
fn boards_that_are_none() {
    for (board, complaint) in [
        ("", "the board has no cells"),
        ("..XXX", "column 3: `XXX`: three in a row are made already"),
        ("..o", "column 3: found `o`, expected `.` for an empty cell, or `X`"),
    ] {
        let err = Scratch::new().run(&["treblecross", "moves", board]).refused();
        assert!(err.contains(complaint), "{err}");
    }
}

/// Boards as people type them: small letters, or the number of clean cells.
#[test]
fn boards_in_other_spellings() {
    let board = octal("treblecross moves ..X..").quietly();
    assert_eq!(octal("treblecross moves ..x..").quietly(), board);
    let clean = octal(&format!("treblecross moves {}", ".".repeat(17))).quietly();
    assert_eq!(octal("treblecross moves 17").quietly(), clean);
    let refused = octal("treblecross moves 1e9").refused();
    assert!(refused.contains("at most 1000000 cells"), "{refused}");
}
