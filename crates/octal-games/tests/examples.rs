//! The programs in `examples/` print the text in their first lines.

use std::collections::BTreeSet;
use std::env::{self, consts::EXE_SUFFIX};
use std::fs;
use std::path::Path;
use std::process::Command;

const EXAMPLES: [&str; 6] =
    ["certificate", "misere", "period", "survey", "values", "winning_moves"];

/// Cargo builds the examples of a package before it runs the tests of this package.
#[test]
fn examples_print_what_they_say() {
    let built = env::current_exe().unwrap();
    let built = built.parent().and_then(Path::parent).unwrap().join("examples");
    for name in EXAMPLES {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("examples/{name}.rs"));
        let source = fs::read_to_string(source).unwrap();
        assert!(source.lines().count() <= 30, "{name} has {} lines", source.lines().count());
        let (_, block) = source.split_once("//! ```text\n").unwrap();
        let (block, _) = block.split_once("//! ```\n").unwrap();
        let expected: String = block
            .lines()
            .map(|line| line.strip_prefix("//! ").unwrap().to_owned() + "\n")
            .collect();
        let program = built.join(format!("{name}{EXE_SUFFIX}"));
        let ran = Command::new(&program).output();
        let ran = ran.unwrap_or_else(|e| {
            panic!("{}: {e}: run cargo test -p octal-games", program.display())
        });
        assert!(ran.status.success(), "{name}: {ran:?}");
        assert_eq!(String::from_utf8(ran.stdout).unwrap(), expected, "{name}");
    }
}

#[test]
fn every_example_is_run() {
    let files = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples")).unwrap();
    let files = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let expected = EXAMPLES.map(|name| format!("{name}.rs"));
    assert_eq!(files.collect::<BTreeSet<_>>(), BTreeSet::from(expected));
}
