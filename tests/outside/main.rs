//! Tests of what needs something from outside this crate: an instruction set of the CPU.
//!
//! The attribute `#[ignore]` is decided when the tests are compiled, and what a machine has is known
//! only when they run. So this is a program of its own: a test whose need is missing here is reported
//! as ignored, with the reason, instead of passing without having run.

mod kernels;

use std::process::ExitCode;

use libtest_mimic::{Arguments, run};

fn main() -> ExitCode {
    run(&Arguments::from_args(), kernels::trials()).exit_code()
}
