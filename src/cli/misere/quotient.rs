//! `octal misere quotient`: the misère quotient of a game, proved, or the last heap computed.

use std::fmt::Write as _;
use std::io::Write;

use anyhow::ensure;
use comfy_table::Table;
use comfy_table::presets::NOTHING;
use octal::certificate::CertificateError;
use octal::code::{Code, Game};
use octal::formats::Format;
use octal::misere::infinite::Infinite;
use octal::misere::limits::{MisereLimits, MisereStop};
use octal::misere::monoid::Generator;
use octal::misere::presentation::{gap, in_letters, letter, relations};
use octal::misere::record::{Extent, HEADER, Order, QuotientTheorem, Record};
use octal::misere::resumable::{self, SAVE_EVERY};
use octal::misere::solve::{Solved, Wanted, partial, solve};
use octal::survey::store::csv_bytes;
use serde_json::json;

use crate::cli::answer::misere::{
    Bar, JsonRecord, code, headline as record_headline, limits, normal, or_unknown, tame,
};
use crate::cli::args::files::{OutFile, SearchDir};
use crate::cli::args::limits::LimitArgs;
use crate::cli::args::number::Count;
use crate::cli::args::one_of;
use crate::cli::terminal::output::{OpenOutput, OutputArgs};
use crate::cli::terminal::stderr::say_resumes;
use crate::cli::{Answer, Result};

/// Find and prove the misère quotient of a game
///
/// The partial quotient is computed and verified heap by heap, until a theorem proves the quotient
/// of the whole game. Theorem M: the values of the heaps are periodic. Theorem K: from some heap
/// on, misère play is normal play, even if normal play is not solved. Theorem N: any heap may be
/// left as any smaller heap, as in Nim.
///
/// A rogue is a heap whose value is not in the kernel, the least ideal of the quotient. A position
/// with a heap beyond the last rogue has the same outcome in misère and in normal play.
///
/// If a partial quotient is infinite, the quotient of the whole game is infinite. Theorem I proves
/// this by two heaps. The answer then shows the last finite partial quotient too.
///
/// The letters a, b, c, … stand for the generators: heaps whose value is no product of values of
/// smaller heaps.
///
/// In JSON, --table and --presentation add the generators with their actions, the elements, and P.
/// They also add phi (the value of each heap), the products (null beyond 512 elements) and the
/// relations. Elements are numbered by their place in the list, from 0.
///
/// The format gap is input for GAP: the monoid Q by generators and relations, phi and P.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal misere quotient 0.75 --presentation
  octal misere quotient kayles --format json
  octal misere quotient 0.07 --heap 29        the partial quotient of heaps up to 29
  octal misere quotient 0.123 --certificate 0.123.txt
  octal misere quotient 0.76 --certificate 0.76.txt      it is infinite
  octal misere quotient 0.75 --table
  octal misere quotient 0.123 --format json --table
  octal misere quotient 0.123 --format gap -o 0.123.g
  octal misere quotient 0.104 --dir 0.104.misere --limit 22

Without --limit and --work a search ends at heap 10000 or after looking at 4e10 elements. Where the
order depends on normal play, that is searched to heap 2^24 or for 2e9 option values; --limit,
--work and --memory hold for both searches together.
With --dir the search is saved every 10 seconds, and --work is no limit.
Exit code: 0 the quotient is proved, perhaps to be infinite, or that of --heap is verified; 1 it is
open; 2 could not do it, or stopped by a signal without --dir; 75 stopped by a signal: the same
command resumes.")]
pub struct Args {
    /// The game: a code such as 0.137, or a name such as kayles
    #[arg(value_name = "CODE")]
    game: Game,
    /// Only the partial quotient of the heaps up to this one
    #[arg(long, value_name = "N", conflicts_with = "limit")]
    heap: Option<Count>,
    #[command(flatten)]
    limits: LimitArgs,
    /// The directory to work in. The command makes it, or resumes the work that is in it
    #[arg(long, value_name = "DIR", conflicts_with = "work")]
    dir: Option<SearchDir>,
    /// Show the value of every heap, and the products of all elements
    #[arg(long)]
    table: bool,
    /// Show generators, relations and P
    #[arg(long)]
    presentation: bool,
    /// Write a certificate to this file (`-` is stdout), which `octal check` checks
    #[arg(long, value_name = "FILE")]
    certificate: Option<OutFile>,
    /// Output format
    #[arg(long, default_value = "text", value_parser = one_of(&[Format::Text, Format::Json, Format::Csv, Format::Gap]))]
    format: Format,
    #[command(flatten)]
    output: OutputArgs,
}

/// Values and relations that are shown at most.
const SHOWN: usize = 400;

/// The largest quotient whose products are shown in text, and in JSON.
const LARGEST_TABLE: usize = 64;
const LARGEST_JSON_TABLE: usize = 512;

