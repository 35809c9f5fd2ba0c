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

/// Games that grow arithmetically are one game if their values are the same up to a shift.
#[test]
fn equal_games_that_grow() {
    let scratch = Scratch::new();
    scratch.write("codes.txt", "0.8\n0.0c\n0.00b\n0.89\n0.9e\n0.bc\n");
    let rows = csv_rows(&scratch.octal("survey --codes codes.txt").quietly());
    let found: Vec<[&str; 3]> =
        rows.iter().map(|row| ["code", "saltus", "cousins"].map(|column| &*row[column])).collect();
    assert_eq!(
        found,
        [
            ["0.8", "1", "0.0c; 0.00b shift 1"],
            ["0.89", "2", ""],
            ["0.9e", "2", ""],
            ["0.bc", "2", ""]
        ]
    );
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
}

/// A line that is no code is reported with its number, and the others are done: each game once, in
/// whatever spellings.
#[test]
fn lines_that_are_no_codes() {
    let scratch = Scratch::new();
    let text = "0.77\n0.8x\nkayles # its name\n\n.770\n0.6 shift 1\nkayle\ndawsons-kayles\n0.07\n";
    scratch.write("codes.txt", text);
    let ran = scratch.octal("survey --codes codes.txt --limit 1000");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    let rows = csv_rows(&ran.out);
    assert_eq!(rows.iter().map(|row| &*row["code"]).collect::<Vec<_>>(), ["0.07", "0.77"]);
    let lines: Vec<&str> = ran.err.lines().collect();
    assert_eq!(lines.len(), 4, "{ran:?}");
    for (line, begin, right) in [
        (0, "error: `codes.txt`, line 2: column 4: ", "found `x`, expected a digit"),
        (
            1,
            "error: `codes.txt`, line 6: column 1: `0.6 shift 1` is a game with a shift, ",
            "write `0.6` (a survey takes codes, and its rows state the shift of each)",
        ),
        (2, "error: `codes.txt`, line 7: ", "did you mean `kayles`?"),
        (3, "3 lines left out", ", the others are searched"),
    ] {
        assert!(lines[line].starts_with(begin) && lines[line].contains(right), "{lines:?}");
    }
    scratch.write("codes.txt", text.replace("0.8x", "# 0.8x"));
    let in_directory = scratch.octal("survey --codes codes.txt --limit 1000 --dir d");
    assert_eq!((in_directory.code, scratch.read("d/periods.csv")), (Some(2), ran.out));
}

