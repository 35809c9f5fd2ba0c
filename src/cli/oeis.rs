//! `octal oeis`: the draft of an entry of the On-Line Encyclopedia of Integer Sequences.

use std::io::Write;

use octal::code::Game;
use octal::publish::oeis::{Draft, ReportedRow};

use super::answer::earlier::ResultsArgs;
use super::answer::{known_to, with_period};
use super::args::limits::MemoryArgs;
use super::args::number::Count;
use super::terminal::output::OutputArgs;
use super::terminal::signal;
use super::terminal::stderr::say;
use super::{Answer, Result};

/// Print the draft of an entry of the OEIS
///
/// The draft is in the internal format of the Encyclopedia. It has first terms, name, rules, period
/// and exceptions with their proof, cousins, the signature of the linear recurrence, a Python
/// program, and entries with the same values. For a game without a known period it states the last
/// heap searched, here or for periods.csv, and the result. A000000 stands for the number that the
/// Encyclopedia gives.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal oeis kayles
  octal oeis treblecross --from 3 --offset 1   boards by their cells: a(1) is that of heap 3
  octal oeis 0.127 -o draft.txt
  octal oeis officers                          open: how far it was searched

The period is searched for a second or so; 'octal values CODE --format bfile' makes the b-file.")]
pub struct Args {
    /// The game: a code such as 0.137, or a name such as kayles
    #[arg(value_name = "CODE")]
    game: Game,
    /// The first heap; 0 if not given
    #[arg(long, value_name = "A")]
    from: Option<Count>,
    /// The index of the first value; its heap if not given
    #[arg(long, value_name = "I")]
    offset: Option<Count>,
    #[command(flatten)]
    results: ResultsArgs,
    #[command(flatten)]
    memory: MemoryArgs,
    #[command(flatten)]
    output: OutputArgs,
}

pub fn run(args: &Args) -> Result {
    let mut out = args.output.open()?;
    let from = args.from.map_or(0, u64::from);
    let known = known_to(&args.game, from + Draft::HEAPS, args.memory.asked())?;
    let Some(known) = known.map(with_period).transpose()?.flatten() else {
        say("interrupted: there is no draft");
        return Ok(Answer::Unfinished);
    };
    let offset = args.offset.map_or(from, u64::from);
    let found = args.results.game(&args.game.code)?;
    let earlier =
        found.as_ref().map(|found| ReportedRow { row: &found.game.row, shift: found.shift });
    let draft = Draft { game: &args.game, known: &known, earlier, from, offset };
    out.write_all(draft.text()?.as_bytes())?;
    out.commit()?;
    Ok(if signal::caught() { Answer::Unfinished } else { Answer::Yes })
}
