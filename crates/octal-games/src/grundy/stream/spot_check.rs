//! Which heap of a stream is computed a second time: the guard that always runs.

/// One heap in this many chunks is computed a second time, without blocks.
const CHUNKS_PER_CHECK: u64 = 16;

/// How far below `end` the heap lies that is checked at the end of a chunk of this many heaps; `None`
/// if no heap of this chunk is.
pub(super) fn heap_to_check(end: u64, chunk: u64) -> Option<usize> {
    // A hash of the chunk chooses the heap.
    let hash = end.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    end.is_multiple_of(CHUNKS_PER_CHECK * chunk).then_some(1 + (hash % chunk) as usize)
}
