//! Values and positions of games that are given by a rule.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, anyhow, ensure};
use octal::formats::{Format, Header, Style};
use octal::input::shortened;
use octal::outcome::Outcome;
use octal::period::{self, StopReason, search};
use octal::plot::Stretch;
use octal::rule::{Analysis, Limits, MisereSolver, Refusal, Rule, Solver, State, recurrence};
use octal::survey::store::csv_bytes;

use super::positions::WinnerWords;
use super::sum_text::{show_position, show_table};
use super::sums::PositionAnswer;
use crate::cli::args::files::InFile;
use crate::cli::args::game::GivenRule;
use crate::cli::args::limits::{LimitArgs, MemoryArgs};
use crate::cli::args::number;
use crate::cli::terminal::output::{OpenOutput, OutputArgs};
use crate::cli::terminal::stderr::cut;
use crate::cli::terminal::{input, signal};
use crate::cli::{Answer, Result};

/// Bytes for a state that a solver keeps.
const BYTES_OF_STATE: u64 = 128;

/// Options that all values of a command may take: some minutes.
const WORK_FOR_VALUES: u64 = 20_000_000_000;

/// Options that a search for a position may look at without a limit of work: about a minute.
const WORK_FOR_POSITION: u64 = 2_000_000_000;

/// The last number of each side of a table, if none is given.
const SIDE: u64 = 10;

/// The last heap whose value is compared, or searched for a period, without a limit.
pub const LAST: u64 = 2000;

/// The values of the heaps `from` to `to`; `None` after a signal.
pub fn values_of(
    rule: &GivenRule,
    (from, to): (u64, u64),
    memory: MemoryArgs,
) -> anyhow::Result<Option<Vec<u64>>> {
    let mut values = Vec::new();
    let are_all = push_values(rule, (from, to), limits(WORK_FOR_VALUES, memory), &mut values)?;
    Ok(are_all.then_some(values))
}

/// Adds the values of the heaps `from` to `to`, as far as the limits allow; false after a signal.
fn push_values(
    rule: &GivenRule,
    (from, to): (u64, u64),
    limits: Limits,
    values: &mut Vec<u64>,
) -> anyhow::Result<bool> {
    refuse_tuples(rule)?;
    let mut solver = Solver::with_limits(&rule.rule, limits);
    for heap in from..=to {
        if signal::caught() {
            return Ok(false);
        }
        values.push(solver.value(&State::heap(heap))?);
    }
    Ok(true)
}

/// The answer to the question for the period of a rule, which its values show but never prove.
/// `None` after a signal at the first value.
pub fn period(rule: &GivenRule, bounds: &LimitArgs) -> anyhow::Result<Option<period::Answer>> {
    let default = search::Limits { heaps: LAST, work: None, memory: u64::MAX };
    let search::Limits { heaps, work, .. } = bounds.limits(default, 1);
    let mut values = Vec::new();
    let bounds = limits(work.unwrap_or(WORK_FOR_VALUES), bounds.memory);
    let stop = match push_values(rule, (0, heaps), bounds, &mut values) {
        Ok(true) => StopReason::Heaps(heaps),
        Ok(false) => StopReason::Interrupted,
        Err(error) => match (error.downcast_ref(), work) {
            (Some(Refusal::TooLarge { .. }), Some(work)) if !values.is_empty() => {
                StopReason::Work(work)
            }
            _ => return Err(error),
        },
    };
    if values.is_empty() {
        return Ok(None);
    }
    let mut answer = period::Answer::observed(rule.name.clone(), &values, recurrence(&values));
    answer.stop = Some(stop);
    Ok(Some(answer))
}

fn limits(options: u64, memory: MemoryArgs) -> Limits {
    let states = usize::try_from(memory.bytes() / BYTES_OF_STATE).unwrap_or(usize::MAX);
    Limits { options, states }
}

/// The misère outcomes of the heaps `from` to `to`; `None` after a signal.
pub fn outcomes(
    rule: &GivenRule,
    (from, to): (u64, u64),
    memory: MemoryArgs,
) -> anyhow::Result<Option<Vec<Outcome>>> {
    refuse_tuples(rule)?;
    let mut solver = MisereSolver::with_limits(&rule.rule, limits(WORK_FOR_VALUES, memory));
    let mut outcomes = Vec::new();
    for heap in from..=to {
        if signal::caught() {
            return Ok(None);
        }
        outcomes.push(Outcome::next_wins(solver.next_wins(&[State::heap(heap)])?));
    }
    Ok(Some(outcomes))
}

