//! Tables of values from elsewhere: the option `--values`, and the comparison that comes first.

use std::fmt::Display;
use std::path::Path;

use anyhow::bail;
use octal::catalogue::compare::{
    Agreement, Difference, compare, compare_by, other_game, usual_offsets,
};
use octal::code::{Game, value_of};
use octal::formats::read::ValueTable;
use octal::input::shortened;
use octal::period::sequence::Known;
use octal::period::shifted::View;

use super::known_to;
use super::rule::values_of;
use crate::cli::Answer;
use crate::cli::args::files::InFile;
use crate::cli::args::game::GivenRule;
use crate::cli::args::limits::MemoryArgs;
use crate::cli::args::number::Count;
use crate::cli::terminal::stderr::{cut, say};

/// The options of a verb that takes the values of a game from a file.
#[derive(Debug, clap::Args)]
pub struct ValuesArgs {
    /// Take the values of this file (text, csv, json, bfile, latex, npy, or a list; `-` is stdin),
    /// after checking each against the rules
    #[arg(long = "values", id = "values", value_name = "FILE")]
    pub file: Option<InFile>,
    /// The heap of the first value of the file, if the file does not say it
    #[arg(long, value_name = "A", requires = "values")]
    values_from: Option<Count>,
}

impl ValuesArgs {
    /// The known values of the game from this file. The result of the comparison is printed on
    /// stderr.
    pub fn take(&self, file: &Path, game: &Game, memory: MemoryArgs) -> anyhow::Result<Taken> {
        Ok(match compare_file(game, file, self.values_from.map(u64::from), memory)? {
            Comparison::Right(known, table) => {
                say(success_message(game, &table));
                Taken::Values(known, table)
            }
            Comparison::Wrong(sentence) => {
                say(sentence);
                Taken::Answer(Answer::No)
            }
            Comparison::Interrupted => {
                say(INTERRUPTED);
                Taken::Answer(Answer::Unfinished)
            }
        })
    }
}

/// The result of the option `--values`.
pub enum Taken {
    /// The known values of the game, and the table.
    Values(Box<Known>, ValueTable),
    /// The table is wrong, or a signal came first: the verb ends with this answer.
    Answer(Answer),
}

/// A table that was compared with the rules.
pub enum Comparison {
    /// Every value is right. The game is known at least up to the last heap of the table, or its
    /// period is proved.
    Right(Box<Known>, ValueTable),
    /// A sentence with the first value that is wrong.
    Wrong(String),
    /// A signal came first.
    Interrupted,
}

/// Compares every value of a file with the rules of a game. `first` is the heap of its first value,
/// if the file does not state it. If neither states it, and the values do not fit from heap 0 on,
/// the usual first heaps of tables are tried.
pub fn compare_file(
    game: &Game,
    file: &Path,
    first: Option<u64>,
    memory: MemoryArgs,
) -> anyhow::Result<Comparison> {
    let table = ValueTable::open(file, first)?;
    if let Some((code, place)) = other_game(&table, game) {
        let named = cut(code);
        say(format!("note: `{}`, {place} names {named}: compared with {game}", table.name()));
    }
    let Some(known) = known_to(game, table.last, memory.asked())? else {
        return Ok(Comparison::Interrupted);
    };
    match compare(&table, &View::new(&known, game.shift as i64), &[0])?[..] {
        [Agreement::Wrong(wrong)] => misfit(game, table, &wrong, memory),
        [Agreement::Unknown(heap)] => {
            bail!("G({heap}) of {game} is not known: give a shorter table")
        }
        _ => Ok(Comparison::Right(Box::new(known), table)),
    }
}

/// The comparison of a table whose heaps are not right as they stand: the table may begin
/// elsewhere.
fn misfit(
    game: &Game,
    table: ValueTable,
    wrong: &Difference,
    memory: MemoryArgs,
) -> anyhow::Result<Comparison> {
    let offsets = usual_offsets(game);
    let largest = offsets.iter().copied().max().unwrap_or(0).unsigned_abs();
    let last = table.last.saturating_add(largest);
    let Some(known) = known_to(game, last, memory.asked())? else {
        return Ok(Comparison::Interrupted);
    };
    let found = compare(&table, &View::new(&known, game.shift as i64), &offsets)?;
    let fits = |(&offset, agreement): (&i64, &Agreement)| {
        (*agreement == Agreement::Right).then_some(offset)
    };
    let fitting: Vec<i64> = offsets.iter().zip(&found).filter_map(fits).collect();
    let heaps: Vec<u64> = fitting.iter().filter_map(|&offset| offset.try_into().ok()).collect();
    match heaps[..] {
        [first] if !table.states_heaps => {
            let table = table.beginning_at(first)?;
            Ok(match known_to(game, table.last, memory.asked())? {
                Some(known) => Comparison::Right(Box::new(known), table),
                None => Comparison::Interrupted,
            })
        }
        [first, second, ..] if !table.states_heaps => bail!(
            "`{}` does not state its first heap, and its values fit from heap {first} and from heap {second}: \
             give --values-from {first} or {second}",
            table.name()
        ),
        _ => Ok(Comparison::Wrong(
            failure_message(game, &table, wrong)
                + &match fitting.first() {
                    Some(&offset) => equation(game, offset),
                    None => nearest(game, &table, &offsets, &found),
                },
        )),
    }
}

