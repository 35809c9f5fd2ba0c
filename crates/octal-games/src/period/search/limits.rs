//! The limits of a search, and its observer.

use std::error::Error;

use crate::code::Code;
use crate::grundy::RareSet;
use crate::grundy::stream::Halt;

/// The default last heap of a search of a code whose digits repeat for ever.
const ENDLESS_HEAPS: u64 = 1 << 20;

/// The default work of such a search, in option values.
const ENDLESS_WORK: u64 = 200_000_000;

/// The limits of a search. All limits hold; none of them depends on time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The last heap to compute.
    pub heaps: u64,
    /// The work that the engine may do, see [`Engine::work`](crate::grundy::Engine::work): about
    /// one a nanosecond, and several in blocks of heaps. The search ends when this much is done, at
    /// the next heap with at most seven significant binary digits.
    pub work: Option<u64>,
    /// Bytes for the values and what the engine keeps beside them.
    pub memory: u64,
}

/// Heap 2²⁷, a work of 2·10¹⁰ (about 20 seconds), and half of the machine's memory.
impl Default for Limits {
    fn default() -> Limits {
        Limits { heaps: 1 << 27, work: Some(20_000_000_000), memory: Limits::half_of_memory() }
    }
}

impl Limits {
    /// A limit of heaps that no search reaches.
    pub const NO_LIMIT: u64 = 1 << 62;

    /// Half of the machine's memory, in bytes; 2 GiB where the system does not report its memory.
    pub fn half_of_memory() -> u64 {
        let total = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
            let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
            line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()
        });
        total.map_or(2 << 30, |kib| kib * 1024 / 2)
    }

    /// The search may go up to this heap, whatever it costs.
    pub const fn heaps(heaps: u64) -> Limits {
        Limits { heaps, work: None, memory: u64::MAX }
    }

    /// These default limits, reduced if the code has digits that repeat for ever.
    ///
    /// A proof for a code whose digits repeat for ever needs few values: Theorem 12b some hundreds,
    /// and Theorem 12a few periods. So the search of such a code ends within about a second.
    pub fn unasked_for(self, code: &Code) -> Limits {
        if code.repeat().is_empty() {
            return self;
        }
        let Limits { heaps, work, memory } = self;
        let work = work.map_or(ENDLESS_WORK, |work| work.min(ENDLESS_WORK));
        Limits { heaps: heaps.min(ENDLESS_HEAPS), work: Some(work), memory }
    }

    /// The last heap that the limits of heaps and memory allow, if a value takes `width` bytes. The
    /// buffer of the values grows by a quarter at a time, so it may be a quarter larger than they
    /// are.
    pub fn last_heap(&self, width: u64) -> u64 {
        self.heaps.min((self.memory / 5 * 4 / width).saturating_sub(1))
    }

    /// The bytes that are enough to compute any values up to heap n, by an engine that keeps little
    /// besides.
    pub const fn memory_for(n: u64) -> u64 {
        n.saturating_mul(3).saturating_add(1 << 17)
    }

    /// The bytes that are enough for these values with any engine: four bytes a heap at most, and a
    /// quarter more of all while it grows.
    pub const fn memory_for_any_engine(n: u64) -> u64 {
        n.saturating_mul(8).saturating_add(1 << 20)
    }
}

/// The state of a running search.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
/// let officers: octal_games::Game = "0.6".parse()?;
/// let last = AtomicU64::new(0);
/// let search = officers.search().limit(1000).progress(|progress| {
///     last.store(progress.heap, Ordering::Relaxed);
///     true
/// });
/// search.run()?;
/// assert_eq!(last.load(Ordering::Relaxed), 1000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The last heap computed.
    pub heap: u64,
    /// The last heap that may be computed.
    pub limit: u64,
    /// The share of the nearest limit that is used up, from 0 to 1.
    pub share: f64,
    /// The rare heaps among those computed.
    pub rare: Option<RareSet>,
    /// The largest value computed, if it is known.
    pub largest: Option<u16>,
}

/// An event of a running search, passed to its [`EventCallback`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'e> {
    /// The search is between two heaps. It reports this several times a second.
    Progress(Progress),
    /// A resumable search needs values that it has dropped, and computes them again.
    Halted(Halt),
    /// A resumable search has shown by its splits that the heap at which it halted is common.
    CommonHeap {
        /// The heap.
        heap: u64,
    },
    /// A resumable search continues with another mask, with which this heap is common.
    WiderMask {
        /// The heap.
        heap: u64,
        /// The mask.
        mask: u16,
    },
    /// A search cannot be saved. That of a survey continues in memory. A search in a directory ends
    /// with the proof of its period.
    NotKept(&'e dyn Error),
}

/// A callback that observes a search and may stop it.
///
/// A search that reports [`Event::Progress`] and receives `false` ends with
/// [`Stop::Cancelled`](crate::period::sequence::Stop::Cancelled). The search ignores the answer to
/// other events. `&|_| true` observes nothing.
pub type EventCallback<'c> = dyn Fn(Event<'_>) -> bool + Sync + 'c;
