//! `octal`, the command line of the workbench: parse, run, exit code.

#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod cli;

use std::process::ExitCode;

use clap::Parser;
use cli::talk::{is_closed_pipe, say, shortened, with_causes};

fn main() -> ExitCode {
    let cli = cli::Cli::try_parse().unwrap_or_else(|error| shortened(error).exit());
    match cli.run() {
        Ok(answer) => answer.into(),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            say(format!("error: {}", with_causes(&error)));
            ExitCode::from(2)
        }
    }
}
