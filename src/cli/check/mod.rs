//! `octal check`: checks if certificates prove their claims.

mod written;

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use octal::certificate::LARGEST;
use octal::check::{self, CertificateFile, CheckResult, Established, Selection, WorkLimit};
use octal::file::{sha256_hex, unpacked};
use octal::formats::Format;
use written::{Answers, FORMATS, LinkChoice};

use super::args::files::InFile;
use super::args::limits::WorkArgs;
use super::args::one_of;
use super::terminal::output::{OutputArgs, create_directory};
use super::terminal::progress::CheckBar;
use super::terminal::signal;
use super::terminal::stderr::{say, say_stopped, with_causes};
use super::{Answer, Result};

/// Check certificates by code that shares nothing with the engines
///
/// A certificate proves a period or a misère quotient; its first line says which. `octal period`
/// writes one, and results/certificates has many. A small certificate is
/// checked value by value from the definition. A large one is a chain of links that can be checked
/// in any order: all links, a range, or a sample. Only a check of all links is a proof. Arithmetic
/// periods and misère quotients are always checked whole. A refusal names the wrong heap or line.
/// Files compressed by gzip are read as they are.
///
/// With --dir a check records the links that are right, and skips recorded links. So the same
/// command resumes a check that was stopped. Several machines can check parts of a certificate with
/// one directory; a last check without --links then reads the records and gives the verdict.
///
/// Rows (--format csv or json) have the SHA-256 of each file, a verdict, and the text of the line.
/// The verdict is `proved` if all of the certificate was checked, `unproved` if only a part was
/// checked and no fault found, or `refused`. A file that cannot be read has no row, and after a
/// signal no rows are printed.
///
/// The number of steps of a check, one for each option value, follows from the claim. It is printed
/// if it is large. A check of more than --work steps, 2^37 if it is not given, does not begin: the
/// message names the --work that is enough. A check that takes 8 times the stated steps is ended.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal check 0.07.txt
  octal check 0.104.txt --sample 0.1 --seed 1
  octal check 0.104.txt --links 0..8    the first of several machines
  octal check 0.104.txt --links 1/64 --dir checked
  octal check 0.0*.txt --format csv -o checked.csv

The program octal-check needs nothing but the standard library. It has no --dir, takes links only
as A..B, and reads no compressed files (`gzip -d` first).
Exit code: 0 no fault is found; 1 a certificate is refused; 2 could not do it, or stopped without
--dir; 75 stopped by a signal: the same command resumes.")]
pub struct Args {
    /// The certificates; `-` is stdin
    #[arg(value_name = "FILE", required = true)]
    files: Vec<InFile>,
    /// Check only the links A to B − 1, or part I of M (1/8 to 8/8, or task/8 in a task of a batch
    /// system)
    #[arg(long, value_name = "A..B|I/M", conflicts_with = "sample")]
    links: Option<LinkChoice>,
    /// Check only this share of the links, such as 0.05, chosen at random
    #[arg(long, value_name = "SHARE", value_parser = check::share)]
    sample: Option<f64>,
    /// The random choice; without it, the command makes and prints one
    #[arg(long, value_name = "S", requires = "sample", value_parser = check::seed)]
    seed: Option<u64>,
    /// The directory to work in. The command makes it, or resumes the work that is in it
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Output format
    #[arg(long, default_value = "text", value_parser = one_of(FORMATS))]
    format: Format,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    work: WorkArgs,
}

pub fn run(args: &Args) -> Result {
    let choice = choice(args);
    args.dir.as_deref().map(create_directory).transpose()?;
    let mut answers = Answers::new(args.output.open()?, args.format);
    let mut answer = Answer::Yes;
    for path in &args.files {
        match check_one(path, choice, args) {
            Ok((sha256, found)) => {
                if found.is_err() {
                    answer = answer.max(Answer::No);
                }
                answers.add(path, sha256, found)?;
            }
            Err(error) => {
                // One file that cannot be checked is no reason to keep silent about the others.
                say(format!("error: {}", with_causes(&error)));
                answer = Answer::Unfinished;
            }
        }
        if signal::caught() {
            // Lines are written already; rows of some of the files would pass for those of all.
            return Ok(answer.max(stopped(args)));
        }
    }
    answers.commit()?;
    Ok(answer)
}

/// Prints how to continue after a signal.
fn stopped(args: &Args) -> Answer {
    if args.dir.is_some() {
        say_stopped();
        Answer::Stopped
    } else {
        say(
            "interrupted; `--links A..B` checks a chain of links in parts, and with `--dir DIR` it can be resumed",
        );
        Answer::Unfinished
    }
}

/// The links to check. A seed that was not given is chosen and printed.
fn choice(args: &Args) -> LinkChoice {
    match (args.links, args.sample) {
        (Some(links), _) => links,
        (None, Some(share)) => {
            let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
            say(format!("a sample of {share} of the links, --seed {seed}"));
            LinkChoice::Selection(Selection::Sample(share, seed))
        }
        (None, None) => LinkChoice::Selection(Selection::All),
    }
}

/// Checks a file, until a signal comes. Returns its SHA-256, and the result.
fn check_one(
    path: &Path,
    choice: LinkChoice,
    args: &Args,
) -> anyhow::Result<(String, CheckResult<Established>)> {
    let cannot_read = || format!("cannot read `{}`", path.display());
    let file = check::load(path).with_context(cannot_read)?;
    let sha256 = sha256_hex(&file);
    let certificate = unpacked(file, LARGEST).with_context(cannot_read)?;
    let read = match CertificateFile::read(&certificate) {
        Ok(read) => read,
        Err(rejection) => return Ok((sha256, Err(rejection))),
    };
    let picked = choice.pick(&read);
    let links = picked.map_err(|right| anyhow!("`{}`: {right}", path.display()))?;
    let work = CheckWork { path, most: args.work.asked().unwrap_or(check::DEFAULT_WORK) };
    let bar = CheckBar::new(path, read.heaps(&links));
    let found = match (read, args.dir.as_deref()) {
        (CertificateFile::Period(period), Some(directory)) => {
            let source = written::Source { path, bytes: &certificate, certificate: period };
            written::check_with_notes(source, &links, directory, &bar, work)?
        }
        (read, _) => {
            let limit = work.limit(read.cost(&links))?;
            let watch = |heaps, steps| bar.continues(heaps) && limit.take(steps);
            let found = read.check(&links, rayon::current_num_threads(), &watch);
            work.finish(&limit)?;
            found
        }
    };
    Ok((sha256, found))
}

/// The steps that the check of a file may take.
#[derive(Clone, Copy)]
struct CheckWork<'a> {
    path: &'a Path,
    most: u64,
}

impl CheckWork<'_> {
    /// The limit of a check that takes about `cost` steps; prints these if they are many.
    fn limit(self, cost: u64) -> anyhow::Result<WorkLimit> {
        let limit = WorkLimit::new(self.most, cost).map_err(|enough| self.too_long(enough))?;
        if cost > check::LONG_CHECK {
            say(format!("{}: about {cost} steps of a nanosecond", self.path.display()));
        }
        Ok(limit)
    }

    /// The end of a check that has kept its limit.
    fn finish(self, limit: &WorkLimit) -> anyhow::Result<()> {
        limit.finish().map_err(|enough| self.too_long(enough))
    }

    fn too_long(self, enough: u64) -> anyhow::Error {
        anyhow!(
            "`{}`: the check takes more than {} steps of about a nanosecond: allow --work {enough}",
            self.path.display(),
            self.most
        )
    }
}
