//! The page of the report, read back as XML: nothing is missing, nothing leads nowhere, no text
//! becomes markup.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use octal::catalogue::claims::{self, Claim};
use octal::catalogue::sources;
use octal::catalogue::verdict::Verdict;
use octal::code::names;
use octal::publish::census;
use octal::publish::html::{self, Page};
use octal::publish::plots::{self, Picture};
use octal::survey::frontier::FrontierRow;
use octal::survey::misere::table::MisereTable;
use octal::survey::report::Reports;
use octal::survey::store::Finished;
use octal::survey::study::ClaimRow;
use roxmltree::{Document, Node, ParsingOptions};

/// What is committed.
fn results() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("results")
}

/// The open games of the committed reports.
fn frontier() -> Vec<FrontierRow> {
    Reports::open(&results()).unwrap().frontier().to_vec()
}

/// The misère quotients of the committed reports.
fn misere() -> MisereTable {
    MisereTable::read(&results()).unwrap()
}

/// The games, claims and verdicts of the committed reports.
fn reports() -> (Vec<Finished>, Vec<Claim>, Vec<ClaimRow>) {
    let claims = claims::published().unwrap();
    let reports = Reports::open(&results()).unwrap();
    let verdicts = reports.verdicts_on(&claims);
    (reports.games(), claims, verdicts)
}

/// The pictures of the report, as committed.
fn pictures() -> Vec<Picture> {
    let read = |plan: plots::Plan| {
        let svg = std::fs::read_to_string(results().join(plan.file())).unwrap();
        Picture { plan, svg }
    };
    plots::plans().into_iter().map(read).collect()
}

/// The page of the committed reports.
fn committed() -> String {
    let (games, claims, verdicts) = reports();
    let (sources, pictures) = (sources::published().unwrap(), pictures());
    let (frontier, misere) = (frontier(), misere());
    let page = Page {
        games: &games,
        frontier: &frontier,
        misere: misere.games(),
        verdicts: &verdicts,
        claims: &claims,
        sources: &sources,
        pictures: &pictures,
        surveys: &census::pages_in(&results()).unwrap(),
    };
    html::html(&page)
}

fn parsed(html: &str) -> Document<'_> {
    Document::parse_with_options(html, ParsingOptions { allow_dtd: true, ..Default::default() })
        .unwrap()
}

/// The rows of a table, as the text of their cells.
fn rows<'a>(document: &'a Document<'_>, table: &str) -> Vec<Vec<String>> {
    let table = document.descendants().find(|node| node.attribute("id") == Some(table)).unwrap();
    let body = table.children().find(|node| node.has_tag_name("tbody")).unwrap();
    let cells = |row: Node<'a, '_>| row.children().filter(Node::is_element).map(all_text).collect();
    body.children().filter(|node| node.has_tag_name("tr")).map(cells).collect()
}

fn all_text(node: Node<'_, '_>) -> String {
    node.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect()
}

#[test]
fn the_committed_page_is_that_of_the_committed_reports() {
    let page = std::fs::read_to_string(results().join(html::FILE)).unwrap();
    assert!(page == committed(), "bring it up to date: octal report --html");
    assert!(page.len() < 2_000_000, "{} bytes", page.len());
}

