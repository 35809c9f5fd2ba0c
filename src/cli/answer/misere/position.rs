//! A position under misère play: what is searched for it, and how the answer is written.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use anyhow::{anyhow, ensure};
use comfy_table::Table;
use comfy_table::presets::NOTHING;
use octal::code::Code;
use octal::misere::limits::{MisereLimits, MisereStop};
use octal::misere::position::{Heap, MisereAnalysis};
use octal::misere::presentation::in_letters;
use octal::misere::pretending::{Pretending, QuotientValue};
use octal::misere::solve::{Proof, Solved, solve};
use octal::misere::winning::{WinningBudget, WinningFamily, WinningMoves};
use octal::outcome::Outcome;
use octal::period::sequence::Known;
use octal::position::sum::{Position, SumComponent};
use octal::survey::store::csv_bytes;
use serde_json::json;

use super::{Bar, code, limits, normal};
use crate::cli::answer::positions::{Line, answer_of, not_listed, unanswered};
use crate::cli::args::format::AnswerFormat;
use crate::cli::args::limits::LimitArgs;
use crate::cli::terminal::output::OutputArgs;
use crate::cli::terminal::stderr::say;
use crate::cli::{Answer, Result};

/// More heaps than this are refused: each is multiplied with all others.
const MOST_HEAPS: usize = 2000;

/// Lines of the explanation of a position.
const SHOWN: usize = 40;

/// Options looked at for the winning moves of a position, without a limit of work.
const WORK_FOR_MOVES: u64 = 2_000_000_000;

/// How positions are to be solved under misère play.
pub struct MisereQuestion<'a> {
    /// The file that holds the positions; `None` if one position was given in words.
    pub file: Option<&'a Path>,
    /// Whether the arithmetic is wanted.
    pub explain: bool,
    /// How many winning moves of a position to list at most.
    pub most: u64,
    /// How far to search.
    pub limits: &'a LimitArgs,
}

/// What is known of a game.
struct SearchedGame {
    solved: Solved,
    normal: Option<Known>,
}

impl MisereQuestion<'_> {
    /// Solves the positions and writes the answers; `wrong` lines more hold no position.
    pub fn answer(
        &self,
        lines: &[Line],
        wrong: usize,
        format: AnswerFormat,
        output: &OutputArgs,
    ) -> Result {
        let mut out = output.open()?;
        let mut games = BTreeMap::new();
        for (code, largest) in largest_heaps(lines) {
            let Some(game) = self.search(code, largest)? else {
                say("interrupted: the quotient is not computed far enough");
                return Ok(Answer::Unfinished);
            };
            games.insert(code, game);
        }
        let (mut objects, mut answered) = (vec![], 0);
        for line in lines {
            let shown = match (self.solve(line, &games), self.file) {
                (Ok(shown), _) => shown,
                (Err(error), Some(path)) => {
                    unanswered(path, line.number, &error);
                    continue;
                }
                (Err(error), None) => return Err(error),
            };
            let is_first = answered == 0;
            answered += 1;
            match format {
                AnswerFormat::Json => objects.push(shown.json(self.explain)),
                AnswerFormat::Csv if is_first => {
                    out.write_all(&csv_bytes([shown.row()], &HEADER))?
                }
                AnswerFormat::Csv => out.write_all(&csv_row(&shown.row())?)?,
                _ => {
                    let gap = if is_first { "" } else { "\n" };
                    write!(out, "{gap}{}", shown.text(self.explain))?;
                }
            }
        }
        ensure!(answered > 0, "no line has an answer");
        if format == AnswerFormat::Json {
            let all = match self.file {
                Some(_) => serde_json::Value::Array(objects),
                None => objects.remove(0),
            };
            writeln!(out, "{}", serde_json::to_string_pretty(&all)?)?;
        }
        out.commit()?;
        let treblecross: Code = TREBLECROSS.parse()?;
        if games.contains_key(&treblecross) {
            say(NOT_THE_BOARD);
        }
        Ok(answer_of(lines.len() + wrong, answered))
    }

    /// Searches the quotient of the heaps up to the largest, or of the whole game, if that is proved
    /// before; `None` if a signal asks to stop.
    fn search(&self, code: &Code, largest: u64) -> anyhow::Result<Option<SearchedGame>> {
        let limits = limits(self.limits);
        let heaps = usize::try_from(largest).unwrap_or(usize::MAX).min(limits.heaps);
        let solved = solve(code, &MisereLimits { heaps, ..limits }, &Bar::new(code))?;
        if solved.stop == MisereStop::Cancelled {
            return Ok(None);
        }
        let normal = normal(&solved, self.limits)?;
        Ok(Some(SearchedGame { solved, normal }))
    }

    /// Solves the position of a line.
    fn solve<'s>(
        &self,
        line: &'s Line,
        games: &'s BTreeMap<&Code, SearchedGame>,
    ) -> anyhow::Result<ShownPosition<'s>> {
        let SumComponent { game, heaps } = component(&line.position)?;
        ensure!(heaps.len() <= MOST_HEAPS, "at most {MOST_HEAPS} heaps in a position");
        let SearchedGame { solved, normal } = &games[code(game)?];
        let pretending = Pretending { solved, normal: normal.as_ref() };
        let work = self.limits.work.asked().unwrap_or(WORK_FOR_MOVES);
        let budget = WinningBudget { work, listed: self.most };
        let analysis = MisereAnalysis::new(&pretending, heaps, budget);
        let analysis = analysis.map_err(|_| anyhow!(unknown(solved, heaps)))?;
        Ok(ShownPosition { line: line.number, solved, pretending, analysis })
    }
}

