//! `octal compare`: a table of values from elsewhere, or another game, compared with a game.

use std::io::Write;

use anyhow::{Context, ensure};
use octal::catalogue::compare::{SequenceComparison, compare_sequences};
use octal::code::cousins::{same_by_rules, standard_form};
use octal::code::{Game, value_of};
use octal::input::{shortened, shown};
use octal::period::search::{Limits, search};
use octal::period::sequence::{Known, Stop};
use octal::period::shifted::View;

use super::answer::known_to;
use super::answer::rule::{LAST, values_of};
use super::answer::values_file::{
    Comparison, INTERRUPTED, compare_file, compare_rule_file, success_message,
};
use super::args::files::InFile;
use super::args::game::GameArg;
use super::args::limits::MemoryArgs;
use super::args::number::Count;
use super::terminal::output::OutputArgs;
use super::terminal::progress::SearchBar;
use super::terminal::stderr::{note_hexadecimal, say};
use super::{Answer, Result};

/// Compare a game with a table of values or another game, to the first difference
///
/// Every value of the file is compared with the value that the rules give. The answer names the
/// line and the heap of the first wrong value. The file may be text, csv, json, bfile, latex or npy
/// as `octal values` writes them, or a list of values. It may also be a table as it stands on a
/// page, with row labels, a header or a title line.
///
/// A list does not state its first heap. If heap 0 does not fit, heap 1 and the shifts of the
/// cousins are tried. If a file names another game, its values are compared all the same.
///
/// Two games are equal if the rules prove it, or if both have proved periods and the same values. A
/// game that is another with a shift is equal to it by the equation that the answer gives. Else the
/// answer is the first heap with two values. A game may be given by a rule; see
/// `octal values --help`. A rule of an octal game is compared as its code. No period of any other
/// rule is proved, so its values are compared to heap 2000.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal compare kayles kayles.csv
  octal values 0.137 -n 500 --format bfile | octal compare dawsons-chess -
  printf '1 2 3 1 4\\n' | octal compare kayles - --values-from 1
  printf '20+ 4 1 1 2 2\\n25+ 7 1 1\\n' | octal compare 0.177 -
  octal compare 0.161 0.36        two games that agree up to heap 518
  octal compare 0.07 0.137        G_0.07(n) = G_0.137(n − 1), by the rules
  octal compare 'n -> [a, n-2-a] for a in 0..n-2' 0.137
  octal compare division powers

Exit code: 0 all values are right, or the games are equal; 1 a value differs; 2 could not do it, or
the games agree as far as they are known.")]
pub struct Args {
    /// The game: a code such as 0.137, a name such as kayles, a rule such as 'n -> n-1 | n-3', or
    /// @FILE with a rule
    #[arg(value_name = "GAME")]
    game: GameArg,
    /// The table of values (`-` is stdin), or the other game. A file comes before a game of its
    /// name
    #[arg(value_name = "FILE|GAME")]
    file: InFile,
    /// The heap of the first value of the file, if the file does not say it
    #[arg(long, value_name = "A")]
    values_from: Option<Count>,
    #[command(flatten)]
    memory: MemoryArgs,
    #[command(flatten)]
    output: OutputArgs,
}

pub fn run(args: &Args) -> Result {
    let mut out = args.output.open()?;
    let compared = match (&args.game, other_game(args)?) {
        (GameArg::Code(game), Some(GameArg::Code(other))) => compare_games(args, game, &other)?,
        (game, Some(other)) => compare_values(args, [game, &other])?,
        (GameArg::Code(game), None) => compare_table(args, game)?,
        (GameArg::Rule(rule), None) => {
            let first = args.values_from.map(u64::from);
            compare_rule_file(rule, &args.file, first, args.memory)?
        }
    };
    let Some((answer, verdict)) = compared else {
        say(INTERRUPTED);
        return Ok(Answer::Unfinished);
    };
    writeln!(out, "{verdict}")?;
    out.commit()?;
    Ok(answer)
}

