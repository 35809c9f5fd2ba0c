//! `octal misere partial`: where the partial quotient grows.

use std::io::Write;

use comfy_table::Table;
use comfy_table::presets::NOTHING;
use octal::code::Game;
use octal::misere::limits::{MisereLimits, MisereStop};
use octal::misere::solve::partial;
use octal::survey::misere::table::PARTIAL_HEADER;
use octal::survey::store::csv_bytes;
use serde_json::json;

use crate::cli::common::format::AnswerFormat;
use crate::cli::common::game::game;
use crate::cli::common::limits::MemoryArgs;
use crate::cli::common::misere::{Bar, code};
use crate::cli::common::number::Count;
use crate::cli::common::output::OutputArgs;
use crate::cli::common::stderr::say;
use crate::cli::{Answer, Result};

/// List the heaps at which the partial misère quotient changes
///
/// The partial quotient to heap n is that of positions of heaps up to n. Its order |Q| never falls as n
/// grows; between two of these heaps it stays as it is. Every partial quotient is verified.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal misere partial 0.07 -n 29
  octal misere partial 0.77 -n 30 --format csv

Exit code: 0 done, 1 the quotient of some heap was not found, or is infinite, 2 could not do it,
or stopped by a signal.")]
pub struct Args {
    /// The game: a code such as 0.137, or a name such as kayles
    #[arg(value_name = "CODE", value_parser = game)]
    game: Game,
    /// The last heap to show (1e9, 2^30, 1_000_000)
    #[arg(short, long, value_name = "N", default_value = "20")]
    n: Count,
    #[command(flatten)]
    memory: MemoryArgs,
    /// How to write the answer
    #[arg(long, default_value = "text", value_parser = AnswerFormat::among(&[AnswerFormat::Text, AnswerFormat::Csv, AnswerFormat::Json]))]
    format: AnswerFormat,
    #[command(flatten)]
    output: OutputArgs,
}

pub fn run(args: &Args) -> Result {
    let code = code(&args.game)?;
    let mut out = args.output.open()?;
    let heaps = usize::try_from(args.n.0).unwrap_or(usize::MAX);
    let limits = MisereLimits { heaps, work: None, memory: args.memory.bytes() };
    let solved = partial(code, &limits, &Bar::new(code));
    let rows = solved.staircase.iter().map(|stair| [stair.heap, stair.order, stair.p_portion]);
    match args.format {
        AnswerFormat::Csv => {
            let rows = rows.map(|[heap, order, p]| (code.to_string(), heap, order, p));
            out.write_all(&csv_bytes(rows, &PARTIAL_HEADER))?;
        }
        AnswerFormat::Json => {
            let object = |[heap, order, p]: [usize; 3]| json!({ "code": code.to_string(), "heap": heap, "order": order, "p_portion": p });
            let objects: Vec<_> = rows.map(object).collect();
            writeln!(out, "{}", serde_json::to_string_pretty(&objects)?)?;
        }
        _ => {
            let mut table = Table::new();
            table.load_style(NOTHING).set_header(&PARTIAL_HEADER[1..]).add_rows(rows);
            writeln!(out, "{}", table.trim_fmt())?;
        }
    }
    out.commit()?;
    if solved.stop == MisereStop::Complete {
        return Ok(Answer::Yes);
    }
    let last = solved.quotient.last_heap();
    match &solved.infinite {
        Some(infinite) => say(format!(
            "{code}: verified to heap {last}; the quotient of the heaps up to {} is infinite (Theorem I)",
            infinite.larger
        )),
        None => {
            say(format!("{code}: verified to heap {last}, stopped there ({})", solved.stop.name()))
        }
    }
    Ok(if solved.stop == MisereStop::Cancelled { Answer::Unfinished } else { Answer::No })
}
