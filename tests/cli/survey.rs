//! `octal survey`.

use std::collections::BTreeSet;

use super::{Scratch, csv_rows, octal};

/// The codes of the rows of a report, cousins included.
fn codes(text: &str) -> BTreeSet<String> {
    let mut codes = BTreeSet::new();
    for row in csv_rows(text) {
        let cousins = row["cousins"].split("; ").filter(|cousin| !cousin.is_empty());
        let cousins = cousins.map(|cousin| cousin.split(' ').next().unwrap());
        for code in std::iter::once(&*row["code"]).chain(cousins) {
            assert!(codes.insert(code.to_owned()), "{code} twice");
        }
    }
    codes
}

#[test]
fn each_game_once_with_its_cousins() {
    let out = octal("survey --digits 1 --limit 3000").quietly();
    let expected: BTreeSet<String> =
        ["0", "4"].iter().flat_map(|a| (0..8).map(move |d| format!("{a}.{d}"))).collect();
    assert_eq!(codes(&out), expected);
    let row = |code: &str| csv_rows(&out).into_iter().find(|row| row["code"] == code).unwrap();
    assert_eq!(row("4.4")["cousins"], "4.6");
    assert_eq!(row("0.3")["cousins"], "4.0 shift -1; 0.2 shift -1; 0.5; 0.7; 4.2 shift -1");
    assert_eq!((&*row("0.6")["status"], &*row("0.6")["stop"]), ("open", "heaps 3000"));
}

#[test]
fn stdout_and_directory_hold_the_same() {
    let scratch = Scratch::new();
    let out = scratch.octal("survey --digits 1 --limit 1000").quietly();
    assert_eq!(scratch.octal("survey --digits 1 --limit 1000 --dir d").quietly(), "");
    assert_eq!(scratch.read("d/periods.csv"), out);
    assert_eq!(scratch.octal("survey --digits 1 --limit 1000 --dir d").quietly(), "");
    assert_eq!(scratch.read("d/periods.csv"), out);
    assert_eq!(scratch.names(), ["d"]);
    assert_eq!(
        super::names(&scratch.path().join("d")),
        [".octal.lock", "codes.csv", "periods.csv"]
    );
}

#[test]
fn codes_from_stdin() {
    let ran = Scratch::new().octal_reading("survey --codes - --limit 1000", "0.77 # Kayles\n.07\n");
    let rows = csv_rows(&ran.quietly());
    assert_eq!(rows.iter().map(|row| &*row["code"]).collect::<Vec<_>>(), ["0.07", "0.77"]);
    let err = Scratch::new().octal_reading("survey --codes -", "0.77\n0.8x\n").refused();
    assert!(err.contains("`-`, line 2: column 4"), "{err}");
}

#[test]
fn missing_rows_are_made_again() {
    let scratch = Scratch::new();
    let run = || scratch.octal("survey --digits 2 --limit 500 --dir d").quietly();
    run();
    let whole = scratch.read("d/periods.csv");
    let lines: Vec<&str> = whole.lines().collect();
    for parity in [0, 1] {
        let half = lines.iter().enumerate().filter(|(i, _)| *i == 0 || i % 2 == parity);
        let half: String = half.map(|(_, line)| format!("{line}\n")).collect();
        scratch.write("d/periods.csv", half);
        run();
        assert_eq!(scratch.read("d/periods.csv"), whole);
    }
}

#[test]
fn shards_together_hold_all_games() {
    let scratch = Scratch::new();
    let part = |i| scratch.octal(&format!("survey --digits 2 --limit 300 --shard {i}/3")).quietly();
    let parts: Vec<BTreeSet<String>> = (1..=3).map(|i| codes(&part(i))).collect();
    assert!(parts.iter().all(|part| part.len() > 10));
    assert!(parts[0].is_disjoint(&parts[1]) && parts[2].is_disjoint(&parts[1]));
    let all: BTreeSet<String> = parts.into_iter().flatten().collect();
    assert_eq!(all, codes(&scratch.octal("survey --digits 2 --limit 300").quietly()));
}

/// The tables of parts, joined in any order and more than once, are the bytes of one survey of all.
#[test]
fn parts_are_joined() {
    let scratch = Scratch::new();
    scratch.octal("survey --digits 2 --limit 300 --dir whole").quietly();
    for i in 1..=3 {
        scratch.octal(&format!("survey --digits 2 --limit 300 --shard {i}/3 --dir {i}")).quietly();
    }
    for order in ["1 2 3", "3 1 2", "2 2 3 1 3"] {
        scratch.octal(&format!("survey --merge {order} --dir joined")).quietly();
        for name in ["periods.csv", "codes.csv"] {
            let joined = scratch.read(&format!("joined/{name}"));
            assert_eq!(joined, scratch.read(&format!("whole/{name}")), "{order}: {name}");
        }
        std::fs::remove_dir_all(scratch.path().join("joined")).unwrap();
    }
    let on_stdout = scratch.octal("survey --merge 1 2 3").quietly();
    assert_eq!(on_stdout, scratch.read("whole/periods.csv"));
    let refusal = |arguments: &str| scratch.octal(&format!("survey {arguments}")).refused();
    assert!(refusal("--merge 1 nowhere").contains("`nowhere` holds no periods.csv"));
    assert!(refusal("--merge 1 --digits 2").contains("cannot be used with"));
    assert!(refusal("--merge 1 2 --dir 1").contains("would replace the input `1/periods.csv`"));
}

