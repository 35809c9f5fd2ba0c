//! Into papers, the OEIS, numpy and the manual: `octal oeis`, `octal table`, `octal man`.

use std::process::Command;

use super::help::verbs;
use super::{Scratch, csv_rows, octal};
use crate::tools::can_run;

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
    for report in ["periods", "exceptions", "claims", "treblecross"] {
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

/// Every table that is written goes through LaTeX with booktabs and longtable, and fits the page
/// at every size of `article`.
#[test]
fn the_tables_compile() {
    if !can_run("pdflatex", &["--version"], "whether LaTeX takes the tables") {
        return;
    }
    let scratch = reports();
    let tables = [
        "values 0.77 -n 119 --columns 12 --format latex",
        "values 0.77 -n 95 --columns 12 --format latex",
        "values 0.07 -n 999 --columns 24 --format latex",
        "values 0.3[37] --from 7 -n 999 --format latex",
        "period 0.127 --format latex",
        "period nim --format latex",
        "table results/periods.csv --format latex",
        "table results/periods.csv --where status=proved --format latex",
        "table results/exceptions.csv --where code=0.07 --format latex",
        "table results/claims.csv --format latex",
        "table results/treblecross.csv --format latex",
    ];
    // The rows that are committed are wider than those of a moment.
    let committed = concat!("table ", env!("CARGO_MANIFEST_DIR"), "/results/periods.csv");
    let committed =
        ["", " --where status=proved"].map(|only| format!("{committed}{only} --format latex"));
    let mut inputs = String::new();
    for (i, arguments) in tables.map(str::to_owned).iter().chain(&committed).enumerate() {
        let ran = scratch.octal(&format!("{arguments} -o {i}.tex"));
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{arguments}");
        inputs += &format!("\\input{{{i}.tex}}\\clearpage\n");
    }
    for points in [10, 11, 12] {
        let class = format!("\\documentclass[{points}pt]{{article}}");
        let packages = "\\usepackage{booktabs,longtable}";
        let text = format!("{class}{packages}\\begin{{document}}\n{inputs}\\end{{document}}\n");
        scratch.write("paper.tex", text);
        assert_compiles(&scratch);
    }
}

/// `paper.tex` goes through LaTeX, and nothing is wider or higher than the page. The second run
/// knows how wide the columns of the long tables are.
fn assert_compiles(scratch: &Scratch) {
    for _ in 0..2 {
        let mut command = Command::new("pdflatex");
        command.args(["-interaction=nonstopmode", "-halt-on-error", "paper.tex"]);
        let ran = command.current_dir(scratch.path()).output().unwrap();
        let log = String::from_utf8_lossy(&ran.stdout);
        assert!(ran.status.success() && log.contains("Output written on paper.pdf"), "{log}");
        assert!(!log.contains("Overfull") && !log.contains("Float too large"), "{log}");
    }
}

#[test]
fn numpy_maps_the_file() {
    if !can_run("python3", &["-c", "import numpy"], "whether numpy takes the arrays") {
        return;
    }
    let scratch = Scratch::new();
    let script = "import numpy, sys; a = numpy.load(sys.argv[1], mmap_mode='r'); \
                  print(a.dtype, len(a), int(a.astype('int64').sum()), *a[-4:])";
    for (arguments, file) in [("0.77 -n 1e6", "kayles"), ("nim -n 40000", "nim")] {
        scratch.octal(&format!("values {arguments} --format npy -o {file}.npy")).quietly();
        let file = format!("{file}.npy");
        let mut command = Command::new("python3");
        let ran = command.args(["-c", script, &file]).current_dir(scratch.path()).output().unwrap();
        let csv = octal(&format!("values {arguments} --format csv")).quietly();
        let values: Vec<u64> = csv
            .lines()
            .skip(1)
            .map(|row| row.split_once(',').unwrap().1.parse().unwrap())
            .collect();
        let kind = if values.iter().any(|&value| value > 255) { "uint16" } else { "uint8" };
        let last: Vec<String> = values[values.len() - 4..].iter().map(u64::to_string).collect();
        let sum: u64 = values.iter().sum();
        let expected = format!("{kind} {} {sum} {}\n", values.len(), last.join(" "));
        assert_eq!(String::from_utf8(ran.stdout).unwrap(), expected);
    }
    // What numpy writes by itself is read: eight bytes a value.
    let script = "import numpy; a = numpy.load('nim.npy'); numpy.save('wide.npy', a.astype('>i8'))";
    let mut command = Command::new("python3");
    assert!(command.args(["-c", script]).current_dir(scratch.path()).status().unwrap().success());
    let said = scratch.octal("compare nim wide.npy").quietly();
    assert!(said.ends_with("all values of 0.[3] are right, heaps 0 to 40000\n"), "{said}");
}

#[test]
fn a_page_of_the_manual_for_every_verb() {
    let scratch = Scratch::new();
    scratch.octal("man man1").quietly();
    let pages = super::names(&scratch.path().join("man1"));
    let inner = ["treblecross table", "treblecross validate", "gallery dawsons-kayles", ""];
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
