//! Several processes in one directory: nothing is lost, whichever ends first and whichever is
//! killed.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Child;

use super::report::reports;
use super::{Scratch, csv_rows};

const PROCESSES: usize = 8;

/// Games that are proved and games that stay open, two a process.
const CODES: [&str; 16] = [
    "0.07", "0.6", "0.77", "0.167", "0.15", "0.106", "0.165", "0.56", "4.7", "0.36", "0.45",
    "0.127", "4.3", "0.205", "0.344", "0.4",
];

/// The arguments of a report of these games into this directory.
fn report<'a>(directory: &'a str, codes: impl IntoIterator<Item = &'static str>) -> Vec<&'a str> {
    let run = ["report", "--threads", "1", "--limit", "500", "--work", "1e6", "--dir", directory];
    let only = codes.into_iter().flat_map(|code| -> [&'a str; 2] { ["--code", code] });
    run.into_iter().chain(only).collect()
}

/// The games of a process: its own two, and `shared` of those of the next processes.
fn codes(process: usize, shared: usize) -> impl Iterator<Item = &'static str> {
    (2 * process..2 * process + 2 + shared).map(|i| CODES[i % CODES.len()])
}

fn start(scratch: &Scratch, directory: &str, shared: usize) -> Vec<Child> {
    let command = |process| scratch.command(&report(directory, codes(process, shared)));
    (0..PROCESSES).map(|process| command(process).spawn().unwrap()).collect()
}

/// The last heap to which each game was searched, by its code.
fn depths(directory: &Path) -> Vec<(String, u64)> {
    let text = fs::read_to_string(directory.join("periods.csv")).unwrap_or_default();
    let row = |row: std::collections::HashMap<String, String>| {
        (row["code"].clone(), row["verified_to"].parse().unwrap())
    };
    csv_rows(&text).into_iter().map(row).collect()
}

fn check(scratch: &Scratch, directory: &str, alone: &Path) {
    let (found, expected) = (reports(&scratch.path().join(directory)), reports(alone));
    assert!(found.keys().eq(expected.keys()), "{:?}", found.keys());
    for (name, text) in expected {
        assert!(found[&name] == text, "{directory}: {name} differs");
    }
}

#[test]
fn eight_reports_at_once_make_the_reports_of_one() {
    let scratch = Scratch::new();
    scratch.run(&report("alone", CODES)).ended(0);
    let alone = scratch.path().join("alone");
    assert!(depths(&alone).len() > 12);
    for (directory, shared) in [("disjoint", 0), ("overlapping", 3)] {
        for child in start(&scratch, directory, shared) {
            super::Ran::from(child.wait_with_output().unwrap()).ended(0);
        }
        check(&scratch, directory, &alone);
    }
}

#[test]
fn killed_processes_lose_no_row_of_others_and_block_nobody() {
    let scratch = Scratch::new();
    scratch.run(&report("alone", CODES)).ended(0);
    let killed = scratch.path().join("killed");
    let mut random = fastrand::Rng::with_seed(1);
    let mut rows: Vec<(String, u64)> = vec![];
    for round in 0..3 {
        let mut children = start(&scratch, "killed", 2 * round);
        for child in &mut children {
            let enough = rows.len() + random.usize(..6);
            super::wait_until(child, || depths(&killed).len() >= enough);
            child.kill().unwrap();
        }
        for mut child in children {
            child.wait().unwrap();
        }
        let now = depths(&killed);
        let is_there =
            |(code, depth): &(String, u64)| now.iter().any(|(c, d)| c == code && d >= depth);
        assert!(rows.iter().all(is_there), "{rows:?} became {now:?}");
        rows = now;
    }
    for child in start(&scratch, "killed", 0) {
        let ran = super::Ran::from(child.wait_with_output().unwrap());
        assert!(!ran.err.contains("not used"), "{ran:?}");
        ran.ended(0);
    }
    check(&scratch, "killed", &scratch.path().join("alone"));
}

#[test]
fn eight_surveys_add_to_one_file() {
    let scratch = Scratch::new();
    let survey = |shard: &str| {
        let run = format!("survey --threads 1 --digits 2 --limit 2000 --shard {shard} --dir d");
        scratch.command(&run.split(' ').collect::<Vec<_>>()).spawn().unwrap()
    };
    scratch.octal("survey --digits 2 --limit 2000 --dir alone").ended(0);
    let start = || (1..=PROCESSES).map(|i| survey(&format!("{i}/{PROCESSES}")));
    let mut random = fastrand::Rng::with_seed(2);
    for mut child in start().collect::<Vec<_>>() {
        let enough = random.usize(..20);
        let rows = || fs::read_to_string(scratch.path().join("d/periods.csv")).unwrap_or_default();
        super::wait_until(&mut child, || csv_rows(&rows()).len() >= enough);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    for child in start().collect::<Vec<_>>() {
        super::Ran::from(child.wait_with_output().unwrap()).ended(0);
    }
    for name in ["periods.csv", "codes.csv"] {
        assert_eq!(scratch.read(&format!("d/{name}")), scratch.read(&format!("alone/{name}")));
    }
    for directory in ["alone", "d"] {
        let names = super::names(&scratch.path().join(directory));
        assert_eq!(names, [".octal.lock", "codes.csv", "periods.csv"]);
    }
}

/// Files left by a killed run are removed by the next run, files of a living one are not.
#[test]
fn temporary_files_of_killed_runs_are_removed() {
    let scratch = Scratch::new();
    let temporary = || scratch.names().into_iter().any(|name| name.ends_with(".tmp"));
    let run = ["values", "0.6", "-n", "1e9", "-o", "long.txt"];
    let mut child = scratch.command(&run).spawn().unwrap();
    super::wait_until(&mut child, temporary);
    scratch.octal("values 0.77 -n 5 -o short.txt").quietly();
    assert!(temporary(), "the file of a living process is gone");
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(temporary());
    scratch.octal("values 0.77 -n 5 -o other.txt").quietly();
    assert_eq!(scratch.names(), ["other.txt", "short.txt"]);
}

/// To open a pipe in place of the lock might take for ever: it is refused.
#[test]
fn a_pipe_for_the_lock() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.path().join("d")).unwrap();
    scratch.pipe("d/.octal.lock");
    for verb in ["survey --digits 1 --limit 100 --dir d", "report --limit 100 --code 0.77 --dir d"]
    {
        let err = scratch.octal(verb).refused();
        assert!(err.contains(".octal.lock`: it is no file"), "{verb}: {err}");
    }
}
