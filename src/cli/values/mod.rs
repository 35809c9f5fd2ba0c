//! `octal values`: Grundy values in a format of choice.

mod counted;
mod flow;

use std::io::{IsTerminal, stdout};

use anyhow::{bail, ensure};
use octal::code::Game;
use octal::formats::{BFILE_ROWS, Format, Header, SequenceWriter, Style};
use octal::period::feed::{Chunk, Feed, largest};
use octal::period::sequence::Known;
use octal::period::shifted::View;

use super::answer::positions::CircleArgs;
use super::answer::rule;
use super::answer::{known_for_table, known_to, with_period};
use super::args::game::{GameArg, GivenRule};
use super::args::limits::{DoubleCheckArgs, MemoryArgs};
use super::args::number::{self, Count};
use super::args::one_of;
use super::terminal::output::{OpenOutput, OutputArgs};
use super::terminal::signal;
use super::terminal::stderr::say;
use super::{Answer, Result};

/// Print Grundy values of a game or rule, its P-heaps, or the count of each value
///
/// The values are exact. Once the period of the game is proved, all further values come from the
/// periodic pattern: a billion values of Kayles take seconds. CSV is written while the values are
/// computed; formats with a title wait for the period. If the values do not fit into memory and the
/// last rare heap is far behind, the last values are enough to continue. Without -n the last heap
/// is 100; in a b-file --rows sets it. A terminal shows the first 1000 values.
///
/// With --equal V the heaps of value V are printed in place of the values; --equal 0 prints the
/// P-heaps. Term 1 is the first of these heaps, unless --offset gives another index. A b-file ends
/// after --rows heaps. With --count the number of heaps of each value is printed with its share. If
/// the period is proved, this takes no time for any -n up to 2^62.
///
/// With --circle the values are those of circles: the first move takes neighbours and leaves a row.
/// With --misere the outcomes of heaps or circles are printed (text, csv, json): N if the player to
/// move wins, else P. Without -n the last heap is 40.
///
/// A rule is a line `state -> options [for variable in range, …] [if condition]`; `;` separates
/// lines. An option is a component, a sum [a, n-a], or [] for nothing; | separates options. A state
/// is a variable or a tuple (r, c), whose values are printed as a table up to -n [default: 10].
/// Both ends of a range belong to it. [p...] for p in parts(n, {2, 5..7}) takes the sums of 2, 5, 6
/// or 7 parts, distinct_parts those of unequal parts. A rule of an octal game is computed as its
/// code; the values of any other rule prove no period.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal values 0.77                           the first values of Kayles
  octal values 0.77 -n 119 --columns 12       in rows of the period, exceptions marked
  octal values dawsons-chess -n 1000 --format csv -o chess.csv
  octal values 0.106 -n 1e6 --format digest   one line to compare with another program
  octal values 0.106 -n 1e6 --format digest --double-check
  octal values 0.77 --format bfile            10000 rows for the OEIS
  octal values treblecross --from 3 --offset 1 --rows 100 --format bfile   boards by cells
  octal values 0.07 -n 1000 --equal 0         the P-heaps of Dawson's Kayles
  octal values 0.07 -n 1e18 --count           how many heaps have each value
  octal values kayles --circle -n 40          circles of Kayles by size
  octal values kayles --circle -n 40 --misere   who wins them in misère play
  octal values 'n -> [a, n-a] for a in 1..n-1 if a < n-a' -n 50
  octal values 'n -> [p...] for p in distinct_parts(n, 2..)' -n 8
  octal values chocolate                      a textbook game by its rule; see octal games
  octal values 0.77 -n 1e7 --format npy -o kayles.npy   numpy.load('kayles.npy', mmap_mode='r')")]
pub struct Args {
    /// The game: a code such as 0.137, a name such as kayles, a rule such as 'n -> n-1 | n-3', or
    /// @FILE with a rule
    #[arg(value_name = "GAME")]
    game: GameArg,
    /// The last heap to show (1e9, 2^30, 1_000_000)
    #[arg(short, long, value_name = "N", value_parser = number::far)]
    n: Option<u64>,
    /// The first heap; 0 if not given
    #[arg(long, value_name = "A")]
    from: Option<Count>,
    /// Print the heaps of value V, not the values
    #[arg(long, value_name = "V", conflicts_with_all = ["columns", "double_check", "circle"])]
    equal: Option<Count>,
    /// Print the number of heaps of each value, with shares (text, csv, json)
    #[arg(long, conflicts_with_all =
        ["equal", "columns", "offset", "rows", "double_check", "circle"])]
    count: bool,
    #[command(flatten)]
    circle: CircleArgs,
    /// Misère play: the player who makes the last move loses
    #[arg(long, conflicts_with_all =
        ["equal", "count", "columns", "offset", "rows", "double_check"])]
    misere: bool,
    /// Output format
    #[arg(long, default_value = "text", value_parser = one_of(&Format::ALL))]
    format: Format,
    /// Rows of P values that begin at multiples of P, exceptions marked (text, latex)
    #[arg(long, value_name = "P", help_heading = "Formats",
        value_parser = number::within::<usize>(1..=1_000_000))]
    columns: Option<usize>,
    /// The index of the first value; its heap if not given
    #[arg(long, value_name = "I", help_heading = "Formats")]
    offset: Option<Count>,
    /// Most rows of a b-file; 10000 if not given
    #[arg(long, value_name = "R", help_heading = "Formats")]
    rows: Option<Count>,
    #[command(flatten)]
    memory: MemoryArgs,
    #[command(flatten)]
    double_check: DoubleCheckArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// The most values that a terminal shows.
