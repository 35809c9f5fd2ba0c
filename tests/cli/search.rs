//! `octal search`.

use super::{Scratch, octal};

/// What the text of 0.106 says when all heaps up to 2·10^7 are verified; the values are those of
/// `octal period 0.106 --limit 2e7`.
const FIRST_STAGES: &str = "\
0.106: open, no period proved up to heap 20000000
  largest value   28, first at heap 13949626
  sparse space    mask 0xd and position parity, 15 rare positions, the last 1103
  verified        every value up to heap 20000000";

#[test]
fn a_search_in_stages_and_its_status() {
    let scratch = Scratch::new();
    let first = scratch.octal("search 0.106 --limit 1e7 --dir d").ended(1);
    assert!(first.starts_with("0.106: open, no period proved up to heap 10000000\n"), "{first}");
    let in_memory = scratch.octal("period 0.106 --limit 2e7").ended(1);
    let second = scratch.octal("search 0.106 --limit 2e7 --dir d").ended(1);
    assert_eq!(second, in_memory);
    assert_eq!(second, format!("{FIRST_STAGES} (stopped by: heaps 20000000)\n"));
    assert_eq!(scratch.names(), ["d"]);
    let before = std::fs::read(scratch.path().join("d/record")).unwrap();
    let status = scratch.octal("search --status d").quietly();
    let details = status.strip_prefix(&format!("{FIRST_STAGES}\n")).expect(&status);
    let snapshots = "  snapshots       241, from heap 4259840 on, every 65536 heaps\n  saved  ";
    assert!(details.starts_with(snapshots) && details.ends_with(" ago\n"), "{status}");
    let json = scratch.octal("search --status d --format json").quietly();
    assert!(
        json.contains("\"verified_to\": 20000000,\n") && json.contains("\"stop\": null"),
        "{json}"
    );
    assert_eq!(std::fs::read(scratch.path().join("d/record")).unwrap(), before);
    let arguments = ["search", "0.106 shift 5", "--dir", "d", "--limit", "20000005"];
    let shifted = scratch.run(&arguments).ended(1);
    assert!(
        shifted.contains("first at heap 13949631") && shifted.contains("the last 1108"),
        "{shifted}"
    );
    assert!(shifted.contains("every value up to heap 20000005 "), "{shifted}");
}

#[test]
fn searches_that_need_no_snapshots() {
    let scratch = Scratch::new();
    let ran = scratch.octal("search kayles --dir d");
    assert_eq!(ran.err, "0.77: the period was proved in memory; `d` holds no snapshots\n");
    assert_eq!(ran.ended(0), octal("period kayles").quietly());
    let ran = scratch.octal("search 0.6 --limit 1e4 --dir d");
    assert_eq!(ran.err, "0.6: the history was needed to the end; `d` holds no snapshots\n");
    assert_eq!(ran.ended(1), octal("period 0.6 --limit 1e4").ended(1));
    assert!(scratch.octal("search --status d").refused().contains("there is no search in `d`"));
}

/// The directory of a search holds nothing else, and no two outputs are one file.
#[cfg(unix)]
#[test]
fn outputs_that_would_destroy_something() {
    let scratch = Scratch::new();
    scratch.octal("search 0.106 --limit 6e6 --dir d").ended(1);
    let record = scratch.path().join("d/record");
    let before = std::fs::read(&record).unwrap();
    std::os::unix::fs::symlink(&record, scratch.path().join("link")).unwrap();
    for (arguments, complaint) in [
        (
            "search 0.106 --dir d -o d/record --force",
            "`d/record` is in the directory of the search",
        ),
        ("search 0.106 --dir ./d --certificate d/c", "`d/c` is in the directory of the search"),
        ("search --status d -o d/record --force", "`d/record` is in the directory of the search"),
        ("search --status d -o link --force", "`link` is in the directory of the search"),
        ("period 0.07 -o x --certificate d/../x", "-o and --certificate both name `d/../x`"),
        (
            "period 0.07 -o x --certificate x",
            "-o and --certificate both name `x`: give them two names",
        ),
        (
            "period 0.07 --exceptions x --certificate ./x",
            "--exceptions and --certificate both name `./x`",
        ),
        ("period 0.07 -o x --exceptions x --force", "-o and --exceptions both name `x`"),
    ] {
        let err = scratch.octal(arguments).refused();
        assert!(err.contains(complaint), "{arguments}: {err}");
    }
    assert_eq!(std::fs::read(record).unwrap(), before);
    assert_eq!(scratch.names(), ["d", "link"]);
}

