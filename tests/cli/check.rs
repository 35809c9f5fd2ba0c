//! `octal check` and `octal-check`: what they say, and how they end.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use octal::file::sha256_hex;

use super::{Ran, Scratch, csv_rows};
use crate::certificate::{chain, known, signed};

/// A scratch directory with certificates: of a plain form, of links, and one that is damaged.
fn certificates() -> Scratch {
    let scratch = Scratch::new();
    scratch.octal("period 0.17 --certificate plain").ended(0);
    let links = chain(&known("0.156", 6000), &[500, 900, 901, 2000, 3600]);
    scratch.write("links", links.write().unwrap());
    scratch.write("damaged", scratch.read("plain").replace("from 20: 3", "from 20: 2"));
    scratch
}

/// The program without dependencies. The compiler builds it without Cargo, as the README says.
fn octal_check() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/octal-check/src/main.rs");
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("octal-check");
        let mut command = Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into()));
        command.args(["--edition", "2024", "-O", "-o"]).arg(&program).arg(source);
        assert!(command.status().unwrap().success());
        program
    })
}

/// Runs the program without dependencies.
fn alone(scratch: &Scratch, arguments: &str) -> Ran {
    let mut command = Command::new(octal_check());
    command.args(arguments.split_whitespace()).current_dir(scratch.path()).output().unwrap().into()
}

#[test]
fn both_programs_say_the_same() {
    let scratch = certificates();
    let plain = "0.17: preperiod 33, period 34, both least: every heap up to 135, the last that the certificate needs, \
                 checked: proved";
    let links = "0.156: preperiod 3479, period 349, both least";
    let whole = "every heap up to 860 and every link checked: proved";
    let part = "no fault found, not proved: 2 of 9 links checked, every heap up to 860";
    let damaged = "refused: the hash in the last line is not that of the lines before: damaged";
    for (arguments, code, said) in [
        ("plain", 0, vec![format!("plain: {plain}\n")]),
        ("links --threads 1", 0, vec![format!("links: {links}: {whole}\n")]),
        ("links --links 3..5", 0, vec![format!("links: {links}: {part}")]),
        ("links --sample 0.2 --seed 7", 0, vec![format!("links: {links}: {part}")]),
        ("damaged", 1, vec![format!("damaged: {damaged}\n")]),
        ("plain damaged plain", 1, vec![plain.to_owned(), damaged.to_owned()]),
    ] {
        let octal = scratch.octal(&format!("check {arguments}"));
        let alone = alone(&scratch, arguments);
        assert_eq!((octal.code, &octal.out), (alone.code, &alone.out), "{arguments}");
        let out = octal.ended(code);
        assert!(said.iter().all(|said| out.contains(said)), "{arguments}: {out}");
    }
}

/// The number of steps follows from the claim. A check that would take too many is not begun, and
/// the message names the limit that is enough.
#[test]
fn the_steps_of_a_check() {
    let scratch = certificates();
    let claim = "octal certificate 2\ncode 0.07\npreperiod 1000000000\nperiod 34\nform chain\nmask 1\n\
                 position 0\nwindow 3\n";
    scratch.write("long", signed(claim));
    let both = |arguments: &str| {
        [scratch.octal(&format!("check {arguments}")), alone(&scratch, arguments)]
    };
    for ran in both("long") {
        assert_eq!((ran.code, &*ran.out), (Some(2), ""), "{ran:?}");
        let message = "error: `long`: the check takes more than 137438953472 steps of about a \
                       nanosecond: allow --work 580000000000\n";
        assert_eq!(ran.err, message);
    }
    for file in ["plain", "links"] {
        let [octal, alone] = both(&format!("{file} --work 2e3"));
        assert_eq!((octal.code, &*octal.out, &octal.err), (Some(2), "", &alone.err));
        assert_eq!((alone.code, &*alone.out), (Some(2), ""));
        let enough = octal.err.trim_end().rsplit_once("allow --work ").unwrap().1;
        for ran in both(&format!("{file} --work {enough}")) {
            assert!(ran.ended(0).contains("checked: proved"), "{file} {enough}");
        }
    }
    // In a directory the links that are missing count.
    let err = scratch.octal("check links --dir notes --work 2e3").refused();
    assert!(err.contains("`links`: the check takes more than 2000 steps"), "{err}");
    scratch.octal("check links --dir notes").ended(0);
    for ran in both("plain --work 0") {
        assert_eq!(ran.code, Some(2), "{ran:?}");
    }
}

