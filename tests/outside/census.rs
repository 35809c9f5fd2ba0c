//! The page of a survey in a real browser: it is made of the committed table, whatever is in it.

use std::path::Path;
use std::sync::OnceLock;

use fastrand::Rng;
use libtest_mimic::Trial;
use octal::code::cousins::standard_form;
use octal::period::Status;
use octal::publish::census;
use octal::survey::codes::code_rows;
use octal::survey::row::PeriodRow;
use octal::survey::store::GameTable;

use super::browser::{Browser, missing};
use super::common::random_code;
use super::trial;

pub fn trials() -> Vec<Trial> {
    let tests: [(&str, fn()); 9] = [
        ("census::every_code_finds_its_game", every_code_finds_its_game),
        ("census::a_cousin_shows_its_game", a_cousin_shows_its_game),
        ("census::what_people_type_is_found", what_people_type_is_found),
        ("census::what_is_not_here_is_said", what_is_not_here_is_said),
        ("census::standard_forms_are_those_of_the_library", standard_forms),
        ("census::only_rows_in_view_are_in_the_page", only_rows_in_view_are_in_the_page),
        ("census::the_table_sorts", the_table_sorts),
        ("census::the_table_filters", the_table_filters),
        ("census::the_page_fits_a_phone_and_prints", the_page_fits_a_phone_and_prints),
    ];
    tests.into_iter().map(|(name, test)| trial(name, missing, test)).collect()
}

fn table_in(survey: &str) -> GameTable {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    GameTable::read(&results.join(survey).join("periods.csv"), None).unwrap()
}

