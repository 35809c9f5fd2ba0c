//! `octal known`: what is known of a game, and that nothing is.

use std::path::Path;

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

/// The row that is part of the program counts, in the heaps of the code.
#[test]
fn a_settled_game() {
    let out = octal("known dawsons-chess").quietly();
    assert!(out.starts_with("0.137 (dawsons-chess)\n"), "{out}");
    let lines = lines(&out);
    assert!(said(&lines, "published").starts_with("period 34 ("), "{out}");
    assert!(said(&lines, "equal games").starts_with("G(n) = G_0.07(n + 1) = "), "{out}");
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
    assert!(said(&lines, "equal games").contains("G_0.007(n − 1)"), "{out}");
    assert!(!out.contains("published"), "{out}");
    let result = said(&lines, "our result");
    assert!(result.starts_with("0.04: open, no period proved up to heap "), "{out}");
    assert!(result.ends_with("; the row of 0.007, G(n) = G_0.007(n − 1)"), "{out}");
}

/// The tables that are part of the program are known in any directory: those of the results, of
/// both censuses and of misère play. A directory stands in their place.
#[test]
fn tables_that_travel() {
    let scratch = Scratch::new();
    std::fs::create_dir(scratch.path().join("empty")).unwrap();
    let result = |arguments: &str| {
        let out = scratch.octal(&format!("known {arguments}")).ended(0);
        lines(&out).into_iter().find(|(label, _)| label == "our result").map(|(_, said)| said)
    };
    for (code, begins) in [
        ("0.106", "0.106: period 328226140474 from heap 465384263797 on, proved"),
        ("0.00165", "0.00165: "),
        ("0.9", "0.9: open, no period proved up to heap 10131"),
        ("0.12345", "0.12345: "),
    ] {
        let said = result(code).unwrap();
        assert!(said.starts_with(begins), "{code}: {said}");
    }
    assert_eq!(result("0.106 --results empty"), None);
    let out = scratch.octal("known 0.3122").quietly();
    assert!(
        said(&lines(&out), "misère play").starts_with("0.3122: infinite from heap 7 on"),
        "{out}"
    );
    let draft = scratch.octal("oeis officers").quietly();
    assert!(draft.contains("1000000000"), "{draft}");
}

/// The row and the certificate of a directory of results count, for equal games too.
#[test]
fn results_of_earlier_searches() {
    let scratch = Scratch::new();
    scratch
        .octal("report --dir r --code 0.07 --code 0.6 --limit 1000 --work 1e6 --certificates")
        .ended(0);
    let out = scratch.octal("known 0.4 --results r").quietly();
    let row = lines(&out);
    assert_eq!(said(&row, "certificate"), "r/certificates/0.07.txt");
    let result = "0.4: period 34 from heap 54 on, proved (Guy-Smith window), verified to heap 202 \
                  (the proof needs heap 176); the row of 0.07, G(n) = G_0.07(n − 1)";
    assert_eq!(said(&row, "our result"), result);
    assert!(said(&row, "equal games").starts_with("G(n) = G_0.07(n − 1) = "), "{out}");
    let out = scratch.octal("known couples-are-forever --results r").quietly();
    assert_eq!(
        said(&lines(&out), "our result"),
        "0.6 shift 1: open, no period proved up to heap 1001; the row of 0.6, G(n) = G_0.6(n − 1)"
    );
    assert!(said(&lines(&out), "searched by").contains("140000000000000 by J. P. Grossman 2019"));
    // A row that has lost its certificate is named and not used.
    std::fs::remove_file(scratch.path().join("r/certificates/0.07.txt")).unwrap();
    let ran = scratch.octal("known 0.07 --results r");
    assert!(ran.err.contains("its certificate `certificates/0.07.txt` is missing"), "{ran:?}");
    assert!(!ran.ended(0).contains("certificate "));
}

/// The figures under a code are its own, whichever code has the row, also as CSV and JSON.
#[test]
fn a_row_of_another_code() {
    let scratch = Scratch::new();
    scratch.octal("report --dir r --code 0.07 --code 0.6 --limit 1000 --work 1e6").ended(0);
    let json = |code: &str| -> Value {
        let out = scratch.run(&["known", code, "--results", "r", "--format", "json"]);
        serde_json::from_str(&out.quietly()).unwrap()
    };
    let row = &json("0.07")["row"];
    assert_eq!((&row["preperiod"], &row["exceptions"]), (&53.into(), &8.into()));
    for code in ["0.137", "0.07 shift -1", "0.4", "0.07 shift 4", "0.6", "couples-are-forever"] {
        let found = json(code);
        let own = scratch.run(&["period", code, "--format", "json", "--limit", "1000"]);
        let own: Value = serde_json::from_str(&own.out).unwrap();
        let columns =
            ["code", "standard_form", "name", "status", "preperiod", "period", "exceptions"];
        let more = ["last_exception", "max_value", "max_at", "theorem", "digest"];
        for column in columns.into_iter().chain(more) {
            if own["status"] == "proved" || !column.starts_with("max") {
                assert_eq!(found["row"][column], own[column], "{code}: {column}");
            }
        }
    }
    let chess = json("0.137");
    assert_eq!((&chess["row"]["preperiod"], &chess["row"]["exceptions"]), (&52.into(), &7.into()));
    assert_eq!(
        (&chess["row"]["max_at"], &chess["row_game"]),
        (&85.into(), &"0.07 shift -1".into())
    );
    let cousins = chess["row"]["cousins"].as_str().unwrap();
    assert!(cousins.starts_with("0.07 shift -1; 0.4 shift -2; "), "{cousins}");
    let row = &csv_rows(&scratch.octal("known 0.137 --results r --format csv").quietly())[0];
    let said = [&row["code"], &row["row"], &row["preperiod"], &row["verified_to"]];
    assert_eq!(said, ["0.137", "0.07", "52", "200"]);
}