/// Rows say of each file what lines say, and which file it was.
#[test]
fn answers_as_rows() {
    let scratch = certificates();
    let files = ["plain", "links", "damaged"];
    let arguments = "check plain links damaged missing --links 3..5";
    let lines = scratch.octal(arguments);
    let lines: Vec<&str> = lines.out.lines().collect();
    let ran = scratch.octal(&format!("{arguments} --format csv -o rows.csv"));
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{ran:?}");
    assert!(ran.err.contains("cannot read `missing`"), "{ran:?}");
    let rows = csv_rows(&scratch.read("rows.csv"));
    let verdicts: Vec<&str> = rows.iter().map(|row| &*row["verdict"]).collect();
    assert_eq!(verdicts, ["proved", "unproved", "refused"]);
    for ((row, file), line) in rows.iter().zip(files).zip(&lines) {
        assert_eq!(row["sha256"], sha256_hex(scratch.read(file).as_bytes()), "{file}");
        let refused = if row["verdict"] == "refused" { "refused: " } else { "" };
        assert_eq!(format!("{}: {refused}{}", row["file"], row["said"]), *line);
    }
    let json = scratch.octal("check plain damaged --format json").ended(1);
    let json: Vec<HashMap<String, String>> = serde_json::from_str(&json).unwrap();
    assert_eq!(json, [rows[0].clone(), rows[2].clone()]);
    assert!(scratch.octal("check plain --format csv -o rows.csv").refused().contains("rows.csv"));
}

/// The first line says of which kind a certificate is.
#[test]
fn periods_and_quotients() {
    let scratch = certificates();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/certificate/misere");
    let text = std::fs::read_to_string(folder.join("0.75.txt")).unwrap();
    scratch.write("quotient", &text);
    scratch.write("false", text.replace("P: 1 4", "P: 1 5"));
    let quotient = "quotient: 0.75: |Q| = 8, |P| = 2, preperiod 8, period 2: the misère quotient of \
                    the whole game: every heap up to 21 checked: proved\n";
    let octal = scratch.octal("check quotient false plain");
    let alone_said = alone(&scratch, "quotient false plain");
    assert_eq!((octal.code, &octal.out), (alone_said.code, &alone_said.out));
    let out = octal.ended(1);
    assert!(out.starts_with(quotient) && out.contains("\nfalse: refused: "), "{out}");
    assert!(out.contains("\nplain: 0.17: "), "{out}");

    let whole =
        "`quotient`: the certificate of a misère quotient has no links: it is checked whole";
    for selection in ["--links 0..1", "--sample 0.5"] {
        let arguments = format!("quotient plain {selection}");
        for ran in [scratch.octal(&format!("check {arguments}")), alone(&scratch, &arguments)] {
            assert_eq!(ran.code, Some(2), "{ran:?}");
            assert!(ran.err.contains(whole) && ran.out.starts_with("plain: 0.17: "), "{ran:?}");
        }
    }
}

#[test]
fn a_sample_can_be_repeated() {
    let scratch = certificates();
    let ran = scratch.octal("check links --sample 0.2");
    let seed = ran.err.trim_end().rsplit_once("--seed ").unwrap().1.to_owned();
    let again = scratch.octal(&format!("check links --sample 0.2 --seed {seed}"));
    assert_eq!(ran.ended(0), again.ended(0));
}

