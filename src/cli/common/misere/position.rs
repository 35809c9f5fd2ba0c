//! A position under misère play: what is searched for it, and how the answer is written.

use std::io::Write;

use anyhow::{bail, ensure};
use comfy_table::Table;
use comfy_table::presets::NOTHING;
use octal::code::Code;
use octal::misere::limits::{MisereLimits, MisereStop};
use octal::misere::position::{Heap, MisereAnalysis};
use octal::misere::presentation::in_letters;
use octal::misere::pretending::{Pretending, QuotientValue};
use octal::misere::solve::{Proof, Solved, solve};
use octal::misere::winning::WinningFamily;
use octal::outcome::Outcome;
use octal::survey::store::csv_bytes;
use serde_json::json;

use super::{Bar, limits, normal};
use crate::cli::common::format::AnswerFormat;
use crate::cli::common::limits::LimitArgs;
use crate::cli::common::output::OutputArgs;
use crate::cli::common::stderr::say;
use crate::cli::{Answer, Result};

/// More heaps than this are refused: each is multiplied with all others.
const MOST_HEAPS: usize = 2000;

/// Winning moves of a heap that are shown in text.
const SHOWN: usize = 40;

/// A position that is asked about.
pub struct Asked<'a> {
    /// The rules.
    pub code: &'a Code,
    /// The heaps.
    pub sizes: &'a [u64],
    /// Whether the arithmetic is wanted.
    pub explain: bool,
    /// How far to search.
    pub limits: &'a LimitArgs,
}

impl Asked<'_> {
    /// Solves the position and writes the answer.
    ///
    /// # Errors
    /// If there are too many heaps, the value of one is not known, or the output fails.
    pub fn answer(&self, format: AnswerFormat, output: &OutputArgs) -> Result {
        ensure!(self.sizes.len() <= MOST_HEAPS, "at most {MOST_HEAPS} heaps in a position");
        let mut out = output.open()?;
        let solved = self.search()?;
        if solved.stop == MisereStop::Cancelled {
            say("interrupted: the quotient is not computed far enough");
            return Ok(Answer::Unfinished);
        }
        let known = normal(&solved, self.limits)?;
        let pretending = Pretending { solved: &solved, normal: known.as_ref() };
        let Ok(analysis) = MisereAnalysis::new(&pretending, self.sizes) else {
            bail!(unknown(&solved, self.sizes));
        };
        let shown = ShownPosition { solved: &solved, pretending, analysis: &analysis };
        match format {
            AnswerFormat::Json => {
                writeln!(out, "{}", serde_json::to_string_pretty(&shown.json())?)?;
            }
            AnswerFormat::Csv => out.write_all(&csv_bytes([shown.row()], &HEADER))?,
            _ => write!(out, "{}", shown.text(self.explain))?,
        }
        out.commit()?;
        if *self.code == TREBLECROSS.parse()? {
            say(NOT_THE_BOARD);
        }
        Ok(Answer::Yes)
    }

    /// What is known of the heaps up to the largest: their partial quotient, or the whole game, if it
    /// is proved before.
    fn search(&self) -> anyhow::Result<Solved> {
        let limits = limits(self.limits);
        let largest = self.sizes.iter().max().copied().unwrap_or(0);
        let heaps = usize::try_from(largest).unwrap_or(usize::MAX).min(limits.heaps);
        Ok(solve(self.code, &MisereLimits { heaps, ..limits }, &Bar::new(self.code))?)
    }
}

/// The code of the clean boards of Treblecross.
const TREBLECROSS: &str = "0.007";

/// Why the answer about those heaps is none about boards.
const NOT_THE_BOARD: &str = "this is about heaps: on a board of Treblecross that is lost by whoever \
    completes three in a row, cells near an X may be played, and 0.007 does not describe it";

/// Why the position has no answer.
fn unknown(solved: &Solved, sizes: &[u64]) -> String {
    let largest = sizes.iter().max().copied().unwrap_or(0);
    let last = solved.quotient.last_heap();
    match (&solved.proof, &solved.infinite) {
        (Some(_), _) => format!(
            "the normal play of {} is not known at heap {largest}, nor its period: ask for smaller heaps",
            solved.code
        ),
        (None, Some(infinite)) => format!(
            "the misère quotient of {} is infinite from heap {} on, and heap {largest} is not below that: ask for \
             smaller heaps",
            solved.code, infinite.larger
        ),
        (None, None) => format!(
            "the misère quotient of {} is verified to heap {last} only, and heap {largest} is larger: \
             --limit, --work and --memory allow more",
            solved.code
        ),
    }
}

/// The column names of the CSV.
const HEADER: [&str; 7] =
    ["code", "position", "value", "outcome", "winning_count", "complete", "winning_moves"];

/// A solved position to be shown.
struct ShownPosition<'a> {
    solved: &'a Solved,
    pretending: Pretending<'a>,
    analysis: &'a MisereAnalysis,
}

