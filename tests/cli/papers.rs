//! Into papers, the OEIS and the manual: `octal oeis`, `octal table`, `octal man`.

use std::fs;
use std::path::Path;

use super::help::{help_texts, verbs};
use super::{Scratch, csv_rows, octal};

/// A directory with reports, as deep as a moment allows.
fn reports() -> Scratch {
    let scratch = Scratch::new();
    scratch.octal("report --work 1e5").ended(0);
    scratch
}

#[test]
fn an_entry_for_the_oeis() {
    let scratch = Scratch::new();
    let draft = scratch.octal("oeis 0.137").quietly();
    assert!(draft.starts_with("%I A000000\n%S A000000 0,1,1,2,0,3,1,1,0,3,3,2,2,4,0,5,2,2,3,3,"));
    assert!(draft.contains("%F A000000 a(n) = a(n-34) for n >= 86.\n"), "{draft}");
    scratch.octal("oeis 0.137 -o draft").quietly();
    assert_eq!(scratch.read("draft"), draft);
}

#[test]
fn reports_in_other_forms() {
    let scratch = reports();
    let table = |arguments: &str| scratch.octal(&format!("table {arguments}")).quietly();
    for report in ["periods", "exceptions", "claims", "frontier", "figures", "treblecross"] {
        let file = format!("results/{report}.csv");
        assert_eq!(table(&format!("{file} --format csv")), scratch.read(&file));
        let json = table(&format!("{file} --format json"));
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json.as_array().unwrap().len(), csv_rows(&scratch.read(&file)).len());
    }
    let proved = table("results/periods.csv --where status=proved --where code=0.77");
    let trimmed: Vec<Vec<&str>> = proved.lines().map(|l| l.split_whitespace().collect()).collect();
    let header =
        ["code", "status", "preperiod", "period", "exceptions", "max_value", "verified_to"];
    assert_eq!(trimmed, [&header[..], &["0.77", "proved", "71", "12", "14", "8", "155"]]);
    let latex = table("results/exceptions.csv --where code=0.07 --format latex");
    assert!(latex.contains("\n0.07 & 52 & 2 & 9 \\\\\n"), "{latex}");
    let err = scratch.octal("table results/periods.csv --select code,heap").refused();
    assert!(err.contains("no column `heap`; the columns are code, standard_form"), "{err}");
    let err = scratch.octal("table results/README.md").refused();
    assert!(err.contains("`results/README.md` is no report of this program"), "{err}");
    let row = octal("period 0.77 --format csv").quietly();
    let piped = scratch.octal_reading("table - --format latex", &row).quietly();
    assert_eq!(piped, octal("period 0.77 --format latex").quietly());
}

/// A table of the program is read by its name where there is no such file.
#[test]
fn tables_of_the_program_in_any_directory() {
    let scratch = Scratch::new();
    for file in ["results/periods.csv", "results/census/periods.csv", "results/misere.csv"] {
        let ran = scratch.octal(&format!("table {file} --format csv"));
        let note = format!("note: no file `{file}` here: these are the rows of the program\n");
        assert_eq!(ran.err, note);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        assert!(ran.ended(0) == fs::read_to_string(path).unwrap(), "{file}");
    }
    let ran = scratch.octal("table results/periods.csv --select code --where period>1e9");
    assert!(ran.ended(0).lines().any(|line| line.trim() == "0.106"));
}

/// An empty selection is reported, and is no failure; a code is found by any spelling.
#[test]
fn rows_by_conditions() {
    let scratch = Scratch::new();
    let file = "code,n,value,periodic_value\n0.07,15,0,4\n0.77,0,0,4\n";
    scratch.write("exceptions.csv", file);
    let table = |conditions: &str| {
        scratch.octal(&format!("table exceptions.csv --format csv --where {conditions}"))
    };
    for code in ["kayles", ".77", "0.77"] {
        let kayles = "code,n,value,periodic_value\n0.77,0,0,4\n";
        assert_eq!(table(&format!("code={code}")).quietly(), kayles);
    }
    for (conditions, sentence) in [
        ("n=3", "no row has `3` in column `n`"),
        ("code=0.6", "no row has `0.6` in column `code`"),
        ("code=", "no row has an empty field in column `code`"),
        ("code=kayles --where n=15", "no row with code=kayles has `15` in column `n`"),
        ("n=3 --where value=0", "no row has `3` in column `n`"),
    ] {
        let ran = table(conditions);
        assert_eq!(ran.err, format!("{sentence}\n"));
        assert_eq!(ran.ended(0), "code,n,value,periodic_value\n");
    }
    let ran = table("code=0.137");
    let of_game =
        "no row has `0.137` in column `code`; these rows have the heaps of their own codes: ";
    assert_eq!(ran.err, format!("{of_game}G(n) = G_0.07(n + 1)\n"));
    assert_eq!(ran.ended(0), "code,n,value,periodic_value\n0.07,15,0,4\n");
    let ran = table("code=kayle");
    let misspelt = "no row has `kayle` in column `code`: column 1: no game is called `kayle`: ";
    assert_eq!(ran.err, format!("{misspelt}did you mean `kayles`?\n"));
    ran.ended(0);
}

#[test]
fn a_page_of_the_manual_for_every_verb() {
    let scratch = Scratch::new();
    scratch.octal("man man1").quietly();
    let pages = super::names(&scratch.path().join("man1"));
    let inner = ["treblecross table", "treblecross validate", ""];
    for verb in verbs().into_iter().chain(inner.map(str::to_owned)) {
        let command = format!("octal {verb}").trim_end().to_owned();
        let page = format!("{}.1", command.replace(' ', "-"));
        assert!(pages.contains(&page), "{page} {pages:?}");
        let text = scratch.read(&format!("man1/{page}"));
        let command = format!("\n\\&  {}", command.replace('-', "\\-"));
        let (_, examples) = text.split_once(".SH EXAMPLES\n.nf\n").unwrap();
        assert!(format!("\n{examples}").contains(&command), "{page}: {text}");
        assert!(!text.contains(".SH EXTRA"), "{page}: {text}");
    }
    // There is a page for every verb, so that no verb is left out of the groups of the help.
    assert_eq!(pages.len(), help_texts().len(), "{pages:?}");
    let values = scratch.read("man1/octal-values.1");
    assert!(
        values.contains("\\-\\-double\\-check") && values.contains("\\-\\-columns"),
        "{values}"
    );

    let err = scratch.octal("man man1").refused();
    assert!(err.contains("exists already") && err.contains("--force"), "{err}");
    scratch.octal("man man1 --force").quietly();
    assert_eq!(super::names(&scratch.path().join("man1")), pages);
    assert!(scratch.octal("man man1/octal.1").refused().contains("is a file: name a directory"));
}