/// Misère play is that of the first cousins alone, in the heaps of the code; that nobody has
/// published anything is said.
#[test]
fn misere_play_and_no_publication() {
    let scratch = Scratch::new();
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    std::fs::create_dir_all(scratch.path().join("r/misere")).unwrap();
    let names = ["misere.csv", "misere_codes.csv", "misere_partial.csv"].map(str::to_owned);
    let codes = ["0.3122.txt.gz", "0.07.txt.gz", "0.123.txt"].map(|name| format!("misere/{name}"));
    for file in names.iter().chain(&codes) {
        std::fs::copy(results.join(file), scratch.path().join("r").join(file)).unwrap();
    }
    let known = |code: &str| lines(&scratch.octal(&format!("known {code} --results r")).quietly());
    let lines = known("0.3122");
    assert_eq!(said(&lines, "published"), "no publication collected");
    let infinite =
        "0.3122: infinite from heap 7 on, proved (Theorem I); tame: no, wild from heap 4 on";
    assert_eq!(said(&lines, "misère play"), infinite);
    let order = |code: &str| said(&known(code), "misère play").to_owned();
    assert!(order("0.123").starts_with("0.123: order 20, |P| = 5, proved (Theorem M)"));
    let infinite =
        "0.137: infinite from heap 33 on, proved (Theorem I); tame: no, wild from heap 9 on";
    assert_eq!(order("0.137"), infinite);
    // 0.3123 has the values of 0.3122 in normal play, and is no first cousin of it.
    assert!(order("0.3123").starts_with("0.3123: open, order 328, "), "{}", order("0.3123"));
    assert!(known("0.137").iter().all(|(_, said)| said != "no publication collected"));
    let json = scratch.octal("known 0.3122 --results r --format json").quietly();
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["published"], &json["misere"]["order"]), (&false.into(), &"infinite".into()));
    let row = &csv_rows(&scratch.octal("known 0.3122 --results r --format csv").quietly())[0];
    let said = [&row["misere_status"], &row["misere_order"], &row["misere_certificate"]];
    assert_eq!(said, ["proved", "infinite", "misere/0.3122.txt.gz"]);
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
    assert_eq!((&*row["status"], &*row["certificate"]), ("open", ""));
}

/// The names and years of those who settled a game are printed for equal games too.
#[test]
fn who_settled_it() {
    let settled = |code: &str| {
        let out = octal(&format!("known {code}")).quietly();
        lines(&out).into_iter().find(|(label, _)| label == "settled").map(|(_, said)| said)
    };
    let kayles = settled("kayles").unwrap();
    assert!(
        kayles.starts_with("0.77 by R. K. Guy, C. A. B. Smith, 1956 (R. K. Guy and "),
        "{kayles}"
    );
    assert_eq!(settled("4.4").unwrap(), kayles);
    assert_eq!(settled("0.104").unwrap(), "0.104 by A. Flammenkamp (OEIS A071457)");
    assert!(settled("0.127").unwrap().contains("1989"));
    assert_eq!(settled("treblecross"), None);
    let json: Value = serde_json::from_str(&octal("known 4.4 --format json").quietly()).unwrap();
    assert_eq!(
        (&json["settled"][0]["code"], &json["settled"][0]["year"]),
        (&"0.77".into(), &1956.into())
    );
    let row = &csv_rows(&octal("known kayles --format csv").quietly())[0];
    assert_eq!(row["settled_by"], kayles);
}

/// The standard form of a code may have more digits than the codes that are listed otherwise.
#[test]
fn the_standard_form_is_an_equal_game() {
    let json = |code: &str| -> Value {
        serde_json::from_str(&octal(&format!("known {code} --format json")).quietly()).unwrap()
    };
    let equal = |json: &Value, code: &str| {
        json["equal_games"].as_array().unwrap().iter().any(|game| game == code)
    };
    assert!(equal(&json("treblecross"), "0.11337 shift 2"));
    assert!(equal(&json("0.11337"), "0.007 shift -2"));
}

/// Surveys beside the results have answers that the results lack.
#[test]
fn results_and_the_surveys_beside_them() {
    let scratch = Scratch::new();
    scratch.write("codes.txt", "0.9\n");
    scratch.octal("survey --digits 1 --limit 300 --dir r").ended(0);
    scratch.octal("survey --codes codes.txt --limit 300 --dir r/hexadecimal").ended(0);
    let known = |code: &str| scratch.octal(&format!("known {code} --results r")).ended(0);
    let open = "0.9: open, no period proved up to heap 300";
    assert_eq!(said(&lines(&known("0.9")), "our result"), open);
    let other = said(&lines(&known("0.7")), "our result").to_owned();
    assert!(
        other.starts_with("0.7: period 2 ") && other.ends_with("the row of 0.3, G(n) = G_0.3(n)")
    );
    // Of several rows that of the results counts.
    scratch.write("codes.txt", "0.6\n");
    scratch.octal("survey --codes codes.txt --limit 400 --dir r/census").ended(0);
    let open = "0.6: open, no period proved up to heap 300";
    assert_eq!(said(&lines(&known("0.6")), "our result"), open);
}

#[test]
fn results_that_are_not_there() {
    for command in ["known 0.6", "oeis 0.6", "position 0.6 3"] {
        let err = octal(&format!("{command} --results none")).refused();
        assert!(err.contains("`none` is no directory"), "{command}: {err}");
    }
}
