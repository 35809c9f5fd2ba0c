//! Messages on stderr, and failures with the options that help against errors of the library, which
//! knows no options.

use std::error::Error;
use std::fmt::Display;
use std::io::{self, ErrorKind, Write};

use clap::error::{ContextKind, ContextValue};
use octal::code::Code;
use octal::file::FileError;
use octal::input;
use octal::period::obtain::ObtainError;
use octal::period::resumable::ResumableError;
use octal::period::streamed::BeyondError;
use octal::position::values::MissingValue;

use super::output::OutputArgs;

pub use octal::input::count;

/// Prints a line on stderr. A closed stderr is no reason to stop.
pub fn say(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Prints that a run was stopped in time, and how to resume it.
pub fn say_stopped() {
    say_resumes("stopped", None, &[]);
}

/// Prints how a run ended and how to resume it: with this change of the command, if one is needed.
/// Adds --force for the files that it has written.
pub fn say_resumes(what: &str, change: Option<&str>, files: &[&OutputArgs]) {
    let replaces = files.iter().any(|file| file.is_in_the_way()).then_some("--force");
    let changes: Vec<&str> = change.into_iter().chain(replaces).collect();
    let with = if changes.is_empty() { "" } else { " with " };
    say(format!("{what}: the same command{with}{} resumes", changes.join(" and ")));
}

/// Remembers the latest error and prints the previous one. The command prints the last error when
/// it exits.
pub fn say_before(failed: &mut Option<anyhow::Error>, error: anyhow::Error) {
    if let Some(before) = failed.replace(error) {
        say(with_causes(&before));
    }
}

/// True if a reader of the output, such as `head`, has closed the pipe.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    has_kind(error, ErrorKind::BrokenPipe)
}

/// An error with its causes, each printed once: some messages contain that of their cause.
pub fn causes(error: &dyn Error) -> String {
    let (mut said, mut source) = (error.to_string(), error.source());
    while let Some(cause) = source {
        let text = cause.to_string();
        if !said.contains(&text) {
            said = format!("{said}: {text}");
        }
        source = cause.source();
    }
    said
}

/// An error with its causes, and the option that helps.
pub fn with_causes(error: &anyhow::Error) -> String {
    let said = causes(error.as_ref());
    match remedy(error) {
        Some(remedy) => format!("{said} ({remedy})"),
        None if has_kind(error, ErrorKind::FileTooLarge) => {
            format!("{said}: a limit of the shell, which `ulimit -f` shows")
        }
        None => said,
    }
}

/// True if an error of this kind from the system is among the causes.
fn has_kind(error: &anyhow::Error, kind: ErrorKind) -> bool {
    let is_it = |e: &io::Error| e.kind() == kind;
    error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(is_it))
}

/// An error in the arguments, with arguments cut to a length that a person can read.
pub fn shortened(mut error: clap::Error) -> clap::Error {
    for kind in [ContextKind::InvalidValue, ContextKind::InvalidArg, ContextKind::InvalidSubcommand]
    {
        if let Some(ContextValue::String(text)) = error.get(kind) {
            let text = cut(text);
            error.insert(kind, ContextValue::String(text));
        }
    }
    error
}

/// Notes that a code with a digit 8 or 9 is hexadecimal. The letters of other hexadecimal codes
/// show it.
pub fn note_hexadecimal(code: &Code) {
    let text = code.to_string();
    if code.most_heaps() > 2 && !text.contains(|c: char| c.is_ascii_alphabetic()) {
        say(format!("note: {text} is a hexadecimal code: a digit 8 or 9 lets three heaps remain"));
    }
}

/// The beginning of a text, with a mark if more follows.
pub fn cut(text: &str) -> String {
    input::shortened(text, 80)
}

/// The hint after such an error.
const FORCE: &str = "--force replaces it";
const MEMORY: &str = "--memory SIZE allows more";
const LIMITS: &str = "--limit, --work and --memory allow more";

/// The option that helps against this error, or against one of its causes; `None` if there is none.
pub fn remedy(error: &anyhow::Error) -> Option<&'static str> {
    error.chain().find_map(remedy_of)
}

fn remedy_of(cause: &(dyn Error + 'static)) -> Option<&'static str> {
    if let Some(FileError::Exists { .. }) = cause.downcast_ref() {
        return Some(FORCE);
    }
    if let Some(missing) = cause.downcast_ref() {
        return Some(match missing {
            MissingValue::TooMuchMemory { .. } => MEMORY,
            _ => LIMITS,
        });
    }
    let search: Option<&ResumableError> = cause.downcast_ref();
    let needs_memory = matches!(cause.downcast_ref(), Some(ObtainError::OutOfMemory { .. }))
        || matches!(cause.downcast_ref(), Some(BeyondError::NeedsHistory { .. }))
        || search.is_some_and(ResumableError::is_lack_of_memory);
    needs_memory.then_some(MEMORY)
}
