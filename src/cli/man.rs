//! `octal man`: man pages, made from the definitions of `--help`.

use std::io::Write;
use std::path::PathBuf;

use clap::builder::Resettable;
use clap::{Command, CommandFactory};
use clap_mangen::Man;

use super::terminal::output::{OutputArgs, create_directory};
use super::{Answer, Cli, Result};

/// Write a man page for the program and one for every verb into a directory
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal man man1                         octal.1, octal-values.1, …; read with: man -l man1/octal.1
  octal man ~/.local/share/man/man1 --force")]
pub struct Args {
    /// The directory; it is made if it is not there
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// Replace files that exist
    #[arg(long)]
    force: bool,
}

pub fn run(args: &Args) -> Result {
    let mut pages = vec![];
    collect(Cli::command(), &["octal"], &mut pages);
    create_directory(&args.directory)?;
    let outputs = pages.iter().map(|(name, _)| {
        OutputArgs::to(args.directory.join(format!("{name}.1")), args.force).open()
    });
    // All are opened before the first appears.
    let outputs = outputs.collect::<Result<Vec<_>, _>>()?;
    for ((_, page), mut output) in pages.into_iter().zip(outputs) {
        output.write_all(&page)?;
        output.commit()?;
    }
    Ok(Answer::Yes)
}

/// The page of a command, and those of all verbs below it.
fn collect(command: Command, words: &[&str], pages: &mut Vec<(String, Vec<u8>)>) {
    let name = words.join("-");
    let mut command = command.bin_name(words.join(" ")).display_name(name.clone());
    command.build();
    for verb in command.get_subcommands().filter(|verb| verb.get_name() != "help") {
        collect(verb.clone(), &[words, &[verb.get_name()]].concat(), pages);
    }
    pages.push((name, page(command)));
}

/// The examples follow the rest, line by line: the renderer would fill them.
fn page(command: Command) -> Vec<u8> {
    let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let man = Man::new(command.after_help(Resettable::Reset));
    let mut page = vec![];
    let source = concat!("octal ", env!("CARGO_PKG_VERSION"));
    man.source(source).manual("octal").render(&mut page).expect("memory takes all bytes");
    page.extend_from_slice(b".SH EXAMPLES\n.nf\n");
    for line in examples.lines().filter(|line| *line != "Examples:") {
        // `\&` keeps a point or an apostrophe at the beginning from being a request.
        let text = line.replace('\\', "\\e").replace('-', "\\-");
        page.extend_from_slice(format!("\\&{text}\n").as_bytes());
    }
    page.extend_from_slice(b".fi\n");
    page
}
