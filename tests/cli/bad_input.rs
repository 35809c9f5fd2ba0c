//! Wrong input: exit code 2, a complaint that names place and remedy, no data and no file.

use super::{Scratch, octal};

/// Every place that takes a code refuses it.
#[test]
fn codes_that_are_none() {
    let wrong = [
        ("0.8x", "column 4: found `x`, expected a digit"),
        ("1.07", "column 1: the digit before the point may only be 0, 4, 8 or c"),
        ("0..7", "column 3: found `.7`, expected a digit"),
        ("0.[", "column 3: the bracket opened here is not closed: write `]`"),
        ("", "column 1: the text is empty: write a code such as `0.137`"),
        ("kayle", "did you mean `kayles`?"),
        ("0.77 shift 2000000", "a whole number from -1000000 to 1000000"),
        ("0.77 shift 18446744073709551615", "a whole number from -1000000 to 1000000"),
    ];
    for (code, complaint) in wrong {
        for verb in ["values", "period"] {
            let scratch = Scratch::new();
            let err = scratch.run(&[verb, code, "-o", "result"]).refused();
            assert!(err.contains(complaint), "{verb} {code}: {err}");
            assert!(scratch.names().is_empty());
        }
    }
    assert!(Scratch::new().run(&["bench", "0.8x"]).refused().contains("column 4"));
}

#[test]
fn a_hundred_thousand_digits() {
    for code in [format!("0.{}", "7".repeat(100_000)), "7".repeat(100_000), "k".repeat(100_000)] {
        let err = Scratch::new().run(&["values", &code]).refused();
        assert!(err.contains("column "), "{err}");
        assert!(err.len() < 1000, "{} bytes of complaint", err.len());
    }
}

#[test]
fn ten_million_digits_in_a_file() {
    let scratch = Scratch::new();
    let code = format!("0.{}", "7".repeat(10_000_000));
    scratch.write("codes.txt", format!("0.77\n{code}\n"));
    let header = "id,code,statement,claimed,convention,source,note";
    scratch.write("claims.csv", format!("{header}\n1,0.77,period,12,,,\n2,{code},period,3,,,\n"));
    for (arguments, place) in [
        ("survey --codes codes.txt --limit 99", "`codes.txt`, line 2: column 67: "),
        ("claims claims.csv -o rows.csv", "claims.csv, line 3, column `code`: column 67: "),
    ] {
        let ran = scratch.octal(arguments);
        assert_eq!(ran.code, Some(2), "{ran:?}");
        let err = ran.err;
        assert!(err.contains(place) && err.contains("at most 64 places"), "{err}");
        assert_eq!(err.matches("column 67").count(), 1, "{err}");
        assert!(err.len() < 1000, "{} bytes of complaint", err.len());
    }
    assert_eq!(scratch.names(), ["claims.csv", "codes.txt"]);
}

#[test]
fn files_that_cannot_be_read() {
    let scratch = Scratch::new();
    std::fs::create_dir(scratch.path().join("directory")).unwrap();
    for (arguments, place, remedy) in [
        ("claims missing.csv", "missing.csv", "give the path of a CSV file"),
        ("claims directory", "directory", "give the path of a CSV file"),
    ] {
        let err = scratch.octal(&format!("{arguments} -o result")).refused();
        assert!(err.contains(place) && err.contains(remedy), "{arguments}: {err}");
        assert_eq!(err.matches("(os error").count(), 1, "{err}");
        assert_eq!(scratch.names(), ["directory"]);
    }
    for file in ["missing.txt", "directory"] {
        let err = scratch.octal(&format!("survey --codes {file} --dir d")).refused();
        assert!(err.contains(&format!("`{file}`: name a text file with one code a line")), "{err}");
        assert_eq!(err.matches("(os error").count(), 1, "{err}");
        assert_eq!(scratch.names(), ["directory"]);
    }
}

/// A directory for results that is a file, or cannot be made, is reported before the work.
#[cfg(target_os = "linux")]
#[test]
fn directories_that_are_none() {
    let scratch = Scratch::new();
    scratch.write("file", "");
    for arguments in ["survey --limit 1e9 --dir", "report --limit 1e9 --dir", "man"] {
        let err = scratch.octal(&format!("{arguments} file")).refused();
        assert!(err.contains("`file` is a file: name a directory instead"), "{err}");
        let err = scratch.octal(&format!("{arguments} /sys/octal")).refused();
        assert!(err.contains("cannot create the directory `/sys/octal`"), "{err}");
    }
    assert_eq!(scratch.names(), ["file"]);
}

