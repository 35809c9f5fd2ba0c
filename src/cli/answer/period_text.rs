//! Results of a search for a period, as `octal period` and `octal search` write them: for people or as a row.

use std::io::Write;

use octal::code::cousins::standard_form;
use octal::code::{Game, value_of};
use octal::period::Status;
use octal::period::sequence::Stop;
use octal::period::shifted::View;
use octal::publish::tables::Report;
use octal::survey::row::{NO_LARGEST_VALUE, PERIOD_HEADER, PeriodRow};
use octal::survey::stop::StopReason;
use octal::survey::store::csv_bytes;

use super::reports::latex;
use crate::cli::Answer;
use crate::cli::args::format::AnswerFormat;
use crate::cli::terminal::output::OpenOutput;

/// How many exceptions are listed.
const LISTED: usize = 20;

/// The result for people: a line that says it, then the details. `view` knows the exceptions.
pub fn text(game: &Game, row: &PeriodRow, view: Option<&View<'_>>) -> String {
    let name = row.name.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
    let mut lines = vec![format!("{game}{name}: {}", headline(row))];
    let mut detail = |label: &str, text: String| lines.push(format!("  {label:<15} {text}"));
    if row.standard_form != row.code {
        let (form, shift) = standard_form(&game.code);
        let equation = value_of(&form, (shift + game.shift) as i64);
        detail("standard form", format!("{form}, G(n) = {equation}"));
    }
    if row.period.is_some() {
        detail("exceptions", exception_list(row, view));
    }
    detail("largest value", largest_value(row));
    if row.position_parity.is_some() {
        detail("sparse space", sparse_space(row));
    }
    let needed = match view {
        Some(view) => view.known.last_heap_for_proof().map(|heap| heap + game.shift),
        None => row.last_heap_for_proof(),
    };
    detail("verified", verified(row, needed));
    lines.join("\n") + "\n"
}

/// "period 34 from heap 53 on, proved (Guy-Smith window)", or how far a game that is open was searched.
pub fn headline(row: &PeriodRow) -> String {
    let Some(period) = row.known_period() else {
        return format!("open, no period proved up to heap {}", row.verified_to);
    };
    let status = match row.theorem {
        None => "observed, not proved".to_owned(),
        Some(theorem) => format!("proved ({theorem})"),
    };
    format!("{period}, {status}")
}

fn exception_list(row: &PeriodRow, view: Option<&View<'_>>) -> String {
    match (row.last_exception, row.exceptions, view) {
        (None, _, _) => "none".to_owned(),
        (Some(last), Some(count), Some(view)) => {
            let listed = view.exceptions().take(LISTED);
            let heaps: Vec<String> = listed.map(|e| e.n.to_string()).collect();
            let more = if count > LISTED as u64 {
                " … (all with `octal period --exceptions FILE`)"
            } else {
                ""
            };
            format!("{count}, the last at heap {last}: {}{more}", heaps.join(" "))
        }
        (Some(last), _, _) => format!("not counted, the last at heap {last}"),
    }
}

fn largest_value(row: &PeriodRow) -> String {
    match (row.max_value, row.max_at) {
        (Some(value), Some(at)) => format!("{value}, first at heap {at}"),
        _ => NO_LARGEST_VALUE.to_owned(),
    }
}

fn sparse_space(row: &PeriodRow) -> String {
    let parity = if row.position_parity == Some(1) { " and position parity" } else { "" };
    let rare = match (row.rare_count, row.last_rare) {
        (Some(0), _) => "no rare heaps".to_owned(),
        (Some(1), Some(last)) => format!("1 rare heap, heap {last}"),
        (Some(count), Some(last)) => format!("{count} rare heaps, the last {last}"),
        _ => "infinitely many rare heaps".to_owned(),
    };
    format!("mask {}{parity}, {rare}", row.mask.as_deref().unwrap_or_default())
}

/// The last heap whose value was computed, and the last that the proof needs.
fn verified(row: &PeriodRow, needed: Option<u64>) -> String {
    let stop = match row.stop {
        Some(StopReason::Proof) | None => String::new(),
        Some(stop) => format!(" (stopped by: {stop})"),
    };
    let needed = needed.map(|heap| format!("; the proof needs those up to heap {heap}"));
    format!("every value up to heap {}{stop}{}", row.verified_to, needed.unwrap_or_default())
}

/// What was found about a game.
pub struct Found<'a> {
    /// The game that was asked about.
    pub game: &'a Game,
    /// Its row of `periods.csv`.
    pub row: PeriodRow,
    /// The sequence with its exceptions, if it is in memory.
    pub view: Option<View<'a>>,
}

impl Found<'_> {
    /// Writes what was found.
    pub fn write(&self, out: &mut OpenOutput, format: AnswerFormat) -> anyhow::Result<()> {
        match format {
            AnswerFormat::Json => writeln!(out, "{}", serde_json::to_string_pretty(&self.row)?)?,
            AnswerFormat::Text => write!(out, "{}", self.text())?,
            _ => write_rows(&[&self.row], out, format)?,
        }
        Ok(out.flush()?)
    }

    /// What was found, as text.
    pub fn text(&self) -> String {
        text(self.game, &self.row, self.view.as_ref())
    }

    /// The answer that the exit code gives; `stopped` if a signal ended the search.
    pub fn answer(&self, stop: Stop, stopped: Answer) -> Answer {
        match stop {
            _ if self.row.status == Status::Proved => Answer::Yes,
            Stop::Cancelled => stopped,
            _ => Answer::No,
        }
    }
}

/// Writes the rows of several games as a table, or as a list in JSON.
pub fn write_rows(
    rows: &[&PeriodRow],
    out: &mut OpenOutput,
    format: AnswerFormat,
) -> anyhow::Result<()> {
    match format {
        AnswerFormat::Json => writeln!(out, "{}", serde_json::to_string_pretty(rows)?)?,
        AnswerFormat::Latex => {
            let rows = csv_bytes(rows, &PERIOD_HEADER);
            write!(out, "{}", latex(&Report::read(&rows[..], "the rows")?))?;
        }
        _ => out.write_all(&csv_bytes(rows, &PERIOD_HEADER))?,
    }
    Ok(out.flush()?)
}