const MOST_ON_TERMINAL: u64 = 1000;

/// The default last heap.
const LAST: u64 = 100;

/// The default last heap or circle of misère outcomes.
const LAST_OUTCOME: u64 = 40;

/// The last heap examined for a b-file of heaps of one value.
const P_HEAPS: u64 = 1 << 20;

/// The largest heap whose value is printed.
const MOST: u64 = 1 << 53;

pub fn run(args: &Args) -> Result {
    // On a thread of the pool: to call the others from outside at every step takes noticeable time.
    match &args.game {
        GameArg::Code(game) => rayon::scope(|_| print(args, game)),
        GameArg::Rule(rule) => print_of_rule(args, rule),
    }
}

/// Prints the values of a game that is given by a rule.
fn print_of_rule(args: &Args, rule: &GivenRule) -> Result {
    refuse_misfits(args, args.from.map_or(0, u64::from))?;
    for (option, is_given) in [
        ("--double-check", args.double_check.is_wanted()),
        ("--equal", args.equal.is_some()),
        ("--count", args.count),
        ("--circle", args.circle.is_wanted()),
    ] {
        ensure!(!is_given, "{option} needs a game with a code");
    }
    let mut out = args.output.open()?;
    let complete = if args.misere {
        let (from, to) = heaps(args)?;
        match rule::outcomes(rule, (from, to), args.memory)? {
            Some(outcomes) => {
                counted::write_outcomes(args, &rule.name, from, &outcomes, &mut out)?;
                true
            }
            None => false,
        }
    } else if rule.rule.arity() > 1 {
        ensure!(
            args.from.is_none(),
            "the table of a rule with tuples begins at 0: leave out --from"
        );
        rule::table(rule, args.n, args.format, args.memory, &mut out)?
    } else {
        let (from, to) = heaps(args)?;
        let style =
            Style { columns: args.columns, index: args.offset.map(u64::from), ..Style::default() };
        rule::values(rule, (from, to), args.format, style, args.memory, &mut out)?
    };
    if !complete {
        say("interrupted: the values are not complete");
        return Ok(Answer::Unfinished);
    }
    out.commit()?;
    Ok(Answer::Yes)
}

fn print(args: &Args, game: &Game) -> Result {
    let (from, last) = heaps(args)?;
    let to = if is_on_terminal(args) { last.min(from + (MOST_ON_TERMINAL - 1)) } else { last };
    refuse_misfits(args, from)?;
    args.double_check.prepare(&game.code)?;
    let mut out = args.output.open_stream()?;
    if args.equal.is_some() || args.count || args.misere || args.circle.is_wanted() {
        counted::write(args, game, (from, last), &mut out)?;
    } else if flow::is_possible(args) {
        flow::write(args, game, from, to, &mut out)?;
    } else {
        write_afterwards(args, game, from, to, &mut out)?;
    }
    if signal::caught() {
        say("interrupted: the values are not complete");
        return Ok(Answer::Unfinished);
    }
    out.commit()?;
    if to < last && args.equal.is_none() && !args.count {
        say(format!(
            "the first {MOST_ON_TERMINAL} of {} values: -o FILE or a pipe takes all, --from A shows others",
            last - from + 1
        ));
    }
    Ok(Answer::Yes)
}

/// True if people read the values on a terminal.
fn is_on_terminal(args: &Args) -> bool {
    let is_read = !matches!(args.format, Format::Npy | Format::Digest);
    is_read && args.output.file().is_none() && stdout().is_terminal()
}

/// The first and the last heap.
fn heaps(args: &Args) -> anyhow::Result<(u64, u64)> {
    let from = args.from.map_or(0, u64::from);
    let rows = args.rows.map_or(BFILE_ROWS, u64::from);
    ensure!(rows > 0, "a b-file has at least one row: give --rows 1 or more");
    let last = if args.format == Format::Bfile { from + (rows - 1) } else { LAST };
    // Heaps of one value are sparse: a b-file of them ends after its rows.
    let last = if args.equal.is_some() && args.format == Format::Bfile { P_HEAPS } else { last };
    let last = if args.misere { LAST_OUTCOME } else { last };
    let to = args.n.or(args.circle.tokens()).unwrap_or(last);
    ensure!(args.count || to <= MOST, "-n {to} is too large: at most 2^53, and 2^62 with --count");
    if from > to {
        bail!("the first heap {from} lies beyond the last heap {to}: give --from at most -n");
    }
    let asked = to - from + 1;
    if args.format == Format::Bfile && asked > rows && args.equal.is_none() {
        bail!(
            "{asked} rows are more than a b-file of the OEIS has, {rows}: ask for heaps up to {}, \
             or allow --rows {asked}",
            from + rows - 1
        );
    }
    Ok((from, to))
}

