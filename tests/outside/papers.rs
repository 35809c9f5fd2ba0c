//! Tables in LaTeX and arrays in numpy, as `octal` writes them.

use std::path::Path;
use std::process::Command;

use libtest_mimic::Trial;

use super::common::scratch;
use super::{failure, trial};

pub fn trials() -> Vec<Trial> {
    let no_latex = || failure("pdflatex", &["--version"]);
    let no_numpy = || failure("python3", &["-c", "import numpy"]);
    vec![
        trial("papers::the_tables_compile", no_latex, the_tables_compile),
        trial("papers::numpy_maps_the_file", no_numpy, numpy_maps_the_file),
    ]
}

/// Runs `octal` in this directory, its arguments separated by spaces; what it writes to stdout.
fn octal(directory: &Path, arguments: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_octal"));
    let ran = command.args(arguments.split(' ')).current_dir(directory).output().unwrap();
    let said = String::from_utf8(ran.stderr).unwrap();
    assert_eq!((ran.status.code(), &*said), (Some(0), ""), "{arguments}");
    String::from_utf8(ran.stdout).unwrap()
}

/// Every table that is written goes through LaTeX with booktabs and longtable at every size of
/// `article`, and none is higher than the page.
fn the_tables_compile() {
    let scratch = scratch();
    let mut report = Command::new(env!("CARGO_BIN_EXE_octal"));
    report.args(["report", "--work", "1e5"]).current_dir(&scratch);
    assert!(report.output().unwrap().status.success());
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
        octal(scratch.path(), &format!("{arguments} -o {i}.tex"));
        inputs += &format!("\\input{{{i}.tex}}\\clearpage\n");
    }
    for points in [10, 11, 12] {
        let class = format!("\\documentclass[{points}pt]{{article}}");
        let packages = "\\usepackage{booktabs,longtable}";
        let text = format!("{class}{packages}\\begin{{document}}\n{inputs}\\end{{document}}\n");
        std::fs::write(scratch.path().join("paper.tex"), text).unwrap();
        assert_compiles(scratch.path());
    }
}

/// `paper.tex` goes through LaTeX, and nothing is higher than the page. The second run knows how
/// wide the columns of the long tables are.
fn assert_compiles(directory: &Path) {
    for _ in 0..2 {
        let mut command = Command::new("pdflatex");
        command.args(["-interaction=nonstopmode", "-halt-on-error", "paper.tex"]);
        let ran = command.current_dir(directory).output().unwrap();
        let log = String::from_utf8_lossy(&ran.stdout);
        assert!(ran.status.success() && log.contains("Output written on paper.pdf"), "{log}");
        assert!(!log.contains("Float too large"), "{log}");
    }
}

fn numpy_maps_the_file() {
    let scratch = scratch();
    let script = "import numpy, sys; a = numpy.load(sys.argv[1], mmap_mode='r'); \
                  print(a.dtype, len(a), int(a.astype('int64').sum()), *a[-4:])";
    for (arguments, file) in [("0.77 -n 1e6", "kayles"), ("nim -n 40000", "nim")] {
        octal(scratch.path(), &format!("values {arguments} --format npy -o {file}.npy"));
        let file = format!("{file}.npy");
        let mut command = Command::new("python3");
        let ran = command.args(["-c", script, &file]).current_dir(scratch.path()).output().unwrap();
        let csv = octal(scratch.path(), &format!("values {arguments} --format csv"));
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
    // Arrays that numpy writes by itself are read: eight bytes a value.
    let script = "import numpy; a = numpy.load('nim.npy'); numpy.save('wide.npy', a.astype('>i8'))";
    let mut command = Command::new("python3");
    assert!(command.args(["-c", script]).current_dir(scratch.path()).status().unwrap().success());
    let said = octal(scratch.path(), "compare nim wide.npy");
    assert!(said.ends_with("all values of 0.[3] are right, heaps 0 to 40000\n"), "{said}");
}
