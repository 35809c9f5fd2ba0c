//! `octal table`: a report as a table for a paper, a terminal or another program.

use std::fs::File;
use std::io::{Write, stdin};
use std::path::Path;

use anyhow::Context;
use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, Table};
use octal::code::{Game, value_of};
use octal::file::{DirectoryLock, directory_of};
use octal::formats::Format;
use octal::input::shown;
use octal::publish::tables::{Condition, Report, Sign};
use octal::survey::class::Member;
use octal::survey::embedded;
use octal::survey::files::UnprovedRow;

use super::args::files::InFile;
use super::args::one_of;
use super::terminal::output::OutputArgs;
use super::terminal::stderr::{cut, say};
use super::{Answer, Result};

/// Print a report as a table for a paper, a terminal or another program
///
/// Reports are periods.csv, exceptions.csv, claims.csv, frontier.csv, figures.csv, treblecross.csv,
/// misere.csv and misere_partial.csv, from results/ or made by other commands. Text and LaTeX show
/// the columns that fit on a page, unless some are chosen. A LaTeX table needs the package
/// booktabs, and longtable if it is longer than a page.
///
/// The program holds results/periods.csv, the same table of results/census/ and
/// results/hexadecimal/, and results/misere.csv. Such a name that is no file here stands for the
/// table of the program.
///
/// A row with a proved period must name its theorem, and the certificate that it names must be
/// there and state the period. Other rows are left out, and named on stderr.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal table results/periods.csv --where status=proved
  octal table results/periods.csv --where 'period>30,exceptions<100'
  octal table results/exceptions.csv --where code=0.07 --format latex -o exceptions.tex
  octal table results/claims.csv --where verdict=contradicted --format json
  octal table results/periods.csv --where code=0.137   the row of its game, 0.07
  octal table results/frontier.csv
  octal table results/periods.csv --select code,preperiod,period --format latex
  octal period 0.127 --format csv | octal table - --format latex

Exit code: 0 done, 1 a row was left out, 2 could not do it.")]
pub struct Args {
    /// The report; `-` is stdin
    #[arg(value_name = "FILE")]
    file: InFile,
    /// Output format
    #[arg(long, default_value = "text", value_parser = one_of(&[Format::Text, Format::Csv, Format::Json, Format::Latex]))]
    format: Format,
    /// Only rows that fulfil conditions such as period>1000,status=proved. The signs are < <= > >=
    /// = and !=. A code is read in any spelling, and finds the row of its game under another code
    /// if no row has it. May be given several times
    #[arg(long = "where", value_name = "CONDITIONS", value_parser = conditions)]
    conditions: Vec<Conditions>,
    /// Only these columns, in this order
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    select: Option<Vec<String>>,
    #[command(flatten)]
    output: OutputArgs,
}

/// The conditions of an option.
#[derive(Clone, Debug)]
struct Conditions(Vec<Condition>);

/// Reads conditions with commas between them.
fn conditions(text: &str) -> Result<Conditions, String> {
    Condition::all(text).map(Conditions).map_err(|found| {
        let expected = "a column, one of < <= > >= = !=, and a value, such as status=proved";
        format!("found {}, expected {expected}", shown(&found))
    })
}

pub fn run(args: &Args) -> Result {
    let (mut report, unproved) = read(&args.file)?;
    unproved.iter().for_each(say);
    let conditions: Vec<&Condition> = args.conditions.iter().flat_map(|all| &all.0).collect();
    select_rows(&mut report, &conditions)?;
    if let Some(columns) = &args.select {
        report.select(columns)?;
    }
    let mut out = args.output.open()?;
    match args.format {
        Format::Csv => out.write_all(&report.csv())?,
        Format::Json => out.write_all(report.json()?.as_bytes())?,
        Format::Latex => out.write_all(report.latex().as_bytes())?,
        _ => writeln!(out, "{}", text(&report))?,
    }
    out.commit()?;
    Ok(if unproved.is_empty() { Answer::Yes } else { Answer::No })
}

/// Keeps the rows that fulfil all conditions, and says if there are none.
fn select_rows(report: &mut Report, conditions: &[&Condition]) -> anyhow::Result<()> {
    let mut rows = report.rows().count();
    for (place, condition) in conditions.iter().enumerate() {
        let equal = report.retain_where(condition)?;
        if !equal.is_empty() {
            say(of_equal_games(&condition.value, &equal));
        }
        let before = rows;
        rows = report.rows().count();
        if rows == 0 && (before > 0 || place == 0) {
            say(no_row(condition, &conditions[..place]));
        }
    }
    Ok(())
}

/// A note that the rows are those of other codes, with the equations of the first of them.
fn of_equal_games(value: &str, equal: &[Member]) -> String {
    let equations = equal.iter().take(LISTED).map(|m| value_of(&m.code, m.shift));
    let more = if equal.len() > LISTED { " = …" } else { "" };
    let equations = equations.collect::<Vec<_>>().join(" = ");
    format!(
        "no row has {} in column `code`; these rows have the heaps of their own codes: G(n) = {equations}{more}",
        shown(value)
    )
}

/// The number of equations that are listed.
const LISTED: usize = 4;

/// The message that no row fulfils a condition, of those that fulfil the conditions before it.
fn no_row(condition: &Condition, before: &[&Condition]) -> String {
    let Condition { column, sign, value } = condition;
    let before: Vec<String> = before
        .iter()
        .map(|Condition { column, sign, value }| format!("{column}{}{}", sign.name(), cut(value)))
        .collect();
    let with = if before.is_empty() { "" } else { " with " };
    let has = match (value.as_str(), sign) {
        ("", _) => "an empty field".to_owned(),
        (value, Sign::Equal) => shown(value),
        (value, sign) => format!("a field {} {}", sign.name(), shown(value)),
    };
    let reason = match value.parse::<Game>() {
        Err(error) if column == "code" && !value.is_empty() => format!(": {error}"),
        _ => String::new(),
    };
    format!("no row{with}{} has {has} in column `{column}`{reason}", before.join(" and "))
}

/// The rows of a report that may be used, and those that may not.
fn read(path: &Path) -> anyhow::Result<(Report, Vec<UnprovedRow>)> {
    if path == Path::new("-") {
        let mut report = Report::read(stdin().lock(), "stdin")?;
        let unproved = report.leave_out_unproved(Path::new("stdin"), None);
        return Ok((report, unproved));
    }
    if let Some(table) = embedded::table(path).filter(|_| !path.exists()) {
        say(format!("note: no file `{0}` here: these are the rows of the program", path.display()));
        let mut report = Report::read(table.as_bytes(), &path.display().to_string())?;
        let unproved = report.leave_out_unproved(path, None);
        return Ok((report, unproved));
    }
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let directory = directory_of(&target);
    let _lock = DirectoryLock::shared(directory);
    let mut report = open(path)?;
    let unproved = report.leave_out_unproved(path, Some(directory));
    Ok((report, unproved))
}

fn open(path: &Path) -> anyhow::Result<Report> {
    let name = path.display().to_string();
    let file = File::open(path).with_context(|| {
        format!("cannot read `{name}`: name a report such as results/periods.csv")
    })?;
    Ok(Report::read(file, &name)?)
}

fn text(report: &Report) -> String {
    let (columns, rows) = report.page();
    let mut table = Table::new();
    table.load_style(NOTHING).set_header(columns.iter().map(|(name, _)| *name)).add_rows(rows);
    for (column, (_, number)) in table.column_iter_mut().zip(&columns) {
        if *number {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.trim_fmt()
}
