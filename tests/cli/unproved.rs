//! Rows that nobody proved, or that lack their certificates, are named and not used.

use std::fs;

use super::report::reports;
use super::{Scratch, csv_rows};

/// A directory of reports of Kayles and Officers.
fn scratch() -> Scratch {
    let scratch = Scratch::new();
    scratch.octal("report --dir r --code 0.77 --code 0.6 --work 1e6 --certificates").ended(0);
    scratch
}

/// Officers is proved, says somebody.
fn forge(scratch: &Scratch, theorem: &str) {
    let row = |line: &str| {
        let mut fields: Vec<&str> = line.split(',').collect();
        if fields[0] == "0.6" {
            fields.splice(3..9, ["proved", "5", "3", "0", "0", "4"]);
            fields[15] = theorem;
            fields[17] = "certificates/0.6.txt";
        }
        fields.join(",") + "\n"
    };
    let forged: String = scratch.read("r/periods.csv").lines().map(row).collect();
    scratch.write("r/periods.csv", forged);
}

const AGAIN: &str = "report --dir r --code 0.6 --code 0.77 --work 1e6";

#[test]
fn a_row_without_a_proof_is_searched_again() {
    for (theorem, complaint) in [
        ("", "names no theorem that proves its preperiod"),
        ("arithmetic window", "names no theorem that proves its preperiod"),
        ("Guy-Smith window", "its certificate `certificates/0.6.txt` is missing or cut off"),
    ] {
        let scratch = scratch();
        let honest = reports(&scratch.path().join("r"));
        forge(&scratch, theorem);
        let ran = scratch.octal("table r/periods.csv --format csv");
        assert!(ran.err.contains(complaint) && ran.err.contains("game 0.6:"), "{ran:?}");
        let rows = csv_rows(&ran.ended(1));
        assert_eq!(rows.iter().map(|row| &*row["code"]).collect::<Vec<_>>(), ["0.77"]);
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
fn certificates_and_exceptions_are_made_again() {
    for (file, text, complaint) in [
        ("certificates/0.77.txt", None, "`certificates/0.77.txt` is missing or cut off"),
        (
            "certificates/0.77.txt",
            Some("octal certificate 2\ncode 0.77\n"),
            "`certificates/0.77.txt` is missing or cut off",
        ),
        ("exceptions.csv", None, "not all of its exceptions are in exceptions.csv (0 of 14)"),
        (
            "exceptions.csv",
            Some("code,n,value,periodic_value\n"),
            "not all of its exceptions are in exceptions.csv (0 of 14)",
        ),
    ] {
        let scratch = scratch();
        let honest = reports(&scratch.path().join("r"));
        match text {
            None => fs::remove_file(scratch.path().join("r").join(file)).unwrap(),
            Some(text) => {
                scratch.write(&format!("r/{file}"), text);
            }
        }
        // Within no limits at all: the proof is known to be found again.
        let ran = scratch.octal("report --dir r --code 0.77 --work 1 --certificates");
        assert!(ran.err.contains(complaint), "{ran:?}");
        assert!(reports(&scratch.path().join("r")) == honest, "{file}, {text:?}: {ran:?}");
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
