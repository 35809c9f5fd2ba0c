//! `octal known`: what is known of a game, and that nothing is.

use serde_json::Value;

use super::{Scratch, csv_rows, octal};

/// The lines of an answer, the first without its label's spaces.
fn lines(out: &str) -> Vec<(String, String)> {
    let line = |line: &str| {
        let (label, said) = line.trim_start().split_once("  ").unwrap_or((line, ""));
        (label.to_owned(), said.trim_start().to_owned())
    };
    out.lines().map(line).collect()
}

fn said<'a>(lines: &'a [(String, String)], label: &str) -> &'a str {
    let line = lines.iter().find(|(found, _)| found == label);
    &line.unwrap_or_else(|| panic!("no {label}: {lines:?}")).1
}

/// Without results a proof that takes a moment counts, in the heaps of the code that was searched.
#[test]
fn a_settled_game() {
    let out = octal("known dawsons-chess").quietly();
    assert!(out.starts_with("0.137 (dawsons-chess)\n"), "{out}");
    let lines = lines(&out);
    assert!(said(&lines, "published").starts_with("period 34 ("), "{out}");
    assert!(said(&lines, "equal games").contains("0.07 shift -1"), "{out}");
    let result = "0.137: period 34 from heap 52 on, proved (Guy-Smith window), verified to heap ";
    assert!(said(&lines, "our result").starts_with(result), "{out}");
    assert!(!out.contains("certificate"), "{out}");
}

#[test]
fn an_open_game() {
    let out = octal("known 0.04").quietly();
    let lines = lines(&out);
    assert_eq!(lines[0].0, "0.04");
    assert_eq!(
        said(&lines, "searched by"),
        "0.007 to heap 33554432 by A. Flammenkamp (Flammenkamp comp_octal table); 0.04 to heap 131072 by \
         T. Czajka (tczajka/octal-games UnsolvedGames.md)"
    );
    assert!(said(&lines, "equal games").contains("0.007 shift 1"), "{out}");
    assert!(!out.contains("our result") && !out.contains("published"), "{out}");
}

/// The row and the certificate of a directory of results count, for equal games too.
#[test]
fn results_of_earlier_searches() {
    let scratch = Scratch::new();
    scratch.octal("report --dir r --code 0.07 --code 0.6 --limit 1000").ended(0);
    let out = scratch.octal("known 0.4 --results r").quietly();
    let row = lines(&out);
    assert_eq!(said(&row, "certificate"), "r/certificates/0.07.txt");
    let result = "0.07: period 34 from heap 53 on, proved (Guy-Smith window), verified to heap 201";
    assert_eq!(said(&row, "our result"), result);
    assert!(said(&row, "equal games").contains("0.07 shift 1"), "{out}");
    let out = scratch.octal("known couples-are-forever --results r").quietly();
    assert_eq!(said(&lines(&out), "our result"), "0.6: open, no period proved up to heap 1000");
    assert!(said(&lines(&out), "searched by").contains("140000000000000 by J. P. Grossman 2019"));
    // A row that has lost its certificate is named and not used.
    std::fs::remove_file(scratch.path().join("r/certificates/0.07.txt")).unwrap();
    let ran = scratch.octal("known 0.07 --results r");
    assert!(ran.err.contains("its certificate `certificates/0.07.txt` is missing"), "{ran:?}");
    assert!(!ran.ended(0).contains("certificate "));
    // A table that was changed is refused.
    let changed = scratch.read("r/periods.csv").replace("0.07,", "0.08,");
    scratch.write("r/periods.csv", changed);
    let err = scratch.octal("known 0.07 --results r").refused();
    assert!(err.contains("`r/periods.csv` is not used"), "{err}");
}

#[test]
fn nothing_is_known() {
    let ran = octal("known 0.1234567");
    assert_eq!(ran.err, "");
    let out = ran.ended(1);
    let nothing = "no published period or search, no row, and no proof within a second";
    assert_eq!(said(&lines(&out), "nothing known"), nothing);
    let json: Value =
        serde_json::from_str(&octal("known 0.1234567 --format json").ended(1)).unwrap();
    assert_eq!((&json["row"], json["limits"].as_array().unwrap().len()), (&Value::Null, 0));
}

#[test]
fn other_forms() {
    let json: Value = serde_json::from_str(&octal("known kayles --format json").quietly()).unwrap();
    assert_eq!((&json["code"], &json["name"]), (&"0.77".into(), &"kayles".into()));
    assert_eq!((&json["row"]["period"], &json["certificate"]), (&12.into(), &Value::Null));
    assert!(json["periods"].as_array().unwrap().iter().all(|said| said["period"] == 12), "{json}");
    let scratch = Scratch::new();
    scratch.octal("known grundys-game --format csv -o known.csv").quietly();
    let row = &csv_rows(&scratch.read("known.csv"))[0];
    assert_eq!((&*row["code"], &*row["name"]), ("4!.0", "grundys-game"));
    assert_eq!(
        (&*row["published_limit"], &*row["published_by"]),
        ("34359738368", "A. Flammenkamp")
    );
    assert_eq!((&*row["status"], &*row["certificate"]), ("", ""));
}
