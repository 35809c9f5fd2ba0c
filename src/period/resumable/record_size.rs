//! How long the record of a stream gets on the disk.

use super::Settings;
use super::record::SearchRecord;
use super::reference::REFERENCES_KEPT;
use super::stream_memory::StreamMemory;

/// A record holds this many stretches as long as a window and a chunk: the first values, the last ones, and the
/// references.
const STRETCHES: u64 = 2 + REFERENCES_KEPT as u64;
/// Besides its snapshots a record holds this many states at most: those at which replays go on.
const MARKS: u64 = 2;
/// A heap takes this many bytes at most, and a rare heap that is kept with its value.
const BYTES_A_HEAP: u64 = 10;
const BYTES_A_DISTANT_HEAP: u64 = 13;
/// For all else.
const OTHER_BYTES: u64 = 1 << 10;

/// What the length of a record depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct RecordSize {
    /// The length of the window, in heaps.
    window: u64,
    chunk: u64,
    /// The values of all states in it.
    state_values: u64,
    bytes_a_value: u64,
    /// What it takes besides values.
    other_bytes: u64,
}

impl RecordSize {
    /// That of this record up to heap n, where a search may use `memory` bytes of memory, as long as no value is larger
    /// than those known, and no heap is accepted alone.
    pub(super) fn before(
        record: &SearchRecord,
        settings: &Settings,
        memory: u64,
        n: u64,
    ) -> RecordSize {
        let (basis, (max, _)) = (record.basis(), record.max_value());
        let stream = StreamMemory::before(&basis, record.chunk, n);
        let most = stream.most_snapshots(settings.snapshot_bytes, memory);
        // Those that are too many are dropped when the next is taken.
        let snapshots = most.max(record.snapshots().len()) as u64;
        let heaps = (basis.rare.len() + 2 * record.accepted.len()) as u64;
        let heaps = BYTES_A_HEAP * (heaps + snapshots + MARKS);
        let distant = BYTES_A_DISTANT_HEAP * basis.distant.len() as u64;
        RecordSize {
            window: basis.window() as u64,
            chunk: record.chunk,
            state_values: stream.snapshot_values(snapshots.saturating_add(MARKS)),
            bytes_a_value: varint_bytes(max),
            other_bytes: OTHER_BYTES + heaps + distant,
        }
    }

    /// The most bytes of its file.
    pub(super) fn bytes(&self) -> u64 {
        let stretches = STRETCHES.saturating_mul(self.window.saturating_add(self.chunk));
        let values = stretches.saturating_add(self.state_values);
        values.saturating_mul(self.bytes_a_value).saturating_add(self.other_bytes)
    }

    /// The longest window with which the file has this many bytes at most.
    pub(super) fn longest_window(&self, bytes: u64) -> u64 {
        let without = RecordSize { window: 0, ..*self }.bytes();
        bytes.saturating_sub(without) / (STRETCHES * self.bytes_a_value)
    }
}

/// The bytes of the varint of a value, of which each has seven bits.
const fn varint_bytes(value: u64) -> u64 {
    let bits = u64::BITS - value.leading_zeros();
    if bits == 0 { 1 } else { bits.div_ceil(7) as u64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn varints() {
        for value in [0, 1, 127, 128, 255, 256, 16_383, 16_384, u16::MAX] {
            let written = postcard::to_stdvec(&value).unwrap().len();
            assert_eq!(varint_bytes(value.into()), written as u64, "{value}");
        }
    }

    #[test]
    fn the_longest_window() {
        let size = |window, bytes_a_value| {
            let (chunk, state_values, other_bytes) = (256, 1000, 77);
            RecordSize { window, chunk, state_values, bytes_a_value, other_bytes }
        };
        for bytes_a_value in [1, 2, 3] {
            for window in [0, 1, 50, 12_345] {
                let (this, next) = (size(window, bytes_a_value), size(window + 1, bytes_a_value));
                assert_eq!(size(7, bytes_a_value).longest_window(this.bytes()), window);
                assert_eq!(size(7, bytes_a_value).longest_window(next.bytes() - 1), window);
            }
            assert_eq!(size(7, bytes_a_value).longest_window(0), 0);
        }
        assert_eq!(size(u64::MAX, 3).bytes(), u64::MAX);
    }
}
