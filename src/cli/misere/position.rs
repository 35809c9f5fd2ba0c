//! `octal misere position`: outcome and winning moves of a sum of heaps under misère play.

use anyhow::anyhow;
use octal::code::Game;
use octal::formats::Format;
use octal::input::shortened;
use octal::position::sum::{Position, SumComponent};

use crate::cli::Result;
use crate::cli::answer::misere::position::MisereQuestion;
use crate::cli::answer::positions::Line;
use crate::cli::args::limits::LimitArgs;
use crate::cli::args::number::{Count, count};
use crate::cli::args::one_of;
use crate::cli::terminal::output::OutputArgs;

/// Solve a position under misère play: values, outcome and every winning move
///
/// Where the misère quotient is out of reach, direct search decides, and the answer says so. It
/// looks at every sum that play may reach, reduced and stored: rows of Dawson's Chess of 70 files
/// take a moment.
///
/// The value of a position is the product of the values of its heaps in the misère quotient. The
/// player to move loses if the value is in P. Values are written in letters, one for each heap
/// whose value smaller heaps do not generate. *g stands for the element of the kernel with Grundy
/// value g; in the kernel misère play is normal play. Winning moves of heaps of more than 2^20
/// tokens are listed in families, if the values of heaps have a period.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal misere position 0.77 5 9 12
  octal misere position kayles 3 4 5 --explain
  octal misere position kayles 1000001 --most 5
  octal misere position 0.123 1e12 4 --format json
  octal misere position 0.07 34          by direct search

Exit code: 0 done, 2 could not do it, or stopped by a signal.")]
pub struct Args {
    /// The game: a code such as 0.137, or a name such as kayles
    #[arg(value_name = "CODE")]
    game: Game,
    /// The heaps (12, 1_000, 1e12)
    #[arg(value_name = "HEAP", required = true, allow_negative_numbers = true)]
    heaps: Vec<String>,
    /// Show the arithmetic as one would write it on paper
    #[arg(long)]
    explain: bool,
    /// List at most N winning moves of a position, or N families of moves; count the others if that
    /// is quick or --work allows it
    #[arg(long, value_name = "N", default_value = "200")]
    most: Count,
    #[command(flatten)]
    limits: LimitArgs,
    /// Output format
    #[arg(long, default_value = "text", value_parser = one_of(&[Format::Text, Format::Json, Format::Csv]))]
    format: Format,
    #[command(flatten)]
    output: OutputArgs,
}

/// Characters of a wrong heap that are shown.
const LONGEST: usize = 60;

pub fn run(args: &Args) -> Result {
    let component = SumComponent { game: args.game.clone(), heaps: sizes(&args.heaps)? };
    let line = Line::from(Position::new([component]));
    let (explain, most, limits) = (args.explain, args.most.0, &args.limits);
    let question = MisereQuestion { file: None, explain, most, limits, winner: None };
    question.answer(&[line], 0, args.format, &args.output)
}

/// The numbers of tokens of the heaps.
fn sizes(heaps: &[String]) -> anyhow::Result<Vec<u64>> {
    let size = |heap: &String| {
        count(heap).map_err(|error| anyhow!("heap `{}`: {error}", shortened(heap, LONGEST)))
    };
    heaps.iter().map(size).collect()
}