/// Refuses options that the format cannot heed, rather than pass over them.
fn refuse_misfits(args: &Args, from: u64) -> anyhow::Result<()> {
    let format = args.format;
    if let (Some(tokens), Some(n)) = (args.circle.tokens(), args.n) {
        bail!("--circle {tokens} and -n {n} both name the largest circle: leave out one of them");
    }
    ensure!(
        !args.misere || matches!(format, Format::Text | Format::Csv | Format::Json),
        "--misere is for the formats text, csv and json, not {format}"
    );
    ensure!(
        !args.circle.is_wanted() || (args.columns.is_none() && !args.double_check.is_wanted()),
        "--columns and --double-check are for heaps, not for circles"
    );
    if args.columns.is_some() && !matches!(format, Format::Text | Format::Latex) {
        bail!(
            "--columns is for the formats text and latex: {format} has no rows of several values"
        );
    }
    for (option, given) in [("--offset", args.offset.is_some()), ("--rows", args.rows.is_some())] {
        ensure!(!given || format == Format::Bfile, "{option} is for --format bfile, not {format}");
    }
    if format == Format::Digest && from > 0 {
        bail!("a digest is that of all values from heap 0 on: leave out --from");
    }
    if format == Format::Npy && args.output.file().is_none() && stdout().is_terminal() {
        bail!("npy is not for reading in a terminal: name a file, as in -o values.npy");
    }
    Ok(())
}

/// Computes all values, then writes them; after a signal, only some of them.
fn write_afterwards(
    args: &Args,
    game: &Game,
    from: u64,
    to: u64,
    out: &mut OpenOutput,
) -> anyhow::Result<()> {
    let compute = if matches!(args.format, Format::Text) { known_for_table } else { known_to };
    let mut known = compute(game, to, args.memory.asked())?;
    if args.columns.is_some() {
        known = known.map(with_period).transpose()?.flatten();
    }
    match known {
        Some(known) if args.double_check.run(&known)? => write(args, game, (from, to), &known, out),
        _ => Ok(()),
    }
}

/// Writes the values; after a signal, only some of them.
fn write(
    args: &Args,
    game: &Game,
    (from, to): (u64, u64),
    known: &Known,
    out: &mut OpenOutput,
) -> anyhow::Result<()> {
    let shift = game.shift;
    let view = View::new(known, shift as i64);
    let style = style(args, known, &view, (from, to))?;
    let mut writer = args.format.styled(style, &mut *out);
    writer.begin(&header(game, from, to, summary(known, &view)))?;
    let streamed = Feed::new(shift, from, to).all(known, |chunk| {
        if signal::caught() {
            return Err(StreamEnd::Interrupted);
        }
        Ok(write_chunk(&mut *writer, chunk)?)
    });
    match streamed {
        Ok(()) => Ok(writer.end()?),
        Err(StreamEnd::Interrupted) => Ok(()),
        Err(StreamEnd::Failed(error)) => Err(error),
    }
}

/// Writes values of either width.
fn write_chunk(writer: &mut dyn SequenceWriter, chunk: Chunk<'_>) -> std::io::Result<()> {
    match chunk {
        Chunk::Small(values) => writer.chunk(values),
        Chunk::Large(values) => writer.large_chunk(values),
    }
}

fn header(game: &Game, from: u64, to: u64, summary: Option<String>) -> Header {
    Header { code: game.to_string(), from, to, summary }
}

/// The part of a title that states the period.
fn summary(known: &Known, view: &View<'_>) -> Option<String> {
    view.finding().period().map(|period| format!("{period}, {}", known.finding.status()))
}

/// The options of the format: the exceptions to be marked, and the largest value for NPY.
fn style<'a>(
    args: &Args,
    known: &Known,
    view: &'a View<'_>,
    (from, to): (u64, u64),
) -> anyhow::Result<Style<'a>> {
    let shift = view.shift as u64;
    let marked = args.columns.filter(|_| view.finding().period().is_some()).map(|_| {
        let heaps = view.exceptions().map(|exception| exception.n);
        Box::new(heaps) as Box<dyn Iterator<Item = u64>>
    });
    let largest = match args.format {
        Format::Npy => Some(largest(known, shift, from, to)?),
        _ => None,
    };
    Ok(Style { columns: args.columns, marked, index: args.offset.map(u64::from), largest })
}

/// The reason why a stream of values ended early.
enum StreamEnd {
    Interrupted,
    Failed(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for StreamEnd {
    fn from(error: E) -> StreamEnd {
        StreamEnd::Failed(error.into())
    }
}
