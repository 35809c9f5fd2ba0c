//! The pages of a survey: every number in them is counted again from the rows.

mod equal;
mod markdown;
mod unpublished;

use octal::catalogue::sources::MentionedGames;
use octal::formats::periods::PERIOD_HEADER;
use octal::publish::census;
use octal::survey::store::GameTable;

use crate::common::scratch;

/// A row of `periods.csv` with these fields; the others are empty.
fn row(fields: &[(&str, &str)]) -> String {
    let field = |name: &&str| fields.iter().find(|(of, _)| of == name).map_or("", |(_, text)| text);
    PERIOD_HEADER.iter().map(field).collect::<Vec<_>>().join(",") + "\n"
}

/// A page of the table with these rows.
fn file(name: &str, rows: &[String]) -> String {
    let directory = scratch();
    let path = directory.path().join("periods.csv");
    std::fs::write(&path, PERIOD_HEADER.join(",") + "\n" + &rows.concat()).unwrap();
    let table = GameTable::read(&path).unwrap();
    assert_eq!(table.unproved(), []);
    of_table(name, &table)
}

fn mentioned() -> MentionedGames {
    MentionedGames::published().unwrap()
}

fn of_table(name: &str, table: &GameTable) -> String {
    let files = census::files(&table.merged(), &mentioned());
    let (_, page) = files.into_iter().find(|(file, _)| file == name).unwrap();
    String::from_utf8(page).unwrap()
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
