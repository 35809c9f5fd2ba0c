//! Files of positions, one a line, for every verb that solves them, with notes on what the answers
//! leave out.

use std::path::Path;
use std::str::FromStr;

use anyhow::{Context, anyhow, bail, ensure};
use octal::code::Game;
use octal::code::number::whole;
use octal::input::{self, NotUtf8, count};
use octal::outcome::Outcome;
use octal::position::parse::position_of;
use octal::position::row::{RowPosition, RowReading};
use octal::position::sum::Position;

use crate::cli::Answer;
use crate::cli::args::number;
use crate::cli::terminal::input::open;
use crate::cli::terminal::stderr::{say, with_causes};

/// A position, and where it was read.
pub struct Line {
    /// The line of the file, from 1.
    pub number: usize,
    /// The position.
    pub position: Position,
    /// The row whose runs make the position, if it was written as a row.
    pub row: Option<RowPosition>,
}

impl From<RowPosition> for Line {
    fn from(row: RowPosition) -> Line {
        Line { number: 1, position: row.position(), row: Some(row) }
    }
}

impl From<Position> for Line {
    fn from(position: Position) -> Line {
        Line { number: 1, position, row: None }
    }
}

impl Line {
    /// The row as it was written.
    pub fn written_row(&self) -> Option<String> {
        self.row.as_ref().map(|row| row.row.to_string())
    }

    /// The meaning of the characters of the row, if the position was written as one.
    pub fn legend(&self) -> Option<String> {
        self.row.as_ref().map(|row| row.row.legend())
    }

    /// The rows that a move leaves; none where the position is no row, or its moves take no
    /// neighbours.
    pub fn rows_after(&self, heap: u64, parts: &[u64]) -> Vec<String> {
        let Some(row) = self.row.as_ref().filter(|row| row.shows_moves()) else { return vec![] };
        row.row.after(heap, parts).iter().map(ToString::to_string).collect()
    }
}

/// The option of verbs that know circles.
#[derive(Debug, clap::Args)]
pub struct CircleArgs {
    /// N tokens in a circle; or, in a table of values, circles of every size up to N or -n
    #[arg(long, value_name = "N", num_args = 0..=1)]
    circle: Option<Option<CircleSize>>,
}

impl CircleArgs {
    /// True if the option is there.
    pub fn is_wanted(&self) -> bool {
        self.circle.is_some()
    }

    /// The tokens of the circle, if their number was given.
    pub fn tokens(&self) -> Option<u64> {
        self.circle.flatten().map(|size| size.0)
    }
}

/// The tokens of a circle. A type of its own, so that `--circle -n 40` reads no number.
#[derive(Clone, Copy, Debug)]
struct CircleSize(u64);

impl FromStr for CircleSize {
    type Err = String;

    fn from_str(text: &str) -> Result<CircleSize, String> {
        number::count(text).map(CircleSize)
    }
}

/// The words for the winner: for the player to move, and for the other one.
#[derive(Clone, Debug)]
pub struct WinnerWords([String; 2]);

impl FromStr for WinnerWords {
    type Err = String;

    fn from_str(text: &str) -> Result<WinnerWords, String> {
        let words = text.split_once(',').filter(|(wins, loses)| {
            !wins.is_empty() && !loses.is_empty() && wins != loses && !loses.contains(',')
        });
        let (wins, loses) =
            words.ok_or("two different words apart by a comma, as in WIN,LOSE: the first if the player to move wins")?;
        Ok(WinnerWords([wins.to_owned(), loses.to_owned()]))
    }
}

impl WinnerWords {
    /// The word for an outcome of the player to move.
    pub fn of(&self, outcome: Outcome) -> &str {
        &self.0[usize::from(outcome == Outcome::P)]
    }
}

/// Reads the positions of a file, or of stdin for `-`, and counts the lines that hold none. Lines
/// without a position are named on stderr. `#` begins a comment unless it is the token, and empty
/// lines do not count. Heaps and rows that follow no game are those of `game`.
///
/// In a table of rows the program skips a first line with the number of rows. It also skips lines
/// that give the length of the next row, if every row has one.
pub fn read(
    path: &Path,
    game: Option<&Game>,
    token: Option<char>,
) -> anyhow::Result<(Vec<Line>, usize)> {
    let name = path.display();
    let bytes = open(path).and_then(|file| input::read(file, input::TEXT)).with_context(|| {
        format!("cannot read `{name}`: name a text file with a position or a row a line")
    })?;
    let (mut texts, mut wrong) = (vec![], 0);
    for (number, line) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        match text(line, token) {
            Ok("") => {}
            Ok(text) => texts.push((number, text)),
            Err(error) => {
                wrong += 1;
                unanswered(path, number, &error);
            }
        }
    }
    let is_of_bits = |text: &str| {
        let row = RowReading { token, bits: false }.position(text, game).ok().flatten();
        token.is_none() && row.is_some_and(|row| row.row.is_of_bits())
    };
    let bits = texts.iter().any(|(_, text)| is_of_bits(text));
    let reading = RowReading { token, bits };
    if bits {
        say(format!("`{name}`: {ROWS_OF_BITS}"));
    }
    let (texts, are_rows) = without_numbers(texts, game, reading);
    let mut lines = vec![];
    for (number, text) in texts {
        match position(text, game, reading, are_rows) {
            Ok(line) => lines.push(Line { number, ..line }),
            Err(error) => {
                wrong += 1;
                unanswered(path, number, &error);
            }
        }
    }
    match (lines.is_empty(), wrong) {
        (true, 0) => {
            let [heaps, row] = match game {
                Some(_) => ["3 4 5", "IXXI"],
                None => ["0.77: 3 4 5", "kayles IXXI"],
            };
            bail!(
                "`{name}` holds no position: write one a line, heaps as in `{heaps}` or a row as in \
                 `{row}`"
            )
        }
        (true, _) => bail!("`{name}` holds no position that can be read"),
        _ => Ok((lines, wrong)),
    }
}

