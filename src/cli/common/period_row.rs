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
        let Found { game, row, view } = self;
        match format {
            AnswerFormat::Json => writeln!(out, "{}", serde_json::to_string_pretty(&row)?)?,
            AnswerFormat::Csv => out.write_all(&csv_bytes([row], &PERIOD_HEADER))?,
            AnswerFormat::Latex => {
                let row = csv_bytes([row], &PERIOD_HEADER);
                write!(out, "{}", latex(&Report::read(&row[..], "the row")?))?;
            }
            _ => write!(out, "{}", text(game, row, view.as_ref()))?,
        }
        Ok(out.flush()?)
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
