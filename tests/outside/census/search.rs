//! What somebody types finds its game, or is answered by what would be right.

use fastrand::Rng;
use octal::code::cousins::standard_form;
use octal::survey::store::code_rows;

use super::{answers, census_page, page_of, table_in};
use crate::browser::Browser;
use crate::common::random_code;

pub const TESTS: [(&str, fn()); 5] = [
    ("census::every_code_finds_its_game", every_code_finds_its_game),
    ("census::a_cousin_shows_its_game", a_cousin_shows_its_game),
    ("census::what_people_type_is_found", what_people_type_is_found),
    ("census::what_is_not_here_is_said", what_is_not_here_is_said),
    ("census::standard_forms_are_those_of_the_library", standard_forms),
];

/// Of both surveys, every code with its game and shift: what codes.csv says. The page has G_game(n) =
/// G_code(n − s).
fn every_code_finds_its_game() {
    for survey in ["census", "hexadecimal"] {
        let table = table_in(survey);
        let rows = code_rows(&table);
        let codes: String =
            rows.iter().map(|row| format!("{} {} {}\n", row.code, row.game, -row.shift)).collect();
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
