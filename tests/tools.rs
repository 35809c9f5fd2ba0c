//! Programs of others that some tests need.

use std::io::{Write, stderr};
use std::process::{Command, Stdio};

/// Whether a program can be run with these arguments. If not, it is said on stderr, past the test
/// harness, which would swallow it: no test is left out silently.
pub fn can_run(program: &str, arguments: &[&str], what: &str) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let runs = command.status().is_ok_and(|status| status.success());
    if !runs {
        let mut unswallowed = stderr();
        writeln!(unswallowed, "NOT TESTED: {what}: no {program} here can do it").unwrap();
    }
    runs
}
