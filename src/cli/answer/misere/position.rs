//! A position under misère play: the searches for it, and the text of the answer.
//!
//! ```text
//! the quotient by a short search, or a proof for the whole game: the product of the heaps' values
//! else direct search
//! else the quotient by a long search
//! ```

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use anyhow::{anyhow, ensure};
use comfy_table::Table;
use comfy_table::presets::NOTHING;
use octal::code::Code;
use octal::formats::Format;
use octal::input::count;
use octal::misere::direct::{DirectAnalysis, DirectSearch, LARGEST_HEAP};
use octal::misere::limits::{Meter, MisereLimits, MisereStop};
use octal::misere::position::{Heap, MisereAnalysis};
use octal::misere::presentation::in_letters;
use octal::misere::pretending::{Pretending, QuotientValue};
use octal::misere::solve::{Proof, Solved, solve};
use octal::misere::winning::{WinningBudget, WinningFamily, WinningMoves};
use octal::outcome::Outcome;
use octal::period::sequence::Known;
use octal::position::sum::{Position, SumComponent};
use serde_json::json;

use super::{Bar, code, direct_limits, limits, normal};
use crate::cli::answer::positions::{self, Line, WinnerWords, answer_of, not_listed, unanswered};
use crate::cli::args::limits::LimitArgs;
use crate::cli::terminal::output::OutputArgs;
use crate::cli::terminal::stderr::say;
use crate::cli::{Answer, Result};

/// More heaps than this are refused: each is multiplied with all others.
const MOST_HEAPS: usize = 2000;

/// Lines of the explanation of a position.
const SHOWN: usize = 40;

/// Options examined for the winning moves of a position, without a limit of work.
const WORK_FOR_MOVES: u64 = 2_000_000_000;

/// The work of the short search for a quotient, before the direct search: about 0.3 s.
const SHORT_SEARCH: u64 = 300_000_000;

/// The way in which positions are solved under misère play.
pub struct MisereQuestion<'a> {
    /// The file that holds the positions; `None` if one position was given in words.
    pub file: Option<&'a Path>,
    /// True if the arithmetic is wanted.
    pub explain: bool,
    /// The largest number of winning moves of a position that are listed.
    pub most: u64,
    /// The limits of the search.
    pub limits: &'a LimitArgs,
    /// The words of the answer, if only the winner is wanted.
    pub winner: Option<&'a WinnerWords>,
}

impl MisereQuestion<'_> {
    /// Solves the positions and writes the answers; `wrong` lines more hold no position.
    pub fn answer(
        &self,
        lines: &[Line],
        wrong: usize,
        format: Format,
        output: &OutputArgs,
    ) -> Result {
        let mut out = output.open()?;
        let mut solver = MisereSolver::new(self, lines);
        let (mut objects, mut answered) = (vec![], 0);
        positions::refuse_gaps(self.winner.map_or(0, |_| wrong))?;
        let has_rows = lines.iter().any(|line| line.row.is_some());
        for line in lines {
            let shown = match (solver.solve(line), self.file.filter(|_| self.winner.is_none())) {
                (Ok(Some(shown)), _) => shown,
                (Ok(None), _) => {
                    say("interrupted: not every position is solved");
                    return Ok(Answer::Unfinished);
                }
                (Err(error), Some(path)) => {
                    unanswered(path, line.number, &error);
                    continue;
                }
                (Err(error), None) => return Err(error),
            };
            let is_first = answered == 0;
            answered += 1;
            match (self.winner, format) {
                (Some(words), _) => writeln!(out, "{}", words.of(shown.outcome()))?,
                (None, Format::Json) => objects.push(shown.json(self.explain)),
                (None, Format::Csv) => {
                    if is_first {
                        let header = HEADER.map(str::to_owned).into_iter();
                        let rows = ROW_HEADER.map(str::to_owned).into_iter();
                        out.write_all(&csv_row(header.chain(rows.filter(|_| has_rows)))?)?;
                    }
                    out.write_all(&csv_row(shown.record(has_rows))?)?;
                }
                _ => {
                    let gap = if is_first { "" } else { "\n" };
                    write!(out, "{gap}{}", shown.text())?;
                }
            }
        }
        ensure!(answered > 0, "no line has an answer");
        if format == Format::Json && self.winner.is_none() {
            let all = match self.file {
                Some(_) => serde_json::Value::Array(objects),
                None => objects.remove(0),
            };
            writeln!(out, "{}", serde_json::to_string_pretty(&all)?)?;
        }
        out.commit()?;
        let treblecross: Code = TREBLECROSS.parse()?;
        if solver.games.contains_key(&treblecross) {
            say(NOT_THE_BOARD);
        }
        Ok(answer_of(lines.len() + wrong, answered))
    }
}

