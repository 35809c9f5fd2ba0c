//! `octal position`: outcome and winning moves of a sum of heaps.

pub mod boards;
mod circle;
mod show;

use std::collections::BTreeSet;
use std::io::Write;

use anyhow::{Context, bail, ensure};
use octal::code::{Code, Game};
use octal::formats::Format;
use octal::input::count;
use octal::period::count::ValueCounts;
use octal::period::search::{EventCallback, Limits};
use octal::period::sequence::Known;
use octal::position::analysis::Analysis;
use octal::position::options::Budget;
use octal::position::parse::{NamedMove, split_at_colon};
use octal::position::row::RowReading;
use octal::position::sum::{Position, SumComponent};
use octal::position::values::{MissingValue, SequencesByCode};
use octal::survey::store::csv_bytes;
use serde_json::json;

use super::answer::earlier::ResultsArgs;
use super::answer::known_to;
use super::answer::misere::position::MisereQuestion;
use super::answer::positions::{self, CircleArgs, Line, WinnerWords, answer_of, unanswered};
use super::answer::rule::RuleQuestion;
use super::args::files::InFile;
use super::args::game::{GameArg, GivenRule};
use super::args::limits::LimitArgs;
use super::args::number::{self, Count};
use super::args::one_of;
use super::terminal::output::OutputArgs;
use super::terminal::progress::SearchBar;
use super::terminal::stderr::{note_hexadecimal, say};
use super::{Answer, Result};
use boards::NamedBoard;
use show::SolvedPosition;

/// Solve heaps, a row or a circle: outcome and winning moves, in normal or misère play
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
/// A move is written '4 -> 2+1' or '0.137: 9 -> 2+4'. Without --format one position is answered in
/// text, a file of them in csv.
///
/// A row of tokens and gaps is a position too: IXXI, '++-+', '#.##', 1011, or with --token any
/// other. The tokens between two gaps are a heap, and winning moves are printed as rows. A word of
/// 0 and 1 is a row if it begins with 0. It is a row too if it has four digits or more, contains 11
/// and 0, and ends with 1; 1_011 is a heap.
///
/// With --circle the tokens stand in a circle: the first move takes neighbours and leaves a row.
///
/// With --misere the player who cannot move wins. The answer is that of `octal misere position`,
/// and says whether the misère quotient or direct search gave it.
///
/// With --positions a game may be named once for all lines, which then hold only heaps or rows.
/// Among rows a first line with the number of cases is skipped, and so are lines with the length of
/// the next row. With --winner WIN,LOSE only these words are printed, one a line, as a judge's file
/// has them.
///
/// With --count-zero K the multisets of K heaps from 1 to -n N with nim-sum 0 are counted.
///
/// A game may also be given by a rule, such as 'n -> n-1 | n-3', by @FILE with a rule, or by the
/// name of a textbook game (see `octal games`). A component with several numbers is written 3x4 or
/// 3,4. `octal values --help` describes rules.
///
/// Three games on boards have no rule. In `northcott 2,6 1,8` each row has the columns of its white
/// and of its black piece. The words width=N (8 if not given), steps=K (at most K columns a slide)
/// and black (Black is to move) may stand before or after the rows. In `turtles HTHHT`, H is a
/// turtle on its feet. With --graph tokens move along edges: a position names a vertex for each
/// token.
///
/// A line of --positions that is no position, or whose values are out of reach, is named on stderr.
/// The other lines are answered.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal position '0.77: 3 4 5 2 5'
  octal position kayles 3 4 5 2 5 --explain
  octal position '0.77: 3 4 | 0.137: 9 | nim: 2'
  octal position '0.77: 3 4 5 2 5' --play '4 -> 2+1'
  octal position dawsons-kayles 1e12 34
  octal position '0.77: 5 9 12' --misere
  octal position --positions positions.txt -o answers.csv
  octal position nim --positions heaps.txt --misere
  octal position kayles IXXI
  octal position dawsons-kayles '++++-+++++'
  octal position kayles --positions pins.txt --winner WIN,LOSE
  octal position kayles --circle 10
  octal position kayles --count-zero 3 -n 100
  octal position chocolate 3x4 2x2
  octal position 'n -> n-1 | n-3 | n-4' 5 9 13
  octal position knights 3,4 5,5 7,0
  octal position northcott 2,6 1,8 7,3
  octal position northcott width=4 1,3 4,2 --misere
  octal position turtles HTHHT
  octal position --graph moves.csv a c c

