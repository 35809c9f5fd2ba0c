//! Inputs without end: every reader stops at its limit, or where there is no more memory, with an
//! error that says so.
#![cfg(target_os = "linux")]

use std::process::{Command, Stdio};

use super::{Ran, Scratch};
use crate::certificate::signed;

/// The program with these arguments and this on stdin, in `kib` KiB of address space.
fn octal_within(kib: u32, arguments: &str, stdin: &str) -> Ran {
    within(&Scratch::new(), kib, arguments, stdin)
}

/// The same in a scratch directory.
fn within(scratch: &Scratch, kib: u32, arguments: &str, stdin: &str) -> Ran {
    let line = format!("ulimit -v {kib} && exec \"$0\" {arguments} < {stdin}");
    let mut command = Command::new("sh");
    command.args(["-c", &line, env!("CARGO_BIN_EXE_octal")]).current_dir(scratch.path());
    command.env("RAYON_NUM_THREADS", "1").stderr(Stdio::piped());
    command.output().unwrap().into()
}

const READERS: [(&str, &str); 12] = [
    ("table /dev/zero", "more than 67108864 bytes"),
    ("table -", "more than 67108864 bytes"),
    ("compare 0.77 /dev/zero", "more than 268435456 bytes"),
    ("period 0.77 --values -", "more than 268435456 bytes"),
    ("claims /dev/zero", "more than 16777216 bytes"),
    ("claims -", "more than 16777216 bytes"),
    ("position --positions /dev/zero", "more than 16777216 bytes"),
    ("position --graph /dev/zero", "more than 67108864 bytes"),
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

/// A small file that becomes a long line of numbers: they are counted while they are read, so the
/// memory is that of the text.
#[test]
fn numbers_are_counted_while_they_are_read() {
    let zeros = "0 ".repeat((1 << 25) - 1) + "0\n";
    let arithmetic = "octal arithmetic certificate 1\ncode 0.8\npreperiod 1\nperiod 3\nsaltus 1\ndepth 0\nfrom 0: ";
    for (head, is_signed, reason) in [
        (
            "octal misere certificate 1\ncode 0.75\nclaim partial\norder 3\np-portion 1\nheaps 2\ngenerators 1\naction 1: ",
            false,
            "should be `action 1:` and 3 elements, numbers below 3",
        ),
        (
            "octal certificate 2\ncode 0.17\npreperiod 33\nperiod 34\nform plain\nfrom 0: ",
            true,
            "the values of heaps 0 to 135 should be there",
        ),
        (arithmetic, true, "there should be at most 4096 values"),
    ] {
        let text = format!("{head}{zeros}");
        let file = if is_signed { signed(&text) } else { text.into_bytes() };
        let scratch = Scratch::new();
        scratch.write("long.gz", octal::file::packed(&file));
        let refused = within(&scratch, 400_000, "check long.gz", "/dev/null").ended(1);
        assert!(refused.contains(reason), "{refused}");
    }
}
