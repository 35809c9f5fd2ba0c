//! `octal search`.

use octal::period::resumable::Checkpoint;

use super::{Scratch, octal};

/// The text about 0.106 when all heaps up to 2·10^7 are verified; the values are those of
/// `octal period 0.106 --limit 2e7`.
const FIRST_STAGES: &str = "\
0.106: open, no period proved up to heap 20000000
  largest value   28, first at heap 13949626
  sparse space    mask 0xd and position parity, 15 rare heaps, the last 1103
  excluded        498 of the periods up to 1000; the least one not excluded is 4
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
    let before = std::fs::read(scratch.path().join("d/checkpoint")).unwrap();
    let status = scratch.octal("search --status d").quietly();
    let details = status.strip_prefix(&format!("{FIRST_STAGES}\n")).expect(&status);
    let snapshots = "  snapshots       241, from heap 4259840 on, every 65536 heaps\n  rate   ";
    assert!(details.starts_with("  last rare heap  first saved "), "{status}");
    assert!(details.contains(snapshots) && details.ends_with(" ago\n"), "{status}");
    let json = scratch.octal("search --status d --format json").quietly();
    assert!(
        json.contains("\"verified_to\": 20000000,\n") && json.contains("\"stop\": null"),
        "{json}"
    );
    let status: serde_json::Value = serde_json::from_str(&json).unwrap();
    let on_disk = details.lines().find_map(|line| line.strip_prefix("  on disk         "));
    assert_eq!(on_disk, Some(&*format!("{} bytes", status["bytes"])), "{json}");
    assert!(status["heaps_per_second"].as_f64() > Some(1000.0), "{json}");
    for time in ["last_rare_seen", "saved"] {
        let time = status[time].as_str().unwrap();
        assert!(humantime::parse_rfc3339(time).unwrap() <= std::time::SystemTime::now(), "{time}");
    }
    assert_eq!(std::fs::read(scratch.path().join("d/checkpoint")).unwrap(), before);
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
    // The second time, the values on disk are enough.
    for _ in 0..2 {
        let ran = scratch.octal("search kayles --dir d");
        assert_eq!(ran.err, "");
        assert_eq!(ran.ended(0), octal("period kayles").quietly());
    }
    let other = scratch.octal("search 0.6 --limit 1e4 --dir d").refused();
    assert!(other.contains("holds a search of 0.77, not of 0.6"), "{other}");
    scratch.octal("search 0.6 --limit 1e4 --dir e").ended(1);
    assert_eq!(
        scratch.octal("search 0.6 --limit 2e4 --dir e").ended(1),
        octal("period 0.6 --limit 2e4").ended(1)
    );
    std::fs::create_dir(scratch.path().join("empty")).unwrap();
    assert!(
        scratch.octal("search --status empty").refused().contains("there is no search in `empty`")
    );
}

