//! `octal compare`: a table of values from elsewhere, compared with the rules.

use std::io::Write;

use octal::code::Game;

use super::answer::values_file::{Comparison, INTERRUPTED, compare_file, success_message};
use super::args::files::InFile;
use super::args::limits::MemoryArgs;
use super::args::number::Count;
use super::terminal::output::OutputArgs;
use super::terminal::stderr::say;
use super::{Answer, Result};

/// Compare a table of values with the rules of its game, up to the first wrong value
///
/// Every value of the file is compared with the value that the rules give. The answer names the
/// line and the heap of the first wrong value. The file may be text, csv, json, bfile, latex or npy
/// as `octal values` writes them, or a list of values. It may also be a table as it stands on a page,
/// with row labels, a header or a title line.
///
/// A list does not state its first heap. If heap 0 does not fit, heap 1 and the shifts of the cousins
/// are tried. If a file names another game, its values are compared all the same.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal compare kayles kayles.csv
  octal values 0.137 -n 500 --format bfile | octal compare dawsons-chess -
  printf '1 2 3 1 4\\n' | octal compare kayles - --values-from 1
  printf '20+ 4 1 1 2 2\\n25+ 7 1 1\\n' | octal compare 0.177 -

Exit code: 0 all values are right, 1 one is wrong, 2 could not do it.")]
pub struct Args {
    /// The game: a code such as 0.137, or a name such as kayles
    #[arg(value_name = "CODE")]
    game: Game,
    /// The table of values; `-` is stdin
    #[arg(value_name = "FILE")]
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
    let first = args.values_from.map(u64::from);
    let (answer, verdict) = match compare_file(&args.game, &args.file, first, args.memory)? {
        Comparison::Right(_, table) => (Answer::Yes, success_message(&args.game, &table)),
        Comparison::Wrong(sentence) => (Answer::No, sentence),
        Comparison::Interrupted => {
            say(INTERRUPTED);
            return Ok(Answer::Unfinished);
        }
    };
    writeln!(out, "{verdict}")?;
    out.commit()?;
    Ok(answer)
}
