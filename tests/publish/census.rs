//! The pages of a survey: every number in them is counted again from the rows.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use octal::publish::census;
use octal::survey::row::PERIOD_HEADER;
use octal::survey::store::GameTable;
use roxmltree::{Document, Node, ParsingOptions};

use crate::common::scratch;

/// A row of `periods.csv` with these fields; the others are empty.
fn row(fields: &[(&str, &str)]) -> String {
    let field = |name: &&str| fields.iter().find(|(of, _)| of == name).map_or("", |(_, text)| text);
    PERIOD_HEADER.iter().map(field).collect::<Vec<_>>().join(",") + "\n"
}

fn proved(code: &str, [n0, p, rare, to]: [&str; 4], cousins: &str) -> String {
    row(&[
        ("code", code),
        ("standard_form", code),
        ("status", "proved"),
        ("preperiod", n0),
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

/// A page of the table with these rows.
fn file(name: &str, rows: &[String]) -> String {
    let directory = scratch();
    let path = directory.path().join("periods.csv");
    std::fs::write(&path, PERIOD_HEADER.join(",") + "\n" + &rows.concat()).unwrap();
    let table = GameTable::read(&path, None).unwrap();
    assert_eq!(table.unused(), []);
    of_table(name, &table)
}

fn of_table(name: &str, table: &GameTable) -> String {
    let files = census::files(&table.merged(), Some("../index.html"));
    let (_, page) = files.into_iter().find(|(file, _)| file == name).unwrap();
    String::from_utf8(page).unwrap()
}

/// The page in Markdown.
fn page(rows: &[String]) -> String {
    file(census::README, rows)
}

/// The cells of the table under a heading, row by row, without its titles.
fn cells(page: &str, heading: &str) -> Vec<Vec<String>> {
    let (_, section) = page.split_once(heading).unwrap_or_else(|| panic!("{heading}: {page}"));
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().skip_while(|line| !line.starts_with('|'));
    let rows = rows.take_while(|line| line.starts_with('|')).skip(2);
    let cells = |line: &str| {
        let inner = line.trim_start_matches("| ").trim_end_matches(" |");
        inner.split(" | ").map(|cell| cell.trim().to_owned()).collect()
    };
    rows.map(cells).collect()
}

#[test]
fn a_small_table() {
    let page = page(&[
        proved("0.77", ["71", "12", "10", "155"], "0.771"),
        // 0.137, and 0.07 one heap later, are first cousins; 0.45 is a game that no rule makes equal to it.
        proved("0.137", ["52", "34", "", "201"], "0.07 shift -1; 0.45"),
        proved("0.6", ["0", "5", "12", "4000"], ""),
        open("0.04", "15", "5000"),
        open("0.106", "99", "900"),
    ]);
    assert!(page.contains("8 codes, which are 5 games"), "{page}");
    let rows = cells(&page, "A game counts where its first code does.");
    let expected = [
        ["1", "1", "1", "1", "1", "0", "0"],
        ["2", "4", "3", "2", "1", "0", "1"],
        ["3", "3", "2", "2", "1", "0", "1"],
    ];
    assert_eq!(rows, expected);
    assert_eq!(cells(&page, "## How deep"), [["work 1000", "2", "900", "5 000"]]);
    let theorems = cells(&page, "## Which theorem proves how many");
    assert_eq!(theorems, [["Guy-Smith window", "1"], ["sparse window", "2"]]);
    let distributions = cells(&page, "## Preperiods, periods, rare heaps");
    assert_eq!(
        distributions,
        [["0", "1", "0", "0", "0"], ["1 … 9", "0", "1", "0", "0"], ["10 … 99", "2", "2", "2", "2"]]
    );
    let longest = cells(&page, "## The longest");
    let codes: Vec<&str> = longest.iter().map(|row| &*row[0]).collect();
    assert_eq!(codes, ["0.137", "0.77", "0.6"]);
    let explained = cells(&page, "## Equal games that no rule explains");
    assert_eq!(explained, [["0.137", "52", "34", "0.45"]]);
}

/// Of four games with ten to 99 rare heaps one is solved at heap 155, one at 4000; one is watched to heap
/// 900, one to 5000. So from 100 to 999 one of three is solved, for the one that is watched to 900 says
/// nothing of 999; and from 1000 on one of one, for nobody was watched to 9999.
#[test]
fn games_are_solved_among_those_that_were_watched() {
    let page = page(&[
        proved("0.77", ["71", "12", "10", "155"], ""),
        proved("0.6", ["0", "5", "12", "4000"], ""),
        open("0.04", "15", "5000"),
        open("0.106", "99", "900"),
    ]);
    let rows = cells(&page, "## How many are solved in a tenfold of heaps");
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
    let digits = cells(&page, "A game counts where its first code does.");
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
}

fn parsed(html: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..Default::default() };
    Document::parse_with_options(html, options).unwrap()
}

fn all_text(node: Node<'_, '_>) -> String {
    node.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect()
}

fn by_id<'a>(document: &'a Document<'_>, id: &str) -> Node<'a, 'a> {
    let found = document.descendants().find(|node| node.attribute("id") == Some(id));
    found.unwrap_or_else(|| panic!("no {id}"))
}

/// The games as the scripts read them, by the names of the columns.
fn games(document: &Document<'_>) -> Vec<BTreeMap<String, String>> {
    let text = all_text(by_id(document, "games-data"));
    let mut lines = text.trim_matches('\n').lines().map(|line| line.split('\t').map(str::to_owned));
    let titles: Vec<String> = lines.next().unwrap().collect();
    lines.map(|fields| titles.iter().cloned().zip(fields).collect()).collect()
}

/// The codes of patterns, with their shifts: a group in parentheses has the digits that may stand there.
fn expanded(codes: &str) -> BTreeSet<(String, i64)> {
    let mut all = BTreeSet::new();
    for (shift, patterns) in codes.split(';').map(|part| part.split_once(':').unwrap()) {
        let mut open: Vec<String> = patterns.split(' ').map(str::to_owned).collect();
        while let Some(pattern) = open.pop() {
            let Some((before, (digits, after))) = pattern
                .split_once('(')
                .map(|(before, rest)| (before, rest.split_once(')').unwrap()))
            else {
                let code = crate::common::code(&pattern).to_string();
                assert!(all.insert((code, shift.parse().unwrap())), "{pattern} twice");
                continue;
            };
            open.extend(digits.chars().map(|digit| format!("{before}{digit}{after}")));
        }
    }
    all
}

/// Every game is in the page once, with all its codes, and every table is that of the other page.
#[test]
fn the_page_of_the_committed_table() {
    for (survey, most) in [("census", 1_500_000), ("hexadecimal", 500_000)] {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("results").join(survey);
        let table = GameTable::read(&directory.join("periods.csv"), None).unwrap();
        let html = of_table(census::PAGE, &table);
        assert!(html.len() < most, "{survey}: {} bytes", html.len());
        let document = parsed(&html);
        let (shown, rows) = (games(&document), table.merged());
        assert_eq!(shown.len(), rows.len());
        for (shown, game) in shown.iter().zip(&rows) {
            let row = &game.row;
            let number = |n: Option<u64>| n.map(|n| n.to_string()).unwrap_or_default();
            assert_eq!((&*shown["code"], &*shown["status"]), (&*row.code, row.status.name()));
            assert_eq!(shown["preperiod"], number(row.preperiod));
            assert_eq!(shown["verified_to"], row.verified_to.to_string());
            let members = game.members.iter().map(|m| (m.code.to_string(), m.shift)).collect();
            assert_eq!(expanded(&shown["codes"]), members, "{}", row.code);
        }
        let readme = of_table(census::README, &table);
        let headings =
            readme.lines().filter_map(|line| line.strip_prefix("## ")).collect::<Vec<_>>();
        assert_eq!(headings.len(), 8, "{headings:?}");
        for heading in headings {
            same_table(&document, &readme, heading);
        }
        leads_somewhere(&document, &directory);
    }
}

/// The rows of the table under a heading are those of the page in Markdown.
fn same_table(document: &Document<'_>, readme: &str, heading: &str) {
    let is_heading = |node: &Node| node.has_tag_name("h2") && node.text() == Some(heading);
    let section = document.descendants().find(is_heading).unwrap().parent().unwrap();
    let Some(body) = section.descendants().find(|node| node.has_tag_name("tbody")) else {
        assert_eq!(heading, "Files");
        return;
    };
    let rows = body.children().filter(Node::is_element);
    let cells = |row: Node| row.children().filter(Node::is_element).map(all_text).collect();
    let rows: Vec<Vec<String>> = rows.map(cells).collect();
    assert_eq!(rows, cells_of(readme, heading), "{heading}");
}

fn cells_of(readme: &str, heading: &str) -> Vec<Vec<String>> {
    cells(readme, &format!("## {heading}\n"))
}

/// No place has two meanings; every link leads to one, to a code, or to a file that is there.
fn leads_somewhere(document: &Document<'_>, directory: &Path) {
    let mut ids = BTreeSet::new();
    for id in document.descendants().filter_map(|node| node.attribute("id")) {
        assert!(ids.insert(id), "{id} twice");
    }
    for href in document.descendants().filter_map(|node| node.attribute("href")) {
        match href.strip_prefix('#') {
            Some(id) => {
                assert!(ids.contains(id) || id.parse::<octal::code::Code>().is_ok(), "{href}")
            }
            None => assert!(href == census::PAGE || directory.join(href).is_file(), "{href}"),
        }
    }
    let scripts = document.descendants().filter(|node| node.has_tag_name("script")).count();
    assert_eq!(scripts, 1);
}

/// Text of a table is never markup, and never a field more.
#[test]
fn text_is_never_markup() {
    let nasty = "</pre><script>alert('x')</script> & \t]]>";
    let named = row(&[
        ("code", "0.3[37]"),
        ("standard_form", "0.3[37]"),
        ("name", nasty),
        ("status", "open"),
        ("verified_to", "900"),
        ("stop", "work 1000"),
        ("cousins", "0.77 shift -2; 4!.0"),
    ]);
    let html = file(census::PAGE, &[named]);
    let document = parsed(&html);
    let game = &games(&document)[0];
    assert_eq!(game["name"], nasty.replace('\t', " "));
    assert_eq!(game["codes"], "-2:0.77;0:0.3[37] 4!.0");
    let scripts = document.descendants().filter(|node| node.has_tag_name("script")).count();
    assert_eq!((scripts, html.matches("alert").count()), (1, 1));
    assert!(html.contains("default-src 'none'") && !html.contains("url("));
}
