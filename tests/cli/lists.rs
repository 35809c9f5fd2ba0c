//! `octal games` and `octal completions`.

use super::help::verbs;
use super::{Scratch, csv_rows, octal};

#[test]
fn games_as_text() {
    let out = octal("games").quietly();
    for (name, code) in
        [("kayles", "0.77"), ("dawsons-chess", "0.137"), ("couples-are-forever", "0.6 shift 1")]
    {
        let mut lines = out.lines().map(str::trim_start);
        lines.find(|line| line.split_whitespace().next() == Some(name)).unwrap();
        assert!(lines.next().unwrap().starts_with(code), "{out}");
    }
    let widest = out.lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(80), "{widest:?}: {out}");
    assert!(out.contains("also called one-dimensional tic-tac-toe;"), "{out}");
    assert!(out.contains("(r, c) -> [(i, c), (r-i, c)] for i in 1..r/2"), "{out}");
}

#[test]
fn games_as_csv_are_read_again() {
    let scratch = Scratch::new();
    scratch.octal("games --format csv -o games.csv").quietly();
    let text = scratch.read("games.csv");
    assert!(text.starts_with("name,code,aliases,note,rule\nkayles,0.77,"), "{text}");
    for row in csv_rows(&text) {
        let rule = octal::rule::find(&row["name"]);
        assert_eq!(rule.map_or(String::new(), |game| game.rule.to_string()), row["rule"]);
        if row["code"].is_empty() {
            let on_board = ["northcott", "turtles"].contains(&&*row["name"]);
            assert!(row["rule"].is_empty() == on_board, "{row:?}");
            continue;
        }
        let game = |text: &str| text.parse::<octal::code::Game>().unwrap();
        let aliases = row["aliases"].split("; ").filter(|alias| !alias.is_empty());
        for name in aliases.chain([&*row["name"]]) {
            assert_eq!(game(name), game(&row["code"]), "{name}");
        }
    }
}

#[test]
fn completions_know_every_verb() {
    for shell in ["bash", "zsh", "fish"] {
        let script = octal(&format!("completions {shell}")).quietly();
        for verb in verbs() {
            assert!(script.contains(&verb), "{shell} {verb}");
        }
    }
}
