//! `octal period`: the period of a game, proved, or the last heap searched.

use std::io::Write;

use anyhow::{bail, ensure};
use octal::certificate::CertificateError;
use octal::code::Game;
use octal::formats::Format;
use octal::formats::periods::{EXCEPTION_HEADER, ExceptionRow, csv_bytes, digest};
use octal::period::exceptions::Exception;
use octal::period::search::{Limits, search};
use octal::period::sequence::Known;
use octal::period::{self, StopReason};

use super::answer::period_text::{EXCLUDED_HEADER, excluded_rows, exit, write, write_rows};
use super::answer::rule;
use super::answer::values_file::{Taken, ValuesArgs};
use super::args::files::{InFile, OutFile};
use super::args::game::{GameArg, GivenRule};
use super::args::limits::{DoubleCheckArgs, LimitArgs};
use super::args::one_of;
use super::terminal::output::{OpenOutput, OutputArgs};
use super::terminal::progress::SearchBar;
use super::terminal::signal;
use super::terminal::stderr::say;
use super::{Answer, Result};

/// Find and prove the period of a game, with its exceptions
///
/// (n0, p) means G(n+p) = G(n) for every n ≥ n0, with p least and then n0 least. The exceptions are
/// the n < n0 where G(n) differs from the pattern continued downwards. The search stops as soon as
/// the proof is complete. It runs in memory: `octal search` is for hours to weeks.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal period 0.07                     Dawson's Kayles
  octal period 0.77 0.07                both, one after the other
  octal period 'S(1,100)'               a subtraction set
  octal period powers                   a game by its rule: the period is observed
  octal period officers --limit 1e5     open: how far it was searched
  octal period 0.56 --format json       a row of periods.csv, as csv and latex are
  octal period 0.127 --exceptions exceptions.csv
  octal period officers --limit 1e4 --excluded excluded.csv
  octal period 0.137 --certificate 0.137.txt   then: octal check 0.137.txt
  octal period 0.07 --format latex -o period.tex   a table for a paper
  octal values 0.07 -n 300 --format bfile | octal period 0.07 --values -   from these values
  octal period 0.16 --double-check

A rule of an octal game is searched as its code. The values of any other rule prove no period, so
its period is observed at best.

With --values the values of the file are compared with the rules first. The period must then follow
from these values.

Without --limit and --work a search ends at heap 2^27 or after 2e10 option values. For a code whose
digits repeat for ever it ends at heap 2^20 or after 2e8, since its proofs need few values. For a
rule it ends at heap 2000.
Exit code: 0 the period is proved; 1 it is not proved within the limits, or a value of the file is
wrong; 2 could not do it, or stopped by a signal.")]
pub struct Args {
    /// The games: codes such as 0.137, names such as kayles, rules such as 'n -> n-1 | n-3', or
    /// @FILE with a rule
    #[arg(value_name = "GAME", required = true)]
    games: Vec<GameArg>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Output format
    #[arg(long, default_value = "text",
        value_parser = one_of(&[Format::Text, Format::Json, Format::Csv, Format::Latex]))]
    format: Format,
    /// Write all exceptions, however many, to this CSV file (`-` is stdout)
    #[arg(long, value_name = "FILE")]
    exceptions: Option<OutFile>,
    /// Write a certificate to this file (`-` is stdout), which `octal check` checks
    #[arg(long, value_name = "FILE")]
    certificate: Option<OutFile>,
    /// Write the periods up to 1000 that an open game cannot have to this CSV file: each divides
    /// the sum of a heap of value 0 and a splitting place
    #[arg(long, value_name = "FILE")]
    excluded: Option<OutFile>,
    #[command(flatten)]
    values: ValuesArgs,
    #[command(flatten)]
    double_check: DoubleCheckArgs,
    #[command(flatten)]
    output: OutputArgs,
}

pub fn run(args: &Args) -> Result {
    signal::catch();
    refuse_misfits(args)?;
    let mut files = Files::open(args)?;
    let (mut answers, mut worst) = (vec![], Answer::Yes);
    for game in &args.games {
        let (answer, exit) = match (game, &args.values.file) {
            (GameArg::Rule(rule), _) => by_rule(args, rule, &mut files)?,
            (GameArg::Code(game), Some(file)) => from_values(args, file, game, &mut files)?,
            (GameArg::Code(game), None) => searched(args, game, &mut files)?,
        };
        answers.extend(answer);
        worst = worst.max(exit);
        if exit == Answer::Unfinished {
            break;
        }
    }
    if args.games.len() > 1 && args.format != Format::Text {
        let rows: Vec<&period::Answer> = answers.iter().collect();
        write_rows(&rows, &mut files.answer, args.format)?;
    }
    if !answers.is_empty() {
        files.answer.commit()?;
    }
    Ok(worst)
}

