//! Rows that nobody proved, and files that are not as they were written, are named and not used.

use std::fs;

use super::report::reports;
use super::{Scratch, csv_rows};

/// A directory of reports of Kayles and Officers.
fn scratch() -> Scratch {
    let scratch = Scratch::new();
    scratch.octal("report --dir r --code 0.77 --code 0.6 --work 1e6").ended(0);
    scratch
}

/// Officers is proved, says somebody.
fn forge(scratch: &Scratch, theorem: &str) {
    let row = |line: &str| {
        let mut fields: Vec<&str> = line.split(',').collect();
        if fields[0] == "0.6" {
            fields.splice(3..9, ["proved", "5", "3", "0", "0", "4"]);
            fields[15] = theorem;
        }
        fields.join(",") + "\n"
    };
    let forged: String = scratch.read("r/periods.csv").lines().map(row).collect();
    scratch.write("r/periods.csv", forged);
}

const AGAIN: &str = "report --dir r --code 0.6 --code 0.77 --work 1e6";

#[test]
fn a_row_without_a_proof_is_searched_anew() {
    for (theorem, complaint) in [
        ("", "names no theorem that proves such a period"),
        ("arithmetic window", "names no theorem that proves such a period"),
        ("Guy-Smith window", "its certificate `certificates/0.6.txt` is missing"),
    ] {
        let scratch = scratch();
        let honest = reports(&scratch.path().join("r"));
        forge(&scratch, theorem);
        // No checksum tells, so that the row alone is judged.
        fs::remove_file(scratch.path().join("r/manifest.csv")).unwrap();
        if theorem != "Guy-Smith window" {
            let ran = scratch.octal("table r/periods.csv --format csv");
            assert!(ran.err.contains(complaint) && ran.err.contains("game 0.6:"), "{ran:?}");
            let rows = csv_rows(&ran.ended(1));
            assert_eq!(rows.iter().map(|row| &*row["code"]).collect::<Vec<_>>(), ["0.77"]);
        }
        let ran = scratch.octal(AGAIN);
        assert!(ran.err.contains(complaint), "{ran:?}");
        assert!(ran.err.contains("\n1 game proved, 0 observed, 1 open, in 2 rows"), "{ran:?}");
        let found = reports(&scratch.path().join("r"));
        let row = |text: &str| csv_rows(text).into_iter().find(|r| r["code"] == "0.6").unwrap();
        let (found, honest) = (row(&found["periods.csv"]), row(&honest["periods.csv"]));
        assert_eq!(
            (&found["status"], &found["max_value"]),
            (&honest["status"], &honest["max_value"])
        );
    }
}

#[test]
fn a_report_that_was_changed_is_kept_aside() {
    let scratch = scratch();
    let honest = reports(&scratch.path().join("r"));
    forge(&scratch, "Guy-Smith window");
    let forged = scratch.read("r/periods.csv");
    let err = scratch.octal("table r/periods.csv").refused();
    assert!(
        err.contains("`r/periods.csv` is not used: it was changed since it was written"),
        "{err}"
    );
    let ran = scratch.octal(AGAIN);
    assert!(ran.err.contains("`r/periods.csv`: it was changed since it was written"), "{ran:?}");
    assert!(
        ran.err.contains("a changed file was replaced, and is kept as `periods.csv.unused-"),
        "{ran:?}"
    );
    ran.ended(0);
    let mut found = reports(&scratch.path().join("r"));
    found.retain(|name, text| !(name.starts_with("periods.csv.unused-") && *text == forged));
    assert_eq!(found, honest);
    scratch.octal("table r/periods.csv").quietly();
    // Once is enough.
    assert!(!scratch.octal(AGAIN).err.contains("changed"));
}

#[test]
fn certificates_and_exceptions_are_made_again() {
    for (file, text, complaint) in [
        ("certificates/0.77.txt", None, "its certificate `certificates/0.77.txt` is missing"),
        (
            "certificates/0.77.txt",
            Some("octal certificate 2\ncode 0.77\n"),
            "does not state this period",
        ),
        ("exceptions.csv", None, "not all of its exceptions are in exceptions.csv (0 of 14)"),
        ("exceptions.csv", Some("code,n,value,periodic_value\n"), "it was changed since"),
    ] {
        let scratch = scratch();
        let all_but_manifest = || {
            let mut found = reports(&scratch.path().join("r"));
            found.retain(|name, _| !name.contains(".unused-") && name != "manifest.csv");
            found
        };
        let honest = all_but_manifest();
        match text {
            None => fs::remove_file(scratch.path().join("r").join(file)).unwrap(),
            Some(text) => {
                scratch.write(&format!("r/{file}"), text);
            }
        }
        // Within no limits at all: the proof is known to be found again.
        let ran = scratch.octal("report --dir r --code 0.77 --work 1");
        assert!(ran.err.contains(complaint), "{ran:?}");
        assert!(all_but_manifest() == honest, "{file}, {text:?}: {ran:?}");
    }
}

/// Every row of the committed reports is used.
#[test]
fn the_committed_reports_have_their_proofs() {
    let committed =
        format!("table {}/results/periods.csv --format csv", env!("CARGO_MANIFEST_DIR"));
    let rows = csv_rows(&super::octal(&committed).quietly());
    assert!(rows.len() > 150 && rows.iter().any(|row| row["theorem"] == "endless window"));
}
