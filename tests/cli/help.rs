//! `--help` teaches by examples, and every example works.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use serde::Deserialize;

use super::{Ran, Scratch, octal};

/// The verbs that a help text lists, in groups or under one heading, but for `help` itself.
fn listed(help: &str) -> Vec<String> {
    const GROUPS: [&str; 6] = ["Commands:", "Compute:", "Check:", "Play:", "Publish:", "Tools:"];
    let (mut names, mut inside) = (vec![], false);
    for line in help.lines() {
        match line.strip_prefix("  ").filter(|rest| !rest.starts_with(' ')) {
            Some(rest) if inside => names.extend(rest.split_whitespace().next()),
            Some(_) => {}
            None => inside = GROUPS.contains(&line) || (inside && line.starts_with(' ')),
        }
    }
    names.into_iter().filter(|name| *name != "help").map(str::to_owned).collect()
}

/// All verbs of the program.
pub fn verbs() -> Vec<String> {
    let verbs = listed(&octal("--help").quietly());
    assert!(verbs.len() >= 19 && verbs.contains(&"values".to_owned()), "{verbs:?}");
    verbs
}

/// The help of a verb on a page of the usual width.
fn help(verb: &str) -> String {
    let scratch = Scratch::new();
    let arguments: Vec<&str> = verb.split_whitespace().chain(["--help"]).collect();
    let ran = scratch.command(&arguments).env_remove("COLUMNS").output().unwrap();
    Ran::from(ran).quietly()
}

/// Every help text there is, by what comes before `--help`.
pub fn help_texts() -> Vec<(String, String)> {
    let mut texts = vec![(String::new(), help(""))];
    for verb in verbs() {
        let text = help(&verb);
        for inner in listed(&text) {
            let both = format!("{verb} {inner}");
            texts.push((both.clone(), help(&both)));
        }
        texts.push((verb, text));
    }
    texts
}

/// The command lines under "Examples:", each cut where its explanation begins.
fn examples(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Examples:").skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    lines.map(|line| line.trim().split("  ").next().unwrap().to_owned()).collect()
}

/// A row of `tests/help/examples.csv`.
#[derive(Debug, Deserialize)]
struct Example {
    /// The command line, as the help has it.
    example: String,
    /// Options added here, because the example would take minutes or gigabytes without them.
    added: String,
    /// Its exit code.
    exit: i32,
    /// A part of its output, or of a file that it makes.
    shows: String,
}

/// The expected results of the examples.
fn expected() -> Vec<Example> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/help/examples.csv");
    csv::Reader::from_path(path).unwrap().deserialize().collect::<Result<_, _>>().unwrap()
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
    std::fs::create_dir(scratch.path().join("results")).unwrap();
    scratch.write("results/timings.csv", include_str!("../../results/timings.csv"));
    for certified in ["0.07 --certificate 0.07.txt", "0.104 --limit 3e8 --certificate 0.104.txt"] {
        scratch.octal(&format!("period {certified}")).ended(0);
    }
    scratch.write("kayles.csv", "n,grundy\n0,0\n1,1\n2,2\n3,3\n4,1\n");
    scratch.write("positions.txt", "0.77: 3 4 5 2 5\nnim: 3 5\n");
    let pins = "4\n4\nIXXI\n4\nXIIX\n5\nIIXII\n5\nIIIII\n";
    scratch.write("pins.txt", pins);
    scratch.write("heaps.txt", "2 3 3\n1 1 1\n");
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

/// All files, and when and how long each was written.
fn files(directory: &Path, found: &mut BTreeMap<PathBuf, (u64, SystemTime)>) {
    for entry in std::fs::read_dir(directory).unwrap().map(Result::unwrap) {
        let data = entry.metadata().unwrap();
        if data.is_dir() {
            files(&entry.path(), found);
        } else {
            found.insert(entry.path(), (data.len(), data.modified().unwrap()));
        }
    }
}

/// The output of an example, and the beginnings of the files that it made.
fn shown(scratch: &Scratch, ran: &Ran, before: &BTreeMap<PathBuf, (u64, SystemTime)>) -> String {
    let (mut shown, mut after) = (ran.out.clone(), BTreeMap::new());
    files(scratch.path(), &mut after);
    for (path, written) in after.iter().filter(|(path, now)| before.get(*path) != Some(now)) {
        let mut bytes = vec![];
        let file = std::fs::File::open(path).unwrap();
        file.take(written.0.min(100_000)).read_to_end(&mut bytes).unwrap();
        shown += &String::from_utf8_lossy(&bytes);
    }
    shown
}

