//! A sequence as bytes, in the form in which vectors read it.

use crate::grundy::layout::BLOCK;
use std::ops::Range;

/// A short number below 2¹⁴ as two bytes. The highest bit of the high one marks a rare heap.
///
/// Numbers add (⊕) byte by byte, and so do the marks: a rare and a common heap give a marked
/// number, two rare heaps a number without a mark, as two common ones do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Marked {
    pub(super) low: u8,
    pub(super) high: u8,
}

impl Marked {
    /// In the place of a heap that does not exist: no number together with any unmarked one.
    pub(super) const NONE: Marked = Marked::new(0).marked();
    /// One more than the largest short number.
    pub(super) const LIMIT: usize = 1 << 14;
    /// Numbers whose high byte is 0 are below this.
    pub(super) const NARROW: usize = 1 << 8;

    pub(super) const fn new(packed: usize) -> Marked {
        debug_assert!(packed < Marked::LIMIT);
        Marked { low: packed as u8, high: (packed >> 8) as u8 }
    }

    pub(super) const fn marked(self) -> Marked {
        Marked { low: self.low, high: self.high | 0x80 }
    }

    /// The short number, or for a marked one something not below [`Marked::LIMIT`].
    #[inline(always)]
    pub(super) const fn bits(self) -> usize {
        self.low as usize | (self.high as usize) << 8
    }

    /// The short number, with or without a mark.
    #[inline(always)]
    pub(super) const fn unmarked(self) -> usize {
        self.bits() % Marked::LIMIT
    }

    #[inline(always)]
    pub(super) const fn xor(self, other: Marked) -> Marked {
        Marked { low: self.low ^ other.low, high: self.high ^ other.high }
    }

    /// Both bytes, the low one first.
    #[inline(always)]
    pub(super) const fn both(self) -> [u8; 2] {
        [self.low, self.high]
    }

    pub(super) const fn is_rare(self) -> bool {
        self.high & 0x80 != 0
    }
}

/// The numbers of consecutive heaps: low bytes, high bytes, and both in turn.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    /// The heap of index 0, shifted by `pad`.
    first: usize,
    /// How many marks stand before the first heap, so that blocks may begin before it.
    pad: usize,
    low: Vec<u8>,
    high: Vec<u8>,
    both: Vec<[u8; 2]>,
}

impl Columns {
    /// No number yet; the first is that of `heap`.
    pub(super) fn new(heap: usize, pad: usize) -> Columns {
        let none = Marked::NONE;
        Columns {
            first: heap,
            pad,
            low: vec![none.low; pad],
            high: vec![none.high; pad],
            both: vec![none.both(); pad],
        }
    }

    /// The next heap.
    pub(super) fn next(&self) -> usize {
        self.first + self.low.len() - self.pad
    }

    /// The first heap.
    pub(super) fn first(&self) -> usize {
        self.first
    }

    pub(super) fn memory(&self) -> u64 {
        (self.low.capacity() + self.high.capacity() + 2 * self.both.capacity()) as u64
    }

    #[inline(always)]
    pub(super) fn push(&mut self, packed: Marked) {
        self.low.push(packed.low);
        self.high.push(packed.high);
        self.both.push(packed.both());
    }

    /// A copy of the numbers of these heaps; what stands before the first one here, stands there too.
    pub(super) fn part(&self, heaps: Range<usize>) -> Columns {
        let pad = if heaps.start == self.first { self.pad } else { 0 };
        let part = self.index(heaps.start, pad)..self.index(heaps.end, 0);
        Columns {
            first: heaps.start,
            pad,
            low: self.low[part.clone()].to_vec(),
            high: self.high[part.clone()].to_vec(),
            both: self.both[part].to_vec(),
        }
    }

    /// Goes on with the numbers of `other` that are beyond the last one here.
    pub(super) fn append(&mut self, other: &Columns) {
        let from = other.index(self.next(), 0);
        append(&mut self.low, &other.low[from..]);
        append(&mut self.high, &other.high[from..]);
        append(&mut self.both, &other.both[from..]);
    }

    /// Forgets heap `heap` and all after it.
    pub(super) fn truncate(&mut self, heap: usize) {
        let length = self.index(heap, 0);
        self.low.truncate(length);
        self.high.truncate(length);
        self.both.truncate(length);
    }

    #[inline(always)]
    fn index(&self, heap: usize, back: usize) -> usize {
        heap + self.pad - self.first - back
    }

    /// The number of heap `heap − back`.
    #[inline(always)]
    pub(super) fn get(&self, heap: usize, back: usize) -> Marked {
        let i = self.index(heap, back);
        Marked { low: self.low[i], high: self.high[i] }
    }

    /// Both bytes of `N` heaps from `heap − back` on.
    #[inline(always)]
    pub(super) fn both<const N: usize>(&self, heap: usize, back: usize) -> &[[u8; 2]; N] {
        self.both[self.index(heap, back)..].first_chunk().expect("these heaps are known")
    }

    /// The low bytes of `N` heaps from `heap − back` on.
    #[inline(always)]
    pub(super) fn low<const N: usize>(&self, heap: usize, back: usize) -> &[u8; N] {
        self.low[self.index(heap, back)..].first_chunk().expect("these heaps are known")
    }

    /// The high bytes of `N` heaps from `heap − back` on.
    #[inline(always)]
    pub(super) fn high<const N: usize>(&self, heap: usize, back: usize) -> &[u8; N] {
        self.high[self.index(heap, back)..].first_chunk().expect("these heaps are known")
    }
}

/// Appends numbers; room grows by a quarter, since there are many of them.
fn append<T: Copy>(numbers: &mut Vec<T>, more: &[T]) {
    if numbers.capacity() - numbers.len() < more.len() {
        numbers.reserve_exact(numbers.len() / 4 + more.len());
    }
    numbers.extend_from_slice(more);
}

/// BlockSets of numbers for the heaps of a block: bit v mod 64 of word [v / 64][i] says whether set i
/// has v.
pub(super) type BlockSets = Vec<[u64; BLOCK]>;
