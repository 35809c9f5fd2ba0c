//! `octal period`: the period of a game, proved, or how far it was searched.

mod resumable;
mod text;

use std::io::Write;

use anyhow::bail;
use octal::certificate::{self, CertificateError};
use octal::code::Game;
use octal::period::search::{Limits, search};
use octal::period::sequence::{Known, Stop};
use octal::period::shifted::View;
use octal::publish::tables::{Report, json_object};
use octal::survey::row::{EXCEPTION_HEADER, ExceptionRow, PERIOD_HEADER, PeriodRow};
use octal::survey::store::csv_bytes;

use super::common::double_check::DoubleCheckArgs;
use super::common::files::OutFile;
use super::common::game::game;
use super::common::limits::LimitArgs;
use super::common::output::{Output, OutputArgs};
use super::common::progress::SearchBar;
use super::common::signal;
use super::common::stderr::say;
use super::common::values_file::{ValuesArgs, take};
use super::table::latex;
use super::{Answer, Outcome};
use resumable::LongArgs;
use text::text;

/// Find and prove the period of a game, with its exceptions
///
/// (n0, p) means G(n+p) = G(n) for every n ≥ n0, with p least and then n0 least; the exceptions
/// are the n < n0 where G(n) differs from the pattern continued downwards. The search stops as
/// soon as the proof is complete. Exit code 1 if no period is proved within the limits.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal period 0.07                     Dawson's Kayles
  octal period officers --limit 1e7     open: how far it was searched
  octal period 0.354 --format json
  octal period 0.127 --exceptions exceptions.csv
  octal period 0.106 --limit 1e12 --snapshots 0.106.search
  octal period 0.106 --status 0.106.search
  octal period 0.137 --certificate 0.137.txt   then: octal check 0.137.txt
  octal period 0.07 --format latex -o period.tex   a table for a paper
  octal values 0.07 -n 300 --format bfile | octal period 0.07 --values -   from these values
  octal period 0.454 --limit 3e8 --double-check

With --values the values of the file are checked first, exit code 1 if one is wrong; then the
period is that which the values up to its last heap prove.

Without --limit and --work a search ends at heap 2^27 or after 2e10 option values; with --snapshots
only --limit ends it.")]
pub struct Args {
    /// The game: a code such as 0.137, or a name such as kayles
    #[arg(value_name = "CODE", value_parser = game)]
    game: Game,
    #[command(flatten)]
    limits: LimitArgs,
    /// How to write the result; csv is the row of periods.csv, latex a table of it
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Write all exceptions, however many, to this CSV file (`-` is stdout)
    #[arg(long, value_name = "FILE")]
    exceptions: Option<OutFile>,
    /// Write a certificate of the period to this file (`-` is stdout), which `octal check` checks
    #[arg(long, value_name = "FILE")]
    certificate: Option<OutFile>,
    #[command(flatten)]
    long: LongArgs,
    #[command(flatten)]
    values: ValuesArgs,
    #[command(flatten)]
    double_check: DoubleCheckArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// How to write a result.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum Format {
    Text,
    Json,
    Csv,
    Latex,
}

/// How far a search goes that was given no limit.
const DEFAULT: Limits = Limits { heaps: 1 << 27, work: Some(20_000_000_000), memory: u64::MAX };

pub fn run(args: &Args) -> Outcome {
    let force = args.output.force;
    let output = |file: &Option<OutFile>| file.clone().map(|file| OutputArgs::to(file, force));
    let [exceptions, certificate] = [&args.exceptions, &args.certificate].map(output);
    if let Some(directory) = &args.long.status {
        return resumable::status(&args.game, directory, args.format, &args.output);
    }
    signal::catch();
    if args.certificate.is_some() && args.game.shift > 0 {
        bail!("a certificate is about a code: ask for that of {} alone", args.game.code);
    }
    if let Some(directory) = &args.long.snapshots {
        let (game, limits) = (&args.game, &args.limits);
        let certificate = certificate.as_ref();
        return resumable::search(game, limits, directory, args.format, &args.output, certificate);
    }
    let certificate = certificate.map(|file| file.open()).transpose()?;
    args.double_check.prepare(&args.game.code)?;
    let mut out = args.output.open()?;
    let exceptions = exceptions.map(|file| file.open()).transpose()?;
    let Found { known, limits } = match find(args)? {
        Ok(found) => found,
        Err(answer) => return Ok(answer),
    };
    if !args.double_check.run(&known)? {
        say("interrupted: the values are not all checked");
        return Ok(Answer::Unfinished);
    }
    let view = View::new(&known, args.game.shift as i64);
    let row = PeriodRow::new(&view, &limits);
    write(&mut out, &args.game, &row, Some(&view), args.format)?;
    if let Some(mut file) = exceptions {
        let row = |e: octal::period::sequence::Exception| ExceptionRow::new(&row.code, e);
        file.write_all(&csv_bytes(view.exceptions().map(row), &EXCEPTION_HEADER))?;
        file.commit()?;
    }
    if let Some(mut file) = certificate {
        match certificate::write(&known) {
            Ok(bytes) => {
                file.write_all(&bytes)?;
                file.commit()?;
            }
            Err(CertificateError::NotProved) => say("no period is proved: no certificate"),
            Err(error) => return Err(error.into()),
        }
    }
    out.commit()?;
    Ok(answer(&row, known.stop))
}

/// What a search found, and how far it was to go.
struct Found {
    known: Known,
    limits: Limits,
}

/// Searches; with `--values` only as far as the table goes, and not if it is wrong.
fn find(args: &Args) -> anyhow::Result<Result<Found, Answer>> {
    let Some(file) = &args.values.values else {
        let limits = args.limits.limits(DEFAULT, 1);
        // The limit counts the heaps of the game, which are larger than those of its code.
        let heaps = limits.heaps.saturating_sub(args.game.shift);
        let bar = SearchBar::new(&args.game.code);
        let known = search(&args.game.code, &Limits { heaps, ..limits }, &bar)?;
        return Ok(Ok(Found { known, limits }));
    };
    args.limits.refuse_beside("--values")?;
    let taken = take(&args.game, file, args.values.values_from, args.limits.memory)?;
    Ok(taken.map(|(known, table)| Found { known, limits: Limits::heaps(table.last) }))
}

/// Writes a result; `view` knows the exceptions, if anybody does.
pub fn write(
    out: &mut Output,
    game: &Game,
    row: &PeriodRow,
    view: Option<&View<'_>>,
    format: Format,
) -> anyhow::Result<()> {
    match format {
        Format::Text => write!(out, "{}", text(game, row, view))?,
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(&json_object(row)?)?)?,
        Format::Csv => out.write_all(&csv_bytes([row], &PERIOD_HEADER))?,
        Format::Latex => {
            let row = csv_bytes([row], &PERIOD_HEADER);
            write!(out, "{}", latex(&Report::read(&row[..], "the row")?))?;
        }
    }
    Ok(out.flush()?)
}

/// The answer that a search gives with its exit code.
pub fn answer(row: &PeriodRow, stop: Stop) -> Answer {
    match stop {
        _ if row.status == "proved" => Answer::Yes,
        Stop::Cancelled => Answer::Unfinished,
        _ => Answer::No,
    }
}
