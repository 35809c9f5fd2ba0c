//! `octal bench`: the speed of computing values, with the answers checked.

mod timings;

use std::collections::BTreeSet;
use std::io::Write;
use std::time::Instant;

use anyhow::{Context, bail, ensure};
use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, Table};
use octal::code::Code;
use octal::formats::digest::Digester;
use octal::grundy::double_check::{DoubleCheckError, double_check, is_possible};
use octal::grundy::values::{Slice, Values};
use octal::grundy::{Engine, kernel};
use octal::period::search::{Limits, search};
use serde::Deserialize;
use timings::{Timing, Timings};

use super::args::files::{InFile, LogFile};
use super::args::number::{self, Count};
use super::report::today;
use super::terminal::output::stdout;
use super::terminal::stderr::say;
use super::{Answer, Result};

/// Measure how fast Grundy values are computed; every answer is checked
///
/// The raw engine: no period is used. Games with few taps use two threads at most. Each game is
/// computed several times from the beginning and the best time counts. The digest of the values
/// must be the stored one. If no digest is stored for this game and number of heaps, all values are
/// compared with a second run, by another kernel with other tuning.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal bench
  octal bench 0.77 0.106 --limit 1e6 --record timings.csv
  octal bench --full --repeat 1 --compare results/timings.csv
  octal bench 0.6 --limit 1e5 --with-search   what the search for a period costs beside the engine
  OCTAL_KERNEL=scalar octal bench 0.77   the kernel for any CPU; also neon, avx2, avx512

Exit code: 0 all answers are right, 1 one is wrong, 2 could not do it.")]
pub struct Args {
    /// Only these games; without --limit only those of octal-codes/digests.csv
    #[arg(value_name = "CODE")]
    codes: Vec<Code>,
    /// Number of runs of each game
    #[arg(long, value_name = "TIMES", default_value = "3",
        value_parser = number::within::<u32>(1..=1000))]
    repeat: u32,
    /// Compute long sequences: minutes and some gigabytes instead of seconds
    #[arg(long, conflicts_with = "limit")]
    full: bool,
    /// Compute values up to heap N, whatever it costs (1e9, 2^30, 1_000_000)
    #[arg(long, value_name = "N")]
    limit: Option<Count>,
    /// Time the search for a period over the same heaps too, as `octal period` computes them, and
    /// show the share of the engine's rate that it reaches
    #[arg(long)]
    with_search: bool,
    /// Show the speed of each game relative to the last row of FILE for the same game, heaps,
    /// kernel and threads
    #[arg(long, value_name = "FILE")]
    compare: Option<InFile>,
    /// Append a row for each right answer to FILE, or begin the file
    #[arg(long, value_name = "FILE")]
    record: Option<LogFile>,
}

/// A row of `octal-codes/digests.csv`: the digest of G(0..=heaps).
#[derive(Debug, Deserialize)]
struct Stored {
    code: String,
    heaps: u64,
    digest: String,
}

const DIGESTS: &str = include_str!("../../../octal-codes/digests.csv");

/// A computation: a game, its last heap, and the digest if one is stored.
struct Task {
    code: Code,
    heaps: u64,
    digest: Option<String>,
}

pub fn run(args: &Args) -> Result {
    let tasks = tasks(args)?;
    let earlier = args.compare.as_deref().map(timings::read).transpose()?;
    let mut record = args.record.as_deref().map(Timings::open).transpose()?;
    let mut table = empty_table(args, earlier.is_some());
    let mut answer = Answer::Yes;
    say(format!("kernel {}", kernel::name()?));
    for task in &tasks {
        say(format!("{} to heap {}", task.code, task.heaps));
        let (row, verdict) = time(task, args.repeat)?;
        match (&verdict, &mut record) {
            (None, _) => answer = Answer::No,
            (Some(_), Some(record)) => record.append(&row)?,
            (Some(_), None) => {}
        }
        let change = earlier.as_ref().map(|earlier| match timings::ratio(&row, earlier) {
            Some(ratio) => format!("{ratio:.2}"),
            None => "-".to_owned(),
        });
        let verdict = format!("{} {}", row.digest, verdict.as_deref().unwrap_or("WRONG"));
        let seconds = format!("{:.3}", row.seconds);
        let searched = match args.with_search {
            true => by_search(task, args.repeat, row.seconds)?,
            false => vec![],
        };
        let cells = [row.code, row.heaps.to_string(), seconds, row.heaps_per_second.to_string()];
        table.add_row(cells.into_iter().chain(searched).chain([verdict]).chain(change));
    }
    writeln!(stdout(), "{}", table.trim_fmt())?;
    Ok(answer)
}

