//! `octal gallery`.

use super::{Scratch, csv_rows, octal};

/// What a command printed, without spaces at the ends of lines.
fn trimmed(arguments: &str) -> String {
    let out = octal(arguments).quietly();
    out.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

const GAMES: [&str; 16] = [
    "nim",
    "lasker",
    "subtraction",
    "division",
    "powers",
    "doubloon",
    "kayles",
    "dawsons-kayles",
    "sticks",
    "grundy",
    "knights",
    "chocolate",
    "slices",
    "turtles",
    "northcott",
    "dag",
];

#[test]
fn alone_it_lists_the_games() {
    let out = octal("gallery").quietly();
    let names: Vec<&str> =
        out.lines().skip(1).filter_map(|l| l.split_whitespace().next()).collect();
    assert_eq!(names, GAMES);
    assert!(out.contains("Knock down one pin of a row, or two neighbours"), "{out}");
}

#[test]
fn a_position_as_text() {
    let expected = " component  value  times
 1          1      1
 2          2      2
 3          3      1
 5          4      2
nim-sum 2: N, the player to move wins by
  2 → 0  (in any of 2)
  3 → 1
";
    assert_eq!(trimmed("gallery kayles 3 2+1 5 2 5"), expected);
    let lost = trimmed("gallery kayles 3 4 5 2 5");
    assert!(lost.ends_with("nim-sum 0: P, the player to move loses\n"), "{lost}");
}

#[test]
fn a_position_for_programs() {
    let csv = "play,position,grundy,nim_sum,outcome,winning_moves\n\
               normal,1 2 2 3 5 5,1 2 2 3 4 4,2,N,2 → 0; 3 → 1\n";
    assert_eq!(octal("gallery kayles 3 2 1 5 2 5 --format csv").quietly(), csv);
    let json = octal("gallery kayles 3 2 1 5 2 5 --format json").quietly();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["nim_sum"], 2);
    assert_eq!(
        json["components"][1],
        serde_json::json!({"position": "2", "grundy": 2, "times": 2})
    );
    assert_eq!(json["winning_moves"][0], serde_json::json!({"move": "2 → 0", "times": 2}));
}

#[test]
fn a_table_as_text_with_its_remark() {
    let expected = "# subtraction {1, 2, 3}, heaps 0 to 30
 0:  0  1  2  3  0  1  2  3  0  1  2  3  0  1  2  3  0  1  2  3
20:  0  1  2  3  0  1  2  3  0  1  2
from heap 0 to the end of this table, 30, every value recurs 4 heaps later
";
    assert_eq!(trimmed("gallery subtraction -n 30"), expected);
    for (arguments, title) in [
        ("subtraction --set 5,1,1", "# subtraction {1, 5}, heaps 0 to 0"),
        ("division --by 3,2,3", "# division by {2, 3}, heaps 0 to 0"),
    ] {
        let out = trimmed(&format!("gallery {arguments} -n 0"));
        assert_eq!(out.lines().next(), Some(title));
    }
    for (game, remark) in [
        ("kayles", "from heap 71 to the end of this table, 150, every value recurs 12 heaps later"),
        (
            "dawsons-kayles",
            "from heap 53 to the end of this table, 150, every value recurs 34 heaps later",
        ),
    ] {
        let out = trimmed(&format!("gallery {game} -n 150"));
        assert_eq!(out.lines().last(), Some(remark));
    }
    assert!(!trimmed("gallery nim -n 150").contains("recurs"));
    assert!(!trimmed("gallery grundy -n 150").contains("recurs"));
    assert_eq!(trimmed("gallery nim -n 0"), "# nim, heaps 0 to 0\n 0:  0\n");
}

#[test]
fn a_table_for_programs() {
    let rows = csv_rows(&octal("gallery grundy -n 12 --format csv").quietly());
    assert_eq!(rows.len(), 13);
    let row = &rows[11];
    assert_eq!((&*row["position"], &*row["grundy"], &*row["outcome"]), ("11", "2", "N"));
    assert_eq!(row["winning_moves"], "11 → 7+4; 11 → 10+1");
    let json = octal("gallery slices --side 2 --format json").quietly();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json.as_array().unwrap().len(), 4);
    assert_eq!(json[3]["components"][0]["position"], "2x2");
}

