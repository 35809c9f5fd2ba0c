//! The command line: one file a verb. stdout is data, stderr is talk.

mod bench;
mod claims;
mod completions;
mod double_check;
mod game;
mod games;
mod limits;
mod number;
mod output;
mod period;
mod progress;
mod report;
mod signal;
mod survey;
pub mod talk;
mod timings;
mod treblecross;
mod values;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// How a command ended, if it did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Yes, or done: exit code 0.
    Yes,
    /// A sound no: exit code 1.
    No,
    /// Could not finish: exit code 2.
    Unfinished,
}

impl From<Answer> for ExitCode {
    fn from(answer: Answer) -> ExitCode {
        match answer {
            Answer::Yes => ExitCode::SUCCESS,
            Answer::No => ExitCode::from(1),
            Answer::Unfinished => ExitCode::from(2),
        }
    }
}

/// What every verb returns.
type Outcome = anyhow::Result<Answer>;

/// Research workbench for octal games: Grundy sequences, proved periods, checked claims.
#[derive(Debug, Parser)]
#[command(name = "octal", version, max_term_width = 100, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

const EXAMPLES: &str = "\
Examples:
  octal period 0.07                 Dawson's Kayles: period 34 from heap 53 on, proved
  octal values kayles -n 50         the first values of Kayles
  octal values 0.77 -n 1e9 --format digest
  octal claims octal-codes/claims.csv
  octal report                      everything in octal-codes/, all reports into results/

A CODE is written 0.137, .137, 4.4, 0.3[37] (brackets repeat for ever), 4!.0 (! for unequal
parts), S(1,2,3) (a subtraction set), '0.6 shift 1', or a name from 'octal games'.
Exit code: 0 yes or done, 1 a sound no, 2 could not do it.";

#[derive(Debug, Subcommand)]
enum Verb {
    Values(values::Args),
    Period(period::Args),
    Claims(claims::Args),
    Survey(survey::Args),
    Report(report::Args),
    Games(games::Args),
    Treblecross(treblecross::Args),
    Bench(bench::Args),
    Completions(completions::Args),
}

impl Cli {
    /// Does what the arguments say.
    ///
    /// # Errors
    /// Anything that kept the command from being done.
    pub fn run(self) -> Outcome {
        match self.verb {
            Verb::Values(args) => values::run(&args),
            Verb::Period(args) => period::run(&args),
            Verb::Claims(args) => claims::run(&args),
            Verb::Survey(args) => survey::run(&args),
            Verb::Report(args) => report::run(&args),
            Verb::Games(args) => games::run(&args),
            Verb::Treblecross(args) => treblecross::run(&args),
            Verb::Bench(args) => bench::run(&args),
            Verb::Completions(args) => completions::run(&args),
        }
    }
}
