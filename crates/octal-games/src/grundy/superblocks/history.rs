//! The packed values that are kept, as columns of bytes, which vectors read: those of all heaps, or
//! those of the smallest heaps and of the last.
//!
//! Of a sequence of which only the first and the last values are known ([`PrefixAndTail`]),
//! superblocks need [`window`] values.

use super::tuning::Tuning;
use crate::grundy::packed::{BLOCK, PIECE, Packing};
use crate::grundy::space::SparseSpace;
use crate::grundy::state::State;
use crate::grundy::values::Slice;
use crate::rules::Rules;
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
    /// The number of bytes of padding before the first heap, so that taps may reach before it.
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

    /// A copy of these heaps, which has room for `room` heaps more. If it begins with the first one
    /// here, the padding is copied too.
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

/// The packed values of a sequence.
///
/// Taps look no farther back than the last rare heap, or than the largest part of a witness, and a
/// search nearly always ends soon. So the values between are forgotten when rare heaps are long
/// past. A search that does not end among those that are kept says so.
#[derive(Clone, Debug)]
pub(super) struct History {
    /// The smallest heaps, if the last ones are not all.
    small: Option<Columns>,
    last: Columns,
}

/// The history is compacted once it is this many times longer than required.
const COMPACT_AT: usize = 4;

impl History {
    /// Packs a sequence, of whose smallest heaps `kept` are kept.
    pub(super) fn new(known: &PrefixAndTail<'_>, packing: &Packing, kept: usize) -> History {
        let PrefixAndTail { next, last, .. } = *known;
        let is_all = last.len() == next;
        if is_all && next <= kept.saturating_mul(COMPACT_AT) {
            return History::all(columns(known, packing, 0, last));
        }
        let small = if is_all { last } else { known.small };
        let small = small.range(..kept.min(small.len()));
        let last = last.range(last.len().saturating_sub(kept.saturating_mul(2))..);
        let from = next - last.len();
        let small = Some(columns(known, packing, 0, small));
        History { small, last: columns(known, packing, from, last) }
    }

    /// The number of packed values kept of a sequence of this length, of whose smallest heaps
    /// `kept` are kept.
    pub(super) fn length(next: usize, kept: usize) -> usize {
        if next > kept.saturating_mul(COMPACT_AT) { 3 * kept } else { next }
    }

    /// All packed values, from heap 0 on.
    pub(super) fn all(columns: Columns) -> History {
        History { small: None, last: columns }
    }

    /// The number of small heaps to keep, so that the last 2·`kept` are enough for all that reads
    /// these.
    ///
    /// Readers look back from the next heap, or from one that is a superblock S before it, at most:
    /// far taps by rare + t; the window by 2·S + 2·BLOCK + t; witnesses by a part of at most `kept`
    /// + S, and t; samples by their own length besides; searches by `kept` + t.
    ///
    /// Only a search finds a forgotten heap to be missing, one that would go through all splits: so
    /// with the middle forgotten no heap is found to be rare, and `kept` stays.
    pub(super) fn kept(rules: &Rules, rare: usize, tuning: &Tuning) -> usize {
        tuning.history.max(History::here(tuning)).max(rare).saturating_add(2 * rules.last_place)
    }

    /// The number of heaps that samples reach back, with the two superblocks in work, besides the
    /// parts that they try.
    pub(super) fn here(tuning: &Tuning) -> usize {
        tuning.longest_sample() + 2 * tuning.superblock + PIECE + 2 * BLOCK
    }

    /// Forgets what is between the first `kept` heaps and the last 2·`kept`, if that is much.
    pub(super) fn forget(&mut self, kept: usize) {
        let (next, was_all) = (self.last.next(), self.is_all());
        if next - self.last.first() > kept.saturating_mul(COMPACT_AT) {
            self.small.get_or_insert_with(|| self.last.part(0..kept, 0));
            self.last.forget_before(next - 2 * kept);
            if was_all {
                // Not again: from now on the last heaps need the room that they have had, whenever
                // they have grown.
                self.last.give_back();
            }
        }
    }

    /// True if nothing is forgotten.
    pub(super) fn is_all(&self) -> bool {
        self.small.is_none()
    }

    /// The packed values of heaps 0, 1, …: all of them, if nothing is forgotten.
    pub(super) fn small(&self) -> &Columns {
        self.small.as_ref().unwrap_or(&self.last)
    }

    /// The packed values of the last heaps.
    pub(super) fn last(&self) -> &Columns {
        &self.last
    }

    /// The next heap.
    pub(super) fn next(&self) -> usize {
        self.last.next()
    }

    /// Appends the packed value of the next heap.
    pub(super) fn push(&mut self, packed: Marked) {
        self.last.push(packed);
    }

    /// Appends the packed values of `more` that are beyond the last one here.
    pub(super) fn append(&mut self, more: &Columns) {
        self.last.append(more);
    }

    /// Forgets heap `heap` and all after it.
    pub(super) fn truncate(&mut self, heap: usize) {
        self.last.truncate(heap);
    }

    /// Bytes of the packed values.
    pub(super) fn memory(&self) -> u64 {
        self.last.memory() + self.small.as_ref().map_or(0, Columns::memory)
    }
}

/// Packs the values of the heaps from `first` on.
fn columns(
    known: &PrefixAndTail<'_>,
    packing: &Packing,
    first: usize,
    values: Slice<'_>,
) -> Columns {
    let pad = if first == 0 { 2 * BLOCK + known.rules.last_place } else { 0 };
    let mut columns = Columns::new(first, pad);
    columns.reserve(values.len());
    for (n, value) in (first..).zip(values.iter()) {
        let packed = Marked::new(packing.pack(value).into());
        columns.push(match n {
            0 => Marked::NONE,
            _ if known.space.is_rare(n, value) => packed.marked(),
            _ => packed,
        });
    }
    columns
}

