//! `--help` teaches by examples, and every example works.

use std::process::Command;

use super::{Ran, Scratch, octal};

/// The verbs that a help text lists, but for `help` itself.
fn listed(help: &str) -> Vec<String> {
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = commands.map_while(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

/// All verbs of the program.
pub fn verbs() -> Vec<String> {
    let verbs = listed(&octal("--help").quietly());
    assert!(verbs.len() >= 9 && verbs.contains(&"values".to_owned()), "{verbs:?}");
    verbs
}

/// Every help text there is, by what comes before `--help`.
fn help_texts() -> Vec<(String, String)> {
    let text = |verb: &str| octal(&format!("{verb} --help")).quietly();
    let mut texts = vec![(String::new(), text(""))];
    for verb in verbs() {
        let help = text(&verb);
        for inner in listed(&help) {
            let both = format!("{verb} {inner}");
            texts.push((both.clone(), text(&both)));
        }
        texts.push((verb, help));
    }
    texts
}

/// The command lines under "Examples:", each cut where its explanation begins.
fn examples(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Examples:").skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    lines.map(|line| line.trim().split("  ").next().unwrap().to_owned()).collect()
}

/// What is run in place of an example that takes long: the same with less work, because these
/// search to heap 10^7 and beyond, or all games, or compute ten million values several times.
fn quick(example: &str) -> String {
    let quicker = [
        ("octal claims", "octal claims --work 1e4"),
        ("octal claims octal-codes/claims.csv", "octal claims octal-codes/claims.csv --work 1e4"),
        ("octal report", "octal report --work 1e4"),
        ("octal report --html", "octal report --html --work 1e4"),
        ("octal report --limit 1e9", "octal report --limit 1e2"),
        ("octal report --code 0.454 --limit 2.8e8", "octal report --code 0.454 --limit 1e3"),
        ("octal report --dir elsewhere", "octal report --dir elsewhere --work 1e4"),
        ("octal period officers --limit 1e7", "octal period officers --limit 1e4"),
        ("octal period 0.354 --format json", "octal period 0.354 --format json --limit 1e5"),
        (
            "octal period 0.106 --limit 1e12 --snapshots 0.106.search",
            "octal period 0.106 --limit 6e6 --snapshots 0.106.search",
        ),
        (
            "octal values 0.77 -n 1e7 --format npy -o kayles.npy",
            "octal values 0.77 -n 1e5 --format npy -o kayles.npy",
        ),
        ("octal bench", "octal bench 0.77 --repeat 1"),
        (
            "OCTAL_KERNEL=scalar octal bench 0.106",
            "OCTAL_KERNEL=scalar octal bench 0.77 --repeat 1",
        ),
        ("octal bench 0.106 0.6 --repeat 5", "octal bench 0.77 --repeat 2"),
        (
            "octal bench --full --repeat 1 --compare results/timings.csv",
            "octal bench 0.77 --repeat 1 --compare results/timings.csv",
        ),
        (
            "octal period 0.454 --limit 3e8 --double-check",
            "octal period 0.454 --limit 3e4 --double-check",
        ),
    ];
    match quicker.iter().find(|(slow, _)| *slow == example) {
        Some((_, quick)) => (*quick).to_owned(),
        None if example.starts_with("octal survey --digits") => format!("{example} --limit 100"),
        None => example.to_owned(),
    }
}

/// A directory with the files that the examples name.
fn desk() -> Scratch {
    let scratch = Scratch::new();
    for directory in ["octal-codes", ".local/share/bash-completion/completions", ".zfunc"] {
        std::fs::create_dir_all(scratch.path().join(directory)).unwrap();
    }
    std::fs::create_dir_all(scratch.path().join(".config/fish/completions")).unwrap();
    scratch.write("octal-codes/claims.csv", include_str!("../../octal-codes/claims.csv"));
    let claims = "id,code,statement,claimed,convention,source,note\n1,0.07,period,34,,,\n";
    scratch.write("my-claims.csv", claims);
    scratch.write("moves.csv", "from,to\na,b\na,c\nb,c\n");
    scratch.write("my-codes.txt", "0.77\n0.137\n");
    std::fs::create_dir_all(scratch.path().join("results/certificates")).unwrap();
    let certificate = include_str!("../../results/certificates/0.07.txt");
    scratch.write("results/certificates/0.07.txt", certificate);
    let certificate = include_str!("../../results/certificates/0.104.txt");
    scratch.write("results/certificates/0.104.txt", certificate);
    scratch.write("kayles.csv", "n,grundy\n0,0\n1,1\n2,2\n3,3\n4,1\n");
    scratch.write("positions.txt", "0.77: 3 4 5 2 5\nnim: 3 5\n");
    scratch.write("boards.txt", "2\n.....\n......\n");
    scratch.write("board.txt", "..X......\n");
    scratch
}

/// Runs a command line in a shell that finds the program.
fn shell(scratch: &Scratch, line: &str) -> Ran {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_octal"));
    let others = std::env::var_os("PATH").unwrap_or_default();
    let others = std::env::split_paths(&others);
    let first = program.parent().unwrap().to_path_buf();
    let path = std::env::join_paths(std::iter::once(first).chain(others)).unwrap();
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(scratch.path());
    command.env("PATH", path).env("HOME", scratch.path());
    command.stdin(std::process::Stdio::null()).output().unwrap().into()
}

#[test]
fn every_help_text_has_examples_that_name_the_verb() {
    for (verb, help) in help_texts() {
        let examples = examples(&help);
        assert!(!examples.is_empty(), "{verb}: {help}");
        let command = format!("octal {verb}");
        assert!(examples.iter().all(|line| line.contains(command.trim_end())), "{verb}: {help}");
    }
}

#[cfg(unix)]
#[test]
fn every_example_works() {
    let scratch = desk();
    let mut count = 0;
    for (_, help) in help_texts() {
        for example in examples(&help) {
            let line = quick(&example);
            let ran = shell(&scratch, &line);
            // 1 is a sound no, such as that of a search with less work.
            assert!(matches!(ran.code, Some(0 | 1)), "{line}: {ran:?}");
            assert!(!ran.err.contains("error:"), "{line}: {ran:?}");
            count += 1;
        }
    }
    assert!(count > 40, "{count} examples");
}

#[test]
fn no_verb_at_all_shows_the_help() {
    let ran = octal("");
    assert_eq!((ran.code, &*ran.out), (Some(2), ""));
    assert!(ran.err.contains("Commands:") && ran.err.contains("Examples:"), "{ran:?}");
}

#[test]
fn the_version() {
    let version = format!("octal {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(octal("--version").quietly(), version);
}
