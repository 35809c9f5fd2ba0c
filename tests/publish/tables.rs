//! The reports as tables: selection, JSON, LaTeX.

use std::path::Path;

use octal::code::cousins::same_by_rules;
use octal::formats::booktabs::{Column, escape, table};
use octal::formats::periods::PERIOD_HEADER;
use octal::period::Answer;
use octal::period::search::{Limits, search};
use octal::period::shifted::View;
use octal::publish::tables::{Condition, Report};
use octal::survey::store::csv_bytes;
use octal::survey::treblecross::{HEADER, TreblecrossRow};

use crate::common::code;

const EXCEPTIONS: &str = "code,n,value,periodic_value\n0.07,15,0,4\n0.07,17,0,-7\n0.77,0,0,4\n";

fn exceptions() -> Report {
    Report::read(EXCEPTIONS.as_bytes(), "exceptions.csv").unwrap()
}

#[test]
fn a_report_in_every_form() {
    let mut report = exceptions();
    assert_eq!(String::from_utf8(report.csv()).unwrap(), EXCEPTIONS);
    report.retain("code", "0.07").unwrap();
    report.select(&["n".to_owned(), "periodic_value".to_owned()]).unwrap();
    assert_eq!(String::from_utf8(report.csv()).unwrap(), "n,periodic_value\n15,4\n17,-7\n");
    let json: serde_json::Value = serde_json::from_str(&report.json().unwrap()).unwrap();
    assert_eq!(
        json,
        serde_json::json!([{"n": 15, "periodic_value": 4}, {"n": 17, "periodic_value": -7}])
    );
    let (columns, rows) = report.page();
    assert_eq!(
        (columns, rows[1].clone()),
        (vec![("n", true), ("periodic_value", true)], vec!["17", "-7"])
    );
    let latex = report.latex();
    assert!(
        latex.contains("\\begin{tabular}{@{}rr@{}}\n") && latex.contains("\n15 & 4 \\\\\n"),
        "{latex}"
    );
}

/// An empty number is `null` in JSON and an empty cell elsewhere.
#[test]
fn what_is_unknown_stays_empty() {
    let row = TreblecrossRow {
        cells: 20,
        heap: 22,
        grundy: 0,
        intervals: 0,
        search: None,
        published: None,
        source: None,
        agrees: "yes".to_owned(),
        outcome: "P".to_owned(),
        winning_cells: String::new(),
    };
    let report = Report::read(&csv_bytes([row], &HEADER)[..], "t").unwrap();
    let json: serde_json::Value = serde_json::from_str(&report.json().unwrap()).unwrap();
    for unknown in ["published", "source", "search"] {
        assert!(json[0][unknown].is_null(), "{unknown}: {json}");
    }
    assert_eq!((&json[0]["winning_cells"], &json[0]["cells"]), (&"".into(), &20.into()));
    let latex = report.latex();
    assert!(latex.contains("\n20 & 22 & 0 & P &  \\\\\n"), "{latex}");
}

#[test]
fn files_and_columns_that_are_none() {
    let complaint = |text: &str| Report::read(text.as_bytes(), "f").err().unwrap().to_string();
    assert!(complaint("a,b\n1,2\n").contains("`f` is no report of this program: its line 1"));
    assert!(complaint("").contains("`f` is no report"));
    let wrong = complaint(&EXCEPTIONS.replace("17", "x"));
    assert!(wrong.contains("`f` cannot be read") && wrong.contains("line: 3"), "{wrong}");
    let unknown = exceptions().retain("heap", "0").unwrap_err().to_string();
    assert_eq!(
        unknown,
        "there is no column `heap`; the columns are code, n, value, periodic_value"
    );
}