#[test]
fn what_cannot_be_checked() {
    let scratch = certificates();
    for (arguments, complaint) in [
        ("missing", "cannot read `missing`"),
        ("links --links 60..70", "`links`: its links are 0..9"),
        ("links --links 4..10", "`links`: its links are 0..9"),
        ("links --links 5..5", "`5..5` is no range such as 0..100"),
        ("links --sample 1.5", "`1.5` is no share such as 0.05, above 0 and up to 1"),
        ("links --sample -0.5", "`-0.5` is no share such as 0.05, above 0 and up to 1"),
        ("links --sample 0.5 --seed -1", "`-1` is no seed: a whole number from 0 to 2^64 - 1"),
        ("", "octal-check FILE"),
    ] {
        let alone = alone(&scratch, arguments);
        assert_eq!((alone.code, &*alone.out), (Some(2), ""), "{arguments}: {alone:?}");
        assert!(alone.err.contains(complaint), "{arguments}: {alone:?}");
        if !arguments.is_empty() {
            let err = scratch.octal(&format!("check {arguments}")).refused();
            assert!(err.contains(complaint), "{err}");
        }
    }
    for threads in ["0", "100000"] {
        let alone = alone(&scratch, &format!("links --threads {threads}"));
        let complaint = format!("`{threads}` is no number of threads: from 1 to 65535\n");
        assert_eq!((alone.code, &*alone.out, alone.err), (Some(2), "", complaint));
    }
}

/// More threads than there are processors are not made.
#[test]
fn threads_without_number() {
    let scratch = certificates();
    for threads in ["1", "5000"] {
        let arguments = format!("links --threads {threads}");
        assert_eq!(
            alone(&scratch, &arguments).ended(0),
            scratch.octal(&format!("check {arguments}")).ended(0)
        );
    }
}

/// One file that cannot be checked does not keep the others from being checked.
#[test]
fn others_are_checked_nevertheless() {
    let scratch = certificates();
    let arguments = "missing links damaged plain --links 5..60";
    let octal = scratch.octal(&format!("check {arguments}"));
    let alone = alone(&scratch, arguments);
    for ran in [&octal, &alone] {
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.err.contains("`missing`") && ran.err.contains("links are 0..9"), "{ran:?}");
    }
    assert_eq!(octal.out, alone.out);
    assert!(octal.out.starts_with("damaged: refused: ") && octal.out.contains("\nplain: 0.17: "));
}

/// The faults that only the program without dependencies must refuse by itself.
#[test]
fn arguments_of_the_program_alone() {
    let scratch = certificates();
    for (arguments, complaint) in [
        ("links --seed 3", "--seed is for --sample"),
        ("links --links 0..1 --sample 0.5", "--links or --sample, not both"),
        ("links --verbose", "--verbose is no option of this program"),
        ("-v", "-v is no option of this program"),
        ("links --sample", "--sample needs a value"),
    ] {
        let ran = alone(&scratch, arguments);
        assert_eq!((ran.code, &*ran.out), (Some(2), ""), "{arguments}: {ran:?}");
        assert!(ran.err.starts_with(complaint), "{arguments}: {ran:?}");
    }
    for help in ["--help", "links -h"] {
        assert!(alone(&scratch, help).quietly().starts_with("Check certificates"));
    }
}

/// An answer that cannot be written is no answer.
#[test]
#[cfg(target_os = "linux")]
fn an_answer_on_a_full_disk() {
    let scratch = certificates();
    let mut command = Command::new(octal_check());
    command.arg("plain").current_dir(scratch.path());
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let ran: Ran = command.stdout(full).output().unwrap().into();
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.starts_with("error: cannot write the answer: "), "{ran:?}");
}

#[test]
fn a_certificate_is_written_only_of_a_proof() {
    let scratch = Scratch::new();
    let open = scratch.octal("period 0.6 --limit 1000 --certificate open");
    assert!(open.err.contains("no period is proved: no certificate"), "{open:?}");
    open.ended(1);
    let observed = scratch.octal("period 4!.[3] --limit 100 --certificate observed");
    assert!(observed.err.contains("no period is proved: no certificate"), "{observed:?}");
    observed.ended(1);
    let shifted = scratch.run(&["period", "0.6 shift 1", "--certificate", "shifted"]);
    assert!(shifted.refused().contains("a certificate is about a code: ask for that of 0.6 alone"));
    assert_eq!(scratch.names(), [""; 0]);

    let shown = scratch.octal("period 0.17 --certificate - -o said");
    let shown = shown.ended(0);
    assert!(shown.starts_with("octal certificate 2\ncode 0.17\n"));
    let checked = scratch.octal_reading("check -", &shown).quietly();
    assert!(checked.starts_with("-: 0.17: ") && checked.ends_with(": proved\n"), "{checked}");
    let refused = scratch.octal_reading("check -", "octal certificate 2\n\u{1b}[2J").ended(1);
    assert!(refused.contains("cut off, or is no certificate"), "{refused}");
}

