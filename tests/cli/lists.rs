//! `octal games` and `octal completions`.

use super::help::verbs;
use super::{Scratch, csv_rows, octal};

#[test]
fn games_as_text() {
    let out = octal("games").quietly();
    for (name, code) in
        [("kayles", "0.77"), ("dawsons-chess", "0.137"), ("couples-are-forever", "0.6 shift 1")]
    {
        let line = out.lines().find(|line| line.trim_start().starts_with(name));
        assert!(line.unwrap().contains(code), "{out}");
    }
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