/// A file of another kind is reported as such, if it ends with a line or not; binary data are
/// reported too.
#[test]
fn files_of_another_kind() {
    let complaint = |bytes: &[u8]| Report::read(bytes, "f").err().unwrap().to_string();
    for text in ["{\"a\": [1, 2]}", "[\"a\", \"b\n", "code,n,val", "code,heap\n0.77,\"1", "x"] {
        let error = complaint(text.as_bytes());
        let foreign =
            "`f` is no report of this program: its line 1 should be the header of periods";
        assert!(error.starts_with(foreign), "{text}: {error}");
    }
    let latin = EXCEPTIONS.replace("0.77", "\0").into_bytes();
    let latin: Vec<u8> = latin.into_iter().map(|b| if b == 0 { 0xe8 } else { b }).collect();
    for (bytes, line, byte) in [(&latin[..], 4, 1), (b"\x89PNG\r\n\x1a\n", 1, 1)] {
        let place = format!("line {line}: byte {byte} of the line is not UTF-8");
        assert_eq!(complaint(bytes), format!("`f`, {place}: save the file as UTF-8"));
    }
    let marked = Report::read(format!("\u{feff}{EXCEPTIONS}").as_bytes(), "f").unwrap();
    assert_eq!(marked.csv(), exceptions().csv());
}

/// In the column `code` a game is found by every spelling, however the report spells it.
#[test]
fn rows_of_a_game_by_any_spelling() {
    let named = EXCEPTIONS.replace("0.77", "kayles");
    for spelling in ["kayles", "Kayles", ".77", "0·770", "0.77"] {
        for report in [EXCEPTIONS, &named] {
            let mut report = Report::read(report.as_bytes(), "f").unwrap();
            report.retain("code", spelling).unwrap();
            assert_eq!(report.rows().count(), 1, "{spelling}");
        }
    }
    for (column, none) in [("code", "0.6"), ("code", "kayle"), ("n", ".77")] {
        let mut report = exceptions();
        report.retain(column, none).unwrap();
        assert_eq!(report.rows().count(), 0, "{none}");
    }
}

/// Numbers are compared as numbers, in any spelling; an empty field is none.
#[test]
fn rows_by_conditions() {
    let heaps = |conditions: &str| {
        let table = format!("{EXCEPTIONS}0.6,1000,0,0\n0.6,20000,1,0\n");
        let mut report = Report::read(table.as_bytes(), "f").unwrap();
        for condition in Condition::all(conditions).unwrap() {
            report.retain_where(&condition).unwrap();
        }
        report.rows().map(|row| row[1].to_owned()).collect::<Vec<_>>().join(" ")
    };
    for (conditions, rows) in [
        ("n>15", "17 1000 20000"),
        ("n>=15", "15 17 1000 20000"),
        ("n < 17", "15 0"),
        ("n<=17", "15 17 0"),
        ("n=1e3", "1000"),
        ("n=2^4", ""),
        ("n!=17", "15 0 1000 20000"),
        ("periodic_value<0", "17"),
        ("n>0,n<100,code=dawsons-kayles", "15 17"),
        ("code!=0.070", "0 1000 20000"),
        ("n>1e30", ""),
        ("n<0.5", "0"),
    ] {
        assert_eq!(heaps(conditions), rows, "{conditions}");
    }
    let mut report = exceptions();
    let mut refusal = |text: &str| {
        let condition = &Condition::all(text).unwrap()[0];
        report.retain_where(condition).unwrap_err().to_string()
    };
    let no_numbers = "column `code` holds no numbers that could be compared by `>`: use = or !=";
    assert_eq!(refusal("code>0.07"), no_numbers);
    assert_eq!(
        refusal("n>many"),
        "found `many` after `n>`, expected a number such as 1000, 1e9 or 2^30"
    );
    assert!(refusal("heap>1").starts_with("there is no column `heap`"));
    assert_eq!(Condition::all("n>1,=2").unwrap().len(), 1);
    assert_eq!(Condition::all("=2"), Err("=2".to_owned()));
}

/// An empty field is no number: it fulfils `!=` alone.
#[test]
fn fields_without_a_number() {
    let row = |code: &str, period: &str| {
        let mut fields = vec![""; PERIOD_HEADER.len()];
        (fields[0], fields[1], fields[3], fields[5]) = (code, code, "open", period);
        fields[16] = "10";
        fields.join(",")
    };
    let table = format!("{}\n{}\n{}\n", PERIOD_HEADER.join(","), row("0.6", ""), row("0.7", "2"));
    for (condition, codes) in [
        ("period>0", "0.7"),
        ("period<9", "0.7"),
        ("period!=2", "0.6"),
        ("period=", "0.6"),
        ("period!=", "0.7"),
    ] {
        let mut report = Report::read(table.as_bytes(), "f").unwrap();
        report.retain_where(&Condition::all(condition).unwrap()[0]).unwrap();
        let found: Vec<&str> = report.rows().map(|row| &row[0]).collect();
        assert_eq!(found, [codes], "{condition}");
    }
}

