//! A sliding window: the last packed values of a sequence as bytes in one piece.

use crate::grundy::layout::BLOCK;

/// About this many heaps are computed between two moves of the bytes.
const STRIDE: usize = 1 << 14;
/// The most heaps that can be pushed at once.
pub(super) const MOST_PUSHED: usize = STRIDE - BLOCK;

/// The bytes of a window in which `reach` heaps have to stay.
pub(super) fn length(reach: usize) -> usize {
    reach.saturating_add(reach / 4).saturating_add(STRIDE)
}

/// The packed values of the last heaps before heap [`Window::heap`], and room for a block from there.
#[derive(Clone, Debug)]
pub(super) struct Window {
    bytes: Vec<u8>,
    /// Index of the next heap.
    end: usize,
    /// How many heaps before the next one have to stay.
    reach: usize,
    /// The next heap.
    heap: usize,
}

impl Window {
    /// No heap yet: the first will be `heap`. At least `reach` heaps must be pushed before any is asked for.
    pub(super) fn new(heap: usize, reach: usize) -> Window {
        Window::within(vec![], heap, reach)
    }

    /// The same in memory that another window has given up: to get new memory from the system takes longer
    /// than to fill it.
    pub(super) fn within(mut memory: Vec<u8>, heap: usize, reach: usize) -> Window {
        memory.resize(length(reach), 0);
        Window { bytes: memory, end: 0, reach, heap }
    }

    /// Its memory, for another window.
    pub(super) fn into_memory(self) -> Vec<u8> {
        self.bytes
    }

    /// The next heap.
    #[inline(always)]
    pub(super) fn heap(&self) -> usize {
        self.heap
    }

    pub(super) fn memory(&self) -> u64 {
        self.bytes.capacity() as u64
    }

    /// Renumbers: adds `by` to every heap index.
    pub(super) fn shift(&mut self, by: usize) {
        self.heap += by;
    }

    /// Appends the packed values of the next heaps, at most [`MOST_PUSHED`].
    pub(super) fn push_all(&mut self, packed: impl ExactSizeIterator<Item = u8>) {
        let count = packed.len();
        if self.end + count > self.bytes.len() {
            self.move_down();
        }
        self.bytes[self.end..][..count].iter_mut().zip(packed).for_each(|(to, s)| *to = s);
        self.advance(count);
    }

    /// Accepts the next `count` heaps, which have been written to [`Window::next`].
    #[inline(always)]
    pub(super) fn advance(&mut self, count: usize) {
        self.end += count;
        self.heap += count;
        if self.end + BLOCK > self.bytes.len() {
            self.move_down();
        }
    }

    #[cold]
    fn move_down(&mut self) {
        self.bytes.copy_within(self.end - self.reach..self.end, 0);
        self.end = self.reach;
    }

    /// `N` heaps, the first of which is `back` below heap i of the block.
    #[inline(always)]
    pub(super) fn before<const N: usize>(&self, i: usize, back: usize) -> &[u8; N] {
        self.bytes[self.end + i - back..].first_chunk().expect("there is room for a block")
    }

    /// `N` heaps of the block, from its heap i on.
    #[inline(always)]
    pub(super) fn next<const N: usize>(&mut self, i: usize) -> &mut [u8; N] {
        self.bytes[self.end + i..].first_chunk_mut().expect("there is room for a block")
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, STRIDE, Window};

    /// The bytes are moved many times; nothing within reach changes by that.
    #[test]
    fn numbers_stay_within_reach() {
        let number = |heap: usize| (heap % 251) as u8;
        let mut window = Window::within(vec![255; 100_000], 1000, 77);
        for heap in 1000..1000 + 5 * STRIDE {
            window.push_all([number(heap)].into_iter());
            if heap >= 1077 {
                let before: &[u8; 77] = window.before(0, 77);
                assert!((heap + 1 - 77..=heap).map(number).eq(before.iter().copied()));
            }
        }
        assert_eq!(window.heap(), 1000 + 5 * STRIDE);
        *window.next(BLOCK - 1) = [7];
        assert_eq!(window.before::<BLOCK>(0, 0)[BLOCK - 1], 7);
    }
}
