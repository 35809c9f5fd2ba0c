//! The page of a survey in a real browser: it is made of the committed table, whatever is in it.

mod search;
mod table;

use std::path::Path;
use std::sync::OnceLock;

use libtest_mimic::Trial;
use octal::catalogue::sources::MentionedGames;
use octal::period::Answer;
use octal::publish::census;
use octal::survey::store::GameTable;

use crate::browser::{Browser, missing};
use crate::trial;

pub fn trials() -> Vec<Trial> {
    let tests = search::TESTS.into_iter().chain(table::TESTS);
    tests.map(|(name, test)| trial(name, missing, test)).collect()
}

fn table_in(survey: &str) -> GameTable {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    GameTable::read(&results.join(survey).join("periods.csv")).unwrap()
}

fn page_of(table: &GameTable) -> String {
    let files = census::files(&table.merged(), &MentionedGames::default(), None);
    let (_, page) = files.into_iter().find(|(file, _)| file == census::PAGE).unwrap();
    String::from_utf8(page).unwrap()
}

/// The census and its page.
fn census_page() -> &'static (GameTable, String) {
    static MADE: OnceLock<(GameTable, String)> = OnceLock::new();
    MADE.get_or_init(|| {
        let table = table_in("census");
        let page = page_of(&table);
        (table, page)
    })
}

/// The rows of the census, in the order of its table.
fn rows() -> Vec<Answer> {
    census_page().0.merged().into_iter().map(|game| game.row).collect()
}

/// What the page of the census says, line by line.
fn answers(place: &str, script: &str, options: &[&str]) -> Vec<String> {
    let script = format!("{ASK}{script}");
    let answers = Browser::new().answers(&census_page().1, place, &script, options);
    answers.lines().map(str::to_owned).collect()
}

/// What the scripts of these tests share.
const ASK: &str = r##"
const all = document.getElementById("games-table");
const inView = () => Array.from(all.tBodies[0].rows).filter((row) => row.className !== "gap");
const codesInView = () => inView().map((row) => row.cells[0].textContent);
const enter = (field, value) => {
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
};
const box = document.querySelector("#search input");
const ask = (text) => { enter(box, text); return document.getElementById("said").textContent; };
const filterBy = (name, value) => {
  enter(document.getElementById("filters").elements[name], value);
  return document.querySelector("#filters output").textContent;
};
const heading = (name) => Array.from(all.tHead.rows[0].cells).find((c) => c.textContent === name);
const scrollTo = (y) => {
  document.getElementById("view").scrollTop = y;
  document.getElementById("view").dispatchEvent(new Event("scroll"));
};
"##;
