//! What can be asked of every game: its table, or who wins a sum and by which moves.

use std::path::Path;

use anyhow::{anyhow, bail};
use octal::gallery::Ruleset;
use octal::gallery::analysis::{ValueSource, analyse};
use octal::gallery::misere::{Misere, Sums};

use super::super::args::format::AnswerFormat;
use super::super::terminal::input;
use super::super::terminal::output::OutputArgs;
use super::super::terminal::stderr::cut;
use super::super::{Answer, Result};
use crate::cli::answer::sum_text::{TableShape, show_position, show_table};
use crate::cli::answer::sums::PositionAnswer;

/// The options that every game has.
#[derive(Debug, clap::Args)]
pub struct PlayArgs {
    /// Misère play: who makes the last move loses
    #[arg(long)]
    pub misere: bool,
    /// How to write the answer
    #[arg(long, default_value = "text",
        value_parser = AnswerFormat::among(&[AnswerFormat::Text, AnswerFormat::Json, AnswerFormat::Csv]))]
    pub format: AnswerFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// What is asked of a game.
pub struct Question<P> {
    /// The components of a position: who wins it, and how? If there are none the table is asked for.
    pub position: Option<Vec<P>>,
    /// What it is a table of.
    pub title: String,
    /// The entries of the table.
    pub entries: Vec<P>,
    /// How text arranges them.
    pub shape: TableShape,
}

/// The text of a position: the arguments, or what stdin holds if they are `-`.
pub fn text_of(arguments: &[String]) -> anyhow::Result<String> {
    if arguments != ["-"] {
        return Ok(arguments.join(" "));
    }
    input::text(Path::new("-"), "write a position")
}

/// The components of a sum: written with spaces between them, or with `+` as answers show them.
pub fn sum<P>(
    arguments: &[String],
    read: impl Fn(&str) -> Result<P, String>,
) -> anyhow::Result<Option<Vec<P>>> {
    if arguments.is_empty() {
        return Ok(None);
    }
    let text = text_of(arguments)?.replace('+', " ");
    components(&text, read).map(Some)
}

/// The components that a text names, apart by white space.
pub fn components<P>(
    text: &str,
    read: impl Fn(&str) -> Result<P, String>,
) -> anyhow::Result<Vec<P>> {
    let component = |(text, place): (&str, usize)| {
        read(text).map_err(|error| anyhow!("component {place}, `{}`: {error}", cut(text)))
    };
    let components: Vec<P> =
        text.split_whitespace().zip(1..).map(component).collect::<Result<_, _>>()?;
    if components.is_empty() {
        bail!("the position is empty: write its components with spaces between them");
    }
    Ok(components)
}

/// Who wins the position, and how; or the table, if there is no position. `note` adds what a game
/// knows beyond that.
pub fn ask<G: Ruleset>(
    args: &PlayArgs,
    game: &G,
    mut values: impl ValueSource<Position = G::Position>,
    question: Question<G::Position>,
    note: impl Fn(&[G::Position]) -> Option<String>,
) -> Result {
    let sums = Sums(game);
    let mut misere = Misere::new(&sums);
    let mut judge = |sum: &[G::Position]| match args.misere {
        true => misere.analyse(sum).map(|found| PositionAnswer::misere(sum, found)),
        false => analyse(&mut values, sum).map(|found| PositionAnswer::normal(found, note(sum))),
    };
    let mut out = args.output.open()?;
    match question.position {
        Some(sum) => show_position(&mut out, args.format, &judge(&sum)?)?,
        None => {
            let entries = question.entries.iter().map(|entry| judge(std::slice::from_ref(entry)));
            let entries: Vec<PositionAnswer> = entries.collect::<Result<_, _>>()?;
            let Question { title, shape, .. } = &question;
            show_table(&mut out, args.format, title, *shape, &entries)?;
        }
    }
    out.commit()?;
    Ok(Answer::Yes)
}