/// Only one output may be on stdout.
#[test]
fn two_outputs_on_stdout() {
    let scratch = Scratch::new();
    for (arguments, complaint) in [
        ("period 0.17 --certificate -", "--certificate and the answer both go to stdout"),
        ("period 0.17 --exceptions - -o -", "--exceptions and the answer both go to stdout"),
        (
            "period 0.17 --exceptions - --certificate - -o a",
            "both go to stdout: give one of them a",
        ),
    ] {
        let err = scratch.octal(arguments).refused();
        assert!(err.contains(complaint), "{arguments}: {err}");
    }
    let exceptions = scratch.octal("period 0.17 --exceptions - -o said").quietly();
    assert!(exceptions.starts_with("code,"), "{exceptions}");
}

/// Noted links are not checked again; a note of other links is refused.
#[test]
fn links_are_noted() {
    let scratch = certificates();
    let part = |links: &str| scratch.octal(&format!("check links --links {links} --dir notes"));
    let said = |checked: usize| {
        format!("not proved: {checked} of 9 links checked, every heap up to 860\n")
    };
    assert!(part("2/4").quietly().ends_with(&said(2)));
    let names = super::names(&scratch.path().join("notes"));
    assert!(names.len() == 1 && names[0].ends_with("-2-4.csv"), "{names:?}");
    let note = scratch.read(&format!("notes/{}", names[0]));
    assert!(
        note.starts_with("certificate,sha256,links,from,to\nlinks,") && note.ends_with(",9,2,4\n")
    );
    let again = part("1..5");
    assert!(again.out.ends_with(&said(4)), "{again:?}");
    assert_eq!(again.err, "links: 2 of 4 links were checked before\n");
    let whole = scratch.octal("check links --dir notes");
    assert_eq!(whole.out, scratch.octal("check links").quietly());
    assert_eq!(super::names(&scratch.path().join("notes")).len(), 5);
    // The beginning is checked in any case.
    let damaged = scratch.read("links").replace("preperiod 3479", "preperiod 3478");
    scratch.write("links", damaged);
    assert!(scratch.octal("check links --dir notes").ended(1).contains("refused: "));
    scratch.octal("period 0.17 --certificate links --force").ended(0);
    assert!(scratch.octal("check links --dir notes").quietly().ends_with("checked: proved\n"));
}

#[test]
fn a_note_of_something_else() {
    let scratch = certificates();
    scratch.octal("check links --links 1/3 --dir notes").quietly();
    let name = format!("notes/{}", super::names(&scratch.path().join("notes"))[0]);
    let note = scratch.read(&name);
    for wrong in ["", "a,b\n1,2\n", &note.replace(",9,", ",8,"), &note.replace(",0,3", ",3,0")] {
        scratch.write(&name, wrong);
        let err = scratch.octal("check links --dir notes").refused();
        assert!(err.contains("is no note on the links of this certificate: move it away"), "{err}");
    }
}

/// A task does the part with its number, of the number of parts that it was given.
#[test]
fn the_number_of_a_task() {
    let scratch = certificates();
    let run = |variable: &str, number: &str| -> Ran {
        let mut command = scratch.command(&["check", "links", "--links", "task/3"]);
        for name in ["SLURM_ARRAY_TASK_ID", "HQ_TASK_ID", "PBS_ARRAY_INDEX"] {
            command.env_remove(name);
        }
        command.env(variable, number).output().unwrap().into()
    };
    let third = scratch.octal("check links --links 6..9").quietly();
    for variable in ["SLURM_ARRAY_TASK_ID", "HQ_TASK_ID", "PBS_ARRAY_INDEX"] {
        assert_eq!(run(variable, "3").quietly(), third);
        for wrong in ["0", "4", "", "x"] {
            let err = run(variable, wrong).refused();
            let right = format!("{variable} is `{wrong}`: number the tasks of the array 1 to 3");
            assert!(err.contains(&right), "{err}");
        }
    }
    let err = run("OTHER", "3").refused();
    assert!(err.contains("this is no task of a batch system: none of HQ_TASK_ID,"), "{err}");
}

