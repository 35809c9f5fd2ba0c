//! The last values of a sequence as bytes in one piece.

/// Heaps in a block.
pub(super) const BLOCK: usize = 64;
/// Heaps computed between two moves of the bytes, at least.
const STRIDE: usize = 1 << 14;

/// Short numbers of the last heaps before heap [`Recent::heap`], and room for a block from there.
#[derive(Clone, Debug)]
pub(super) struct Recent {
    bytes: Vec<u8>,
    /// Index of the next heap.
    end: usize,
    /// How many heaps before the next one have to stay.
    reach: usize,
    /// The next heap.
    heap: usize,
}

impl Recent {
    /// No number yet: the first is that of `heap`. At least `reach` must be pushed before one is
    /// asked for.
    pub(super) fn new(heap: usize, reach: usize) -> Recent {
        Recent { bytes: vec![0; 2 * reach + STRIDE], end: 0, reach, heap }
    }

    /// The next heap.
    #[inline(always)]
    pub(super) fn heap(&self) -> usize {
        self.heap
    }

    pub(super) fn memory(&self) -> u64 {
        self.bytes.capacity() as u64
    }

    /// Goes on as if the next heap were `by` larger.
    pub(super) fn shift(&mut self, by: usize) {
        self.heap += by;
    }

    pub(super) fn push(&mut self, number: u8) {
        self.bytes[self.end] = number;
        self.advance(1);
    }

    /// The next `known` heaps are now known: their numbers have been written to [`Recent::next`].
    #[inline(always)]
    pub(super) fn advance(&mut self, known: usize) {
        self.end += known;
        self.heap += known;
        if self.end + BLOCK > self.bytes.len() {
            self.bytes.copy_within(self.end - self.reach..self.end, 0);
            self.end = self.reach;
        }
    }

    /// The numbers of `N` heaps, the first of which is `back` below heap number i of the block.
    #[inline(always)]
    pub(super) fn before<const N: usize>(&self, i: usize, back: usize) -> &[u8; N] {
        self.bytes[self.end + i - back..].first_chunk().expect("there is room for a block")
    }

    /// Heap number i of the block.
    #[inline(always)]
    pub(super) fn next(&mut self, i: usize) -> &mut u8 {
        &mut self.bytes[self.end + i]
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, Recent, STRIDE};

    /// The bytes are moved many times; nothing within reach changes by that.
    #[test]
    fn numbers_stay_within_reach() {
        let number = |heap: usize| (heap % 251) as u8;
        let mut recent = Recent::new(1000, 77);
        for heap in 1000..1000 + 5 * STRIDE {
            recent.push(number(heap));
            if heap >= 1077 {
                let before: &[u8; 77] = recent.before(0, 77);
                assert!((heap + 1 - 77..=heap).map(number).eq(before.iter().copied()));
            }
        }
        assert_eq!(recent.heap(), 1000 + 5 * STRIDE);
        *recent.next(BLOCK - 1) = 7;
        assert_eq!(recent.before::<BLOCK>(0, 0)[BLOCK - 1], 7);
    }
}