/// The heaps of one game in a position.
type GameHeaps<'p> = (&'p Code, &'p [u64]);

/// The games of a position with their heaps.
fn games(position: &Position) -> anyhow::Result<Vec<GameHeaps<'_>>> {
    position.components().iter().map(|c| Ok((code(&c.game)?, &c.heaps[..]))).collect()
}

/// The quotient of a game, as far as it was searched.
struct SearchedGame {
    /// The largest heap of any position.
    largest: usize,
    /// The quotient and the normal play behind it, after a search.
    found: Option<(Solved, Option<Known>)>,
    /// True if no longer search is allowed.
    is_searched_fully: bool,
}

/// True for each of these rows of a game if it is a P-position; `None` if a signal asks to stop.
pub fn are_p(
    question: &MisereQuestion<'_>,
    code: &Code,
    rows: impl Iterator<Item = u64>,
) -> anyhow::Result<Option<Vec<bool>>> {
    let sum = |row| Position::new([SumComponent { game: code.clone().into(), heaps: vec![row] }]);
    let lines: Vec<Line> = rows.map(|row| sum(row).into()).collect();
    let mut solver = MisereSolver::new(question, &lines);
    lines.iter().map(|line| Ok(solver.solve(line)?.map(|shown| shown.is_p))).collect()
}

/// Everything found out for the positions of one command.
struct MisereSolver<'a> {
    question: &'a MisereQuestion<'a>,
    games: BTreeMap<Code, SearchedGame>,
    direct: DirectSearch,
}