fn page_of(table: &GameTable) -> String {
    let files = census::files(&table.merged(), None);
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
fn rows() -> Vec<PeriodRow> {
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

/// Of both surveys, every code with its game and shift: what codes.csv says.
fn every_code_finds_its_game() {
    for survey in ["census", "hexadecimal"] {
        let table = table_in(survey);
        let rows = code_rows(&table);
        let codes: String =
            rows.iter().map(|row| format!("{} {} {}\n", row.code, row.game, row.shift)).collect();
        let script = format!(
            "const rows = `{codes}`.trim().split('\\n').map((row) => row.split(' '));
             const wrong = rows.filter(([code, game, shift]) => {{
               const found = find(code);
               return found.game.code !== game || found.shift !== Number(shift);
             }});
             say(rows.length); say(wrong.length); say(wrong.slice(0, 3).join('; '));"
        );
        let answers = Browser::new().answers(&page_of(&table), "", &script, &[]);
        assert!(answers.starts_with(&format!("{}\n0\n\n", rows.len())), "{survey}: {answers}");
    }
}

/// The address of a cousin shows its game: said in words, with its codes, and marked in the table.
fn a_cousin_shows_its_game() {
    let script = r##"
        say(document.getElementById("said").textContent);
        say(document.querySelector(".result").textContent);
        const chosen = all.querySelector("tr.chosen");
        const [row, view] = [chosen, document.getElementById("view")].map((e) => e.getBoundingClientRect());
        say(chosen.cells[0].textContent + " " + (row.top > view.top && row.bottom < view.bottom));
        document.querySelector("#answer details").open = true;
        document.querySelector("#answer details").dispatchEvent(new Event("toggle"));
        say(Array.from(document.querySelectorAll(".codes a")).map((a) => a.textContent).join(" "));
        say(location.hash);
    "##;
    let lines = answers("#0.6342", script, &[]);
    let table = &census_page().0;
    let code = "0.6342".parse().unwrap();
    let (row, shift) = table.row_of(&code).unwrap();
    assert!(row.code != "0.6342", "{} is to be another code", row.code);
    let is = match shift {
        0 => format!("0.6342 is {}", row.code),
        _ => {
            format!("is G(n {} {}) of {}", if shift > 0 { '+' } else { '−' }, shift.abs(), row.code)
        }
    };
    assert!(lines[0].contains(&is), "{lines:?}");
    assert!(lines[1].starts_with(&format!("{} is {}", row.code, row.status.name())), "{lines:?}");
    assert_eq!(lines[2], format!("{} true", row.code));
    let members =
        table.merged().into_iter().find(|game| game.row.code == row.code).unwrap().members;
    let mut others: Vec<String> = members.iter().map(|member| member.code.to_string()).collect();
    let mut shown: Vec<&str> = lines[3].split(' ').chain([&*row.code]).collect();
    others.sort();
    shown.sort_unstable();
    assert_eq!((shown, &*lines[4]), (others.iter().map(String::as_str).collect(), "#0.6342"));
}

/// Every spelling of a code that the program reads, names, and codes longer than those of the census.
fn what_people_type_is_found() {
    let script = r##"
        const found = (text) => { const { game, shift, added } = find(text); return `${game.code} ${shift - added}`; };
        const spellings = ["0.07", ".07", "0·07", " 0.0700 ", "dawsons-kayles", "Dawson’s Kayles", "0. 07"];
        say(Array.from(new Set(spellings.map(found))).join());
        say(found("0.137") + ", " + found("Dawson's Chess") + ", " + found("0.07 shift 3"));
        say(found("couples are forever") + ", " + found("couples") + ", " + found("0.6 shift 1"));
        say(found("S(1, 2)") + " and " + found("0.33"));
        say(ask("0.77"));
        say(ask("Dawson's Chess"));
        say(ask("kay"));
        say(String(all.querySelector("tr.chosen")));
    "##;
    let lines = answers("", script, &[]);
    assert_eq!(lines[0], "0.07 0", "{lines:?}");
    assert_eq!(lines[1], "0.07 1, 0.07 1, 0.07 -3", "{lines:?}");
    assert_eq!(lines[2], "0.6 -1, 0.6 -1, 0.6 -1", "{lines:?}");
    let (left, right) = lines[3].split_once(" and ").unwrap();
    assert_eq!(left, right);
    assert_eq!(lines[4], "0.77 (kayles) is in the table.", "{lines:?}");
    assert_eq!(
        lines[5],
        "dawsons-chess, 0.137, is 0.07 (dawsons-kayles) with heaps 1 larger: G(n) of 0.137 is G(n + 1) of 0.07.",
        "{lines:?}"
    );
    assert!(lines[6].contains("kayles (0.77)") && lines[6].contains("dawsons-kayles (0.07)"));
    assert_eq!(lines[7], "null", "no row stays marked: {lines:?}");
}

/// What is no code, or none of these, is answered by what would be right.
fn what_is_not_here_is_said() {
    let refused = [
        ("137", "is 0.137 meant?"),
        ("0.13x", "“x” has no place in a code."),
        ("1.3", "Before the point stands one digit, 0, 4, 8 or c"),
        ("0.[37", "“0.[37” is no code."),
        ("0.1!", "is no code"),
        (
            "0.9",
            "0.9 is not here: these are 65\u{a0}536 codes of at most 5 digits, none of them above 7.",
        ),
        ("0.1234567", "The command “octal known 0.1234567” tells"),
        ("backgammon", "No game of this name is here. Here are kayles, dawsons-kayles"),
        ("<b>0.1</b>", "“<” has no place in a code."),
        ("%", "“%” has no place in a code."),
    ];
    let questions: Vec<&str> = refused.iter().map(|(question, _)| *question).collect();
    let script = format!(
        "{}.forEach((text) => say(ask(text).replace('<', '&lt;')));",
        serde_json::json!(questions)
    );
    let lines = answers(
        "#%",
        &(script + "say(ask('')); say(document.querySelector('.card').hidden);"),
        &[],
    );
    for ((question, right), said) in refused.iter().zip(&lines) {
        let said = said.replace("&amp;", "&").replace("&lt;", "<").replace("&nbsp;", "\u{a0}");
        assert!(said.replace("&gt;", ">").contains(right), "{question}: {said}");
    }
    assert_eq!(lines[refused.len()..], ["", "true"]);
}

/// The first cousins of the script are those of the library.
fn standard_forms() {
    let mut random = Rng::with_seed(19);
    let codes: Vec<_> =
        (0..300).map(|i| random_code(&mut random, 1 + i % 8, [8, 16][i % 2], false)).collect();
    let texts: Vec<String> = codes.iter().map(ToString::to_string).collect();
    let script = format!(
        "{}.forEach((code) => {{ const form = standardForm(code); say(form ? `${{form.code}} ${{form.shift}}` : ''); }});",
        serde_json::json!(texts)
    );
    let lines = answers("", &script, &[]);
    let mut moved = 0;
    for (code, line) in codes.iter().zip(&lines) {
        let (form, shift) = standard_form(code);
        moved += usize::from(shift > 0);
        assert_eq!(*line, format!("{form} {shift}"), "{code}");
    }
    assert!(moved > 100, "{moved}");
}

/// However far the table is scrolled, few rows are in the page, and they are the right ones.
fn only_rows_in_view_are_in_the_page() {
    let script = r##"
        const height = inView()[0].getBoundingClientRect().height;
        const one = (y) => { scrollTo(y); say(`${inView().length} ${inView()[20].getAttribute("aria-rowindex")} ${codesInView()[20]}`); };
        one(0); one(1000 * height); one(1e9);
        say(codesInView().pop());
        say(all.getAttribute("aria-rowcount"));
        const view = document.getElementById("view");
        const error = view.scrollHeight - height * (all.getAttribute("aria-rowcount") - 1);
        say(Math.abs(error) < 3 * height);
    "##;
    let lines = answers("", script, &[]);
    let rows = rows();
    for line in &lines[..3] {
        let [count, index, code] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        assert!(count.parse::<usize>().unwrap() < 100, "{line}");
        assert_eq!(rows[index.parse::<usize>().unwrap() - 2].code, code);
    }
    assert!(lines[1].contains(" 10"), "a thousand rows further: {lines:?}");
    assert_eq!(lines[3], rows[rows.len() - 1].code);
    assert_eq!(lines[4..], [(rows.len() + 1).to_string(), "true".into()]);
}

fn the_table_sorts() {
    let script = r##"
        const first = (name) => { heading(name).querySelector("button").click(); say(codesInView().slice(0, 5).join(" ")); };
        scrollTo(5000);
        first("period"); first("period");
        say(heading("period").getAttribute("aria-sort") + " " + heading("code").getAttribute("aria-sort"));
        scrollTo(1e9); say(inView().pop().cells[3].textContent === "");
        first("computed to"); first("code"); first("code");
    "##;
    let lines = answers("", script, &[]);
    let rows = rows();
    let first = |rows: &[&PeriodRow]| {
        rows.iter().take(5).map(|row| &*row.code).collect::<Vec<_>>().join(" ")
    };
    let mut periodic: Vec<&PeriodRow> = rows.iter().filter(|row| row.period.is_some()).collect();
    periodic.sort_by_key(|row| row.period);
    assert_eq!(lines[0], first(&periodic));
    periodic = rows.iter().filter(|row| row.period.is_some()).collect();
    periodic.sort_by_key(|row| std::cmp::Reverse(row.period));
    assert_eq!(lines[1], first(&periodic));
    assert_eq!(lines[2..4], ["descending null", "true"]);
    let mut all: Vec<&PeriodRow> = rows.iter().collect();
    all.sort_by_key(|row| row.verified_to);
    assert_eq!(lines[4], first(&all));
    all = rows.iter().collect();
    assert_eq!(lines[5], first(&all));
    all.reverse();
    assert_eq!(lines[6], first(&all));
}

fn the_table_filters() {
    let script = r##"
        say(filterBy("status", "open"));
        say(filterBy("digits", "3"));
        say(filterBy("rare_count", "<100"));
        document.querySelector("#filters button").click();
        setTimeout(() => {
          say(document.querySelector("#filters output").textContent);
          say(filterBy("preperiod", "1e3..10^5"));
          say(filterBy("period", "2 – 50"));
          say(filterBy("period", "fifty"));
          say(location.hash);
          say(filterBy("preperiod", "") + filterBy("period", ""));
          ask("0.6"); filterBy("status", "proved");
          say(document.getElementById("left").textContent);
          say(filterBy("verified_to", "≥2^60") + " " + inView().length);
        });
    "##;
    let lines = answers("", script, &[]);
    let rows = rows();
    let grouped = |n: usize| octal::plot::grouped(n as u64).replace(' ', "&nbsp;");
    let count = |is: &dyn Fn(&&PeriodRow) -> bool| {
        format!("{} of {} games", grouped(rows.iter().filter(is).count()), grouped(rows.len()))
    };
    let open = |row: &&PeriodRow| row.status == Status::Open;
    let short = |row: &&PeriodRow| open(row) && row.code.len() == 5;
    let late = |row: &&PeriodRow| row.preperiod.is_some_and(|n0| (1_000..=100_000).contains(&n0));
    let all = count(&|_| true);
    assert_eq!(lines[0], count(&open));
    assert_eq!(lines[1], count(&short));
    assert_eq!(lines[2], count(&|row| short(row) && row.rare_count.is_some_and(|rare| rare < 100)));
    assert_eq!([&lines[3], &lines[4]], [&all, &count(&late)]);
    let both = |row: &&PeriodRow| late(row) && row.period.is_some_and(|p| (2..=50).contains(&p));
    assert_eq!(lines[5], count(&both));
    let wrong = "; “fifty” is no range: a range is written 34, 1e3..1e6, &gt;=1e6 or &lt;100";
    assert_eq!(lines[6], count(&late) + wrong);
    assert_eq!(lines[7], "#preperiod=1e3..10%5E5&amp;period=fifty");
    assert!(lines[8].ends_with(&all), "{lines:?}");
    assert_eq!(lines[9], "The filters below leave its row out.");
    assert_eq!(lines[10], format!("{} 0", count(&|_| false)));
}

/// All that is shown is printed, and nothing juts out of a phone.
fn the_page_fits_a_phone_and_prints() {
    let script = r##"
        const [whole, seen] = [document.documentElement.scrollWidth, document.documentElement.clientWidth];
        say(whole <= seen);
    "##;
    assert_eq!(answers("#0.6342", script, &["--window-size=500,900"]), ["true"]);
    let browser = Browser::new();
    let page = browser.file("page.html");
    std::fs::write(&page, &census_page().1).unwrap();
    let pages = |place: &str| {
        let pdf = browser.file("page.pdf");
        let option = format!("--print-to-pdf={}", pdf.display());
        browser.open(&page, place, &[&option, "--no-pdf-header-footer"]);
        let bytes = std::fs::read(pdf).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        text.matches("/Type /Page\n").count() + text.matches("/Type/Page/").count()
    };
    let (all, few) = (pages(""), pages("#code=&digits=1"));
    assert!(all > 30 && few < 10, "{all} and {few} pages");
}
