//! `octal search --status`: where searches stand.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::{bail, ensure};
use indicatif::HumanDuration;
use octal::code::Game;
use octal::formats::Format;
use octal::period;
use octal::period::resumable::{self, ResumableError, SearchRecord, Standing};
use octal::period::search::Limits;
use octal::period::sequence::Stop;
use serde::Serialize;

use super::{Args, streamed};
use crate::cli::answer::period_text::{text, write_rows};
use crate::cli::terminal::stderr::say_before;
use crate::cli::{Answer, Result};

/// Tells where the search in `directory` stands, or the searches in its directories.
pub fn status(directory: &Path, args: &Args) -> Result {
    let mut out = args.output.open()?;
    let (mut stages, mut failed) = (vec![], None);
    for path in resumable::searches(directory)? {
        match Stage::read(&path) {
            Ok(stage) => stages.push(stage),
            Err(error) if path == directory => return Err(error),
            // The others are told all the same.
            Err(error) => say_before(&mut failed, error),
        }
    }
    let answers = stages.iter().map(Stage::answer).collect::<anyhow::Result<Vec<_>>>()?;
    match args.format {
        Format::Text => {
            for (stage, answer) in stages.iter().zip(&answers) {
                write!(out, "{}", text(answer))?;
                write!(out, "{}", details(&stage.path, &stage.standing, stage.record.as_ref())?)?;
            }
        }
        Format::Json => {
            let told = stages.iter().zip(&answers).map(|(stage, answer)| stage.told(answer));
            let told = told.collect::<anyhow::Result<Vec<_>>>()?;
            let text = match &*told {
                [one] => serde_json::to_string_pretty(one)?,
                _ => serde_json::to_string_pretty(&told)?,
            };
            writeln!(out, "{text}")?;
        }
        _ => {
            write_rows(&answers.iter().collect::<Vec<_>>(), &mut out, args.format)?;
        }
    }
    out.commit()?;
    failed.map_or(Ok(Answer::Yes), Err)
}

/// What a directory holds of a search.
struct Stage {
    path: PathBuf,
    game: Game,
    standing: Standing,
    record: Option<SearchRecord>,
}

impl Stage {
    fn read(path: &Path) -> anyhow::Result<Stage> {
        let record = resumable::record(path)?;
        let standing = match resumable::standing(path)? {
            Some(standing) => {
                if let Err(fault) = resumable::require_values(path, standing.certain_bytes) {
                    // A running search may have given its values back since the standing was read.
                    let now = resumable::standing(path)?.map(|standing| standing.certain_bytes);
                    ensure!(now != Some(standing.certain_bytes), fault);
                    return Stage::read(path);
                }
                standing
            }
            None => match &record {
                Some(record) => record.standing(),
                None => return Err(ResumableError::Nothing { path: path.to_path_buf() }.into()),
            },
        };
        if let Some(found) = record.as_ref().map(SearchRecord::code)
            && found != standing.code
        {
            let path = path.display();
            bail!(
                "`{path}` mixes two searches: its record is of {found}, and where it stands is told of {}; restore it from \
                 a copy",
                standing.code
            );
        }
        let game = Game::from(standing.code.clone());
        Ok(Stage { path: path.to_path_buf(), game, standing, record })
    }

    fn answer(&self) -> anyhow::Result<period::Answer> {
        let limits = Limits::heaps(Limits::NO_LIMIT);
        match &self.record {
            Some(record) if record.proved().is_some() => {
                streamed(record, &self.game, Stop::Proof, &limits)
            }
            _ => Ok(self.standing.answer(0)),
        }
    }
}

/// Where a search stands, for programs: its row of `periods.csv`, and what no row has.
#[derive(Serialize)]
struct SearchTold<'a> {
    #[serde(flatten)]
    row: &'a period::Answer,
    /// The rate when it was saved last.
    heaps_per_second: Option<f64>,
    /// What the directory takes.
    bytes: u64,
    /// When the last rare heap was seen, in UTC, as in 2026-01-31T12:00:00Z; `null` if that is not known.
    last_rare_seen: Option<String>,
    /// When it was saved last.
    saved: Option<String>,
}

impl Stage {
    /// The search with this row, for programs.
    fn told<'a>(&self, row: &'a period::Answer) -> anyhow::Result<SearchTold<'a>> {
        Ok(SearchTold {
            row,
            heaps_per_second: rate(&self.standing),
            bytes: resumable::bytes(&self.path)?,
            last_rare_seen: last_rare_seen(&self.standing).and_then(told),
            saved: told(resumable::saved(&self.path)?),
        })
    }
}

/// When the last rare heap was seen, if one was and that is known.
fn last_rare_seen(standing: &Standing) -> Option<SystemTime> {
    let seconds =
        Some(standing.last_rare_saved).filter(|&seconds| seconds > 0 && standing.heap > 0)?;
    SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds))
}

/// Heaps a second, if any heaps were saved.
fn rate(standing: &Standing) -> Option<f64> {
    Some(standing.heaps_per_second).filter(|&rate| rate > 0.0 && standing.heap > 0)
}

/// A time in UTC; `None` if its year has not four digits.
fn told(time: SystemTime) -> Option<String> {
    use std::fmt::Write as _;
    let mut text = String::new();
    write!(text, "{}", humantime::format_rfc3339_seconds(time)).ok()?;
    Some(text)
}

/// What the text says of the search itself.
fn details(
    directory: &Path,
    standing: &Standing,
    record: Option<&SearchRecord>,
) -> anyhow::Result<String> {
    let since = |time: SystemTime| HumanDuration(time.elapsed().unwrap_or_default());
    let mut text = String::new();
    if let Some(seen) = last_rare_seen(standing) {
        text += &format!("  last rare heap  first saved {} ago\n", since(seen));
    }
    if let Some(record) = record {
        text += &of_stream(record);
    }
    if let Some(rate) = rate(standing) {
        text += &format!("  rate            {rate} heaps a second\n");
    }
    text += &format!("  on disk         {} bytes\n", resumable::bytes(directory)?);
    text += &format!("  saved           {} ago\n", since(resumable::saved(directory)?));
    Ok(text)
}

/// What is special about a search that has dropped its history.
fn of_stream(record: &SearchRecord) -> String {
    let snapshots = record.snapshots();
    let first = snapshots.first().map_or(0, |s| s.heap);
    let mut text = format!(
        "  snapshots       {}, from heap {first} on, every {} heaps\n",
        snapshots.len(),
        record.spacing(),
    );
    if let (Some(found), None) = (record.recurrence(), record.proved()) {
        text += &format!(
            "  recurrence      the values before heap {} are those before heap {}; the least period \
                and preperiod are still to be computed\n",
            found.again, found.first
        );
    }
    text
}
