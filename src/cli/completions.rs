//! `octal completions`: completion scripts for shells, made from the definitions of `--help`.

use std::io::Write;

use clap::{CommandFactory, ValueEnum};
use clap_complete::Shell;

use super::terminal::output::stdout;
use super::{Answer, Cli, Result};

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    octal completions bash > ~/.local/share/bash-completion/completions/octal\n  \
    octal completions zsh > ~/.zfunc/_octal\n  \
    octal completions fish > ~/.config/fish/completions/octal.fish")]
pub struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Supported,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Supported {
    Bash,
    Zsh,
    Fish,
}

pub fn run(args: &Args) -> Result {
    let shell = match args.shell {
        Supported::Bash => Shell::Bash,
        Supported::Zsh => Shell::Zsh,
        Supported::Fish => Shell::Fish,
    };
    let mut script = vec![];
    clap_complete::generate(shell, &mut Cli::command(), "octal", &mut script);
    stdout().write_all(&script)?;
    Ok(Answer::Yes)
}
