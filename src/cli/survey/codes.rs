//! Which codes a survey is about.

use octal::survey::class::{Class, classes, octal_codes};

use super::Args;
use crate::cli::common::codes::{CodeList, read_codes};
use crate::cli::common::signal;

/// What was asked for.
pub struct Selected {
    /// The games.
    pub classes: Vec<Class>,
    /// Lines of the file that are no codes.
    pub refused: usize,
}

/// The games that the arguments name. Each line of a file that is no code is told.
///
/// # Errors
/// If the file cannot be read, or holds no code.
pub fn selected(args: &Args) -> anyhow::Result<Selected> {
    let CodeList { codes, refused } = match &args.codes {
        Some(path) => read_codes(path)?,
        None => CodeList { codes: octal_codes(usize::from(args.digits)), refused: 0 },
    };
    // Not before: whoever waits for a pipe, or has typed nothing yet, may be stopped as usual.
    signal::catch();
    let all = classes(codes);
    let classes = match args.shard {
        Some(part) => part.of(all),
        None => all,
    };
    Ok(Selected { classes, refused })
}
