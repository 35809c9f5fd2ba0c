//! The command line: one file a verb. stdout is data, stderr is talk.

mod answer;
mod args;
mod bench;
mod check;
mod claims;
mod compare;
mod completions;
mod dawsons_chess;
mod games;
mod identify;
mod known;
mod man;
mod misere;
mod oeis;
mod period;
mod plot;
mod position;
mod report;
mod search;
mod survey;
mod table;
pub mod terminal;
mod treblecross;
mod values;
mod web;

use std::any::TypeId;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write;
use std::process::ExitCode;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory, FromArgMatches, Parser, Subcommand};

use args::game::GameArg;
use args::number::Count;
use args::{files, limits, number};
use octal::code::{Code, Game};
use octal::position::treblecross::board::Board;
use terminal::output::{stdout, unwritten};
use terminal::signal;
use terminal::stderr::{cut, note_hexadecimal, shortened};

/// The end of a command that did not fail; of several commands, the last of these counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// Yes, or done: exit code 0.
    Yes,
    /// The answer is no, such as: no period is proved. Exit code 1.
    No,
    /// Stopped in time by a signal: the same command, run again, resumes.
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

/// The result of every verb, and of anything else that may fail here.
type Result<T = Answer, E = anyhow::Error> = std::result::Result<T, E>;

/// Research workbench for octal games: Grundy sequences, proved periods, checked claims.
#[derive(Debug, Parser)]
#[command(name = "octal", version, max_term_width = 100, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    verb: Verb,
    /// Number of threads, at most one for each core [default: all cores, or $SLURM_CPUS_PER_TASK].
    /// Results do not depend on it
    #[arg(long, value_name = "N", global = true, value_parser = number::positive)]
    threads: Option<u64>,
}

const EXAMPLES: &str = "\
Examples:
  octal period 0.07                 Dawson's Kayles: period 34 from heap 53 on, proved
  octal values kayles -n 50         the first values of Kayles
  octal values 'n -> n-1 | n-3 | n-4'   the values of a rule
  octal position kayles 3 5 2       who wins three heaps of Kayles, and by which moves
  octal position kayles IXXI        the same for a row of pins and gaps
  octal identify 1 2 3 1 4 3 2 1 4 2 6  which games have these values
  octal compare 0.161 0.36          the first heap where two games differ
  octal claims octal-codes/claims.csv
  octal report                      everything in octal-codes/, all reports into results/

A CODE is written 0.137, .137, 4.4, 0.3[37] (brackets repeat for ever), 4!.0 (! for unequal
parts), S(1,2,3) (a subtraction set), '0.6 shift 1' (G(n) = G_0.6(n − 1)), or a name from 'octal games'.
A GAME may also be a rule, such as 'n -> n-1 | n-3'; see 'octal values --help'.
Exit code: 0 yes or done, 1 the answer is no, 2 could not do it, 75 stopped by a signal: run the
same command again to resume.";

#[derive(Debug, Subcommand)]
enum Verb {
    Values(values::Args),
    Period(period::Args),
    Search(search::Args),
    Survey(survey::Args),
    Misere(misere::Args),
    Identify(identify::Args),
    Compare(compare::Args),
    Claims(claims::Args),
    Check(check::Args),
    Known(known::Args),
    Position(position::Args),
    Treblecross(treblecross::Args),
    DawsonsChess(dawsons_chess::Args),
    Report(report::Args),
    Table(table::Args),
    Plot(plot::Args),
    Oeis(oeis::Args),
    Web(web::Args),
    Games(games::Args),
    Bench(bench::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// Runs the command that the arguments of the process name.
pub fn run() -> Result {
    signal::survive_limits();
    let matches = match command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => return print_fault(error),
    };
    files::refuse_overlaps(&matches)?;
    let Cli { verb, threads } = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => return print_fault(error),
    };
    let threads = limits::threads(threads);
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?;
    let answer = match verb {
        Verb::Values(args) => values::run(&args),
        Verb::Period(args) => period::run(&args),
        Verb::Search(args) => search::run(&args),
        Verb::Survey(args) => survey::run(&args),
        Verb::Misere(args) => misere::run(&args),
        Verb::Identify(args) => identify::run(&args),
        Verb::Compare(args) => compare::run(&args),
        Verb::Claims(args) => claims::run(&args),
        Verb::Check(args) => check::run(&args),
        Verb::Known(args) => known::run(&args),
        Verb::Position(args) => position::run(&args),
        Verb::Treblecross(args) => treblecross::run(&args),
        Verb::DawsonsChess(args) => dawsons_chess::run(&args),
        Verb::Report(args) => report::run(&args),
        Verb::Table(args) => table::run(&args),
        Verb::Plot(args) => plot::run(&args),
        Verb::Oeis(args) => oeis::run(&args),
        Verb::Web(args) => web::run(&args),
        Verb::Games(args) => games::run(&args),
        Verb::Bench(args) => bench::run(&args),
        Verb::Completions(args) => completions::run(&args),
        Verb::Man(args) => man::run(&args),
    }?;
    let codes = files::of_type::<Code>(&matches).into_iter().map(|(_, code)| code);
    let games = files::of_type::<Game>(&matches).into_iter().map(|(_, game)| game);
    let given = files::of_type::<GameArg>(&matches).into_iter();
    let given = given.filter_map(|(_, given)| given.code().ok().cloned());
    codes
        .chain(games.chain(given).map(|game| game.code))
        .collect::<BTreeSet<Code>>()
        .iter()
        .for_each(note_hexadecimal);
    stdout().flush()?;
    Ok(answer)
}