/// A code without a row finds those of its game, with the equation of their heaps; in misère play
/// only those of its first cousins. A code with a row finds no other.
#[test]
fn rows_of_a_game_by_another_code() {
    let found = |report: &[u8], text: &str| {
        let mut report = Report::read(report, "f").unwrap();
        let equal = report.retain("code", text).unwrap();
        let equal: Vec<String> = equal.iter().map(ToString::to_string).collect();
        (report.rows().map(|row| row[0].to_owned()).collect::<Vec<_>>(), equal.join(", "))
    };
    let rows = |code: &str, count| vec![code.to_owned(); count];
    let exceptions = EXCEPTIONS.as_bytes();
    for (text, equation) in
        [("0.137", "0.07 shift -1"), ("0.4", "0.07 shift 1"), ("0.07 shift 3", "0.07 shift 3")]
    {
        assert_eq!(found(exceptions, text), (rows("0.07", 2), equation.to_owned()), "{text}");
    }
    assert_eq!(found(exceptions, "0.07"), (rows("0.07", 2), String::new()));
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    let file = |name: &str| std::fs::read(results.join(name)).unwrap();
    let periods = file("periods.csv");
    assert_eq!(found(&periods, "0.13"), (rows("0.02", 1), "0.02 shift -2".to_owned()));
    assert_eq!(found(&periods, "0.137").0, rows("0.07", 1));
    // 4.0206 and 0.73034 have equal proved periods; no rule makes them equal.
    let census = file("census/periods.csv");
    assert_eq!(found(&census, "0.73034"), (rows("4.0206", 1), "4.0206 shift -1".to_owned()));
    // 0.07 and 0.137 are first cousins; 0.3122 and 0.3123 are equal in normal play alone.
    let misere = file("misere.csv");
    assert_eq!(found(&misere, "0.137"), (rows("0.07", 1), "0.07 shift -1".to_owned()));
    let one = b"code,heap,order,p_portion\n0.07,0,1,0\n";
    assert_eq!(found(one, "0.137").0, rows("0.07", 1));
    assert_eq!(same_by_rules(&code("0.3122"), &code("0.3123")), Some(0));
    assert_eq!(found(b"code,heap,order,p_portion\n0.3122,0,1,0\n", "0.3123").0, rows("", 0));
    assert_eq!(
        found(b"code,n,value,periodic_value\n0.3122,0,0,4\n", "0.3123").0,
        rows("0.3122", 1)
    );
}

/// A report that breaks off is refused, wherever that is.
#[test]
fn reports_that_are_cut_off() {
    let complaint = |text: &str| Report::read(text.as_bytes(), "f").err().unwrap().to_string();
    for end in EXCEPTIONS.lines().next().unwrap().len() + 2..EXCEPTIONS.len() {
        if EXCEPTIONS[..end].ends_with('\n') {
            continue;
        }
        let error = complaint(&EXCEPTIONS[..end]);
        assert!(error.contains("found the end of the file within the line"), "{error}");
        assert!(error.contains(&format!("line {}", EXCEPTIONS[..end].lines().count())), "{error}");
    }
    let error = complaint("code,n,value,periodic_value\n0.07,15,0,4\n\"0.07,17,0,7\n");
    assert!(error.starts_with("`f`, line 3: found a quote that is not closed"), "{error}");
}

#[test]
fn reports_with_other_separators() {
    for separator in [";", "\t"] {
        let report = EXCEPTIONS.replace(',', separator);
        let report = Report::read(report.as_bytes(), "f").unwrap();
        assert_eq!(report.csv(), exceptions().csv());
    }
}

#[test]
fn an_endless_report() {
    let error = Report::read(std::io::repeat(0), "/dev/zero").err().unwrap().to_string();
    assert!(error.contains("`/dev/zero` cannot be read: ") && error.contains("67108864 bytes"));
}