pub fn run(args: &Args) -> Result {
    let code = code(&args.game)?;
    let is_certifiable = code.last_place().is_some() || args.certificate.is_none();
    ensure!(is_certifiable, "{}", CertificateError::Infinite);
    for (option, is_given) in [("--table", args.table), ("--presentation", args.presentation)] {
        ensure!(
            matches!(args.format, Format::Text | Format::Json) || !is_given,
            "{option} does not fit --format csv or gap: use --format text or json with {option}"
        );
    }
    let certificate = args.certificate.clone();
    let certificate = certificate.map(|file| OutputArgs::to(file, args.output.force));
    let file = certificate.as_ref().map(OutputArgs::open).transpose()?;
    let mut out = args.output.open()?;
    let bar = Bar::new(code);
    let solved = search(args, code, &bar)?;
    drop(bar);
    let known = normal(&solved, &args.limits)?;
    let record = Record::new(&solved, known.as_ref());
    match args.format {
        Format::Json => {
            writeln!(out, "{}", serde_json::to_string_pretty(&object(args, &solved, &record)?)?)?;
        }
        Format::Csv => out.write_all(&csv_bytes([&record], &HEADER))?,
        Format::Gap => {
            writeln!(out, "# {}: {}", record.code, headline(&solved, &record))?;
            write!(out, "{}", gap(&solved.quotient))?;
        }
        _ => write!(out, "{}", text(args, &solved, &record))?,
    }
    out.commit()?;
    if let Some(file) = file {
        write_certificate(file, &solved)?;
    }
    if args.dir.is_some() {
        let files: Vec<&OutputArgs> = certificate.iter().chain([&args.output]).collect();
        say_how_it_ended(solved.stop, &files);
    }
    Ok(answer(args, &solved, &record))
}

/// Runs the search that the options ask for: for a proof or up to a heap, in a directory or in
/// memory.
fn search(args: &Args, code: &Code, bar: &Bar) -> anyhow::Result<Solved> {
    let mut limits = limits(&args.limits);
    if let Some(Count(heap)) = args.heap {
        limits.heaps = usize::try_from(heap).unwrap_or(usize::MAX);
    }
    let wanted = if args.heap.is_some() { Wanted::Heaps } else { Wanted::Game };
    let Some(directory) = &args.dir else {
        return Ok(match wanted {
            Wanted::Heaps => partial(code, &limits, bar),
            Wanted::Game => solve(code, &limits, bar)?,
        });
    };
    // The cost of a resumed search depends on where it was stopped.
    let limits = MisereLimits { work: None, ..limits };
    let directory = resumable::open(&**directory)?;
    Ok(resumable::search(code, (&limits, wanted), bar, &directory, SAVE_EVERY)?)
}

/// Prints how to resume a search in a directory, where these files were written.
fn say_how_it_ended(stop: MisereStop, files: &[&OutputArgs]) {
    match stop {
        MisereStop::Cancelled => say_resumes("stopped", None, files),
        MisereStop::Heaps => say_resumes("saved", Some("a higher --limit"), files),
        MisereStop::Memory => say_resumes("saved", Some("more --memory"), files),
        _ => {}
    }
}

fn write_certificate(mut file: OpenOutput, solved: &Solved) -> anyhow::Result<()> {
    file.write_all(solved.certificate().as_bytes())?;
    file.commit()
}

fn answer(args: &Args, solved: &Solved, record: &Record) -> Answer {
    match solved.stop {
        MisereStop::Cancelled if args.dir.is_some() => Answer::Stopped,
        MisereStop::Cancelled => Answer::Unfinished,
        _ if record.status == Extent::Open => Answer::No,
        _ => Answer::Yes,
    }
}

/// The answer for programs: the record, and with --table or --presentation the monoid. Elements are
/// numbers, places in the list `elements` of their least words.
fn object(args: &Args, solved: &Solved, record: &Record) -> anyhow::Result<serde_json::Value> {
    let (quotient, monoid) = (&solved.quotient, solved.quotient.monoid());
    let mut object = serde_json::to_value(JsonRecord(record))?;
    if args.table || args.presentation {
        let generators = monoid.generators().iter().enumerate();
        let generators = generators.map(|(g, generator)| {
            let Generator { heap, action } = generator;
            json!({ "letter": letter(g), "heap": heap, "action": action })
        });
        object["generators"] = generators.collect();
        let elements = 0..quotient.order() as u32;
        object["elements"] = elements.map(|x| in_letters(monoid, x)).collect();
        object["P"] = quotient.p_portion().iter().collect();
    }
    if args.table {
        object["phi"] = quotient.phi().iter().copied().collect();
        let order = quotient.order() as u32;
        let row = |x| (0..order).map(|y| monoid.product(x, y)).collect::<Vec<_>>();
        let is_small = quotient.order() <= LARGEST_JSON_TABLE;
        object["products"] = json!(is_small.then(|| (0..order).map(row).collect::<Vec<_>>()));
    }
    if args.presentation {
        object["relations"] = json!(relations(quotient));
    }
    Ok(object)
}