/// A search resumes from a bookmark in another directory, and gives the same answer as one search.
#[test]
fn a_bookmark() {
    let scratch = Scratch::new();
    scratch.octal("search 0.106 --limit 5e6 --dir d --bookmark b").ended(1);
    let resume = "search 0.106 --limit 6e6 --dir e --from-bookmark b";
    let first = scratch.octal(resume);
    assert!(
        first.err.contains("0.106: resumes at heap 5000001 from the bookmark"),
        "{}",
        first.err
    );
    assert_eq!(first.ended(1), octal("period 0.106 --limit 6e6").ended(1));
    let again = scratch.octal(resume);
    assert!(
        again
            .err
            .contains("0.106: `e` is as far as the bookmark, and resumes from its own checkpoint")
    );
    again.ended(1);
    let none = scratch.octal("search 0.106 --limit 1e5 --dir k --bookmark none");
    assert!(none.err.contains("no bookmark: all values are kept"), "{}", none.err);
    none.ended(1);
    let found = scratch.octal("search 0.07 --dir l --bookmark none");
    assert!(found.err.contains("no bookmark: the period is found"), "{}", found.err);
    found.ended(0);
    // Where a period is proved, that is the answer.
    let proved = scratch.octal("search 0.104 --dir p --bookmark none");
    assert!(proved.err.contains("no bookmark: the period is found"), "{}", proved.err);
    assert!(proved.ended(0).contains("period 11770282 from heap 197769598 on, proved"));
    scratch.write("text", "0.106");
    for (arguments, complaint) in [
        ("0.106 --dir d --bookmark b", "`b` exists"),
        ("0.106 --dir d --bookmark -", "a bookmark is no text for stdout: name a file"),
        ("0.106 --dir d --bookmark - -o a", "a bookmark is no text for stdout: name a file"),
        ("0.106 --dir new --bookmark new/b", "`new/b` is in the directory of a search"),
        (
            "0.104 --dir f --from-bookmark b",
            "`b` is the bookmark of a search of 0.106, not of 0.104",
        ),
        (
            "0.106 --dir f --from-bookmark text",
            "cannot use `text`: it is not a checkpoint of such a search; restore it from a copy",
        ),
        ("0.106 --dir f --from-bookmark gone", "cannot read `gone`: "),
        ("0.106 0.104 --dir f --from-bookmark b", "a bookmark is of one search"),
        ("0.106 --dir f --from-bookmark b --bookmark b --force", "would replace the input `b`"),
        ("--status d --bookmark c", "cannot be used with"),
    ] {
        let err = scratch.octal(&format!("search {arguments}")).refused();
        assert!(err.contains(complaint), "{arguments}: {err}");
    }
    assert!(!scratch.path().join("f").exists());
}

/// A search that meets a rare heap without the memory for all values ends with the bytes that it
/// takes, and leaves a bookmark, to continue where there is more. With these bytes it has the same
/// answer as one in memory.
#[test]
fn a_bookmark_for_more_memory() {
    let scratch = Scratch::new();
    let ran = scratch.octal("search 0.205 --limit 1.1e7 --dir d --memory 8M --bookmark b");
    let ends = "heap 5241357 is a new rare heap, with the value 64: to continue, allow 289444792 bytes of memory or more";
    assert!(ran.err.contains(ends), "{}", ran.err);
    ran.ended(2);
    let there = scratch.octal("search 0.205 --limit 1 --dir e --from-bookmark b");
    assert!(there.err.contains("resumes at heap 5241357 from the bookmark"), "{}", there.err);
    there.ended(1);
    let ran = scratch.octal("search 0.205 --limit 1.1e7 --dir d --memory 289444792");
    assert_eq!(ran.ended(1), octal("period 0.205 --limit 1.1e7").ended(1));
}

/// A search whose checkpoint was lost continues from its values, or from a bookmark.
#[test]
fn a_lost_checkpoint() {
    let scratch = Scratch::new();
    scratch.octal("search 0.106 --limit 8e6 --dir d --bookmark b").ended(1);
    scratch.octal("search 0.106 --limit 1.5e7 --dir d").ended(1);
    for arguments in ["--limit 5e6", "--limit 8e6 --from-bookmark b"] {
        std::fs::remove_file(scratch.path().join("d/checkpoint")).unwrap();
        let ran = scratch.octal(&format!("search 0.106 --dir d {arguments}"));
        let takes = ran.err.contains("0.106: resumes at heap 8000001 from the bookmark");
        assert_eq!(takes, arguments.contains('b'), "{}", ran.err);
        ran.ended(1);
        let status = scratch.octal("search --status d").quietly();
        let heap = if takes { 8_000_000 } else { 5_000_000 };
        assert!(status.contains(&format!("up to heap {heap}\n")), "{status}");
    }
}