#[test]
fn latex_of_any_text() {
    assert_eq!(
        escape("a_b & 5% {x} #1 \\ ^~<|>"),
        "a\\_b \\& 5\\% \\{x\\} \\#1 \\textbackslash{} \
        \\textasciicircum{}\\textasciitilde{}\\textless{}\\textbar{}\\textgreater{}"
    );
    // After `\\` these would be an argument.
    assert_eq!([escape("[3]"), escape("*"), escape("0.[3]")], ["{}[3]", "{}*", "0.[3]"]);
    let numbers = [["1234"], ["12345"], ["123456"], ["1234567"], ["-12345"], ["∞"]];
    let latex = table("t", &[Column::right("n")], &numbers);
    let rows =
        "\n1234 \\\\\n12\\,345 \\\\\n123\\,456 \\\\\n1\\,234\\,567 \\\\\n-12345 \\\\\n∞ \\\\\n";
    assert!(latex.contains(rows), "{latex}");
}

const NIM_AND_KAYLES: [&str; 2] = [
    "0.[3],0.[3],nim,proved,0,1,1,0,,,,,,,,endless window,8,,,proof,",
    "0.77,0.77,kayles,proved,71,12,0,14,70,8,27,0xf,0,10,70,sparse window,155,,,proof,",
];

/// The saltus has a column as soon as a game has one; values that grow have no largest.
#[test]
fn a_saltus_is_shown() {
    let table = |rows: &[&str]| {
        let csv = format!("{}\n{}\n", PERIOD_HEADER.join(","), rows.join("\n"));
        Report::read(csv.as_bytes(), "periods.csv").unwrap().latex()
    };
    let both = table(&NIM_AND_KAYLES);
    let head = "code & status & preperiod & period & saltus & exceptions & largest & verified to";
    assert!(both.contains(head), "{both}");
    assert!(both.contains("\n0.[3] & proved & 0 & 1 & 1 & 0 &  & 8 \\\\\n"), "{both}");
    assert!(both.contains("\n0.77 & proved & 71 & 12 & 0 & 14 & 8 & 155 \\\\\n"), "{both}");
    let kayles = table(&NIM_AND_KAYLES[1..]);
    assert!(kayles.contains("\n0.77 & proved & 71 & 12 & 14 & 8 & 155 \\\\\n"), "{kayles}");

    let nim = search(&"nim".parse().unwrap(), &Limits::heaps(100), &|_| true).unwrap();
    let row = Answer::new(&View::new(&nim, 0), &Limits::heaps(100));
    assert_eq!((row.saltus, row.max_value, row.max_at), (Some(1), None, None));
}

/// Up to 32 rows float; more rows break over pages.
#[test]
fn long_tables_break_over_pages() {
    let columns = [Column::left("a"), Column::right("b")];
    let of_rows = |rows: usize| table("t", &columns, &vec![["word", "1"]; rows]);
    let (short, long) = (of_rows(32), of_rows(33));
    assert!(short.contains("\n\\begin{tabular}{@{}lr@{}}\n") && short.ends_with("\\end{table}\n"));
    assert!(long.contains("\n\\begin{longtable}{@{}lr@{}}\n\\caption{t} \\\\\n"), "{long}");
    assert_eq!(long.matches("\na & b \\\\\n").count(), 2);
    assert_eq!(long.matches("\nword & 1 \\\\").count(), 33);
}

/// The reports of misère play, as committed: numbers are numbers, and what is unknown is empty.
#[test]
fn reports_of_misere_play() {
    let results = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    let read = |file: &str| {
        let bytes = std::fs::read(results.join(file)).unwrap();
        Report::read(&bytes[..], file).unwrap()
    };
    let mut quotients = read("misere.csv");
    quotients.retain("theorem", "K").unwrap();
    let json: serde_json::Value = serde_json::from_str(&quotients.json().unwrap()).unwrap();
    let first = &json[0];
    assert_eq!((&first["code"], &first["last_rogue"]), (&"4.44".into(), &11.into()));
    assert!(first["order"].is_null() && first["tame"] == false, "{first}");
    let mut stairs = read("misere_partial.csv");
    stairs.retain("code", "0.77").unwrap();
    let json: serde_json::Value = serde_json::from_str(&stairs.json().unwrap()).unwrap();
    assert_eq!(json[0], serde_json::json!({"code": "0.77", "heap": 0, "order": 1, "p_portion": 0}));
}