/// Every code of the survey is in codes.csv once, with a game of periods.csv whose values are its own,
/// so many heaps away.
#[test]
fn every_code_has_its_game() {
    let scratch = Scratch::new();
    scratch.octal("survey --digits 2 --limit 300 --dir d").quietly();
    let rows = csv_rows(&scratch.read("d/codes.csv"));
    let named: BTreeSet<&str> = rows.iter().map(|row| &*row["code"]).collect();
    assert_eq!((rows.len(), named.len()), (128, 128));
    let games = codes(&scratch.read("d/periods.csv"));
    for row in rows.iter().step_by(5) {
        assert!(games.contains(&row["game"]), "{row:?}");
        let shift: i64 = row["shift"].parse().unwrap();
        let values = |code: &str| {
            let text = octal(&format!("values {code} -n 120 --format csv")).quietly();
            csv_rows(&text).iter().map(|row| row["grundy"].clone()).collect::<Vec<_>>()
        };
        let (game, code) = (values(&row["game"]), values(&row["code"]));
        for n in 40_i64..80 {
            assert_eq!(game[n as usize], code[(n - shift) as usize], "{row:?} {n}");
        }
    }
}

#[test]
fn a_shallower_survey_changes_nothing() {
    let scratch = Scratch::new();
    scratch.write("codes.txt", "0.6 # Officers\nkayles\n\n# 0.4\n");
    let run = |limit| scratch.octal(&format!("survey --codes codes.txt --dir d --limit {limit}"));
    run("2e4").quietly();
    let deep = scratch.read("d/periods.csv");
    let rows = csv_rows(&deep);
    assert_eq!(rows.len(), 2);
    assert_eq!((&*rows[0]["code"], &*rows[0]["verified_to"]), ("0.6", "20000"));
    assert_eq!((&*rows[1]["code"], &*rows[1]["name"]), ("0.77", "kayles"));
    run("1e4").quietly();
    assert_eq!(scratch.read("d/periods.csv"), deep);
    run("3e4").quietly();
    assert_eq!(csv_rows(&scratch.read("d/periods.csv"))[0]["verified_to"], "30000");
}

#[test]
fn a_table_of_somebody_else_is_not_overwritten() {
    let scratch = Scratch::new();
    std::fs::create_dir(scratch.path().join("d")).unwrap();
    for foreign in ["a,b\n", "a,b\n1,2\n", "0.77\n"] {
        scratch.write("d/periods.csv", foreign);
        let err = scratch.octal("survey --digits 1 --limit 100 --dir d").refused();
        assert!(
            err.contains("`d/periods.csv` is no report of this program: move it away"),
            "{err}"
        );
        assert_eq!(scratch.read("d/periods.csv"), foreign);
    }
    // A damaged report is not overwritten either.
    let mut report = octal("survey --digits 1 --limit 100").quietly();
    report.truncate(report.len() - 200);
    scratch.write("d/periods.csv", &report);
    let err = scratch.octal("survey --digits 1 --limit 100 --dir d").refused();
    assert!(err.contains("cannot read `d/periods.csv` of an earlier run"), "{err}");
    assert_eq!(scratch.read("d/periods.csv"), report);
}

#[cfg(unix)]
#[test]
fn an_interrupted_survey_goes_on() {
    let scratch = Scratch::new();
    let arguments = ["survey", "--digits", "3", "--limit", "1000", "--dir", "d"];
    let mut child = scratch.command(&arguments).spawn().unwrap();
    super::wait_until(&mut child, || scratch.path().join("d/periods.csv").exists());
    super::signal(&mut child, "INT");
    let ran = super::stopped(child);
    assert_eq!(ran.code, Some(75), "{ran:?}");
    assert!(ran.err.contains("stopped: ") && ran.err.contains(" games are done"), "{ran:?}");
    csv_rows(&scratch.read("d/periods.csv"));
    scratch.run(&arguments).quietly();
    assert_eq!(scratch.read("d/periods.csv"), octal("survey --digits 3 --limit 1000").quietly());
}

/// Without a directory there is nothing to go on with.
#[cfg(target_os = "linux")]
#[test]
fn a_survey_on_stdout_is_interrupted_for_good() {
    let scratch = Scratch::new();
    let mut child =
        scratch.command(&["survey", "--digits", "3", "--limit", "1e9"]).spawn().unwrap();
    super::limits::catches(&mut child, "TERM");
    super::signal(&mut child, "TERM");
    let ran: super::Ran = child.wait_with_output().unwrap().into();
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.err.starts_with("stopped: ") && ran.err.ends_with(" games are done\n"), "{ran:?}");
}