/// The note about words that might be numbers.
pub const ROWS_OF_BITS: &str = "words of 0 and 1 are read as rows, where 1 is a token and 0 a gap; an \
    underscore makes a heap of such a word, as in 1_011";

/// The text of a line without its comment and without spaces at its ends.
fn text(line: &[u8], token: Option<char>) -> anyhow::Result<&str> {
    let line = input::text(line).map_err(|NotUtf8 { byte, .. }| {
        anyhow!("byte {byte} of the line is not UTF-8: save the file as UTF-8")
    })?;
    if token == Some('#') {
        return Ok(line.trim());
    }
    let of_drawing = |word: &str| word.bytes().all(|byte| matches!(byte, b'#' | b'.'));
    let is_drawing = |word: &str| of_drawing(word) && word.contains('#') && word.contains('.');
    let after_colon =
        line.split_once(':').is_some_and(|(_, row)| row.contains('#') && of_drawing(row.trim()));
    let first = line.split_whitespace().find(|word| word.contains('#'));
    ensure!(
        !after_colon && !first.is_some_and(is_drawing),
        "`#` begins a comment: --token '#' reads rows of # and ."
    );
    Ok(line.split('#').next().unwrap_or("").trim())
}

/// The lines that hold positions, and true if some of them are rows: then numbers of cases and
/// lengths of rows are left out.
fn without_numbers<'t>(
    texts: Vec<(usize, &'t str)>,
    game: Option<&Game>,
    reading: RowReading,
) -> (Vec<(usize, &'t str)>, bool) {
    let cells = |text: &str| {
        let row = reading.position(text, game).ok().flatten()?;
        Some(row.row.cells() as u128)
    };
    let number = |text: &str| whole(text).ok();
    if !texts.iter().any(|(_, text)| cells(text).is_some()) {
        return (texts, false);
    }
    let with_lengths = |lines: &[(usize, &str)]| {
        let is_pair = |pair: &[(usize, &str)]| match pair {
            [(_, length), (_, row)] => cells(row).is_some_and(|n| number(length) == Some(n)),
            _ => false,
        };
        !lines.is_empty() && lines.chunks(2).all(is_pair)
    };
    let every_second =
        |lines: &[(usize, &'t str)]| lines.iter().copied().skip(1).step_by(2).collect();
    let (cases, rest) = (number(texts[0].1), &texts[1..]);
    let lines = match cases {
        Some(cases) if cases == rest.len() as u128 => rest.to_vec(),
        Some(cases) if 2 * cases == rest.len() as u128 && with_lengths(rest) => every_second(rest),
        _ if with_lengths(&texts) => every_second(&texts),
        _ => texts,
    };
    (lines, true)
}

/// Says why a line of a file has no answer.
pub fn unanswered(path: &Path, number: usize, error: &anyhow::Error) {
    say(format!("`{}`, line {number}: {}", path.display(), with_causes(error)));
}

/// The position of a line. Among rows a number alone is no position.
fn position(
    text: &str,
    game: Option<&Game>,
    reading: RowReading,
    are_rows: bool,
) -> anyhow::Result<Line> {
    if let Some(row) = reading.position(text, game)? {
        return Ok(row.into());
    }
    ensure!(
        !are_rows || whole(text).is_err(),
        "column 1: found `{}` among rows, expected a row; a number may stand in the first line if it is \
         that of the lines that follow, or before every row if it is the number of cells",
        input::shortened(text, 40)
    );
    let position = match game {
        Some(game) => position_of(game, text)?,
        None => text.parse()?,
    };
    Ok(position.into())
}

/// The answer of a verb that solved some of the lines of a file; the number of the others is
/// printed.
pub fn answer_of(lines: usize, answered: usize) -> Answer {
    let missing = lines - answered;
    if missing == 0 {
        return Answer::Yes;
    }
    let have = if missing == 1 { "has" } else { "have" };
    say(format!("{missing} of {} {have} no answer", count(lines, "line")));
    Answer::Unfinished
}

/// Refuses lines without an answer where only words are printed: all words after them would stand
/// in wrong lines.
pub fn refuse_gaps(missing: usize) -> anyhow::Result<()> {
    let lines = count(missing, "line");
    ensure!(missing == 0, "{lines} without an answer: --winner needs an answer for every line");
    Ok(())
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
