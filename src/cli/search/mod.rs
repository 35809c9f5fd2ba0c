//! `octal search`: searches that are stopped and continued, and that keep only what they need.

mod several;
mod status;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::builder::{PathBufValueParser, TypedValueParser};
use octal::certificate::{self, CertificateError, SearchError};
use octal::code::{Code, Game};
use octal::formats::Format;
use octal::formats::periods::digest;
use octal::grundy::driver::Tuning;
use octal::input;
use octal::period;
use octal::period::resumable::{
    self, Checkpoint, Directory, Ended, MOST_BYTES, ResumableError, Settings, StreamCheckpoint,
};
use octal::period::search::{Event, Limits};
use octal::period::sequence::Stop;
use octal::survey::searches::{directory_name, is_of_several};

use super::answer::period_text::{self, exit};
use super::args::files::{InFile, OutFile, SearchDir};
use super::args::limits::MemoryArgs;
use super::args::number::{Count, TaskPart};
use super::args::one_of;
use super::terminal::input::open;
use super::terminal::output::{OpenOutput, OutputArgs, refuse_within_search};
use super::terminal::progress::SearchBar;
use super::terminal::signal;
use super::terminal::stderr::{causes, say, say_resumes, say_stopped};
use super::{Answer, Result};

/// Search for a period for hours to weeks, stopping and resuming at any time
///
/// The same command resumes a search that was stopped by Ctrl-C, a signal or a crash. The search is
/// saved every 10 seconds, or less often if saving takes more than 2 % of the time. Without --limit
/// it ends only with a proof of the period.
///
/// While new rare heaps appear, the search keeps all values, in memory and in DIR. A heap takes 1
/// byte while all values are below 256, else 2 bytes. When no new rare heap has appeared for long,
/// the last values and some checkpoints are enough. They take at least 56 bytes for each heap up to
/// the last rare heap, and 2 to 50 MB more: the more rare heaps, the more memory. The search drops
/// the other values once the last values take less memory.
///
/// If a new rare heap appears later, the search returns to all values. If they no longer fit in
/// memory, another mask may make the heap common. Else the search ends with the bytes that it
/// needs. Rerun it with more --memory.
///
/// A search that needs only its last values can move to another directory or machine: --bookmark
/// copies its last checkpoint to a file, and --from-bookmark resumes from the file. It usually has
/// 1 MB. Its size depends on the last rare heap.
///
/// Several codes are searched side by side, each in its own directory below DIR. Every round goes
/// deeper than the round before, and begins with the games that have few rare heaps. The searches
/// share the memory.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "octal search [OPTIONS] CODE... --dir DIR\n       octal search [OPTIONS] --status DIR",
    after_help = "Examples:
  octal search 0.106 --dir 0.106.search --limit 6e6
  octal search --status 0.106.search               how far it has come
  octal search 0.104 0.106 0.127 --dir three --limit 1e5
  octal search 0.127 --dir 0.127.search --certificate 0.127.txt
  octal search 0.106 --dir 0.106.search --limit 6e6 --bookmark 0.106.bookmark
  octal search 0.106 --dir new --limit 6e6 --from-bookmark 0.106.bookmark

Exit code: 0 the period is proved, 1 it is not within the limit, 2 could not do it, 75 stopped by a
signal: the same command resumes, with --force if it writes files. With --status 0."
)]
pub struct Args {
    /// The games: codes such as 0.137, or names such as kayles
    #[arg(value_name = "CODE", required_unless_present = "status", conflicts_with = "status")]
    games: Vec<Game>,
    /// The directory to work in. The command makes it, or resumes the work that is in it
    #[arg(long, value_name = "DIR", required_unless_present = "status", conflicts_with = "status")]
    dir: Option<SearchDir>,
    /// Print how far the search in this directory has come, and change nothing
    #[arg(long, value_name = "DIR", conflicts_with_all = ["limit", "memory", "certificate"])]
    status: Option<SearchDir>,
    /// Only part I of M (1/8 to 8/8, or task/8 in a task of a batch system)
    #[arg(long, value_name = "I/M", conflicts_with = "status")]
    shard: Option<TaskPart>,
    /// Compute values up to heap N, whatever it costs (1e9, 2^30, 1_000_000)
    #[arg(long, value_name = "N")]
    limit: Option<Count>,
    #[command(flatten)]
    memory: MemoryArgs,
    /// Output format
    #[arg(long, default_value = "text",
        value_parser = one_of(&[Format::Text, Format::Json, Format::Csv, Format::Latex]))]
    format: Format,
    /// Write a certificate to this file (`-` is stdout), which `octal check` checks
    #[arg(long, value_name = "FILE")]
    certificate: Option<OutFile>,
    /// Write a bookmark to this file when the search ends or is stopped: the checkpoint from which
    /// the search resumes elsewhere
    #[arg(long, value_name = "FILE", conflicts_with = "status",
        value_parser = PathBufValueParser::new().try_map(bookmark_file))]
    bookmark: Option<OutFile>,
    /// Resume from the bookmark in this file (`-` is stdin), unless the search in DIR has come as
    /// far
    #[arg(long, value_name = "FILE", conflicts_with = "status")]
    from_bookmark: Option<InFile>,
    #[command(flatten)]
    output: OutputArgs,
}