Exit code: 0 done, 2 could not do it, or some line has no answer, or stopped by a signal.")]
pub struct Args {
    /// The position, '0.77: 3 4 | nim: 2', or a game and its heaps (12, 1_000, 1e12, 2^40) or its
    /// row, or the game of --positions, --circle and --count-zero
    #[arg(
        value_name = "POSITION",
        required_unless_present_any = ["positions", "graph"],
        allow_negative_numbers = true
    )]
    position: Vec<String>,
    /// Solve the positions of a file, one a line, to CSV (`-` is stdin; # begins a comment)
    #[arg(long, value_name = "FILE", conflicts_with = "circle")]
    positions: Option<InFile>,
    /// Place tokens on vertices of this acyclic graph: CSV with the columns from,to (`-` is stdin).
    /// Without a position all vertices are listed
    #[arg(long, value_name = "FILE", conflicts_with_all =
        ["positions", "play", "token", "explain", "circle", "winner", "count_zero"])]
    graph: Option<InFile>,
    /// Print only who wins: the first word if the player to move wins, else the second
    #[arg(long, value_name = "WIN,LOSE", conflicts_with_all = ["format", "explain"])]
    winner: Option<WinnerWords>,
    /// Read positions as rows with this token; one other character stands for gaps
    #[arg(long, value_name = "C", value_parser = token, conflicts_with = "circle")]
    token: Option<char>,
    #[command(flatten)]
    circle: CircleArgs,
    /// Count the multisets of K heaps from 1 to -n N, and those with nim-sum 0
    #[arg(long, value_name = "K", requires = "n", conflicts_with_all =
        ["positions", "play", "token", "explain", "circle", "winner", "misere"])]
    count_zero: Option<Count>,
    /// The largest heap of --count-zero (1e18)
    #[arg(short, value_name = "N", requires = "count_zero", value_parser = number::far)]
    n: Option<u64>,
    /// Play this move first; may be given several times
    #[arg(long, value_name = "MOVE", conflicts_with_all = ["positions", "circle"])]
    play: Vec<NamedMove>,
    /// Show the arithmetic as one would write it on paper
    #[arg(long, conflicts_with = "circle")]
    explain: bool,
    /// Misère play: the player who makes the last move loses
    #[arg(long)]
    misere: bool,
    /// List at most N winning moves of a position, or N families of moves; count the others if that
    /// is quick or --work allows it
    #[arg(long, value_name = "N", default_value = "200")]
    most: Count,
    /// Output format
    #[arg(long, value_parser = one_of(&[Format::Text, Format::Json, Format::Csv]))]
    format: Option<Format>,
    #[command(flatten)]
    results: ResultsArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// The limits of the values of a game that was given none.
const DEFAULT: Limits = Limits { heaps: 1 << 27, work: Some(20_000_000_000), memory: u64::MAX };

/// Option values examined for the winning moves of a position, without a limit of work.
const WORK_FOR_MOVES: u64 = 2_000_000_000;

/// Option values examined only to count winning moves, without a limit of work: some milliseconds.
const WORK_FOR_COUNT: u64 = 1 << 24;