#[test]
fn every_game_and_every_verdict_has_its_row() {
    let html = committed();
    let document = parsed(&html);
    let (games, _, verdicts) = reports();
    let shown = rows(&document, "games-table");
    assert_eq!(shown.len(), games.len());
    for (cells, game) in shown.iter().zip(&games) {
        let row = &game.row;
        assert_eq!((&cells[0], &cells[1]), (&row.code, &row.name.clone().unwrap_or_default()));
        assert_eq!(cells[2], row.status.name());
        let number = |n: Option<u64>| n.map(octal::plot::grouped).unwrap_or_default();
        assert_eq!([&cells[3], &cells[4]], [&number(row.preperiod), &number(row.period)]);
        assert_eq!(
            [&cells[7], &cells[11]],
            [&number(row.max_value), &number(Some(row.verified_to))]
        );
        let others = game.members.len() - 1;
        let listed = if others == 0 {
            String::new()
        } else {
            format!("{others}{}", row.cousins.as_ref().unwrap())
        };
        assert_eq!(cells[15], listed);
    }
    let (shown, open) = (rows(&document, "frontier-table"), frontier());
    assert_eq!(shown.len(), open.len());
    for (cells, row) in shown.iter().zip(&open) {
        let number = |n: Option<u64>| n.map(octal::plot::grouped).unwrap_or_default();
        assert_eq!(cells[0], row.code);
        assert_eq!(
            [&cells[2], &cells[5]],
            [row.published_limit, row.our_limit].map(number).each_ref()
        );
        assert_eq!(cells[6], row.factor.map(|factor| factor.to_string()).unwrap_or_default());
    }
    misere_rows(&document);
    let shown = rows(&document, "claims-table");
    assert_eq!(shown.len(), verdicts.len());
    for (cells, claim) in shown.iter().zip(&verdicts) {
        assert_eq!(
            (&cells[0], &cells[2], &cells[4]),
            (&claim.code, &claim.claimed, &claim.computed)
        );
    }
    let wrong = verdicts.iter().filter(|claim| claim.verdict == Verdict::Contradicted);
    let shown = rows(&document, "mistakes-table");
    assert!(shown.len() > 5);
    assert!(shown.iter().map(|cells| &cells[0]).eq(wrong.map(|claim| &claim.code)));
}

/// Misère play: a row for each game, and the relations of the smallest wild quotient.
fn misere_rows(document: &Document<'_>) {
    let (shown, misere) = (rows(document, "misere-table"), misere());
    assert_eq!(shown.len(), misere.games().len());
    for (cells, game) in shown.iter().zip(misere.games()) {
        assert_eq!((&*cells[0], &*cells[2]), (&*game.row.code, game.row.status.name()));
        assert_eq!(cells[11].is_empty(), game.row.certificate.is_none(), "{cells:?}");
    }
    let small = shown.iter().find(|cells| cells[0] == "0.75").unwrap();
    let presentation = "a = 1, b = 2, c = 5 | a^2 = 1, b^3 = b, bc = ab, c^2 = b^2 | P = {a, b^2}";
    assert_eq!([&*small[3], &small[12]], ["8", presentation]);
}

#[test]
fn ids_are_unique_and_every_link_leads_somewhere() {
    let html = committed();
    let document = parsed(&html);
    let mut ids = BTreeSet::new();
    for id in document.descendants().filter_map(|node| node.attribute("id")) {
        assert!(ids.insert(id), "{id} twice");
        assert!(!id.contains(char::is_whitespace), "{id}");
    }
    let mut links: BTreeMap<&str, usize> = BTreeMap::new();
    document
        .descendants()
        .filter_map(|node| node.attribute("href"))
        .for_each(|href| *links.entry(href).or_insert(0) += 1);
    for href in links.keys() {
        match href.strip_prefix('#') {
            Some(id) => assert!(ids.contains(id), "{href}"),
            None => assert!(results().join(href).is_file(), "{href}"),
        }
    }
    for plan in plots::plans() {
        assert!(links[&*plan.file()] >= 2, "{} is linked in the table and below", plan.file());
    }
}

#[test]
fn every_named_game_has_a_section_with_a_picture() {
    let html = committed();
    let document = parsed(&html);
    let with_names = names::all().iter().filter(|row| !row.name.is_empty());
    let others = ["0.16", "0.376"].map(|code| code.parse().unwrap());
    let mut count = 0;
    for game in with_names.map(|row| row.game.clone()).chain(others) {
        let id = format!("game-{}", plots::stem(&game));
        let section = document.descendants().find(|node| node.attribute("id") == Some(&id));
        let section = section.unwrap_or_else(|| panic!("{game} has no section"));
        assert!(section.descendants().any(|node| node.has_tag_name("svg")), "{game}");
        let text = all_text(section);
        assert!(text.contains(&game.to_string()) && text.contains("result"), "{text}");
        count += 1;
    }
    assert_eq!(count, plots::games(&plots::plans()).len());
}