fn empty_table(args: &Args, compare: bool) -> Table {
    let mut table = Table::new();
    table.load_style(NOTHING);
    let numbers = ["heaps", "seconds", "heaps/s"];
    let searched = ["seconds with search", "share of the rate"];
    let searched = if args.with_search { &searched[..] } else { &[] };
    let figures = numbers.iter().chain(searched).copied();
    let count = numbers.len() + searched.len();
    let last = ["digest"].into_iter().chain(compare.then_some("times as fast"));
    table.set_header(["code"].into_iter().chain(figures).chain(last));
    for column in table.column_iter_mut().skip(1).take(count) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// The best time of a search for a period over the same heaps, and its share of the engine's rate,
/// which took `seconds`. If the period was proved before the last heap, the heap of the proof.
fn by_search(task: &Task, repeat: u32, seconds: f64) -> anyhow::Result<Vec<String>> {
    let mut best = f64::INFINITY;
    for _ in 0..repeat {
        let begun = Instant::now();
        // A signal ends the program here, as for the engine: half a search gives no time.
        let known = search(&task.code, &Limits::heaps(task.heaps), &|_| true)?;
        best = best.min(begun.elapsed().as_secs_f64());
        if known.verified_to() < task.heaps {
            return Ok(vec![format!("ended at {}", known.verified_to()), "-".to_owned()]);
        }
    }
    Ok(vec![format!("{best:.3}"), format!("{:.0}%", 100.0 * seconds / best)])
}

/// The tasks that the arguments ask for: first the games with a stored digest, in the order of
/// `octal-codes/digests.csv`, then the others.
fn tasks(args: &Args) -> anyhow::Result<Vec<Task>> {
    let stored: Vec<Stored> = csv::Reader::from_reader(DIGESTS.as_bytes())
        .deserialize()
        .collect::<Result<_, _>>()
        .with_context(|| "octal-codes/digests.csv")?;
    let mut names: Vec<&str> = stored.iter().map(|s| s.code.as_str()).collect();
    names.dedup();
    let known = names.iter().map(|name| name.parse()).collect::<Result<Vec<Code>, _>>()?;
    let asked = |code: &Code| args.codes.is_empty() || args.codes.contains(code);
    let task = |(code, name): (&Code, &str)| {
        let rows = || stored.iter().filter(|s| s.code == name);
        let sizes = || rows().map(|s| s.heaps);
        let size = if args.full { sizes().max() } else { sizes().min() };
        let heaps = args.limit.map(u64::from).or(size).unwrap_or(0);
        let digest = rows().find(|s| s.heaps == heaps).map(|s| s.digest.clone());
        Task { code: code.clone(), heaps, digest }
    };
    let all = known.iter().zip(names.iter().copied());
    let with_digest = all.filter(|(code, _)| asked(code)).map(task).map(Ok);
    let others: BTreeSet<&Code> = args.codes.iter().filter(|code| !known.contains(code)).collect();
    let without_digest = others.into_iter().map(|code| without_digest(code, args.limit, &names));
    with_digest.chain(without_digest).collect()
}

/// The task of a game without a stored digest, whose values can only be compared with those of a
/// second run.
fn without_digest(code: &Code, limit: Option<Count>, names: &[&str]) -> anyhow::Result<Task> {
    let Some(limit) = limit else {
        bail!(
            "no digest of {code} is stored: say with --limit how far to compute it, or choose \
             one of {}",
            names.join(" ")
        );
    };
    ensure!(is_possible(code), "{code}: {}", DoubleCheckError::OneWay);
    Ok(Task { code: code.clone(), heaps: limit.into(), digest: None })
}

/// The row of a task, and why its answer is right; `None` if it is wrong.
fn time(task: &Task, repeat: u32) -> anyhow::Result<(Timing, Option<String>)> {
    let (seconds, values) = best_of(repeat, &task.code, task.heaps)?;
    let mut digester = Digester::new();
    let values = values.as_slice().range(..=usize::try_from(task.heaps)?);
    values.chunks(1 << 16).for_each(|chunk| digester.update(&chunk));
    let digest = digester.finish().to_string();
    let verdict = match &task.digest {
        Some(stored) => (digest == *stored).then(|| "as stored".to_owned()),
        None => second_opinion(&task.code, values)?,
    };
    let row = Timing {
        date: today(),
        cpu: timings::cpu(),
        kernel: kernel::name()?.to_owned(),
        threads: rayon::current_num_threads(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        code: task.code.to_string(),
        heaps: task.heaps,
        // Microseconds are more than can be measured.
        seconds: (seconds * 1e6).ceil() / 1e6,
        heaps_per_second: (task.heaps as f64 / seconds) as u64,
        digest,
    };
    Ok((row, verdict))
}

/// Computes the values a second time. Returns a note on how, or `None` if the values differ.
fn second_opinion(code: &Code, values: Slice<'_>) -> anyhow::Result<Option<String>> {
    match double_check(code, values, |_| true) {
        Ok(kernel) => Ok(Some(format!("as by kernel {}", kernel.name()))),
        Err(error @ DoubleCheckError::Differs { .. }) => {
            say(error);
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

/// The best time of several runs from the beginning, and the values G(0..=heaps).
fn best_of(times: u32, code: &Code, heaps: u64) -> anyhow::Result<(f64, Values)> {
    let (mut best, mut values) = (f64::INFINITY, None);
    for _ in 0..times {
        drop(values.take());
        let begun = Instant::now();
        let mut engine = Engine::new(code);
        engine.extend(heaps)?;
        best = best.min(begun.elapsed().as_secs_f64());
        values = Some(engine.into_values());
    }
    Ok((best, values.unwrap_or(Values::Bytes(vec![]))))
}