/// A line that is not UTF-8 is one bad line; the byte order mark is no part of the first, and the
/// limit of bytes holds.
#[test]
fn lines_that_are_not_utf8() {
    let scratch = Scratch::new();
    scratch.write("codes.txt", b"\xef\xbb\xbf0.77 # Kayles\r\n0.6\xff\r\n\xe90.07\n0.07");
    for file in ["codes.txt", "-"] {
        let text = std::fs::File::open(scratch.path().join("codes.txt")).unwrap();
        let arguments = ["survey", "--codes", file, "--limit", "1000"];
        let ran = scratch.command(&arguments).stdin(text).output().unwrap();
        let ran = super::Ran::from(ran);
        let name = if file == "-" { "stdin" } else { file };
        let expected = format!(
            "error: `{name}`, line 2: byte 4 of the line is not UTF-8: save the file as UTF-8\n\
             error: `{name}`, line 3: byte 1 of the line is not UTF-8: save the file as UTF-8\n\
             2 lines left out, the others are searched\n"
        );
        assert_eq!((ran.code, ran.err), (Some(2), expected));
        let rows = csv_rows(&ran.out);
        assert_eq!(rows.iter().map(|row| &*row["code"]).collect::<Vec<_>>(), ["0.07", "0.77"]);
    }
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

/// Eight parts at once, with the variables of a batch system.
#[test]
fn eight_tasks_at_once_are_one_survey() {
    let scratch = Scratch::new();
    let arguments = |dir: &str| {
        let survey = "survey --digits 2 --limit 500 --threads 1 --certificates --dir";
        format!("{survey} {dir}").split(' ').map(str::to_owned).collect::<Vec<_>>()
    };
    scratch.octal(&arguments("alone").join(" ")).quietly();
    let start = |i: usize| {
        let arguments = arguments(&format!("part-{i}"));
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let mut command = scratch.command(&arguments);
        command.args(["--shard", "task/8"]).env("SLURM_ARRAY_TASK_ID", i.to_string());
        command.spawn().unwrap()
    };
    let tasks: Vec<std::process::Child> = (1..=8).map(start).collect();
    for task in tasks {
        super::Ran::from(task.wait_with_output().unwrap()).quietly();
    }
    let parts: String = (1..=8).map(|i| format!(" part-{i}")).collect();
    scratch.octal(&format!("survey --merge{parts} --dir whole")).quietly();
    assert_same_survey(&scratch, "whole", "alone");
}

/// The tables, codes and certificates of two directories are the same bytes.
fn assert_same_survey(scratch: &Scratch, found: &str, expected: &str) {
    let files = |directory: &str| {
        let directory = scratch.path().join(directory);
        let certificates = directory.join("certificates");
        let mut paths = vec![directory.join("periods.csv"), directory.join("codes.csv")];
        paths.extend(super::names(&certificates).iter().map(|name| certificates.join(name)));
        let inside = |path: &std::path::PathBuf| path.strip_prefix(&directory).unwrap().to_owned();
        let bytes = |path| std::fs::read(path).unwrap();
        paths.iter().map(|path| (inside(path), bytes(path))).collect::<Vec<_>>()
    };
    let (found, expected) = (files(found), files(expected));
    assert!(expected.len() > 10);
    for (a, b) in found.iter().zip(&expected) {
        assert!(a == b, "{:?} differs from {:?}", a.0, b.0);
    }
    assert_eq!(found.len(), expected.len());
}

/// Every proved row names its certificate, which is there and is accepted; one that is lost is made
/// again.
#[test]
fn certificates_beside_the_rows() {
    let scratch = Scratch::new();
    let run = || scratch.octal("survey --codes codes.txt --limit 3e4 --certificates --dir d");
    let mend = |fault: &str| {
        let ran = run();
        assert!(ran.err.contains(fault), "{ran:?}");
        ran.ended(0)
    };
    // The last one is large, and compressed.
    scratch.write("codes.txt", "0.77\n0.07\n0.6\n0.156\n4.364\n");
    scratch.octal("survey --codes codes.txt --limit 3e4 --dir d").quietly();
    let without = scratch.read("d/periods.csv");
    run().quietly();
    let rows = csv_rows(&scratch.read("d/periods.csv"));
    for row in &rows {
        let expected = match &*row["code"] {
            "0.6" => String::new(),
            "4.364" => "certificates/4.364.txt.gz".to_owned(),
            code => format!("certificates/{code}.txt"),
        };
        assert_eq!(row["certificate"], expected);
        if !expected.is_empty() {
            let said = scratch.octal(&format!("check d/{expected}")).quietly();
            let [n0, p] = ["preperiod", "period"].map(|name| &row[name]);
            let claim = format!("{}: preperiod {n0}, period {p}, both least", row["code"]);
            assert!(said.contains(&claim) && said.ends_with(": proved\n"), "{said}");
        }
    }
    let with = scratch.read("d/periods.csv");
    let named = |text: &str| text.replace(",certificates/", ",").replace(".txt.gz,", ",");
    assert!(with != without && named(&with).lines().count() == without.lines().count());
    let written = std::fs::read(scratch.path().join("d/certificates/4.364.txt.gz")).unwrap();
    std::fs::remove_file(scratch.path().join("d/certificates/4.364.txt.gz")).unwrap();
    mend("`certificates/4.364.txt.gz` is missing or cut off");
    assert_eq!(std::fs::read(scratch.path().join("d/certificates/4.364.txt.gz")).unwrap(), written);
    assert_eq!(scratch.read("d/periods.csv"), with);
    // A file that is not there under the name in its row gets a new name.
    let other = with.replace("certificates/0.07.txt", "certificates/0.07.txt.gz");
    assert_ne!(other, with);
    scratch.write("d/periods.csv", &other);
    mend("`certificates/0.07.txt.gz` is missing or cut off");
    assert_eq!(scratch.read("d/periods.csv"), with);
    // So is one that is about something else.
    scratch.write("d/certificates/0.07.txt", "octal certificate 2\ncode 0.77\n");
    mend("`certificates/0.07.txt`");
    assert!(scratch.octal("check d/certificates/0.07.txt").quietly().ends_with(": proved\n"));
    let refusal = scratch.octal("survey --codes codes.txt --certificates").refused();
    assert!(refusal.contains("--dir <DIR>"), "{refusal}");
}

/// A name in a table leads to no file outside the directory of certificates.
#[test]
fn certificates_elsewhere_are_not_written() {
    let scratch = Scratch::new();
    scratch.write("codes.txt", "0.07\n");
    scratch.octal("survey --codes codes.txt --limit 500 --certificates --dir a/b").quietly();
    let table = scratch.read("a/b/periods.csv").replace("certificates/0.07.txt", "../0.07.txt");
    scratch.write("a/b/periods.csv", table);
    let certificate = scratch.read("a/b/certificates/0.07.txt");
    scratch.write("a/0.07.txt", certificate);
    scratch.write("0.07.txt", "mine");
    let ran = scratch.octal("survey --merge a/b --dir whole");
    assert!(ran.err.contains("../0.07.txt"), "{ran:?}");
    assert_eq!(scratch.read("0.07.txt"), "mine");
}

/// A proof whose heaps do not fit into memory stays, and who has the certificate is said.
#[test]
fn a_certificate_that_takes_more_memory() {
    let scratch = Scratch::new();
    scratch.write("codes.txt", "0.31626\n");
    let run = |options: &str| {
        scratch.octal(&format!("survey --codes codes.txt --limit 2e6 --dir d {options}"))
    };
    run("").quietly();
    let without = scratch.read("d/periods.csv");
    assert_eq!(csv_rows(&without)[0]["verified_to"], "1111930");
    let ran = run("--certificates --memory 1M");
    assert!(
        ran.err
            .starts_with("0.31626: a search up to the end of its proof does not fit into memory"),
        "{ran:?}"
    );
    ran.ended(2);
    assert_eq!(scratch.read("d/periods.csv"), without);
    run("--certificates").quietly();
    assert_ne!(scratch.read("d/periods.csv"), without);
}

/// With a limit of work alone a search goes as far as that work, beyond the heap at which it ends
/// with neither.
#[test]
fn work_is_the_only_limit() {
    let scratch = Scratch::new();
    scratch.write("codes.txt", "0.106\n");
    let table = scratch.octal("survey --codes codes.txt --work 3e9 --memory 1G").quietly();
    let row = &csv_rows(&table)[0];
    assert_eq!(row["stop"], "work 3000000000");
    assert!(row["verified_to"].parse::<u64>().unwrap() > 1 << 27, "{}", row["verified_to"]);
}

/// A survey in rounds ends as one that begins with the last round where its own proofs end, and
/// each round is said.
#[test]
fn rounds_resume_each_other() {
    let scratch = Scratch::new();
    let rounds = |options: &str| scratch.octal(&format!("survey --digits 2 {options}"));
    let ran = rounds("--first-work 1e3 --work 5e4 --dir rounds");
    let said =
        [1_000, 10_000, 50_000].map(|work| format!("round of {work} option values a game\n"));
    assert_eq!((ran.code, ran.err), (Some(0), said.concat()));
    for work in ["1e3", "1e4", "5e4"] {
        rounds(&format!("--work {work} --dir steps")).quietly();
    }
    assert_eq!(scratch.read("rounds/periods.csv"), scratch.read("steps/periods.csv"));
    let open = csv_rows(&scratch.read("rounds/periods.csv"));
    let open: Vec<_> = open.iter().filter(|row| row["status"] == "open").collect();
    assert!(open.len() > 5 && open.iter().all(|row| row["stop"] == "work 50000"), "{open:?}");
    let err = rounds("--first-work 1e5 --work 1e4").refused();
    assert!(err.contains("the first round has more work than the last"), "{err}");
    assert!(rounds("--first-work 1e5").refused().contains("--work <W>"));
}

/// Killed at whatever moment, a survey in rounds is a table that can be read, and ends as one that
/// nobody disturbed.
#[cfg(unix)]
#[test]
fn a_survey_in_rounds_that_is_killed() {
    let scratch = Scratch::new();
    let arguments = |dir| {
        let rounds = ["survey", "--digits", "2", "--first-work", "1e4", "--work", "1e6"];
        [&rounds[..], &["--certificates", "--report", "--dir", dir]].concat()
    };
    scratch.run(&arguments("undisturbed")).ended(0);
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..6 {
        let mut child = scratch.command(&arguments("killed")).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(random.u64(5..150)));
        let _ = child.kill();
        child.wait().unwrap();
        let periods = scratch.path().join("killed/periods.csv");
        csv_rows(&std::fs::read_to_string(periods).unwrap_or_default());
    }
    // As if the last one had been killed in the middle of a certificate, with no other left to
    // write.
    scratch.run(&arguments("killed")).ended(0);
    scratch.write("killed/certificates/.octal-000000.tmp", "octal certificate 2\ncode 0.0");
    scratch.run(&arguments("killed")).ended(0);
    assert_same_survey(&scratch, "killed", "undisturbed");
    for file in ["README.md", "plots/periods.svg", "plots/survival.svg"] {
        let [found, expected] =
            ["killed", "undisturbed"].map(|of| scratch.read(&format!("{of}/{file}")));
        assert!(found == expected, "{file}");
    }
    let left: Vec<String> = super::names(&scratch.path().join("killed"));
    assert_eq!(left, super::names(&scratch.path().join("undisturbed")));
}