impl ShownPosition<'_> {
    fn value(&self, x: QuotientValue) -> String {
        match x {
            QuotientValue::Element(x) => in_letters(self.solved.quotient.monoid(), x),
            QuotientValue::Nim(value) => format!("*{value}"),
        }
    }

    fn outcome(&self) -> Outcome {
        Outcome::next_wins(!self.analysis.is_p)
    }

    fn position(&self) -> String {
        let each = |heap: &Heap| vec![heap.size.to_string(); heap.times];
        self.analysis.heaps.iter().flat_map(each).collect::<Vec<_>>().join(" ")
    }

    fn is_complete(&self) -> bool {
        self.analysis.heaps.iter().all(|heap| heap.winning.is_some())
    }

    /// The winning moves in families, `5 → 2+2`.
    fn moves(&self) -> impl Iterator<Item = (&Heap, String)> {
        let of_heap = |heap: &'_ Heap| heap.winning.iter().flatten().cloned().collect::<Vec<_>>();
        let heaps = self.analysis.heaps.iter();
        heaps.flat_map(move |heap| {
            let families = of_heap(heap).into_iter();
            families.map(move |family| (heap, format!("{} → {family}", heap.size)))
        })
    }

    fn text(&self, explain: bool) -> String {
        let (outcome, families) = (self.outcome(), self.moves().count());
        let mut lines = vec![format!("{}: {}", self.solved.code, self.position()), self.heaps()];
        let loses = if outcome == Outcome::P { "loses" } else { "wins" };
        let value = self.value(self.analysis.value);
        lines.push(format!("value {value}: {outcome}-position, the player to move {loses}"));
        if explain {
            lines.extend(self.explanation());
        }
        let moves = self.moves().map(|(heap, mv)| match heap.times {
            1 => format!("  {mv}"),
            times => format!("  {mv}  in each of {times} heaps"),
        });
        lines.extend(moves.take(SHOWN));
        if outcome == Outcome::N && families == 0 && self.is_complete() {
            lines.push("no move is left, so the player to move has won".to_owned());
        }
        if families > SHOWN {
            lines.push(format!("  … and {} more", families - SHOWN));
        }
        if !self.is_complete() {
            lines.push(
                "heaps of more than 2^20 tokens (2^12 where three parts may be left) whose values have no \
                 period were not searched for winning moves"
                    .to_owned(),
            );
        }
        lines.join("\n") + "\n"
    }

    /// The heaps with their values.
    fn heaps(&self) -> String {
        let mut table = Table::new();
        table.load_style(NOTHING).set_header(["heap", "times", "value", "others"]);
        table.add_rows(self.analysis.heaps.iter().map(|heap| {
            let values = [self.value(heap.value), self.value(heap.others)];
            [vec![heap.size.to_string(), heap.times.to_string()], values.to_vec()].concat()
        }));
        table.trim_fmt()
    }

    /// The product, what P is, and what each winning move makes of it.
    fn explanation(&self) -> Vec<String> {
        let factors = self.analysis.heaps.iter().flat_map(|heap| vec![heap.value; heap.times]);
        let factors: Vec<String> = factors.map(|x| self.value(x)).collect();
        let p = self.solved.quotient.p_portion().iter().map(|x| x as u32);
        let p = p.filter(|&x| !self.is_in_normal_kernel(x));
        let mut p: Vec<String> = p.map(|x| self.value(QuotientValue::Element(x))).collect();
        if matches!(self.solved.proof, Some(Proof::Kernel(_))) {
            p.push("*0".to_owned());
        }
        let product = if factors.is_empty() { "1".to_owned() } else { factors.join(" · ") };
        let value = self.value(self.analysis.value);
        let is_in = if self.analysis.is_p { "is" } else { "is not" };
        let mut lines =
            vec![format!("{product} = {value}, which {is_in} in P = {{{}}}", p.join(", "))];
        let heaps = self.analysis.heaps.iter();
        lines.extend(heaps.flat_map(|heap| self.hits(heap)).take(SHOWN));
        lines
    }

    /// What the winning moves of a heap leave, as products.
    fn hits(&self, heap: &Heap) -> Vec<String> {
        let line = |family: &WinningFamily| {
            let values = family.present().filter_map(|part| self.pretending.value(part as u64));
            let values: Vec<QuotientValue> = values.collect();
            let all = values.iter().fold(heap.others, |x, &y| self.pretending.product(x, y));
            let factors = std::iter::once(heap.others).chain(values).map(|x| self.value(x));
            let factors: Vec<String> = factors.collect();
            let mv = format!("{} → {family}", heap.size);
            format!("  {mv} leaves {} = {}, in P", factors.join(" · "), self.value(all))
        };
        heap.winning.iter().flatten().map(line).collect()
    }

    fn is_in_normal_kernel(&self, x: u32) -> bool {
        matches!(&self.solved.proof, Some(Proof::Kernel(values)) if values.kernel().contains(x))
    }

    fn json(&self) -> serde_json::Value {
        let heap = |heap: &Heap| {
            let moves = heap.winning.as_ref();
            let moves =
                moves.map(|moves| moves.iter().map(ToString::to_string).collect::<Vec<_>>());
            json!({ "heap": heap.size, "times": heap.times, "value": self.value(heap.value),
                "others": self.value(heap.others), "winning_moves": moves,
                "winning_count": heap.winning.as_deref().map(count) })
        };
        let heaps: Vec<_> = self.analysis.heaps.iter().map(heap).collect();
        json!({ "code": self.solved.code.to_string(), "position": self.position(),
            "value": self.value(self.analysis.value), "outcome": self.outcome().to_string(),
            "complete": self.is_complete(), "heaps": heaps })
    }

    fn row(&self) -> [String; 7] {
        let moves: Vec<String> = self.moves().map(|(_, mv)| mv).collect();
        let complete = if self.is_complete() { "yes" } else { "no" };
        let heaps = self.analysis.heaps.iter();
        let count = heaps.map(|heap| count(heap.winning.iter().flatten())).sum::<u64>().to_string();
        let (code, value) = (self.solved.code.to_string(), self.value(self.analysis.value));
        let outcome = self.outcome().to_string();
        [code, self.position(), value, outcome, count, complete.to_owned(), moves.join("; ")]
    }
}

/// How many moves these families have.
fn count<'f>(families: impl IntoIterator<Item = &'f WinningFamily>) -> u64 {
    families.into_iter().map(|family| family.count).sum()
}
