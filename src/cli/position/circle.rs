//! Circles of tokens: outcome and winning first moves.

use std::io::Write;

use anyhow::ensure;
use comfy_table::Table;
use comfy_table::presets::NOTHING;
use octal::code::Game;
use octal::formats::Format;
use octal::outcome::Outcome;
use octal::position::circle::{self, CircleAnalysis, Opening, openings};
use octal::position::sum::{Position, SumComponent};
use octal::survey::store::csv_bytes;
use serde_json::json;

use super::{Args, misere_question, sequences, why};
use crate::cli::answer::misere::position::are_p;
use crate::cli::terminal::stderr::{note_hexadecimal, say};
use crate::cli::{Answer, Result};

/// First moves that are shown in text.
const SHOWN: usize = 40;

/// Solves a circle of this many tokens.
pub fn run(args: &Args, game: &Game, tokens: u64) -> Result {
    let mut out = args.output.open()?;
    ensure!(game.shift == 0, "a circle is about the heaps of a code: ask for {}", game.code);
    let Some(solved) = solved(args, game, tokens)? else {
        say("interrupted: the rows that the first moves leave are not all solved");
        return Ok(Answer::Unfinished);
    };
    let shown = ShownCircle { game, solved };
    let text = match (&args.winner, args.format.unwrap_or(Format::Text)) {
        (Some(words), _) => format!("{}\n", words.of(shown.solved.outcome)),
        (None, Format::Json) => serde_json::to_string_pretty(&shown.json())? + "\n",
        (None, Format::Csv) => String::from_utf8(csv_bytes([shown.row()], &HEADER))?,
        _ => shown.text(),
    };
    out.write_all(text.as_bytes())?;
    out.commit()?;
    note_hexadecimal(&game.code);
    Ok(Answer::Yes)
}

/// The analysis of a circle; `None` if a signal asks to stop.
fn solved(args: &Args, game: &Game, tokens: u64) -> anyhow::Result<Option<CircleAnalysis>> {
    let openings = openings(&game.code, tokens)?;
    if args.misere {
        let rows = openings.iter().map(|opening| opening.row);
        let Some(found) = are_p(&misere_question(args), &game.code, rows)? else { return Ok(None) };
        let mut found = found.into_iter();
        let is_p = |_| anyhow::Ok(found.next().unwrap_or(false));
        return Ok(Some(circle::misere_play(&game.code, tokens, is_p)?));
    }
    let heaps = openings.iter().map(|opening| opening.row).collect();
    let rows = Position::new([SumComponent { game: game.clone(), heaps }]);
    let Some(sequences) = sequences(args, std::iter::once(&rows))? else { return Ok(None) };
    if let Some(missing) = sequences.missing(&rows) {
        return Err(why(missing));
    }
    let known = sequences.of(&rows)[0];
    Ok(circle::normal_play(&game.code, tokens, |row| known.value(row))?)
}

/// The column names of the CSV.
const HEADER: [&str; 6] = ["code", "circle", "misere", "value", "outcome", "winning_rows"];

/// A solved circle to be shown.
struct ShownCircle<'a> {
    game: &'a Game,
    solved: CircleAnalysis,
}

impl ShownCircle<'_> {
    /// The value of a row, or its outcome in misère play.
    fn row_value(&self, value: u64) -> String {
        match self.solved.value {
            Some(_) => value.to_string(),
            None => Outcome::next_wins(value != 0).to_string(),
        }
    }

    fn winning(&self) -> Vec<Opening> {
        self.solved.winning().collect()
    }

    fn text(&self) -> String {
        let CircleAnalysis { tokens, openings, value, outcome } = &self.solved;
        let mut table = Table::new();
        let column = if value.is_some() { "value" } else { "outcome" };
        table.load_style(NOTHING).set_header(["takes", "leaves a row of", column]);
        table.add_rows(openings.iter().take(SHOWN).map(|(opening, value)| {
            [opening.taken.to_string(), opening.row.to_string(), self.row_value(*value)]
        }));
        let mut lines = vec![format!("{}: a circle of {tokens}", self.game)];
        lines.push(match openings.len() {
            0 => "no move".to_owned(),
            _ => table.trim_fmt(),
        });
        if openings.len() > SHOWN {
            lines.push(format!(" … and {} more first moves", openings.len() - SHOWN));
        }
        let how = value.map_or("misère play".to_owned(), |value| format!("value {value}"));
        let winning = self.winning();
        lines.push(format!(
            "{how}: {}",
            match (outcome, winning.len()) {
                (Outcome::N, 0) => {
                    "N-position, no move is left, so the player to move has won".to_owned()
                }
                (Outcome::N, _) => "N-position, the player to move wins".to_owned(),
                _ => "P-position, the player to move loses".to_owned(),
            }
        ));
        let shown = winning.iter().take(SHOWN);
        lines.extend(shown.map(|Opening { taken, row }| format!("  take {taken}, leave {row}")));
        if winning.len() > SHOWN {
            lines.push(format!("  … and {} more winning moves", winning.len() - SHOWN));
        }
        lines.join("\n") + "\n"
    }

    fn json(&self) -> serde_json::Value {
        let CircleAnalysis { tokens, openings, value, outcome } = &self.solved;
        let opening = |(opening, row_value): &(Opening, u64)| {
            let outcome = Outcome::next_wins(*row_value != 0).to_string();
            json!({"taken": opening.taken, "row": opening.row,
                "grundy": value.map(|_| row_value), "outcome": outcome})
        };
        let winning = self.winning();
        let winning = winning.iter().map(|o| json!({"taken": o.taken, "row": o.row}));
        json!({
            "code": self.game.to_string(),
            "circle": tokens,
            "misere": value.is_none(),
            "openings": openings.iter().map(opening).collect::<Vec<_>>(),
            "grundy": value,
            "outcome": outcome.to_string(),
            "winning_moves": winning.collect::<Vec<_>>(),
        })
    }

    fn row(&self) -> [String; 6] {
        let CircleAnalysis { tokens, value, outcome, .. } = &self.solved;
        let misere = if value.is_none() { "yes" } else { "no" };
        let winning: Vec<String> = self.winning().iter().map(|o| o.row.to_string()).collect();
        [
            self.game.to_string(),
            tokens.to_string(),
            misere.to_owned(),
            value.map(|value| value.to_string()).unwrap_or_default(),
            outcome.to_string(),
            winning.join("; "),
        ]
    }
}
