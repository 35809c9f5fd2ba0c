//! Searches with bounded memory that can be stopped and resumed, and may take days.
//!
//! ```text
//! compute in memory until the rare heaps have gone quiet and a stream takes less memory than all values
//!     (in_memory); prove the period there if it shows; meanwhile append all values to a file (values)
//! then keep a window of last values only, and continue it (stream):
//!     snapshots of the state, evenly spaced; twice as far apart whenever there are too many
//!     Brent's method on the window (references): does it recur? Then the period is proved, and the
//!         snapshots give the least p and n0 (least)
//! where the stream halts at heap n, because no split within the window has a rare value below its own:
//!     if all values up to n fit into memory: try the splits with a larger part among the last n / 8 heaps
//!     else: try all splits; the snapshots give their values again (decision, replay)
//!     if the splits have these values: n is common; make the window longer, if there is room; continue
//!     if all values fit into memory: return to the first line with the values in the file, which decides n
//!     n is rare. If no value before has the highest bit of its value v: another mask makes n common; continue
//!     end with the bytes of memory that it takes to return to all values
//! after ten seconds, and then so that saving takes at most 2 % of the time: save a checkpoint
//! ```
//!
//! The other mask has the highest bit of v or, if the mask had that bit, lacks it. No heap before n
//! changes its class by that. A search never guesses a value.
//!
//! # Why a recurrence proves the period
//!
//! Let the windows of W values before heaps i and i + d be equal. Theorem 5 of
//! [`octal_games::theory::sparse`] with n1 = i − W, p = d, L = W holds:
//! 1. all heaps above ρ are common: the stream verifies each of them, and halts if it cannot;
//! 2. G(n + d) = G(n) for n1 ≤ n < n1 + W: that is what was found;
//! 3. each heap n of the last d was verified by the stream, with single heaps and with splits into a
//!    small part a and n − k − a, where k + a ≤ W. So the larger part is ≥ n − W ≥ n1.
//!
//! And n1 > ρ and W ≥ ρ + t + 1, because a stream begins only far beyond ρ.
//!
//! # Files
//!
//! A search has two files: the values, to which it appends (`values`), and its checkpoint, which
//! each save replaces (`checkpoint`). The values stay while a stream runs: to make them again would
//! take as long as the first stage. They are removed when the stream has proved the period. While a
//! search returns to all values, its checkpoint keeps the stream until the values in the file go
//! beyond it.
//!
//! # Cost
//!
//! The time is that of the engines. While rare heaps turn up, a byte or two a heap in memory and as
//! many on disk. A search that is started again reads all of that file, and compares it with its
//! checksums. Once the stream runs: the window, and 16 snapshots or more of ρ + t + 1 values or
//! more each, in memory and in the checkpoint. That is a few megabytes while ρ, the last rare heap,
//! is below 10⁵, and up to 80·ρ bytes beyond.

#![forbid(unsafe_code)]

mod checkpoint;
mod decision;
mod directory;
mod error;
mod in_memory;
mod least;
pub mod misere;
mod references;
mod replay;
mod stream;
mod values;

use std::sync::Arc;
use std::time::Duration;

pub use checkpoint::{
    AcceptedHeap, Checkpoint, MOST_BYTES, SavedProgress, StateRecurrence, StateSnapshot,
    StreamCheckpoint,
};
pub use directory::{Directory, bytes_and_time, is_search, searches};
pub use error::{Interrupted, ResumableError};
pub use in_memory::{known, remove_kept, search_and_keep};
pub use values::require_values;

use octal_games::grundy;
use octal_games::workspace::{code, input, period, rules};

use crate::checkpoint::Checkpointer;
use crate::code::Code;
use crate::grundy::driver::Tuning;
use crate::in_memory::{FirstStage, first_stage};
use crate::period::search::{Event, EventCallback, Limits, Progress};
use crate::period::sequence::{Known, Stop};
use crate::stream::{RunEnd, StreamSearch};
use crate::values::require_whole_values;

/// The end of a long search.
#[derive(Debug)]
pub enum Ended {
    /// The search ended in memory, with all values.
    InMemory(Arc<Known>),
    /// The search ended with a stream, for this reason.
    Streamed(Box<StreamCheckpoint>, Stop),
}

