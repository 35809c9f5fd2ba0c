//! Answers about games written as text, JSON or CSV.

use std::io::{self, Write};

use comfy_table::Table;
use comfy_table::presets::NOTHING;
use octal::formats::Format;
use octal::survey::store::csv_bytes;

use super::sums::{PositionAnswer, Win};

/// The columns of CSV.
const HEADER: [&str; 6] = ["play", "position", "grundy", "nim_sum", "outcome", "winning_moves"];

/// Writes the answer about one position.
pub fn show_position(
    out: &mut impl Write,
    format: Format,
    record: &PositionAnswer,
) -> anyhow::Result<()> {
    match format {
        Format::Json => json(out, record),
        Format::Csv => Ok(out.write_all(&csv_bytes([row(record)], &HEADER))?),
        _ => text(out, record),
    }
}

/// Writes a table.
pub fn show_table(
    out: &mut impl Write,
    format: Format,
    title: &str,
    records: &[PositionAnswer],
) -> anyhow::Result<()> {
    match format {
        Format::Json => json(out, &records)?,
        Format::Csv => out.write_all(&csv_bytes(records.iter().map(row), &HEADER))?,
        _ => writeln!(out, "# {title}\n{}", list(records).trim_fmt())?,
    }
    Ok(())
}

fn json(out: &mut impl Write, value: &impl serde::Serialize) -> anyhow::Result<()> {
    // The output has failed, not JSON: the kind of the error shows whether a pipe was closed.
    serde_json::to_writer(&mut *out, value).map_err(io::Error::from)?;
    Ok(writeln!(out)?)
}

fn row(record: &PositionAnswer) -> [String; 6] {
    [
        record.play.to_owned(),
        record.position(),
        record.values(),
        record.nim_sum.map_or_else(String::new, |sum| sum.to_string()),
        record.outcome.clone(),
        record.moves(),
    ]
}

/// One position: its components, its outcome, its winning moves.
fn text(out: &mut impl Write, record: &PositionAnswer) -> anyhow::Result<()> {
    if record.nim_sum.is_some() {
        let mut table = plain(&["component", "value", "times"]);
        table.add_rows(record.components.iter().map(|component| {
            let value = component.grundy.map_or_else(String::new, |value| value.to_string());
            [component.position.clone(), value, component.times.to_string()]
        }));
        writeln!(out, "{}", table.trim_fmt())?;
    }
    let play = record.nim_sum.map_or_else(|| "misère play".to_owned(), |s| format!("nim-sum {s}"));
    writeln!(out, "{play}: {}", meaning(record))?;
    for Win { text, times } in record.winning_moves.iter().flatten() {
        let any = if *times > 1 { format!("  (in any of {times})") } else { String::new() };
        writeln!(out, "  {text}{any}")?;
    }
    record.note.iter().try_for_each(|note| writeln!(out, "{note}"))?;
    Ok(())
}

/// An outcome in words.
fn meaning(record: &PositionAnswer) -> &'static str {
    let listed = record.winning_moves.as_ref().is_some_and(|moves| !moves.is_empty());
    match &*record.outcome {
        "N" if listed => "N, the player to move wins by",
        "N" => "N, the player to move wins",
        "P" => "P, the player to move loses",
        _ => "drawn, neither player can force an end in his favour",
    }
}

fn plain(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(NOTHING).set_header(header.to_vec());
    table
}

fn list(records: &[PositionAnswer]) -> Table {
    let mut table = plain(&["position", "value", "outcome", "winning moves"]);
    table.add_rows(records.iter().map(|record| {
        let value = record.nim_sum.map_or_else(String::new, |value| value.to_string());
        [record.position(), value, record.outcome.clone(), record.moves()]
    }));
    table
}
