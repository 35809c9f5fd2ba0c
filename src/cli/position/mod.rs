//! `octal position`: who wins a sum of heaps, and by which moves.

mod lines;
mod show;

use std::io::Write;

use anyhow::bail;
use octal::input::count;
use octal::period::search::Limits;
use octal::period::sequence::Known;
use octal::position::analysis::Analysis;
use octal::position::options::Budget;
use octal::position::parse::NamedMove;
use octal::position::sum::{Position, SumComponent};
use octal::position::values::{MissingValue, SequencesByCode};
use octal::survey::earlier::PeriodsFile;

use super::common::earlier::ResultsArgs;
use super::common::files::InFile;
use super::common::format::AnswerFormat;
use super::common::limits::LimitArgs;
use super::common::misere::code;
use super::common::misere::position::Asked;
use super::common::number::Count;
use super::common::output::OutputArgs;
use super::common::progress::SearchBar;
use super::common::stderr::say;
use super::{Answer, Result};
use lines::Line;
use show::SolvedPosition;

/// Solve a position: values, nim-sum, outcome and every winning move
///
/// A position is a sum of heaps of one game, or of several side by side. The player who cannot move
/// loses. A winning move is printed as `4 → 2+1` (heap 4 becomes heaps 2 and 1), which may be typed
/// back with --play. Where the winning moves of a heap come in families, a family is one
/// line, `(3+12j)+(96-12j), j = 0 … 3`: one move for each j.
///
/// In JSON and CSV nim_sum is the nim-sum of the position, and grundy the Grundy value of one heap.
/// Equal heaps have the same winning moves: these are listed in winning_moves, and counted in
/// winning_count, once; `times` says how many equal heaps there are. If complete is no (false), not
/// all options were looked at, and there may be more.
///
/// A move is written '4 -> 2+1' or '0.137: 9 -> 2+4'. Without --format one position is answered in text,
/// a file of them in csv.
///
/// With --misere the player who cannot move wins: heaps have values in the misère quotient of the game, of
/// which the answer is that of `octal misere position`.
///
/// A line of --positions that is no position, or whose values cannot be had, is named on stderr; the
/// others are answered.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal position '0.77: 3 4 5 2 5'
  octal position kayles 3 4 5 2 5 --explain
  octal position '0.77: 3 4 | 0.137: 9 | nim: 2'
  octal position '0.77: 3 4 5 2 5' --play '4 -> 2+1'
  octal position dawsons-kayles 1e12 34
  octal position '0.77: 5 9 12' --misere
  octal position --positions positions.txt -o answers.csv

Exit code: 0 done, 2 could not do it, or some line has no answer, or stopped by a signal.")]
pub struct Args {
    /// The position, '0.77: 3 4 | nim: 2', or a game and its heaps (12, 1_000, 1e12, 2^40)
    #[arg(
        value_name = "POSITION",
        required_unless_present = "positions",
        conflicts_with = "positions",
        allow_negative_numbers = true
    )]
    position: Vec<String>,
    /// Solve the positions of a file, one a line, to CSV (`-` is stdin; # begins a comment)
    #[arg(long, value_name = "FILE")]
    positions: Option<InFile>,
    /// Play this move first; may be given several times
    #[arg(long, value_name = "MOVE", conflicts_with = "positions")]
    play: Vec<NamedMove>,
    /// Show the arithmetic as one would write it on paper
    #[arg(long)]
    explain: bool,
    /// Misère play: who makes the last move loses
    #[arg(long, conflicts_with_all = ["positions", "most"])]
    misere: bool,
    /// List at most N winning moves of a position, or N families of moves; count the others
    #[arg(long, value_name = "N", default_value = "200")]
    most: Count,
    /// How to write the answer
    #[arg(long, value_parser = AnswerFormat::among(&[AnswerFormat::Text, AnswerFormat::Json, AnswerFormat::Csv]))]
    format: Option<AnswerFormat>,
    #[command(flatten)]
    results: ResultsArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// How far the values of a game are computed that was given no limit.
const DEFAULT: Limits = Limits { heaps: 1 << 27, work: Some(20_000_000_000), memory: u64::MAX };

/// Option values looked at for the winning moves of a position, without a limit.
const MOVES_BY: Limits = Limits { work: Some(2_000_000_000), ..DEFAULT };