#[test]
fn tables_of_claims_that_are_none() {
    let tables: [(&[u8], &str); 7] = [
        (b"", "line 1: column `id` is missing: the header must name the columns id, code, "),
        (b"id,code,claimed,source,note\n", "line 1: column `statement` is missing"),
        (
            b"id,code,statement,claimed,convention,source,note\n1,0.07,period,34,,,\n2,\xff,,,,,\n",
            "line 3: byte 3 of the line is not UTF-8: save the file as UTF-8",
        ),
        (
            b"id,code,statement,claimed,convention,source,note\n1,0.8x,period,34,,,\n",
            "line 2, column `code`: column 4: found `x`, expected a digit",
        ),
        (
            b"id,code,statement,claimed,convention,source,note\n1,0.07,perod,34,,,\n",
            "line 2, column `statement`: found `perod`, expected one of period, ",
        ),
        (
            b"id,code,statement,claimed,convention,source,note\n1,0.07,period,x,,,\n",
            "line 2, column `claimed`: found `x`, expected the period",
        ),
        (
            b"id,code,statement,claimed,convention,source,note\n1,0.77,max_value,8,up to 1o,,\n",
            "line 2, column `convention`: found `up to 1o`, expected a limit such as `up to 1e6`",
        ),
    ];
    for (table, complaint) in tables {
        let scratch = Scratch::new();
        scratch.write("claims.csv", table);
        let err = scratch.octal("claims claims.csv -o verdicts.csv").refused();
        assert!(err.contains("claims.csv, ") && err.contains(complaint), "{err}");
        assert_eq!(scratch.names(), ["claims.csv"]);
    }
}

#[test]
fn files_of_codes_that_are_none() {
    let files: [(&[u8], &str); 4] = [
        (b"# fine\n\n0.8x\n", "`codes.txt`, line 3: column 4: found `x`"),
        (
            b"# fine\n0.\xff\n",
            "`codes.txt`, line 2: byte 3 of the line is not UTF-8: save the file as UTF-8",
        ),
        (b"# nothing\n\n", "`codes.txt` holds no code: write one a line"),
        (b"couples-are-forever\n", "a shift cannot stand here: write `0.6` (a survey takes codes"),
    ];
    for (file, complaint) in files {
        let scratch = Scratch::new();
        scratch.write("codes.txt", file);
        let err = scratch.octal("survey --codes codes.txt --dir d").refused();
        assert!(err.contains(complaint), "{err}");
        assert_eq!(scratch.names(), ["codes.txt"]);
    }
}

/// All verbs that write a file try to open it before the work.
#[test]
fn outputs_that_cannot_be_written() {
    let scratch = Scratch::new();
    std::fs::create_dir(scratch.path().join("directory")).unwrap();
    for arguments in [
        "values 0.6 -n 1e9 -o",
        "period 0.6 --limit 1e9 -o",
        "period 0.6 --limit 1e9 --exceptions",
        "claims --limit 1e9 -o",
        "games -o",
        "oeis 0.77 -o",
        "dawsons-chess 8 -o",
        "position kayles 3 -o",
        "treblecross moves ..... -o",
        "treblecross judge -o",
        "treblecross table --cells 100 --options -o",
        "treblecross table --cells 100000 -o",
        "treblecross validate --cells 100000 -o",
    ] {
        let err = scratch.octal(&format!("{arguments} missing/file")).refused();
        assert!(err.contains("`missing/file`") && err.contains("create it first"), "{err}");
        let err = scratch.octal(&format!("{arguments} directory")).refused();
        assert!(err.contains("`directory` is a directory: name a file in it"), "{err}");
        assert_eq!(scratch.names(), ["directory"]);
    }
}

