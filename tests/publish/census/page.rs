//! The page for a browser, read back as XML.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use octal::publish::census;
use octal::survey::store::GameTable;
use roxmltree::{Document, Node, ParsingOptions};

use super::{cells, file, of_table, row};

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
        let table = GameTable::read(&directory.join("periods.csv")).unwrap();
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
        assert_eq!(headings.len(), 10, "{headings:?}");
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
        ("code", "0.2"),
        ("standard_form", "0.3"),
        ("name", nasty),
        ("status", "open"),
        ("verified_to", "900"),
        ("stop", "work 1000"),
        ("cousins", "0.3 shift 1; 4!.2"),
    ]);
    let html = file(census::PAGE, &[named]);
    let document = parsed(&html);
    let game = &games(&document)[0];
    assert_eq!(game["name"], nasty.replace('\t', " "));
    assert_eq!(game["codes"], "0:0.2 4!.2;1:0.3");
    let scripts = document.descendants().filter(|node| node.has_tag_name("script")).count();
    assert_eq!((scripts, html.matches("alert").count()), (1, 1));
    assert!(html.contains("default-src 'none'") && !html.contains("url("));
}
