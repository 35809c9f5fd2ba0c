//! `octal misere partial`: where the partial quotient grows.

use std::io::Write;

use octal::code::cousins::standard_form;
use octal::code::{Code, Game};
use octal::formats::Format;
use octal::misere::extend::{Partial, Stair};
use octal::misere::limits::{Meter, MisereLimits, MisereStop};
use octal::period::search::Limits;
use octal::survey::misere::table::PARTIAL_HEADER;
use serde_json::{Value, json};

use crate::cli::answer::misere::{Bar, code, misere_limits};
use crate::cli::args::limits::{MemoryArgs, WorkArgs};
use crate::cli::args::number::Count;
use crate::cli::args::one_of;
use crate::cli::terminal::output::{OpenOutput, OutputArgs};
use crate::cli::terminal::stderr::say;
use crate::cli::{Answer, Result};

/// List the heaps at which the partial misère quotient changes
///
/// The partial quotient to heap n is the quotient of all positions with heaps up to n. Its order
/// |Q| never falls as n grows, and changes only at the heaps of the list. Every partial quotient is
/// verified, and its line is printed at once (JSON at the end).
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal misere partial 0.07 -n 29
  octal misere partial 0.77 -n 30 --format csv
  octal misere partial 0.35 -n 20 --work 1e8

Without --work it ends after looking at 4e10 elements.
Exit code: 0 done, 1 the quotient of some heap was not found, or is infinite, 2 could not do it,
or stopped by a signal.")]
pub struct Args {
    /// The game: a code such as 0.137, or a name such as kayles
    #[arg(value_name = "CODE")]
    game: Game,
    /// The last heap to show (1e9, 2^30, 1_000_000)
    #[arg(short, long, value_name = "N", default_value = "20")]
    n: Count,
    #[command(flatten)]
    work: WorkArgs,
    #[command(flatten)]
    memory: MemoryArgs,
    /// Output format
    #[arg(long, default_value = "text", value_parser = one_of(&[Format::Text, Format::Csv, Format::Json]))]
    format: Format,
    #[command(flatten)]
    output: OutputArgs,
}

pub fn run(args: &Args) -> Result {
    let code = code(&args.game)?;
    let mut table =
        Stairs { code, format: args.format, out: args.output.open_stream()?, objects: vec![] };
    table.begin()?;
    let (last, stop) = climb(code, limits(args), &mut table)?;
    table.end()?;
    if stop == MisereStop::Complete {
        return Ok(Answer::Yes);
    }
    match stop {
        MisereStop::Infinite => say(format!(
            "{code}: verified to heap {last}; the quotient of the heaps up to {} is infinite (Theorem I)",
            last + 1
        )),
        _ => say(format!("{code}: verified to heap {last}, stopped there ({})", stop.name())),
    }
    Ok(if stop == MisereStop::Cancelled { Answer::Unfinished } else { Answer::No })
}

fn limits(args: &Args) -> MisereLimits {
    let (work, memory) = (args.work.asked(), args.memory.bytes());
    let heaps = usize::try_from(args.n.0).unwrap_or(usize::MAX);
    MisereLimits { heaps, ..misere_limits(&Limits { heaps: args.n.0, work, memory }) }
}

/// Takes in heap after heap, and writes each stair as it comes. Returns the last heap whose partial
/// quotient is verified, and why it ended there.
fn climb(
    code: &Code,
    limits: MisereLimits,
    table: &mut Stairs,
) -> anyhow::Result<(usize, MisereStop)> {
    // The heaps of the standard form are smaller by the shift; heap 0 is heap 0.
    let (form, shift) = standard_form(code);
    let shift = shift as usize;
    let bar = Bar::new(code);
    let (mut meter, mut partial) = (Meter::new(limits, &bar), Partial::new(&form));
    let mut written = 0;
    loop {
        for stair in &partial.staircase()[written..] {
            let heap = if stair.heap == 0 { 0 } else { stair.heap + shift };
            table.write(Stair { heap, ..*stair })?;
        }
        written = partial.staircase().len();
        let last = partial.quotient().last_heap().saturating_add(shift).min(limits.heaps);
        if last == limits.heaps {
            return Ok((last, MisereStop::Complete));
        }
        if let Err(stop) = partial.extend(&mut meter) {
            return Ok((last, stop));
        }
    }
}

/// The table in its format: text and CSV row by row, JSON when all rows are there.
struct Stairs<'a> {
    code: &'a Code,
    format: Format,
    out: OpenOutput,
    objects: Vec<Value>,
}

impl Stairs<'_> {
    fn begin(&mut self) -> anyhow::Result<()> {
        match self.format {
            Format::Json => {}
            Format::Csv => writeln!(self.out, "{}", PARTIAL_HEADER.join(","))?,
            _ => self.line(&PARTIAL_HEADER[1..])?,
        }
        Ok(())
    }

    fn write(&mut self, stair: Stair) -> anyhow::Result<()> {
        let (code, Stair { heap, order, p_portion, .. }) = (self.code, stair);
        match self.format {
            Format::Json => {
                let code = code.to_string();
                let object =
                    json!({ "code": code, "heap": heap, "order": order, "p_portion": p_portion });
                self.objects.push(object);
            }
            Format::Csv => writeln!(self.out, "{code},{heap},{order},{p_portion}")?,
            _ => self.line(&[heap, order, p_portion])?,
        }
        Ok(self.out.flush()?)
    }

    /// Columns of a width that is known before all rows are.
    fn line(&mut self, cells: &[impl ToString]) -> anyhow::Result<()> {
        let cells: Vec<String> =
            cells.iter().map(|cell| format!("{:>9}", cell.to_string())).collect();
        Ok(writeln!(self.out, "{}", cells.join(" "))?)
    }

    fn end(mut self) -> anyhow::Result<()> {
        if self.format == Format::Json {
            writeln!(self.out, "{}", serde_json::to_string_pretty(&self.objects)?)?;
        }
        self.out.commit()
    }
}