/// No search begins within the directory of another, and that of several searches is none of one. A
/// search among others may be elsewhere, behind a link. A damaged search does not keep the others
/// from being printed.
#[test]
fn directories_of_other_searches() {
    let scratch = Scratch::new();
    scratch.octal("search 0.106 --limit 1e5 --dir d").ended(1);
    for (arguments, complaint) in [
        ("0.07 --dir d/0.07", "`d/0.07` would be in `"),
        ("0.07 0.77 --dir d/both", "`d/both` would be in `"),
    ] {
        let err = scratch.octal(&format!("search {arguments}")).refused();
        assert!(err.contains(complaint) && err.contains("the directory of a search"), "{err}");
    }
    scratch.octal("search 0.07 0.77 --dir s").ended(0);
    let err = scratch.octal("search 0.07 --dir s").refused();
    assert!(err.contains("`s` is the directory of several searches: name `s/0.07`"), "{err}");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../d", scratch.path().join("s/0.106")).unwrap();
        scratch.octal("search 0.07 0.106 --limit 2e5 --dir s").ended(1);
        assert!(scratch.octal("search --status d").quietly().contains("up to heap 200000\n"));
    }
    scratch.write("s/0.07/checkpoint", "");
    let status = scratch.octal("search --status s");
    assert!(status.err.contains("cannot use `s/0.07/checkpoint`"), "{}", status.err);
    assert!(status.ended(2).contains("0.77 (kayles): period 12 from heap 71 on, proved"));
    let mut values = std::fs::read(scratch.path().join("d/values")).unwrap();
    values[8] = 9;
    scratch.write("d/values", values);
    let err = scratch.octal("search 0.106 --limit 3e5 --dir d").refused();
    let complaint = "its version is 9, and this program reads version 1: continue with the program that wrote it";
    assert!(err.contains(complaint), "{err}");
}

/// Several codes, each in a directory of its own, with the rows that each has alone.
#[test]
fn several_codes() {
    let scratch = Scratch::new();
    let all = "search 0.07 4!.0 kayles --dir d --limit 20000";
    let rows = scratch.octal(&format!("{all} --format csv")).ended(1);
    let alone = |code: &str| {
        let row = octal(&format!("period {code} --limit 20000 --format csv"));
        row.out.lines().nth(1).unwrap().to_owned()
    };
    let header = rows.lines().next().unwrap();
    assert!(header.starts_with("code,standard_form,"), "{rows}");
    let expected = ["0.07", "4!.0", "kayles"].map(alone);
    assert!(rows.lines().skip(1).eq(expected), "{rows}");
    let text = scratch.octal(all).ended(1);
    assert!(text.contains("\n0.77 (kayles): period 12 from heap 71 on, proved"), "{text}");
    let status = scratch.octal("search --status d --format csv").quietly();
    let codes: Vec<&str> = status.lines().filter_map(|row| row.split(',').next()).collect();
    assert_eq!(codes, ["code", "0.07", "0.77", "4!.0"]);
    assert!(scratch.octal("search --status d").quietly().contains("  saved  "));
    assert_eq!(scratch.names(), ["d"]);
    for (arguments, complaint) in [
        ("0.07 0.77 0.07 --dir d", "0.07 is named twice"),
        ("0.07 kayles 0.77 --dir d", "0.77 is named twice"),
        ("0.07 0.77 --dir d --certificate c", "a certificate is about one code"),
        (
            "0.07 0.77 --dir d/0.07",
            "`d/0.07` is the directory of one search: name another for several",
        ),
        ("0.07 0.9x --dir d", "0.9x"),
        ("0.07 --dir d", "`d` is the directory of several searches: name `d/0.07`"),
    ] {
        let err = scratch.octal(&format!("search {arguments}")).refused();
        assert!(err.contains(complaint), "{arguments}: {err}");
        assert_eq!(scratch.names(), ["d"]);
    }
}

