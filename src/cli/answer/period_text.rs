//! The answers of `octal period` and `octal search`, written for people or as rows of periods.csv.

use std::io::Write;

use octal::code::cousins::standard_form;
use octal::code::{Code, value_of};
use octal::formats::Format;
use octal::formats::periods::{PERIOD_HEADER, csv_bytes};
use octal::period::excluded::ExcludedPeriods;
use octal::period::search::{Limits, search};
use octal::period::sequence::Stop;
use octal::period::{self, NO_LARGEST_VALUE, Status, StopReason};
use octal::publish::tables::Report;

use crate::cli::Answer;
use crate::cli::terminal::output::OpenOutput;

/// The number of exceptions that are listed.
const LISTED: usize = 20;

/// The answer for people: a line that says it, then the details.
pub fn text(answer: &period::Answer) -> String {
    let mut lines = vec![answer.to_string()];
    let mut detail = |label: &str, text: String| lines.push(format!("  {label:<15} {text}"));
    if let Some(game) = answer.game().filter(|_| answer.standard_form != answer.code) {
        let (form, shift) = standard_form(&game.code);
        let equation = value_of(&form, (shift + game.shift) as i64);
        detail("standard form", format!("{form}, G(n) = {equation}"));
    }
    if answer.period.is_some() {
        detail("exceptions", exception_list(answer));
    }
    detail("largest value", largest_value(answer));
    if answer.position_parity.is_some() {
        detail("sparse space", sparse_space(answer));
    }
    if answer.period.is_none() {
        excluded(answer).into_iter().for_each(|text| detail("excluded", text));
    }
    detail("verified", verified(answer));
    lines.join("\n") + "\n"
}

/// Periods up to this one are counted that the game cannot have.
const COUNTED: u64 = 1000;

/// The last heap of the code whose value is examined.
const EXAMINED: u64 = 1 << 14;

/// The number of periods that an open game cannot have. `None` if Theorem 13 does not apply to its
/// code.
fn excluded(answer: &period::Answer) -> Option<String> {
    with_excluded(answer, |_, excluded| {
        let (count, least) = (excluded.count_to(COUNTED), excluded.least_possible());
        format!("{count} of the periods up to {COUNTED}; the least one not excluded is {least}")
    })
}

/// Passes the code of a game and the periods that its first values exclude. `None` if Theorem 13
/// does not apply to the code. A long search keeps no values with its answer: the first ones are
/// computed again.
fn with_excluded<T>(
    answer: &period::Answer,
    report: impl FnOnce(&Code, &ExcludedPeriods<'_>) -> T,
) -> Option<T> {
    let game = answer.game()?;
    let last = answer.verified_to.saturating_sub(game.shift).min(EXAMINED);
    let computed;
    let known = match answer.known() {
        Some(known) => known,
        None => {
            computed = search(&game.code, &Limits::heaps(last), &|_| true).ok()?;
            &computed
        }
    };
    let values = known.values();
    let examined = values.range(..values.len().min(last as usize + 1));
    Some(report(&game.code, &ExcludedPeriods::of(&game.code, examined)?))
}

/// The column names of a table of excluded periods. A period divides the sum of zero and place.
pub const EXCLUDED_HEADER: [&str; 4] = ["code", "period", "zero", "place"];

/// The rows of a table of the periods that an open game cannot have. `None` if Theorem 13 does not
/// apply to its code.
pub fn excluded_rows(answer: &period::Answer) -> Option<Vec<(String, u64, u64, u64)>> {
    with_excluded(answer, |code, excluded| {
        let row = |p| excluded.witness(p).map(|why| (code.to_string(), p, why.l, why.k));
        (1..=COUNTED).filter_map(row).collect()
    })
}

fn exception_list(answer: &period::Answer) -> String {
    match (answer.last_exception, answer.exceptions, answer.known()) {
        (None, _, _) => "none".to_owned(),
        (Some(last), Some(count), None) => format!("{count}, the last at heap {last}"),
        (Some(last), Some(count), Some(_)) => {
            let listed = answer.exceptions().take(LISTED);
            let heaps: Vec<String> = listed.map(|e| e.n.to_string()).collect();
            let more = if count > LISTED as u64 {
                " … (all with `octal period --exceptions FILE`)"
            } else {
                ""
            };
            format!("{count}, the last at heap {last}: {}{more}", heaps.join(" "))
        }
        (Some(last), None, _) => format!("not counted, the last at heap {last}"),
    }
}

fn largest_value(answer: &period::Answer) -> String {
    match (answer.max_value, answer.max_at) {
        (Some(value), Some(at)) => format!("{value}, first at heap {at}"),
        _ => NO_LARGEST_VALUE.to_owned(),
    }
}

fn sparse_space(answer: &period::Answer) -> String {
    let parity = if answer.position_parity == Some(1) { " and position parity" } else { "" };
    let rare = match (answer.rare_count, answer.last_rare) {
        (Some(0), _) => "no rare heaps".to_owned(),
        (Some(1), Some(last)) => format!("1 rare heap, heap {last}"),
        (Some(count), Some(last)) => format!("{count} rare heaps, the last {last}"),
        _ => "infinitely many rare heaps".to_owned(),
    };
    format!("mask {:#x}{parity}, {rare}", answer.mask.unwrap_or(0))
}

/// The last heap whose value was computed, and the last that the proof needs.
fn verified(answer: &period::Answer) -> String {
    let stop = match answer.stop {
        Some(StopReason::Proof) | None => String::new(),
        Some(stop) => format!(" (stopped by: {stop})"),
    };
    let needed = answer
        .last_heap_for_proof()
        .map(|heap| format!("; the proof needs those up to heap {heap}"));
    format!("every value up to heap {}{stop}{}", answer.verified_to, needed.unwrap_or_default())
}

/// Writes one answer.
pub fn write(answer: &period::Answer, out: &mut OpenOutput, format: Format) -> anyhow::Result<()> {
    match format {
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(answer)?)?,
        Format::Text => write!(out, "{}", text(answer))?,
        _ => write_rows(&[answer], out, format)?,
    }
    Ok(out.flush()?)
}

/// The exit code for an answer; `stopped` if a signal ended the search.
pub fn exit(answer: &period::Answer, stop: Stop, stopped: Answer) -> Answer {
    match stop {
        _ if answer.status == Status::Proved => Answer::Yes,
        Stop::Cancelled => stopped,
        _ => Answer::No,
    }
}

/// Writes several answers as a table, or as a list in JSON.
pub fn write_rows(
    rows: &[&period::Answer],
    out: &mut OpenOutput,
    format: Format,
) -> anyhow::Result<()> {
    match format {
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(rows)?)?,
        Format::Latex => {
            let rows = csv_bytes(rows, &PERIOD_HEADER);
            write!(out, "{}", Report::read(&rows[..], "the rows")?.latex())?;
        }
        _ => out.write_all(&csv_bytes(rows, &PERIOD_HEADER))?,
    }
    Ok(out.flush()?)
}
