//! The page in Markdown.

use std::path::Path;

use octal::formats::periods::PERIOD_HEADER;
use octal::publish::census;

use super::{cells, file, row};

fn proved(code: &str, [n0, p, rare, to]: [&str; 4], cousins: &str) -> String {
    let last_exception = n0.parse::<u64>().unwrap().checked_sub(1);
    let last_exception = last_exception.map_or(String::new(), |n| n.to_string());
    row(&[
        ("code", code),
        ("standard_form", code),
        ("status", "proved"),
        ("preperiod", n0),
        ("last_exception", &last_exception),
        ("period", p),
        ("saltus", "0"),
        ("rare_count", rare),
        ("theorem", if rare.is_empty() { "Guy-Smith window" } else { "sparse window" }),
        ("verified_to", to),
        ("stop", "proof"),
        ("cousins", cousins),
    ])
}

fn open(code: &str, rare: &str, to: &str) -> String {
    row(&[
        ("code", code),
        ("standard_form", code),
        ("status", "open"),
        ("rare_count", rare),
        ("verified_to", to),
        ("stop", "work 1000"),
    ])
}

/// The page of a table with these rows.
fn page(rows: &[String]) -> String {
    file(census::README, rows)
}

/// The page says which codes it is of.
#[test]
fn kinds_of_codes() {
    let with =
        |codes: &[&str]| page(&codes.iter().map(|code| open(code, "1", "9")).collect::<Vec<_>>());
    let octal = with(&["0.6"]);
    assert!(octal.contains("1 octal codes of at most 1 digit after the point, which"), "{octal}");
    let hexadecimal = with(&["0.a4", "0.f6"]);
    let said = "2 hexadecimal codes of at most 2 digits after the point, each with a digit of 8 or more, which";
    assert!(hexadecimal.contains(said), "{hexadecimal}");
    let both = with(&["0.6", "0.f6"]);
    let said = "2 codes of at most 2 digits after the point, octal and hexadecimal, which";
    assert!(both.contains(said), "{both}");
}

#[test]
fn a_small_table() {
    let page = page(&[
        proved("0.77", ["71", "12", "10", "155"], "0.771"),
        // A move of 0.27 is idle; 0.73 is a game that no rule makes equal to 0.26.
        proved("0.26", ["52", "34", "", "201"], "0.27; 0.73 shift 1"),
        proved("0.6", ["0", "5", "12", "4000"], ""),
        open("0.04", "15", "5000"),
        open("0.106", "99", "900"),
    ]);
    assert!(
        page.contains("8 octal codes of at most 3 digits after the point, which are 5 games"),
        "{page}"
    );
    let rows = cells(&page, "## By digits");
    let expected = [
        ["1", "1", "1", "1", "1", "0", "0"],
        ["2", "5", "4", "3", "2", "0", "1"],
        ["3", "2", "1", "1", "0", "0", "1"],
    ];
    assert_eq!(rows, expected);
    let depth = cells(&page, "## Depth of the searches");
    assert_eq!(depth, [["work", "100 … 999", "1"], ["work", "1 000 … 9 999", "1"]]);
    let theorems = cells(&page, "## Which theorem proves how many");
    assert_eq!(theorems, [["Guy-Smith window", "1"], ["sparse window", "2"]]);
    let distributions = cells(&page, "## Preperiods, periods, rare heaps");
    assert_eq!(
        distributions,
        [["0", "1", "0", "0", "0"], ["1 … 9", "0", "1", "0", "0"], ["10 … 99", "2", "2", "2", "2"]]
    );
    let longest = cells(&page, "## The longest");
    let codes: Vec<&str> = longest.iter().map(|row| &*row[0]).collect();
    assert_eq!(codes, ["0.26", "0.77", "0.6"]);
    let explained = cells(&page, "## Equal games that no rule explains");
    assert_eq!(explained, [["0.26", "52", "34", "0.73 shift 1"]]);
}

/// Searches that ended by limits of one kind are one row, whatever the limit; those without a
/// reason too.
#[test]
fn the_depth_of_searches_that_ended_by_many_limits() {
    let open = |code: &str, to: &str, stop: &str| {
        let standard = ("standard_form", code);
        row(&[("code", code), standard, ("status", "open"), ("verified_to", to), ("stop", stop)])
    };
    let page = page(&[
        open("0.06", "2147549183", "heaps 2147549183"),
        open("0.04", "5000", "work 1000"),
        open("0.14", "9999", "work 2000"),
        open("0.106", "2147483648", "heaps 2147483648"),
        open("0.36", "10000", "memory 2000"),
        open("0.142", "10", ""),
    ]);
    assert_eq!(
        cells(&page, "## Depth of the searches"),
        [
            ["heaps", "1 000 000 000 … 9 999 999 999", "2"],
            ["memory", "10 000 … 99 999", "1"],
            ["unknown", "10 … 99", "1"],
            ["work", "1 000 … 9 999", "2"],
        ]
    );
}

