//! `octal`, the command line of the workbench: parse, run, exit code.

#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod cli;

use std::io::{self, ErrorKind};
use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match cli::Cli::parse().run() {
        Ok(answer) => answer.into(),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Whether a reader of the output, such as `head`, has seen enough.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let broken = |e: &io::Error| e.kind() == ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(broken))
}
