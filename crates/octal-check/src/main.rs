//! `octal-check`: the independent checker on its own. It needs nothing but the standard library:
//! `rustc -O --edition 2024 crates/octal-check/src/main.rs` builds it too.

#![forbid(unsafe_code)]

#[path = "lib.rs"]
mod check;

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::{env, io, thread};

use check::{CertificateFile, Selection, WorkLimit};

const USAGE: &str = "\
Check certificates of periods, arithmetic periods and misère quotients of octal games

Usage: octal-check FILE... [--threads N] [--links A..B | --sample SHARE [--seed S]] [--work W]

  --threads N     threads, at most one a processor; all processors without it
  --links A..B    of a period: only the links from number A up to, not including, B
  --sample SHARE  of a period: only this share of the links, such as 0.05, chosen at random
  --seed S        the random choice, printed with the answer
  --work W        the most steps of a check, about a nanosecond each; 137438953472 without it

Exit code: 0 no fault found, 1 a certificate is refused, 2 could not do it.";

/// The arguments.
struct Args {
    files: Vec<String>,
    threads: usize,
    selection: Selection,
    /// The most steps of a check.
    work: u64,
}

fn arguments() -> Result<Args, String> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let (files, selection) = (vec![], Selection::All);
    let mut args = Args { files, threads: processors, selection, work: check::DEFAULT_WORK };
    let (mut links, mut sample, mut seed) = (None, None, None);
    let mut given = env::args().skip(1);
    while let Some(argument) = given.next() {
        let mut value = || given.next().ok_or_else(|| format!("{argument} needs a value"));
        match &*argument {
            "--threads" => args.threads = processors.min(threads(&value()?)?),
            "--links" => links = Some(check::range(&value()?)?),
            "--sample" => sample = Some(check::share(&value()?)?),
            "--seed" => seed = Some(check::seed(&value()?)?),
            "--work" => args.work = work(&value()?)?,
            _ if argument == "-" || !argument.starts_with('-') => args.files.push(argument),
            _ => return Err(format!("{argument} is no option of this program\n\n{USAGE}")),
        }
    }
    args.selection = match (links, sample, seed) {
        (None, None, None) => Selection::All,
        (Some((from, to)), None, None) => Selection::Range(from, to),
        (None, Some(share), seed) => Selection::Sample(share, seed.unwrap_or_else(random)),
        (Some(_), Some(_), _) => return Err("--links or --sample, not both".to_owned()),
        (_, None, Some(_)) => return Err("--seed is for --sample".to_owned()),
    };
    if args.files.is_empty() { Err(USAGE.to_owned()) } else { Ok(args) }
}

/// Reads a number of threads.
fn threads(text: &str) -> Result<usize, String> {
    let threads = text.parse().ok().filter(|&threads: &u16| threads > 0);
    threads
        .map(usize::from)
        .ok_or_else(|| format!("`{text}` is no number of threads: from 1 to 65535"))
}

/// Reads a number of steps, such as 2000 or 2e12.
fn work(text: &str) -> Result<u64, String> {
    let (digits, zeros) = text.split_once('e').unwrap_or((text, "0"));
    let power = zeros.parse().ok().and_then(|zeros| 10_u64.checked_pow(zeros));
    let work = digits.parse().ok().zip(power).and_then(|(n, power): (u64, _)| n.checked_mul(power));
    work.filter(|&work| work > 0)
        .ok_or_else(|| format!("`{text}` is no number of steps: from 1 to 2^64 - 1, such as 2e12"))
}

fn random() -> u64 {
    RandomState::new().hash_one(0)
}

/// The checker's answer about a file.
enum FileAnswer {
    /// The statement that is established.
    Established(String),
    /// The reason why the certificate is refused.
    Refused(String),
}

/// Checks one file.
fn answer(path: &str, args: &Args) -> Result<FileAnswer, String> {
    let unread = |error: io::Error| format!("cannot read `{path}`: {error}");
    let file = check::load(Path::new(path)).map_err(unread)?;
    if check::is_compressed(&file) {
        let right = "it is compressed, which this program does not read: `gzip -d` first";
        return Err(format!("cannot read `{path}`: {right}"));
    }
    let certificate = match CertificateFile::read(&file) {
        Ok(certificate) => certificate,
        Err(rejection) => return Ok(FileAnswer::Refused(rejection)),
    };
    let picked = certificate.pick(args.selection);
    let links = picked.map_err(|right| format!("`{path}`: {right}"))?;
    let cost = certificate.cost(&links);
    let too_long = |enough: u64| {
        let most = args.work;
        format!(
            "`{path}`: the check takes more than {most} steps of about a nanosecond: allow --work {enough}"
        )
    };
    let limit = WorkLimit::new(args.work, cost).map_err(too_long)?;
    if cost > check::LONG_CHECK {
        eprintln!("{path}: about {cost} steps of a nanosecond");
    }
    let all = certificate.heaps(&links);
    let done = AtomicU64::new(0);
    let shown = io::stderr().is_terminal();
    let watch = |heaps: u64, steps: u64| {
        let before = done.fetch_add(heaps, Relaxed);
        let percent = |heaps: u64| 100 * u128::from(heaps) / u128::from(all);
        if shown && percent(before) < percent(before + heaps) {
            eprint!("\r{path}: {}% ", percent(before + heaps).min(100));
        }
        limit.take(steps)
    };
    let result = certificate.check(&links, args.threads, &watch);
    if shown {
        eprint!("\r");
    }
    limit.finish().map_err(too_long)?;
    Ok(match result {
        Ok(established) => FileAnswer::Established(established.statement),
        Err(rejection) => FileAnswer::Refused(rejection),
    })
}

/// Prints a line; 2 if that fails, else 0.
fn print(line: &str) -> u8 {
    match writeln!(io::stdout(), "{line}") {
        // A closed pipe is no reason to fail.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("error: cannot write the answer: {error}");
            2
        }
        _ => 0,
    }
}

fn main() -> ExitCode {
    if env::args().skip(1).any(|argument| ["--help", "-h"].contains(&&*argument)) {
        return ExitCode::from(print(USAGE));
    }
    let args = match arguments() {
        Ok(args) => args,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    if let Selection::Sample(share, seed) = args.selection {
        eprintln!("a sample of {share} of the links, --seed {seed}");
    }
    let mut code = 0;
    for path in &args.files {
        let (line, worst) = match answer(path, &args) {
            Ok(FileAnswer::Established(statement)) => (format!("{path}: {statement}"), 0),
            Ok(FileAnswer::Refused(reason)) => (format!("{path}: refused: {reason}"), 1),
            Err(error) => {
                eprintln!("error: {error}");
                code = 2;
                continue;
            }
        };
        code = code.max(worst).max(print(&line));
    }
    ExitCode::from(code)
}