/// Refuses options for one game beside several games, the certificate of a shifted game, and
/// options for codes beside a rule.
fn refuse_misfits(args: &Args) -> anyhow::Result<()> {
    let for_one = [
        ("--certificate", args.certificate.is_some()),
        ("--exceptions", args.exceptions.is_some()),
        ("--excluded", args.excluded.is_some()),
        ("--values", args.values.file.is_some()),
    ];
    if let Some((option, _)) = for_one.iter().find(|(_, is_given)| *is_given) {
        ensure!(args.games.len() == 1, "{option} is for one game: name no other");
    }
    for game in &args.games {
        match game {
            GameArg::Code(game) if game.shift > 0 && args.certificate.is_some() => {
                bail!("a certificate is about a code: ask for that of {} alone", game.code);
            }
            GameArg::Code(game) => args.double_check.prepare(&game.code)?,
            GameArg::Rule(_) => {
                let double_check = ("--double-check", args.double_check.is_wanted());
                let latex = ("--format latex", args.format == Format::Latex);
                for (option, is_given) in for_one.into_iter().chain([double_check, latex]) {
                    ensure!(!is_given, "{option} needs a game with a code");
                }
            }
        }
    }
    Ok(())
}

/// The answer about a game, if there is one, and the exit code.
type Concluded = (Option<period::Answer>, Answer);

/// Observes the period of a rule.
fn by_rule(args: &Args, rule: &GivenRule, files: &mut Files) -> anyhow::Result<Concluded> {
    let Some(answer) = rule::period(rule, &args.limits)? else {
        return Ok((None, Answer::Unfinished));
    };
    let was_interrupted = answer.stop == Some(StopReason::Interrupted);
    write_if_alone(args, &answer, files)?;
    Ok((Some(answer), if was_interrupted { Answer::Unfinished } else { Answer::No }))
}

/// Searches for the period of a game and concludes from its values.
fn searched(args: &Args, game: &Game, files: &mut Files) -> anyhow::Result<Concluded> {
    let limits = args.limits.limits(Limits::default().unasked_for(&game.code), 1);
    // The limit counts the heaps of the game, which are larger than those of its code.
    let heaps = limits.heaps.saturating_sub(game.shift);
    let (of_code, bar) = (Limits { heaps, ..limits }, SearchBar::new(&game.code));
    let known = search(&game.code, &of_code, &|event| bar.observe(event))?;
    drop(bar);
    conclude(args, game, known, &limits, files)
}

/// Writes an answer, but for one among several that are written together.
fn write_if_alone(args: &Args, answer: &period::Answer, files: &mut Files) -> anyhow::Result<()> {
    if args.games.len() == 1 || args.format == Format::Text {
        write(answer, &mut files.answer, args.format)?;
    }
    Ok(())
}

/// Takes the values from a table, if the table is right, and concludes from them.
fn from_values(
    args: &Args,
    file: &InFile,
    game: &Game,
    files: &mut Files,
) -> anyhow::Result<Concluded> {
    args.limits.refuse_beside("--values")?;
    match args.values.take(file, game, args.limits.memory)? {
        Taken::Values(known, table) => {
            conclude(args, game, *known, &Limits::heaps(table.last), files)
        }
        Taken::Answer(exit) => Ok((None, exit)),
    }
}

/// Writes the answer of a search, with the exceptions and the certificate if they are asked for.
fn conclude(
    args: &Args,
    game: &Game,
    known: Known,
    limits: &Limits,
    files: &mut Files,
) -> anyhow::Result<Concluded> {
    if !args.double_check.run(&known)? {
        say("interrupted: the values are not all checked");
        return Ok((None, Answer::Unfinished));
    }
    let (stop, digest) = (known.stop, digest(&known));
    let mut answer = period::Answer::with_values(game, known, limits);
    answer.digest = digest;
    write_if_alone(args, &answer, files)?;
    files.write_evidence(&answer)?;
    let exit = exit(&answer, stop, Answer::Unfinished);
    Ok((Some(answer.without_values()), exit))
}

/// The outputs, all opened before the work.
struct Files {
    answer: OpenOutput,
    exceptions: Option<OpenOutput>,
    excluded: Option<OpenOutput>,
    certificate: Option<OpenOutput>,
}

impl Files {
    fn open(args: &Args) -> anyhow::Result<Files> {
        let open = |file: &Option<OutFile>| {
            let output = file.clone().map(|file| OutputArgs::to(file, args.output.force));
            output.map(|output| output.open()).transpose()
        };
        Ok(Files {
            certificate: open(&args.certificate)?,
            answer: args.output.open()?,
            exceptions: open(&args.exceptions)?,
            excluded: open(&args.excluded)?,
        })
    }

    /// Writes the exceptions, the excluded periods and the certificate, if they are asked for.
    fn write_evidence(&mut self, answer: &period::Answer) -> anyhow::Result<()> {
        if let Some(mut file) = self.exceptions.take() {
            if answer.period.is_some() {
                let row = |exception: Exception| ExceptionRow::new(&answer.code, exception);
                file.write_all(&csv_bytes(answer.exceptions().map(row), &EXCEPTION_HEADER))?;
                file.commit()?;
            } else {
                say("no period is known: no table of exceptions");
            }
        }
        if let Some(mut file) = self.excluded.take() {
            match (answer.period, excluded_rows(answer)) {
                (Some(_), _) => say("a period is known: no table of excluded periods"),
                (None, None) => say(
                    "no period is excluded: the code has no split, three heaps, or infinitely many \
                     digits",
                ),
                (None, Some(rows)) => {
                    file.write_all(&csv_bytes(rows, &EXCLUDED_HEADER))?;
                    file.commit()?;
                }
            }
        }
        if let Some(mut file) = self.certificate.take() {
            match answer.certificate() {
                Ok(bytes) => {
                    file.write_all(&bytes)?;
                    file.commit()?;
                }
                Err(CertificateError::NotProved) => say("no period is proved: no certificate"),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }
}
