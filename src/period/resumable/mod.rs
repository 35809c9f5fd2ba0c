//! Searches with bounded memory that can be stopped and resumed, and may take days.
//!
//! ```text
//! compute in memory until the rare heaps have gone quiet (in_memory); prove the period there if it
//!     shows; meanwhile append all values to a file (stored_values)
//! then keep a window of last values only, and continue it (grundy::stream):
//!     snapshots of the state, evenly spaced; twice as far apart whenever there are too many
//!     Brent's method on the window (reference): does it recur?
//! if so: the period is proved, and the snapshots give the least p and n0 (least)
//! ```
//!
//! # Why that proves the period
//!
//! Let the windows of W values before heaps i and i + d be equal. Theorem 5 of
//! [`crate::theory::sparse`] with n1 = i − W, p = d, L = W holds:
//! 1. all heaps above ρ are common: the stream verifies each of them, and halts if it cannot;
//! 2. G(n + d) = G(n) for n1 ≤ n < n1 + W: that is what was found;
//! 3. each heap n of the last d was verified by the stream, with single heaps and with splits into a
//!    small part a and n − k − a, where k + a ≤ W. So the larger part is ≥ n − W ≥ n1.
//!
//! And n1 > ρ and W ≥ ρ + t + 1, because a stream begins only far beyond ρ.
//!
//! # When a heap cannot be shown to be common
//!
//! Only the whole history can tell whether it is a new rare heap. If the values up to there fit into the
//! memory allowed, the search goes back to the last value in the file, and up to that heap; there the
//! sparse engine decides, and a new stream begins when the rare heaps are quiet again. Until the values in
//! the file go beyond the record of the old stream, that record stays: it is farther. Otherwise all
//! splits of the heap are tried with values that are computed again (decide). If it is common, the
//! stream goes on after it, with a longer window if there is room (longer_window). If it is rare, the search ends with an error that names it: what follows
//! depends on a window as long as all values up to there. Nothing is lost by that: with the memory that
//! the error names, the same search goes back to the last value in its file, and on. The search never
//! guesses a value.
//!
//! That is why the file of values stays while a stream runs: to make it anew would take as long as the
//! first stage, which may be days. It is given back when the stream has proved the period.
//!
//! # Cost
//!
//! The time is that of the engines. While rare heaps turn up, a byte or two a heap in memory and as many
//! on disk; once the stream runs, a few megabytes of memory and one file more of one or two megabytes.

mod decide;
mod directory;
mod in_memory;
mod keeper;
mod least;
mod longer_window;
mod record;
mod reference;
mod replay;
mod search;
mod several;
mod standing;
mod stored_values;
mod value_block;

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use directory::STANDING;
pub use directory::{Directory, bytes, record, saved, searches};
pub use in_memory::known;
pub use keeper::standing;
pub use record::{AcceptedHeap, SearchRecord, StateRecurrence, StateSnapshot};
use search::SearchRequest;
pub use search::{Ended, search};
pub use several::{SideBySide, directory_name};
pub use standing::{ProvedPeriod, Standing};

use crate::file::FileError;
use crate::grundy::GrundyError;
use crate::grundy::driver::Tuning;
use crate::grundy::kernel::KernelError;
use crate::grundy::stream::Halt;

/// The numbers that decide when and how a search drops its history. They change no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The tuning of the engines.
    pub tuning: Tuning,
    /// The heap from which on a stream may begin.
    pub start: u64,
    /// The least length of the window, in heaps.
    pub window: usize,
    /// How many windows long, 3 or more, a sequence must be before its history is dropped.
    pub quiet: usize,
    /// The search looks for a recurrence whenever it has computed this many heaps; a power of two.
    pub chunk: u64,
    /// About how many bytes the snapshots may take.
    pub snapshot_bytes: usize,
    /// The most bytes that the file of values may have.
    pub value_bytes: u64,
    /// How often to save.
    pub save_every: Duration,
    /// How often to ask whether to go on.
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
        value_bytes: u64::MAX,
        save_every: Duration::from_secs(60),
        watch_every: Duration::from_millis(100),
    };

    /// Streams as early as they can begin, with a window as short as it can be; saves and asks whether
    /// to go on all the time: for tests.
    pub const TINY: Settings = Settings {
        tuning: Tuning::TINY,
        start: 64,
        window: 0,
        quiet: 3,
        chunk: 256,
        snapshot_bytes: 1 << 14,
        value_bytes: u64::MAX,
        save_every: Duration::ZERO,
        watch_every: Duration::ZERO,
    };
}

