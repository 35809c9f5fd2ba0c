//! How much memory a stream takes, besides scratch memory of a few megabytes.
//!
//! No stream begins for which memory is too small, no window grows beyond it, and no follower is added for which it has
//! no room. A stream that began with more memory than there is now goes on, with few snapshots, until it needs a further
//! follower.

use super::Settings;
use super::record::SearchRecord;
use crate::grundy::kernel::KernelError;
use crate::grundy::stream::{Basis, LONGEST_PIECE};
use crate::period::search::Limits;

/// For each heap of the window, this many bytes are enough for the first values, the last ones in the stream and
/// in the record, the references, and what the engine keeps.
const BYTES_A_WINDOW_HEAP: u64 = 48;
/// For each heap of its state, what the engine of a follower keeps, and its values.
const BYTES_A_FOLLOWER_HEAP: u64 = 20;
/// For each heap that a follower computes at once, its new values, and for each splitting place of it the options that it
/// gives to others, once more as the engine packs them.
const BYTES_A_NEW_HEAP: u64 = 8;
const BYTES_AN_OPTION: u64 = 4;
/// A value of a snapshot takes two bytes.
const BYTES_A_SNAPSHOT_HEAP: u64 = 2;
/// A value that is kept beyond the window takes two bytes, and before older ones are dropped there are twice as many.
const BYTES_A_LATE_HEAP: u64 = 4;
/// A stream needs room for this many snapshots.
const FEWEST_SNAPSHOTS: u64 = 4;
/// Where there is room, a stream keeps from 16 to 1024 snapshots, however few or many bytes are given for them.
const SNAPSHOTS_WITH_ROOM: std::ops::RangeInclusive<u64> = 16..=1024;
/// Scratch memory, which is not counted: a search with short windows is not refused, however little is allowed.
const SCRATCH: u64 = 1 << 22;

/// What the memory of a stream depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct StreamMemory {
    /// The length of the window, in heaps.
    window: usize,
    /// The length of a state, in heaps.
    state: usize,
    /// How many followers it has.
    followers: usize,
    /// What one of them takes besides its snapshots, in bytes.
    follower: u64,
}

impl StreamMemory {
    /// That of a stream with this basis which computes `chunk` heaps at a time, with the followers that the heaps before
    /// heap n need.
    pub(super) fn before(basis: &Basis, chunk: u64, n: u64) -> StreamMemory {
        // A stream that would need too many halts, whatever memory there is.
        let followers = basis.distances(n).map_or(0, |distances| distances.len());
        let (window, state) = (basis.window(), basis.state_length);
        let new = BYTES_A_NEW_HEAP + BYTES_AN_OPTION * basis.rules.splits.len() as u64;
        let follower = BYTES_A_FOLLOWER_HEAP.saturating_mul(state as u64);
        let follower = follower.saturating_add(new * chunk.min(LONGEST_PIECE));
        StreamMemory { window, state, followers, follower }
    }

    /// That of a stream whose window and state reach no farther back than to rare heap `rho`: none takes less.
    pub(super) fn at_least(rho: u64) -> StreamMemory {
        let rho = usize::try_from(rho).unwrap_or(usize::MAX);
        StreamMemory { window: rho, state: rho, followers: 0, follower: 0 }
    }

    /// That of a stream that begins anew, with a window which reaches back to rare heap `rho`.
    pub(super) fn reaching(
        basis: &Basis,
        settings: &Settings,
        rho: u64,
    ) -> Result<StreamMemory, KernelError> {
        let tuning = settings.tuning.stream()?;
        let (window, state) = basis.lengths_to(&tuning, settings.window, rho);
        Ok(StreamMemory { window, state, followers: 0, follower: 0 })
    }

    /// The same with one follower more.
    pub(super) fn and_a_follower(self) -> StreamMemory {
        StreamMemory { followers: self.followers + 1, ..self }
    }

    /// The bytes of all that is as long as the window, and of the followers.
    const fn engines(&self) -> u64 {
        let windows = BYTES_A_WINDOW_HEAP.saturating_mul(self.window as u64);
        windows.saturating_add(self.follower.saturating_mul(self.followers as u64))
    }

    /// The bytes of `count` snapshots: the states of the followers are part of each.
    const fn snapshots(&self, count: u64) -> u64 {
        let state = (self.followers as u64).saturating_add(1).saturating_mul(self.state as u64);
        count.saturating_mul(state).saturating_mul(BYTES_A_SNAPSHOT_HEAP)
    }

    /// The least memory for it, in bytes.
    pub(super) const fn least(&self) -> u64 {
        self.engines().saturating_add(self.snapshots(FEWEST_SNAPSHOTS)).saturating_sub(SCRATCH)
    }

    /// The longest window that `memory` allows for itself, and beside the fewest snapshots and the followers.
    pub(super) fn longest_window(&self, memory: u64) -> u64 {
        let other = StreamMemory { window: 0, ..*self };
        let other = other.engines().saturating_add(self.snapshots(FEWEST_SNAPSHOTS));
        memory.min(memory.saturating_add(SCRATCH).saturating_sub(other)) / BYTES_A_WINDOW_HEAP
    }

    /// The most snapshots to be kept if they are to take `bytes`, as far as there is room for them beside the window.
    pub(super) fn most_snapshots(&self, bytes: u64, memory: u64) -> usize {
        let within = |bytes: u64| bytes / self.snapshots(1).max(1);
        let wanted = within(bytes).clamp(*SNAPSHOTS_WITH_ROOM.start(), *SNAPSHOTS_WITH_ROOM.end());
        let room = within(memory.saturating_add(SCRATCH).saturating_sub(self.engines()));
        wanted.min(room).max(FEWEST_SNAPSHOTS) as usize
    }

    /// How many last values may be kept beyond the window in these bytes, if they take half of the room at most that
    /// `memory` has for them beside the window and the snapshots.
    pub(super) fn late_within(&self, bytes: u64, memory: u64) -> u64 {
        let kept = self.engines().saturating_add(self.snapshots(*SNAPSHOTS_WITH_ROOM.start()));
        bytes.min(memory.saturating_sub(kept) / 2) / BYTES_A_LATE_HEAP
    }
}

/// The memory, in bytes, that it takes to go back to all values up to the next heap of this record, and from there on
/// until a stream can go on without them: if there is a rare heap that the window does not reach, one that reaches it.
pub(super) fn memory_to_go_back(
    record: &SearchRecord,
    settings: &Settings,
    rare: Option<u64>,
) -> Result<u64, KernelError> {
    let all_values = Limits::memory_for(record.heap().saturating_add(1));
    let stream = match rare {
        None => 0,
        Some(rare) => StreamMemory::reaching(&record.basis(), settings, rare)?.least(),
    };
    Ok(all_values.max(stream))
}
