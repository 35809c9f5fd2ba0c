//! Tables of values from elsewhere: the option `--values`, and the check that comes first.

use std::path::Path;

use anyhow::bail;
use octal::catalogue::compare::{Agreement, Difference, compare, expect_game};
use octal::code::Game;
use octal::formats::read::Table;
use octal::period::sequence::Known;
use octal::period::shifted::View;

use super::files::InFile;
use super::number;
use super::stderr::say;
use crate::cli::Answer;
use crate::cli::sequence::known_to;

/// The options of a verb that takes the values of a game from a file.
#[derive(Debug, clap::Args)]
pub struct ValuesArgs {
    /// Take the values of this file (text, csv, json, bfile, latex, npy, or a list; `-` is stdin),
    /// once every one of them is checked against the rules
    #[arg(long, value_name = "FILE")]
    pub values: Option<InFile>,
    /// The heap of the first value of the file, if the file does not say it
    #[arg(long, value_name = "A", requires = "values", value_parser = number::count)]
    pub values_from: Option<u64>,
}

/// A table that was held against the rules.
pub enum Checked {
    /// Every value is right. The game is known at least up to the last heap of the table, or its
    /// period is proved.
    Right(Box<Known>, Table),
    /// A sentence with the first value that is wrong.
    Wrong(String),
    /// A signal came first.
    Interrupted,
}

/// Checks every value of a file against the rules of a game. `first` is the heap of its first
/// value, if the file does not say it.
///
/// # Errors
/// If the file holds no sequence, or the game cannot be computed so far.
pub fn check(
    game: &Game,
    file: &Path,
    first: Option<u64>,
    memory: Option<u64>,
) -> anyhow::Result<Checked> {
    let table = Table::open(file, first)?;
    expect_game(&table, game)?;
    let Some(known) = known_to(game, table.last, memory)? else {
        return Ok(Checked::Interrupted);
    };
    match compare(&table, &View::new(&known, game.shift as i64))? {
        Agreement::Right => Ok(Checked::Right(Box::new(known), table)),
        Agreement::Wrong(wrong) => Ok(Checked::Wrong(sentence(game, &table, &wrong))),
        Agreement::Unknown(heap) => bail!("G({heap}) of {game} is not known: give a shorter table"),
    }
}

/// The values of the file that the options name, as what is known of the game; what becomes of the
/// check is said on stderr. An answer if the table is wrong, or a signal came first.
///
/// # Errors
/// Those of [`check`].
pub fn take(
    game: &Game,
    file: &Path,
    first: Option<u64>,
    memory: Option<u64>,
) -> anyhow::Result<Result<(Known, Table), Answer>> {
    Ok(match check(game, file, first, memory)? {
        Checked::Right(known, table) => {
            say(praise(game, &table));
            Ok((*known, table))
        }
        Checked::Wrong(sentence) => {
            say(sentence);
            Err(Answer::No)
        }
        Checked::Interrupted => {
            say(INTERRUPTED);
            Err(Answer::Unfinished)
        }
    })
}

/// What is said after a signal.
pub const INTERRUPTED: &str = "interrupted: the table is not checked";

fn sentence(game: &Game, table: &Table, wrong: &Difference) -> String {
    let Difference { heap, found, right, place } = wrong;
    format!("`{}`, {place}: wrong: G({heap}) of {game} is {right}, not {found}", table.name())
}

/// What is said of a table that is right.
pub fn praise(game: &Game, table: &Table) -> String {
    let Table { form, first, last, .. } = table;
    format!("`{}` ({form}): all values of {game} are right, heaps {first} to {last}", table.name())
}