/// The rest of the sentence about a table whose values are right at other heaps.
fn equation(game: &Game, offset: i64) -> String {
    format!("; all its values are {}", value_of(&game.code, game.shift as i64 - offset))
}

/// The first heap with which most values of a table without heaps are right, if that is not heap 0.
fn nearest(game: &Game, table: &ValueTable, offsets: &[i64], found: &[Agreement]) -> String {
    let right = |(&offset, agreement): (&i64, &Agreement)| match agreement {
        Agreement::Wrong(wrong) => {
            Some((wrong.heap.saturating_add_signed(-offset), offset, *wrong))
        }
        _ => None,
    };
    let tried = offsets.iter().zip(found).filter(|(offset, _)| **offset >= 0).filter_map(right);
    // Of several as good the first is the most usual.
    let best = tried.min_by_key(|&(heaps, _, _)| std::cmp::Reverse(heaps));
    match best.filter(|&(_, offset, _)| offset > 0 && !table.states_heaps) {
        Some((_, offset, Difference { heap, found, right, place })) => format!(
            "; if the first value is that of heap {offset}, {place}: G({heap}) of {game} is {right}, not {found}"
        ),
        None => String::new(),
    }
}

/// The verdict on a file of values of a rule; `None` after a signal. A file that does not state its
/// first heap may begin with heap 0 or 1.
pub fn compare_rule_file(
    rule: &GivenRule,
    file: &Path,
    first: Option<u64>,
    memory: MemoryArgs,
) -> anyhow::Result<Option<(Answer, String)>> {
    let table = ValueTable::open(file, first)?;
    let states_heaps = table.states_heaps || first.is_some();
    let offsets: &[i64] = if states_heaps { &[0] } else { &[0, 1] };
    let last = table.last.saturating_add(offsets.len() as u64 - 1);
    let Some(values) = values_of(rule, (0, last), memory)? else { return Ok(None) };
    let value = |heap: u64, offset| {
        let heap = usize::try_from(heap.saturating_add_signed(offset)).ok()?;
        values.get(heap).copied()
    };
    let found = compare_by(&table, offsets, value)?;
    let right = offsets.iter().zip(&found).find(|(_, found)| **found == Agreement::Right);
    let game = shortened(&rule.name, 60);
    Ok(Some(match (right, &found[0]) {
        (Some((&offset, _)), _) => {
            let first = table.first.saturating_add_signed(offset);
            let table = if offset == 0 { table } else { table.beginning_at(first)? };
            (Answer::Yes, success_message(&game, &table))
        }
        (None, Agreement::Wrong(wrong)) => (Answer::No, failure_message(&game, &table, wrong)),
        _ => bail!("the values of `{game}` are not known to heap {last}: give a shorter table"),
    }))
}

/// The message after a signal.
pub const INTERRUPTED: &str = "interrupted: the table is not compared";

/// The message about a table with a wrong value.
fn failure_message(game: &impl Display, table: &ValueTable, wrong: &Difference) -> String {
    let Difference { heap, found, right, place } = wrong;
    format!("`{}`, {place}: wrong: G({heap}) of {game} is {right}, not {found}", table.name())
}

/// The sentence about a table that is right.
pub fn success_message(game: &impl Display, table: &ValueTable) -> String {
    let ValueTable { form, first, last, states_heaps, .. } = table;
    let found = match (states_heaps, first) {
        (false, 1..) => {
            format!(" (the file does not state its first heap: {first} fits, 0 does not)")
        }
        _ => String::new(),
    };
    let name = table.name();
    format!("`{name}` ({form}): all values of {game} are right, heaps {first} to {last}{found}")
}
