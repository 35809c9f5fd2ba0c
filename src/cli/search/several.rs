//! `octal search` with several codes: side by side, each in a directory of its own.

use std::io::Write;
use std::path::Path;

use anyhow::{bail, ensure};
use indicatif::MultiProgress;
use octal::code::{Code, Game};
use octal::formats::Format;
use octal::period::resumable::{ResumableError, Settings, is_search};
use octal::period::search::{EventCallback, Limits};
use octal::period::sequence::Stop;
use octal::period::{self, StopReason};
use octal::survey::searches::{GameEnd, SideBySide};

use super::{Args, answer, observe, with_limit};
use crate::cli::answer::period_text::{exit, text, write_rows};
use crate::cli::terminal::output::{OpenOutput, refuse_within_search};
use crate::cli::terminal::progress::SearchBar;
use crate::cli::terminal::signal;
use crate::cli::terminal::stderr::{say, say_before, say_resumes};
use crate::cli::{Answer, Result};

/// Searches for these games in `directory`, or resumes their searches there.
pub fn search(games: &[Game], directory: &Path, limits: Limits, args: &Args) -> Result {
    refuse_what_is_of_one_search(directory, args)?;
    if games.is_empty() {
        say("there are fewer codes than parts: this one has none");
        return Ok(Answer::Yes);
    }
    let codes = codes(games)?;
    args.output.check()?;
    let bars = MultiProgress::new();
    let watch = |code: &Code| -> Box<EventCallback<'_>> {
        let (bar, code) = (with_limit(SearchBar::among(&bars, code), args), code.clone());
        Box::new(move |event| observe(&bar, &code, event))
    };
    let searches = SideBySide {
        limits,
        settings: Settings::DEFAULT,
        path: directory,
        threads: rayon::current_num_threads(),
    };
    let ended = searches.search(&codes, &watch, &SearchEnd::new)?;
    drop(bars);
    let (mut finds, mut failed, mut waits) = (vec![], None, false);
    for (code, ended) in codes.iter().zip(ended) {
        match ended.map_err(anyhow::Error::from).and_then(|find| find) {
            Ok(find) => finds.push(find),
            Err(error) if is_interrupted(&error) => waits = true,
            Err(error) if signal::caught() && is_lack_of_memory(&error) => {
                say(format_args!("{code}: {error:#}"));
                waits = true;
            }
            Err(error) => say_before(&mut failed, error.context(code.to_string())),
        }
    }
    write(args.output.open()?, args.format, &finds)?;
    if signal::caught() {
        say_resumes("stopped", None, &[&args.output]);
    }
    let answers = finds.iter().map(|find| find.exit).chain(waits.then_some(Answer::Stopped));
    let answer = answers.max().unwrap_or(Answer::Yes);
    failed.map_or(Ok(answer), Err)
}

/// Refuses the directory and the files that are of one search.
fn refuse_what_is_of_one_search(directory: &Path, args: &Args) -> anyhow::Result<()> {
    refuse_within_search(directory)?;
    ensure!(
        !is_search(directory),
        "`{}` is the directory of one search: name another for several",
        directory.display()
    );
    let file = match args {
        Args { certificate: Some(_), .. } => "a certificate is about one code",
        Args { bookmark: Some(_), .. } | Args { from_bookmark: Some(_), .. } => {
            "a bookmark is of one search"
        }
        _ => return Ok(()),
    };
    bail!("{file}: search that code, in `{}`", directory.join("CODE").display())
}

/// True if the search would have continued with memory that other searches use.
fn is_lack_of_memory(error: &anyhow::Error) -> bool {
    error.downcast_ref().is_some_and(ResumableError::is_lack_of_memory)
}

/// True if a search was stopped before it had read its saved files.
fn is_interrupted(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(ResumableError::Interrupted(_)))
}

/// The end of one of the searches.
struct SearchEnd {
    /// The answer, without its values, which the other searches need room for.
    row: period::Answer,
    text: String,
    exit: Answer,
}

impl SearchEnd {
    fn new(GameEnd { code, ended, stop, limits }: GameEnd<'_>) -> anyhow::Result<SearchEnd> {
        let game = Game::from(code.clone());
        let (mut row, _) = answer(&game, ended, &limits)?;
        if stop == Stop::Cancelled {
            row.stop = Some(StopReason::new(stop, &limits));
        }
        let (text, exit) = (text(&row), exit(&row, stop, Answer::Stopped));
        Ok(SearchEnd { row: row.without_values(), text, exit })
    }
}

/// The codes of these games, which must differ and be asked about as they are.
fn codes(games: &[Game]) -> anyhow::Result<Vec<Code>> {
    for (i, game) in games.iter().enumerate() {
        ensure!(game.shift == 0, "several searches are of codes: name {} itself", game.code);
        ensure!(
            games[..i].iter().all(|other| other.code != game.code),
            "{} is named twice",
            game.code
        );
    }
    Ok(games.iter().map(|game| game.code.clone()).collect())
}

fn write(mut out: OpenOutput, format: Format, finds: &[SearchEnd]) -> anyhow::Result<()> {
    if format == Format::Text {
        let texts: Vec<&str> = finds.iter().map(|find| &*find.text).collect();
        write!(out, "{}", texts.join("\n"))?;
    } else {
        let rows: Vec<&period::Answer> = finds.iter().map(|find| &find.row).collect();
        write_rows(&rows, &mut out, format)?;
    }
    out.commit()
}
