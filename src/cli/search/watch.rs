//! The lines that a search prints while it runs.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use octal::code::Code;
use octal::period::search::Event;

use crate::cli::terminal::progress::SearchBar;
use crate::cli::terminal::stderr::{causes, say};

/// The length of the file of values is printed from this many bytes on.
const PRINTED_BYTES: u64 = 1 << 20;

/// Follows a long search.
pub(super) struct SearchWatch {
    bar: SearchBar,
    code: Code,
    directory: PathBuf,
    /// The last heap, if it was given.
    limit: Option<u64>,
    /// True if the length of the file of values has been printed. All rounds of the search share it.
    printed: Arc<AtomicBool>,
}

impl SearchWatch {
    pub(super) fn new(
        bar: SearchBar,
        code: &Code,
        directory: PathBuf,
        limit: Option<u64>,
        printed: Arc<AtomicBool>,
    ) -> SearchWatch {
        let bar = if limit.is_some() { bar } else { bar.without_limit() };
        SearchWatch { bar, code: code.clone(), directory, limit, printed }
    }

    /// Shows progress, and prints a line for each other event; `false` if a signal asks to stop.
    pub(super) fn observe(&self, event: Event<'_>) -> bool {
        match event {
            Event::Progress(_) => return self.bar.observe(event),
            Event::StoredValues { bytes, .. }
                if bytes < PRINTED_BYTES || self.printed.swap(true, Ordering::Relaxed) => {}
            _ => say(format_args!("{}: {}", self.code, self.line(event))),
        }
        true
    }

    /// The line about an event, after the code.
    fn line(&self, event: Event<'_>) -> String {
        match event {
            Event::Halted(halt) => format!("{halt}; values are computed again to decide this"),
            Event::CommonHeap { heap } => format!("heap {heap} is common: the search goes on"),
            Event::NotKept(reason) => {
                format!("not all values that prove its period are kept: {}", causes(reason))
            }
            Event::WiderMask { heap, mask } => {
                format!("the search goes on with mask {mask}, with which heap {heap} is common")
            }
            Event::StoredValues { heap, bytes } => self.stored(heap, bytes),
            _ => String::new(),
        }
    }

    fn stored(&self, heap: u64, bytes: u64) -> String {
        let most = self.limit.filter(|&limit| limit > bytes).map(|limit| {
            format!(
                ", about {limit} bytes up to the limit, twice as many if a value is 256 or more"
            )
        });
        format!(
            "all values up to heap {heap} were needed, so `{}` keeps them, in at most {bytes} bytes; \
             it keeps all while new rare heaps appear, and until the last values take less memory{}",
            self.directory.display(),
            most.unwrap_or_default()
        )
    }
}