pub fn run(args: &Args) -> Result {
    if args.circle.is_wanted() {
        let game = single_game(args, "--circle")?;
        let tokens = args.circle.tokens();
        let tokens = tokens.context("--circle N says how many tokens the circle has")?;
        return circle::run(args, &game, tokens);
    }
    if let (Some(k), Some(n)) = (args.count_zero, args.n) {
        return count_zero(args, &single_game(args, "--count-zero")?, (k.0, n));
    }
    let format = format(args)?;
    if let Some(file) = &args.graph {
        return boards::graph(args, file, format);
    }
    let (name, words) = name_and_components(&args.position);
    if let Some(board) = NamedBoard::find(name) {
        refuse_options_of_codes(args)?;
        return board.answer(args, &words, format);
    }
    if let Some(rule) = rule(name)? {
        refuse_options_of_codes(args)?;
        let (positions, misere, most) = (args.positions.as_ref(), args.misere, args.most.0);
        let winner = args.winner.as_ref();
        let question = RuleQuestion { rule: &rule, words, positions, misere, most, winner };
        return question.answer(format, &args.limits, &args.output);
    }
    let (lines, wrong) = match &args.positions {
        Some(path) => positions::read(path, game(args, "--positions")?.as_ref(), args.token)?,
        None => (vec![one(args)?], 0),
    };
    if args.misere {
        return misere_question(args).answer(&lines, wrong, format, &args.output);
    }
    let mut out = args.output.open()?;
    let Some(sequences) = sequences(args, lines.iter().map(|line| &line.position))? else {
        say("interrupted: the values of the heaps are not all computed");
        return Ok(Answer::Unfinished);
    };
    let all = lines.len() + wrong;
    let lines = answerable(args, lines, &sequences)?;
    let mut shown = lines.iter().map(|line| solve(args, &sequences, line));
    let has_rows = lines.iter().any(|line| line.row.is_some());
    match (&args.winner, format) {
        (Some(words), _) => {
            positions::refuse_gaps(all - lines.len())?;
            shown.try_for_each(|position| {
                let outcome = position?.analysis.outcome();
                Ok::<(), anyhow::Error>(writeln!(out, "{}", words.of(outcome))?)
            })?;
        }
        (None, Format::Csv) => show::csv(&mut out, has_rows, shown)?,
        (None, Format::Json) if args.positions.is_some() => show::json(&mut out, shown)?,
        (None, Format::Json) => {
            show::json_object(&mut out, &solve(args, &sequences, &lines[0])?)?;
        }
        _ => show::text(&mut out, shown)?,
    }
    out.flush()?;
    out.commit()?;
    let components = lines.iter().flat_map(|line| line.position.components());
    let codes: BTreeSet<&Code> = components.map(|component| &component.game.code).collect();
    codes.into_iter().for_each(note_hexadecimal);
    Ok(answer_of(all, lines.len()))
}

/// Counts the multisets of `k` heaps from 1 to `n`, and those with nim-sum 0.
fn count_zero(args: &Args, game: &Game, (k, n): (u64, u64)) -> Result {
    ensure!(n > 0, "there is no heap from 1 to 0: give -n 1 or more");
    let mut out = args.output.open()?;
    let Some(known) = known_to(game, n, args.limits.memory.asked())? else {
        say("interrupted: the values of the heaps are not all computed");
        return Ok(Answer::Unfinished);
    };
    let (all, zero) = ValueCounts::of(&known, game.shift, 1, n)?.sums(k)?;
    let text = match args.format.unwrap_or(Format::Text) {
        Format::Json => {
            let numbers = [zero, all].map(|number| number.to_string());
            let object = json!({"game": game.to_string(), "heaps": k, "from": 1, "to": n,
                "nim_sum_zero": numbers[0], "multisets": numbers[1]});
            serde_json::to_string_pretty(&object)? + "\n"
        }
        Format::Csv => {
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

/// The sequences that these positions need; `None` if a signal asks to stop.
fn sequences<'p>(
    args: &Args,
    positions: impl Iterator<Item = &'p Position>,
) -> anyhow::Result<Option<SequencesByCode>> {
    let limits = |code: &Code| args.limits.limits(DEFAULT.unasked_for(code), 1);
    let earlier = args.results.earlier_searches()?;
    let watch = |code: &Code| -> Box<EventCallback<'_>> {
        let bar = SearchBar::new(code);
        Box::new(move |event| bar.observe(event))
    };
    Ok(SequencesByCode::search(positions, limits, earlier, watch)?)
}

/// The same question about misère play.
fn misere_question(args: &Args) -> MisereQuestion<'_> {
    MisereQuestion {
        file: args.positions.as_deref(),
        explain: args.explain,
        most: args.most.0,
        limits: &args.limits,
        winner: args.winner.as_ref(),
    }
}

/// Reads a token: one character that can be seen.
fn token(text: &str) -> Result<char, String> {
    let mut chars = text.chars();
    let token = chars.next().filter(|c| !c.is_whitespace() && !c.is_control() && *c != ':');
    token.filter(|_| chars.next().is_none()).ok_or_else(|| {
        "one character that stands for a token, as in --token O; a space and `:` are none"
            .to_owned()
    })
}

/// The game given beside an option, without heaps.
fn single_game(args: &Args, option: &str) -> anyhow::Result<Game> {
    game(args, option)?.with_context(|| {
        format!("name the game of {option}, as in `octal position kayles {option} 10`")
    })
}

