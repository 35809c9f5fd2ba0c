//! Heaps of one value, numbers of heaps by value, values of circles, and misère outcomes.

use std::io::{self, Write};

use anyhow::{anyhow, bail, ensure};
use octal::code::{Code, Game};
use octal::formats::{BFILE_ROWS, Format, Header, Style};
use octal::input::count;
use octal::outcome::Outcome;
use octal::period::count::ValueCounts;
use octal::period::feed::{Chunk, Feed};
use octal::period::sequence::Known;
use octal::position::circle::{misere_play, normal_play, openings};
use octal::survey::store::csv_bytes;
use serde_json::json;

use super::{Args, MOST_ON_TERMINAL, StreamEnd, is_on_terminal};
use crate::cli::answer::known_to;
use crate::cli::answer::misere::code;
use crate::cli::answer::misere::position::{MisereQuestion, are_p};
use crate::cli::args::limits::LimitArgs;
use crate::cli::terminal::output::OpenOutput;
use crate::cli::terminal::signal;
use crate::cli::terminal::stderr::say;

/// Heaps in a row of text.
const HEAPS_IN_A_ROW: usize = 20;

/// Values of circles that are computed before they are written.
const CIRCLES_AT_ONCE: u64 = 1 << 14;

/// Writes the answer to --equal, --count, --circle or --misere; after a signal, only a part.
pub fn write(
    args: &Args,
    game: &Game,
    (from, to): (u64, u64),
    out: &mut OpenOutput,
) -> anyhow::Result<()> {
    let Args { equal, format, .. } = args;
    if args.circle.is_wanted() {
        ensure!(game.shift == 0, "a circle is about the heaps of a code: ask for {}", game.code);
        openings(&game.code, to)?;
    }
    if args.misere {
        let Some(outcomes) = outcomes(args, code(game)?, (from, to))? else { return Ok(()) };
        return write_outcomes(args, &game.to_string(), from, &outcomes, out);
    }
    let is_sparse = *format != Format::Digest;
    ensure!(equal.is_none() || is_sparse, "a digest is that of values: leave out --equal");
    let Some(known) = known_to(game, to, args.memory.asked())? else { return Ok(()) };
    if args.circle.is_wanted() {
        return circles(args, game, &known, (from, to), out);
    }
    let counts = ValueCounts::of(&known, game.shift, from, to)?;
    match equal {
        Some(value) => {
            let heaps = counts.of_value(value.0);
            HeapsOfValue { args, game, known: &known, value: value.0, from, to }.write(heaps, out)
        }
        None => write_counts(args, game, &counts, (from, to), out),
    }
}

/// A request for the heaps of one value.
struct HeapsOfValue<'a> {
    args: &'a Args,
    game: &'a Game,
    known: &'a Known,
    value: u64,
    from: u64,
    to: u64,
}

