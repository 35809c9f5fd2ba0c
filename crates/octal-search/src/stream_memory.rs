//! The memory that a stream takes, besides scratch memory of a few megabytes.

use super::Settings;
use super::record::SearchRecord;
use crate::grundy::kernel::KernelError;
use crate::grundy::stream::Basis;
use crate::period::search::Limits;

/// For each heap of the window, this many bytes are enough for the first values, the last ones in the stream and
/// in the record, the references, and what the engine keeps.
const BYTES_A_WINDOW_HEAP: u64 = 48;
/// A value of a snapshot takes two bytes.
const BYTES_A_SNAPSHOT_HEAP: u64 = 2;
/// A stream needs room for this many snapshots.
const FEWEST_SNAPSHOTS: u64 = 4;
/// Where there is room, a stream keeps from 16 to 1024 snapshots, however few or many bytes are given for them.
const SNAPSHOTS_WITH_ROOM: std::ops::RangeInclusive<u64> = 16..=1024;
/// Scratch memory, which is not counted: a search with short windows is not refused, however little is allowed.
const SCRATCH: u64 = 1 << 22;

/// The lengths on which the memory of a stream depends.
#[derive(Clone, Copy, Debug)]
pub(super) struct StreamMemory {
    /// The length of the window, in heaps.
    window: u64,
    /// The length of a state, in heaps.
    state: u64,
}

impl StreamMemory {
    /// The memory of a stream with this basis.
    pub(super) fn of(basis: &Basis) -> StreamMemory {
        StreamMemory { window: basis.window() as u64, state: basis.state_length as u64 }
    }

    /// The bytes of this many snapshots.
    const fn snapshots(&self, count: u64) -> u64 {
        count.saturating_mul(self.state).saturating_mul(BYTES_A_SNAPSHOT_HEAP)
    }

    /// The least memory, in bytes.
    pub(super) const fn least(&self) -> u64 {
        let windows = BYTES_A_WINDOW_HEAP.saturating_mul(self.window);
        windows.saturating_add(self.snapshots(FEWEST_SNAPSHOTS)).saturating_sub(SCRATCH)
    }

    /// The longest window that `memory` allows beside the fewest snapshots.
    pub(super) fn longest_window(&self, memory: u64) -> u64 {
        let room = memory.saturating_add(SCRATCH).saturating_sub(self.snapshots(FEWEST_SNAPSHOTS));
        memory.min(room) / BYTES_A_WINDOW_HEAP
    }

    /// The most snapshots to be kept if they are to take `bytes`, as far as there is room for them beside the window.
    pub(super) fn most_snapshots(&self, bytes: u64, memory: u64) -> usize {
        let within = |bytes: u64| bytes / self.snapshots(1).max(1);
        let wanted = within(bytes).clamp(*SNAPSHOTS_WITH_ROOM.start(), *SNAPSHOTS_WITH_ROOM.end());
        let windows = BYTES_A_WINDOW_HEAP.saturating_mul(self.window);
        let room = within(memory.saturating_add(SCRATCH).saturating_sub(windows));
        wanted.min(room).max(FEWEST_SNAPSHOTS) as usize
    }
}

/// The memory, in bytes, of all values up to the next heap of this record. If that heap is rare, it is
/// enough until a stream can begin again that reaches back to it.
pub(super) fn memory_for_all_values(
    record: &SearchRecord,
    settings: &Settings,
    rare: Option<u64>,
) -> Result<u64, KernelError> {
    let all_values = Limits::memory_for(record.heap().saturating_add(1));
    let Some(rare) = rare else { return Ok(all_values) };
    let tuning = settings.tuning.stream()?;
    let (window, state) = record.basis().lengths_to(&tuning, settings.window, rare);
    let stream = StreamMemory { window: window as u64, state: state as u64 };
    Ok(all_values.max(stream.least()))
}
