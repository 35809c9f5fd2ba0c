//! Sums of heaps with nim-sum 0, counted.

use std::io::Write;

use anyhow::ensure;
use octal::code::Game;
use octal::input::count;
use octal::period::count::ValueCounts;
use octal::survey::store::csv_bytes;
use serde_json::json;

use super::Args;
use crate::cli::answer::sequence::known_to;
use crate::cli::args::format::AnswerFormat;
use crate::cli::terminal::stderr::{note_hexadecimal, say};
use crate::cli::{Answer, Result};

/// Counts the multisets of `k` heaps from 1 to `n`, and those with nim-sum 0.
pub fn run(args: &Args, game: &Game, (k, n): (u64, u64)) -> Result {
    ensure!(n > 0, "there is no heap from 1 to 0: give -n 1 or more");
    let mut out = args.output.open()?;
    let Some(known) = known_to(game, n, args.limits.memory.asked())? else {
        say("interrupted: the values of the heaps are not all computed");
        return Ok(Answer::Unfinished);
    };
    let (all, zero) = ValueCounts::of(&known, game.shift, 1, n)?.sums(k)?;
    let text = match args.format.unwrap_or(AnswerFormat::Text) {
        AnswerFormat::Json => {
            let numbers = [zero, all].map(|number| number.to_string());
            let object = json!({"game": game.to_string(), "heaps": k, "from": 1, "to": n,
                "nim_sum_zero": numbers[0], "multisets": numbers[1]});
            serde_json::to_string_pretty(&object)? + "\n"
        }
        AnswerFormat::Csv => {
            let row =
                [game.to_string(), k.to_string(), n.to_string(), zero.to_string(), all.to_string()];
            let header = ["game", "heaps", "largest_heap", "nim_sum_zero", "multisets"];
            String::from_utf8(csv_bytes([row], &header))?
        }
        _ => format!(
            "{game}: {zero} of {all} multisets of {} from 1 to {n} have nim-sum 0\n",
            count(k, "heap")
        ),
    };
    out.write_all(text.as_bytes())?;
    out.commit()?;
    note_hexadecimal(&game.code);
    Ok(Answer::Yes)
}