impl HeapsOfValue<'_> {
    /// Writes these heaps; `heaps` is their number.
    fn write(&self, heaps: u64, out: &mut OpenOutput) -> anyhow::Result<()> {
        let HeapsOfValue { args, game, from, to, .. } = *self;
        let most = match args.format {
            Format::Bfile => args.rows.map_or(BFILE_ROWS, u64::from),
            _ if is_on_terminal(args) => MOST_ON_TERMINAL,
            _ => u64::MAX,
        };
        if heaps > most {
            let all = count(heaps, "heap");
            say(format!("the first {most} of {all} of value {} from {from} to {to}", self.value));
        }
        let heaps = heaps.min(most);
        match args.format {
            Format::Csv => {
                out.write_all(b"n,grundy\n")?;
                self.each(heaps, |some| {
                    some.iter().try_for_each(|n| writeln!(out, "{n},{}", self.value))
                })
            }
            Format::Bfile => {
                let mut index = args.offset.map_or(1, u64::from);
                writeln!(out, "# {}", self.title(heaps))?;
                self.each(heaps, |some| {
                    some.iter().try_for_each(|n| {
                        index += 1;
                        writeln!(out, "{} {n}", index - 1)
                    })
                })
            }
            Format::Json => {
                let all = self.all(heaps)?;
                let object = json!({"code": game.to_string(), "from": from, "to": to,
                    "value": self.value, "heaps": all});
                Ok(writeln!(out, "{object}")?)
            }
            Format::Text => {
                writeln!(out, "# {}", self.title(heaps))?;
                let (all, width) = (self.all(heaps)?, to.to_string().len());
                let label = all.len().to_string().len();
                for (row, some) in all.chunks(HEAPS_IN_A_ROW).enumerate() {
                    write!(out, "{:>label$}:", row * HEAPS_IN_A_ROW + 1)?;
                    some.iter().try_for_each(|n| write!(out, " {n:>width$}"))?;
                    writeln!(out)?;
                }
                Ok(())
            }
            format => {
                ensure!(heaps > 0, "no heap from {from} to {to} has value {}", self.value);
                let style = Style { largest: Some(to), ..Style::default() };
                let mut writer = format.styled(style, out);
                let code = self.title(heaps);
                writer.begin(&Header { code, from: 1, to: heaps, summary: None })?;
                self.each(heaps, |some| writer.large_chunk(some))?;
                if signal::caught() { Ok(()) } else { Ok(writer.end()?) }
            }
        }
    }

    /// One line about this many heaps.
    fn title(&self, heaps: u64) -> String {
        let HeapsOfValue { game, from, to, value, .. } = self;
        format!("{game}: {} of value {value} from {from} to {to}", count(heaps, "heap"))
    }

    /// The first heaps, this many.
    fn all(&self, heaps: u64) -> anyhow::Result<Vec<u64>> {
        let mut all = vec![];
        self.each(heaps, |some| {
            all.extend_from_slice(some);
            Ok(())
        })?;
        Ok(all)
    }

    /// Passes the first `left` heaps to a sink, in order; after a signal, only some of them.
    fn each(
        &self,
        mut left: u64,
        mut sink: impl FnMut(&[u64]) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        let (mut n, value) = (self.from, self.value);
        let mut feed = Feed::new(self.game.shift, self.from, self.to);
        let passed = feed.all(self.known, |chunk| {
            let all: Vec<u64> = match chunk {
                Chunk::Small(values) => {
                    let values = (n..).zip(values).filter(|(_, v)| u64::from(**v) == value);
                    n += chunk.count() as u64;
                    values.map(|(n, _)| n).take(left as usize).collect()
                }
                Chunk::Large(values) => {
                    let values = (n..).zip(values).filter(|(_, v)| **v == value);
                    n += chunk.count() as u64;
                    values.map(|(n, _)| n).take(left as usize).collect()
                }
            };
            left -= all.len() as u64;
            sink(&all)?;
            if left == 0 || signal::caught() { Err(StreamEnd::Interrupted) } else { Ok(()) }
        });
        match passed {
            Ok(()) | Err(StreamEnd::Interrupted) => Ok(()),
            Err(StreamEnd::Failed(error)) => Err(error),
        }
    }
}

/// Writes the number of heaps of each value.
fn write_counts(
    args: &Args,
    game: &Game,
    counts: &ValueCounts,
    (from, to): (u64, u64),
    out: &mut OpenOutput,
) -> anyhow::Result<()> {
    let all = counts.heaps();
    let share = |heaps: u64| heaps as f64 / all as f64;
    let text = match args.format {
        Format::Csv => {
            let row = |(value, heaps): (u64, u64)| {
                [value.to_string(), heaps.to_string(), format!("{:.9}", share(heaps))]
            };
            let rows: Vec<[String; 3]> = counts.iter().map(row).collect();
            String::from_utf8(csv_bytes(rows, &["value", "heaps", "share"]))?
        }
        Format::Json => {
            let row = |(value, heaps): (u64, u64)| json!({"value": value, "heaps": heaps, "share": share(heaps)});
            let rows: Vec<serde_json::Value> = counts.iter().map(row).collect();
            let object = json!({"code": game.to_string(), "from": from, "to": to, "heaps": all,
                "counts": rows});
            format!("{object}\n")
        }
        Format::Text => {
            let width = all.to_string().len().max(5);
            let mut text = format!("# {game}, heaps {from} to {to}: {}\n", count(all, "heap"));
            text += &format!("value  {:>width$}    share\n", "heaps");
            for (value, heaps) in counts.iter() {
                text += &format!("{value:>5}  {heaps:>width$}  {:>6.3}%\n", 100.0 * share(heaps));
            }
            text
        }
        format => bail!("--count is for the formats text, csv and json, not {format}"),
    };
    Ok(out.write_all(text.as_bytes())?)
}