/// The format asked for: rows for a file of positions, else text.
fn format(args: &Args) -> anyhow::Result<Format> {
    let usual = args.positions.as_ref().map_or(Format::Text, |_| Format::Csv);
    let format = args.format.unwrap_or(usual);
    if args.explain && format == Format::Csv {
        bail!("the arithmetic does not fit a row of CSV: use --format text or json with --explain");
    }
    Ok(format)
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
            (Some(missing), Some(path)) => unanswered(path, line.number, &why(missing)),
            (Some(missing), None) => return Err(why(missing)),
        }
    }
    if kept.is_empty() {
        bail!("no line has an answer");
    }
    Ok(kept)
}

/// The reason why a value is not known, with the heap as the user gave it.
fn why((component, missing): (&SumComponent, MissingValue)) -> anyhow::Error {
    let (SumComponent { game, heaps }, error) = (component, anyhow::Error::new(missing));
    let largest = heaps.iter().max().copied().unwrap_or(0);
    match largest.saturating_sub(game.shift) {
        heap if heap == largest => error,
        heap => error.context(format!("heap {largest} of {game} is heap {heap} of {}", game.code)),
    }
}

/// Refuses options that only games with a code have.
fn refuse_options_of_codes(args: &Args) -> anyhow::Result<()> {
    for (option, is_given) in [
        ("--play", !args.play.is_empty()),
        ("--explain", args.explain),
        ("--token", args.token.is_some()),
    ] {
        ensure!(!is_given, "{option} needs a game with a code");
    }
    Ok(())
}

/// The game that the position begins with, and its components.
fn name_and_components(position: &[String]) -> (&str, String) {
    let (first, words) = match position {
        [] => ("", ""),
        [text] => text.rsplit_once(':').unwrap_or((text, "")),
        [first, ..] => (first.trim_end_matches(':'), ""),
    };
    (first, [words, &position.get(1..).unwrap_or_default().join(" ")].join(" "))
}

/// The rule of this game; `None` if it has a code.
fn rule(name: &str) -> anyhow::Result<Option<GivenRule>> {
    let is_move = name.trim_start().starts_with(|c: char| c.is_ascii_digit());
    if name.is_empty() || is_move && name.contains(['>', '→']) {
        return Ok(None);
    }
    GivenRule::read(name)
}

/// The game given beside an option, without heaps, if one is.
fn game(args: &Args, option: &str) -> anyhow::Result<Option<Game>> {
    let words = args.position.join(" ");
    let name = words.trim_end_matches(':');
    if name.is_empty() {
        return Ok(None);
    }
    let game: Result<GameArg, _> = name.parse().map_err(anyhow::Error::msg);
    let game = game.with_context(|| format!("beside {option} only a game may be named"))?;
    Ok(Some(game.code()?.clone()))
}

/// The position of the command line, after the moves that are to be played.
fn one(args: &Args) -> anyhow::Result<Line> {
    let text = match &args.position[..] {
        // A game of several words, such as '0.6 shift 1', needs its colon.
        [game, heaps @ ..]
            if game.contains(' ') && split_at_colon(game).is_none() && !heaps.is_empty() =>
        {
            format!("{game}: {}", heaps.join(" "))
        }
        words => words.join(" "),
    };
    let reading = RowReading { token: args.token, bits: false };
    if let Some(row) = reading.position(&text, None)? {
        ensure!(
            args.play.is_empty(),
            "--play is for heaps: give the row after the move, as the winning moves are printed"
        );
        if args.token.is_none() && row.row.is_of_bits() {
            say(positions::ROWS_OF_BITS);
        }
        return Ok(row.into());
    }
    let mut position: Position = text.parse()?;
    for played in &args.play {
        position = position.play(played.game.as_ref(), &played.mv)?;
    }
    Ok(position.into())
}

/// Solves one position.
fn solve<'a>(
    args: &Args,
    sequences: &'a SequencesByCode,
    line: &'a Line,
) -> anyhow::Result<SolvedPosition<'a>> {
    let known: Vec<&Known> = sequences.of(&line.position);
    let work = args.limits.work.asked();
    let budget = match args.winner {
        Some(_) => Budget { work: 0, listed: 0, counting: 0 },
        None => Budget {
            work: work.unwrap_or(WORK_FOR_MOVES),
            listed: args.most.0,
            counting: work.unwrap_or(WORK_FOR_COUNT),
        },
    };
    let mut analysis = Analysis::new(&line.position, &known, budget)?;
    analysis.spread(args.most.0);
    Ok(SolvedPosition { line, analysis, known, sequences, explain: args.explain })
}
