//! `octal`, the command line of the workbench: run, exit code.

#![forbid(unsafe_code)]

mod cli;

use std::process::ExitCode;

use cli::terminal::stderr::{is_closed_pipe, say, with_causes};

fn main() -> ExitCode {
    match cli::run() {
        Ok(answer) => answer.into(),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            say(format!("error: {}", with_causes(&error)));
            ExitCode::from(2)
        }
    }
}