/// The request for a search: the code, its limits, its directory, and its observer.
#[derive(Clone, Copy)]
struct SearchRequest<'a> {
    code: &'a Code,
    limits: &'a Limits,
    settings: &'a Settings,
    directory: &'a Directory,
    watch: &'a EventCallback<'a>,
}

/// Searches for the period of `code`, and continues where the search in the directory was saved.
///
/// # Errors
/// [`ResumableError`]: what was reached until the last save is in the directory.
pub fn search(
    code: &Code,
    limits: &Limits,
    settings: &Settings,
    directory: &Directory,
    watch: &EventCallback<'_>,
) -> Result<Ended, ResumableError> {
    // On a thread of the pool: to call the others from outside at every chunk takes noticeable
    // time.
    rayon::scope(|_| search_here(SearchRequest { code, limits, settings, directory, watch }))
}

fn search_here(request: SearchRequest<'_>) -> Result<Ended, ResumableError> {
    let SearchRequest { code, settings, directory, .. } = request;
    let (mut checkpointer, mut stream) = Checkpointer::open(directory, code, settings.save_every)?;
    let certain = checkpointer.progress.certain_bytes;
    if stream.is_some() {
        // A stream reads few of them, or none: damage would stay unseen until they are needed.
        let watch = |heap, share| (request.watch)(request.reading(heap, share));
        let whole = require_whole_values(directory.path(), code, certain, &watch);
        let remedy =
            "restore it from a copy, or take `checkpoint` as a bookmark for another directory";
        whole.map_err(|e| e.with_remedy(remedy))?;
    }
    let mut from = settings.start;
    loop {
        let begun = match stream.take() {
            Some(begun) => begun,
            None => match first_stage(&request, &mut checkpointer, from)? {
                FirstStage::Known(known) => return Ok(Ended::InMemory(known)),
                FirstStage::Quiet(begun) => begun,
            },
        };
        let mut run = StreamSearch::new(begun, request, &mut checkpointer)?;
        match run.run()? {
            RunEnd::Stopped(stop) => return Ok(Ended::Streamed(run.checkpoint, stop)),
            RunEnd::Halted { heap } => {
                from = heap + 1;
                checkpointer.given_up = Some(run.checkpoint);
            }
        }
    }
}

impl SearchRequest<'_> {
    /// The progress of a search that reads its values again, up to this heap and share of them.
    fn reading(&self, heap: u64, share: f64) -> Event<'static> {
        let limit = self.limits.heaps;
        Event::Progress(Progress { heap, limit, share, rare: None, largest: None })
    }
}

/// The numbers that decide when and how a search drops its history. They change no value, rare heap
/// or proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The tuning of the engines.
    pub tuning: Tuning,
    /// The heap from which on a stream may begin.
    pub start: u64,
    /// The least length of the window, in heaps.
    pub window: usize,
    /// The number of windows that a sequence must be long before its history is dropped; 3 or more.
    pub quiet: usize,
    /// The search looks for a recurrence whenever it has computed this many heaps; a power of two,
    /// at most 2²⁰.
    pub chunk: u64,
    /// About the bytes that the snapshots may take.
    pub snapshot_bytes: u64,
    /// About the option values that a replay looks at between two calls of the callback, at which
    /// it can be saved.
    pub replay_work: u64,
    /// The least time between two saves; 0 to save at every step.
    pub save_every: Duration,
    /// The time between two questions to the callback.
    pub watch_every: Duration,
}

impl Settings {
    /// For real searches.
    pub const DEFAULT: Settings = Settings {
        tuning: Tuning::DEFAULT,
        start: 1 << 22,
        window: 1 << 16,
        quiet: 8,
        chunk: 1 << 16,
        snapshot_bytes: 1 << 20,
        replay_work: 1 << 32,
        save_every: Duration::from_secs(10),
        watch_every: Duration::from_millis(100),
    };

    /// For tests: streams as early as they can begin, with a window as short as it can be. The
    /// search saves and calls the callback all the time.
    pub const TINY: Settings = Settings {
        tuning: Tuning::TINY,
        start: 64,
        window: 0,
        quiet: 3,
        chunk: 256,
        snapshot_bytes: 1 << 14,
        replay_work: 1 << 16,
        save_every: Duration::ZERO,
        watch_every: Duration::ZERO,
    };
}
