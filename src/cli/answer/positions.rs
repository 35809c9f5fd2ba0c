//! Files of positions, one a line, for every verb that solves them; and what the answers leave out.

use std::path::Path;

use anyhow::{Context, anyhow, bail};
use octal::code::Game;
use octal::input::{self, NotUtf8, count};
use octal::position::parse::position_of;
use octal::position::sum::Position;

use crate::cli::Answer;
use crate::cli::terminal::input::open;
use crate::cli::terminal::stderr::{say, with_causes};

/// A position, and where it was read.
pub struct Line {
    /// The line of the file, from 1.
    pub number: usize,
    /// The position.
    pub position: Position,
}

/// Reads the positions of a file, or of stdin for `-`, and counts the lines that hold none. Lines
/// without a position are named on stderr. `#` begins a comment, and empty lines do not count. Heaps
/// that follow no game are heaps of `game`.
pub fn read(path: &Path, game: Option<&Game>) -> anyhow::Result<(Vec<Line>, usize)> {
    let name = path.display();
    let bytes = open(path).and_then(|file| input::read(file, input::TEXT)).with_context(|| {
        format!("cannot read `{name}`: name a text file with a position a line")
    })?;
    let (mut lines, mut wrong) = (vec![], 0);
    for (number, line) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        match position(line, game) {
            Ok(Some(position)) => lines.push(Line { number, position }),
            Ok(None) => {}
            Err(error) => {
                wrong += 1;
                unanswered(path, number, &error);
            }
        }
    }
    match (lines.is_empty(), wrong) {
        (true, 0) => {
            let example = if game.is_some() { "3 4 5" } else { "0.77: 3 4 5" };
            bail!("`{name}` holds no position: write one a line, as in `{example}`")
        }
        (true, _) => bail!("`{name}` holds no position that can be read"),
        _ => Ok((lines, wrong)),
    }
}

/// Says why a line of a file has no answer.
pub fn unanswered(path: &Path, number: usize, error: &anyhow::Error) {
    say(format!("`{}`, line {number}: {}", path.display(), with_causes(error)));
}

/// The position of a line, if there is something on it.
fn position(line: &[u8], game: Option<&Game>) -> anyhow::Result<Option<Position>> {
    let line = input::text(line).map_err(|NotUtf8 { byte, .. }| {
        anyhow!("byte {byte} of the line is not UTF-8: save the file as UTF-8")
    })?;
    let line = line.split('#').next().unwrap_or("").trim_end();
    Ok(match game {
        _ if line.is_empty() => None,
        Some(game) => Some(position_of(game, line)?),
        None => Some(line.parse()?),
    })
}

/// The answer of a verb that solved some of the lines of a file; the number of the others is printed.
pub fn answer_of(lines: usize, answered: usize) -> Answer {
    let missing = lines - answered;
    if missing == 0 {
        return Answer::Yes;
    }
    let have = if missing == 1 { "has" } else { "have" };
    say(format!("{missing} of {} {have} no answer", count(lines, "line")));
    Answer::Unfinished
}

/// The line about winning moves that --most leaves out, if there are any.
pub fn not_listed(listed: u64, all: u64) -> Option<String> {
    let more = all.saturating_sub(listed);
    (more > 0).then(|| match (listed, more) {
        (0, 1) => "  the winning move is not listed (--most lists it)".to_owned(),
        (0, _) => format!("  the {more} winning moves are not listed (--most lists them)"),
        (_, 1) => "  … and one more winning move (--most lists more)".to_owned(),
        _ => format!("  … and {more} more winning moves (--most lists more)"),
    })
}
