//! The numbers of the last heaps, for kernels that have no register as wide.

/// The last 72 numbers before a block, and those of the block as far as they are known.
#[derive(Clone, Copy)]
pub(super) struct Window {
    bytes: [u8; 136],
    end: usize,
}

impl Window {
    #[inline(always)]
    pub(super) fn new(numbers: &[u8; 72]) -> Window {
        let mut bytes = [0; 136];
        bytes[..72].copy_from_slice(numbers);
        Window { bytes, end: 72 }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, numbers: [u8; 8]) {
        self.bytes[self.end..self.end + 8].copy_from_slice(&numbers);
        self.end += 8;
    }

    /// Adds numbers[i] ⊕ x to set i, where the numbers begin `back` ≥ 8 heaps before the next.
    #[inline(always)]
    pub(super) fn insert_eight(&self, mut sets: [u64; 8], back: usize, x: u64) -> [u64; 8] {
        let numbers: &[u8; 8] =
            self.bytes[self.end - back..].first_chunk().expect("back is at least 8");
        for (set, number) in sets.iter_mut().zip(numbers) {
            *set |= 1 << ((u64::from(*number) ^ x) & 63);
        }
        sets
    }
}
