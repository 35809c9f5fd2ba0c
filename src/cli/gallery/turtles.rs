//! `octal gallery turtles`: Turning Turtles with its winning flips.

use anyhow::Context;
use octal::gallery::Refusal;
use octal::gallery::misere::{Misere, Sums};
use octal::gallery::turtles::{TurtleRow, Turtles};
use octal::outcome::Outcome as Who;

use super::super::args::number;
use super::super::{Answer, Result};
use super::play::{PlayArgs, text_of};
use crate::cli::answer::sum_text::{TableShape, show_position, show_table};
use crate::cli::answer::sums::{PositionAnswer, Win};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The row, H for a turtle on its feet and T for one on its back; `-` reads it from stdin
    #[arg(value_name = "ROW")]
    row: Vec<String>,
    /// How many turtles the rows of the table have
    #[arg(long, value_name = "N", default_value = "4", conflicts_with = "row",
        value_parser = number::within::<u32>(1..=12))]
    turtles: u32,
    #[command(flatten)]
    play: PlayArgs,
}

pub fn run(args: &Args) -> Result {
    let row = read(&args.row)?;
    let mut out = args.play.output.open()?;
    let sums = Sums(&Turtles);
    let mut search = Misere::new(&sums);
    let mut judge = |row: &TurtleRow| match args.play.misere {
        true => misere(row, &mut search),
        false => Ok(normal(row)),
    };
    match row {
        Some(row) => show_position(&mut out, args.play.format, &judge(&row)?)?,
        None => {
            let rows = (0..1 << args.turtles).map(|bits| TurtleRow::from_bits(bits, args.turtles));
            let records = rows.map(|row| judge(&row)).collect::<Result<Vec<_>, _>>()?;
            let title = format!("Turning Turtles, rows of {}", args.turtles);
            show_table(&mut out, args.play.format, &title, TableShape::List, &records)?;
        }
    }
    out.commit()?;
    Ok(Answer::Yes)
}

/// The row that is asked about; the table if there is none.
fn read(arguments: &[String]) -> anyhow::Result<Option<TurtleRow>> {
    if arguments.is_empty() {
        return Ok(None);
    }
    let text = text_of(arguments)?;
    let row: TurtleRow = text.trim().parse().map_err(anyhow::Error::msg).context("the row")?;
    Ok(Some(row))
}

fn normal(row: &TurtleRow) -> PositionAnswer {
    let value = Some(row.value());
    let winning = row.winning().into_iter().map(Win::single).collect();
    let who = Who::next_wins(row.value() != 0);
    PositionAnswer::of_parts([(row, value)].into_iter(), value, who, winning)
}

fn misere(row: &TurtleRow, search: &mut Misere<Turtles>) -> Result<PositionAnswer, Refusal> {
    let who = search.analyse(std::slice::from_ref(row))?.outcome;
    let mut winning = Vec::new();
    for flip in row.flips() {
        if search.analyse(&[row.after(flip)])?.outcome == Who::P {
            winning.push(Win::single(flip));
        }
    }
    Ok(PositionAnswer::of_parts([(row, None)].into_iter(), None, who, winning))
}