/// The page of a survey says what its table does, and replaces nobody's README.
#[test]
fn the_report_of_a_survey() {
    let scratch = Scratch::new();
    let run = || scratch.octal("survey --digits 2 --limit 3000 --report --dir d");
    run().quietly();
    let page = scratch.read("d/README.md");
    let rows = csv_rows(&scratch.read("d/periods.csv"));
    let proved = rows.iter().filter(|row| row["status"] == "proved").count();
    let said = format!(
        "128 octal codes of at most 2 digits after the point, which are {} games",
        rows.len()
    );
    assert!(page.starts_with("# Census\n") && page.contains(&said), "{page}");
    assert!(page.contains(&format!("Of the games {proved} are proved periodic")), "{page}");
    assert!(
        page.contains("| 0.16 |")
            == rows.iter().any(|row| row["code"] == "0.16" && row["status"] == "proved")
    );
    assert!(page.contains("| 0.45 | 498 | 20 | 67 | 8 | 11 |"), "{page}");
    for picture in ["plots/periods.svg", "plots/survival.svg"] {
        assert!(page.contains(&format!("]({picture})")), "{page}");
        roxmltree::Document::parse(&scratch.read(&format!("d/{picture}"))).unwrap();
    }
    scratch.write("d/README.md", "# My notes\n");
    let err = run().refused();
    assert!(err.contains("`d/README.md` would be overwritten: name a directory"), "{err}");
    assert_eq!(scratch.read("d/README.md"), "# My notes\n");
    std::fs::remove_file(scratch.path().join("d/README.md")).unwrap();
    run().quietly();
    assert_eq!(scratch.read("d/README.md"), page);
    assert!(scratch.octal("survey --report").refused().contains("--dir <DIR>"));
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
    // Two proofs that contradict each other, in any order.
    scratch.octal_reading("survey --codes - --limit 300 --dir right", "0.77\n").quietly();
    std::fs::create_dir(scratch.path().join("wrong")).unwrap();
    let wrong = scratch.read("right/periods.csv").replace(",71,12,0,14,70,", ",5,7,0,2,4,");
    scratch.write("wrong/periods.csv", &wrong);
    for (order, periods) in [
        ("right wrong", ["period 7 from heap 5 on", "period 12 from heap 71 on"]),
        ("wrong right", ["period 12 from heap 71 on", "period 7 from heap 5 on"]),
    ] {
        let err = scratch.octal(&format!("survey --merge {order}")).refused();
        let [here, before] = periods;
        let expected = format!("0.77 has {here} in `");
        assert!(
            err.contains(&expected) && err.contains(&format!("and {before} in a table")),
            "{err}"
        );
    }
    // A certificate that is no more whole is named, and nothing is written.
    for from in ["good", "bad"] {
        let survey = format!("survey --codes - --limit 300 --certificates --dir {from}");
        scratch.octal_reading(&survey, "0.77\n").quietly();
    }
    scratch.write("bad/certificates/0.77.txt", "garbage\n");
    let err = scratch.octal("survey --merge bad good --dir both").refused();
    assert!(err.contains("`certificates/0.77.txt` is missing or cut off"), "{err}");
    assert!(!scratch.path().join("both").exists());
    let refusal = |arguments: &str| scratch.octal(&format!("survey {arguments}")).refused();
    assert!(refusal("--merge 1 nowhere --dir new").contains("`nowhere` holds no periods.csv"));
    assert!(!scratch.path().join("new").exists());
    assert!(refusal("--merge 1 --digits 2").contains("cannot be used with"));
    assert!(refusal("--merge 1 --first-work 9").contains("cannot be used with"));
    std::fs::create_dir(scratch.path().join("empty")).unwrap();
    scratch.write("empty/periods.csv", "");
    assert!(refusal("--merge 1 empty").contains("`empty/periods.csv` is empty"));
    assert!(refusal("--merge 1 2 --dir 1").contains("would replace the input `1/periods.csv`"));
}