/// This many last values are enough for all that superblocks do, if `rare` is the last rare heap;
/// as many of the smallest heaps are, too.
pub(in crate::grundy) fn window(rules: &Rules, tuning: &Tuning, rare: usize) -> usize {
    let tuning = tuning.clamped();
    let reach = History::here(&tuning) + 2 * rules.last_place;
    History::kept(rules, rare, &tuning).saturating_add(reach)
}

/// The tuning with superblocks so short that this many last values are enough for them, if all
/// heaps are common; `None` if they are too few for any.
pub(in crate::grundy) fn within(rules: &Rules, tuning: &Tuning, last: usize) -> Option<Tuning> {
    let most = last.checked_sub(2 * BLOCK + rules.last_place + 1)? / 2;
    let superblock = tuning.clamped().superblock.min(most / BLOCK * BLOCK);
    (superblock > 0).then_some(Tuning { superblock, ..*tuning })
}

/// This many last values are enough to compute the next, if all of them are common.
pub(in crate::grundy) fn state_length(rules: &Rules, tuning: &Tuning, rare: usize) -> usize {
    let serial = 2 * tuning.clamped().superblock + 2 * BLOCK;
    serial.max(rare).saturating_add(rules.last_place + 1)
}

/// The values of the smallest heaps and of the last ones, with all that decides the next.
#[derive(Clone, Debug)]
pub struct PrefixAndTail<'a> {
    /// The moves.
    pub rules: &'a Rules,
    /// The mask and the position parity.
    pub space: SparseSpace,
    /// All rare heaps r ≥ 1, in ascending order, and their values.
    pub rare: Vec<(usize, u16)>,
    /// The values of the heaps 0, 1, …: a window of them or more, unless `last` has all values.
    pub small: Slice<'a>,
    /// The next heap.
    pub next: usize,
    /// The values of the heaps before it: a window of them, or those of a state if nothing is to be
    /// verified.
    pub last: Slice<'a>,
}

impl<'a> PrefixAndTail<'a> {
    /// All values of a sequence.
    pub(super) fn of(state: &State<'a>) -> PrefixAndTail<'a> {
        let &State { rules, space, values, .. } = state;
        let rare = state.rare.iter().map(|&r| (r, values[r])).collect();
        PrefixAndTail { rules, space, rare, small: values, next: values.len(), last: values }
    }

    /// The largest packed value; `None` if there is no value.
    pub(super) fn largest(&self, packing: &Packing) -> Option<u16> {
        let is_all = self.last.len() == self.next;
        let small = self.small.range(..if is_all { 0 } else { self.small.len() });
        small.iter().chain(self.last.iter()).map(|value| packing.pack(value)).max()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The heaps kept have their values, whether the others were forgotten or never known.
    #[test]
    fn the_middle_is_forgotten() {
        let rules = Rules::of(&"0.34".parse().unwrap()).unwrap();
        let space = SparseSpace { mask: 6, position_parity: false, split_parity: 0 };
        let value = |n: usize| (n * n % 101) as u16;
        let values: Vec<u16> = (0..2000).map(value).collect();
        let rare: Vec<usize> = (1..2000).filter(|&n| space.is_rare(n, value(n))).collect();
        let state = |to| State {
            rules: &rules,
            space,
            values: Slice::Words(&values[..to]),
            rare: rare.iter().copied().filter(|&r| r < to).collect::<Vec<_>>().into(),
        };
        let packing = Packing::new(space);
        let history = |to, kept| History::new(&PrefixAndTail::of(&state(to)), &packing, kept);
        let all = history(2000, 500);
        assert_eq!((all.small().next(), all.last().first()), (2000, 0));
        let mut grown = history(1600, 400);
        grown.forget(400);
        assert_eq!(grown.small().next(), 1600);
        grown.append(all.last());
        grown.forget(400);
        for (history, kept) in [(grown, 400), (history(2000, 300), 300)] {
            assert_eq!((history.small().next(), history.last().first()), (kept, 2000 - 2 * kept));
            assert!((0..kept).all(|n| history.small().get(n, 0) == all.last().get(n, 0)));
            let mut last = 2000 - 2 * kept..2000;
            assert!(last.all(|n| history.last().get(n, 0) == all.last().get(n, 0)));
            assert!(history.memory() < all.memory());
        }
    }

    /// However long the sequence becomes, what is kept takes no more than a multiple of what has to
    /// be.
    #[test]
    fn memory_stays_bounded() {
        const KEPT: usize = 400;
        const STEP: usize = 64;
        let packed = |n: usize| Marked::new(n * n % 101);
        let mut last = Columns::new(0, 131);
        (0..STEP).for_each(|n| last.push(packed(n)));
        let mut history = History::all(last);
        let mut most = 0;
        for next in (STEP..40_000).step_by(STEP) {
            let mut more = Columns::new(next, 0);
            (next..next + STEP).for_each(|n| more.push(packed(n)));
            history.append(&more);
            history.forget(KEPT);
            most = most.max(history.memory());
        }
        // The last heaps grow by a quarter at a time; the small ones are kept once more.
        let heaps = (COMPACT_AT * KEPT + STEP) * 5 / 4 + STEP + KEPT;
        assert!(most <= Columns::BYTES_PER_HEAP * heaps as u64, "{most}");
        let (first, next) = (history.last().first(), history.next());
        assert!((first..next).all(|n| history.last().get(n, 0) == packed(n)));
        assert!((0..KEPT).all(|n| history.small().get(n, 0) == packed(n)));
        let kept = next - first;
        assert!((2 * KEPT..=COMPACT_AT * KEPT).contains(&kept), "{kept}");
    }
}
