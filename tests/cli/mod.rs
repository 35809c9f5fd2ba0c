//! The command line as a user meets it: one file a verb, and `bad_input` and `help` for all.
//!
//! Every command runs in a scratch directory of its own, with nothing on stdin and no terminal.

mod altered;
mod arguments;
mod bad_input;
mod bench;
mod check;
mod claims;
#[cfg(unix)]
mod cluster;
mod compare;
mod dawsons_chess;
mod endless;
mod help;
mod identify;
mod inputs;
mod known;
mod limits;
mod lists;
mod misere;
mod papers;
mod period;
mod plot;
mod position;
mod report;
mod rule;
mod search;
mod shared;
mod streaming;
mod survey;
mod texts;
mod treblecross;
mod unproved;
mod values;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::common::{names, scratch};

/// A scratch directory to run the program in; it vanishes when dropped.
struct Scratch(TempDir);

/// The result of a run of the program.
#[derive(Debug)]
struct Ran {
    /// The exit code; none after a signal.
    code: Option<i32>,
    /// Its text on stdout.
    out: String,
    /// Its text on stderr.
    err: String,
}

/// Runs the program, its arguments separated by spaces, in a new scratch directory.
fn octal(arguments: &str) -> Ran {
    Scratch::new().octal(arguments)
}

impl Scratch {
    fn new() -> Scratch {
        Scratch(scratch())
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// The program with these arguments, to be run here.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_octal"));
        command.args(arguments).current_dir(self.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs the program, its arguments separated by spaces.
    fn octal(&self, arguments: &str) -> Ran {
        self.run(&arguments.split_whitespace().collect::<Vec<_>>())
    }

    /// Runs the program.
    fn run(&self, arguments: &[&str]) -> Ran {
        self.command(arguments).output().unwrap().into()
    }

    /// Runs the program with this text on stdin.
    fn octal_reading(&self, arguments: &str, text: &str) -> Ran {
        let arguments: Vec<&str> = arguments.split_whitespace().collect();
        let mut child = self.command(&arguments).stdin(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        child.wait_with_output().unwrap().into()
    }

    /// Writes a file.
    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    }

    /// Makes a pipe, to which nobody writes.
    #[cfg(unix)]
    fn pipe(&self, name: &str) {
        let made = Command::new("mkfifo").arg(self.path().join(name)).status();
        assert!(made.unwrap().success());
    }

    /// The text of a file.
    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// The names of all files here, those of temporary files included.
    fn names(&self) -> Vec<String> {
        names(self.path())
    }
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

impl Ran {
    /// The output of a command that must end with this exit code.
    #[track_caller]
    fn ended(self, code: i32) -> String {
        assert_eq!(self.code, Some(code), "{self:?}");
        self.out
    }

    /// The output of a command that must succeed without a word on stderr.
    #[track_caller]
    fn quietly(self) -> String {
        assert_eq!(self.err, "", "{self:?}");
        self.ended(0)
    }

    /// The complaint of a command that could not do it, and wrote no data.
    #[track_caller]
    fn refused(self) -> String {
        assert_eq!((self.code, &*self.out), (Some(2), ""), "{self:?}");
        assert!(self.err.starts_with("error: "), "{self:?}");
        assert!(!self.err.contains("panicked"), "{self:?}");
        self.err
    }
}

/// Waits until something holds, or the program has ended. If neither comes to pass in two minutes
/// the program is killed, and the test fails.
#[cfg(unix)]
#[track_caller]
fn wait_until(child: &mut Child, holds: impl Fn() -> bool) {
    wait_at_most(120, child, holds);
}

/// The result of a program that was asked to stop. A program that still runs after 20 seconds is
/// killed, and the test fails.
#[cfg(unix)]
#[track_caller]
fn stopped(mut child: Child) -> Ran {
    wait_at_most(20, &mut child, || false);
    child.wait_with_output().unwrap().into()
}

#[cfg(unix)]
#[track_caller]
fn wait_at_most(seconds: u64, child: &mut Child, holds: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(seconds);
    while !holds() && child.try_wait().unwrap().is_none() {
        if Instant::now() > end {
            child.kill().unwrap();
            panic!("in {seconds} seconds the program neither did what is waited for nor ended");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Sends a signal, such as `INT`, to a program, if it has not ended.
#[cfg(unix)]
fn signal(child: &mut Child, name: &str) {
    if child.try_wait().unwrap().is_some() {
        return;
    }
    let status = Command::new("kill").arg(format!("-{name}")).arg(child.id().to_string()).status();
    assert!(status.unwrap().success());
}

/// The rows of a CSV text by column name, all of them complete.
fn csv_rows(text: &str) -> Vec<std::collections::HashMap<String, String>> {
    csv::Reader::from_reader(text.as_bytes()).deserialize().collect::<Result<_, _>>().unwrap()
}
