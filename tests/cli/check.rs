//! `octal check` and `octal-check`: what they say, and how they end.

use std::process::Command;

use super::{Ran, Scratch};
use crate::certificate::{chain, known};

/// A scratch directory with certificates: of a plain form, of links, and one that is damaged.
fn certificates() -> Scratch {
    let scratch = Scratch::new();
    scratch.octal("period 0.17 --certificate plain").ended(0);
    let links = chain(&known("0.156", 6000), &[500, 900, 901, 2000, 3600]);
    scratch.write("links", links.write().unwrap());
    scratch.write("damaged", scratch.read("plain").replace("from 20: 3", "from 20: 2"));
    scratch
}

/// Runs the program without dependencies.
fn alone(scratch: &Scratch, arguments: &str) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_octal-check"));
    command.args(arguments.split_whitespace()).current_dir(scratch.path()).output().unwrap().into()
}

#[test]
fn both_programs_say_the_same() {
    let scratch = certificates();
    let plain = "0.17: preperiod 33, period 34, both least: every heap up to 135 checked: proved";
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

/// What only the program without dependencies has to refuse by itself.
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
    let mut command = Command::new(env!("CARGO_BIN_EXE_octal-check"));
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
    let growing = scratch.octal("period nim --certificate growing");
    assert!(growing.err.contains("certificates are for finite codes"), "{growing:?}");
    assert_eq!(growing.code, Some(2));
    let shifted = scratch.run(&["period", "0.6 shift 1", "--certificate", "shifted"]);
    assert!(shifted.refused().contains("a certificate is about a code: ask for that of 0.6 alone"));
    assert_eq!(scratch.names(), [""; 0]);

    let shown = scratch.octal("period 0.17 --certificate - -o said");
    assert!(shown.ended(0).starts_with("octal certificate 2\ncode 0.17\n"));
}
