//! A solved position as text, JSON and CSV.

use std::io::Write;

use comfy_table::Table;
use comfy_table::presets::NOTHING;
use octal::code::Game;
use octal::input::{count, shortened};
use octal::outcome::Outcome;
use octal::period::sequence::Known;
use octal::position::analysis::{Analysis, EqualHeaps};
use octal::position::explain::explain;
use octal::position::options::Family;
use octal::position::values::SequencesByCode;
use serde_json::{Value, json};

use crate::cli::answer::positions::{Line, not_listed};

/// Sizes of heaps that are shown in text.
const SIZES: usize = 40;

/// Characters of a position that are shown in text.
const WIDTH: usize = 160;

/// The column names of the CSV.
const HEADER: [&str; 7] =
    ["line", "position", "nim_sum", "outcome", "winning_count", "complete", "winning_moves"];

/// The columns beside them, if some position was written as a row.
const ROW_HEADER: [&str; 2] = ["row", "winning_rows"];

/// A solved position, with the data for its answer.
pub struct SolvedPosition<'a> {
    pub line: &'a Line,
    pub analysis: Analysis,
    pub known: Vec<&'a Known>,
    pub sequences: &'a SequencesByCode,
    pub explain: bool,
}

/// Positions that are being solved.
type Solving<'a> = anyhow::Result<SolvedPosition<'a>>;

pub fn text<'a>(
    out: &mut impl Write,
    positions: impl Iterator<Item = Solving<'a>>,
) -> anyhow::Result<()> {
    for (i, shown) in positions.enumerate() {
        let gap = if i == 0 { "" } else { "\n" };
        write!(out, "{gap}{}", shown?.text())?;
    }
    Ok(())
}

pub fn csv<'a>(
    out: &mut impl Write,
    has_rows: bool,
    positions: impl Iterator<Item = Solving<'a>>,
) -> anyhow::Result<()> {
    let mut header = HEADER.to_vec();
    header.extend(has_rows.then_some(ROW_HEADER).into_iter().flatten());
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(out);
    writer.write_record(header)?;
    for shown in positions {
        let shown = shown?;
        let of_rows = || [shown.line.written_row().unwrap_or_default(), shown.rows().join("; ")];
        let of_rows = has_rows.then(of_rows).into_iter().flatten();
        writer.write_record(shown.row().into_iter().chain(of_rows))?;
    }
    writer.flush()?;
    Ok(())
}

pub fn json<'a>(
    out: &mut impl Write,
    positions: impl Iterator<Item = Solving<'a>>,
) -> anyhow::Result<()> {
    let objects: Vec<Value> =
        positions.map(|shown| Ok(shown?.json())).collect::<anyhow::Result<_>>()?;
    writeln!(out, "{}", serde_json::to_string_pretty(&objects)?)?;
    Ok(())
}

pub fn json_object(out: &mut impl Write, shown: &SolvedPosition<'_>) -> anyhow::Result<()> {
    writeln!(out, "{}", serde_json::to_string_pretty(&shown.json())?)?;
    Ok(())
}