#[test]
fn a_grid_as_text() {
    let expected = "# knights, by row and column of a board of 3 by 3
     0  1  2
 0:  0  0  1
 1:  0  0  2
 2:  1  2  1
";
    assert_eq!(trimmed("gallery knights --size 3"), expected);
}

const PUBLISHED: &str = "00110011 00210011 12223222 11214323 00340011 00230021 11221222 11221120";

#[test]
fn the_check_of_a_table_names_the_cell() {
    let scratch = Scratch::new();
    let check = |table: &str, format: &str| {
        scratch.run(&["gallery", "knights", "--check", table, "--format", format])
    };
    let wrong = "row 7, column 3: 2 is wrong, 3 is right\n";
    assert_eq!(check(PUBLISHED, "text").ended(1), wrong);
    assert_eq!(check(PUBLISHED, "csv").ended(1), "row,column,published,grundy\n7,3,2,3\n");
    let json = "[{\"column\":3,\"grundy\":3,\"published\":2,\"row\":7}]\n";
    assert_eq!(check(PUBLISHED, "json").ended(1), json);
    let right = PUBLISHED.replace("11221120", "11231120");
    assert_eq!(check(&right, "text").quietly(), "all 64 values are right\n");
    assert!(check(&right[1..], "text").refused().contains("63 values, expected 64"));
    assert!(check("0011x", "text").refused().contains("column 5: found `x`, expected a digit"));
}

#[test]
fn doubloon_tells_the_least_number() {
    for (arguments, note) in [
        ("-k 4 999999999", "least winning number of coins: 4\n"),
        ("-k 4 1e9", "no number of coins wins\n"),
        ("-k 7 999999999", "least winning number of coins: 1\n"),
    ] {
        let out = trimmed(&format!("gallery doubloon {arguments}"));
        assert!(out.ends_with(note), "{out}");
    }
}

#[test]
fn misere_play_has_outcomes_but_no_values() {
    let out = trimmed("gallery nim --misere 2 2 1");
    assert!(out.starts_with("misère play: N, the player to move wins by\n  1 → 0\n"), "{out}");
    assert_eq!(trimmed("gallery nim --misere 0"), "misère play: N, the player to move wins\n");
    let csv = octal("gallery nim --misere 1 1 1 --format csv").quietly();
    assert!(csv.ends_with("\nmisere,1 1 1,,,P,\n"), "{csv}");
    let table = trimmed("gallery kayles --misere -n 9");
    assert_eq!(table.lines().nth(1), Some(" 0:  N  P  N  N  P  N  N  N  N  P"));
    let out = trimmed("gallery northcott --width 4 --misere 1,3 4,2");
    assert_eq!(out, "misère play: drawn, neither player can force an end in his favour\n");
    assert!(trimmed("gallery turtles --misere HTHHT").ends_with("  turn 4 and 3\n"));
}

#[test]
fn boards_with_moves_of_their_own() {
    assert!(trimmed("gallery turtles HTHHT").ends_with("wins by\n  turn 4 and 2\n"));
    let out = trimmed("gallery northcott 2,6 1,8 7,3");
    assert!(out.ends_with("nim-sum 6: N, the player to move wins by\n  row 2: 1 → 7\n"), "{out}");
    let out = trimmed("gallery northcott --width 1e5 --steps 2 100,70000 --black");
    assert!(out.ends_with("wins by\n  row 1: 70000 → 69998\n  row 1: 70000 → 70001\n"), "{out}");
}