/// No other verb works in the directory of a search; values that are missing there are missed by
/// all.
#[test]
fn the_directory_of_a_search() {
    let scratch = Scratch::new();
    scratch.octal("search 0.6 --limit 1e4 --dir d").ended(1);
    scratch.octal("period 0.17 --certificate c").ended(0);
    for verb in ["survey --digits 1 --limit 100", "check c", "report --code 0.77"] {
        let err = scratch.octal(&format!("{verb} --dir d")).refused();
        assert!(err.contains("the directory of a search, which holds nothing else"), "{err}");
    }
    let err = scratch.octal("survey --digits 1 --limit 100 --dir d/x/y").refused();
    assert!(err.contains("`d/x/y` would be in the directory of a search"), "{err}");
    scratch.octal("search 0.6 0.17 --limit 100 --dir both").ended(1);
    let err = scratch.octal("survey --digits 1 --limit 100 --dir both").refused();
    assert!(err.contains("`both` is the directory of several searches"), "{err}");
    assert_eq!(super::names(&scratch.path().join("both")), ["0.17", "0.6"]);
    let err = scratch.octal("values 0.77 -n 9 -o d/v.txt").refused();
    assert!(err.contains("`d/v.txt` is in the directory of a search"), "{err}");
    assert_eq!(super::names(&scratch.path().join("d")), ["checkpoint", "lock", "values"]);
    let values = std::fs::read(scratch.path().join("d/values")).unwrap();
    scratch.write("d/values", &values[..values.len() - 1]);
    for command in ["search 0.6 --limit 1e4 --dir d", "search --status d"] {
        let err = scratch.octal(command).refused();
        assert!(
            err.contains("cannot use `d/values`: values are missing: it has "),
            "{command}: {err}"
        );
    }
    std::fs::remove_file(scratch.path().join("d/values")).unwrap();
    let err = scratch.octal("search --status d").refused();
    assert!(err.contains("values are missing: it has 0 bytes, and "), "{err}");
}

/// The directory of a search holds nothing else, and no two outputs are one file.
#[cfg(unix)]
#[test]
fn outputs_that_would_destroy_something() {
    let scratch = Scratch::new();
    scratch.octal("search 0.106 --limit 6e6 --dir d").ended(1);
    let record = scratch.path().join("d/checkpoint");
    let before = std::fs::read(&record).unwrap();
    std::os::unix::fs::symlink(&record, scratch.path().join("link")).unwrap();
    for (arguments, complaint) in [
        (
            "search 0.106 --dir d -o d/checkpoint --force",
            "`d/checkpoint` is in the directory of a search",
        ),
        ("search 0.106 --dir ./d --certificate d/c", "`d/c` is in the directory of a search"),
        (
            "search --status d -o d/checkpoint --force",
            "`d/checkpoint` is in the directory of a search",
        ),
        ("search --status d -o link --force", "`link` is in the directory of a search"),
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
        ("0.106 --dir .", "`result` is in the directory of a search"),
        ("0.106 --dir a/b", "cannot make `a/b`: there is no directory `a`, create it first"),
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
    std::fs::create_dir_all(scratch.path().join("q/checkpoint")).unwrap();
    for arguments in ["0.106 --dir q", "--status q"] {
        let err = scratch.octal(&format!("search {arguments}")).refused();
        assert!(err.contains("cannot read `q/checkpoint`: it is no file"), "{err}");
    }
    let err = scratch.octal("search 0.106 --dir .").refused();
    assert!(
        err.contains(
            "`, which is none of the files of a search: move it away, or name a new directory"
        ),
        "{err}"
    );
}

/// A pipe in place of a file is refused, and nobody waits for what it never gives.
#[cfg(unix)]
#[test]
fn pipes_for_files() {
    let scratch = Scratch::new();
    scratch.write("codes.txt", "0.77\n");
    for name in ["values", "lock", "checkpoint"] {
        scratch.octal("search 0.007 --limit 1e4 --dir d").ended(1);
        let path = format!("d/{name}");
        std::fs::remove_file(scratch.path().join(&path)).unwrap();
        scratch.pipe(&path);
        let refused = |arguments: &str| {
            let err = scratch.octal(arguments).refused();
            assert!(err.contains(&format!("`d/{name}`: it is no file")), "{arguments}: {err}");
        };
        refused("search 0.007 --limit 2e4 --dir d");
        if name != "lock" {
            refused("search --status d");
            refused("survey --codes codes.txt --work 1e3 --dir s --search d");
        }
        std::fs::remove_dir_all(scratch.path().join("d")).unwrap();
    }
}

/// What stands in the place of the next checkpoint is removed; a file to which it leads stays.
#[cfg(unix)]
#[test]
fn in_place_of_the_next_checkpoint() {
    let scratch = Scratch::new();
    scratch.octal("search 0.007 --limit 1e4 --dir d").ended(1);
    scratch.pipe("d/checkpoint.next");
    scratch.octal("search 0.007 --limit 2e4 --dir d").ended(1);
    scratch.write("precious", "mine");
    std::os::unix::fs::symlink("../precious", scratch.path().join("d/checkpoint.next")).unwrap();
    scratch.octal("search 0.007 --limit 3e4 --dir d").ended(1);
    assert_eq!(std::fs::read_to_string(scratch.path().join("precious")).unwrap(), "mine");
    assert_eq!(super::names(&scratch.path().join("d")), ["checkpoint", "lock", "values"]);
    std::fs::create_dir(scratch.path().join("d/checkpoint.next")).unwrap();
    let err = scratch.octal("search 0.007 --limit 4e4 --dir d").refused();
    assert!(err.contains("cannot write `d/checkpoint.next`"), "{err}");
}

/// Runs the program where no file may get longer than this many blocks of 512 bytes.
#[cfg(unix)]
fn with_short_files(scratch: &Scratch, blocks: u32, arguments: &str) -> super::Ran {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" {arguments}");
    let mut shell = std::process::Command::new("sh");
    let program = env!("CARGO_BIN_EXE_octal");
    shell.args(["-c", &script, program]).current_dir(scratch.path()).output().unwrap().into()
}