#[test]
fn nothing_is_loaded_from_elsewhere() {
    let html = committed();
    let document = parsed(&html);
    for node in document.descendants().filter(Node::is_element) {
        for attribute in node.attributes().filter(|a| ["src", "href", "action"].contains(&a.name()))
        {
            let value = attribute.value();
            assert!(!value.contains(':') && !value.starts_with("//"), "{value}");
        }
    }
    assert!(!html.contains("@import") && !html.contains("url("));
    assert!(html.contains("default-src 'none'"));
}

#[test]
fn text_is_never_markup() {
    let (mut games, claims, mut verdicts) = reports();
    let nasty = "</td><script>alert('x')</script> & \"quoted\" \u{1}";
    let mut frontier = frontier();
    frontier[0].published_by = Some(nasty.into());
    let row = &mut games[0].row;
    row.name = Some(nasty.into());
    row.certificate = Some(nasty.into());
    verdicts[0].claimed = nasty.into();
    verdicts[0].verdict = Verdict::Contradicted;
    verdicts[0].source = Some(nasty.into());
    let mut misere = misere().games().to_vec();
    misere[0].row.certificate = Some(nasty.into());
    misere[0].row.code = nasty.into();
    let page = Page {
        games: &games,
        frontier: &frontier,
        misere: &misere,
        verdicts: &verdicts,
        claims: &claims,
        sources: &[],
        pictures: &[],
        surveys: &[nasty.into()],
    };
    let html = html::html(&page);
    let document = parsed(&html);
    let scripts = document.descendants().filter(|node| node.has_tag_name("script")).count();
    assert_eq!(scripts, 1);
    let said = nasty.replace('\u{1}', " ");
    assert_eq!(rows(&document, "games-table")[0][1], said);
    assert_eq!(rows(&document, "misere-table")[0][0], said);
    assert_eq!(rows(&document, "frontier-table")[0][3], said);
    assert_eq!(rows(&document, "claims-table")[0][2], said);
    assert!(rows(&document, "mistakes-table").iter().any(|cells| cells[5].starts_with(&said)));
    assert!(html.contains("octal check "), "a certificate is there, so it is said how to check it");
}

#[test]
fn without_certificates_nothing_is_said_of_them() {
    let (mut games, claims, verdicts) = reports();
    games.iter_mut().for_each(|game| game.row.certificate = None);
    let page = Page {
        games: &games,
        frontier: &[],
        misere: &[],
        verdicts: &verdicts,
        claims: &claims,
        sources: &[],
        pictures: &[],
        surveys: &[],
    };
    assert!(!html::html(&page).contains("octal check"));
}

#[test]
fn files_of_pictures_are_named_after_the_game() {
    let files: Vec<String> = plots::plans().iter().map(plots::Plan::file).collect();
    for file in [
        "plots/0.137-sequence.svg",
        "plots/0.137-periodic-33.svg",
        "plots/grundys-game-sequence.svg",
    ] {
        assert!(files.iter().any(|f| f == file), "{file}");
    }
    assert_eq!(files.iter().collect::<BTreeSet<_>>().len(), files.len());
    let readme = std::fs::read_to_string(results().join("../README.md")).unwrap();
    let shown: Vec<&str> = readme
        .split("](results/plots/")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .collect();
    assert!(!shown.is_empty(), "the README shows a picture");
    for file in shown {
        assert!(files.iter().any(|f| *f == format!("plots/{file}")), "{file}");
    }
}
