//! `octal values`: Grundy values in a format of choice.

use std::io::{IsTerminal, Write, stdout};

use anyhow::bail;
use octal::code::Game;
use octal::export::{Format, Header};
use octal::period::known::{Known, Stop};
use octal::period::search::{Limits, search};
use octal::period::stream::stream;
use octal::period::view::View;

use super::double_check::DoubleCheckArgs;
use super::game::game;
use super::limits::LimitArgs;
use super::number;
use super::output::{Output, OutputArgs};
use super::progress::SearchBar;
use super::talk::say;
use super::{Answer, Outcome, signal};

/// Print the Grundy values of a game
///
/// The values are exact. As soon as the period of the game is proved, all further values come
/// from the periodic pattern, so a billion values of Kayles take seconds.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal values 0.77                           the first values of Kayles
  octal values dawsons-chess -n 1000 --format csv -o chess.csv
  octal values 0.106 -n 1e6 --format digest   one line to compare with another program
  octal values 0.106 -n 1e6 --format digest --double-check
  octal values 0.77 --from 100 -n 120 --format bfile")]
pub struct Args {
    /// The game: a code such as 0.137, or a name such as kayles
    #[arg(value_name = "CODE", value_parser = game)]
    game: Game,
    /// The last heap (1e9, 2^30, 1_000_000)
    #[arg(short, long, value_name = "N", default_value = "100",
        value_parser = number::count, allow_hyphen_values = true)]
    n: u64,
    /// The first heap
    #[arg(long, value_name = "A", default_value = "0",
        value_parser = number::count, allow_hyphen_values = true)]
    from: u64,
    /// text, csv, json, bfile (OEIS), latex, npy or digest
    #[arg(long, default_value = "text")]
    format: Format,
    /// Memory for the values, two bytes a heap (512M, 8G); half of the machine's if not given
    #[arg(long, value_name = "SIZE", value_parser = number::bytes, allow_hyphen_values = true)]
    memory: Option<u64>,
    #[command(flatten)]
    double_check: DoubleCheckArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Where a search gives up that could only end by a proof, because memory is too small for all
/// the values: no period so far was proved later.
const PROOF_BY: u64 = 1 << 26;

pub fn run(args: &Args) -> Outcome {
    if args.from > args.n {
        bail!(
            "the first heap {} lies beyond the last heap {}: give --from at most -n",
            args.from,
            args.n
        );
    }
    if args.format == Format::Digest && args.from > 0 {
        bail!("a digest is that of all values from heap 0 on: leave out --from");
    }
    if args.format == Format::Npy && args.output.file().is_none() && stdout().is_terminal() {
        bail!("npy is not for reading in a terminal: name a file, as in -o values.npy");
    }
    args.double_check.prepare(&args.game.code)?;
    let mut out = args.output.open()?;
    if let Some(known) = compute(args)?
        && args.double_check.run(&known)?
    {
        write(args, &known, &mut out)?;
    }
    if signal::caught() {
        say("interrupted: the values are not complete");
        return Ok(Answer::Unfinished);
    }
    out.commit()?;
    Ok(Answer::Yes)
}

/// Computes the values, or enough of them to prove the period; `None` if interrupted.
fn compute(args: &Args) -> anyhow::Result<Option<Known>> {
    let memory = LimitArgs::memory(args.memory);
    let wanted = args.n.saturating_sub(args.game.shift);
    let mut limits = Limits { heaps: wanted, work: None, memory };
    let fits = limits.last_heap();
    if fits < wanted {
        limits.heaps = fits.min(PROOF_BY);
    }
    let known = search(&args.game.code, &limits, &SearchBar::new(&args.game.code))?;
    match known.stop {
        Stop::Cancelled => Ok(None),
        Stop::ValueTooLarge if known.verified_to() < wanted => bail!(
            "G({}) is larger than 65535, the largest value this program stores: ask for less",
            known.verified_to() + 1 + args.game.shift
        ),
        Stop::Heaps | Stop::Memory if known.verified_to() < wanted => bail!(
            "the values up to heap {} need {} bytes and no period of {} was proved up to heap {}: \
             ask for heaps up to {fits}, or allow more --memory",
            args.n,
            u128::from(wanted) * 2,
            args.game,
            known.verified_to()
        ),
        _ => Ok(Some(known)),
    }
}

/// Writes the values; after a signal, only some of them.
fn write(args: &Args, known: &Known, out: &mut Output) -> anyhow::Result<()> {
    let view = View::new(known, args.game.shift as i64);
    let summary = view.finding().period().map(|p| {
        let status = known.finding.status();
        let saltus = if p.saltus > 0 { format!(", saltus {}", p.saltus) } else { String::new() };
        format!("period {}, preperiod {}{saltus}, {status}", p.period, p.preperiod)
    });
    let header = Header { code: args.game.to_string(), from: args.from, to: args.n, summary };
    let mut writer = args.format.writer(&mut *out);
    writer.begin(&header)?;
    let streamed = stream(known, args.game.shift, args.from, args.n, |chunk| {
        if signal::caught() {
            return Err(StreamEnd::Interrupted);
        }
        Ok(writer.chunk(chunk)?)
    });
    match streamed {
        Ok(()) => writer.end()?,
        Err(StreamEnd::Interrupted) => return Ok(()),
        Err(StreamEnd::Failed(error)) => return Err(error),
    }
    drop(writer);
    out.flush()?;
    Ok(())
}

/// Why a stream of values ended early.
enum StreamEnd {
    Interrupted,
    Failed(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for StreamEnd {
    fn from(error: E) -> StreamEnd {
        StreamEnd::Failed(error.into())
    }
}
