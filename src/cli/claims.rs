//! `octal claims`: a verdict on every published claim.

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;

use octal::catalogue::claims::{self, Claim};
use octal::survey::class::classes;
use octal::survey::equality::judge_equalities;
use octal::survey::report::{claim_codes, is_equality, jobs};
use octal::survey::run::run as run_jobs;
use octal::survey::store::csv_bytes;
use octal::survey::study::{CLAIM_HEADER, ClaimRow, Study};

use super::limits::LimitArgs;
use super::output::OutputArgs;
use super::progress::{Interruptible, SurveyBars};
use super::report::tally;
use super::survey::DEFAULT;
use super::talk::say;
use super::{Answer, Outcome, signal};

/// Check published claims: periods, exceptions, values, equalities
///
/// The file is CSV with the columns id, code, statement, claimed, convention, source, note;
/// octal-codes/README.md says what each statement means. Every claim gets a verdict: confirmed,
/// contradicted (with the first heap that shows it), sharpened, or out_of_reach. Exit code 1 if a
/// claim is contradicted.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal claims                          the claims of octal-codes/claims.csv
  octal claims my-claims.csv -o verdicts.csv
  printf 'id,code,statement,claimed,convention,source,note\\n1,0.07,period,34,,,\\n' | octal claims -

Without --limit and --work a search ends at heap 2^27 or after 9e9 option values.")]
pub struct Args {
    /// The claims; `-` is stdin; the built-in octal-codes/claims.csv if left out
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    output: OutputArgs,
}

pub fn run(args: &Args) -> Outcome {
    let claims = read(args)?;
    let mut out = args.output.open()?;
    let limits = args.limits.limits(DEFAULT, rayon::current_num_threads());
    let (equalities, others): (Vec<&Claim>, Vec<&Claim>) =
        claims.iter().partition(|c| is_equality(c));
    let classes = classes(others.iter().flat_map(|claim| claim_codes(claim)));
    let mut rows: HashMap<String, ClaimRow> = HashMap::new();
    let mut keep = |row: ClaimRow| rows.insert(row.claim_id.clone(), row);
    let bars = SurveyBars::new(classes.len(), 0);
    run_jobs(
        jobs(classes, &claims),
        &limits,
        &bars,
        |studies: Vec<Study>| -> anyhow::Result<()> {
            studies.into_iter().flat_map(|study| study.verdicts).for_each(|row| drop(keep(row)));
            Ok(())
        },
    )?;
    judge_equalities(&equalities, &limits, &Interruptible)?
        .into_iter()
        .for_each(|row| drop(keep(row)));
    let in_order: Vec<&ClaimRow> = claims.iter().filter_map(|claim| rows.get(&claim.id)).collect();
    let caught = signal::caught();
    if !caught || args.output.file().is_none() {
        out.write_all(&csv_bytes(&in_order, &CLAIM_HEADER))?;
        out.commit()?;
    }
    say(tally(in_order.iter().copied()));
    if caught {
        say(format!("interrupted: {} of {} claims have a verdict", in_order.len(), claims.len()));
        return Ok(Answer::Unfinished);
    }
    let contradicted = in_order.iter().any(|row| row.verdict == "contradicted");
    Ok(if contradicted { Answer::No } else { Answer::Yes })
}

fn read(args: &Args) -> anyhow::Result<Vec<Claim>> {
    Ok(match &args.file {
        None => claims::published()?,
        Some(path) if path.as_os_str() == "-" => claims::read(std::io::stdin().lock(), "stdin")?,
        Some(path) => claims::read_file(path)?,
    })
}
