//! Tables of values from elsewhere: the option `--values`, and the comparison that comes first.

use std::path::Path;

use anyhow::bail;
use octal::catalogue::compare::{Agreement, Difference, compare, expect_game};
use octal::code::Game;
use octal::formats::read::ValueTable;
use octal::period::sequence::Known;
use octal::period::shifted::View;

use super::files::InFile;
use super::limits::MemoryArgs;
use super::number::Count;
use super::sequence::known_to;
use super::stderr::say;
use crate::cli::Answer;

/// The options of a verb that takes the values of a game from a file.
#[derive(Debug, clap::Args)]
pub struct ValuesArgs {
    /// Take the values of this file (text, csv, json, bfile, latex, npy, or a list; `-` is stdin),
    /// once every one of them is checked against the rules
    #[arg(long = "values", id = "values", value_name = "FILE")]
    pub file: Option<InFile>,
    /// The heap of the first value of the file, if the file does not say it
    #[arg(long, value_name = "A", requires = "values")]
    values_from: Option<Count>,
}

impl ValuesArgs {
    /// The values of this file, as what is known of the game; what becomes of the comparison is said
    /// on stderr.
    ///
    /// # Errors
    /// Those of [`compare_file`].
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

/// What came of the option `--values`.
pub enum Taken {
    /// What is known of the game, and the table.
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

/// Compares every value of a file with the rules of a game. `first` is the heap of its first
/// value, if the file does not say it.
///
/// # Errors
/// If the file holds no sequence, or the game cannot be computed up to its last heap.
pub fn compare_file(
    game: &Game,
    file: &Path,
    first: Option<u64>,
    memory: MemoryArgs,
) -> anyhow::Result<Comparison> {
    let table = ValueTable::open(file, first)?;
    expect_game(&table, game)?;
    let Some(known) = known_to(game, table.last, memory.asked())? else {
        return Ok(Comparison::Interrupted);
    };
    match compare(&table, &View::new(&known, game.shift as i64))? {
        Agreement::Right => Ok(Comparison::Right(Box::new(known), table)),
        Agreement::Wrong(wrong) => Ok(Comparison::Wrong(failure_message(game, &table, &wrong))),
        Agreement::Unknown(heap) => bail!("G({heap}) of {game} is not known: give a shorter table"),
    }
}

/// What is said after a signal.
pub const INTERRUPTED: &str = "interrupted: the table is not compared";

/// What is said of a table with a wrong value.
fn failure_message(game: &Game, table: &ValueTable, wrong: &Difference) -> String {
    let Difference { heap, found, right, place } = wrong;
    format!("`{}`, {place}: wrong: G({heap}) of {game} is {right}, not {found}", table.name())
}

/// What is said of a table that is right.
pub fn success_message(game: &Game, table: &ValueTable) -> String {
    let ValueTable { form, first, last, .. } = table;
    format!("`{}` ({form}): all values of {game} are right, heaps {first} to {last}", table.name())
}