/// The only game of a position.
fn component(position: &Position) -> anyhow::Result<&SumComponent> {
    let [component] = position.components() else {
        return Err(anyhow!(
            "misère play of several games side by side is not solved by the quotient of each: give the \
             heaps of one game"
        ));
    };
    Ok(component)
}

/// The codes of the lines that can be solved, each with its largest heap.
fn largest_heaps(lines: &[Line]) -> BTreeMap<&Code, u64> {
    let mut largest = BTreeMap::new();
    for component in lines.iter().filter_map(|line| component(&line.position).ok()) {
        if let Ok(code) = code(&component.game) {
            let heap = largest.entry(code).or_insert(0);
            *heap = component.heaps.iter().copied().fold(*heap, u64::max);
        }
    }
    largest
}

/// A row of CSV beneath the first.
fn csv_row(fields: &[String]) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(vec![]);
    writer.write_record(fields)?;
    Ok(writer.into_inner()?)
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
            "the normal play of {} is not known at heap {largest}, nor its period: ask for smaller heaps; \
             --limit, --work and --memory allow more",
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
const HEADER: [&str; 8] =
    ["code", "position", "value", "outcome", "winning_count", "complete", "winning_moves", "line"];

/// A solved position to be shown.
struct ShownPosition<'a> {
    line: usize,
    solved: &'a Solved,
    pretending: Pretending<'a>,
    analysis: MisereAnalysis,
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

    /// The winning moves that are listed, in families, `5 → 2+2`.
    fn moves(&self) -> impl Iterator<Item = (&Heap, String)> {
        self.analysis.heaps.iter().flat_map(|heap| {
            listed(heap).iter().map(move |family| (heap, format!("{} → {family}", heap.size)))
        })
    }

    /// How many winning moves there are, those in equal heaps counted once.
    fn winning_count(&self) -> u64 {
        let winning = self.analysis.heaps.iter().filter_map(|heap| heap.winning.as_ref());
        winning.map(|moves| moves.count).sum()
    }

    fn text(&self, explain: bool) -> String {
        let (outcome, count) = (self.outcome(), self.winning_count());
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
        lines.extend(moves);
        if outcome == Outcome::N && count == 0 && self.is_complete() {
            lines.push("no move is left, so the player to move has won".to_owned());
        }
        let heaps = self.analysis.heaps.iter();
        lines.extend(not_listed(heaps.flat_map(listed).map(|family| family.count).sum(), count));
        if !self.is_complete() {
            lines.push(
                "heaps with more options than --work allows, and heaps of more than 2^20 tokens (2^12 \
                 where three parts may be left) whose values have no period, were not searched for winning \
                 moves"
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
        listed(heap).iter().map(line).collect()
    }

    fn is_in_normal_kernel(&self, x: u32) -> bool {
        matches!(&self.solved.proof, Some(Proof::Kernel(values)) if values.kernel().contains(x))
    }

    fn json(&self, explain: bool) -> serde_json::Value {
        let heap = |heap: &Heap| {
            let texts =
                |moves: &WinningMoves| moves.families.iter().map(ToString::to_string).collect();
            let moves: Option<Vec<String>> = heap.winning.as_ref().map(texts);
            json!({ "heap": heap.size, "times": heap.times, "value": self.value(heap.value),
                "others": self.value(heap.others), "winning_moves": moves,
                "winning_count": heap.winning.as_ref().map(|moves| moves.count) })
        };
        let heaps: Vec<_> = self.analysis.heaps.iter().map(heap).collect();
        json!({ "line": self.line, "code": self.solved.code.to_string(), "position": self.position(),
            "value": self.value(self.analysis.value), "outcome": self.outcome().to_string(),
            "winning_count": self.winning_count(), "complete": self.is_complete(),
            "heaps": heaps, "explanation": explain.then(|| self.explanation()) })
    }

    fn row(&self) -> [String; 8] {
        let moves: Vec<String> = self.moves().map(|(_, mv)| mv).collect();
        let complete = if self.is_complete() { "yes" } else { "no" };
        [
            self.solved.code.to_string(),
            self.position(),
            self.value(self.analysis.value),
            self.outcome().to_string(),
            self.winning_count().to_string(),
            complete.to_owned(),
            moves.join("; "),
            self.line.to_string(),
        ]
    }
}

/// The winning moves of a heap that are listed.
fn listed(heap: &Heap) -> &[WinningFamily] {
    heap.winning.as_ref().map_or(&[], |moves| &moves.families)
}