pub fn run(args: &Args) -> Result {
    let heaps = args.limit.map_or(Limits::NO_LIMIT, u64::from);
    let limits = Limits { heaps, work: None, memory: args.memory.bytes() };
    match (&args.status, &*args.games, &args.dir) {
        (Some(directory), ..) => status::status(directory, args),
        (None, [game], Some(directory)) if args.shard.is_none() => {
            search(game, directory, limits, args)
        }
        (None, games, Some(directory)) => {
            let games = args.shard.map_or(games.to_vec(), |part| part.of(games.iter().cloned()));
            several::search(&games, directory, limits, args)
        }
        (None, _, None) => anyhow::bail!("give codes and --dir DIR, or --status DIR"),
    }
}

/// Searches in `directory`, or resumes the search there.
fn search(game: &Game, directory: &Path, limits: Limits, args: &Args) -> Result {
    refuse_within_search(directory)?;
    ensure!(
        !is_of_several(directory),
        "`{}` is the directory of several searches: name `{}`",
        directory.display(),
        directory.join(directory_name(&game.code)).display()
    );
    let to_file = |file: &OutFile| OutputArgs::to(file.clone(), args.output.force);
    let [certificate, bookmark] =
        [&args.certificate, &args.bookmark].map(|file| file.as_ref().map(to_file));
    if certificate.is_some() {
        ensure!(game.shift == 0, "a certificate is about a code: ask for that of {}", game.code);
    }
    let for_code = Limits { heaps: limits.heaps.saturating_sub(game.shift), ..limits };
    let from_bookmark = args.from_bookmark.as_ref();
    let from_bookmark = from_bookmark.map(|file| read_bookmark(file, &game.code)).transpose()?;
    // Opened when there is something to write: in the days until then the program may be killed.
    for file in certificate.iter().chain(&bookmark).chain([&args.output]) {
        file.check()?;
    }
    // Nothing is lost up to here, and a user who waits for a bookmark can stop the program.
    signal::catch();
    let locked = Directory::open(directory)?;
    if let Some(bookmark) = from_bookmark {
        take_over(bookmark, &locked)?;
    }
    let bar = with_limit(SearchBar::new(&game.code), args);
    let ended = resumable::search(&game.code, &for_code, &Settings::DEFAULT, &locked, &|event| {
        observe(&bar, &game.code, event)
    });
    drop(bar);
    let ended = match ended {
        Ok(ended) => ended,
        Err(ResumableError::Interrupted(_)) => {
            say_stopped();
            return Ok(Answer::Stopped);
        }
        Err(error) => {
            if error.is_lack_of_memory()
                && let Some(Err(error)) =
                    bookmark.as_ref().map(|file| write_bookmark(file, &locked))
            {
                // The command prints the error of the search when it exits.
                say(format_args!("{error:#}"));
            }
            return Err(error.into());
        }
    };
    let (answer, stop) = answer(game, &ended, &limits)?;
    // Whatever fails, the others are written.
    let answered = write_answer(&answer, args);
    let marked = bookmark.as_ref().map_or(Ok(()), |file| write_bookmark(file, &locked));
    let certified =
        certificate.as_ref().map_or(Ok(true), |file| write_certificate(file.open()?, &ended));
    let files = certificate.iter().chain(&bookmark).chain([&args.output]);
    say_how_it_ended(&ended, &files.collect::<Vec<_>>());
    answered.and(marked)?;
    Ok(if certified? { exit(&answer, stop, Answer::Stopped) } else { Answer::Stopped })
}

/// This bar, for a search with the limit asked for, if one is.
fn with_limit(bar: SearchBar, args: &Args) -> SearchBar {
    if args.limit.is_some() { bar } else { bar.without_limit() }
}

/// Shows progress, and prints a line for each other event; `false` if a signal asks to stop.
fn observe(bar: &SearchBar, code: &Code, event: Event<'_>) -> bool {
    let line = match event {
        Event::Progress(_) => return bar.observe(event),
        Event::Halted(halt) => format!("{halt}; values are computed again to decide this"),
        Event::CommonHeap { heap } => format!("heap {heap} is common: the search continues"),
        Event::NotKept(reason) => {
            format!("not all values that prove its period are kept: {}", causes(reason))
        }
        Event::WiderMask { heap, mask } => {
            format!("the search continues with mask {mask}, with which heap {heap} is common")
        }
        _ => return true,
    };
    say(format_args!("{code}: {line}"));
    true
}

/// The file of a bookmark, which is not stdout.
fn bookmark_file(path: PathBuf) -> anyhow::Result<OutFile> {
    ensure!(path != Path::new("-"), "a bookmark is no text for stdout: name a file");
    Ok(path.into())
}

