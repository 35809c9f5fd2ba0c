//! `octal plan`: the script that runs a survey, searches or a check on a cluster.

mod inputs;
mod job;
mod shell;
mod slurm;
mod time;

use std::io::Write;
use std::path::PathBuf;

use anyhow::{bail, ensure};
use clap::{ArgMatches, Command, ValueEnum};

use super::common::number;
use super::common::output::{OutputArgs, refuse_file};
use super::common::stderr::shortened;
use super::{Answer, Result};
use job::Shared;

/// Print the script that runs a survey, searches or a check on a cluster
///
/// The script submits an array of tasks, each of which does its part of the work by the command given,
/// and a job that follows when all of them are done: it joins the tables of a survey, tells where
/// searches stand, or says whether a certificate is proved. Two minutes before its time is over a task is
/// warned, stops with exit code 75 and is queued again, and goes on; so does a task whose node is lost. Run
/// the script where all nodes see DIR and `octal` is found, by its module or the PATH.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "octal plan [OPTIONS] --dir DIR survey|search|check ARGUMENTS...",
    after_help = "Examples:
  octal plan --tasks 64 --dir census -o census.sh survey --digits 5 --work 1e9
  octal plan --tasks 5 --dir checked check results/certificates/0.104.txt
  octal plan --tasks 3 --time 7-00:00:00 --dir three search 0.104 0.106 0.127 --limit 1e12
  octal plan --dir checked --option=--partition=long check results/certificates/0.104.txt

The arguments of the command are those it has elsewhere, without --dir, --memory, --shard, --links
and --output; the files that it names are looked at now. For certificates without links
one task is enough: they are checked whole. There are never more tasks than links of a certificate, or codes to search.
Exit code: 0 done, 2 could not do it."
)]
pub struct Args {
    /// The batch system
    #[arg(long, value_enum, default_value = "slurm")]
    engine: Scheduler,
    /// How many tasks share the work; Slurm takes at most 1000 if its MaxArraySize was not raised
    #[arg(long, value_name = "M", default_value = "8", value_parser = number::within::<u16>(1..=10_000))]
    tasks: u16,
    /// Processors of a task
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::within::<u16>(1..=1024))]
    cpus: u16,
    /// Memory of a task (512M, 8G), 128M at least; values take at most half of it
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = task_memory)]
    task_memory: u64,
    /// How long a task may run before it is queued again (4:00:00, 2-00:00:00), five minutes at least
    #[arg(long, value_name = "TIME", default_value = "4:00:00", value_parser = time::limit)]
    time: String,
    /// The program that the tasks run: a name that is found where the script is run, or a path that
    /// all nodes see
    #[arg(long, value_name = "PROGRAM", default_value = "octal", value_parser = program)]
    program: String,
    /// One more option of the batch system, such as --partition=long; may be given several times
    #[arg(long, value_name = "OPTION", value_parser = batch_option, allow_hyphen_values = true)]
    option: Vec<String>,
    /// The directory to work in: it is made if it is not there; if it is, the work in it is continued
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    #[command(flatten)]
    output: OutputArgs,
    /// survey, search or check, and its arguments
    #[arg(
        value_name = "COMMAND",
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    command: Vec<String>,
}

/// A batch system.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Scheduler {
    /// Slurm job arrays
    Slurm,
}

/// Below this the program itself would take more of the memory of a task than its values.
const LEAST_MEMORY: u64 = 128 << 20;

/// Reads the memory of a task.
fn task_memory(text: &str) -> Result<u64, String> {
    match number::bytes(text)? {
        bytes if bytes < LEAST_MEMORY => Err("from 128M on: half of it is for the program".into()),
        bytes => Ok(bytes),
    }
}

/// Reads the word by which a shell calls the program.
fn program(text: &str) -> Result<String, String> {
    match one_line(text)? {
        word if word.is_empty() || word.starts_with('-') => Err("a name or a path".into()),
        word => Ok(word),
    }
}

/// Reads an option of the batch system.
fn batch_option(text: &str) -> Result<String, String> {
    let option = one_line(text)?;
    if !option.starts_with('-') {
        return Err("an option begins with `-`, as in --option=--partition=long".into());
    }
    if ["-a", "--array"].iter().any(|array| option.starts_with(array)) {
        return Err("--tasks says how many tasks there are".into());
    }
    Ok(option)
}

/// Reads a text that is one line of a script.
fn one_line(text: &str) -> Result<String, String> {
    if text.contains(char::is_control) { Err("in one line".into()) } else { Ok(text.to_owned()) }
}

/// Refuses what each task would refuse, the first of which has these arguments; says how many codes it names, if
/// it is a search.
type RefuseForTasks = dyn Fn(&ArgMatches) -> anyhow::Result<Option<usize>>;

/// Prints the script; `octal` is the command line of this program.
pub fn run(args: &Args, octal: &Command, refuse: &RefuseForTasks) -> Result {
    let Some(dir) = args.dir.to_str().filter(|dir| one_line(dir).is_ok()) else {
        bail!("`{}`: name a directory in UTF-8, in one line", args.dir.display());
    };
    ensure!(!dir.starts_with('-'), "`{dir}` looks like an option: write `./{dir}`");
    refuse_file(&args.dir)?;
    for word in &args.command {
        ensure!(one_line(word).is_ok(), "an argument of a command in a script is one line");
    }
    // Slurm replaces nothing in the name of a log that has one, not even the number of the task.
    ensure!(!dir.contains('\\'), "`{dir}`: name a directory without a backslash");
    let words: Vec<&str> = args.command.iter().map(String::as_str).collect();
    let shared = Shared { words: &words, program: &args.program, dir, memory: args.task_memory };
    let first = first_task(octal, &shared.first()?)?;
    let job = shared.job(inputs::tasks(&first, refuse(&first)?, args.tasks)?)?;
    let script = match args.engine {
        Scheduler::Slurm => slurm::script(args, dir, &job),
    };
    let mut out = args.output.open()?;
    out.write_all(script.as_bytes())?;
    out.commit()?;
    Ok(Answer::Yes)
}

/// The arguments of the first task. If it would not understand its command it is better to say so now than
/// in each of them.
fn first_task(octal: &Command, first: &[String]) -> anyhow::Result<ArgMatches> {
    let words = std::iter::once("octal").chain(first.iter().map(String::as_str));
    match octal.clone().try_get_matches_from(words) {
        Ok(matches) => Ok(matches),
        Err(error) if error.use_stderr() => {
            bail!("the tasks would not understand their command: {}", in_a_line(error))
        }
        Err(_) => bail!("the command of a script does something: leave out --help and --version"),
    }
}

/// What is wrong with some arguments, as one sentence: all that the parser says but for the usage.
fn in_a_line(error: clap::Error) -> String {
    let text = shortened(error).to_string();
    let lines = text.trim_start_matches("error: ").lines().map(str::trim);
    let lines = lines.take_while(|line| !line.starts_with("Usage:") && !line.starts_with(MORE));
    lines.filter(|line| !line.is_empty()).fold(String::new(), |said, line| match line {
        _ if said.is_empty() => line.to_owned(),
        _ if said.ends_with(':') || line.starts_with('[') => format!("{said} {line}"),
        _ if line.starts_with("tip:") => format!("{said}; {line}"),
        _ => format!("{said}, {line}"),
    })
}

/// How the last line of the parser begins.
const MORE: &str = "For more information";