/// A full disk is reported, and the record before stays whole.
#[cfg(unix)]
#[test]
fn a_full_disk() {
    let scratch = Scratch::new();
    let limited = |limit: &str| {
        let search = format!("search 0.106 --limit {limit} --dir d");
        let ran = with_short_files(&scratch, 1, &search);
        let err = ran.err.clone();
        ran.ended(2);
        err
    };
    assert!(limited("6e6").contains("cannot write `d/values`"));
    let status = scratch.octal("search --status d").quietly();
    assert!(status.starts_with("0.106: open, no period proved up to heap 0\n"), "{status}");
    scratch.octal("search 0.106 --limit 6e6 --dir d").ended(1);
    let record = std::fs::read(scratch.path().join("d/checkpoint")).unwrap();
    assert!(limited("7e6").contains("cannot write `d/checkpoint`"));
    assert_eq!(std::fs::read(scratch.path().join("d/checkpoint")).unwrap(), record);
}

/// True if the search in directory d has dropped its history.
#[cfg(unix)]
fn has_stream(scratch: &Scratch) -> bool {
    let checkpoint = Checkpoint::of(scratch.path().join("d")).unwrap();
    checkpoint.is_some_and(|checkpoint| checkpoint.stream.is_some())
}

/// Ctrl-C, SIGTERM and SIGUSR1 save and end the search; meanwhile nobody else can work there.
#[cfg(unix)]
#[test]
fn signals_save() {
    let scratch = Scratch::new();
    let record = scratch.path().join("d/checkpoint");
    let mut reached = 0;
    for name in ["INT", "TERM", "USR1"] {
        let arguments = ["search", "0.106", "--limit", "1e15", "--dir", "d"];
        let mut child = scratch.command(&arguments).spawn().unwrap();
        let modified = || std::fs::metadata(&record).and_then(|m| m.modified()).ok();
        let before = modified();
        super::wait_until(&mut child, || modified() != before && has_stream(&scratch));
        let err = scratch.octal("search 0.106 --dir d").refused();
        assert!(err.contains("another process searches in `d`"), "{err}");
        super::signal(&mut child, name);
        // As `timeout` does, which sends it to the process and to its group.
        super::signal(&mut child, name);
        let ran = super::stopped(child);
        assert!(ran.out.contains("(stopped by: interrupted)"), "{name}: {ran:?}");
        assert!(ran.err.ends_with("stopped: the same command resumes\n"), "{name}: {ran:?}");
        ran.ended(75);
        let checkpoint = Checkpoint::of(scratch.path().join("d")).unwrap().unwrap();
        let heap = checkpoint.progress.heap;
        assert!(heap > reached, "{name}: {heap}");
        reached = heap;
    }
}

