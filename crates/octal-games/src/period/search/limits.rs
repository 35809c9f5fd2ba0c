//! How far a search may go, and who observes it.

use std::error::Error;

use crate::code::Code;
use crate::grundy::RareSet;
use crate::grundy::distant::DistantRare;
use crate::grundy::stream::Halt;

/// The last heap of a search that nobody limited, of a code whose digits repeat for ever.
const ENDLESS_HEAPS: u64 = 1 << 20;

/// The option values of such a search.
const ENDLESS_WORK: u64 = 200_000_000;

/// How far a search may go. All limits hold; none of them depends on time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The last heap to compute.
    pub heaps: u64,
    /// How many option values the engine may look at: roughly one a nanosecond, and several in blocks
    /// of heaps.
    pub work: Option<u64>,
    /// Bytes for the values and what the engine keeps beside them.
    pub memory: u64,
}

impl Limits {
    /// The search may go up to this heap, whatever it costs.
    pub const fn heaps(heaps: u64) -> Limits {
        Limits { heaps, work: None, memory: u64::MAX }
    }

    /// These limits, if nobody asked for them, for a search of this code.
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
    /// buffer of the values grows by a quarter at a time, so it may be a quarter larger than they are.
    pub fn last_heap(&self, width: u64) -> u64 {
        self.heaps.min((self.memory / 5 * 4 / width).saturating_sub(1))
    }

    /// How many bytes are enough to compute the values up to heap n, whatever they are, by an engine that keeps
    /// little besides.
    pub const fn memory_for(n: u64) -> u64 {
        n.saturating_mul(3).saturating_add(1 << 17)
    }

    /// How many bytes are enough for these values, whatever the engine keeps besides: four bytes a heap at most, and
    /// a quarter more of all while it grows.
    pub const fn memory_for_any_engine(n: u64) -> u64 {
        n.saturating_mul(8).saturating_add(1 << 20)
    }
}

/// The state of a running search, as its watcher sees it.
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

/// Observes a running search, and may stop it; called several times a second.
pub trait Watcher: Sync {
    /// Called between two heaps. `false` ends the search with [`crate::period::sequence::Stop::Cancelled`].
    fn goes_on(&self, progress: &Progress) -> bool;

    /// Called when a resumable search needs values that it has dropped, and
    /// computes them again.
    fn halted(&self, _: &Halt) {}

    /// Called when a resumable search has shown by its splits that the heap at which it
    /// halted is common, and goes on.
    fn is_common(&self, _heap: u64) {}

    /// Called when a resumable search goes on after this new rare heap without its
    /// history, and so can prove no period; with `memory` bytes it could have gone back to all values.
    fn goes_on_after(&self, _: &DistantRare, _memory: u64) {}

    /// Called when a resumable search goes on after this heap with another mask, with which
    /// it is common.
    fn widens_mask(&self, _heap: u64, _mask: u16) {}

    /// Called when a resumable search that went on without its history after rare heaps, the
    /// last of which is this one, goes back to all values, because there is memory for them up to this heap.
    fn goes_back(&self, _: &DistantRare, _heap: u64) {}

    /// Called before a resumable search stores its values up to this heap in a
    /// file that will then have about this many bytes.
    fn stores(&self, _heap: u64, _bytes: u64) {}

    /// Called when the rare heaps of a resumable search have gone quiet, but it keeps
    /// all values, because it needs this many bytes of memory to go on without them.
    fn keeps_history(&self, _bytes: u64) {}

    /// Called when a resumable search begins to go on without its history, or does so
    /// again: `exceeded` is the number of bytes of memory that this takes if fewer are allowed.
    fn needs_only_last_values(&self, _exceeded: Option<u64>) {}

    /// Called when a search cannot be kept: one that is to be kept at its stations goes on in memory alone, and one of a
    /// directory whose period is proved ends with the proof.
    fn not_kept(&self, _reason: &dyn Error) {}
}

/// Nobody watches, and nobody stops the search.
impl Watcher for () {
    fn goes_on(&self, _: &Progress) -> bool {
        true
    }
}
