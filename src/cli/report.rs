//! `octal report`: the main job.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::bail;
use octal::catalogue::claims::{self, Claim};
use octal::catalogue::{limits as published_limits, sequences};
use octal::check::{CertificateFile, Selection};
use octal::code::Code;
use octal::period::search::Limits;
use octal::publish::plots::{self, Picture};
use octal::survey::claims::judge_equalities;
use octal::survey::files::{Content, csv_bytes};
use octal::survey::misere::verdicts::judge_misere_claims;
use octal::survey::parallel::{longest_first, run as run_jobs};
use octal::survey::report::{Literature, Reports, report_classes};
use octal::survey::study::{SearchJob, Study, jobs};
use octal::survey::treblecross::{self, TreblecrossRow};

use super::answer::misere::{UntilSignal, misere_limits};
use super::args::limits::{LimitArgs, SURVEY};
use super::claims::tally;
use super::survey::{FoundBySearch, TakeOver};
use super::terminal::output::create_directory;
use super::terminal::progress::{SurveyBars, until_signal};
use super::terminal::signal;
use super::terminal::stderr::{count, say, say_stopped};
use super::{Answer, Result};

/// Search every game of the catalogue and write all reports
///
/// The games are all codes 0.d1d2d3 and 4.d1d2d3, every named game, and every code in a published
/// claim or limit. The rows of a game are written as soon as its search ends. A second run searches
/// only what is missing. A shallower search never replaces a deeper one.
///
/// Certificates that take more than a minute or two to make again are kept in DIR/certificates, and
/// the others with --certificates. `octal period CODE --certificate FILE` makes a single one.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal report                       only what is missing: at most ten minutes on two cores
  octal report --dir elsewhere       from the beginning, into another directory
  octal report --certificates        the same, and a certificate of every proved period
  octal report --plots               the same, then the pictures in results/plots/
  octal report --code 0.56 --limit 4e5   one game, as deep as its proof needs

With --limit 1e9 every open game is searched to heap 10^9, whatever it takes.
Without --limit and --work a search ends at heap 2^27 or after 9e9 option values.
Exit code: 0 done, 2 could not do it, 75 stopped by a signal: the same command resumes.")]
pub struct Args {
    #[command(flatten)]
    limits: LimitArgs,
    /// The directory to work in. The command makes it, or resumes the work that is in it
    #[arg(long, value_name = "DIR", default_value = "results")]
    dir: PathBuf,
    /// Only the game of this code; may be given several times
    #[arg(long = "code", value_name = "CODE")]
    codes: Vec<Code>,
    /// Add the result of the `octal search` in DIR, or of every search in a directory below DIR;
    /// may be given several times
    #[arg(long, value_name = "DIR")]
    search: Vec<PathBuf>,
    /// Write a certificate of every proved period into DIR/certificates; large ones are compressed
    /// by gzip
    #[arg(long)]
    certificates: bool,
    /// Also draw the pictures in plots/. This takes ten seconds if nothing is missing in the
    /// reports
    #[arg(long)]
    plots: bool,
}

pub fn run(args: &Args) -> Result {
    signal::catch();
    let limits = args.limits.limits(SURVEY, rayon::current_num_threads());
    create_directory(&args.dir)?;
    refuse_foreign_guide(&args.dir)?;
    let (claims, published) = (claims::published()?, published_limits::published()?);
    let literature = Literature { claims: &claims, limits: &published };
    let date = today();
    let mut reports = Reports::open(&args.dir)?.with_all_certificates(args.certificates);
    reports.unproved().iter().for_each(say);
    let named = reports.unproved().len();
    if !take_over(args, &claims, &mut reports)? {
        say_stopped();
        return Ok(Answer::Stopped);
    }
    reports.save(literature, vec![], &date)?;
    let all = jobs(report_classes(literature), &claims);
    let codes: Vec<Code> = all.iter().map(|job| job.class.code().clone()).collect();
    let asked = only(&args.codes, all)?;
    let asked_games = count(asked.len(), "game");
    let missing = reports.missing(asked, &limits);
    if missing.is_empty() {
        say(format!(
            "nothing is missing: {asked_games}, all searched as deep already; --limit asks for more"
        ));
    } else {
        say(format!("{asked_games}, {} to search", missing.len()));
    }
    let bars = SurveyBars::new(missing.len());
    run_jobs(longest_first(missing, &limits), &limits, None, &bars, |studies: Vec<Study>| {
        studies.into_iter().for_each(|study| reports.add(study));
        reports.save(literature, vec![], &date).map_err(anyhow::Error::from)
    })?;
    drop(bars);
    judge_others(&claims, &limits, &mut reports)?;
    let guide = ("README.md".to_owned(), GUIDE.into());
    reports.save(literature, vec![guide, treblecross()?], &date)?;
    check_certificates(&reports)?;
    if args.plots && !signal::caught() {
        reports.save(literature, pictures()?, &date)?;
    }
    reports.unproved()[named..].iter().for_each(say);
    conclude(args, &reports, &codes)
}

