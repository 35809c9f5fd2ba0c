//! Rare values of which it is not yet known whether they are values of options.

use super::sets::BlockSets;

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

/// How many members a set has.
#[inline(always)]
pub(super) fn count(set: &[u64]) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}
