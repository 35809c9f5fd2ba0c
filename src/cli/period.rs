//! `octal period`: the period of a game, proved, or how far it was searched.

use std::io::Write;
use std::path::PathBuf;

use octal::code::Game;
use octal::code::cousins::standard_form;
use octal::period::known::Stop;
use octal::period::search::{Limits, search};
use octal::period::view::View;
use octal::survey::row::{EXCEPTION_HEADER, ExceptionRow, PERIOD_HEADER, PeriodRow};
use octal::survey::store::csv_bytes;

use super::double_check::DoubleCheckArgs;
use super::game::game;
use super::limits::LimitArgs;
use super::output::OutputArgs;
use super::progress::SearchBar;
use super::talk::say;
use super::{Answer, Outcome};

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
  octal period 0.454 --limit 3e8 --double-check

Without --limit and --work a search ends at heap 2^27 or after 2e10 option values.")]
pub struct Args {
    /// The game: a code such as 0.137, or a name such as kayles
    #[arg(value_name = "CODE", value_parser = game)]
    game: Game,
    #[command(flatten)]
    limits: LimitArgs,
    /// How to write the result; csv is the row of periods.csv
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Write all exceptions, however many, to this CSV file (`-` is stdout)
    #[arg(long, value_name = "FILE")]
    exceptions: Option<PathBuf>,
    #[command(flatten)]
    double_check: DoubleCheckArgs,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Format {
    Text,
    Json,
    Csv,
}

/// How far a search goes that was given no limit.
const DEFAULT: Limits = Limits { heaps: 1 << 27, work: Some(20_000_000_000), memory: u64::MAX };

/// How many exceptions are listed in text.
const LISTED: usize = 20;

pub fn run(args: &Args) -> Outcome {
    args.double_check.prepare(&args.game.code)?;
    let mut out = args.output.open()?;
    let exceptions = args.exceptions.clone().map(|path| OutputArgs { output: Some(path) }.open());
    let exceptions = exceptions.transpose()?;
    let limits = args.limits.limits(DEFAULT, 1);
    // The limit counts the heaps of the game, which are larger than those of its code.
    let heaps = limits.heaps.saturating_sub(args.game.shift);
    let bar = SearchBar::new(&args.game.code);
    let known = search(&args.game.code, &Limits { heaps, ..limits }, &bar)?;
    if !args.double_check.run(&known)? {
        say("interrupted: the values are not all checked");
        return Ok(Answer::Unfinished);
    }
    let view = View::new(&known, args.game.shift as i64);
    let row = PeriodRow::new(&view, &limits);
    match args.format {
        Format::Text => write!(out, "{}", text(&args.game, &view, &row))?,
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(&row)?)?,
        Format::Csv => out.write_all(&csv_bytes([&row], &PERIOD_HEADER))?,
    }
    out.flush()?;
    if let Some(mut file) = exceptions {
        let row = |e: octal::period::known::Exception| ExceptionRow::new(&row.code, e);
        file.write_all(&csv_bytes(view.exceptions().map(row), &EXCEPTION_HEADER))?;
        file.commit()?;
    }
    out.commit()?;
    Ok(match known.finding.proved() {
        Some(_) => Answer::Yes,
        None if known.stop == Stop::Cancelled => Answer::Unfinished,
        None => Answer::No,
    })
}

/// The result for people: a line that says it, then the details.
fn text(game: &Game, view: &View<'_>, row: &PeriodRow) -> String {
    let name = if row.name.is_empty() { String::new() } else { format!(" ({})", row.name) };
    let mut lines = vec![format!("{game}{name}: {}", headline(view, row))];
    let mut detail = |label: &str, text: String| lines.push(format!("  {label:<15} {text}"));
    if row.standard_form != row.code {
        let (form, shift) = standard_form(&game.code);
        detail("standard form", format!("{form}, heaps {} smaller", shift + game.shift));
    }
    if view.finding().period().is_some() {
        detail("exceptions", exception_list(view, row));
    }
    detail("largest value", largest_value(row));
    if view.known.rare.is_some() {
        detail("sparse space", sparse_space(row));
    }
    detail("verified", verified(row));
    lines.join("\n") + "\n"
}

fn headline(view: &View<'_>, row: &PeriodRow) -> String {
    match view.finding().period() {
        None => format!("open, no period proved up to heap {}", row.verified_to),
        Some(p) => {
            let saltus =
                if p.saltus > 0 { format!(", saltus {}", p.saltus) } else { String::new() };
            let status = match view.finding().theorem() {
                Some(theorem) => format!("proved ({theorem})"),
                None => "observed, not proved".to_owned(),
            };
            format!("preperiod {}, period {}{saltus}, {status}", p.preperiod, p.period)
        }
    }
}

fn exception_list(view: &View<'_>, row: &PeriodRow) -> String {
    let count = row.exceptions.unwrap_or(0);
    let heaps: Vec<String> = view.exceptions().take(LISTED).map(|e| e.n.to_string()).collect();
    let more = if count > LISTED as u64 { " … (all with --exceptions FILE)" } else { "" };
    match row.last_exception {
        None => "none".to_owned(),
        Some(last) => format!("{count}, the last at heap {last}: {}{more}", heaps.join(" ")),
    }
}

fn largest_value(row: &PeriodRow) -> String {
    match (row.status.as_str(), row.saltus) {
        ("proved", Some(1..)) => "none, the values grow without end".to_owned(),
        _ => format!("{}, first at heap {}", row.max_value, row.max_at),
    }
}

fn sparse_space(row: &PeriodRow) -> String {
    let parity = if row.position_parity == Some(1) { " and position parity" } else { "" };
    let rare = match (row.rare_count, row.last_rare) {
        (Some(0), _) => "no rare positions".to_owned(),
        (Some(count), Some(last)) => format!("{count} rare positions, the last {last}"),
        _ => "infinitely many rare positions".to_owned(),
    };
    format!("mask {}{parity}, {rare}", row.mask)
}

fn verified(row: &PeriodRow) -> String {
    match row.stop.as_str() {
        "proof" => format!("every value up to heap {}", row.verified_to),
        stop => format!("every value up to heap {} (stopped by: {stop})", row.verified_to),
    }
}
