//! Tests of what needs more than the process they run in: an instruction set of the CPU, a program
//! of others, a copy of this program to kill.
//!
//! The attribute `#[ignore]` is decided when the tests are compiled, and what a machine has is
//! known only when they run. So this is a program of its own: a test whose need is missing here is
//! reported as ignored, with the reason, instead of passing without having run.

// Helpers of the other tests only are not used here.
#[allow(dead_code)]
#[path = "../common.rs"]
mod common;
mod kernels;
mod kills;
#[cfg(feature = "cli")]
mod papers;
mod python;

use std::process::{Command, ExitCode, Stdio};

use libtest_mimic::{Arguments, Completion, Trial, run};

/// A test, and what it needs: `missing` says why it cannot run here, if so.
fn trial(name: &str, missing: impl Fn() -> Option<String> + Send + 'static, test: fn()) -> Trial {
    Trial::ignorable_test(name, move || match missing() {
        Some(reason) => Ok(Completion::ignored_with(reason)),
        None => {
            test();
            Ok(Completion::Completed)
        }
    })
}

/// The reason why a program cannot be run with these arguments, if so.
fn failure(program: &str, arguments: &[&str]) -> Option<String> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let runs = command.status().is_ok_and(|status| status.success());
    (!runs).then(|| format!("`{program} {}` does not work on this machine", arguments.join(" ")))
}

fn main() -> ExitCode {
    if kills::search_to_be_killed().is_some() {
        return ExitCode::SUCCESS;
    }
    let mut trials = kernels::trials();
    trials.extend(kills::trials());
    #[cfg(feature = "cli")]
    trials.extend(papers::trials());
    trials.extend(python::trials());
    run(&Arguments::from_args(), trials).exit_code()
}
