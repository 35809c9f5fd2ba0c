//! `octal plot`: pictures of a sequence.

use std::io::{IsTerminal, Write, stdout};

use anyhow::{bail, ensure};
use octal::code::Game;
use octal::plot::{PlotKind, PlotOptions, Stretch, svg};
use octal::publish::plots::stretch;

use super::answer::known_to;
use super::answer::rule;
use super::answer::values_file::{Taken, ValuesArgs};
use super::args::game::GameArg;
use super::args::limits::MemoryArgs;
use super::args::number::Count;
use super::terminal::output::OutputArgs;
use super::terminal::stderr::say;
use super::{Answer, Result};

/// Draw a picture of a sequence, as SVG or PNG
///
/// sequence: n against G(n), with the rare heaps marked. histogram: how often each value occurs,
/// with the rare heaps marked. rare: the number of rare heaps and the largest value up to each
/// heap; the axis of heaps is logarithmic if most growth comes early. periodic: one period in each
/// row; a mark shows a heap whose value differs from the value one period later. A wrong period
/// gives many marks. Without -n the last heap is 1000.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal plot 0.137 -n 204 -o chess.svg
  octal plot officers -n 1e5 --kind histogram --log-y -o officers.svg
  octal plot treblecross -n 1e4 --kind rare --log-x -o treblecross.svg
  octal plot 0.137 -n 400 --kind periodic -o folded.svg
  octal plot 0.137 -n 400 --kind periodic --period 33 -o wrong.svg
  octal values 0.137 -n 500 --format bfile | octal plot 0.137 --values - -o mine.svg

Without --format the end of the file's name says svg or png; stdout is svg.
PNG takes a program built with `cargo install --path . --features png`.
With --values the values of the file are checked first; the picture is of its heaps.
Exit code: 0 done, 1 a value of the file is wrong, 2 could not do it, or stopped by a signal.")]
pub struct Args {
    /// The game: a code such as 0.137, a name such as kayles, a rule such as 'n -> n-1 | n-3', or
    /// @FILE with a rule
    #[arg(value_name = "GAME")]
    game: GameArg,
    /// sequence, histogram, rare or periodic
    #[arg(long, default_value = "sequence")]
    kind: PlotKind,
    /// The last heap to show (1e9, 2^30, 1_000_000)
    #[arg(short, long, value_name = "N", conflicts_with = "values")]
    n: Option<Count>,
    /// The first heap; 0 if not given
    #[arg(long, value_name = "A", conflicts_with = "values")]
    from: Option<Count>,
    #[command(flatten)]
    values: ValuesArgs,
    /// Fold at P instead of the period of the game (with --kind periodic)
    #[arg(long, value_name = "P")]
    period: Option<Count>,
    /// Place x at ln(1 + x)
    #[arg(long)]
    log_x: bool,
    /// Place y at ln(1 + y)
    #[arg(long)]
    log_y: bool,
    /// Output format
    #[arg(long)]
    format: Option<PictureFormat>,
    #[command(flatten)]
    memory: MemoryArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// The format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum PictureFormat {
    #[value(help = "a picture of lines")]
    Svg,
    #[value(help = "a picture of pixels")]
    Png,
}

/// The default last heap of a picture.
const LAST: u64 = 1000;

pub fn run(args: &Args) -> Result {
    let format = check(args)?;
    let mut out = args.output.open()?;
    let stretch = match &args.game {
        GameArg::Code(game) => match stretch_of(args, game)? {
            Ok(stretch) => stretch,
            Err(answer) => return Ok(answer),
        },
        GameArg::Rule(rule) => {
            ensure!(args.values.file.is_none(), "--values needs a game with a code");
            let Some(stretch) = rule::stretch(rule, heaps(args), args.memory)? else {
                say("interrupted: there is no picture");
                return Ok(Answer::Unfinished);
            };
            stretch
        }
    };
    let options = PlotOptions {
        kind: args.kind,
        log_x: args.log_x,
        log_y: args.log_y,
        fold: args.period.map(u64::from),
    };
    let picture = svg(&stretch, &options)?;
    out.write_all(&encoded(picture, format)?)?;
    out.commit()?;
    Ok(Answer::Yes)
}

/// The values of a game with a code, or the answer of a verb that has no picture.
fn stretch_of(args: &Args, game: &Game) -> Result<Result<Stretch, Answer>> {
    let (known, from, to) = match &args.values.file {
        Some(file) => match args.values.take(file, game, args.memory)? {
            Taken::Values(known, table) => (*known, table.first, table.last),
            Taken::Answer(answer) => return Ok(Err(answer)),
        },
        None => {
            let (from, to) = heaps(args);
            check_memory(args, from, to)?;
            let Some(known) = known_to(game, to, args.memory.asked())? else {
                say("interrupted: there is no picture");
                return Ok(Err(Answer::Unfinished));
            };
            (known, from, to)
        }
    };
    Ok(Ok(stretch(game, &known, from, to)?))
}

/// The first and the last heap, where no file says them.
fn heaps(args: &Args) -> (u64, u64) {
    (args.from.map_or(0, u64::from), args.n.map_or(LAST, u64::from))
}

/// Fails if the values to be drawn are more than memory may hold.
fn check_memory(args: &Args, from: u64, to: u64) -> anyhow::Result<()> {
    let heaps = to - from + 1;
    if 2 * heaps > args.memory.bytes() {
        bail!(
            "a picture of {heaps} heaps needs {} bytes: ask for fewer heaps, or allow more --memory",
            2 * heaps
        );
    }
    Ok(())
}

/// The format, if the arguments fit together.
fn check(args: &Args) -> anyhow::Result<PictureFormat> {
    let (from, to) = heaps(args);
    if from > to {
        bail!("the first heap {from} lies beyond the last heap {to}: give --from at most -n");
    }
    let folded = args.kind == PlotKind::Periodic;
    if args.period.is_some() && !folded {
        bail!("only --kind periodic folds the sequence: leave out --period");
    }
    if (args.log_x || args.log_y) && folded {
        bail!("a folded sequence has no logarithmic axes: leave out --log-x and --log-y");
    }
    let format = format(args)?;
    if format == PictureFormat::Png && !cfg!(feature = "png") {
        bail!(
            "this program was built without PNG: ask for svg, or build one that draws it with \
             `cargo install --path . --features png`"
        );
    }
    if format == PictureFormat::Png && args.output.file().is_none() && stdout().is_terminal() {
        bail!("png is not for reading in a terminal: name a file, as in -o picture.png");
    }
    Ok(format)
}

/// The format asked for, or that of the file's name.
fn format(args: &Args) -> anyhow::Result<PictureFormat> {
    let Some(file) = args.output.file() else {
        return Ok(args.format.unwrap_or(PictureFormat::Svg));
    };
    let ending = file.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match (args.format, ending.as_deref()) {
        (Some(format), _) => Ok(format),
        (None, Some("svg")) => Ok(PictureFormat::Svg),
        (None, Some("png")) => Ok(PictureFormat::Png),
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
fn encoded(svg: String, format: PictureFormat) -> anyhow::Result<Vec<u8>> {
    match format {
        PictureFormat::Png => Ok(octal::plot::png::png(&svg, SCALE)?),
        _ => Ok(svg.into_bytes()),
    }
}

/// The bytes of a picture.
#[cfg(not(feature = "png"))]
fn encoded(svg: String, _: PictureFormat) -> anyhow::Result<Vec<u8>> {
    Ok(svg.into_bytes())
}
