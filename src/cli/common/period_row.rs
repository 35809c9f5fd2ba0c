//! What a search for a period found, as `octal period` and `octal search` write it.

use std::io::Write;

use octal::code::Game;
use octal::period::Status;
use octal::period::sequence::Stop;
use octal::period::shifted::View;
use octal::publish::tables::Report;
use octal::survey::row::{PERIOD_HEADER, PeriodRow};
use octal::survey::store::csv_bytes;

use super::format::AnswerFormat;
use super::output::OpenOutput;
use super::period_text::text;
use super::reports::latex;
use crate::cli::Answer;

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
    ///
    /// # Errors
    /// Those of writing.
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
///
/// # Errors
/// Those of writing.
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
