//! `octal misere genus`: genus symbols, by canonical forms.

use std::io::Write;

use comfy_table::Table;
use comfy_table::presets::NOTHING;
use octal::code::{Code, Game};
use octal::formats::Format;
use octal::formats::booktabs::{Column, escape, table};
use octal::misere::genus::{Forms, HeapGenus};
use octal::misere::limits::{Meter, MisereLimits, MisereStop};
use octal::survey::store::csv_bytes;
use serde_json::json;

use crate::cli::answer::misere::{Bar, code};
use crate::cli::args::limits::MemoryArgs;
use crate::cli::args::number::Count;
use crate::cli::args::one_of;
use crate::cli::terminal::output::{OpenOutput, OutputArgs};
use crate::cli::terminal::stderr::say;
use crate::cli::{Answer, Result};

/// Print the genus symbols of heaps 0 to N
///
/// The genus g^{γ0 γ1 γ2 …} of a heap has its Grundy value g. For each i, γi is the misère
/// nim-value of the heap beside i heaps *2. The last two nim-values repeat for ever. The column
/// misere is γ0.
///
/// A heap is tame if its genus is that of a sum of nim-heaps and all its options are tame. An
/// option that is not tame does no harm if a move leads from it back to a tame position of the same
/// genus. A game whose heaps are all tame need not be tame: the quotient decides.
///
/// The symbols come from misère canonical forms. Wild games have very many of them.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal misere genus 0.77 -n 20
  octal misere genus dawsons-kayles -n 20 --short
  octal misere genus '4!.0' -n 20 --format csv

Exit code: 0 done, 2 could not do it, or stopped by a signal.")]
pub struct Args {
    /// The game: a code such as 0.137, or a name such as kayles
    #[arg(value_name = "CODE")]
    game: Game,
    /// The last heap to show (1e9, 2^30, 1_000_000)
    #[arg(short, long, value_name = "N", default_value = "30")]
    n: Count,
    /// Short symbols: `2` for a nim-heap, `2^2` for another tame game
    #[arg(long)]
    short: bool,
    #[command(flatten)]
    memory: MemoryArgs,
    /// Output format
    #[arg(long, default_value = "text", value_parser = one_of(&[Format::Text, Format::Csv, Format::Json, Format::Latex]))]
    format: Format,
    #[command(flatten)]
    output: OutputArgs,
}

/// The column names.
const HEADER: [&str; 6] = ["code", "heap", "normal", "misere", "genus", "tame"];

/// Larger heaps would need forms that are nested too deep.
const LARGEST: u64 = 1000;

/// A heap and its genus.
struct Row {
    heap: usize,
    genus: HeapGenus,
    symbol: String,
}

pub fn run(args: &Args) -> Result {
    let code = code(&args.game)?;
    anyhow::ensure!(
        args.n.0 <= LARGEST,
        "symbols are computed up to heap {LARGEST}: ask for fewer"
    );
    let mut out = args.output.open()?;
    let (rows, stop) = rows(code, args);
    write(&mut out, code, &rows, args.format)?;
    out.flush()?;
    out.commit()?;
    let Some(stop) = stop else { return Ok(Answer::Yes) };
    let (last, why) = (rows.len() - 1, stop.name());
    say(format!("stopped after heap {last} ({why}): later symbols need more canonical forms"));
    Ok(Answer::Unfinished)
}

/// The heaps, and why there are no more of them if some are missing.
fn rows(code: &Code, args: &Args) -> (Vec<Row>, Option<MisereStop>) {
    let bar = Bar::new(code);
    let heaps = args.n.0 as usize;
    let limits = MisereLimits { heaps, work: None, memory: args.memory.bytes() };
    let mut meter = Meter::new(limits, &bar);
    let mut forms = Forms::new(code);
    let row = |heap: usize, genus: HeapGenus| {
        let symbol = if args.short { genus.short() } else { genus.genus.to_string() };
        Row { heap, genus, symbol }
    };
    let mut rows = vec![row(0, forms.heap(0))];
    for heap in 1..=heaps {
        meter.progress.heap = heap - 1;
        match forms.next_heap(&mut meter) {
            Ok(genus) => rows.push(row(heap, genus)),
            Err(stop) => return (rows, Some(stop)),
        }
    }
    (rows, None)
}

impl Row {
    fn fields(&self, code: &Code) -> [String; 6] {
        let HeapGenus { genus, is_tame, .. } = &self.genus;
        let tame = if *is_tame { "yes" } else { "no" };
        let (normal, misere) = (genus.normal.to_string(), genus.at(0).to_string());
        let symbol = self.symbol.clone();
        [code.to_string(), self.heap.to_string(), normal, misere, symbol, tame.to_owned()]
    }
}

fn write(out: &mut OpenOutput, code: &Code, rows: &[Row], format: Format) -> anyhow::Result<()> {
    let fields = || rows.iter().map(|row| row.fields(code));
    match format {
        Format::Csv => out.write_all(&csv_bytes(fields(), &HEADER))?,
        Format::Json => {
            let object = |row: &Row| {
                let HeapGenus { genus, is_tame, .. } = &row.genus;
                json!({ "code": code.to_string(), "heap": row.heap, "normal": genus.normal,
                    "misere": genus.at(0), "genus": row.symbol, "tame": is_tame })
            };
            let objects: Vec<_> = rows.iter().map(object).collect();
            writeln!(out, "{}", serde_json::to_string_pretty(&objects)?)?;
        }
        Format::Latex => write!(out, "{}", latex(code, rows))?,
        _ => {
            let mut text = Table::new();
            text.load_style(NOTHING).set_header(&HEADER[1..]);
            text.add_rows(fields().map(|[_, rest @ ..]| rest));
            writeln!(out, "{}", text.trim_fmt())?;
        }
    }
    Ok(())
}

/// A table for a paper: heaps and their symbols.
fn latex(code: &Code, rows: &[Row]) -> String {
    let columns = [Column::right("heap"), Column::formula("genus"), Column::left("")];
    let tame = |row: &Row| if row.genus.is_tame { "tame" } else { "wild" };
    let fields: Vec<[String; 3]> = rows
        .iter()
        .map(|row| [row.heap.to_string(), row.symbol.clone(), tame(row).to_owned()])
        .collect();
    table(&format!("Genus symbols of {}", escape(&code.to_string())), &columns, &fields)
}
