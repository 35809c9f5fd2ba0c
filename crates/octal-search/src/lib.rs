//! Searches with bounded memory that can be stopped and resumed, and may take days.
//!
//! ```text
//! compute in memory until the rare heaps have gone quiet (in_memory); prove the period there if it
//!     shows; meanwhile append all values to a file (stored_values)
//! then keep a window of last values only, and continue it (grundy::stream):
//!     snapshots of the state, evenly spaced; twice as far apart whenever there are too many
//!     Brent's method on the window (reference): does it recur?
//! if so: the period is proved, and the snapshots give the least p and n0 (least); what is settled of
//!     them, and the states on the way, are in the record (states)
//! ```
//!
//! Searches with limits of work, which stay in memory, are saved at their stations (stations).
//!
//! # Why that proves the period
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
//! # When a heap cannot be shown to be common
//!
//! The stream halts at heap n, because no split within the window has a rare value below the least
//! common one. One way leads on, and it never guesses a value:
//!
//! ```text
//! if all values up to n fit into memory: try the splits of n with a larger part among the last n / 8 heaps
//! else: try all splits of n; the snapshots give their values again (replay)
//! if the splits have the missing values: n is common; make the window longer, if there is room; go on
//! if all values fit into memory: return to the file of values and compute from there in memory, which
//!     decides n; a new stream begins when the rare heaps are quiet again
//! n is rare, with value v. If no value before has the highest bit of v: n is common with another mask; go on
//! end with the bytes of memory that it takes to return to all values; the checkpoint stays
//! ```
//!
//! The other mask has the highest bit of v or, if the mask had that bit, lacks it. No heap before n
//! changes its class by that. Until the values in the file go beyond the record of the old stream, that record
//! stays: it is farther.
//!
//! That is why the file of values stays while a stream runs: to make it anew would take as long as the
//! first stage, which may be days. It is removed when the stream has proved the period.
//!
//! # Cost
//!
//! The time is that of the engines. While rare heaps turn up, a byte or two a heap in memory and as many
//! on disk. A search that is started again reads all of that file, and compares it with its checksums.
//! Once the stream runs: the window, and 16 snapshots or more of ρ + t + 1 values or more each, in memory and
//! in one file more. That is a few megabytes while ρ, the last rare heap, is below 10⁵, and up to 80·ρ bytes beyond.
//! A stream begins only where it takes less memory than all values do. Where memory is too small for 16
//! snapshots, it keeps fewer.
//!
//! # The parts
//!
//! * `search` what a search is asked to do, and the two stages in turn: `in_memory`, and `running` with a stream; where
//!   the stream cannot decide a heap, `search` takes it over
//! * `several` searches side by side
//! * `stations` searches with limits of work
//! * `record` all that a stream keeps, and how it is written: among it `reference` and `tried`; `bookmark` passes it on
//! * `stream_memory` the memory that a stream takes, and that all values take
//! * `replay` any value of a stream again: to decide a heap, to find the least period, and for a longer window
//! * `directory` the files of a search, its lock and its record among them
//! * `standing` where a search stands, and `keeper`, which saves that
//! * `stored_values` the file of values, to which the search appends blocks
//! * `error` why a search cannot go on
//! * [`certificate`] the certificate of what a search has proved
//! * [`misere`] the same for searches of misère quotients
//! * [`mod@file`] files that appear under their names only when they are complete

#![forbid(unsafe_code)]

mod bookmark;
pub mod certificate;
mod directory;
mod error;
pub mod file;
mod in_memory;
mod keeper;
pub mod misere;
mod record;
mod reference;
mod replay;
mod running;
mod search;
mod several;
mod standing;
mod stations;
mod stored_values;
mod stream_memory;
mod tried;

use std::time::Duration;

pub use bookmark::{Bookmark, MOST_BOOKMARKED};
pub use directory::{Directory, bytes, is_of_several, is_search, record, saved, searches};
pub use error::{Interrupted, ResumableError};
pub use in_memory::known;
pub use keeper::standing;
pub use record::{AcceptedHeap, SearchRecord};
pub use reference::{StateRecurrence, StateSnapshot};
use search::SearchRequest;
pub use search::{Ended, search};
pub use several::{GameEnd, SideBySide, directory_name};
pub use standing::{ProvedPeriod, Standing};
pub use stations::{StationPlace, remove_stations, search_at_stations};
pub use stored_values::require_values;

use octal_games::{code, grundy, input, period, rules};

use crate::grundy::driver::Tuning;

/// The numbers that decide when and how a search drops its history. They change no value, rare heap or proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The tuning of the engines.
    pub tuning: Tuning,
    /// The heap from which on a stream may begin.
    pub start: u64,
    /// The least length of the window, in heaps.
    pub window: usize,
    /// How many windows long a sequence must be before its history is dropped; 3 or more.
    pub quiet: usize,
    /// The search looks for a recurrence whenever it has computed this many heaps; a power of two, at most 2²⁰.
    pub chunk: u64,
    /// About how many bytes the snapshots may take.
    pub snapshot_bytes: u64,
    /// About how many option values a replay of heaps looks at before it asks whether to go on, and what it
    /// has done can be saved.
    pub replay_work: u64,
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
        replay_work: 1 << 32,
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
        replay_work: 1 << 16,
        save_every: Duration::ZERO,
        watch_every: Duration::ZERO,
    };
}
