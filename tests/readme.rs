//! The examples of the README and of the guide in docs/: every command is run, and its output is
//! what is printed there.

use std::fs;
use std::path::Path;
use std::process::Command;

use octal::code::names;
use octal::plot::grouped;
use octal::survey::report::Reports;

use crate::common::{scratch, words};

/// The commands of the README's text blocks, each with the output printed below it.
fn examples(readme: &str) -> Vec<(String, String)> {
    let mut examples: Vec<(String, String)> = vec![];
    let blocks = readme.split("```text\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    for line in blocks.flat_map(str::lines) {
        match line.strip_prefix("$ ") {
            Some(command) => examples.push((command.to_owned(), String::new())),
            None => {
                let output = &mut examples.last_mut().expect("a block begins with a command").1;
                output.push_str(line);
                output.push('\n');
            }
        }
    }
    examples
}

fn run(arguments: &str, directory: &Path) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_octal"))
        .args(words(arguments))
        .current_dir(directory)
        .output()
        .unwrap();
    assert_ne!(output.status.code(), Some(2), "octal {arguments}");
    String::from_utf8(output.stdout).unwrap()
}

/// A line as printed by a terminal that nobody looks at: without spaces at its end.
fn trimmed(text: &str) -> Vec<&str> {
    text.lines().map(str::trim_end).collect()
}

/// Runs the examples of a page; a page with blocks of text has some.
fn check(page: &Path) {
    let directory = scratch();
    let text = fs::read_to_string(page).unwrap();
    let examples = examples(&text);
    assert_eq!(examples.is_empty(), !text.contains("$ octal "), "{}", page.display());
    for (command, expected) in examples {
        if let Some(file) = command.strip_prefix("cat ") {
            fs::write(directory.path().join(file), expected).unwrap();
            continue;
        }
        let arguments = command.strip_prefix("octal ").expect("an example runs octal");
        assert_eq!(trimmed(&run(arguments, directory.path())), trimmed(&expected), "{command}");
    }
}

/// The first thing that a reader of the README tries works, and everything after it.
#[test]
fn examples_print_what_the_readme_says() {
    let readme = repository().join("README.md");
    let text = fs::read_to_string(&readme).unwrap();
    assert!(text.contains("$ octal "), "no example is left");
    assert!(text.lines().count() <= 100, "the README has {} lines", text.lines().count());
    check(&readme);
}

#[test]
fn examples_print_what_the_guide_says() {
    for page in fs::read_dir(repository().join("docs")).unwrap() {
        check(&page.unwrap().path());
    }
}

/// The table of published limits in the guide says what `results/frontier.csv` does.
#[test]
fn the_limits_in_the_guide_are_those_of_the_frontier() {
    let page = fs::read_to_string(repository().join("docs/results.md")).unwrap();
    let (_, section) = page.split_once("## How far open games were searched\n").unwrap();
    let section = section.split("\n## ").next().unwrap();
    let shown: Vec<&str> = section.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
    assert!((5..=10).contains(&shown.len()), "{shown:?}");
    let reports = Reports::open(&repository().join("results")).unwrap();
    for line in shown {
        let code = line[2..].split(' ').next().unwrap();
        let row = reports.frontier().iter().find(|row| row.code == code).unwrap();
        let game = code.parse().unwrap();
        let name = names::name_of(&game).map(|name| format!(" ({name})")).unwrap_or_default();
        let expected = format!(
            "| {code}{name} | {} | {} | {} | {} |",
            grouped(row.published_limit.unwrap()),
            row.published_by.as_ref().unwrap(),
            grouped(row.our_limit.unwrap()),
            row.factor.unwrap()
        );
        assert_eq!(line, expected);
    }
}

/// The table of open games in the guide says what `results/periods.csv` does.
#[test]
fn the_open_games_of_the_guide_are_those_of_the_results() {
    let guide = fs::read_to_string(repository().join("docs/results.md")).unwrap();
    let (_, table) = guide.split_once("| code | searched to heap |").unwrap();
    let shown = table.lines().skip(2).take_while(|line| line.starts_with("| "));
    let games = Reports::open(&repository().join("results")).unwrap().games();
    let mut count = 0;
    for line in shown {
        let code = line[2..].split(' ').next().unwrap();
        let row = &games.iter().find(|game| game.row.code == code).unwrap().row;
        let name = row.name.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
        let position = if row.position_parity == Some(1) { " and position" } else { "" };
        let expected = format!(
            "| {code}{name} | {} | {} | {} | {} | {}{position} |",
            grouped(row.verified_to),
            grouped(row.max_value.unwrap()),
            grouped(row.rare_count.unwrap()),
            grouped(row.last_rare.unwrap()),
            row.mask.map(|mask| format!("{mask:#x}")).unwrap()
        );
        assert_eq!(line, expected);
        count += 1;
    }
    assert!(count > 10);
}

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
