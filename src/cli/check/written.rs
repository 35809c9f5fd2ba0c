//! How the answers of a check are written: lines for people, or rows.

use std::io::Write;
use std::path::Path;

use octal::check::{CheckResult, Established};
use octal::survey::files::csv_bytes;
use serde::Serialize;

use crate::cli::common::format::AnswerFormat;
use crate::cli::common::output::OpenOutput;

/// The formats of these answers.
pub const FORMATS: &[AnswerFormat] = &[AnswerFormat::Text, AnswerFormat::Csv, AnswerFormat::Json];

/// The column names of a [`CheckRow`].
const HEADER: [&str; 4] = ["file", "sha256", "verdict", "said"];

/// What was found of one file.
#[derive(Serialize)]
struct CheckRow {
    file: String,
    sha256: String,
    verdict: CheckVerdict,
    /// The claim with what was checked of it, or what is wrong.
    said: String,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum CheckVerdict {
    /// All of it was checked.
    Proved,
    /// No fault was found in the part that was checked.
    Unproved,
    /// There is a fault.
    Refused,
}

/// The answers, as far as they are known.
pub struct Answers {
    out: OpenOutput,
    format: AnswerFormat,
    rows: Vec<CheckRow>,
}

impl Answers {
    pub const fn new(out: OpenOutput, format: AnswerFormat) -> Answers {
        Answers { out, format, rows: vec![] }
    }

    /// Adds what was found of a file with this SHA-256. Lines for people are written at once.
    ///
    /// # Errors
    /// If the line cannot be written.
    pub fn add(
        &mut self,
        path: &Path,
        sha256: String,
        found: CheckResult<Established>,
    ) -> anyhow::Result<()> {
        let (verdict, said) = match found {
            Ok(Established { statement, proved: true }) => (CheckVerdict::Proved, statement),
            Ok(Established { statement, .. }) => (CheckVerdict::Unproved, statement),
            Err(reason) => (CheckVerdict::Refused, reason),
        };
        let file = path.display().to_string();
        if self.format == AnswerFormat::Text {
            let refused = if matches!(verdict, CheckVerdict::Refused) { "refused: " } else { "" };
            writeln!(self.out, "{file}: {refused}{said}")?;
        }
        self.rows.push(CheckRow { file, sha256, verdict, said });
        Ok(())
    }

    /// Writes what is not written yet, and ends the output.
    ///
    /// # Errors
    /// Those of writing.
    pub fn commit(mut self) -> anyhow::Result<()> {
        match self.format {
            AnswerFormat::Csv => self.out.write_all(&csv_bytes(&self.rows, &HEADER))?,
            AnswerFormat::Json => {
                writeln!(self.out, "{}", serde_json::to_string_pretty(&self.rows)?)?;
            }
            _ => {}
        }
        self.out.commit()
    }
}
