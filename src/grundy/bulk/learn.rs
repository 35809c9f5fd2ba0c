//! Which witnesses to insert: those that show most of the rare values below G(n) to be options.

use super::lanes::Lanes;
use super::taps::Tap;
use std::collections::BinaryHeap;

/// What a witness has to give of all heaps learnt from: for less a search is cheaper.
const LEAST: usize = 2;

/// Heaps, each with the numbers that are wanted, as bits of words.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    words: usize,
    heaps: Vec<usize>,
    sets: Vec<u64>,
}

impl Wanted {
    /// Sets for numbers below 64·words.
    pub(super) fn new(words: usize) -> Wanted {
        Wanted { words, heaps: vec![], sets: vec![] }
    }

    /// At this heap all numbers below `count` are wanted.
    pub(super) fn push(&mut self, heap: usize, count: usize) {
        self.heaps.push(heap);
        self.sets.extend((0..self.words).map(|word| match count.saturating_sub(64 * word) {
            count @ 0..64 => !(u64::MAX << count),
            _ => u64::MAX,
        }));
    }

    /// How many numbers are wanted at each heap.
    fn counts(&self) -> impl Iterator<Item = usize> + '_ {
        let ones = |set: &[u64]| set.iter().map(|word| word.count_ones() as usize).sum();
        self.sets.chunks(self.words).map(ones)
    }

    /// The places of the bits of the wanted numbers that the tap gives.
    fn given<'a>(&'a self, lanes: &'a Lanes, tap: Tap) -> impl Iterator<Item = (usize, u64)> + 'a {
        let number = move |(i, &heap): (usize, &usize)| {
            let number = || lanes.number(heap, tap.offset).xor(tap.number).short();
            (heap > tap.offset).then(|| (i, number()))
        };
        let numbers = self.heaps.iter().enumerate().filter_map(number);
        numbers.filter(|(_, number)| number / 64 < self.words).filter_map(|(i, number)| {
            let (word, bit) = (i * self.words + number / 64, 1 << (number % 64));
            (self.sets[word] & bit != 0).then_some((word, bit))
        })
    }

    /// Of the taps keeps the one that gives most wanted numbers, then the one that gives most of what
    /// is missing, and so on, while each gives [`LEAST`] or more and something is missing at one heap
    /// in 1000.
    ///
    /// About 4·`pool` taps, evenly spread, are looked at. What a tap gives only becomes less, so that
    /// of those not yet taken few have to be looked at again. O(pool · heaps), and then a few taps a
    /// step.
    pub(super) fn choose(mut self, lanes: &Lanes, taps: &mut Vec<Tap>, pool: usize) {
        let gain = |wanted: &Wanted, tap| wanted.given(lanes, tap).count();
        let step = taps.len().div_ceil(4 * pool).max(1);
        let looked_at = taps.iter().enumerate().step_by(step);
        let gains = looked_at.map(|(i, &tap)| (gain(&self, tap), usize::MAX - i));
        let mut queue: BinaryHeap<(usize, usize)> = gains.collect();
        let mut missing: Vec<usize> = self.counts().collect();
        let mut chosen = vec![];
        while missing.iter().filter(|&&count| count > 0).count() > missing.len() / 1000
            && let Some((_, at)) = queue.pop()
        {
            let tap = taps[usize::MAX - at];
            let now = (gain(&self, tap), at);
            if queue.peek().is_some_and(|next| *next > now) {
                queue.push(now);
                continue;
            }
            if now.0 < LEAST {
                break;
            }
            let given: Vec<(usize, u64)> = self.given(lanes, tap).collect();
            for (word, bit) in given {
                self.sets[word] &= !bit;
                missing[word / self.words] -= 1;
            }
            chosen.push(tap);
        }
        *taps = chosen;
    }
}