/// A search that keeps no values counts no exceptions; the page says of which games.
#[test]
fn exceptions_that_were_not_counted() {
    let counted = |code: &str, exceptions: &str| {
        let line = proved(code, ["52", "34", "9", "201"], "");
        let field = PERIOD_HEADER.iter().position(|name| *name == "exceptions").unwrap();
        let mut fields: Vec<&str> = line.split(',').collect();
        fields[field] = exceptions;
        fields.join(",")
    };
    let said = |rows: &[String]| {
        let page = page(rows);
        let note = page.lines().find(|line| line.starts_with("The exceptions of "));
        note.map(str::to_owned)
    };
    let rows = [counted("0.106", ""), counted("0.137", "13"), counted("0.4504", "")];
    let both = "The exceptions of 0.106 and 0.4504 were not counted, because their searches did not keep all values.";
    assert_eq!(said(&rows).as_deref(), Some(both));
    let one =
        "The exceptions of 0.106 were not counted, because its search did not keep all values.";
    assert_eq!(said(&rows[..2]).as_deref(), Some(one));
    assert_eq!(said(&rows[1..2]), None);
}

/// Of four games with ten to 99 rare heaps one is solved at heap 155, one at 4000; one is watched
/// to heap 900, one to 5000. So from 100 to 999 one of three is solved: the game watched to 900
/// does not count for 999. From 1000 on it is one of one, for none was watched to 9999.
#[test]
fn games_are_solved_among_those_that_were_watched() {
    let page = page(&[
        proved("0.77", ["71", "12", "10", "155"], ""),
        proved("0.6", ["0", "5", "12", "4000"], ""),
        open("0.04", "15", "5000"),
        open("0.106", "99", "900"),
    ]);
    let rows = cells(&page, "## Games solved in each decade of heaps");
    let of_tens: Vec<(&str, &str)> = rows.iter().map(|row| (&*row[0], &*row[2])).collect();
    assert_eq!(
        of_tens,
        [
            ("1 … 9", "0 % of 4"),
            ("10 … 99", "0 % of 4"),
            ("100 … 999", "33 % of 3"),
            ("1 000 … 9 999", "100 % of 1")
        ]
    );
}

/// The counts of the committed page, made again from the rows in another way.
#[test]
fn the_committed_page() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/census");
    let page = std::fs::read_to_string(directory.join("README.md")).unwrap();
    let text = std::fs::read_to_string(directory.join("periods.csv")).unwrap();
    let rows: Vec<std::collections::HashMap<String, String>> =
        csv::Reader::from_reader(text.as_bytes()).deserialize().collect::<Result<_, _>>().unwrap();
    let number = |text: &str| text.replace(' ', "").parse::<usize>().unwrap();
    let count = |status: &str| rows.iter().filter(|row| row["status"] == status).count();
    let column = |cells: &[Vec<String>], i: usize| -> usize {
        cells.iter().map(|row| number(&row[i])).sum()
    };
    let digits = cells(&page, "## By digits");
    assert_eq!(digits.len(), 5);
    assert_eq!(column(&digits, 1), 65_536);
    assert_eq!([3, 4, 6].map(|i| column(&digits, i)), [rows.len(), count("proved"), count("open")]);
    let theorems = cells(&page, "## Which theorem proves how many");
    assert_eq!(column(&theorems, 1), count("proved"));
    let ranges = cells(&page, "## Preperiods, periods, rare heaps");
    assert_eq!([1, 2].map(|i| column(&ranges, i)), [count("proved"); 2]);
    let rare = |status| {
        let of = |row: &&_| {
            let row: &std::collections::HashMap<String, String> = row;
            row["status"] == status && !row["rare_count"].is_empty()
        };
        rows.iter().filter(of).count()
    };
    assert_eq!([3, 4].map(|i| column(&ranges, i)), [rare("proved"), rare("open")]);
    let longest = cells(&page, "## The longest");
    let sums: Vec<usize> = longest.iter().map(|row| number(&row[1]) + number(&row[2])).collect();
    assert_eq!(sums.len(), 20);
    assert!(sums.is_sorted_by(|a, b| a >= b), "{sums:?}");
    let length = |row: &&_| {
        let row: &std::collections::HashMap<String, String> = row;
        row["status"] == "proved" && number(&row["preperiod"]) + number(&row["period"]) > sums[19]
    };
    assert_eq!(
        rows.iter().filter(length).count(),
        sums.iter().filter(|sum| **sum > sums[19]).count()
    );
    let open: usize =
        cells(&page, "## Depth of the searches").iter().map(|row| number(&row[2])).sum();
    assert_eq!(open, rows.len() - count("proved"));
}
