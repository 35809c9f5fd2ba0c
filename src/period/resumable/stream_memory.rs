//! How much memory a stream takes, besides scratch memory of a few megabytes.
//!
//! No stream begins for which memory is too small, and no window grows beyond it. A stream that began with more
//! memory than there is now goes on all the same, with few snapshots.

/// For each heap of the window, this many bytes are enough for the first values, the last ones in the stream and
/// in the record, the references, and what the engine keeps.
const BYTES_A_WINDOW_HEAP: u64 = 48;
/// For each heap of the window, what the engine of a follower keeps, and its values.
const BYTES_A_FOLLOWER_HEAP: u64 = 20;
/// A value of a snapshot takes two bytes.
const BYTES_A_SNAPSHOT_HEAP: u64 = 2;
/// A value that is kept beyond the window takes two bytes, and before older ones are dropped there are twice as many.
const BYTES_A_LATE_HEAP: u64 = 4;
/// A stream needs room for this many snapshots.
const FEWEST_SNAPSHOTS: u64 = 4;
/// Scratch memory, which is not counted: a search with short windows is not refused, however little is allowed.
const SCRATCH: u64 = 1 << 22;
/// If there is room, it keeps from 16 to 1024, however few or many bytes are given for them.
const SNAPSHOTS_WITH_ROOM: std::ops::RangeInclusive<u64> = 16..=1024;

/// The bytes of all that is as long as the window.
const fn windows(window: usize) -> u64 {
    BYTES_A_WINDOW_HEAP.saturating_mul(window as u64)
}

/// The bytes of the fewest snapshots of a state of this length.
const fn fewest_snapshots(state_length: usize) -> u64 {
    (FEWEST_SNAPSHOTS * BYTES_A_SNAPSHOT_HEAP).saturating_mul(state_length as u64)
}

/// The least memory for a stream with a window and a state of these lengths, in bytes.
pub(super) const fn least_memory(window: usize, state_length: usize) -> u64 {
    memory_with_followers(window, state_length, 0)
}

/// The least memory for a stream whose window reaches back to a rare heap as large as this.
pub(super) fn memory_after_rare(heap: u64) -> u64 {
    usize::try_from(heap).map_or(u64::MAX, |heap| least_memory(heap, heap))
}

/// The least memory for a stream with so many followers, each with a state and what its engine keeps.
pub(super) const fn memory_with_followers(
    window: usize,
    state_length: usize,
    followers: usize,
) -> u64 {
    let engine = BYTES_A_FOLLOWER_HEAP.saturating_mul(window as u64);
    let follower = engine.saturating_add(fewest_snapshots(state_length));
    let stream = windows(window).saturating_add(fewest_snapshots(state_length));
    stream.saturating_add(follower.saturating_mul(followers as u64)).saturating_sub(SCRATCH)
}

/// The longest window that `memory` allows for itself, and beside the fewest snapshots.
pub(super) fn window_within(memory: u64, state_length: usize) -> u64 {
    let beside = memory.saturating_add(SCRATCH).saturating_sub(fewest_snapshots(state_length));
    memory.min(beside) / BYTES_A_WINDOW_HEAP
}

/// The most snapshots to be kept if they are to take `bytes`, as far as there is room for them beside the window.
pub(super) fn most_snapshots(bytes: u64, memory: u64, window: usize, state_length: usize) -> usize {
    let within = |bytes: u64| bytes / (BYTES_A_SNAPSHOT_HEAP * state_length.max(1) as u64);
    let wanted = within(bytes).clamp(*SNAPSHOTS_WITH_ROOM.start(), *SNAPSHOTS_WITH_ROOM.end());
    let room = within(memory.saturating_add(SCRATCH).saturating_sub(windows(window)));
    wanted.min(room).max(FEWEST_SNAPSHOTS) as usize
}

/// How many last values may be kept beyond the window in these bytes, if they take half of the room at most that
/// `memory` has for them beside the window and the snapshots.
pub(super) fn late_within(bytes: u64, memory: u64, window: usize, state_length: usize) -> u64 {
    let snapshots = SNAPSHOTS_WITH_ROOM.start() * BYTES_A_SNAPSHOT_HEAP * state_length as u64;
    let room = memory.saturating_sub(windows(window)).saturating_sub(snapshots);
    bytes.min(room / 2) / BYTES_A_LATE_HEAP
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits() {
        for (window, state) in [(120_000, 100_000), (600_000, 600_000), (50_000_000, 48_000_000)] {
            let least = least_memory(window, state);
            assert!(window_within(least, state) <= window as u64);
            assert!(window_within(least + SCRATCH, state) >= window as u64);
            assert_eq!(most_snapshots(1 << 20, least, window, state), 4);
            let room =
                |more: u64| most_snapshots(1 << 20, least + more * 2 * state as u64, window, state);
            assert_eq!([1, 5, 12, 100].map(room), [5, 9, 16, 16]);
        }
        // A follower takes less than another stream, and two take twice as much.
        let with = |followers| memory_with_followers(50_000_000, 48_000_000, followers);
        let follower = with(1) - with(0);
        assert!(0 < follower && follower < with(0) && with(3) == with(0) + 3 * follower);
        // A long state leaves less room for the window.
        let memory = 2_000_000_000;
        let within = [0, 500_000, 1_000_000, 10_000_000].map(|state| window_within(memory, state));
        assert!(
            within[..2] == [memory / BYTES_A_WINDOW_HEAP; 2]
                && within[1] > within[2]
                && within[2] > within[3]
        );
        assert_eq!(late_within(u64::MAX, 48_000 + 12_800 + 8000, 1000, 400), 1000);
        assert_eq!([0, 40, u64::MAX].map(|bytes| late_within(bytes, 48_000, 1000, 400)), [0; 3]);
        assert_eq!(late_within(40, u64::MAX, 1000, 400), 10);
        let least = |window| least_memory(window as usize, 10_000_000);
        assert!(least(within[3]) <= memory && memory < least(within[3] + 1));
        assert_eq!((least_memory(1000, 400), window_within(0, 7)), (0, 0));
        assert_eq!(
            [0, 1 << 20, 1 << 30].map(|bytes| most_snapshots(bytes, 0, 7, 400)),
            [16, 1024, 1024]
        );
    }
}
