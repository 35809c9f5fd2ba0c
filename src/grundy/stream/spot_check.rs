//! The guard of a stream that always runs: now and then one heap is computed a second time.

use super::{Halt, Stream};

/// One heap in this many chunks is computed a second time, without blocks.
const CHUNKS_PER_CHECK: u64 = 16;

impl Stream {
    /// To be called at the end of each chunk of this many heaps: in one chunk of sixteen, computes one
    /// of its heaps again. A window of values before the chunk must have been kept.
    ///
    /// # Errors
    /// Those of [`Stream::check`].
    pub fn spot_check(&self, chunk: u64) -> Result<(), Halt> {
        let end = self.heap();
        if !end.is_multiple_of(CHUNKS_PER_CHECK * chunk) {
            return Ok(());
        }
        // A hash of the chunk chooses the heap.
        let back = end.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        self.check(1 + (back % chunk) as usize)
    }
}
