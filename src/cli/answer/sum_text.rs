//! Answers about games written as text, JSON or CSV.

use std::io::{self, Write};

use comfy_table::Table;
use comfy_table::presets::NOTHING;
use octal::input::count;
use octal::survey::store::csv_bytes;

use super::sums::{PositionAnswer, Win};
use crate::cli::args::format::AnswerFormat;

/// How text arranges a table.
#[derive(Clone, Copy, Debug)]
pub enum TableShape {
    /// Rows of twenty values of heaps 0, 1, 2, ….
    Heaps,
    /// Rows and columns, both counted from `first`.
    Grid { first: usize, columns: usize },
    /// A line for each position.
    List,
}

/// The columns of CSV.
const HEADER: [&str; 6] = ["play", "position", "grundy", "nim_sum", "outcome", "winning_moves"];

/// Writes the answer about one position.
pub fn show_position(
    out: &mut impl Write,
    format: AnswerFormat,
    record: &PositionAnswer,
) -> anyhow::Result<()> {
    match format {
        AnswerFormat::Json => json(out, record),
        AnswerFormat::Csv => Ok(out.write_all(&csv_bytes([row(record)], &HEADER))?),
        _ => text(out, record),
    }
}

/// Writes a table.
pub fn show_table(
    out: &mut impl Write,
    format: AnswerFormat,
    title: &str,
    shape: TableShape,
    records: &[PositionAnswer],
) -> anyhow::Result<()> {
    match (format, shape) {
        (AnswerFormat::Json, _) => json(out, &records)?,
        (AnswerFormat::Csv, _) => out.write_all(&csv_bytes(records.iter().map(row), &HEADER))?,
        (_, TableShape::List) => {
            writeln!(out, "# {title}\n{}", list(records).trim_fmt())?;
        }
        (_, TableShape::Heaps) => {
            writeln!(out, "# {title}")?;
            grid(out, records, 20, |row| 20 * row)?;
            if let Some(remark) = repetition(records) {
                writeln!(out, "{remark}")?;
            }
        }
        (_, TableShape::Grid { first, columns }) => {
            writeln!(out, "# {title}")?;
            head(out, records, first, columns)?;
            grid(out, records, columns, |row| first + row)?;
        }
    }
    Ok(())
}

fn json(out: &mut impl Write, value: &impl serde::Serialize) -> anyhow::Result<()> {
    // What failed is the output, not JSON: the kind of the error tells whether a pipe was closed.
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

/// What a cell of a table shows: the value, or under misère play the outcome.
fn cell(record: &PositionAnswer) -> String {
    record.nim_sum.map_or_else(|| record.outcome.clone(), |value| value.to_string())
}

fn list(records: &[PositionAnswer]) -> Table {
    let mut table = plain(&["position", "value", "outcome", "winning moves"]);
    table.add_rows(records.iter().map(|record| {
        let value = record.nim_sum.map_or_else(String::new, |value| value.to_string());
        [record.position(), value, record.outcome.clone(), record.moves()]
    }));
    table
}

/// The width of the cells, and of the labels before them.
fn widths(records: &[PositionAnswer]) -> (usize, usize) {
    let cell = records.iter().map(|record| cell(record).len()).max().unwrap_or(1);
    (cell.max(2), records.len().to_string().len().max(2))
}

/// The numbers above the columns of a grid.
fn head(
    out: &mut impl Write,
    records: &[PositionAnswer],
    first: usize,
    columns: usize,
) -> anyhow::Result<()> {
    let (width, label) = widths(records);
    write!(out, "{:label$} ", "")?;
    (first..first + columns).try_for_each(|column| write!(out, " {column:width$}"))?;
    Ok(writeln!(out)?)
}

/// Cells in rows of `columns` cells, with a label for each row.
fn grid(
    out: &mut impl Write,
    records: &[PositionAnswer],
    columns: usize,
    of_row: impl Fn(usize) -> usize,
) -> anyhow::Result<()> {
    let (width, label) = widths(records);
    for (number, cells) in records.chunks(columns).enumerate() {
        write!(out, "{:label$}:", of_row(number))?;
        cells.iter().try_for_each(|record| write!(out, " {:>width$}", cell(record)))?;
        writeln!(out)?;
    }
    Ok(())
}

/// A remark on values that repeat throughout the second half of a table, at least twice. The table
/// alone proves no period, and the remark claims none.
fn repetition(records: &[PositionAnswer]) -> Option<String> {
    let cells: Vec<String> = records.iter().map(cell).collect();
    let repeats = |p: usize, from: usize| (from..cells.len() - p).all(|n| cells[n] == cells[n + p]);
    let p = (1..=cells.len() / 4).find(|&p| repeats(p, cells.len() / 2))?;
    let from = (0..=cells.len() / 2).rev().take_while(|&n| cells[n] == cells[n + p]).last()?;
    let last = cells.len() - 1;
    let what = if records[0].nim_sum.is_some() { "value" } else { "outcome" };
    let heaps = count(p, "heap");
    Some(format!(
        "from heap {from} to the end of this table, {last}, every {what} recurs {heaps} later"
    ))
}