/// The command line.
fn command() -> Command {
    grouped(with_signs(Cli::command()))
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

/// Prints the help, which is data, or the fault of the arguments.
fn print_fault(error: clap::Error) -> Result {
    let mut error = shortened(error);
    if let Some(command) = meant(&error) {
        let tip = StyledStr::from(format!("did you mean `{command}`?"));
        error.remove(ContextKind::SuggestedSubcommand);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    let printed = error.print();
    if error.use_stderr() {
        return Ok(Answer::Unfinished);
    }
    printed.map_err(unwritten)?;
    stdout().flush()?;
    Ok(Answer::Yes)
}

/// The command that was probably meant: with the verb, the subcommand or the option that is
/// missing.
fn meant(error: &clap::Error) -> Option<String> {
    let words: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let is_game = |word: &str| word.parse::<Game>().is_ok();
    let is_board = |word: &str| word.parse::<Board>().is_ok() || word.parse::<Count>().is_ok();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (verb, word) = match (error.kind(), &words[..]) {
        (ErrorKind::InvalidSubcommand, ["treblecross", word, ..]) if is_board(word) => {
            ("treblecross moves", word)
        }
        (ErrorKind::InvalidSubcommand, ["treblecross", ..]) => return None,
        (ErrorKind::InvalidSubcommand, [word, ..]) if is_game(word) => ("period", word),
        (ErrorKind::InvalidSubcommand, ["misere", word, ..]) if is_game(word) => {
            ("misere quotient", word)
        }
        (ErrorKind::UnknownArgument, ["values", word, ..]) if is_game(word) => {
            let Some(ContextValue::String(last)) = error.get(ContextKind::InvalidArg) else {
                return None;
            };
            let last: Count = last.parse().ok()?;
            return Some(format!("octal values {} -n {last}", quoted(word)));
        }
        _ => return None,
    };
    Some(format!("octal {verb} {}", quoted(word)))
}

/// An argument as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = word.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | '_'));
    if is_plain { word.to_owned() } else { format!("'{}'", cut(word).replace('\'', "'\\''")) }
}

/// The groups of verbs, in the order of the help: clap has none for subcommands.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Compute", &["values", "period", "search", "survey", "misere"]),
    ("Check", &["identify", "compare", "claims", "check", "known"]),
    ("Play", &["position", "treblecross", "dawsons-chess"]),
    ("Publish", &["report", "table", "plot", "oeis", "web"]),
    ("Tools", &["games", "bench", "completions", "man"]),
];

/// The columns in which the names of the verbs stand.
const NAMES: usize = 15;

/// Returns the command with a help that shows its verbs in groups, each with its summary.
fn grouped(command: Command) -> Command {
    let mut verbs = String::new();
    for (group, names) in GROUPS {
        let _ = writeln!(verbs, "{group}:");
        for name in names {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(verbs, "  {name:NAMES$}{about}");
        }
        verbs.push('\n');
    }
    let before = "{about-with-newline}\n{usage-heading} {usage}\n\n";
    command.help_template(format!("{before}{verbs}Options:\n{{options}}{{after-help}}"))
}
