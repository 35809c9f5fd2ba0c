//! `octal period --snapshots` and `--status`: searches that keep only what they need.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use anyhow::ensure;
use indicatif::HumanDuration;
use octal::certificate::{self, CertificateError, SearchError};
use octal::code::Game;
use octal::grundy::stream::Halt;
use octal::period::resumable::{self, Directory, Ended, Record, Settings};
use octal::period::search::{Limits, Progress, Watch};
use octal::period::sequence::{Known, Stop};
use octal::period::shifted::View;
use octal::survey::row::PeriodRow;

use super::super::common::files::SearchDir;
use super::super::common::limits::LimitArgs;
use super::super::common::output::{Output, OutputArgs};
use super::super::common::progress::SearchBar;
use super::super::common::signal;
use super::super::common::stderr::say;
use super::super::{Answer, Outcome};
use super::{Format, answer, write};

/// The options for long searches.
#[derive(Debug, clap::Args)]
pub struct LongArgs {
    /// Keep only what is needed, in this directory: the memory stays small, and the same command
    /// goes on where the search was stopped, by Ctrl-C, a signal or a crash
    #[arg(long, value_name = "DIR", conflicts_with_all = ["work", "exceptions", "values", "double_check"])]
    pub snapshots: Option<SearchDir>,
    /// Tell where the search in this directory stands, without touching it
    #[arg(long, value_name = "DIR",
        conflicts_with_all = ["snapshots", "exceptions", "certificate", "values", "double_check",
            "limit", "work", "memory"])]
    pub status: Option<SearchDir>,
}

/// How far a search with snapshots goes that was given no limit.
const FOR_EVER: Limits = Limits { heaps: 1 << 62, work: None, memory: u64::MAX };

/// Searches, or goes on with a search, in `directory`.
pub fn search(
    game: &Game,
    limits: &LimitArgs,
    directory: &Path,
    format: Format,
    output: &OutputArgs,
    certificate: Option<&OutputArgs>,
) -> Outcome {
    let limits = limits.limits(FOR_EVER, 1);
    let most = FOR_EVER.heaps;
    ensure!(limits.heaps <= most, "--limit is {}, and with --snapshots at most 2^62", limits.heaps);
    let for_code = Limits { heaps: limits.heaps.saturating_sub(game.shift), ..limits };
    let locked = Directory::open(directory)?;
    // Opened when there is something to write: in the days until then the program may be killed.
    for file in certificate.into_iter().chain([output]) {
        file.check()?;
    }
    let found = {
        let bar = LongBar { bar: SearchBar::new(&game.code), game, told: false.into() };
        resumable::search(&game.code, &for_code, &Settings::DEFAULT, &locked, &bar)?
    };
    let (row, stop, view) = match &found {
        Ended::InMemory(known) => {
            say_in_memory(known, directory);
            let view = View::new(known, game.shift as i64);
            (PeriodRow::new(&view, &limits), known.stop, Some(view))
        }
        Ended::Streamed(record, stop) => (row(record, game, *stop, &limits)?, *stop, None),
    };
    if let Some(file) = certificate {
        write_certificate(file.open()?, &found)?;
    }
    let mut out = output.open()?;
    write(&mut out, game, &row, view.as_ref(), format)?;
    out.commit()?;
    Ok(answer(&row, stop))
}

fn write_certificate(mut file: Output, found: &Ended) -> anyhow::Result<()> {
    let bytes = match found {
        Ended::InMemory(known) => certificate::write(known).map_err(SearchError::from),
        Ended::Streamed(record, _) => certificate::of_search(record, &|| !signal::caught()),
    };
    match bytes {
        Ok(bytes) => {
            file.write_all(&bytes)?;
            file.commit()?;
        }
        Err(SearchError::Certificate(CertificateError::NotProved)) => {
            say("no period is proved: no certificate");
        }
        Err(error) => return Err(error.into()),
    }
    Ok(())
}

fn say_in_memory(known: &Known, directory: &Path) {
    let why = match known.finding.proved() {
        Some(_) => "the period was proved in memory",
        None => "the history was needed to the end",
    };
    say(format_args!("{}: {why}; `{}` holds no snapshots", known.code, directory.display()));
}

fn row(record: &Record, game: &Game, stop: Stop, limits: &Limits) -> anyhow::Result<PeriodRow> {
    let zero = record.proved().is_some_and(|period| period.preperiod == 0);
    ensure!(
        game.shift == 0 || !zero,
        "{} has preperiod 0, and what the {} heaps before make of that was not looked at: \
            ask for {} itself",
        game.code,
        game.shift,
        game.code
    );
    Ok(PeriodRow::streamed(record, game.shift, stop, limits))
}

/// Tells where the search in `directory` stands.
pub fn status(game: &Game, directory: &Path, format: Format, output: &OutputArgs) -> Outcome {
    let mut out = output.open()?;
    let record = resumable::read(directory)?;
    let found = record.code();
    ensure!(found == game.code, "`{}` holds a search of {found}", directory.display());
    let mut row = row(&record, game, Stop::Proof, &FOR_EVER)?;
    if record.proved().is_none() {
        row.stop = String::new();
    }
    write(&mut out, game, &row, None, format)?;
    if let Format::Text = format {
        write!(out, "{}", details(&record, resumable::saved(directory)?))?;
    }
    out.commit()?;
    Ok(Answer::Yes)
}

fn details(record: &Record, saved: SystemTime) -> String {
    let snapshots = record.snapshots();
    let first = snapshots.first().map_or(0, |s| s.heap);
    let ago = HumanDuration(saved.elapsed().unwrap_or_default());
    let mut text = format!(
        "  snapshots       {}, from heap {first} on, every {} heaps\n  saved           {ago} ago\n",
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

/// Follows a long search.
struct LongBar<'a> {
    bar: SearchBar,
    game: &'a Game,
    /// Whether it was told that nothing is saved.
    told: AtomicBool,
}

impl Watch for LongBar<'_> {
    fn goes_on(&self, progress: &Progress) -> bool {
        let late = progress.largest.is_none() && progress.heap > 4 * Settings::DEFAULT.start;
        if late && !self.told.swap(true, Ordering::Relaxed) {
            say(format_args!(
                "{}: at heap {} the history is still needed, so nothing is saved yet",
                self.game.code, progress.heap
            ));
        }
        self.bar.goes_on(progress)
    }

    fn halted(&self, halt: &Halt) {
        say(format_args!(
            "{}: {halt}; searching in memory from the beginning, where this can be decided",
            self.game.code
        ));
    }
}
