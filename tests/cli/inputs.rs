//! No command replaces what it reads, whatever the names of the files.

use super::Scratch;

/// A directory with a file of every kind that is read, and with other names for one of them.
#[cfg(unix)]
fn desk() -> Scratch {
    let scratch = Scratch::new();
    scratch.write("mine.csv", "n,grundy\n0,0\n1,1\n2,2\n3,3\n4,1\n");
    scratch.write(
        "claims.csv",
        "id,code,statement,claimed,convention,source,note\n1,0.77,period,12,,,\n",
    );
    scratch.write("positions.txt", "0.77: 3 4 5\n");
    scratch.write("codes.txt", "0.77\n");
    scratch.write("boards.txt", "1\n.....\n");
    scratch.write("moves.csv", "from,to\na,b\n");
    scratch.write("heaps.txt", "3 4 5\n");
    std::fs::create_dir_all(scratch.path().join("results")).unwrap();
    scratch.octal("survey --codes codes.txt --limit 100 --dir results").ended(0);
    scratch
}

/// The bytes of every file.
#[cfg(unix)]
fn contents(scratch: &Scratch) -> Vec<(String, Vec<u8>)> {
    let names = scratch.names().into_iter().chain(["results/periods.csv".to_owned()]);
    let read = |name: String| std::fs::read(scratch.path().join(&name)).ok().map(|b| (name, b));
    names.filter_map(read).collect()
}

/// Every verb that reads a file and writes one.
#[cfg(unix)]
#[test]
fn a_command_does_not_replace_what_it_reads() {
    let scratch = desk();
    let before = contents(&scratch);
    for (arguments, stdin) in [
        ("compare 0.77 mine.csv -o mine.csv --force", None),
        ("compare 0.77 - -o mine.csv --force", Some("mine.csv")),
        ("period 0.77 --values mine.csv -o mine.csv --force", None),
        ("period 0.77 --values mine.csv --exceptions mine.csv --force", None),
        ("period 0.77 --values mine.csv --certificate mine.csv --force", None),
        ("plot 0.77 --values mine.csv --format svg -o mine.csv --force", None),
        ("claims claims.csv -o claims.csv --force", None),
        ("claims - -o claims.csv --force", Some("claims.csv")),
        ("claims --code 0.77 --values mine.csv -o mine.csv --force", None),
        ("claims claims.csv --code 0.77 --values mine.csv -o claims.csv --force", None),
        ("survey --codes results/periods.csv --dir results", None),
        ("survey --codes - --dir results", Some("results/periods.csv")),
        ("table results/periods.csv -o results/periods.csv --force", None),
        ("table - -o results/periods.csv --force", Some("results/periods.csv")),
        ("position --positions positions.txt -o positions.txt --force", None),
        ("position kayles 3 --results results -o results/periods.csv --force", None),
        ("treblecross judge -o boards.txt --force", Some("boards.txt")),
        ("treblecross moves - -o boards.txt --force", Some("boards.txt")),
        ("position --graph moves.csv -o moves.csv --force", None),
        ("position --graph - -o moves.csv --force", Some("moves.csv")),
    ] {
        let mut command = scratch.command(&arguments.split(' ').collect::<Vec<_>>());
        if let Some(name) = stdin {
            command.stdin(std::fs::File::open(scratch.path().join(name)).unwrap());
        }
        let err = super::Ran::from(command.output().unwrap()).refused();
        let option = ["-o `", "--exceptions `", "--certificate `", "--dir `"];
        assert!(option.iter().any(|option| err.contains(option)), "{arguments}: {err}");
        assert!(
            err.contains("would replace the ") && err.contains("is read"),
            "{arguments}: {err}"
        );
        assert!(contents(&scratch) == before, "{arguments}");
    }
}

/// Links and detours make no other file.
#[cfg(unix)]
#[test]
fn a_file_has_many_names() {
    let scratch = desk();
    let path = |name: &str| scratch.path().join(name);
    std::os::unix::fs::symlink("mine.csv", path("soft.csv")).unwrap();
    std::os::unix::fs::symlink("soft.csv", path("softer.csv")).unwrap();
    std::os::unix::fs::symlink(".", path("here")).unwrap();
    std::fs::hard_link(path("mine.csv"), path("hard.csv")).unwrap();
    let before = contents(&scratch);
    let whole = path("mine.csv").display().to_string();
    let names = ["mine.csv", "soft.csv", "softer.csv", "hard.csv", "results/../mine.csv"];
    let names = [&names[..], &["here/mine.csv", "./mine.csv", "/dev/stdin", &whole]].concat();
    for input in names.iter().chain(&["-"]) {
        for output in &names {
            let arguments = ["compare", "0.77", input, "-o", output, "--force"];
            let stdin = std::fs::File::open(path("mine.csv")).unwrap();
            let ran = scratch.command(&arguments).stdin(stdin).output().unwrap();
            let err = super::Ran::from(ran).refused();
            assert!(err.contains(&format!("-o `{output}` would replace the ")), "{input}: {err}");
            assert!(contents(&scratch) == before, "{input} {output}");
        }
    }
    scratch.octal("compare 0.77 soft.csv -o other.csv").ended(0);
    scratch.octal("compare 0.77 soft.csv -o other.csv --force").ended(0);
}

/// A device keeps nothing that could be lost.
#[cfg(unix)]
#[test]
fn a_device_may_be_named_twice() {
    let scratch = desk();
    let all = "--certificate /dev/null --exceptions /dev/null -o /dev/null";
    scratch.octal(&format!("period 0.07 {all}")).quietly();
    scratch.octal("table /dev/null -o /dev/null").refused();
    scratch.octal("compare 0.77 mine.csv -o /dev/null").quietly();
}

/// A file that gets another row keeps those before, which may be compared with.
#[test]
fn timings_may_be_compared_with_those_they_join() {
    let scratch = Scratch::new();
    let bench = "bench 0.77 --limit 1000 --repeat 1 --record timings.csv";
    scratch.octal(bench).ended(0);
    let first = scratch.read("timings.csv");
    let again = scratch.octal(&format!("{bench} --compare timings.csv")).ended(0);
    assert!(again.contains("times as fast"));
    let both = scratch.read("timings.csv");
    assert!(both.starts_with(&first) && both.lines().count() == 3, "{both}");
}

/// Some programs put a byte order mark before a text; it is no part of it.
#[test]
fn a_text_with_a_byte_order_mark() {
    let scratch = Scratch::new();
    scratch.write("codes.txt", "\u{feff}0.77\n");
    let rows = super::csv_rows(&scratch.octal("survey --codes codes.txt --limit 300").ended(0));
    assert_eq!((rows.len(), &*rows[0]["code"]), (1, "0.77"));
    scratch.write("positions.txt", "\u{feff}0.77: 3 4 5\n");
    scratch.octal("position --positions positions.txt").ended(0);
    scratch.write("claims.csv", "\u{feff}id,code,statement,claimed\n1,0.77,period,12\n");
    assert!(scratch.octal("claims claims.csv").ended(0).contains("confirmed"));
    scratch.write("values.txt", "\u{feff}0 1 2 3 1 4 3 2 1\n");
    scratch.octal("compare 0.77 values.txt").ended(0);
    // In the middle of a text it is as wrong as any other sign.
    scratch.write("codes.txt", "0.77\n\u{feff}0.07\n");
    let err = scratch.octal("survey --codes codes.txt --limit 300").err;
    assert!(err.contains("`codes.txt`, line 2: "), "{err}");
}
