//! `octal survey`: a set of codes, searched in parallel.

use std::io::{self, Write};

use anyhow::ensure;
use octal::file::DirectoryLock;
use octal::survey::class::{Class, classes, octal_codes};
use octal::survey::codes;
use octal::survey::files::write_rows;
use octal::survey::manifest::ManifestRow;
use octal::survey::report::jobs;
use octal::survey::run::run as run_jobs;
use octal::survey::store::GameTable;
use octal::survey::study::Study;
use octal::survey::table_file::TableFile;

use super::common::codes::read_codes;
use super::common::files::{InFile, PERIODS, ResultsDir, SurveyDir};
use super::common::limits::{LimitArgs, SURVEY};
use super::common::number;
use super::common::output::create_directory;
use super::common::progress::SurveyBars;
use super::common::provenance::manifest_row;
use super::common::signal;
use super::common::stderr::{count, say};
use super::{Answer, Result};

/// Search many codes in parallel and write a row of periods.csv for each game
///
/// Codes that the rules prove equal are searched once, games with equal proved sequences are
/// written once, with their cousins named. With --dir each row is written to periods.csv in that
/// directory as soon as it is done, rows that are there already stay, and a second run does only what
/// is missing or was searched less deeply; without it the rows go to stdout. codes.csv beside it names
/// the game of every code. With --merge nothing is searched: the tables of other surveys, such as the
/// parts of one, are joined to the table that one survey of all would make.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal survey --digits 2 --limit 1e4 --dir two-digits
  octal survey --codes my-codes.txt --limit 1e7 --dir mine
  octal survey --digits 3 --limit 1e4 --shard 2/8 --dir part-2   one of eight parts
  octal survey --merge two-digits mine part-2 --dir whole

Without --limit and --work a search ends at heap 2^27 or after 9e9 option values.
Exit code: 0 done, 2 could not do it, or stopped without --dir, 75 stopped by a signal: the same
command goes on.")]
pub struct Args {
    /// All codes 0.d1…dD and 4.d1…dD with at most D digits
    #[arg(long, value_name = "D", default_value = "2",
        value_parser = number::within::<u8>(1..=5), conflicts_with = "codes")]
    digits: u8,
    /// The codes of a file, one a line; `#` begins a comment; `-` is stdin
    #[arg(long, value_name = "FILE")]
    codes: Option<InFile>,
    /// Only part I of M (1/8 to 8/8)
    #[arg(long, value_name = "I/M", value_parser = shard)]
    shard: Option<(usize, usize)>,
    /// Join the tables in these directories
    #[arg(long, value_name = "DIR", num_args = 1..,
        conflicts_with_all = ["digits", "codes", "shard", "limit", "work", "memory"])]
    merge: Vec<ResultsDir>,
    #[command(flatten)]
    limits: LimitArgs,
    /// The directory to work in: it is made if it is not there, and gone on with if it is
    #[arg(long, value_name = "DIR")]
    dir: Option<SurveyDir>,
}

/// Reads I/M.
fn shard(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once('/').and_then(|(i, m)| {
        Some((number::positive(i).ok()? as usize, number::positive(m).ok()? as usize))
    });
    parts.filter(|(i, m)| i <= m).ok_or_else(|| "a part is written 1/8, …, 8/8".to_owned())
}

pub fn run(args: &Args) -> Result {
    signal::catch();
    let limits = args.limits.limits(SURVEY, rayon::current_num_threads());
    let made = manifest_row("octal survey".to_owned())?;
    if !args.merge.is_empty() {
        return merge(args, &made);
    }
    let all = selected(args)?;
    let path = args.dir.as_deref().map(|directory| directory.join(PERIODS));
    args.dir.as_deref().map(create_directory).transpose()?;
    let mut file = TableFile::open(path.as_deref())?;
    file.table.unused().iter().for_each(say);
    let wanted: Vec<Class> =
        all.iter().filter(|class| !file.table.answers(class, &limits)).cloned().collect();
    file.save(&made)?;
    let bars = SurveyBars::new(all.len(), all.len() - wanted.len());
    run_jobs(jobs(wanted, &[]), &limits, &bars, |studies: Vec<Study>| {
        studies.into_iter().for_each(|study| file.table.insert(study.game));
        file.save(&made).map_err(anyhow::Error::from)
    })?;
    finish(args, &file)?;
    if signal::caught() {
        let done = all.iter().filter(|class| file.table.answers(class, &limits)).count();
        let verb = if all.len() == 1 { "is" } else { "are" };
        say(format!("stopped: {done} of {} {verb} done", count(all.len(), "game")));
        // Without a directory nothing is kept that another run could go on with.
        return Ok(if args.dir.is_some() { Answer::Stopped } else { Answer::Unfinished });
    }
    Ok(Answer::Yes)
}

/// Joins the tables of other surveys.
fn merge(args: &Args, made: &ManifestRow) -> Result {
    let path = args.dir.as_deref().map(|directory| directory.join(PERIODS));
    args.dir.as_deref().map(create_directory).transpose()?;
    let mut file = TableFile::open(path.as_deref())?;
    for directory in &args.merge {
        let path = directory.join(PERIODS);
        ensure!(path.is_file(), "`{}` holds no {PERIODS}", directory.display());
        let table = GameTable::read(&path, None)?;
        table.unused().iter().for_each(say);
        file.table.merge(table);
    }
    file.save(made)?;
    finish(args, &file)?;
    Ok(Answer::Yes)
}

/// Writes what is not written row by row: the codes, or all rows if there is no directory.
fn finish(args: &Args, file: &TableFile) -> anyhow::Result<()> {
    match args.dir.as_deref() {
        Some(directory) => {
            // Others may have added to the table since: who is the last to come here writes all.
            let periods = directory.join(PERIODS);
            let _lock = DirectoryLock::beside(&periods)?;
            let rows = codes::code_rows(&GameTable::read(&periods, None)?);
            write_rows(&directory.join(codes::FILE), &codes::HEADER, rows)?;
        }
        None => io::stdout().write_all(&file.bytes())?,
    }
    Ok(())
}

fn selected(args: &Args) -> anyhow::Result<Vec<Class>> {
    let codes = match &args.codes {
        Some(path) => read_codes(path)?,
        None => octal_codes(usize::from(args.digits)),
    };
    let (i, m) = args.shard.unwrap_or((1, 1));
    Ok(classes(codes).into_iter().skip(i - 1).step_by(m).collect())
}
