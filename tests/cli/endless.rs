//! Inputs without end: every reader stops at its limit, or where there is no more memory, with an
//! error that says so.
#![cfg(target_os = "linux")]

use std::process::{Command, Stdio};

use super::{Ran, Scratch};

/// The program with these arguments and this on stdin, in `kib` KiB of address space.
fn octal_within(kib: u32, arguments: &str, stdin: &str) -> Ran {
    let scratch = Scratch::new();
    let line = format!("ulimit -v {kib} && exec \"$0\" {arguments} < {stdin}");
    let mut command = Command::new("sh");
    command.args(["-c", &line, env!("CARGO_BIN_EXE_octal")]).current_dir(scratch.path());
    command.env("RAYON_NUM_THREADS", "1").stderr(Stdio::piped());
    command.output().unwrap().into()
}

const READERS: [(&str, &str); 13] = [
    ("table /dev/zero", "more than 67108864 bytes"),
    ("table -", "more than 67108864 bytes"),
    ("compare 0.77 /dev/zero", "more than 268435456 bytes"),
    ("period 0.77 --values -", "more than 268435456 bytes"),
    ("claims /dev/zero", "more than 16777216 bytes"),
    ("claims -", "more than 16777216 bytes"),
    ("position --positions /dev/zero", "more than 16777216 bytes"),
    ("gallery dag /dev/zero", "more than 67108864 bytes"),
    ("gallery nim -", "more than 16777216 bytes"),
    ("survey --codes /dev/zero", "more than 16777216 bytes"),
    ("treblecross judge", "more than 16777216 bytes"),
    ("bench 0.77 --compare /dev/zero", "more than 16777216 bytes"),
    ("check /dev/zero", "more than 268435456 bytes"),
];

#[test]
fn every_reader_has_a_limit() {
    for (arguments, limit) in READERS {
        let refused = octal_within(4_000_000, arguments, "/dev/zero").refused();
        assert!(refused.contains(limit), "{arguments}: {refused}");
        assert!(refused.len() < 1000, "{arguments}: {} bytes of complaint", refused.len());
    }
}

/// With less memory than the limit of the input.
#[test]
fn no_memory_is_an_error() {
    for arguments in ["compare 0.77 /dev/zero", "check /dev/zero"] {
        let refused = octal_within(200_000, arguments, "/dev/null").refused();
        assert!(refused.contains("out of memory"), "{arguments}: {refused}");
    }
}