/// The long flags of a help text, each with what it takes and what is said of it, without the
/// values that this verb allows.
fn flags(help: &str) -> Vec<(String, String)> {
    let mut flags: Vec<(String, Vec<&str>)> = vec![];
    let mut inside = false;
    for line in help.lines() {
        let words = line.trim_start();
        let indent = line.len() - words.len();
        let flag =
            words.split_once("--").filter(|_| words.starts_with('-') && (2..=6).contains(&indent));
        if let Some((_, flag)) = flag {
            let (name, said) = flag.split_once(' ').unwrap_or((flag, ""));
            flags.push((name.to_owned(), said.split_whitespace().collect()));
            inside = true;
        } else if words.starts_with("Possible values:") || (indent == 0 && !line.is_empty()) {
            inside = false;
        } else if inside && indent >= 10 && !words.starts_with('[') {
            flags.last_mut().unwrap().1.extend(words.split_whitespace());
        }
    }
    flags.into_iter().map(|(flag, said)| (flag, said.join(" "))).collect()
}

/// There is no exception.
#[test]
fn a_flag_means_the_same_in_all_verbs() {
    let mut found: BTreeMap<String, BTreeMap<String, Vec<String>>> = BTreeMap::new();
    for (verb, help) in help_texts().into_iter().filter(|(verb, _)| !verb.is_empty()) {
        for (flag, said) in flags(&help) {
            found.entry(flag).or_default().entry(said).or_default().push(verb.clone());
        }
    }
    assert!(
        found.len() > 40 && found["format"].values().all(|verbs| verbs.len() > 10),
        "{found:#?}"
    );
    // clap mentions a summary where there is one.
    found.remove("help");
    for (flag, meanings) in found {
        assert_eq!(meanings.len(), 1, "--{flag} has several meanings: {meanings:#?}");
    }
}

#[cfg(unix)]
#[test]
fn every_example_works() {
    let (scratch, expected) = (desk(), expected());
    let mut run = BTreeSet::new();
    for (_, help) in help_texts() {
        for example in examples(&help) {
            let row = expected.iter().find(|row| row.example == example);
            let row =
                row.unwrap_or_else(|| panic!("`{example}` is not in tests/help/examples.csv"));
            if !run.insert(example.clone()) {
                continue;
            }
            let mut before = BTreeMap::new();
            files(scratch.path(), &mut before);
            let ran = shell(&scratch, format!("{example} {}", row.added).trim_end());
            assert_eq!(ran.code, Some(row.exit), "{example}: {ran:?}");
            assert!(!ran.err.contains("error:"), "{example}: {ran:?}");
            let shown = shown(&scratch, &ran, &before);
            assert!(shown.contains(&row.shows), "{example}: {shown}");
            assert!(!row.shows.is_empty(), "{example}");
        }
    }
    let gone = expected.iter().filter(|row| !run.contains(&row.example));
    let gone: Vec<&str> = gone.map(|row| &*row.example).collect();
    assert!(gone.is_empty(), "no help has these examples of tests/help/examples.csv: {gone:?}");
}

/// The help of every verb is the file of `tests/help/` with its name. After a wanted change
/// `OCTAL_RENEW_HELP=1 cargo test --test octal help` writes the files again.
#[test]
fn the_help_is_as_it_was() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/help");
    let renew = std::env::var_os("OCTAL_RENEW_HELP").is_some();
    let mut names = BTreeSet::from(["examples.csv".to_owned()]);
    for (verb, help) in help_texts() {
        let name = format!("octal {verb}").trim_end().replace(' ', "-") + ".txt";
        let path = directory.join(&name);
        if renew {
            std::fs::write(&path, &help).unwrap();
        }
        let before = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(before == help, "tests/help/{name} is not the help of octal {verb}:\n{help}");
        names.insert(name);
    }
    assert_eq!(super::names(&directory).into_iter().collect::<BTreeSet<_>>(), names);
}

#[test]
fn no_verb_at_all_shows_the_help() {
    let ran = octal("");
    assert_eq!((ran.code, &*ran.out), (Some(2), ""));
    assert!(ran.err.contains("Compute:") && ran.err.contains("Examples:"), "{ran:?}");
}

#[test]
fn the_version() {
    let version = format!("octal {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(octal("--version").quietly(), version);
}

/// The Rust files of a directory and those below it.
fn rust_files(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
}

/// Options belong to the command line: a message of the libraries says what would be right, and the
/// command line adds the option that does it.
#[test]
fn the_libraries_name_no_option() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = vec![];
    for folder in ["src", "crates/octal-games/src", "crates/octal-search/src"] {
        rust_files(&root.join(folder), &mut files);
    }
    // A manifest holds the command that draws a picture again.
    let outside = ["cli", "main.rs", "publish/plots.rs"].map(|path| root.join("src").join(path));
    files.retain(|file| !outside.iter().any(|path| file.starts_with(path)));
    assert!(files.len() > 150, "{files:?}");
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        for line in code {
            let mut words = line.split(|c: char| c.is_whitespace() || "\"`'([".contains(c));
            let is_option = |word: &str| {
                word.strip_prefix("--").is_some_and(|name| name.starts_with(char::is_alphabetic))
            };
            assert!(!words.any(is_option), "{}: {line}", file.display());
        }
    }
}
