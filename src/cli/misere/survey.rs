//! `octal misere survey`: the misère quotients of many games, with certificates.

use std::io::{IsTerminal, Write, stderr};
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};
use octal::misere::limits::{MisereLimits, MisereProgress, MisereWatcher};
use octal::misere::record::Extent;
use octal::period::search::Limits;
use octal::survey::class::{Class, first_cousins};
use octal::survey::misere::study::{MisereGame, family, run as run_games};
use octal::survey::misere::table::MisereTable;
use octal::survey::misere::verdicts::beyond_normal_play;
use octal::survey::store::GameTable;

use crate::cli::args::files::{InFile, PERIODS};
use crate::cli::args::limits::LimitArgs;
use crate::cli::terminal::input::{CodeList, read_codes};
use crate::cli::terminal::output::{create_directory, stdout};
use crate::cli::terminal::progress::PlainLines;
use crate::cli::terminal::signal;
use crate::cli::terminal::stderr::{count, say};
use crate::cli::{Answer, Result};

/// Find the misère quotients of many games, and write a row of misere.csv for each
///
/// The games are all codes 0.d1d2d3 and 4.d1d2, and all 0.d1d2d3d4 with digits up to 3. First
/// cousins are the same game heap by heap, and are searched once.
///
/// With --dir each game is written as soon as its search ends. Its row goes to misere.csv, and its
/// codes to misere_codes.csv. The heaps at which its partial quotient grows go to
/// misere_partial.csv, and the certificate of a proved quotient into misere/. A second run keeps
/// all rows, and searches only games that are missing or that were searched less deeply. Without
/// --dir the rows go to stdout.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal misere survey --dir results
  octal misere survey --codes my-codes.txt --work 1e7

Without --limit and --work a search ends at heap 1000 or after looking at 2e8 elements of quotients:
all games take a minute or two. Without --memory the quotients of a game may take 256 MiB. No limit
depends on time or on the machine, so the same command writes the same bytes.
Exit code: 0 done; 2 could not do it, or not all of it, or stopped without --dir; 75 stopped by a
signal: the same command resumes.")]
pub struct Args {
    /// The codes of a file, one a line; `#` begins a comment; `-` is stdin
    #[arg(long, value_name = "FILE")]
    codes: Option<InFile>,
    #[command(flatten)]
    limits: LimitArgs,
    /// The directory to work in. The command makes it, or resumes the work that is in it
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// The limits of each game if none are given.
const DEFAULT: Limits = Limits { heaps: 1000, work: Some(200_000_000), memory: 1 << 28 };

pub fn run(args: &Args) -> Result {
    signal::catch();
    let limits = limits(&args.limits);
    let CodeList { codes, refused } = match &args.codes {
        Some(path) => read_codes(path)?,
        None => CodeList { codes: family(), refused: 0 },
    };
    let all = first_cousins(codes);
    let mut table = MisereTable::default();
    if let Some(directory) = &args.dir {
        create_directory(directory)?;
        table = MisereTable::read(directory)?;
    }
    let missing = |class: &&Class| !table.answers(class, &limits);
    let wanted: Vec<Class> = all.iter().filter(missing).cloned().collect();
    say(format!("{}, {} to search", count(all.len(), "game"), wanted.len()));
    let games = GamesBar::new(all.len(), all.len() - wanted.len());
    let last = args.limits.limits(Limits { heaps: u64::MAX, ..DEFAULT }, 1).heaps;
    let found = run_games(wanted, (&limits, last), &games, |found: Vec<MisereGame>| {
        games.bar.inc(found.len() as u64);
        let Some(directory) = &args.dir else {
            for mut game in found {
                // No certificate is written, so that there is none to be named.
                game.row.certificate = None;
                table.insert(game);
            }
            return Ok(());
        };
        anyhow::Ok(MisereTable::add(directory, found)?)
    });
    drop(games);
    found?;
    let answer = finish(args, table, &all, &limits)?;
    Ok(if refused > 0 && answer == Answer::Yes { Answer::Unfinished } else { answer })
}

/// The limits that the options set.
fn limits(args: &LimitArgs) -> MisereLimits {
    let limits = args.limits(DEFAULT, rayon::current_num_threads());
    let heaps = usize::try_from(limits.heaps).unwrap_or(usize::MAX);
    let memory = args.memory.asked().map_or(DEFAULT.memory, |_| limits.memory);
    MisereLimits { heaps, work: limits.work, memory }
}

/// Prints a summary of the results, and writes the rows if there is no directory.
fn finish(args: &Args, mut table: MisereTable, all: &[Class], limits: &MisereLimits) -> Result {
    if let Some(directory) = &args.dir {
        table = MisereTable::read(directory)?;
        tell_beyond(directory, &table)?;
    } else {
        stdout().write_all(&table.bytes())?;
    }
    let proved = table.games().iter().filter(|game| game.row.status == Extent::Proved).count();
    let games = count(table.games().len(), "game");
    say(format!("{games}: {proved} proved, {} open", table.games().len() - proved));
    if !signal::caught() {
        return Ok(Answer::Yes);
    }
    let done = all.iter().filter(|class| table.answers(class, limits)).count();
    say(format!("stopped: {done} of {} are done", count(all.len(), "game")));
    // Without a directory nothing is kept from which another run could resume.
    Ok(if args.dir.is_some() { Answer::Stopped } else { Answer::Unfinished })
}

/// Names the games that are solved although their normal play is open.
fn tell_beyond(directory: &Path, table: &MisereTable) -> anyhow::Result<()> {
    let normal = GameTable::read(&directory.join(PERIODS))?.merged();
    let beyond = beyond_normal_play(table.games(), &normal);
    let codes: Vec<&str> = beyond.iter().map(|game| &*game.row.code).collect();
    if !codes.is_empty() {
        say(format!("solved although normal play is open: {}", codes.join(" ")));
    }
    Ok(())
}

/// Follows all games: one bar, or now and then a plain line.
struct GamesBar {
    bar: ProgressBar,
    lines: Option<PlainLines>,
}

impl GamesBar {
    fn new(all: usize, done: usize) -> GamesBar {
        let bar = ProgressBar::new(all as u64);
        let style = ProgressStyle::with_template("{bar:30} {pos} of {len} games, {elapsed}");
        bar.set_style(style.unwrap_or_else(|_| bar.style()));
        bar.set_position(done as u64);
        GamesBar { bar, lines: (!stderr().is_terminal()).then(PlainLines::new) }
    }
}

impl MisereWatcher for GamesBar {
    fn continues(&self, _: &MisereProgress) -> bool {
        self.bar.tick();
        if let Some(lines) = &self.lines {
            let (done, all) = (self.bar.position(), self.bar.length().unwrap_or(0));
            lines.say(|| format!("{done} of {all} games done"));
        }
        !signal::caught()
    }
}

impl Drop for GamesBar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
