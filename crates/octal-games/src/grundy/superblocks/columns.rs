//! A sequence as columns of bytes, which vectors read.

use crate::grundy::packed::BLOCK;
use std::ops::Range;

/// A packed value below 2¹⁴ as two bytes. The highest bit of the high one marks a rare heap.
///
/// Packed values add (⊕) byte by byte, and so do the marks: a rare and a common heap give a marked
/// value, two rare heaps one without a mark, as two common ones do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Marked {
    pub(super) low: u8,
    pub(super) high: u8,
}

impl Marked {
    /// Padding before heap 0: XORed with any unmarked value it stays marked, so no tap counts.
    pub(super) const NONE: Marked = Marked::new(0).marked();
    /// One more than the largest packed value.
    pub(super) const LIMIT: usize = 1 << 14;
    /// Packed values whose high byte is 0 are below this.
    pub(super) const NARROW: usize = 1 << 8;

    pub(super) const fn new(packed: usize) -> Marked {
        debug_assert!(packed < Marked::LIMIT);
        Marked { low: packed as u8, high: (packed >> 8) as u8 }
    }

    pub(super) const fn marked(self) -> Marked {
        Marked { low: self.low, high: self.high | 0x80 }
    }

    /// The packed value; for a marked one something not below [`Marked::LIMIT`].
    #[inline(always)]
    pub(super) const fn bits(self) -> usize {
        self.low as usize | (self.high as usize) << 8
    }

    /// The packed value, whether it is marked or not.
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

/// The packed values of 64 consecutive heaps that taps meet: the low bytes, and the high ones.
pub(super) type Met<'a> = [&'a [u8; BLOCK]; 2];

/// The packed values of consecutive heaps: low bytes, high bytes, and both in turn.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    /// The first heap; its bytes are at index `pad`.
    first: usize,
    /// How many bytes of padding stand before the first heap, so that taps may reach before it.
    pad: usize,
    low: Vec<u8>,
    high: Vec<u8>,
    both: Vec<[u8; 2]>,
}

impl Columns {
    /// No heap yet; the first will be `heap`.
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

    /// Bytes that the packed value of a heap takes.
    pub(super) const BYTES_PER_HEAP: u64 = 4;

    pub(super) fn memory(&self) -> u64 {
        (self.low.capacity() + self.high.capacity() + 2 * self.both.capacity()) as u64
    }

    /// Makes room for more heaps.
    pub(super) fn reserve(&mut self, heaps: usize) {
        reserve(&mut self.low, heaps);
        reserve(&mut self.high, heaps);
        reserve(&mut self.both, heaps);
    }

    #[inline(always)]
    pub(super) fn push(&mut self, packed: Marked) {
        if self.low.len() == self.low.capacity() {
            self.reserve(1);
        }
        self.low.push(packed.low);
        self.high.push(packed.high);
        self.both.push(packed.both());
    }

    /// Appends the packed values of the next heaps, their low bytes and their high ones.
    #[inline(always)]
    pub(super) fn extend(&mut self, low: &[u8], high: &[u8]) {
        self.reserve(low.len());
        self.low.extend_from_slice(low);
        self.high.extend_from_slice(high);
        let length = self.both.len();
        self.both.resize(length + low.len(), [0; 2]);
        for ((both, &low), &high) in self.both[length..].iter_mut().zip(low).zip(high) {
            *both = [low, high];
        }
    }

    /// A copy of these heaps, which has room for `room` heaps more. If it begins with the first one here, the padding is
    /// copied too.
    pub(super) fn part(&self, heaps: Range<usize>, room: usize) -> Columns {
        let pad = if heaps.start == self.first { self.pad } else { 0 };
        let part = self.index(heaps.start, pad)..self.index(heaps.end, 0);
        Columns {
            first: heaps.start,
            pad,
            low: copy(&self.low[part.clone()], room),
            high: copy(&self.high[part.clone()], room),
            both: copy(&self.both[part], room),
        }
    }

    /// Appends the heaps of `other` that are beyond the last one here.
    pub(super) fn append(&mut self, other: &Columns) {
        let from = other.index(self.next(), 0);
        self.reserve(other.low.len() - from);
        self.low.extend_from_slice(&other.low[from..]);
        self.high.extend_from_slice(&other.high[from..]);
        self.both.extend_from_slice(&other.both[from..]);
    }

    /// Forgets all heaps before this one, and the padding. What is kept moves to where these were.
    pub(super) fn forget_before(&mut self, heap: usize) {
        let gone = self.index(heap, 0);
        self.low.drain(..gone);
        self.high.drain(..gone);
        self.both.drain(..gone);
        (self.first, self.pad) = (heap, 0);
    }

    /// Gives back the memory that is not in use.
    pub(super) fn give_back(&mut self) {
        self.low.shrink_to_fit();
        self.high.shrink_to_fit();
        self.both.shrink_to_fit();
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

    /// The packed value of heap `heap − back`.
    #[inline(always)]
    pub(super) fn get(&self, heap: usize, back: usize) -> Marked {
        // One read of memory, where the two columns would be two.
        let [low, high] = self.both[self.index(heap, back)];
        Marked { low, high }
    }

    /// Both bytes of `N` heaps from `heap − back` on.
    #[inline(always)]
    pub(super) fn both<const N: usize>(&self, heap: usize, back: usize) -> &[[u8; 2]; N] {
        self.both[self.index(heap, back)..].first_chunk().expect("these heaps are known")
    }

    /// Both bytes of the `count` heaps from `heap − back` on.
    #[inline(always)]
    pub(super) fn both_of(&self, heap: usize, back: usize, count: usize) -> &[[u8; 2]] {
        &self.both[self.index(heap, back)..][..count]
    }

    /// The low bytes of the `count` heaps from `heap − back` on, and the high ones.
    #[inline(always)]
    pub(super) fn low_and_high(&self, heap: usize, back: usize, count: usize) -> [&[u8]; 2] {
        let from = self.index(heap, back);
        [&self.low[from..][..count], &self.high[from..][..count]]
    }

    /// The packed values of the 64 heaps from `heap − back` on.
    #[inline(always)]
    pub(super) fn met(&self, heap: usize, back: usize) -> Met<'_> {
        [self.low(heap, back), self.high(heap, back)]
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

/// A copy that has room for `room` elements more.
fn copy<T: Copy>(bytes: &[T], room: usize) -> Vec<T> {
    let mut copy = Vec::with_capacity(bytes.len() + room);
    copy.extend_from_slice(bytes);
    copy
}

/// Makes room for more; it grows by a quarter at a time, since sequences are long.
fn reserve<T>(bytes: &mut Vec<T>, more: usize) {
    if bytes.capacity() - bytes.len() < more {
        bytes.reserve_exact(bytes.len() / 4 + more);
    }
}