/// Refuses a rule whose states are no single heaps.
fn refuse_tuples(rule: &GivenRule) -> anyhow::Result<()> {
    let arity = rule.rule.arity();
    ensure!(arity == 1, "the states of `{}` have {arity} numbers: a heap has one", rule.name);
    Ok(())
}

/// Writes the values of the heaps `from` to `to`; false after a signal.
pub fn values(
    rule: &GivenRule,
    (from, to): (u64, u64),
    format: Format,
    style: Style<'_>,
    memory: MemoryArgs,
    out: &mut OpenOutput,
) -> anyhow::Result<bool> {
    let Some(values) = values_of(rule, (from, to), memory)? else { return Ok(false) };
    let style = Style { largest: values.iter().max().copied(), ..style };
    let summary = if from == 0 { observed(&values) } else { None };
    let mut writer = format.styled(style, out);
    writer.begin(&Header { code: rule.name.clone(), from, to, summary })?;
    writer.large_chunk(&values)?;
    writer.end()?;
    Ok(true)
}

/// A sentence about values that recur from heap 0 to the last one. It claims no period.
fn observed(values: &[u64]) -> Option<String> {
    Some(format!("{}, observed to heap {}", recurrence(values)?, values.len() - 1))
}

/// Writes the values of all states whose numbers are at most `last`; false after a signal.
pub fn table(
    rule: &GivenRule,
    last: Option<u64>,
    format: Format,
    memory: MemoryArgs,
    out: &mut OpenOutput,
) -> anyhow::Result<bool> {
    let (arity, last) = (rule.rule.arity(), u128::from(last.unwrap_or(SIDE)));
    let is_grid = arity == 2 && format == Format::Text;
    ensure!(
        is_grid || format == Format::Csv,
        "{format} has no table of states of {arity} numbers: give --format csv{}",
        if arity == 2 { " or text" } else { "" }
    );
    let mut solver = Solver::with_limits(&rule.rule, limits(WORK_FOR_VALUES, memory));
    let mut rows = vec![vec![]];
    for _ in 0..arity {
        let longer = |row: Vec<u128>| (0..=last).map(move |n| [&row[..], &[n]].concat());
        rows = rows.into_iter().flat_map(longer).collect();
    }
    let mut cells = Vec::new();
    for numbers in &rows {
        if signal::caught() {
            return Ok(false);
        }
        let state = State::new(numbers).context("a number is too large")?;
        cells.push(match solver.value(&state) {
            Err(Refusal::NoPosition { .. }) => String::new(),
            value => value?.to_string(),
        });
    }
    if is_grid {
        writeln!(out, "# {}, by row and column", rule.name)?;
        let side = last as usize + 1;
        let width = cells.iter().map(String::len).max().unwrap_or(1).max(last.to_string().len());
        let head: String = (0..side).map(|column| format!(" {column:>width$}")).collect();
        writeln!(out, "{:>width$} {head}", "")?;
        for (row, cells) in cells.chunks(side).enumerate() {
            let cells: String = cells.iter().map(|cell| format!(" {cell:>width$}")).collect();
            writeln!(out, "{row:>width$}:{cells}")?;
        }
        return Ok(true);
    }
    let header: Vec<&str> =
        ["first", "second", "third"][..arity].iter().copied().chain(["grundy"]).collect();
    let row = |(numbers, cell): (&Vec<u128>, String)| {
        numbers.iter().map(u128::to_string).chain([cell]).collect::<Vec<_>>()
    };
    let positions = rows.iter().zip(cells).filter(|(_, cell)| !cell.is_empty());
    out.write_all(&csv_bytes(positions.map(row), &header))?;
    Ok(true)
}

/// The values of a rule made ready for a picture; `None` after a signal.
pub fn stretch(
    rule: &GivenRule,
    (from, to): (u64, u64),
    memory: MemoryArgs,
) -> anyhow::Result<Option<Stretch>> {
    let Some(values) = values_of(rule, (from, to), memory)? else { return Ok(None) };
    let note = observed(&values).filter(|_| from == 0).unwrap_or_default();
    let narrow = |&value: &u64| u16::try_from(value).context("a picture has values up to 65535");
    let values = values.iter().map(narrow).collect::<anyhow::Result<_>>()?;
    let (game, space) = (shortened(&rule.name, 60), String::new());
    Ok(Some(Stretch { game, note, space, from, values, rare: None, period: None }))
}