#[test]
fn numbers_that_are_none() {
    let whole = "a whole number is written 1000000, 1_000_000, 1e6 or 2^20";
    for (arguments, place, remedy) in [
        ("values 0.77 -n -1", "'-1' for '--n <N>'", "may not be negative"),
        ("values 0.77 -n 1e30", "'1e30' for '--n <N>'", "at most 2^62"),
        ("values 0.77 -n 1.5", "'1.5' for '--n <N>'", whole),
        ("values 0.77 -n many", "'many' for '--n <N>'", whole),
        ("values 0.77 --from -3", "'-3' for '--from <A>'", "may not be negative"),
        ("values 0.77 --from 200", "heap 200", "give --from at most -n"),
        ("values 0.77 --from 2 --format digest", "digest", "leave out --from"),
        ("values 0.77 --columns 0", "'0' for '--columns <P>'", "from 1 to 1000000"),
        ("values 0.77 --columns 12 --format csv", "--columns", "text and latex"),
        ("values 0.77 --offset 1", "--offset is for --format bfile", "not text"),
        ("values 0.77 --rows 10 --format csv", "--rows is for --format bfile", "not csv"),
        ("values 0.77 --rows 0 --format bfile", "at least one row", "--rows 1 or more"),
        ("compare 0.77", "<FILE|GAME>", "--help"),
        ("compare 0.77 x -n 3", "'-n'", "--help"),
        ("period 0.77 --from 3", "'--from'", "--help"),
        ("period 0.77 --limit 3 --values x", "--values sets the limit", "leave out --limit"),
        ("claims --values x", "the values of `x`", "as in --code 0.77"),
        ("table x --where code", "'code' for '--where <CONDITIONS>'", "status=proved"),
        ("table x --where =3", "found `=3`", "a column, one of < <= > >= = !=, and a value"),
        ("position kayles --circle 10 5", "error: beside --circle only a game", "`kayles 5`"),
        ("identify", "<VALUES|FILE>", "--help"),
        ("identify 1 2 x 4", "column 5: found `x`", "expected a value, a whole number"),
        ("identify nosuch.csv", "`nosuch.csv` is neither a file nor a list", "column 1: found"),
        ("identify ,,", "there are no values", "give the first values of a game"),
        ("identify 1 2 --values-from 99", "the index 99", "an index up to 64"),
        ("compare 0.77 nosuch", "`nosuch` is neither a file nor a game", "no game is called"),
        ("compare 0.77 0.07 --values-from 1", "--values-from is for a file", "leave it out"),
        ("table x", "cannot read `x`", "results/periods.csv"),
        (
            "values 0.77 --format xml",
            "'xml' for '--format <FORMAT>'",
            "text, csv, json, bfile, latex, npy, digest, sage, gap, mathematica",
        ),
        (
            "values 0.77 --format svg",
            "'svg' for '--format <FORMAT>'",
            "text, csv, json, bfile, latex, npy, digest, sage, gap, mathematica",
        ),
        ("plot 0.77 --format text", "'text' for '--format <FORMAT>'", "svg, png"),
        ("games --format json", "'json' for '--format <FORMAT>'", "text, csv"),
        ("values 0.77 --memory x", "'x' for '--memory <SIZE>'", "sizes are written 512M or 4G"),
        ("period 0.77 --memory 1", "'1' for '--memory <SIZE>'", "512M or 4G"),
        ("period 0.77 --limit 1e30", "'1e30' for '--limit <N>'", "at most 2^53"),
        ("period 0.77 --work -1", "'-1' for '--work <W>'", "may not be negative"),
        ("period 0.77 --format npy", "'npy' for '--format <FORMAT>'", "text, json, csv"),
        ("survey --shard 0/3", "'0/3' for '--shard <I/M>'", "a part is written 1/8, …, 8/8"),
        ("survey --shard 4/3", "'4/3' for '--shard <I/M>'", "a part is written 1/8, …, 8/8"),
        ("survey --shard 1", "'1' for '--shard <I/M>'", "a part is written 1/8, …, 8/8"),
        ("survey --shard task", "'task' for '--shard <I/M>'", "task/8 in a task of a batch system"),
        ("survey --shard task/0", "'task/0' for '--shard <I/M>'", "task/8"),
        ("search 0.6 --dir d --shard 3/2", "'3/2' for '--shard <I/M>'", "1/8, …, 8/8"),
        ("check x --links 0/2", "'0/2' for '--links <A..B|I/M>'", "1/8, …, 8/8"),
        ("survey --work 1e3 --first-work 0", "'0' for '--first-work <W>'", "from 1 on"),
        ("survey --digits 8", "'8' for '--digits <D>'", "from 1 to 7"),
        ("survey --digits 2 --codes x", "--codes", "cannot be used with"),
        ("survey -o x", "'-o'", "--help"),
        ("period 0.77 --values-from 3", "--values <FILE>", "required"),
        ("report --limit -4", "'-4' for '--limit <N>'", "may not be negative"),
        ("treblecross table --cells 1e6", "1000000 cells", "at most 100000"),
        ("treblecross validate --cells 1e6", "1000000 cells", "at most 100000"),
        ("bench --full --limit 3", "--full", "cannot be used with"),
        ("bench --limit 0.5", "'0.5' for '--limit <N>'", whole),
        ("bench 0.77 --compare nosuch.csv", "`nosuch.csv`", "No such file"),
        ("values 0.8 --double-check -o x", "no second way", "none of them 8"),
        ("period 0.[37] --double-check -o x", "no second way", "finitely many digits"),
        ("values 0.{3:7,70:7} --double-check -o x", "no second way", "more than 64 places"),
        ("bench --repeat 0", "'0' for '--repeat <TIMES>'", "from 1 to 1000"),
        ("bench --repeat -1", "'-1' for '--repeat <TIMES>'", "may not be negative"),
        ("games --threads 0", "'0' for '--threads <N>'", "from 1 on"),
        ("search --status d --certificate x", "'--status <DIR>'", "'--certificate <FILE>'"),
        ("period 0.106 --status d", "'--status'", "--help"),
        ("values 0.77 --from-file x", "'--from-file'", "--help"),
        ("completions tcsh", "'tcsh' for '<SHELL>'", "bash, zsh, fish"),
        ("nosuch", "'nosuch'", "--help"),
    ] {
        let scratch = Scratch::new();
        let err = scratch.octal(arguments).refused();
        assert!(err.contains(place) && err.contains(remedy), "{arguments}: {err}");
        assert!(scratch.names().is_empty(), "{arguments}");
    }
}

