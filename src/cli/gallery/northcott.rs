//! `octal gallery northcott`: Northcott's game, with long or short steps.

use std::collections::HashMap;

use octal::gallery::loopy::outcomes;
use octal::gallery::northcott::{Colour, Northcott, NorthcottBoard, NorthcottRow};
use octal::outcome::Outcome as Who;

use super::super::args::number;
use super::super::{Answer, Result};
use super::play::{PlayArgs, sum};
use crate::cli::answer::sum_text::{TableShape, show_position, show_table};
use crate::cli::answer::sums::{PositionAnswer, Win};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The rows, each as the columns of its white and its black piece (2,6); `-` reads them from
    /// stdin
    #[arg(value_name = "WHITE,BLACK", allow_negative_numbers = true)]
    rows: Vec<String>,
    /// How many columns a row has
    #[arg(long, value_name = "C", default_value = "8",
        value_parser = number::within::<u64>(2..=1_000_000))]
    width: u64,
    /// How many columns a piece may slide at most; any number if not given
    #[arg(long, value_name = "K", value_parser = number::positive)]
    steps: Option<u64>,
    /// Black is to move
    #[arg(long)]
    black: bool,
    #[command(flatten)]
    play: PlayArgs,
}

pub fn run(args: &Args) -> Result {
    let game = Northcott { columns: args.width, steps: args.steps };
    let rows = sum(&args.rows, |text| row(text, &game))?;
    let mover = if args.black { Colour::Black } else { Colour::White };
    let judge = |rows: Vec<NorthcottRow>| match args.play.misere {
        true => misere(&game, NorthcottBoard { rows, mover }),
        false => Ok(normal(&game, NorthcottBoard { rows, mover })),
    };
    let mut out = args.play.output.open()?;
    match rows {
        Some(rows) => show_position(&mut out, args.play.format, &judge(rows)?)?,
        None => {
            let rows = (2..=args.width).map(|black| vec![NorthcottRow { white: 1, black }]);
            let records = rows.map(judge).collect::<Result<Vec<_>, _>>()?;
            let title = format!("Northcott's game, one row of {} columns", args.width);
            show_table(&mut out, args.play.format, &title, TableShape::List, &records)?;
        }
    }
    out.commit()?;
    Ok(Answer::Yes)
}

/// Reads `2,6`.
fn row(text: &str, game: &Northcott) -> Result<NorthcottRow, String> {
    let row = text.split_once(',').and_then(|(white, black)| {
        Some(NorthcottRow { white: white.parse().ok()?, black: black.parse().ok()? })
    });
    row.filter(|&row| game.has(row)).ok_or_else(|| {
        let columns = game.columns;
        format!("a row is written white,black: two different columns from 1 to {columns}")
    })
}

fn normal(game: &Northcott, board: NorthcottBoard) -> PositionAnswer {
    let winning = game.winning(&board).into_iter().map(Win::single).collect();
    let values = board.rows.iter().map(|&row| (row, Some(game.value(row))));
    let who = Who::next_wins(game.nim_sum(&board.rows) != 0);
    PositionAnswer::of_parts(values, Some(game.nim_sum(&board.rows)), who, winning)
}

fn misere(game: &Northcott, board: NorthcottBoard) -> anyhow::Result<PositionAnswer> {
    let outcomes: HashMap<NorthcottBoard, Who> = outcomes(game, &board, true)?;
    let wins = |after: &NorthcottBoard| outcomes.get(after) == Some(&Who::P);
    let slides = game.all_slides(&board).filter(|&slide| wins(&game.after(&board, slide)));
    let winning = slides.map(Win::single).collect();
    let rows = board.rows.iter().map(|&row| (row, None));
    Ok(PositionAnswer::of_parts(rows, None, outcomes[&board], winning))
}