#[test]
fn wrong_directories_and_options() {
    let scratch = Scratch::new();
    scratch.octal("search 0.106 --limit 6e6 --dir d").ended(1);
    scratch.write("file", "");
    for (arguments, complaint) in [
        ("0.104 --dir d", "`d` holds a search of 0.106, not of 0.104: name another directory"),
        ("0.104 --status d", "cannot be used with"),
        ("0.106", "not provided"),
        ("--dir d", "not provided"),
        ("0.106 --dir d --values v", "unexpected argument '--values'"),
        ("0.106 --dir d --double-check", "unexpected argument '--double-check'"),
        ("0.106 --dir .", "`result` is in the directory of the search"),
        ("0.106 --dir a/b", "cannot open `a/b`"),
        ("0.106 --dir file", "cannot open `file`"),
        ("--status nowhere", "there is no search in `nowhere`"),
        ("0.106 --dir d --work 1e9", "unexpected argument '--work'"),
        ("0.106 --dir d --exceptions e", "unexpected argument '--exceptions'"),
        ("--dir d --status d", "cannot be used with"),
        ("--status d --limit 1e9", "cannot be used with"),
        ("0.106 --dir d --limit 1e19", "too large: at most 2^53"),
    ] {
        let err = scratch.octal(&format!("search {arguments} -o result")).refused();
        assert!(err.contains(complaint), "{arguments}: {err}");
        assert_eq!(scratch.names(), ["d", "file"]);
    }
    std::fs::create_dir_all(scratch.path().join("q/record")).unwrap();
    for arguments in ["0.106 --dir q", "--status q"] {
        let err = scratch.octal(&format!("search {arguments}")).refused();
        assert!(err.contains("cannot read `q/record`: it is no file"), "{err}");
    }
    let err = scratch.octal("search 0.106 --dir .").refused();
    assert!(
        err.contains("`, which is none of the files of a search: name a new directory"),
        "{err}"
    );
}

/// A disk without room is told of, and the record before stays whole.
#[cfg(unix)]
#[test]
fn a_full_disk() {
    let scratch = Scratch::new();
    let limited = |limit: &str| {
        let search = format!("\"$0\" search 0.106 --limit {limit} --dir d");
        let script = format!("trap '' XFSZ; ulimit -f 1; exec {search}");
        let mut shell = std::process::Command::new("sh");
        let program = env!("CARGO_BIN_EXE_octal");
        shell.args(["-c", &script, program]).current_dir(scratch.path());
        super::Ran::from(shell.output().unwrap()).refused()
    };
    assert!(limited("6e6").contains("cannot write `d/record`"));
    assert!(scratch.octal("search --status d").refused().contains("there is no search"));
    scratch.octal("search 0.106 --limit 6e6 --dir d").ended(1);
    let record = std::fs::read(scratch.path().join("d/record")).unwrap();
    assert!(limited("7e6").contains("cannot write `d/record`"));
    assert_eq!(std::fs::read(scratch.path().join("d/record")).unwrap(), record);
}

/// Ctrl-C, SIGTERM and SIGUSR1 save and end the search; meanwhile nobody else can work there.
#[cfg(unix)]
#[test]
fn signals_save() {
    let scratch = Scratch::new();
    let record = scratch.path().join("d/record");
    let mut reached = 0;
    for name in ["INT", "TERM", "USR1"] {
        let arguments = ["search", "0.106", "--limit", "1e15", "--dir", "d"];
        let mut child = scratch.command(&arguments).spawn().unwrap();
        let modified = || std::fs::metadata(&record).and_then(|m| m.modified()).ok();
        let before = modified();
        super::wait_until(&mut child, || modified() != before);
        let err = scratch.octal("search 0.106 --dir d").refused();
        assert!(err.contains("another process searches in `d`"), "{err}");
        super::signal(&mut child, name);
        let ran = super::stopped(child);
        assert!(ran.out.contains("(stopped by: interrupted)"), "{name}: {ran:?}");
        assert!(ran.err.ends_with("stopped: the same command goes on\n"), "{name}: {ran:?}");
        ran.ended(75);
        let heap = octal::period::resumable::read(scratch.path().join("d")).unwrap().heap();
        assert!(heap > reached, "{name}: {heap}");
        reached = heap;
    }
}

/// A search that has saved nothing yet says that it begins again.
#[cfg(unix)]
#[test]
fn a_search_in_memory_is_stopped() {
    let scratch = Scratch::new();
    let arguments = ["search", "0.6", "--limit", "1e9", "--dir", "d"];
    let mut child = scratch.command(&arguments).spawn().unwrap();
    super::wait_until(&mut child, || scratch.path().join("d").exists());
    super::signal(&mut child, "TERM");
    let ran = super::Ran::from(child.wait_with_output().unwrap());
    assert!(
        ran.err.contains("before anything was saved: the same command begins again"),
        "{ran:?}"
    );
    assert!(ran.ended(75).contains("(stopped by: interrupted)"));
}