impl<'a> MisereSolver<'a> {
    /// Nothing is searched yet.
    fn new(question: &'a MisereQuestion<'a>, lines: &[Line]) -> MisereSolver<'a> {
        let mut searched: BTreeMap<Code, SearchedGame> = BTreeMap::new();
        for (code, heaps) in lines.iter().filter_map(|line| games(&line.position).ok()).flatten() {
            let largest = heaps.iter().copied().fold(0, u64::max);
            let largest = usize::try_from(largest).unwrap_or(usize::MAX);
            let game = searched.entry(code.clone()).or_insert(SearchedGame {
                largest,
                found: None,
                is_searched_fully: false,
            });
            game.largest = game.largest.max(largest);
        }
        MisereSolver { question, games: searched, direct: DirectSearch::default() }
    }

    /// Solves the position of a line; `None` if a signal asks to stop.
    fn solve<'l>(&mut self, line: &'l Line) -> anyhow::Result<Option<ShownPosition<'l>>> {
        let games = games(&line.position)?;
        let heaps: usize = games.iter().map(|(_, heaps)| heaps.len()).sum();
        ensure!(heaps <= MOST_HEAPS, "at most {MOST_HEAPS} heaps in a position");
        let single = match games[..] {
            [game] => Some(game),
            _ => None,
        };
        if let Some(game) = single {
            if !self.search(game.0, Some(SHORT_SEARCH))? {
                return Ok(None);
            }
            if let Some(shown) = self.by_quotient(line, game) {
                return Ok(Some(shown));
            }
        }
        let stop = match self.by_direct_search(line, &games) {
            Ok(shown) => return Ok(Some(shown)),
            Err(MisereStop::Cancelled) => return Ok(None),
            Err(stop) => stop,
        };
        if let Some(game) = single {
            if !self.search(game.0, None)? {
                return Ok(None);
            }
            if let Some(shown) = self.by_quotient(line, game) {
                return Ok(Some(shown));
            }
        }
        let found = single.and_then(|(code, _)| self.games[code].found.as_ref());
        let quotient = found.map(|(solved, _)| unknown(solved, games[0].1) + "; ");
        Err(anyhow!("{}{}", quotient.unwrap_or_default(), gave_up(stop, self.direct.sums())))
    }

    /// Searches the quotient of the heaps up to the largest, with at most `most` work and within
    /// the limits. If the quotient of the whole game is proved before, the search ends with that.
    /// False if a signal asks to stop.
    fn search(&mut self, code: &Code, most: Option<u64>) -> anyhow::Result<bool> {
        let game = self.games.get_mut(code).expect("every game of the lines is there");
        if game.is_searched_fully || (most.is_some() && game.found.is_some()) {
            return Ok(true);
        }
        let allowed = limits(self.question.limits);
        let work = [allowed.work, most].into_iter().flatten().min();
        let heaps = game.largest.min(allowed.heaps);
        let solved = solve(code, &MisereLimits { heaps, work, ..allowed }, &Bar::new(code))?;
        if solved.stop == MisereStop::Cancelled {
            return Ok(false);
        }
        game.is_searched_fully = solved.stop != MisereStop::Work || work == allowed.work;
        let normal = normal(&solved, self.question.limits)?;
        game.found = Some((solved, normal));
        Ok(true)
    }

    /// The answer by the quotient, if all values of the heaps are known.
    fn by_quotient<'l>(
        &self,
        line: &'l Line,
        (code, heaps): GameHeaps<'_>,
    ) -> Option<ShownPosition<'l>> {
        let (solved, normal) = self.games[code].found.as_ref()?;
        let pretending = Pretending { solved, normal: normal.as_ref() };
        let MisereQuestion { explain, most, limits, winner, .. } = *self.question;
        let work = winner.map_or(limits.work.asked().unwrap_or(WORK_FOR_MOVES), |_| 0);
        let analysis =
            MisereAnalysis::new(&pretending, heaps, WinningBudget { work, listed: most }).ok()?;
        let quotient = QuotientAnswer { pretending, analysis };
        let explanation = if explain { quotient.explanation() } else { vec![] };
        let value = Some(quotient.value(quotient.analysis.value));
        let (is_p, heaps) = (quotient.analysis.is_p, quotient.heaps());
        let codes = vec![code.clone()];
        Some(ShownPosition { line, codes, heaps, value, is_p, sums: None, explanation })
    }

    /// The answer by direct search.
    fn by_direct_search<'l>(
        &mut self,
        line: &'l Line,
        games: &[GameHeaps<'_>],
    ) -> Result<ShownPosition<'l>, MisereStop> {
        let MisereQuestion { explain, most, limits, winner, .. } = *self.question;
        let codes: Vec<Code> = games.iter().map(|(code, _)| (*code).clone()).collect();
        let places: Vec<usize> = codes.iter().map(|code| self.direct.game(code)).collect();
        let heaps: Vec<(usize, u64)> = (places.iter().zip(games))
            .flat_map(|(&place, (_, heaps))| heaps.iter().map(move |&heap| (place, heap)))
            .collect();
        let none: Code = Code::new([], []).expect("a code without moves");
        let bar = Bar::new(codes.first().unwrap_or(&none));
        let mut meter = Meter::new(direct_limits(Some(limits)), &bar);
        let found = match winner {
            Some(_) => {
                DirectAnalysis { heaps: vec![], is_p: self.direct.is_p(&heaps, &mut meter)? }
            }
            None => self.direct.analyse(&heaps, most, &mut meter)?,
        };
        let mut shown: Vec<ShownHeap> = vec![];
        for heap in found.heaps {
            let game = places.iter().position(|&place| place == heap.game).unwrap_or(0);
            let (size, times, winning) = (heap.size, heap.times, heap.winning);
            shown.push(ShownHeap { game, size, times, values: None, winning });
        }
        shown.sort_by_key(|heap| (heap.game, heap.size));
        let (is_p, sums) = (found.is_p, Some(self.direct.sums()));
        let mut answer = ShownPosition {
            line,
            codes,
            heaps: shown,
            value: None,
            is_p,
            sums,
            explanation: vec![],
        };
        if explain {
            answer.explanation = answer.searched();
        }
        Ok(answer)
    }
}

