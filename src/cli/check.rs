//! `octal check`: whether certificates prove what they claim.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, anyhow};
use octal::check::{self, CertificateFile, CheckResult, Established, Selection};

use super::common::files::InFile;
use super::common::output::OutputArgs;
use super::common::progress::CheckBar;
use super::common::signal;
use super::common::stderr::{say, with_causes};
use super::{Answer, Result};

/// Check certificates by code that shares nothing with the engines
///
/// A certificate is a file of `octal period CODE --certificate FILE`, or of results/certificates, or
/// states a misère quotient; its first line says which. Small ones are checked value by value from
/// the definition. Large ones are chains of links that can be checked in any order: all of them, a
/// range, or a sample; only all of them are a proof. Arithmetic periods and misère quotients are
/// always checked whole. A certificate is refused with the heap or the line that is wrong.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal check results/certificates/0.07.txt
  octal check results/certificates/0.104.txt --sample 0.1 --seed 1
  octal check results/certificates/0.104.txt --links 0..8    the first of several machines

The program octal-check does the same and needs nothing but the standard library.
Exit code: 0 no fault is found, 1 a certificate is refused, 2 could not do it, or stopped by a signal.")]
pub struct Args {
    /// The certificates
    #[arg(value_name = "FILE", required = true)]
    files: Vec<InFile>,
    /// Check only the links from number A up to, not including, B
    #[arg(long, value_name = "A..B", value_parser = check::range, conflicts_with = "sample")]
    links: Option<(usize, usize)>,
    /// Check only this share of the links, such as 0.05, chosen at random
    #[arg(long, value_name = "SHARE", value_parser = check::share)]
    sample: Option<f64>,
    /// The random choice; without it, a new one is made and said
    #[arg(long, value_name = "S", requires = "sample", value_parser = check::seed)]
    seed: Option<u64>,
}

pub fn run(args: &Args) -> Result {
    let selection = selection(args);
    let mut out = OutputArgs { output: None, force: false }.open()?;
    let mut answer = Answer::Yes;
    for path in &args.files {
        let shown = path.display();
        match check_one(path, selection) {
            Ok(Ok(established)) => writeln!(out, "{shown}: {}", established.statement)?,
            Ok(Err(reason)) => {
                writeln!(out, "{shown}: refused: {reason}")?;
                answer = answer.max(Answer::No);
            }
            Err(error) => {
                // One file that cannot be checked is no reason to keep silent about the others.
                say(format!("error: {}", with_causes(&error)));
                answer = Answer::Unfinished;
            }
        }
        if signal::caught() {
            say("interrupted; `--links A..B` checks a chain in parts");
            answer = Answer::Unfinished;
            break;
        }
    }
    out.commit()?;
    Ok(answer)
}

/// The links asked for; a seed that was not given is chosen and said.
fn selection(args: &Args) -> Selection {
    match (args.links, args.sample) {
        (Some((from, to)), _) => Selection::Range(from, to),
        (None, Some(share)) => {
            let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
            say(format!("a sample of {share} of the links, --seed {seed}"));
            Selection::Sample(share, seed)
        }
        (None, None) => Selection::All,
    }
}

/// Checks a file, until a signal comes.
fn check_one(path: &Path, selection: Selection) -> anyhow::Result<CheckResult<Established>> {
    let file = check::load(path).with_context(|| format!("cannot read `{}`", path.display()))?;
    let certificate = match CertificateFile::read(&file) {
        Ok(certificate) => certificate,
        Err(rejection) => return Ok(Err(rejection)),
    };
    let picked = certificate.pick(selection);
    let links = picked.map_err(|right| anyhow!("`{}`: {right}", path.display()))?;
    let threads = rayon::current_num_threads();
    let bar = CheckBar::new(path, certificate.heaps(&links));
    Ok(certificate.check(&links, threads, &|heaps| bar.goes_on(heaps)))
}
