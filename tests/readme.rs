//! The examples of the README and of the guide: every command is run, and its output is what is
//! printed there.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::scratch;

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
        .args(arguments.split(' '))
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
    assert!(fs::read_to_string(&readme).unwrap().contains("$ octal "), "no example is left");
    check(&readme);
}

#[test]
fn examples_print_what_the_guide_says() {
    for page in fs::read_dir(repository().join("src/guide")).unwrap() {
        check(&page.unwrap().path());
    }
}

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
