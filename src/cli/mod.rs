//! The command line: one file a verb. stdout is data, stderr is talk.

mod bench;
mod check;
mod claims;
pub mod common;
mod compare;
mod completions;
mod dawsons_chess;
mod gallery;
mod games;
mod man;
mod oeis;
mod period;
mod plot;
mod position;
mod report;
mod search;
mod sequence;
mod survey;
mod table;
mod treblecross;
mod values;

use std::any::TypeId;
use std::io::{Write, stdout};
use std::process::ExitCode;

use clap::{Arg, ArgMatches, Command, CommandFactory, FromArgMatches, Parser, Subcommand};

use common::number::Count;
use common::stderr::shortened;
use common::{files, groups, limits, number, signal};

/// How a command ended, if it did not fail; of several, the last of these counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// Yes, or done: exit code 0.
    Yes,
    /// A sound no: exit code 1.
    No,
    /// Stopped in time by a signal, and to be run again: the same command goes on. Exit code 75, on
    /// which batch systems queue a job again.
    Stopped,
    /// Could not finish: exit code 2.
    Unfinished,
}

impl From<Answer> for ExitCode {
    fn from(answer: Answer) -> ExitCode {
        match answer {
            Answer::Yes => ExitCode::SUCCESS,
            Answer::No => ExitCode::from(1),
            Answer::Stopped => ExitCode::from(75),
            Answer::Unfinished => ExitCode::from(2),
        }
    }
}

/// What every verb returns, and in general what may fail here.
type Result<T = Answer, E = anyhow::Error> = std::result::Result<T, E>;

/// Research workbench for octal games: Grundy sequences, proved periods, checked claims.
#[derive(Debug, Parser)]
#[command(name = "octal", version, max_term_width = 100, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    verb: Verb,
    /// Threads, but never more than there are processors, which are all used if it is not given; they
    /// change no result
    #[arg(long, value_name = "N", global = true, value_parser = number::positive)]
    threads: Option<u64>,
}

const EXAMPLES: &str = "\
Examples:
  octal period 0.07                 Dawson's Kayles: period 34 from heap 53 on, proved
  octal values kayles -n 50         the first values of Kayles
  octal values 0.77 -n 1e9 --format digest
  octal position kayles 3 5 2       who wins three heaps of Kayles, and by which moves
  octal claims octal-codes/claims.csv
  octal report                      everything in octal-codes/, all reports into results/

A CODE is written 0.137, .137, 4.4, 0.3[37] (brackets repeat for ever), 4!.0 (! for unequal
parts), S(1,2,3) (a subtraction set), '0.6 shift 1', or a name from 'octal games'.
Exit code: 0 yes or done, 1 a sound no, 2 could not do it, 75 stopped by a signal: the same command
goes on.";