/// Reads the bookmark of a search for `code`.
fn read_bookmark(file: &InFile, code: &Code) -> anyhow::Result<Checkpoint> {
    let name = file.display();
    let bytes = open(file).and_then(|file| input::read(file, MOST_BYTES));
    let bytes = bytes.with_context(|| format!("cannot read `{name}`"))?;
    let bookmark =
        Checkpoint::from_bookmark(Path::new(&name.to_string()), &bytes, &Tuning::DEFAULT)?;
    let found = &bookmark.progress.code;
    ensure!(found == code, "`{name}` is the bookmark of a search of {found}, not of {code}");
    Ok(bookmark)
}

/// Makes the search in this directory continue from the bookmark, unless it has come as far itself.
fn take_over(bookmark: Checkpoint, directory: &Directory) -> anyhow::Result<()> {
    let (code, next) = (bookmark.progress.code.clone(), bookmark.progress.heap + 1);
    if bookmark.take_over(directory)? {
        say(format_args!("{code}: resumes at heap {next} from the bookmark"));
    } else {
        let directory = directory.path().display();
        say(format_args!(
            "{code}: `{directory}` is as far as the bookmark, and resumes from its own checkpoint"
        ));
    }
    Ok(())
}

/// Writes the bookmark of the search in this directory, or prints the reason why there is none.
fn write_bookmark(file: &OutputArgs, directory: &Directory) -> anyhow::Result<()> {
    match Checkpoint::bookmark(directory) {
        Ok(bytes) => {
            let mut file = file.open()?;
            file.write_all(&bytes)?;
            file.commit()
        }
        Err(reason @ ResumableError::Bookmark(_)) => {
            say(reason);
            Ok(())
        }
        Err(error) => Err(error.into()),
    }
}

/// Writes the answer to the output.
fn write_answer(answer: &period::Answer, args: &Args) -> anyhow::Result<()> {
    let mut out = args.output.open()?;
    period_text::write(answer, &mut out, args.format)?;
    out.commit()
}

/// The answer of a search that has ended, and the reason of its end. A search that had come farther
/// than to the limit ended where it stood.
fn answer(game: &Game, ended: &Ended, limits: &Limits) -> anyhow::Result<(period::Answer, Stop)> {
    let up_to = |heap: u64| Limits { heaps: limits.heaps.max(heap + game.shift), ..*limits };
    Ok(match ended {
        Ended::InMemory(known) => {
            let limits = up_to(known.verified_to());
            let mut answer = period::Answer::with_values(game, known.clone(), &limits);
            answer.digest = digest(known);
            (answer, known.stop)
        }
        Ended::Streamed(checkpoint, stop) => {
            (streamed(checkpoint, game, *stop, &up_to(checkpoint.heap - 1))?, *stop)
        }
    })
}

/// Writes the certificate of the period, if one is proved; `false` if a signal came first.
fn write_certificate(mut file: OpenOutput, ended: &Ended) -> anyhow::Result<bool> {
    let bytes = match ended {
        Ended::InMemory(known) => certificate::write(known).map_err(SearchError::from),
        Ended::Streamed(checkpoint, _) => certificate::of_search(checkpoint, &|| !signal::caught()),
    };
    match bytes {
        Ok(bytes) => {
            file.write_all(&bytes)?;
            file.commit()?;
        }
        Err(SearchError::Certificate(CertificateError::NotProved)) => {
            say("no period is proved: no certificate");
        }
        Err(SearchError::Search(ResumableError::Interrupted(_))) => {
            say("stopped before the certificate was complete: the same command makes it");
            return Ok(false);
        }
        Err(error) => return Err(error.into()),
    }
    Ok(true)
}

/// Prints what to do after a signal, and how to resume where these files were written.
fn say_how_it_ended(ended: &Ended, files: &[&OutputArgs]) {
    let (stop, is_proved) = match ended {
        Ended::Streamed(checkpoint, stop) => (*stop, checkpoint.proved.is_some()),
        Ended::InMemory(known) => (known.stop, known.finding.proved().is_some()),
    };
    match stop {
        _ if is_proved => {}
        Stop::Cancelled => say_resumes("stopped", None, files),
        Stop::Heaps => say_resumes("saved", Some("a higher --limit"), files),
        Stop::Memory => say_resumes("saved", Some("more --memory"), files),
        Stop::Proof | Stop::Work | Stop::ValueTooLarge => {}
    }
}

/// The answer of a search that has dropped its history.
fn streamed(
    checkpoint: &StreamCheckpoint,
    game: &Game,
    stop: Stop,
    limits: &Limits,
) -> anyhow::Result<period::Answer> {
    let zero = checkpoint.proved.is_some_and(|period| period.preperiod == 0);
    ensure!(
        game.shift == 0 || !zero,
        "cannot shift {0} by {1}: its period begins at heap 0; search {0} without the shift",
        game.code,
        game.shift
    );
    Ok(checkpoint.answer(game.shift, stop, limits))
}