#[test]
fn a_graph_from_a_file() {
    let scratch = Scratch::new();
    scratch.write("moves.csv", "from,to\na,b\na,c\nb,c\n");
    let out = scratch.octal("gallery dag moves.csv").quietly();
    let line = |n: usize| out.lines().nth(n).unwrap().trim().to_owned();
    assert_eq!(line(0), "# moves.csv, 3 vertices");
    assert_eq!(line(2), "a         2      N        a → c");
    let out = scratch.octal("gallery dag moves.csv a b c").quietly();
    assert!(out.ends_with("nim-sum 3: N, the player to move wins by\n  a → b\n"), "{out}");
    let out = scratch.octal_reading("gallery dag - a a", "from,to\na,b\n").quietly();
    assert!(out.contains("nim-sum 0: P"), "{out}");
    let err = scratch.octal("gallery dag moves.csv a z").refused();
    assert!(err.contains("component 2, `z`: the graph has no vertex of this name"), "{err}");
    scratch.write("round.csv", "from,to\na,b\nb,a\n");
    let err = scratch.octal("gallery dag round.csv -o values").refused();
    assert!(err.contains("`round.csv`: the edges a → b → a form a cycle"), "{err}");
    let err = scratch.octal("gallery dag missing.csv").refused();
    assert!(err.contains("`missing.csv` cannot be read"), "{err}");
    assert_eq!(scratch.names(), ["moves.csv", "round.csv"]);
}

#[test]
fn positions_from_stdin() {
    let scratch = Scratch::new();
    let million = "5 12 ".repeat(500_000);
    let out = scratch.octal_reading("gallery kayles - --format csv", &million).quietly();
    assert!(out.ends_with(",0,P,\n"));
    let out = scratch.octal_reading("gallery kayles -", "3 4\n5\n2 5\n").quietly();
    assert!(out.ends_with("nim-sum 0: P, the player to move loses\n"), "{out}");
    let err = scratch.octal_reading("gallery kayles -", "  \n").refused();
    assert!(err.contains("the position is empty"), "{err}");
    let err = scratch.octal_reading("gallery kayles -", "3 4 x").refused();
    assert!(err.contains("component 3, `x`: a whole number is written"), "{err}");
}

#[test]
fn positions_that_are_none() {
    for (arguments, complaint) in [
        ("kayles 3 -4", "component 2, `-4`: it may not be negative"),
        ("kayles 3 four", "component 2, `four`: a whole number is written"),
        ("kayles 2^128", "component 1, `2^128`: too large: at most 2^127"),
        ("kayles 1e12", "1000000000000 is too large: its search would need more than"),
        ("kayles --misere 1e12", "is too large: its search would need more than"),
        ("kayles 3 -n 5", "cannot be used with"),
        ("kayles -n 10001", "'10001' for '--n <N>': from 0 to 10000"),
        ("nim 2^100", "1267650600228229401496703205376 is too large: its value is"),
        (
            "nim 18446744073709551616",
            "18446744073709551616 is too large: its value is 2^64 or more; give a smaller heap",
        ),
        ("subtraction --set 0 5", "'0' for '--set <K,…>': from 1 to 10000"),
        ("division --by 1 5", "--by holds numbers that are at least 2, as in 2,3,6"),
        ("doubloon 5", "-k <K>"),
        ("doubloon -k 0 5", "'0' for '-k <K>': from 1 to 1000000000"),
        (
            "knights 8,0",
            "component 1, `8,0`: a square of the board is written row,column, both from 0 to 7",
        ),
        ("knights -- -1,3", "component 1, `-1,3`: a square of the board is written"),
        ("knights 3", "component 1, `3`: a square of the board is written"),
        ("chocolate 0x3", "component 1, `0x3`: rows and columns are written 3x4"),
        ("slices 3", "component 1, `3`: rows and columns are written 3x4"),
        ("slices 1000000x1000000", "1000000x1000000 is too large"),
        ("turtles HTX", "the row: column 3: found `X`, expected H"),
        ("northcott 3,3", "component 1, `3,3`: a row is written white,black"),
        ("northcott 3,9", "two different columns from 1 to 8"),
        ("northcott --width 1 3,9", "from 2 to 1000000"),
        ("chess", "'chess'"),
    ] {
        let scratch = Scratch::new();
        let err = scratch.octal(&format!("gallery {arguments}")).refused();
        assert!(err.contains(complaint), "{arguments}: {err}");
    }
}

#[test]
fn answers_go_to_a_file() {
    let scratch = Scratch::new();
    scratch.octal("gallery kayles -n 5 -o table.txt").quietly();
    assert_eq!(scratch.read("table.txt"), "# kayles, heaps 0 to 5\n 0:  0  1  2  3  1  4\n");
    let err = scratch.octal("gallery kayles 3 -o missing/file").refused();
    assert!(err.contains("create it first"), "{err}");
}