/// The other game, unless the argument is stdin or a path to something that is there.
fn other_game(args: &Args) -> Result<Option<GameArg>> {
    let text = args.file.to_string_lossy();
    if text == "-" || args.file.exists() {
        return Ok(None);
    }
    let game: GameArg = text
        .parse()
        .map_err(anyhow::Error::msg)
        .with_context(|| format!("{} is neither a file nor a game", shown(&text)))?;
    ensure!(
        args.values_from.is_none(),
        "--values-from is for a file of values, and {} is a game: leave it out",
        name(&game)
    );
    if let GameArg::Code(game) = &game {
        note_hexadecimal(&game.code);
    }
    Ok(Some(game))
}

/// The verdict on a table; `None` if interrupted.
fn compare_table(args: &Args, game: &Game) -> Result<Option<(Answer, String)>> {
    let first = args.values_from.map(u64::from);
    Ok(match compare_file(game, &args.file, first, args.memory)? {
        Comparison::Right(_, table) => Some((Answer::Yes, success_message(game, &table))),
        Comparison::Wrong(sentence) => Some((Answer::No, sentence)),
        Comparison::Interrupted => None,
    })
}

/// The verdict on two games; `None` if interrupted.
fn compare_games(args: &Args, game: &Game, other: &Game) -> Result<Option<(Answer, String)>> {
    if let Some(shift) = same_by_rules(&game.code, &other.code) {
        // G_game(n) = G_code(n − its shift), and so for the other.
        let shift = shift + game.shift as i64 - other.shift as i64;
        let equation = equation(game, other, shift);
        return Ok(Some((Answer::Yes, format!("equal: {equation}, {}", by_rules(game, other)))));
    }
    let memory = args.memory.bytes();
    let mut verdict = None;
    for limits in [FIRST, SECOND].map(|(heaps, work)| Limits { heaps, work: Some(work), memory }) {
        let (Some(a), Some(b)) = (searched(game, &limits)?, searched(other, &limits)?) else {
            return Ok(None);
        };
        let compared = verdict_of(game, other, &a, &b);
        let is_settled = compared.0 != Answer::Unfinished;
        verdict = Some(compared);
        if is_settled {
            break;
        }
    }
    Ok(verdict)
}

/// The game as the verdict names it.
fn name(game: &GameArg) -> String {
    match game {
        GameArg::Code(game) => game.to_string(),
        GameArg::Rule(rule) => shortened(&rule.name, 60),
    }
}

/// The verdict on the values of two games, one of which has only a rule; `None` if interrupted.
fn compare_values(args: &Args, games: [&GameArg; 2]) -> Result<Option<(Answer, String)>> {
    let mut values = Vec::new();
    for game in games {
        let found = match game {
            GameArg::Rule(rule) => values_of(rule, (0, LAST), args.memory)?,
            GameArg::Code(game) => {
                let known = known_to(game, LAST, args.memory.asked())?;
                known.map(|known| {
                    let view = View::new(&known, game.shift as i64);
                    (0..=LAST).map_while(|n| view.value(n)).collect()
                })
            }
        };
        let Some(found) = found else { return Ok(None) };
        values.push(found);
    }
    let [a, b] = games.map(name);
    let different = values[0].iter().zip(&values[1]).position(|(x, y)| x != y);
    Ok(Some(match different {
        Some(heap) => {
            let [x, y] = [values[0][heap], values[1][heap]];
            let verdict =
                format!("first difference at heap {heap}: {x} for `{a}`, and {y} for `{b}`");
            (Answer::No, verdict)
        }
        None => {
            let agreed = values[0].len().min(values[1].len()).saturating_sub(1);
            let verdict = format!(
                "not decided: `{a}` and `{b}` agree to heap {agreed}, and no period of a rule is proved"
            );
            (Answer::Unfinished, verdict)
        }
    }))
}

/// The heaps and the work of a first, short search, and of one of about a second.
const FIRST: (u64, u64) = (1 << 12, 1 << 24);
const SECOND: (u64, u64) = (1 << 24, 1_000_000_000);

