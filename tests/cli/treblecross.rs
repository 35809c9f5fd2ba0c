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
    let out = octal("treblecross table -n 6").quietly();
    let trimmed: String = out.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
    assert_eq!(trimmed, expected);
}

#[test]
fn the_table_as_csv() {
    let scratch = Scratch::new();
    let expected = HEADER.to_owned()
        + "0,2,0,0,none,,,yes,none,\n1,3,1,1,none,,,yes,none,\n2,4,1,1,none,,,yes,none,\n\
           3,5,1,1,N,,,yes,N,1 2 3\n";
    assert_eq!(scratch.octal("treblecross table -n 3 --format csv").quietly(), expected);
    scratch.octal("treblecross table -n 3 --format csv -o boards.csv").quietly();
    assert_eq!(scratch.read("boards.csv"), expected);
}

#[test]
fn everything_published_is_right() {
    let scratch = Scratch::new();
    let ran = scratch.octal("treblecross validate");
    assert!(ran.err.ends_with(": all agree\n"), "{ran:?}");
    assert_eq!(ran.ended(0), "");
    let text = scratch.read("results/treblecross.csv");
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
fn validation_on_stdout() {
    let scratch = Scratch::new();
    let ran = scratch.octal("treblecross validate -n 20 -o -");
    assert!(ran.err.starts_with("boards of 0 to 20 cells: "), "{ran:?}");
    let out = ran.ended(0);
    assert!(out.starts_with(HEADER));
    scratch.octal("treblecross validate -n 20 -o boards.csv").ended(0);
    assert_eq!(scratch.read("boards.csv"), out);
    assert_eq!(scratch.names(), ["boards.csv"]);
}