impl SolvedPosition<'_> {
    fn text(&self) -> String {
        let mut lines = vec![shortened(&self.line.position.to_string(), WIDTH)];
        lines.extend(self.line.written_row().map(|row| format!("row {}", shortened(&row, WIDTH))));
        if self.explain {
            lines.extend(self.line.legend());
            lines.extend(explain(&self.analysis, &self.known));
            lines.extend(self.sources());
        } else {
            lines.push(self.heaps());
            lines.extend(self.sources());
            lines.push(format!("nim-sum {}: {}", self.analysis.nim_sum, self.verdict()));
            for (heaps, family) in self.analysis.winning() {
                let in_each = match heaps.times {
                    1 => String::new(),
                    times => format!("  in each of {times} heaps"),
                };
                lines.push(format!("  {}{in_each}", self.mv(heaps, family)));
                lines.extend(self.rows_of(family).map(|row| format!("      {row}")));
            }
        }
        lines.extend(self.left_out());
        lines.join("\n") + "\n"
    }

    /// The rows that the moves of a family leave.
    fn rows_of(&self, family: &Family) -> impl Iterator<Item = String> {
        let shown = self.line.row.as_ref().map(|_| family.moves());
        shown.into_iter().flatten().flat_map(|mv| self.line.rows_after(mv.heap, &mv.parts))
    }

    /// The rows that the winning moves leave.
    fn rows(&self) -> Vec<String> {
        self.analysis.winning().flat_map(|(_, family)| self.rows_of(family)).collect()
    }

    /// The heaps with their values.
    fn heaps(&self) -> String {
        let Analysis { games, heaps, .. } = &self.analysis;
        if heaps.is_empty() {
            return "no heaps: the empty sum".to_owned();
        }
        let several = heaps.iter().any(|h| h.times > 1);
        let columns = |game: String, heap: String, times: String, value: String| {
            let game = (games.len() > 1).then_some(game);
            game.into_iter().chain([heap]).chain(several.then_some(times)).chain([value])
        };
        let mut table = Table::new();
        table.load_style(NOTHING);
        let name = str::to_owned;
        table.set_header(columns(name("game"), name("heap"), name("times"), name("value")));
        table.add_rows(heaps.iter().take(SIZES).map(|h| {
            let game = games[h.component].to_string();
            columns(game, h.heap.to_string(), h.times.to_string(), h.value.to_string())
        }));
        let more = heaps.len().saturating_sub(SIZES);
        let more = if more > 0 { format!("\n … and {more} more sizes") } else { String::new() };
        format!("{}{more}", table.trim_fmt())
    }

    /// The sources of the values that were not computed.
    fn sources(&self) -> Vec<String> {
        let Analysis { games, heaps, .. } = &self.analysis;
        let games = games.iter().enumerate();
        let periodic = games.filter(|(i, game)| {
            let mut of_game = heaps.iter().filter(|h| h.component == *i);
            of_game
                .any(|h| self.sequences.is_periodic(&game.code, h.heap.saturating_sub(game.shift)))
        });
        let source = |(_, game): (usize, &Game)| {
            format!("{}: {}", game.code, self.sequences.source(&game.code))
        };
        periodic.map(source).collect()
    }

    /// The winner, in words.
    fn verdict(&self) -> String {
        let count = self.analysis.winning_count();
        let least = if self.analysis.is_complete() { "" } else { "at least " };
        match (self.analysis.outcome(), count) {
            // The nim-sum says that there is one.
            (Outcome::N, 0) => "N-position, the player to move wins; no winning move is among the \
                                options looked at"
                .to_owned(),
            (Outcome::N, 1) => format!(
                "N-position, the player to move wins, by {least}one move{}",
                self.in_rows("which leaves")
            ),
            (Outcome::N, _) => format!(
                "N-position, the player to move wins, by {least}{count} moves{}",
                self.in_rows("which leave")
            ),
            _ => "P-position, the player to move loses".to_owned(),
        }
    }

    /// ", which leaves one of 2 rows", if the moves are all listed and can be made in several
    /// places.
    fn in_rows(&self, which_leave: &str) -> String {
        let (moves, rows) = (self.analysis.winning_count(), self.rows().len() as u64);
        let listed: u64 = self.analysis.winning().map(|(_, family)| family.count).sum();
        if listed == moves && rows > moves {
            format!(", {which_leave} one of {rows} rows")
        } else {
            String::new()
        }
    }

    /// A note on what the list of moves leaves out.
    fn left_out(&self) -> Vec<String> {
        let listed: u64 = self.analysis.winning().map(|(_, family)| family.count).sum();
        let more = not_listed(listed, self.analysis.winning_count());
        let not_tried = self.analysis.heaps.iter().filter(|h| !h.winning.complete).count();
        let not_tried = (not_tried > 0).then(|| {
            let sizes = count(not_tried, "size");
            let found = self.analysis.winning_count() > 0;
            let left = if found { "there may be more winning moves" } else { "one of them wins" };
            format!(
                "  the options of {sizes} of heaps are too many to look at all: {left} (--work looks at \
                 more)"
            )
        });
        more.into_iter().chain(not_tried).collect()
    }

    /// A move as it may be typed back: with its game, if there are several.
    fn mv(&self, heaps: &EqualHeaps, family: &Family) -> String {
        match &self.analysis.games[..] {
            [_] => family.to_string(),
            games => format!("{}: {family}", games[heaps.component]),
        }
    }

    fn row(&self) -> [String; 7] {
        let moves: Vec<String> = self.analysis.winning().map(|(h, f)| self.mv(h, f)).collect();
        [
            self.line.number.to_string(),
            self.line.position.to_string(),
            self.analysis.nim_sum.to_string(),
            self.analysis.outcome().to_string(),
            self.analysis.winning_count().to_string(),
            if self.analysis.is_complete() { "yes" } else { "no" }.to_owned(),
            moves.join("; "),
        ]
    }

    fn json(&self) -> Value {
        let Analysis { games, heaps, nim_sum } = &self.analysis;
        let heap = |h: &EqualHeaps| {
            let game = games[h.component].to_string();
            json!({"game": game, "heap": h.heap, "times": h.times, "grundy": h.value})
        };
        let mv = |(h, f): (&EqualHeaps, &Family)| {
            let game = games[h.component].to_string();
            json!({"move": self.mv(h, f), "game": game, "heap": f.heap, "parts": f.parts,
                "step": f.step, "count": f.count, "times": h.times})
        };
        let known = |game: &Game| {
            let how = self.sequences.source(&game.code);
            json!({"game": game.to_string(), "how_known": how})
        };
        let explanation = self.explain.then(|| explain(&self.analysis, &self.known));
        json!({
            "line": self.line.number,
            "position": self.line.position.to_string(),
            "row": self.line.written_row(),
            "games": games.iter().map(known).collect::<Vec<_>>(),
            "heaps": heaps.iter().map(heap).collect::<Vec<_>>(),
            "nim_sum": nim_sum,
            "outcome": self.analysis.outcome().to_string(),
            "winning_count": self.analysis.winning_count(),
            "complete": self.analysis.is_complete(),
            "winning_moves": self.analysis.winning().map(mv).collect::<Vec<_>>(),
            "winning_rows": self.line.row.as_ref().map(|_| self.rows()),
            "explanation": explanation,
        })
    }
}