/// The sequence of a game; `None` if interrupted.
fn searched(game: &Game, limits: &Limits) -> Result<Option<Known>> {
    let bar = SearchBar::new(&game.code);
    let known = search(&game.code, limits, &|event| bar.observe(event))?;
    Ok(Some(known).filter(|known| known.stop != Stop::Cancelled))
}

/// The verdict on two sequences.
fn verdict_of(game: &Game, other: &Game, a: &Known, b: &Known) -> (Answer, String) {
    let (a, b) = (View::new(a, game.shift as i64), View::new(b, other.shift as i64));
    let [g, h] = [game, other].map(|game| value_of(&game.code, game.shift as i64));
    match compare_sequences(&a, &b) {
        SequenceComparison::Equal => {
            (Answer::Yes, format!("equal: {}, {}", equation(game, other, 0), by_periods(&a, &b)))
        }
        SequenceComparison::Different { heap, values: [x, y] } => {
            let first = format!("first difference at heap {heap}: {g} is {x}, and {h} is {y}");
            // The first values other than 0 determine the only possible shift.
            let shift = first_nonzero(&a).zip(first_nonzero(&b)).map(|(a, b)| a - b);
            match shift.filter(|shift| *shift != 0) {
                Some(shift) if is_equal_with(&a, &b, shift) => {
                    let equation = equation(game, other, shift);
                    (Answer::Yes, format!("equal: {equation}, {}", by_periods(&a, &b)))
                }
                _ => (Answer::No, first),
            }
        }
        SequenceComparison::Open { agreed_to } => {
            let to = agreed_to.map_or("no heap".to_owned(), |n| format!("heap {n}"));
            let open = "the period of one is not proved there, so that a later heap may differ";
            (Answer::Unfinished, format!("not decided: {g} and {h} agree to {to}, and {open}"))
        }
    }
}

/// The first heap with another value than 0, among some hundred.
fn first_nonzero(view: &View<'_>) -> Option<i64> {
    (0..256).find(|&n| view.value(n).is_some_and(|value| value > 0)).map(|n| n as i64)
}

/// True if G_a(n) = G_b(n − shift) for all n, by two proved periods.
fn is_equal_with(a: &View<'_>, b: &View<'_>, shift: i64) -> bool {
    let b = View::new(b.known, b.shift + shift);
    compare_sequences(a, &b) == SequenceComparison::Equal
}

/// "G_0.07(n) = G_0.137(n − 1)".
fn equation(game: &Game, other: &Game, shift: i64) -> String {
    let [left, right] = [(game, 0), (other, shift)]
        .map(|(game, shift)| value_of(&game.code, game.shift as i64 + shift));
    format!("{left} = {right}")
}

/// The reason of an equality that the rules prove.
fn by_rules(game: &Game, other: &Game) -> String {
    let ((form, s), (form_of_other, t)) = (standard_form(&game.code), standard_form(&other.code));
    let why = if game.code == other.code {
        "as they are one code".to_owned()
    } else if form == form_of_other {
        match (s, t) {
            (1, 0) => format!("as {} is the first cousin of {}", other.code, game.code),
            (0, 1) => format!("as {} is the first cousin of {}", game.code, other.code),
            (_, 0) => format!("as {form} is the standard form of {}", game.code),
            (0, _) => format!("as {form} is the standard form of {}", other.code),
            _ => format!("as both have the standard form {form}"),
        }
    } else {
        format!("as the standard forms {form} and {form_of_other} differ in idle moves alone")
    };
    format!("{why}: proved by the rules")
}

/// The reason of an equality of two proved periods.
fn by_periods(a: &View<'_>, b: &View<'_>) -> String {
    let period = |view: &View<'_>| view.finding().period().map(|period| period.to_string());
    match (period(a), period(b)) {
        (Some(p), Some(q)) if p == q => format!("as both have {p}: both proved"),
        (Some(p), Some(q)) => format!("as the first has {p}, the second {q}: both proved"),
        _ => "both proved".to_owned(),
    }
}
