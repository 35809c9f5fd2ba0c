//! `octal search --status`: where searches stand.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::ensure;
use indicatif::HumanDuration;
use octal::code::Game;
use octal::formats::Format;
use octal::period;
use octal::period::resumable::{self, Checkpoint, ResumableError, SavedProgress, StreamCheckpoint};
use octal::period::search::Limits;
use octal::period::sequence::Stop;
use serde::Serialize;

use super::{Args, streamed};
use crate::cli::answer::period_text::{text, write_rows};
use crate::cli::terminal::stderr::say_before;
use crate::cli::{Answer, Result};

/// Prints the state of the search in `directory`, or of the searches in its directories.
pub fn status(directory: &Path, args: &Args) -> Result {
    let mut out = args.output.open()?;
    let (mut stages, mut failed) = (vec![], None);
    for path in resumable::searches(directory)? {
        match Stage::read(&path) {
            Ok(stage) => stages.push(stage),
            Err(error) if path == directory => return Err(error),
            // The other searches are printed all the same.
            Err(error) => say_before(&mut failed, error),
        }
    }
    let answers = stages.iter().map(Stage::answer).collect::<anyhow::Result<Vec<_>>>()?;
    match args.format {
        Format::Text => {
            for (stage, answer) in stages.iter().zip(&answers) {
                write!(out, "{}", text(answer))?;
                write!(out, "{}", details(&stage.path, &stage.checkpoint)?)?;
            }
        }
        Format::Json => {
            let rows = stages.iter().zip(&answers).map(|(stage, answer)| stage.row(answer));
            let rows = rows.collect::<anyhow::Result<Vec<_>>>()?;
            let text = match &*rows {
                [one] => serde_json::to_string_pretty(one)?,
                _ => serde_json::to_string_pretty(&rows)?,
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

/// The search that a directory holds.
struct Stage {
    path: PathBuf,
    game: Game,
    checkpoint: Checkpoint,
}

impl Stage {
    fn read(path: &Path) -> anyhow::Result<Stage> {
        let nothing = || ResumableError::Nothing(path.to_path_buf());
        let checkpoint = Checkpoint::of(path)?.ok_or_else(nothing)?;
        let certain = checkpoint.progress.certain_bytes;
        if let Err(fault) = resumable::require_values(path, certain) {
            // A running search may have removed its values since the checkpoint was read.
            let now = Checkpoint::of(path)?.map(|checkpoint| checkpoint.progress.certain_bytes);
            ensure!(now != Some(certain), fault);
            return Stage::read(path);
        }
        let game = Game::from(checkpoint.progress.code.clone());
        Ok(Stage { path: path.to_path_buf(), game, checkpoint })
    }

    fn answer(&self) -> anyhow::Result<period::Answer> {
        let limits = Limits::heaps(Limits::NO_LIMIT);
        match &self.checkpoint.stream {
            Some(stream) if stream.proved.is_some() => {
                streamed(stream, &self.game, Stop::Proof, &limits)
            }
            _ => Ok(self.checkpoint.progress.answer(0)),
        }
    }
}

/// Where a search stands, for programs: its row of `periods.csv`, and what no row has.
#[derive(Serialize)]
struct SearchRow<'a> {
    #[serde(flatten)]
    row: &'a period::Answer,
    /// The rate when it was saved last.
    heaps_per_second: Option<f64>,
    /// The bytes of the directory on disk.
    bytes: u64,
    /// When the last rare heap was seen, in UTC, as in 2026-01-31T12:00:00Z; `null` if that is not
    /// known.
    last_rare_seen: Option<String>,
    /// When it was saved last.
    saved: Option<String>,
}

impl Stage {
    /// The search with this row, for programs.
    fn row<'a>(&self, row: &'a period::Answer) -> anyhow::Result<SearchRow<'a>> {
        let (bytes, saved) = resumable::bytes_and_time(&self.path)?;
        Ok(SearchRow {
            row,
            heaps_per_second: rate(&self.checkpoint.progress),
            bytes,
            last_rare_seen: last_rare_seen(&self.checkpoint.progress).and_then(utc),
            saved: utc(saved),
        })
    }
}

/// When the last rare heap was seen, if one was and that is known.
fn last_rare_seen(progress: &SavedProgress) -> Option<SystemTime> {
    let seconds =
        Some(progress.last_rare_saved).filter(|&seconds| seconds > 0 && progress.heap > 0)?;
    SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds))
}

/// Heaps a second, if any heaps were saved.
fn rate(progress: &SavedProgress) -> Option<f64> {
    Some(progress.heaps_per_second).filter(|&rate| rate > 0.0 && progress.heap > 0)
}

/// A time in UTC; `None` if its year has not four digits.
fn utc(time: SystemTime) -> Option<String> {
    use std::fmt::Write as _;
    let mut text = String::new();
    write!(text, "{}", humantime::format_rfc3339_seconds(time)).ok()?;
    Some(text)
}

/// The lines about the search itself.
fn details(
    directory: &Path,
    Checkpoint { progress, stream }: &Checkpoint,
) -> anyhow::Result<String> {
    let since = |time: SystemTime| HumanDuration(time.elapsed().unwrap_or_default());
    let mut text = String::new();
    if let Some(seen) = last_rare_seen(progress) {
        text += &format!("  last rare heap  first saved {} ago\n", since(seen));
    }
    if let Some(stream) = stream {
        text += &of_stream(stream);
    }
    if let Some(rate) = rate(progress) {
        text += &format!("  rate            {rate} heaps a second\n");
    }
    let (bytes, saved) = resumable::bytes_and_time(directory)?;
    text += &format!("  on disk         {bytes} bytes\n");
    text += &format!("  saved           {} ago\n", since(saved));
    Ok(text)
}

/// The lines about the stream of a search that has dropped its history.
fn of_stream(stream: &StreamCheckpoint) -> String {
    let snapshots = &stream.snapshots;
    let first = snapshots.first().map_or(0, |s| s.heap);
    let mut text = format!(
        "  snapshots       {}, from heap {first} on, every {} heaps\n",
        snapshots.len(),
        stream.spacing,
    );
    if let (Some(found), None) = (stream.recurrence, stream.proved) {
        text += &format!(
            "  recurrence      the values before heap {} are those before heap {}; the least period \
                and preperiod are still to be computed\n",
            found.again, found.first
        );
    }
    text
}