/// A question about positions of a game that is given by a rule.
pub struct RuleQuestion<'a> {
    /// The game.
    pub rule: &'a GivenRule,
    /// The components of the position.
    pub words: String,
    /// A file of positions, one a line, instead.
    pub positions: Option<&'a InFile>,
    /// True under misère play.
    pub misere: bool,
    /// The largest number of moves that are listed.
    pub most: u64,
    /// The words that are printed in place of the answer.
    pub winner: Option<&'a WinnerWords>,
}

impl RuleQuestion<'_> {
    /// Answers the question.
    pub fn answer(&self, format: Format, bounds: &LimitArgs, output: &OutputArgs) -> Result {
        let text = match self.positions {
            Some(file) => input::text(file, "name a text file with a position a line")?,
            None => self.words.clone(),
        };
        let mut out = output.open()?;
        let found = self.analyses(&text, bounds)?;
        if let Some(words) = self.winner {
            for (analysis, _) in &found {
                writeln!(out, "{}", words.of(Outcome::next_wins(analysis.next_wins)))?;
            }
        } else {
            let most = usize::try_from(self.most).unwrap_or(usize::MAX);
            let record = |(found, separator)| PositionAnswer::by_rule(found, separator, most);
            let records: Vec<PositionAnswer> = found.into_iter().map(record).collect();
            match (self.positions, &records[..]) {
                (None, [record]) => show_position(&mut out, format, record)?,
                _ => show_table(&mut out, format, &self.rule.name, &records)?,
            }
        }
        out.commit()?;
        Ok(Answer::Yes)
    }

    /// The analyses of the positions of a text, each with the text between the numbers of a state.
    /// A position of the command line may be empty; such lines of a file are left out.
    fn analyses(
        &self,
        text: &str,
        bounds: &LimitArgs,
    ) -> anyhow::Result<Vec<(Analysis, &'static str)>> {
        let work = bounds.work.asked().unwrap_or(WORK_FOR_POSITION);
        let bounds = limits(work, bounds.memory);
        let rule = &self.rule.rule;
        let mut normal = Solver::with_limits(rule, bounds);
        let mut misere = MisereSolver::with_limits(rule, bounds);
        let mut analyse = |words: &str| -> anyhow::Result<(Analysis, &'static str)> {
            let sum = sum(words, rule)?;
            let separator = if words.contains(',') { "," } else { "x" };
            let found = if self.misere { misere.analyse(&sum)? } else { normal.analyse(&sum)? };
            Ok((found, separator))
        };
        let Some(file) = self.positions else { return Ok(vec![analyse(text)?]) };
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or("").trim());
        let lines = (1..).zip(lines).filter(|(_, line)| !line.is_empty());
        lines.map(|(number, line)| analyse(line).with_context(|| line_of(file, number))).collect()
    }
}

fn line_of(file: &Path, number: usize) -> String {
    format!("`{}`, line {number}", input::name(file))
}

/// The components that a text names, apart by white space or `+`.
fn sum(words: &str, rule: &Rule) -> anyhow::Result<Vec<State>> {
    let words = words.replace('+', " ");
    let component = |(word, place): (&str, usize)| {
        state(word, rule.arity())
            .map_err(|error| anyhow!("component {place}, `{}`: {error}", cut(word)))
    };
    words.split_whitespace().zip(1..).map(component).collect()
}

/// Reads `12`, `3x4` or `3,4`.
fn state(word: &str, arity: usize) -> anyhow::Result<State> {
    let inner = word.strip_prefix('(').and_then(|word| word.strip_suffix(')')).unwrap_or(word);
    let numbers = match arity {
        1 => vec![number::large_heap(inner).map_err(anyhow::Error::msg)?],
        _ => {
            let numbers = inner.split(['x', ',']).map(number::large_heap);
            let numbers = numbers.collect::<Result<Vec<_>, _>>().ok();
            let form = if arity == 2 { "3x4 or 3,4" } else { "3x4x5 or 3,4,5" };
            numbers.filter(|n| n.len() == arity).with_context(|| format!("expected {form}"))?
        }
    };
    State::new(&numbers).context("too large: below 2^100")
}
