//! `octal web`: the page of web/ as one file, where it is part of the program.

use std::io::Write;

use super::args::files::OutFile;
use super::terminal::output::{OutputArgs, stdout};
use super::{Answer, Result};

/// The page, as `npm run build` in web/ writes it.
#[cfg(feature = "web")]
const PAGE: Option<&[u8]> = Some(include_bytes!("../../web/dist/file/octal.html"));
#[cfg(not(feature = "web"))]
const PAGE: Option<&[u8]> = None;

const WITHOUT: &str = "\
This program was built without the page. In the folder web/ of its source,
  npm ci && npm run build
writes the page to web/dist/file/octal.html: one file that opens from disk. A program that
is built after that with `cargo install --path . --features web` has the page.
";

/// Write the page that explores, plays and proves in a browser, as one HTML file
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal web octal.html      says where the page is, if it is not part of this program")]
pub struct Args {
    /// The file; it appears only when complete
    #[arg(value_name = "FILE", default_value = "octal.html")]
    file: OutFile,
    /// Replace files that exist
    #[arg(long)]
    force: bool,
}

pub fn run(args: &Args) -> Result {
    let Some(page) = PAGE else {
        stdout().write_all(WITHOUT.as_bytes())?;
        return Ok(Answer::Unfinished);
    };
    let mut output = OutputArgs::to(args.file.clone(), args.force).open()?;
    output.write_all(page)?;
    output.commit()?;
    Ok(Answer::Yes)
}