/// Writes the values of circles.
fn circles(
    args: &Args,
    game: &Game,
    known: &Known,
    (from, to): (u64, u64),
    out: &mut OpenOutput,
) -> anyhow::Result<()> {
    let code = &game.code;
    let index = args.offset.map(u64::from);
    let to = if is_on_terminal(args) { to.min(from + (MOST_ON_TERMINAL - 1)) } else { to };
    let mut writer = args.format.styled(Style { index, ..Style::default() }, out);
    writer.begin(&Header { code: format!("circles of {code}"), from, to, summary: None })?;
    let value = |tokens: u64| {
        let circle = normal_play(code, tokens, |row| known.value(row))?;
        let value = circle.and_then(|circle| circle.value);
        value.ok_or_else(|| anyhow!("the rows that a circle of {tokens} leaves are not known"))
    };
    for first in (from..=to).step_by(CIRCLES_AT_ONCE as usize) {
        if signal::caught() {
            return Ok(());
        }
        let last = to.min(first + (CIRCLES_AT_ONCE - 1));
        let values: Vec<u64> = (first..=last).map(value).collect::<anyhow::Result<_>>()?;
        writer.large_chunk(&values)?;
    }
    Ok(writer.end()?)
}

/// The misère outcomes of heaps or circles; `None` after a signal.
fn outcomes(
    args: &Args,
    code: &Code,
    (from, to): (u64, u64),
) -> anyhow::Result<Option<Vec<Outcome>>> {
    let limits: LimitArgs = args.memory.into();
    let question =
        MisereQuestion { file: None, explain: false, most: 0, limits: &limits, winner: None };
    let is_circle = args.circle.is_wanted();
    // A circle leaves rows that are shorter.
    let (first, last) = if is_circle { (0, to) } else { (from, to + 1) };
    let Some(rows) = are_p(&question, code, first..last)? else { return Ok(None) };
    let outcome = |n: u64| {
        if is_circle {
            let is_p = |row: u64| anyhow::Ok(rows[row as usize]);
            return Ok(misere_play(code, n, is_p)?.outcome);
        }
        Ok(Outcome::next_wins(!rows[(n - first) as usize]))
    };
    Ok(Some((from..=to).map(outcome).collect::<anyhow::Result<_>>()?))
}

/// Writes misère outcomes, the first of which is that of `from` tokens.
pub fn write_outcomes(
    args: &Args,
    game: &str,
    from: u64,
    outcomes: &[Outcome],
    out: &mut OpenOutput,
) -> anyhow::Result<()> {
    let to = from + outcomes.len() as u64 - 1;
    let are_circles = args.circle.is_wanted();
    match args.format {
        Format::Csv => {
            writeln!(out, "n,outcome")?;
            (from..).zip(outcomes).try_for_each(|(n, outcome)| writeln!(out, "{n},{outcome}"))?;
        }
        Format::Json => {
            let all: Vec<String> = outcomes.iter().map(Outcome::to_string).collect();
            let object = json!({"code": game, "misere": true, "circles": are_circles,
                "from": from, "to": to, "outcomes": all});
            writeln!(out, "{object}")?;
        }
        _ => {
            let of = if are_circles { "circles" } else { "heaps" };
            writeln!(
                out,
                "# {game}, {of} {from} to {to} in misère play: N if the player to move wins"
            )?;
            let label = to.to_string().len();
            for (first, some) in
                (from..).step_by(HEAPS_IN_A_ROW).zip(outcomes.chunks(HEAPS_IN_A_ROW))
            {
                let row: String = some.iter().map(|outcome| format!(" {outcome}")).collect();
                writeln!(out, "{first:>label$}:{row}")?;
            }
        }
    }
    Ok(())
}