#[derive(Debug, Subcommand)]
enum Verb {
    Values(values::Args),
    Period(period::Args),
    Search(search::Args),
    Survey(survey::Args),
    Compare(compare::Args),
    Claims(claims::Args),
    Check(check::Args),
    Position(position::Args),
    Treblecross(treblecross::Args),
    DawsonsChess(dawsons_chess::Args),
    Gallery(gallery::Args),
    Report(report::Args),
    Table(table::Args),
    Plot(plot::Args),
    Oeis(oeis::Args),
    Games(games::Args),
    Bench(bench::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// Does what the arguments of the process say.
///
/// # Errors
/// Anything that kept the command from being done.
pub fn run() -> Result {
    signal::survive_limits();
    let answer = match command().try_get_matches() {
        Ok(matches) => answer(&matches)?,
        Err(error) => tell(error)?,
    };
    stdout().flush()?;
    Ok(answer)
}

/// The command line as it is read.
fn command() -> Command {
    groups::grouped(with_signs(Cli::command()))
}

/// Lets every number have a minus sign: its parser says why it may not be negative.
fn with_signs(command: Command) -> Command {
    let counts = [TypeId::of::<Count>(), TypeId::of::<u64>(), TypeId::of::<u128>()];
    let small =
        [TypeId::of::<u8>(), TypeId::of::<u16>(), TypeId::of::<u32>(), TypeId::of::<usize>()];
    let numbers = [&counts[..], &small, &[TypeId::of::<f64>()]].concat();
    let signed = |arg: Arg| {
        let is_number = numbers.iter().any(|number| arg.get_value_parser().type_id() == *number);
        if is_number { arg.allow_hyphen_values(true) } else { arg }
    };
    command.mut_args(signed).mut_subcommands(with_signs)
}

/// Does what these arguments say.
fn answer(matches: &ArgMatches) -> Result {
    files::refuse_overlaps(matches)?;
    match Cli::from_arg_matches(matches) {
        Ok(cli) => cli.run(),
        Err(error) => tell(error),
    }
}

/// Tells what the parser has to say: help, which is data, or what is wrong with the arguments.
fn tell(error: clap::Error) -> Result {
    let error = shortened(error);
    let printed = error.print();
    if error.use_stderr() { Ok(Answer::Unfinished) } else { Ok(printed.map(|()| Answer::Yes)?) }
}

impl Cli {
    fn run(self) -> Result {
        let threads = limits::threads(self.threads);
        rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?;
        match self.verb {
            Verb::Values(args) => values::run(&args),
            Verb::Period(args) => period::run(&args),
            Verb::Search(args) => search::run(&args),
            Verb::Survey(args) => survey::run(&args),
            Verb::Compare(args) => compare::run(&args),
            Verb::Claims(args) => claims::run(&args),
            Verb::Check(args) => check::run(&args),
            Verb::Position(args) => position::run(&args),
            Verb::Treblecross(args) => treblecross::run(&args),
            Verb::DawsonsChess(args) => dawsons_chess::run(&args),
            Verb::Gallery(args) => gallery::run(&args),
            Verb::Report(args) => report::run(&args),
            Verb::Table(args) => table::run(&args),
            Verb::Plot(args) => plot::run(&args),
            Verb::Oeis(args) => oeis::run(&args),
            Verb::Games(args) => games::run(&args),
            Verb::Bench(args) => bench::run(&args),
            Verb::Completions(args) => completions::run(&args),
            Verb::Man(args) => man::run(&args),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use clap::error::ErrorKind;
    use clap::{Command, CommandFactory, Parser};

    use super::Cli;

    /// The texts for users, apart from the help, whose examples are run elsewhere.
    const TEXTS: [&str; 3] = [
        include_str!("../../README.md"),
        include_str!("../../octal-codes/README.md"),
        include_str!("../survey/results.md"),
    ];

    /// The commands that a text mentions, without `octal`: in backticks, or as lines of a block.
    fn commands(text: &'static str) -> Vec<&'static str> {
        let parts: Vec<&str> = text.split("```").collect();
        let spans = parts.iter().step_by(2).flat_map(|prose| prose.split('`').skip(1).step_by(2));
        let lines = parts.iter().skip(1).step_by(2).flat_map(|block| block.lines());
        let command = |text: &'static str| move |code: &'static str| code.strip_prefix(text);
        let spoken = spans.filter_map(command("octal "));
        let typed = lines.clone().filter_map(command("$ octal "));
        spoken.chain(typed).chain(lines.filter_map(command("cargo run --release -- "))).collect()
    }

    /// `cargo run`, as the README has it, runs this program and not the checker.
    #[test]
    fn this_is_the_program_to_run() {
        assert!(include_str!("../../Cargo.toml").contains("\ndefault-run = \"octal\"\n"));
    }

    #[test]
    fn the_definitions_are_consistent() {
        Cli::command().debug_assert();
    }

    /// The long flags of a command and its verbs: what each is called, takes and says of itself.
    fn flags(command: &Command, found: &mut BTreeMap<String, BTreeMap<String, Vec<String>>>) {
        let verb = command.get_name().to_owned();
        for arg in command.get_arguments() {
            let Some(long) = arg.get_long() else { continue };
            let takes = arg.get_value_names().unwrap_or_default().join(" ");
            let help = arg.get_long_help().or(arg.get_help()).map(ToString::to_string);
            let meaning = format!("<{takes}> {}", help.unwrap_or_default());
            found
                .entry(long.to_owned())
                .or_default()
                .entry(meaning)
                .or_default()
                .push(verb.clone());
        }
        command.get_subcommands().for_each(|verb| flags(verb, found));
    }

    /// There is no exception.
    #[test]
    fn a_flag_means_the_same_in_all_verbs() {
        let mut found = BTreeMap::new();
        flags(&Cli::command(), &mut found);
        assert!(found.len() > 40 && found["format"].values().all(|verbs| verbs.len() > 10));
        for (flag, meanings) in found {
            assert_eq!(meanings.len(), 1, "--{flag} has several meanings: {meanings:#?}");
        }
    }

    /// Placeholders stand for something that fits.
    #[test]
    fn every_command_in_the_texts_is_one() {
        let mut count = 0;
        for command in TEXTS.iter().flat_map(|text| commands(text)) {
            let command = command.split(['#', '|']).next().unwrap_or_default();
            let words = command.split_whitespace().map(|word| match word {
                "CODE" => "0.77",
                "N" | "…" => "10",
                "VERB" => "values",
                word => word,
            });
            let parsed = Cli::try_parse_from(std::iter::once("octal").chain(words));
            let unfinished = [ErrorKind::DisplayHelp, ErrorKind::MissingRequiredArgument];
            let error = parsed.err().filter(|error| !unfinished.contains(&error.kind()));
            assert!(error.is_none(), "{command}: {}", error.unwrap());
            count += 1;
        }
        assert!(count > 15, "only {count} commands found");
    }
}