/// A number has the same spellings wherever one is asked for.
#[test]
fn numbers_are_spelt_in_one_way() {
    let places = [
        "values 0.77 -n",
        "period 0.77 --limit",
        "bench 0.77 --repeat 1 --limit",
        "position division",
        "position kayles",
        "dawsons-chess",
        "treblecross table --cells",
        "games --threads",
    ];
    for place in places {
        for spelling in ["15", "1.5e1", "1_5", "15e0", "15^1", "1.50E1"] {
            let ran = octal(&format!("{place} {spelling}"));
            assert!(matches!(ran.code, Some(0 | 1)), "{place} {spelling}: {ran:?}");
        }
        for spelling in ["_1", "1_", "1__0", "0^0", "1.5", "1.000", "15.0", "1e", "1.e1", "0x5"] {
            let err = octal(&format!("{place} {spelling}")).refused();
            assert!(err.contains("1_000"), "{place} {spelling}: {err}");
        }
    }
}

/// A kernel that there is not is named.
#[test]
fn a_kernel_that_is_none() {
    let scratch = Scratch::new();
    let mut command = scratch.command(&["bench", "0.77"]);
    let ran: super::Ran = command.env("OCTAL_KERNEL", "wrong").output().unwrap().into();
    assert!(ran.refused().contains("`wrong`, which is no kernel: set it to scalar, neon"));
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let scratch = Scratch::new();
    let mut command = scratch.command(&["values"]);
    let ran: super::Ran = command.arg(OsStr::from_bytes(b"0.\xff")).output().unwrap().into();
    assert!(ran.refused().contains("UTF-8"));
}

/// Every verb that writes a file refuses to replace one, before the work.
#[test]
fn files_that_exist() {
    let scratch = Scratch::new();
    scratch.write("old", "old");
    for arguments in [
        "values 0.6 -n 1e9 -o",
        "compare 0.6 nothing -o",
        "period 0.6 --limit 1e9 -o",
        "period 0.6 --limit 1e9 --exceptions",
        "claims --limit 1e9 -o",
        "games -o",
        "oeis 0.77 -o",
        "treblecross table --cells 100000 -o",
        "treblecross validate --cells 100000 -o",
    ] {
        let err = scratch.octal(&format!("{arguments} old")).refused();
        assert!(err.contains("`old` exists already: choose another name"), "{arguments}: {err}");
        assert_eq!((scratch.names(), scratch.read("old")), (vec!["old".into()], "old".into()));
    }
    scratch.octal("games -o old --force").quietly();
    assert!(scratch.read("old").contains("kayles"));
}

/// No file can be made in /sys, not even by root.
#[cfg(target_os = "linux")]
#[test]
fn a_directory_that_is_locked() {
    for arguments in ["values 0.6 -n 1e9 -o", "oeis 0.77 -o", "period 0.6 --limit 1e9 -o"] {
        let err = octal(&format!("{arguments} /sys/octal.csv")).refused();
        assert!(err.contains("`/sys` is not writable, choose another place"), "{err}");
    }
}

/// A disk that is full before the file is complete is reported with the name of the file.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_under_a_file() {
    for arguments in ["values 0.77 -n 1e9 --format npy", "games", "period 0.77"] {
        let err = octal(&format!("{arguments} -o /dev/full")).refused();
        assert!(err.contains("`/dev/full`") && err.contains("No space left"), "{err}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said() {
    for arguments in [
        "values 0.77",
        "values 0.77 -n 1e9 --format npy",
        "period 0.77",
        "games",
        "oeis 0.77",
        "completions bash",
        "--help",
        "--version",
        "values --help",
        "position -h",
        "help period",
        "position 0.77 3 5",
        "position 0.77 3 5 --format csv",
        "position division 3 5 --format json",
        "position division 3 5 --format json -o -",
        "values 0.77 --format csv",
        "period 0.17 --certificate - -o said",
    ] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let scratch = Scratch::new();
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let ran: super::Ran = scratch.command(&arguments).stdout(full).output().unwrap().into();
        let err = ran.refused();
        assert!(err.starts_with("error: cannot write stdout: No space left"), "{err}");
    }
}