pub fn run(args: &Args) -> Result {
    if args.misere {
        return misere(args);
    }
    let format = format(args)?;
    let (lines, wrong) = match &args.positions {
        Some(path) => lines::read(path)?,
        None => (vec![Line { number: 1, position: one(args)? }], 0),
    };
    let all = lines.len() + wrong;
    let mut out = args.output.open()?;
    let limits = args.limits.limits(DEFAULT, 1);
    let positions = || lines.iter().map(|line| &line.position);
    let earlier = PeriodsFile(args.results.periods()?);
    let Some(sequences) = SequencesByCode::search(positions(), &limits, &earlier, SearchBar::new)?
    else {
        say("interrupted: the values of the heaps are not all computed");
        return Ok(Answer::Unfinished);
    };
    let lines = answerable(args, lines, &sequences)?;
    let shown = lines.iter().map(|line| solve(args, &sequences, line));
    match format {
        AnswerFormat::Csv => show::csv(&mut out, shown)?,
        AnswerFormat::Json if args.positions.is_some() => show::json(&mut out, shown)?,
        AnswerFormat::Json => show::json_object(&mut out, &solve(args, &sequences, &lines[0])?)?,
        _ => show::text(&mut out, shown)?,
    }
    out.flush()?;
    out.commit()?;
    if lines.len() < all {
        let missing = all - lines.len();
        let have = if missing == 1 { "has" } else { "have" };
        say(format!("{missing} of {} {have} no answer", count(all, "line")));
        return Ok(Answer::Unfinished);
    }
    Ok(Answer::Yes)
}

/// The format asked for: rows for a file of positions, else text.
fn format(args: &Args) -> anyhow::Result<AnswerFormat> {
    let usual = args.positions.as_ref().map_or(AnswerFormat::Text, |_| AnswerFormat::Csv);
    let format = args.format.unwrap_or(usual);
    if args.explain && format == AnswerFormat::Csv {
        bail!("the arithmetic does not fit a row of CSV: use --format text or json with --explain");
    }
    Ok(format)
}

/// The answer under misère play.
fn misere(args: &Args) -> Result {
    let position = one(args)?;
    let [SumComponent { game, heaps }] = position.components() else {
        bail!(
            "misère play of several games side by side is not solved by the quotient of each: give the \
             heaps of one game"
        );
    };
    let (code, limits) = (code(game)?, &args.limits);
    let asked = Asked { code, sizes: heaps, explain: args.explain, limits };
    asked.answer(args.format.unwrap_or(AnswerFormat::Text), &args.output)
}

/// The lines whose values are all known; of a file, the others are named on stderr.
fn answerable(
    args: &Args,
    lines: Vec<Line>,
    sequences: &SequencesByCode,
) -> anyhow::Result<Vec<Line>> {
    let mut kept = vec![];
    for line in lines {
        match (sequences.missing(&line.position), &args.positions) {
            (None, _) => kept.push(line),
            (Some(missing), Some(path)) => lines::unanswered(path, line.number, &why(missing)),
            (Some(missing), None) => return Err(why(missing)),
        }
    }
    if kept.is_empty() {
        bail!("no line has an answer");
    }
    Ok(kept)
}

/// Why a value is not known, with the heap as it was asked for.
fn why((component, missing): (&SumComponent, MissingValue)) -> anyhow::Error {
    let (SumComponent { game, heaps }, error) = (component, anyhow::Error::new(missing));
    let largest = heaps.iter().max().copied().unwrap_or(0);
    match largest.saturating_sub(game.shift) {
        heap if heap == largest => error,
        heap => error.context(format!("heap {largest} of {game} is heap {heap} of {}", game.code)),
    }
}

/// The position of the command line, after the moves that are to be played.
fn one(args: &Args) -> anyhow::Result<Position> {
    let text = match &args.position[..] {
        // A game of several words, such as '0.6 shift 1', needs its colon.
        [game, heaps @ ..] if game.contains(' ') && !game.contains(':') => {
            format!("{game}: {}", heaps.join(" "))
        }
        words => words.join(" "),
    };
    let mut position: Position = text.parse()?;
    for played in &args.play {
        position = position.play(played.game.as_ref(), &played.mv)?;
    }
    Ok(position)
}

/// Solves one position.
fn solve<'a>(
    args: &Args,
    sequences: &'a SequencesByCode,
    line: &'a Line,
) -> anyhow::Result<SolvedPosition<'a>> {
    let known: Vec<&Known> = sequences.of(&line.position);
    let work = args.limits.limits(MOVES_BY, 1).work.unwrap_or(u64::MAX);
    let budget = Budget { work, listed: args.most.0 };
    let mut analysis = Analysis::new(&line.position, &known, budget)?;
    analysis.spread(args.most.0);
    Ok(SolvedPosition { line, analysis, known, sequences, explain: args.explain })
}