/// A worker of HyperQueue is a job of Slurm or PBS, whose number its tasks inherit; Slurm hands on
/// what PBS has set where a job is submitted.
#[test]
fn the_inner_batch_system_counts() {
    let scratch = certificates();
    let run = |numbers: &[(&str, &str)]| -> Ran {
        let mut command = scratch.command(&["check", "links", "--links", "task/3"]);
        for name in ["SLURM_ARRAY_TASK_ID", "HQ_TASK_ID", "PBS_ARRAY_INDEX"] {
            command.env_remove(name);
        }
        command.envs(numbers.iter().copied()).output().unwrap().into()
    };
    let third = scratch.octal("check links --links 6..9").quietly();
    let [hyper_queue, slurm, pbs] =
        [("HQ_TASK_ID", "3"), ("SLURM_ARRAY_TASK_ID", "1"), ("PBS_ARRAY_INDEX", "2")];
    assert_eq!(run(&[slurm, hyper_queue]).quietly(), third);
    assert_eq!(run(&[pbs, hyper_queue]).quietly(), third);
    assert_eq!(run(&[pbs, ("SLURM_ARRAY_TASK_ID", "3")]).quietly(), third);
}

/// Files compressed by gzip are read; the program without dependencies says what to do.
#[test]
fn compressed_certificates() {
    let scratch = certificates();
    let bytes = std::fs::read(scratch.path().join("links")).unwrap();
    let packed = octal::file::packed(&bytes);
    scratch.write("links.gz", &packed);
    let plain = scratch.octal("check links").quietly();
    assert_eq!(scratch.octal("check links.gz").quietly(), plain.replace("links: ", "links.gz: "));
    let complaint = alone(&scratch, "links.gz");
    assert_eq!((complaint.code, &*complaint.out), (Some(2), ""), "{complaint:?}");
    assert!(
        complaint.err.contains("it is compressed") && complaint.err.contains("`gzip -d` first")
    );
    scratch.write("cut.gz", &packed[..packed.len() / 2]);
    assert!(scratch.octal("check cut.gz").refused().contains("cannot read `cut.gz`"));
    for rest in [vec![0; 3], vec![0; 20], b"more than ten bytes".to_vec()] {
        scratch.write("padded.gz", [&*packed, &rest].concat());
        let refused = scratch.octal("check padded.gz").refused();
        assert!(refused.ends_with("or something else follows them\n"), "{refused}");
    }
    // A small file that would fill the memory.
    scratch.write("bomb.gz", octal::file::packed(&vec![0; 300 << 20]));
    assert!(scratch.octal("check bomb.gz").refused().contains("it has more than 268435456 bytes"));
}

/// A check with notes stops in time, and the next run resumes it.
#[cfg(target_os = "linux")]
#[test]
fn a_stopped_check_resumes() {
    let scratch = Scratch::new();
    let file =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("results/certificates/0.106.txt.gz");
    let file = file.to_str().unwrap();
    let arguments = [
        "check",
        file,
        "--links",
        "700..742",
        "--threads",
        "1",
        "--dir",
        "notes",
        "--work",
        "1e14",
    ];
    for name in ["USR1", "TERM"] {
        let mut child = scratch.command(&arguments).spawn().unwrap();
        super::limits::catches(&mut child, name);
        super::signal(&mut child, name);
        let ran = super::stopped(child);
        assert_eq!(ran.code, Some(75), "{ran:?}");
        assert!(ran.err.ends_with("stopped: the same command resumes\n"), "{ran:?}");
        assert!(ran.out.contains(": no fault found, not proved: "), "{ran:?}");
    }
}
