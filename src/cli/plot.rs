//! `octal plot`: pictures of a sequence.

use std::io::{IsTerminal, Write, stdout};

use anyhow::bail;
use octal::code::Game;
use octal::plot::{Kind, Options, svg};
use octal::publish::picture::stretch;

use super::common::game::game;
use super::common::limits::LimitArgs;
use super::common::number;
use super::common::output::OutputArgs;
use super::common::stderr::say;
use super::common::values_file::{ValuesArgs, take};
use super::sequence::known_to;
use super::{Answer, Outcome};

/// Draw a picture of a sequence, as SVG or PNG
///
/// sequence: n against G(n), rare heaps marked. histogram: how often each value occurs, rare heaps
/// marked. rare: how the set of rare heaps and the largest value grow, with a logarithmic axis of
/// heaps where most of that happens early. periodic: the sequence folded at its period, one period
/// a row, and every heap marked that differs from the one a period later: a wrong period is covered
/// with marks.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal plot 0.137 -n 204 -o chess.svg
  octal plot officers -n 1e5 --kind histogram --log-y -o officers.png
  octal plot treblecross -n 1e4 --kind rare --log-x -o treblecross.svg
  octal plot 0.137 -n 400 --kind periodic -o folded.svg
  octal plot 0.137 -n 400 --kind periodic --period 33 -o wrong.svg
  octal values 0.137 -n 500 --format bfile | octal plot 0.137 --values - -o mine.svg

With --values the values of the file are checked first, exit code 1 if one is wrong; the picture
is of its heaps.")]
pub struct Args {
    /// The game: a code such as 0.137, or a name such as kayles
    #[arg(value_name = "CODE", value_parser = game)]
    game: Game,
    /// sequence, histogram, rare or periodic
    #[arg(long, default_value = "sequence")]
    kind: Kind,
    /// The last heap (1e6, 2^20, 1_000_000)
    #[arg(short, long, value_name = "N", default_value = "1000",
        conflicts_with = "values", value_parser = number::count)]
    n: u64,
    /// The first heap; 0 if not given
    #[arg(long, value_name = "A", conflicts_with = "values", value_parser = number::count)]
    from: Option<u64>,
    #[command(flatten)]
    values: ValuesArgs,
    /// Fold at P instead of the period of the game (with --kind periodic)
    #[arg(long, value_name = "P", value_parser = number::count)]
    period: Option<u64>,
    /// Place x at ln(1 + x)
    #[arg(long)]
    log_x: bool,
    /// Place y at ln(1 + y)
    #[arg(long)]
    log_y: bool,
    /// svg or png; by the end of the file's name if not given, svg without a file
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Memory for the values, a byte a heap while all are below 256, else two (512M, 8G); half of
    /// the machine's if not given
    #[arg(long, value_name = "SIZE", value_parser = number::bytes)]
    memory: Option<u64>,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Svg,
    Png,
}

pub fn run(args: &Args) -> Outcome {
    let format = check(args)?;
    let mut out = args.output.open()?;
    let (known, from, to) = match &args.values.values {
        Some(file) => match take(&args.game, file, args.values.values_from, args.memory)? {
            Ok((known, table)) => (known, table.first, table.last),
            Err(answer) => return Ok(answer),
        },
        None => {
            let (from, to) = (args.from.unwrap_or(0), args.n);
            check_memory(args, from, to)?;
            let Some(known) = known_to(&args.game, to, args.memory)? else {
                say("interrupted: there is no picture");
                return Ok(Answer::Unfinished);
            };
            (known, from, to)
        }
    };
    let options =
        Options { kind: args.kind, log_x: args.log_x, log_y: args.log_y, fold: args.period };
    let picture = svg(&stretch(&args.game, &known, from, to)?, &options)?;
    out.write_all(&encoded(picture, format)?)?;
    out.commit()?;
    Ok(Answer::Yes)
}

/// Fails if the values to be drawn are more than memory may hold.
fn check_memory(args: &Args, from: u64, to: u64) -> anyhow::Result<()> {
    let heaps = to - from + 1;
    if 2 * heaps > LimitArgs::memory(args.memory) {
        bail!(
            "a picture of {heaps} heaps needs {} bytes: ask for fewer heaps, or allow more --memory",
            2 * heaps
        );
    }
    Ok(())
}

/// The format, if the arguments fit together.
fn check(args: &Args) -> anyhow::Result<Format> {
    if let Some(from) = args.from
        && from > args.n
    {
        bail!("the first heap {from} lies beyond the last heap {}: give --from at most -n", args.n);
    }
    let folded = args.kind == Kind::Periodic;
    if args.period.is_some() && !folded {
        bail!("only --kind periodic folds the sequence: leave out --period");
    }
    if (args.log_x || args.log_y) && folded {
        bail!("a folded sequence has no logarithmic axes: leave out --log-x and --log-y");
    }
    let format = format(args)?;
    if format == Format::Png && args.output.file().is_none() && stdout().is_terminal() {
        bail!("png is not for reading in a terminal: name a file, as in -o picture.png");
    }
    Ok(format)
}

/// The format asked for, or that of the file's name.
fn format(args: &Args) -> anyhow::Result<Format> {
    let Some(file) = args.output.file() else { return Ok(args.format.unwrap_or(Format::Svg)) };
    let ending = file.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match (args.format, ending.as_deref()) {
        (Some(format), _) => Ok(format),
        (None, Some("svg")) => Ok(Format::Svg),
        (None, Some("png")) => Ok(Format::Png),
        _ => bail!(
            "`{}` ends neither in .svg nor in .png: end it so, or give --format",
            file.display()
        ),
    }
}

/// Pixels of a PNG for each of the SVG.
#[cfg(feature = "png")]
const SCALE: f32 = 2.0;

/// The bytes of a picture.
#[cfg(feature = "png")]
fn encoded(svg: String, format: Format) -> anyhow::Result<Vec<u8>> {
    match format {
        Format::Svg => Ok(svg.into_bytes()),
        Format::Png => Ok(octal::plot::png::png(&svg, SCALE)?),
    }
}

/// The bytes of a picture.
#[cfg(not(feature = "png"))]
fn encoded(svg: String, format: Format) -> anyhow::Result<Vec<u8>> {
    match format {
        Format::Svg => Ok(svg.into_bytes()),
        Format::Png => bail!("this program was built without PNG: ask for svg"),
    }
}
