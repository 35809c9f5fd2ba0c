//! Texts that name commands: the README, the columns of the tables, the page about results.

use std::fs;
use std::path::Path;

use super::Scratch;
use crate::common::words;

/// The texts for users, apart from the help and the guide, whose examples are run elsewhere.
const TEXTS: [&str; 3] = [
    include_str!("../../README.md"),
    include_str!("../../octal-codes/README.md"),
    include_str!("../../src/survey/results.md"),
];

/// The commands that a text mentions, without `octal`: in backticks, or as lines of a block.
fn commands(text: &'static str) -> Vec<&'static str> {
    let parts: Vec<&str> = text.split("```").collect();
    let spans = parts.iter().step_by(2).flat_map(|prose| prose.split('`').skip(1).step_by(2));
    let lines = parts.iter().skip(1).step_by(2).flat_map(|block| block.lines());
    let command = |text: &'static str| move |code: &'static str| code.strip_prefix(text);
    let spoken = spans.filter_map(command("octal "));
    let typed = lines.clone().filter_map(command("$ octal "));
    spoken.chain(typed).chain(lines.filter_map(command("cargo run --release -- "))).collect()
}

/// Every command is one: with `--help` at its end the program reads its arguments and does nothing.
/// Placeholders stand for something that fits.
#[test]
fn every_command_in_the_texts_is_one() {
    let mut count = 0;
    for command in TEXTS.iter().flat_map(|text| commands(text)) {
        let is_quoted = command.contains('\'');
        let ends = |c: char| !is_quoted && matches!(c, '#' | '|' | '>');
        let words = words(command.split(ends).next().unwrap_or_default());
        let words = words.iter().map(|word| match word.as_str() {
            "CODE" => "0.77",
            "N" | "…" => "10",
            "VERB" => "values",
            word => word,
        });
        let words: Vec<&str> = words.chain(["--help"]).collect();
        let ran = Scratch::new().run(&words);
        assert!(ran.code == Some(0) && ran.out.contains("Usage: octal"), "{command}: {ran:?}");
        count += 1;
    }
    assert!(count > 15, "only {count} commands found");
}

/// `cargo run`, as the README has it, runs this program and not the checker.
#[test]
fn this_is_the_program_to_run() {
    assert!(include_str!("../../Cargo.toml").contains("\ndefault-run = \"octal\"\n"));
}

/// The type of an argument that names a file says if the file is read or written. By that the
/// program knows that no two outputs are one file, and no output an input.
#[test]
fn every_file_says_whether_it_is_read_or_written() {
    let (mut fields, mut wrong) = (0, vec![]);
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            for argument in text.split("value_name = \"FILE\"").skip(1) {
                // The field comes after the end of the attribute, and of any other one.
                let field = argument.split(")]\n").nth(1).unwrap().lines().next().unwrap();
                fields += 1;
                if !["InFile", "OutFile", "LogFile"].iter().any(|kind| field.contains(kind)) {
                    wrong.push(format!("{}: {field}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty() && fields > 5, "{fields} files: {wrong:?}");
}