/// Judges the claims that the search of one game in normal play does not decide.
fn judge_others(claims: &[Claim], limits: &Limits, reports: &mut Reports) -> anyhow::Result<()> {
    let undecided = || claims.iter().filter(|claim| !reports.is_decided(claim));
    let equalities: Vec<&Claim> = undecided().filter(|claim| claim.is_equality()).collect();
    let misere: Vec<&Claim> = undecided().filter(|claim| claim.is_misere()).collect();
    reports.add_verdicts(judge_equalities(&equalities, limits, &until_signal)?);
    reports.add_verdicts(judge_misere_claims(
        &misere,
        (&misere_limits(limits), limits.heaps),
        &UntilSignal,
    )?);
    Ok(())
}

/// Adds the results of long searches; `false` if a signal came first.
fn take_over(args: &Args, claims: &[Claim], reports: &mut Reports) -> anyhow::Result<bool> {
    let how = TakeOver { memory: args.limits.memory.bytes(), claims, certify: true };
    how.all(&args.search, |taken| {
        match taken {
            FoundBySearch::Stream(study) => reports.add_search(study),
            FoundBySearch::Values(study) => reports.add(study),
        }
        Ok(())
    })
}

/// The jobs of these codes, or all if none is given.
fn only<'a>(codes: &[Code], mut jobs: Vec<SearchJob<'a>>) -> anyhow::Result<Vec<SearchJob<'a>>> {
    let is_of = |code: &Code, job: &SearchJob| job.class.shift_of(code).is_some();
    for code in codes {
        if !jobs.iter().any(|job| is_of(code, job)) {
            bail!("{code} is not in the report: `octal survey --codes` searches any codes");
        }
    }
    jobs.retain(|job| codes.is_empty() || codes.iter().any(|code| is_of(code, job)));
    Ok(jobs)
}

/// Fails if the directory is that of something else, whose README would be overwritten.
fn refuse_foreign_guide(directory: &Path) -> anyhow::Result<()> {
    let path = directory.join("README.md");
    let title = GUIDE.split_inclusive('\n').next().unwrap_or_default().as_bytes();
    let mut found = vec![];
    let read =
        File::open(&path).and_then(|file| file.take(title.len() as u64).read_to_end(&mut found));
    match read {
        Ok(_) if found != title => bail!(
            "`{}` would be overwritten: name a directory that holds only reports, as in \
             --dir results",
            path.display()
        ),
        _ => Ok(()),
    }
}

/// `treblecross.csv`.
fn treblecross() -> anyhow::Result<Content> {
    let published = treblecross::published(&sequences::published()?);
    let rows = treblecross::table(treblecross::MAX_CELLS, &published)?;
    let rows = rows.iter().map(TreblecrossRow::from);
    Ok(("treblecross.csv".to_owned(), csv_bytes(rows, &treblecross::HEADER)))
}

/// Draws the pictures; there are none if the program is interrupted.
fn pictures() -> anyhow::Result<Vec<Content>> {
    let plans = plots::plans();
    say(format!("drawing {} pictures", plans.len()));
    let Some(pictures) = plots::draw(&plans, &until_signal)? else { return Ok(vec![]) };
    let file = |drawn: Picture| (drawn.plan.file(), drawn.svg.into_bytes());
    Ok(pictures.into_iter().map(file).collect())
}

/// Checks the certificates made in this run.
fn check_certificates(reports: &Reports) -> anyhow::Result<()> {
    for (name, file) in reports.new_certificates() {
        let checked = CertificateFile::read(file).and_then(|certificate| {
            let links = certificate.pick(Selection::All)?;
            certificate.check(&links, rayon::current_num_threads(), &|_, _| !signal::caught())
        });
        if let Err(rejection) = checked {
            bail!("the new certificate `{name}` is refused: {rejection}");
        }
    }
    Ok(())
}

/// Prints a summary of the reports.
fn conclude(args: &Args, reports: &Reports, classes: &[Code]) -> Result {
    let [proved, observed, open] = reports.tally(classes);
    let rows = count(reports.games().len(), "row");
    say(format!(
        "{} proved, {observed} observed, {open} open, in {rows}: equal games share one",
        count(proved, "game")
    ));
    say(tally(reports.verdicts()));
    say(format!("reports are in `{}`", args.dir.display()));
    if signal::caught() {
        say_stopped();
        return Ok(Answer::Stopped);
    }
    Ok(Answer::Yes)
}

/// The date, as in 2026-01-31, in Greenwich.
pub fn today() -> String {
    let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    now.split('T').next().unwrap_or_default().to_owned()
}

/// The text of `results/README.md`.
const GUIDE: &str = include_str!("../survey/results.md");
