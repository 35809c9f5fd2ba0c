//! Sets of packed values for the heaps of a block, and the room they have.
//!
//! [`Missing`] has the rare values of which it is not yet known whether they are values of options.

use super::history::Marked;
use crate::grundy::packed::BLOCK;

/// Sets of packed values for the 64 heaps of a block: bit v mod 64 of word [v / 64][i] is 1 if set
/// i has v.
pub(super) type BlockSets = Vec<[u64; BLOCK]>;

/// Adds to each set what the other one has.
#[inline(always)]
pub(super) fn unite(sets: &mut BlockSets, more: &BlockSets) {
    for (words, more) in sets.iter_mut().zip(more) {
        for (word, more) in words.iter_mut().zip(more) {
            *word |= more;
        }
    }
}

/// Adds a packed value to set i, if the set has room for it.
#[inline(always)]
pub(super) fn insert(sets: &mut BlockSets, i: usize, packed: usize) {
    if let Some(words) = sets.get_mut(packed / 64) {
        words[i] |= 1 << (packed % 64);
    }
}

/// Heaps, each with its missing packed values as the bits of words.
#[derive(Clone, Debug)]
pub(super) struct Missing {
    /// Words for each heap.
    pub(super) words: usize,
    pub(super) heaps: Vec<usize>,
    pub(super) sets: Vec<u64>,
}

/// The packed values below `count` that set i lacks, as words.
#[inline(always)]
pub(super) fn lacking(
    sets: &BlockSets,
    i: usize,
    count: usize,
) -> impl Iterator<Item = u64> + Clone + use<'_> {
    sets.iter().zip(below(count)).map(move |(words, all)| all & !words[i])
}

/// The set of all packed values below `count`, as words.
#[inline(always)]
pub(super) fn below(count: usize) -> impl Iterator<Item = u64> + Clone {
    (0..).step_by(64).map(move |from| match count.saturating_sub(from) {
        count @ 0..64 => !(u64::MAX << count),
        _ => u64::MAX,
    })
}

impl Missing {
    /// No heap yet, but room for `heaps` of them, with sets of packed values below 64·`words`.
    pub(super) fn new(words: usize, heaps: usize) -> Missing {
        let sets = Vec::with_capacity(words * heaps);
        Missing { words, heaps: Vec::with_capacity(heaps), sets }
    }

    /// Adds a heap; of its set the words beyond the room are dropped.
    #[inline(always)]
    pub(super) fn push(&mut self, heap: usize, set: impl Iterator<Item = u64>) {
        self.heaps.push(heap);
        self.sets.extend(set.take(self.words));
    }

    /// Drops the heaps at which nothing is missing any more.
    pub(super) fn drop_complete(&mut self) {
        let mut left = Missing::new(self.words, 0);
        for (&heap, set) in self.heaps.iter().zip(self.sets.chunks_exact(self.words)) {
            if count(set) > 0 {
                left.push(heap, set.iter().copied());
            }
        }
        *self = left;
    }
}

/// The number of members of a set.
#[inline(always)]
pub(super) fn count(set: &[u64]) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}

/// If more planes than these were needed, no value is left out.
const MOST_CHOSEN: usize = 24;

/// The room of the set of one heap.
#[derive(Clone, Copy, Debug)]
pub(super) struct SetCapacity {
    /// The byte planes that nearly all heaps need; larger packed values have no plane. `None` if no
    /// value is left out where taps are inserted: then there are planes for all words, or they are
    /// inserted heap by heap.
    pub(super) planes: Option<usize>,
    /// Words for packed values below 64·words; larger ones are dropped.
    pub(super) words: usize,
    /// There are never more words than these.
    pub(super) most_words: usize,
}

impl SetCapacity {
    /// At most `most_words` words, for values up to `largest`, and no planes yet.
    pub(super) fn new(largest: usize, most_words: usize) -> SetCapacity {
        SetCapacity { planes: None, words: (largest / 64 + 1).min(most_words), most_words }
    }

    /// Chooses the planes, which are even in number: of these packed values one in 500 may need
    /// more of them. There are none if one in 50 needs more than [`MOST_CHOSEN`].
    pub(super) fn choose_planes(&mut self, mut packed: Vec<usize>) {
        packed.sort_unstable();
        let planes = |one_in: usize| {
            let most = packed.get(packed.len() * (one_in - 1) / one_in).map_or(1, |&most| most + 2);
            most.div_ceil(8).next_multiple_of(2)
        };
        self.planes = None;
        if planes(50) <= MOST_CHOSEN {
            let planes = planes(500).min(MOST_CHOSEN).min(8 * self.most_words);
            self.planes = Some(planes);
            self.words = self.words.max(planes.div_ceil(8));
        }
    }

    /// Adds a few planes, if some heaps have larger packed values; false if there are as many as
    /// can be.
    pub(super) fn add_planes(&mut self) -> bool {
        let more = self.planes.map(|planes| planes + 2);
        let more = more.filter(|&planes| planes <= MOST_CHOSEN.min(8 * self.words));
        self.planes = more.or(self.planes);
        more.is_some()
    }

    /// Makes room for larger values; false if there is no more.
    pub(super) fn grow(&mut self) -> bool {
        let words = self.most_words.min(self.words + self.words / 8 + 1);
        let grows = words > self.words;
        self.words = words;
        grows
    }

    /// The number of planes for all values that are not left out when taps are inserted.
    pub(super) fn planes_needed(self) -> usize {
        self.planes.unwrap_or(8 * self.words)
    }

    /// One more than the largest packed value that is not left out when taps are inserted.
    pub(super) fn limit(self) -> usize {
        8 * self.planes_needed()
    }

    /// True if there is room for values of more than 8 bits.
    pub(super) fn is_wide(self) -> bool {
        64 * self.words > Marked::NARROW
    }
}
