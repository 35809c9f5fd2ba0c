//! The options that help against errors of the library, which knows no options.

use std::error::Error;

use octal::file::FileError;
use octal::period::obtain::ObtainError;
use octal::period::resumable::ResumableError;
use octal::period::streamed::BeyondError;
use octal::position::values::MissingValue;

/// What is said after such an error.
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