/// The reason why the direct search has no answer.
fn gave_up(stop: MisereStop, sums: usize) -> String {
    match stop {
        MisereStop::Heaps => {
            format!("direct search accepts heaps up to {LARGEST_HEAP}, or up to --limit")
        }
        MisereStop::Memory => {
            format!("direct search used up its memory after {sums} sums: --memory allows more")
        }
        _ => format!("direct search used up its work after {sums} sums: --work allows more"),
    }
}

/// A row of CSV.
fn csv_row(fields: impl Iterator<Item = String>) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(vec![]);
    writer.write_record(fields)?;
    Ok(writer.into_inner()?)
}

/// The code of the clean boards of Treblecross.
const TREBLECROSS: &str = "0.007";

/// The reason why the answer about those heaps is none about boards.
const NOT_THE_BOARD: &str = "this is about heaps: on a board of Treblecross the player who completes \
    three in a row loses, cells near an X may be played, and 0.007 does not describe it";

/// The reason why the position has no answer.
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

/// The column names of the CSV: those of normal play, with the value in place of the nim-sum.
const HEADER: [&str; 8] = [
    "line",
    "position",
    "value",
    "outcome",
    "winning_count",
    "complete",
    "winning_moves",
    "method",
];

/// The columns beside them, if some position was written as a row.
const ROW_HEADER: [&str; 2] = ["row", "winning_rows"];

/// A position solved by the quotient of its game.
struct QuotientAnswer<'a> {
    pretending: Pretending<'a>,
    analysis: MisereAnalysis,
}

impl QuotientAnswer<'_> {
    fn value(&self, x: QuotientValue) -> String {
        match x {
            QuotientValue::Element(x) => in_letters(self.pretending.solved.quotient.monoid(), x),
            QuotientValue::Nim(value) => format!("*{value}"),
        }
    }

    /// The heaps with their values.
    fn heaps(&self) -> Vec<ShownHeap> {
        let shown = |heap: &Heap| ShownHeap {
            game: 0,
            size: heap.size,
            times: heap.times,
            values: Some([self.value(heap.value), self.value(heap.others)]),
            winning: heap.winning.clone(),
        };
        self.analysis.heaps.iter().map(shown).collect()
    }

    /// The product, the set P, and the product that each winning move leaves.
    fn explanation(&self) -> Vec<String> {
        let solved = self.pretending.solved;
        let factors = self.analysis.heaps.iter().flat_map(|heap| vec![heap.value; heap.times]);
        let factors: Vec<String> = factors.map(|x| self.value(x)).collect();
        let p = solved.quotient.p_portion().iter().map(|x| x as u32);
        let p = p.filter(|&x| !self.is_in_normal_kernel(x));
        let mut p: Vec<String> = p.map(|x| self.value(QuotientValue::Element(x))).collect();
        if matches!(solved.proof, Some(Proof::Kernel(_))) {
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

    /// The products that the winning moves of a heap leave.
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
        families(&heap.winning).iter().map(line).collect()
    }

    fn is_in_normal_kernel(&self, x: u32) -> bool {
        let proof = &self.pretending.solved.proof;
        matches!(proof, Some(Proof::Kernel(values)) if values.kernel().contains(x))
    }
}

/// Equal heaps of a solved position.
struct ShownHeap {
    /// The place of its game among those of the position.
    game: usize,
    size: u64,
    times: usize,
    /// Its value in the quotient, and that of all other heaps.
    values: Option<[String; 2]>,
    winning: Option<WinningMoves>,
}

/// A solved position to be shown.
struct ShownPosition<'l> {
    line: &'l Line,
    codes: Vec<Code>,
    heaps: Vec<ShownHeap>,
    /// The value in the quotient.
    value: Option<String>,
    is_p: bool,
    /// The number of sums that the direct search has decided, if it gave the answer.
    sums: Option<usize>,
    explanation: Vec<String>,
}

