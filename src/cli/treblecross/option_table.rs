//! `octal treblecross table --options`: clean boards with all that they may become.

use std::io::Write;

use anyhow::bail;
use comfy_table::Table;
use comfy_table::presets::NOTHING;
use octal::formats::Format;
use octal::position::treblecross::heap_of;
use octal::position::treblecross::table::{Configuration, Lecture, lectures};
use octal::survey::store::csv_bytes;

use super::TableArgs;
use crate::cli::{Answer, Result};

/// The largest board: a board of n cells has n/2 configurations.
const LARGEST: u64 = 2000;

/// The column names of the CSV, which has a row for each configuration.
const HEADER: [&str; 8] =
    ["cells", "heap", "intervals", "value", "first_cells", "mex", "outcome", "winning_cells"];

pub fn run(args: &TableArgs) -> Result {
    if args.cells.0 > LARGEST {
        bail!("{} cells are too many for a table with all options: at most {LARGEST}", args.cells);
    }
    let boards = lectures(args.cells.0 as usize);
    let mut out = args.output.open()?;
    match args.format {
        Format::Csv => out.write_all(&csv_bytes(boards.iter().flat_map(rows), &HEADER))?,
        _ => {
            let mut table = Table::new();
            table.load_style(NOTHING);
            table.set_header(["cells", "intervals that may remain: value", "mex", "wins with"]);
            table.add_rows(boards.iter().map(|board| {
                let options: Vec<String> = board.configurations.iter().map(option).collect();
                let cells = spaced(&board.winning_cells());
                [board.cells.to_string(), options.join("  "), board.mex.to_string(), cells]
            }));
            writeln!(out, "{}", table.trim_fmt())?;
        }
    }
    out.commit()?;
    Ok(Answer::Yes)
}

/// `[1,3]:0`, intervals of one and three cells, of value 0.
fn option(configuration: &Configuration) -> String {
    let intervals: Vec<String> = configuration.intervals.iter().map(ToString::to_string).collect();
    format!("[{}]:{}", intervals.join(","), configuration.value)
}

fn spaced(numbers: &[usize]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// A row for each configuration; one for the board of no cells, too, which has none.
fn rows(board: &Lecture) -> Vec<[String; 8]> {
    let (cells, heap) = (board.cells.to_string(), heap_of(board.cells).to_string());
    let (mex, outcome) = (board.mex.to_string(), board.outcome.to_string());
    let winning = spaced(&board.winning_cells());
    let row = |intervals: String, value: String, first: String| {
        let [cells, heap, mex] = [&cells, &heap, &mex].map(String::clone);
        [cells, heap, intervals, value, first, mex, outcome.clone(), winning.clone()]
    };
    if board.configurations.is_empty() {
        return vec![row(String::new(), String::new(), String::new())];
    }
    let configuration =
        |c: &Configuration| row(spaced(&c.intervals), c.value.to_string(), spaced(&c.cells));
    board.configurations.iter().map(configuration).collect()
}