/// The command in the message resumes: with `--force` where it has written files that it may not
/// replace.
#[cfg(unix)]
#[test]
fn the_same_command_resumes() {
    let stopped = |scratch: &Scratch, arguments: &str| {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let record = scratch.path().join("d/checkpoint");
        let modified = || std::fs::metadata(&record).and_then(|m| m.modified()).ok();
        let before = modified();
        let mut child = scratch.command(&arguments).spawn().unwrap();
        super::wait_until(&mut child, || modified() != before && has_stream(scratch));
        super::signal(&mut child, "TERM");
        let ran = super::stopped(child);
        assert_eq!(ran.code, Some(75), "{ran:?}");
        ran.err
    };
    for files in ["-o answer", "--bookmark mark", "--bookmark mark -o answer"] {
        let scratch = Scratch::new();
        let command = format!("search 0.106 --limit 1e15 --dir d {files}");
        let err = stopped(&scratch, &command);
        assert!(err.ends_with("stopped: the same command with --force resumes\n"), "{err}");
        assert!(scratch.octal(&command).refused().contains("exists already"));
        let err = stopped(&scratch, &format!("{command} --force"));
        assert!(err.ends_with("stopped: the same command resumes\n"), "{err}");
    }
    let scratch = Scratch::new();
    let ran = scratch.octal("search 0.6 --limit 2e4 --dir d -o answer");
    assert_eq!(ran.err, "saved: the same command with a higher --limit and --force resumes\n");
    let ran = scratch.octal("search 0.6 --limit 3e4 --dir d -o answer --force");
    assert_eq!(ran.err, "saved: the same command with a higher --limit resumes\n");
}

/// A directory without one of its files, or with another search's file, is not reported to be
/// empty, or to hold one search.
#[test]
fn a_directory_that_is_not_whole() {
    let scratch = Scratch::new();
    scratch.octal("search 0.6 --limit 2e4 --dir d").ended(1);
    std::fs::remove_file(scratch.path().join("d/checkpoint")).unwrap();
    let err = scratch.octal("search --status d").refused();
    assert!(err.contains("`d` holds the values of a search, and no `checkpoint`"), "{err}");
    scratch.octal("search 0.6 --limit 2e4 --dir d").ended(1);
    assert!(scratch.octal("search --status d").quietly().contains("up to heap 20000\n"));
}

/// A search that is refused because of its files leaves no directory.
#[test]
fn a_refused_search_leaves_nothing() {
    let scratch = Scratch::new();
    let err = scratch.octal("search 0.106 --dir d --limit 1e7 -o no/such").refused();
    assert!(err.contains("there is no directory `no`"), "{err}");
    let err = scratch.octal("search 0.106 --dir d --limit 1e7 --bookmark -").refused();
    assert!(err.contains("a bookmark is no text for stdout: name a file"), "{err}");
    assert!(scratch.names().is_empty());
}

/// While rare heaps turn up, a search can be stopped and resumed too, and its state printed.
#[cfg(unix)]
#[test]
fn a_search_in_memory_is_stopped() {
    let scratch = Scratch::new();
    let arguments = ["search", "0.6", "--limit", "1e9", "--dir", "d"];
    let mut child = scratch.command(&arguments).spawn().unwrap();
    super::wait_until(&mut child, || scratch.path().join("d/values").exists());
    super::signal(&mut child, "TERM");
    let ran = super::Ran::from(child.wait_with_output().unwrap());
    assert!(ran.err.ends_with("stopped: the same command resumes\n"), "{ran:?}");
    assert!(ran.ended(75).contains("(stopped by: interrupted)"));
    let heap = Checkpoint::of(scratch.path().join("d")).unwrap().unwrap().progress.heap;
    let status = scratch.octal("search --status d").quietly();
    let first = format!("0.6 (officers): open, no period proved up to heap {heap}\n");
    assert!(status.starts_with(&first) && status.contains("\n  on disk         "), "{status}");
    assert!(status.contains("\n  last rare heap  first saved "), "{status}");
    // It resumes, and the answer is that of an uninterrupted search.
    let limit = heap + 10_000;
    let ran = scratch.octal(&format!("search 0.6 --limit {limit} --dir d"));
    assert_eq!(ran.err, "saved: the same command with a higher --limit resumes\n");
    assert_eq!(ran.ended(1), octal(&format!("period 0.6 --limit {limit}")).ended(1));
    // The report takes it over: what its values say.
    let report = format!("report --dir r --search d --code 0.77 --limit {}", heap / 2);
    scratch.octal(&report).ended(0);
    let rows = std::fs::read_to_string(scratch.path().join("r/periods.csv")).unwrap();
    let row = rows.lines().find(|row| row.starts_with("0.6,")).unwrap();
    assert!(row.contains(&format!(",{limit},")), "{row}");
}

