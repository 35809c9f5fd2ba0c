//! `octal claims`: a verdict on every published claim.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use anyhow::bail;
use octal::catalogue::claims::{self, Claim};
use octal::catalogue::verdict::{Verdict, judge};
use octal::code::Game;
use octal::period::search::Limits;
use octal::period::shifted::View;
use octal::survey::claims::{
    SortedClaims, Verdicts, Watchers, by_id, judge_by_rows, judge_equalities,
};
use octal::survey::misere::verdicts::judge_misere_claims;
use octal::survey::store::csv_bytes;
use octal::survey::study::{CLAIM_HEADER, ClaimRow};

use super::answer::earlier::ResultsArgs;
use super::answer::misere::{UntilSignal, misere_limits};
use super::answer::values_file::{Taken, ValuesArgs};
use super::args::files::InFile;
use super::args::limits::{LimitArgs, SURVEY};
use super::terminal::output::OutputArgs;
use super::terminal::progress::{SurveyBars, until_signal};
use super::terminal::signal;
use super::terminal::stderr::{count, cut, say};
use super::{Answer, Result};

/// Check published claims: periods, exceptions, values, equalities, misère play
///
/// The file is CSV with the columns id, code, statement and claimed; the columns convention, source
/// and note may be left out. octal-codes/README.md explains each statement. Every claim gets a
/// verdict: confirmed, contradicted (with the first heap that shows it), sharpened, or
/// out_of_reach.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal claims                          the claims of octal-codes/claims.csv
  octal claims my-claims.csv -o verdicts.csv
  octal claims --code 0.77 --values kayles.csv   the claims that these values can decide
  printf 'id,code,statement,claimed\\n1,0.07,period,34\\n' | octal claims -

Without --limit and --work a search ends at heap 2^27 or after 9e9 option values. If the search
decides nothing, a proved row of the program's tables, or of those in --results DIR, may decide.
With --values every value of the file is checked first. The values then judge the claims about their
game.
Exit code: 0 no claim is contradicted; 1 one is, or with --values a value is wrong and there are no
verdicts; 2 could not do it, or stopped by a signal.")]
pub struct Args {
    /// The claims; `-` is stdin; the built-in octal-codes/claims.csv if left out
    #[arg(value_name = "FILE")]
    file: Option<InFile>,
    /// Only the game of this code; may be given several times
    #[arg(long = "code", value_name = "CODE")]
    codes: Vec<Game>,
    #[command(flatten)]
    values: ValuesArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    results: ResultsArgs,
    #[command(flatten)]
    output: OutputArgs,
}

pub fn run(args: &Args) -> Result {
    signal::catch();
    let mut claims = read(args)?;
    claims.retain(|claim| args.codes.is_empty() || args.codes.contains(&claim.game));
    let mut out = args.output.open()?;
    let rows = match &args.values.file {
        None => {
            let limits = args.limits.limits(SURVEY, rayon::current_num_threads());
            let mut verdicts = judge_all(&claims, &limits)?;
            judge_by_rows(&claims, &mut verdicts, &args.results)?;
            verdicts
        }
        Some(file) => match judge_by_table(args, &claims, file)? {
            ByTable::Verdicts(rows) => rows,
            ByTable::Answer(answer) => return Ok(answer),
        },
    };
    let in_order: Vec<&ClaimRow> = claims.iter().filter_map(|claim| rows.get(&claim.id)).collect();
    let caught = signal::caught();
    if !caught || args.output.file().is_none() {
        out.write_all(&csv_bytes(&in_order, &CLAIM_HEADER))?;
        out.commit()?;
    }
    say(tally(in_order.iter().copied()));
    if caught {
        say(format!("interrupted: {} of {} claims have a verdict", in_order.len(), claims.len()));
        return Ok(Answer::Unfinished);
    }
    let contradicted = in_order.iter().any(|row| row.verdict == Verdict::Contradicted);
    Ok(if contradicted { Answer::No } else { Answer::Yes })
}

/// The result of judging by the values of a file.
enum ByTable {
    /// The values are right, and these are the verdicts by them.
    Verdicts(Verdicts),
    /// A value is wrong, or a signal came first: the verb ends with this answer.
    Answer(Answer),
}

/// Searches every game that is claimed something of.
fn judge_all(claims: &[Claim], limits: &Limits) -> anyhow::Result<Verdicts> {
    let sorted = SortedClaims::new(claims);
    let bars = SurveyBars::new(sorted.games());
    let watchers = Watchers { games: &bars, equalities: &until_signal, misere: &UntilSignal };
    Ok(sorted.judge(limits, &misere_limits(limits), watchers)?)
}

/// Judges by the values of a file, once they are checked. Claims about misère play are judged as
/// without the file.
fn judge_by_table(args: &Args, claims: &[Claim], file: &Path) -> anyhow::Result<ByTable> {
    args.limits.refuse_beside("--values")?;
    args.results.refuse_beside("--values")?;
    let [game] = &args.codes[..] else {
        bail!("say which game the values of `{}` are of, as in --code 0.77", file.display());
    };
    let (known, table) = match args.values.take(file, game, args.limits.memory)? {
        Taken::Values(known, table) => (known, table),
        Taken::Answer(answer) => return Ok(ByTable::Answer(answer)),
    };
    let view = View::new(&known, game.shift as i64);
    let (misere, normal): (Vec<&Claim>, Vec<&Claim>) = claims.iter().partition(|c| c.is_misere());
    let (equalities, others): (Vec<&Claim>, Vec<&Claim>) =
        normal.into_iter().partition(|c| c.is_equality());
    let judged = others.into_iter().map(|claim| ClaimRow::new(claim, judge(claim, &view)));
    let mut rows: Verdicts = by_id(judged).collect();
    let limits = Limits::heaps(table.last);
    rows.extend(by_id(judge_equalities(&equalities, &limits, &until_signal)?));
    let limits = args.limits.limits(SURVEY, rayon::current_num_threads());
    let (of_quotients, last) = (misere_limits(&limits), limits.heaps);
    rows.extend(by_id(judge_misere_claims(&misere, (&of_quotients, last), &UntilSignal)?));
    Ok(ByTable::Verdicts(rows))
}

fn read(args: &Args) -> anyhow::Result<Vec<Claim>> {
    let table = match &args.file {
        None => return Ok(claims::published()?),
        Some(path) if path.as_os_str() == "-" => claims::read(std::io::stdin().lock(), "stdin")?,
        Some(path) => claims::read_file(path)?,
    };
    if !table.unread.is_empty() {
        let unread = cut(&table.unread.join(", ").replace(char::is_control, " "));
        let (needed, optional) = (claims::COLUMNS.join(", "), claims::OPTIONAL.join(", "));
        say(format!("not read: columns `{unread}`; the columns are {needed}, {optional}"));
    }
    Ok(table.rows)
}

/// Counts verdicts: "4 claims: 3 confirmed, 1 contradicted".
pub fn tally<'a>(rows: impl Iterator<Item = &'a ClaimRow>) -> String {
    let mut counts = BTreeMap::new();
    rows.for_each(|row| *counts.entry(row.verdict.name()).or_insert(0) += 1);
    let total: usize = counts.values().sum();
    let each: Vec<String> = counts.iter().map(|(verdict, n)| format!("{n} {verdict}")).collect();
    format!("{}{}{}", count(total, "claim"), if total > 0 { ": " } else { "" }, each.join(", "))
}