impl ShownPosition<'_> {
    fn outcome(&self) -> Outcome {
        Outcome::next_wins(!self.is_p)
    }

    /// The codes, apart by bars.
    fn code(&self) -> String {
        self.codes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" | ")
    }

    /// The heaps, with their games if there are several.
    fn position(&self) -> String {
        let heaps = |game: usize| {
            let heaps = self.heaps.iter().filter(move |heap| heap.game == game);
            let each = |heap: &ShownHeap| vec![heap.size.to_string(); heap.times];
            heaps.flat_map(each).collect::<Vec<_>>().join(" ")
        };
        match &self.codes[..] {
            [] | [_] => heaps(0),
            codes => {
                let component = |(game, code): (usize, &Code)| format!("{code}: {}", heaps(game));
                codes.iter().enumerate().map(component).collect::<Vec<_>>().join(" | ")
            }
        }
    }

    /// The heaps with their games.
    fn heading(&self) -> String {
        match &self.codes[..] {
            [code] => format!("{code}: {}", self.position()),
            _ => self.position(),
        }
    }

    /// The method that gave the answer.
    fn method(&self) -> &'static str {
        if self.sums.is_some() { "direct search" } else { "misère quotient" }
    }

    fn is_complete(&self) -> bool {
        self.heaps.iter().all(|heap| heap.winning.is_some())
    }

    /// A move as it may be typed back: with its game, if there are several.
    fn mv(&self, heap: &ShownHeap, family: &WinningFamily) -> String {
        let mv = format!("{} → {family}", heap.size);
        if self.codes.len() > 1 { format!("{}: {mv}", self.codes[heap.game]) } else { mv }
    }

    /// The winning moves that are listed, in families.
    fn listed(&self) -> impl Iterator<Item = (&ShownHeap, &WinningFamily)> {
        let heaps = self.heaps.iter();
        heaps.flat_map(|heap| families(&heap.winning).iter().map(move |family| (heap, family)))
    }

    /// The same as text, `5 → 2+2`.
    fn moves(&self) -> Vec<String> {
        self.listed().map(|(heap, family)| self.mv(heap, family)).collect()
    }

    /// The rows that the moves of a family leave.
    fn rows_of(&self, heap: &ShownHeap, family: &WinningFamily) -> impl Iterator<Item = String> {
        let size = heap.size;
        // Only the runs of a row are so short that each move of a family can be shown.
        let moves = self.line.row.as_ref().map_or(0, |_| family.count);
        (0..moves).flat_map(move |j| {
            let parts: Vec<u64> = match family.present().collect::<Vec<_>>()[..] {
                [a, b] => vec![a as u64 + j * family.step, b as u64 - j * family.step],
                ref parts => parts.iter().map(|&part| part as u64).collect(),
            };
            self.line.rows_after(size, &parts)
        })
    }

    /// The rows that the winning moves leave.
    fn rows(&self) -> Vec<String> {
        self.listed().flat_map(|(heap, family)| self.rows_of(heap, family)).collect()
    }

    /// The number of winning moves, those in equal heaps counted once.
    fn winning_count(&self) -> u64 {
        let winning = self.heaps.iter().filter_map(|heap| heap.winning.as_ref());
        winning.map(|moves| moves.count).sum()
    }

    fn text(&self) -> String {
        let count = self.winning_count();
        let mut lines = vec![self.heading()];
        lines.extend(self.line.written_row().map(|row| format!("row {row}")));
        lines.extend(self.line.legend().filter(|_| !self.explanation.is_empty()));
        lines.extend([self.table(), self.verdict()]);
        lines.extend(self.explanation.iter().cloned());
        for (heap, family) in self.listed() {
            let mv = self.mv(heap, family);
            lines.push(match heap.times {
                1 => format!("  {mv}"),
                times => format!("  {mv}  in each of {times} heaps"),
            });
            lines.extend(self.rows_of(heap, family).map(|row| format!("      {row}")));
        }
        if self.outcome() == Outcome::N && count == 0 && self.is_complete() {
            lines.push("no move is left, so the player to move has won".to_owned());
        }
        lines.extend(not_listed(self.listed().map(|(_, family)| family.count).sum(), count));
        if !self.is_complete() {
            lines.push(self.not_searched().to_owned());
        }
        let mut values = self.heaps.iter().flat_map(|heap| heap.values.iter().flatten());
        if let [code] = &self.codes[..]
            && values.any(|value| value != "1")
        {
            lines.push(format!("letters: see octal misere quotient {code} --presentation"));
        }
        lines.join("\n") + "\n"
    }

    /// The method and the winner, in words.
    fn verdict(&self) -> String {
        let outcome = self.outcome();
        let loses = if outcome == Outcome::P { "loses" } else { "wins" };
        let how = match (&self.value, self.sums) {
            (Some(value), _) => format!("value {value}"),
            (None, sums) => {
                let sums = count(sums.unwrap_or(0), "sum");
                format!("by direct search, {sums} decided")
            }
        };
        format!("{how}: {outcome}-position, the player to move {loses}")
    }

    /// The reason why some winning moves may be missing.
    fn not_searched(&self) -> &'static str {
        match self.sums {
            Some(_) => {
                "not all heaps were searched for winning moves (--work and --memory allow more)"
            }
            None => {
                "heaps with more options than --work allows, and heaps of more than 2^20 tokens (2^12 \
                 where three parts may be left) whose values have no period, were not searched for winning \
                 moves"
            }
        }
    }

    /// The heaps with their values.
    fn table(&self) -> String {
        let several = self.codes.len() > 1;
        let cells = |game: String, heap: [String; 2], values: Option<[String; 2]>| {
            let game = several.then_some(game).into_iter();
            game.chain(heap).chain(values.into_iter().flatten()).collect::<Vec<String>>()
        };
        let names = |two: [&str; 2]| two.map(str::to_owned);
        let mut table = Table::new();
        let values = self.value.as_ref().map(|_| names(["value", "others"]));
        table.load_style(NOTHING);
        table.set_header(cells("game".to_owned(), names(["heap", "times"]), values));
        table.add_rows(self.heaps.iter().map(|heap| {
            let game = self.codes[heap.game].to_string();
            cells(game, [heap.size.to_string(), heap.times.to_string()], heap.values.clone())
        }));
        table.trim_fmt()
    }

    /// The P-positions that the winning moves leave, as the direct search found them.
    fn searched(&self) -> Vec<String> {
        if self.is_p {
            let why = "every move leaves an N-position, and there is a move";
            return vec![format!("the definition: {why}")];
        }
        let moves = self.moves().into_iter().take(SHOWN);
        moves.map(|mv| format!("  {mv} leaves a P-position")).collect()
    }

    fn json(&self, explain: bool) -> serde_json::Value {
        let heap = |heap: &ShownHeap| {
            let moves = heap.winning.as_ref().map(|_| {
                let families = families(&heap.winning).iter();
                families.map(ToString::to_string).collect::<Vec<_>>()
            });
            let [value, others] = heap.values.clone().map_or([None, None], |both| both.map(Some));
            json!({ "code": self.codes[heap.game].to_string(), "heap": heap.size,
                "times": heap.times, "value": value, "others": others, "winning_moves": moves,
                "winning_count": heap.winning.as_ref().map(|moves| moves.count) })
        };
        let heaps: Vec<_> = self.heaps.iter().map(heap).collect();
        json!({ "line": self.line.number, "code": self.code(), "position": self.position(),
            "row": self.line.written_row(), "winning_rows": self.line.row.as_ref().map(|_| self.rows()),
            "method": self.method(), "value": self.value, "outcome": self.outcome().to_string(),
            "winning_count": self.winning_count(), "complete": self.is_complete(),
            "heaps": heaps, "explanation": explain.then_some(&self.explanation) })
    }

    fn record(&self, has_rows: bool) -> impl Iterator<Item = String> {
        let complete = if self.is_complete() { "yes" } else { "no" };
        let record = [
            self.line.number.to_string(),
            self.heading(),
            self.value.clone().unwrap_or_default(),
            self.outcome().to_string(),
            self.winning_count().to_string(),
            complete.to_owned(),
            self.moves().join("; "),
            self.method().to_owned(),
        ];
        let rows = [self.line.written_row().unwrap_or_default(), self.rows().join("; ")];
        record.into_iter().chain(rows.into_iter().filter(move |_| has_rows))
    }
}

/// The winning moves of a heap that are listed.
fn families(winning: &Option<WinningMoves>) -> &[WinningFamily] {
    winning.as_ref().map_or(&[], |moves| &moves.families)
}