/// The answer for people: a line that says it, then the details.
fn text(args: &Args, solved: &Solved, record: &Record) -> String {
    let mut lines = vec![format!("{}: {}", record.code, headline(solved, record))];
    let mut detail = |label: &str, text: String| lines.push(format!("  {label:<15} {text}"));
    if let (Some(period), Some(preperiod)) = (record.period, record.preperiod) {
        detail("values", format!("period {period} from heap {preperiod} on"));
    }
    let changes = |heap: u64| if heap == 0 { "none".to_owned() } else { format!("heap {heap}") };
    if solved.infinite.is_none() {
        detail("last change", record.last_change.map_or_else(|| later_changes(record), changes));
        detail("kernel", format!("order {}", or_unknown(record.kernel)));
    }
    if let Some(last) = record.last_rogue {
        detail("last rogue", changes(last));
    }
    detail("tame", tame(record));
    detail("verified", format!("all heaps up to {}", record.heaps));
    if let Some(infinite) = &solved.infinite {
        let [many, few] = competition(infinite);
        detail("infinite", many);
        detail("", few);
    }
    let mut text = lines.join("\n") + "\n";
    if args.presentation {
        text += &presentation(solved);
    }
    if args.table {
        text += &tables(solved);
    }
    text
}

/// Where the last change is not known, or there is none.
fn later_changes(record: &Record) -> String {
    let is_infinite = record.order == Some(Order::Infinite);
    if is_infinite { "none, it grows for ever".to_owned() } else { "unknown".to_owned() }
}

/// The two rules of Theorem I, which make the quotient infinite.
fn competition(infinite: &Infinite) -> [String; 2] {
    let Infinite { smaller, larger, steps: (q, p), from, stable: (many, few), .. } = infinite;
    [
        format!(
            "with {from} or more heaps {smaller} and {many} or more heaps {larger}, removing {q} heaps \
             {smaller} and {p} heaps {larger} changes no outcome"
        ),
        format!(
            "with fewer heaps {smaller} and {few} or more heaps {larger}, removing {p} heaps {larger} \
             changes no outcome"
        ),
    ]
}

/// The headline of the row, and the partial quotient below the heap of Theorem I.
fn headline(solved: &Solved, record: &Record) -> String {
    let to_heap = match record.theorem {
        Some(QuotientTheorem::I) => format!(
            "; order {}, |P| = {} to heap {}",
            solved.quotient.order(),
            solved.quotient.p_portion().count(),
            record.heaps
        ),
        _ => String::new(),
    };
    record_headline(record) + &to_heap
}

/// Generators, relations and P.
fn presentation(solved: &Solved) -> String {
    let (quotient, monoid) = (&solved.quotient, solved.quotient.monoid());
    let generators = monoid.generators().iter().enumerate();
    let generators = generators.map(|(g, generator)| format!("{} = {}", letter(g), generator.heap));
    let p = quotient.p_portion().iter().map(|x| in_letters(monoid, x as u32));
    let relations =
        relations(quotient).into_iter().map(|(left, right)| format!("{left} = {right}"));
    format!(
        "generators (letter = heap): {}\nrelations: {}\nP: {}\n",
        shown(generators),
        shown(relations),
        shown(p)
    )
}

/// A list, cut off if it is long.
fn shown(items: impl Iterator<Item = String>) -> String {
    let all: Vec<String> = items.collect();
    let list = all[..all.len().min(SHOWN)].join(", ");
    match all.len().saturating_sub(SHOWN) {
        0 => list,
        more => format!("{list}, … and {more} more"),
    }
}

/// The values of heaps, and the products of a small quotient.
fn tables(solved: &Solved) -> String {
    let (quotient, monoid) = (&solved.quotient, solved.quotient.monoid());
    let mut text = String::from("values (heap: value):\n");
    for (row, values) in quotient.phi().chunks(10).enumerate().take(SHOWN / 10) {
        let values: Vec<String> = values.iter().map(|&x| in_letters(monoid, x)).collect();
        let _ = writeln!(text, "{:>6}: {}", 10 * row, values.join(" "));
    }
    let order = quotient.order();
    if order > LARGEST_TABLE {
        let _ = writeln!(text, "products: {order} elements are too many to show");
        return text;
    }
    let all = || 0..order as u32;
    let mut table = Table::new();
    table.load_style(NOTHING);
    table.set_header(std::iter::once(String::new()).chain(all().map(|y| in_letters(monoid, y))));
    for x in all() {
        let products = all().map(|y| in_letters(monoid, monoid.product(x, y)));
        table.add_row(std::iter::once(in_letters(monoid, x)).chain(products));
    }
    let _ = writeln!(text, "products:\n{}", table.trim_fmt());
    text
}