/// Why a long search failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResumableError {
    /// Another process works on the directory.
    #[error("another process searches in `{path}`: wait for it, or name another directory",
        path = .path.display())]
    Locked {
        /// The directory.
        path: PathBuf,
    },
    /// The directory is used for something else.
    #[error("`{path}` holds `{name}`, which is none of the files of a search: name a new directory",
        path = .path.display())]
    Foreign {
        /// The directory.
        path: PathBuf,
        /// A file in it.
        name: String,
    },
    /// The directory holds no record.
    #[error("there is no search in `{path}`", path = .path.display())]
    Nothing {
        /// The directory.
        path: PathBuf,
    },
    /// The record is of another game.
    #[error("`{path}` holds a search of {found}, not of {code}: name another directory",
        path = .path.display())]
    OtherGame {
        /// The directory.
        path: PathBuf,
        /// The game of the record.
        found: String,
        /// The game asked for.
        code: String,
    },
    /// The search has come further than is asked for.
    #[error("the search in `{path}` has come to heap {reached}, beyond {asked}: ask for more heaps, or name another \
        directory", path = .path.display())]
    Past {
        /// The directory.
        path: PathBuf,
        /// The last heap that it knows.
        reached: u64,
        /// The last heap asked for.
        asked: u64,
    },
    /// The record is torn, or no record.
    #[error(
        "cannot use `{path}`: {reason}; restore it from a copy, or remove it to go on from what is left",
        path = .path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// Blocks do not continue what the record holds.
    #[error("the search cannot be continued at heap {heap}: its record is not one of this program")]
    Unusable {
        /// The next heap.
        heap: u64,
    },
    /// Values were asked for that are not known.
    #[error("the heaps before {end} are asked for, and the search has reached heap {reached}")]
    Beyond {
        /// One more than the last heap asked for.
        end: u64,
        /// The next heap of the search.
        reached: u64,
    },
    /// Values that were saved are missing, or are not what was saved.
    #[error(
        "cannot use `{path}`: the values from heap {heap} on are damaged or missing; restore it from a \
        copy, or remove `{STANDING}` beside it to compute them again", path = .path.display()
    )]
    DamagedValues {
        /// The file of values.
        path: PathBuf,
        /// The first heap whose value cannot be used.
        heap: u64,
    },
    /// The saved values do not fit into the memory allowed.
    #[error("the values in `{path}` take {bytes} bytes: allow more memory", path = .path.display())]
    ValuesTooLarge {
        /// The file of values.
        path: PathBuf,
        /// Its length.
        bytes: u64,
    },
    /// The file of values would be longer than it may be.
    #[error(
        "the values up to heap {heap} do not fit into the {bytes} bytes that `{path}` may have: those of \
        {kept} heaps are kept", path = .path.display()
    )]
    DiskLimit {
        /// The file of values.
        path: PathBuf,
        /// The last heap computed.
        heap: u64,
        /// How many values the file has.
        kept: u64,
        /// The most bytes allowed.
        bytes: u64,
    },
    /// A heap is rare, and the memory allowed is too little to go on with it.
    #[error(
        "heap {heap} is a new rare position, with the value {value}, and to go on all values up to there \
        are needed: allow {bytes} bytes of memory"
    )]
    NewRare {
        /// The heap.
        heap: u64,
        /// Its value.
        value: u16,
        /// The memory that a search up to there takes.
        bytes: u64,
    },
    /// A value is too large for the stream, and the memory allowed is too little to go on without it.
    #[error("{halt}: allow {bytes} bytes of memory")]
    NeedsHistory {
        /// What the stream could not do.
        halt: Halt,
        /// The memory that a search up to there takes.
        bytes: u64,
    },
    /// A stream halted on heaps it had been over before.
    #[error(transparent)]
    Halt(#[from] Halt),
    /// The search was asked to stop.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// An engine failed.
    #[error(transparent)]
    Grundy(#[from] GrundyError),
    /// The record could not be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The system refused.
    #[error("cannot {action} `{path}`", path = .path.display())]
    Io {
        /// "open", "read".
        action: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// A replay was asked to stop.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

impl ResumableError {
    fn io(action: &'static str, path: &Path, source: io::Error) -> ResumableError {
        ResumableError::Io { action, path: path.to_path_buf(), source }
    }
}

impl From<KernelError> for ResumableError {
    fn from(error: KernelError) -> ResumableError {
        GrundyError::from(error).into()
    }
}