/// Every code of the survey is in codes.csv once, with a game of periods.csv whose values are its
/// own, G(n) = G_game(n − shift).
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
            assert_eq!(code[n as usize], game[(n - shift) as usize], "{row:?} {n}");
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

/// Two surveys with a code in common make the table of one survey of both lists, whichever comes
/// first.
#[test]
fn overlapping_surveys_in_any_order() {
    let scratch = Scratch::new();
    for (list, codes) in [("a", "0.37\n0.34\n"), ("b", "0.6\n0.37\n"), ("ab", "0.37\n0.34\n0.6\n")]
    {
        scratch.write(list, codes);
    }
    for limit in ["--limit 5e3", "--work 1e6"] {
        let survey = |list: &str, directory: &str| {
            let run = format!("survey --codes {list} {limit} --dir {directory}");
            scratch.octal(&run).quietly();
            ["periods.csv", "codes.csv"].map(|file| scratch.read(&format!("{directory}/{file}")))
        };
        let whole = survey("ab", "whole");
        let rows = csv_rows(&whole[0]);
        assert_eq!((&*rows[0]["code"], &*rows[0]["name"]), ("0.6", "officers"));
        assert_eq!((&*rows[0]["cousins"], &*rows[0]["status"]), ("0.37 shift 1", "open"));
        survey("a", "a-first");
        assert_eq!(survey("b", "a-first"), whole);
        survey("b", "b-first");
        assert_eq!(survey("a", "b-first"), whole);
        survey("a", "a-alone");
        survey("b", "b-alone");
        for order in ["a-alone b-alone", "b-alone a-alone"] {
            assert_eq!(scratch.octal(&format!("survey --merge {order}")).quietly(), whole[0]);
        }
        for directory in ["whole", "a-first", "b-first", "a-alone", "b-alone"] {
            std::fs::remove_dir_all(scratch.path().join(directory)).unwrap();
        }
    }
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
    std::fs::remove_file(scratch.path().join("d/periods.csv")).unwrap();
    scratch.write("d/codes.csv", "mine\n");
    let err = scratch.octal("survey --digits 1 --limit 100 --dir d").refused();
    assert!(err.contains("`d/codes.csv` would be overwritten"), "{err}");
    assert_eq!(scratch.read("d/codes.csv"), "mine\n");
    std::fs::remove_file(scratch.path().join("d/codes.csv")).unwrap();
    std::fs::create_dir(scratch.path().join("d/equal.csv")).unwrap();
    let err = scratch.octal("survey --digits 1 --limit 100 --dir d --report").refused();
    assert!(err.contains("`d/equal.csv` is a directory: move it away"), "{err}");
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
fn an_interrupted_survey_resumes() {
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

/// Without a directory there is nothing to resume from.
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

/// Searches that have kept all their values become rows, whatever the work of the survey.
#[test]
fn searches_are_taken_over() {
    let scratch = Scratch::new();
    scratch.octal("search 0.77 0.127 0.15 --limit 1e5 --dir deep").ended(0);
    let shallow = "survey --digits 3 --work 1e4 --shard 1/8 --dir d";
    scratch.octal(shallow).quietly();
    let before = csv_rows(&scratch.read("d/periods.csv"));
    scratch.octal(&format!("{shallow} --search deep --search deep/0.15 --certificates")).quietly();
    let after = csv_rows(&scratch.read("d/periods.csv"));
    let row = |code: &str| after.iter().find(|row| row["code"] == code).unwrap();
    assert_eq!((&*row("0.77")["period"], &*row("0.127")["period"]), ("12", "4"));
    assert_eq!(row("0.127")["certificate"], "certificates/0.127.txt.gz");
    scratch.octal("check d/certificates/0.127.txt.gz").quietly();
    assert!(before.iter().all(|old| row(&old["code"])["status"] >= old["status"]));
    // 0.37 is a first cousin of 0.6, whose row has the name of the game.
    scratch.octal("search 0.37 --limit 1e4 --dir cousin").ended(1);
    let ran = scratch.octal("survey --digits 2 --work 1e4 --dir e --search cousin");
    assert!(ran.err.contains("the search of 0.37 is passed over: 0.6 stands for this game"));
    assert!(csv_rows(&scratch.read("e/periods.csv")).iter().any(|row| row["name"] == "officers"));
    let refused = scratch.octal("survey --digits 1 --work 1e4 --dir d --search nowhere").refused();
    assert!(refused.contains("there is no search in `nowhere`"), "{refused}");
    let refused = scratch.octal("survey --digits 1 --work 1e4 --search deep").refused();
    assert!(refused.contains("--dir"), "{refused}");
}

/// A search that another process runs is passed over, if there are others.
#[test]
fn a_search_that_runs_is_passed_over() {
    let scratch = Scratch::new();
    scratch.octal("search 0.77 0.127 0.15 --limit 1e5 --dir deep").ended(0);
    let running = octal::period::resumable::Directory::open(scratch.path().join("deep/0.15"));
    let [passed_over, refused] = among_others_and_alone(&scratch);
    assert_eq!(passed_over, "`deep/0.15` is passed over: another process searches there\n");
    assert!(refused.contains("another process searches in `deep/0.15`"), "{refused}");
    drop(running.unwrap());
}

/// So is one whose files are broken: the others become rows.
#[test]
fn a_broken_search_is_passed_over() {
    let scratch = Scratch::new();
    scratch.octal("search 0.77 0.127 0.15 --limit 1e5 --dir deep").ended(0);
    scratch.write("deep/0.15/checkpoint", "{}");
    let [passed_over, refused] = among_others_and_alone(&scratch);
    assert!(passed_over.starts_with("`deep/0.15` is passed over: "), "{passed_over}");
    assert!(passed_over.contains("checkpoint"), "{passed_over}");
    assert!(refused.contains("checkpoint"), "{refused}");
}

/// The messages of a survey about the search for 0.15 that it cannot take over: among others, of
/// which it makes rows, and alone, where that is an error.
fn among_others_and_alone(scratch: &Scratch) -> [String; 2] {
    scratch.write("codes.txt", "0.77\n");
    let survey = "survey --codes codes.txt --work 1e3 --dir d --search deep";
    let ran = scratch.octal(survey);
    let passed_over = ran.err.clone();
    ran.ended(0);
    let rows = csv_rows(&scratch.read("d/periods.csv"));
    let codes: Vec<&str> = rows.iter().map(|row| &*row["code"]).collect();
    assert_eq!(codes, ["0.77", "0.127"]);
    [passed_over, scratch.octal(&format!("{survey}/0.15")).refused()]
}