/// In 0.205 a stream begins at heap 4259840 and halts at heap 5241357, which is rare. The search
/// resumes from its values, and does not take the state of the stream for its own.
#[test]
fn a_stream_that_was_given_up() {
    let scratch = Scratch::new();
    scratch.octal("search 0.205 --limit 5e6 --dir d").ended(1);
    let found = scratch.octal("search 0.205 --limit 5.5e6 --dir d").ended(1);
    assert!(found.contains(" 99 rare heaps, the last 5305771\n"), "{found}");
    let status = scratch.octal("search --status d").quietly();
    assert!(status.starts_with(found.split(" (stopped").next().unwrap()), "{status}");
    scratch.octal("report --dir r --search d --code 0.77 --limit 1000").ended(0);
    let rows = std::fs::read_to_string(scratch.path().join("r/periods.csv")).unwrap();
    let row = rows.lines().find(|row| row.starts_with("0.205,")).unwrap();
    assert!(row.contains(",99,5305771,,5500000,"), "{row}");
}

/// Saved values that do not fit into the memory allowed.
#[test]
fn too_little_memory_for_the_values() {
    let scratch = Scratch::new();
    scratch.octal("search 0.106 --limit 3e6 --dir d").ended(1);
    let err = scratch.octal("search 0.106 --limit 3e6 --dir d --memory 1M").refused();
    assert!(
        err.contains("do not fit into the memory") && err.contains("--memory SIZE allows more"),
        "{err}"
    );
}

/// The period that a search in memory has proved is printed for its directory too.
#[test]
fn the_status_of_a_proof() {
    let scratch = Scratch::new();
    for code in ["0.07", "0.127"] {
        let found = scratch.octal(&format!("search {code} --dir {code}")).ended(0);
        let status = scratch.octal(&format!("search --status {code}")).quietly();
        let first = found.lines().next().unwrap();
        assert!(status.starts_with(&format!("{first}\n")), "{found}{status}");
        assert!(first.contains(", proved ("), "{first}");
        let json = scratch.octal(&format!("search --status {code} --format json")).quietly();
        assert!(json.contains("\"status\": \"proved\","), "{json}");
    }
}

/// A search that has come farther than the limit ends where it stands.
#[test]
fn a_lower_limit() {
    let scratch = Scratch::new();
    scratch.octal("search 0.6 --limit 3e4 --dir d").ended(1);
    let text = scratch.octal("search 0.6 --limit 1e4 --dir d").ended(1);
    assert!(text.contains("every value up to heap 30000 (stopped by: heaps 30000)"), "{text}");
}

/// A period is proved although the disk is full after the first of the two blocks of values that
/// prove it.
#[cfg(unix)]
#[test]
fn a_proof_without_room() {
    let scratch = Scratch::new();
    for _ in 0..2 {
        let ran = with_short_files(&scratch, 2100, "search 0.31146 --dir d");
        let reported =
            "0.31146: not all values that prove its period are kept: cannot write `d/values`";
        assert!(ran.err.contains(reported), "{}", ran.err);
        assert_eq!(ran.ended(0), octal("period 0.31146").ended(0));
        let bytes = std::fs::metadata(scratch.path().join("d/values")).unwrap().len();
        assert!((1 << 20..1 << 21).contains(&bytes), "{bytes}");
    }
}

/// A user who waits for a bookmark can stop the program by one signal: there is nothing to save.
#[cfg(unix)]
#[test]
fn a_bookmark_that_does_not_come() {
    let scratch = Scratch::new();
    let mut command = scratch.command(&["search", "0.106", "--dir", "d", "--from-bookmark", "-"]);
    let mut child = command.stdin(std::process::Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    // A background process of a script ignores INT.
    super::signal(&mut child, "TERM");
    let input = child.stdin.take();
    super::wait_at_most(20, &mut child, || false);
    drop(input);
    assert!(!scratch.path().join("d").exists());
}
