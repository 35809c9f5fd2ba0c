//! The search for rare values among the values of options: chunks of the splits of a heap are tried
//! until all are found, those first that ended searches lately.
//!
//! A chunk has the splits of a heap into a, a + 1, … and the rest, 256 of them at each splitting
//! place. They are looked up a register at a time in a table of the missing values, or compared
//! with each of these, if they are few and high bytes matter.
//!
//! ```text
//! whenever chunk c shows the last missing value of a heap: score(c) ← score(c) + 256
//! whenever searches have tried 2²² splits and 64 for each score, and at most once a superblock:
//!     favourites ← the 1024 chunks with the largest scores, the largest first
//!     every score loses an eighth of itself; one below 32 is then 0
//! try the favourites, then for i = 0, …, 511 chunk i and one from anywhere, then all in ascending order; but none
//! a second time
//! ```
//!
//! A value that is hard to find for one heap stays hard for the next few thousand, and the splits
//! that yield it are neighbours. Where these splits lie differs from game to game. With small parts
//! first a heap of 0.004 takes 360 000 splits, with parts from everywhere 86 000, with favourites
//! 47 000; one of 0.114 takes 34 000, 190 000 and 12 000. So both ways are used for values that no
//! favourite shows.

use super::history::{Columns, History, Marked};
use super::sets;
use super::tuning::Tuning;
use crate::grundy::kernel::Vector;
use crate::grundy::packed::{BLOCK, PIECE};
use crate::rules::Rules;
use std::cmp::Reverse;
use std::{iter, mem};

/// The packed values in which splits are looked up: those before the superblock, and those in it
/// and just before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Search<'a> {
    pub(super) history: &'a History,
    pub(super) window: &'a Columns,
    pub(super) rules: &'a Rules,
    pub(super) order: &'a ChunkOrder,
    /// True if larger parts may be rare, or packed values have more than 8 bits.
    pub(super) wide: bool,
}

/// The small part with which a chunk begins.
fn first_part(chunk: usize) -> usize {
    PIECE * chunk + 1
}

impl Search<'_> {
    /// True if all splits of heap n can be tried: no part of them is forgotten.
    pub(super) fn knows_all(&self, n: usize) -> bool {
        self.chunks(n) == self.rules.largest_smaller_part(n).div_ceil(PIECE)
    }

    /// The number of chunks of the splits of heap n that can be tried.
    pub(super) fn chunks(&self, n: usize) -> usize {
        let last_first_part = self.history.small().next().saturating_sub(PIECE);
        self.rules.largest_smaller_part(n).min(last_first_part).div_ceil(PIECE)
    }

    /// Removes from the set the values of those splits of heap n whose parts are kept, until it is
    /// empty.
    #[inline(always)]
    pub(super) fn remove_options<V: Vector>(self, v: V, n: usize, set: &mut [u64]) -> SearchTrials {
        let mut missing = MissingValues::new(set);
        self.try_chunks(v, n, self.order.chunks(self.chunks(n)), &mut missing);
        let mut trials = SearchTrials::default();
        trials.push(&missing);
        trials
    }

    /// Tries these chunks of the splits of heap n until no value is missing.
    #[inline(always)]
    pub(super) fn try_chunks<V: Vector>(
        self,
        v: V,
        n: usize,
        chunks: impl Iterator<Item = usize>,
        missing: &mut MissingValues<'_>,
    ) {
        for chunk in chunks {
            if missing.count == 0 {
                break;
            }
            self.try_chunk(v, n, chunk, missing);
        }
    }

    /// Tries this chunk of the splits of heap n, at all splitting places.
    #[inline(always)]
    fn try_chunk<V: Vector>(self, v: V, n: usize, chunk: usize, missing: &mut MissingValues<'_>) {
        let a = first_part(chunk);
        missing.chunk = chunk;
        for split in self.rules.splits.iter().filter(|split| a <= split.largest_smaller_part(n)) {
            let rest = n - split.k;
            // Where two equal parts are forbidden, the place of the split with equal parts.
            let equal = (rest / 2).checked_sub(a).filter(|_| rest.is_multiple_of(2));
            let left_out = equal.filter(|_| split.unequal);
            let chunk = self.chunk(rest, a);
            if self.wide {
                chunk.remove_sums::<V, true>(v, left_out, missing);
            } else {
                chunk.remove_sums::<V, false>(v, left_out, missing);
            }
        }
    }

    /// The parts a, a + 1, … and the others, which end at rest − a.
    #[inline(always)]
    fn chunk(&self, rest: usize, a: usize) -> SplitChunk<'_> {
        let other = rest - a - (PIECE - 1);
        let window = other >= self.window.first();
        let (small, others) =
            (self.history.small(), if window { self.window } else { self.history.last() });
        SplitChunk {
            low: [small.low(a, 0), others.low(other, 0)],
            high: [small.high(a, 0), others.high(other, 0)],
        }
    }
}

/// The packed values of the smaller parts of the splits, and those of the larger ones in the
/// opposite order.
struct SplitChunk<'a> {
    low: [&'a [u8; PIECE]; 2],
    high: [&'a [u8; PIECE]; 2],
}

impl SplitChunk<'_> {
    /// Removes the values of these splits, but not that of split `left_out`, until no value is
    /// missing. Counts the splits tried, in steps of a block.
    #[inline(always)]
    fn remove_sums<V: Vector, const WIDE: bool>(
        &self,
        v: V,
        left_out: Option<usize>,
        missing: &mut MissingValues<'_>,
    ) {
        for at in (0..PIECE).step_by(V::HEAPS) {
            if missing.count == 0 {
                return;
            }
            if at % BLOCK == 0 {
                missing.tried += BLOCK as u64;
            }
            let from = PIECE - V::HEAPS - at;
            let low = v.xor(v.bytes(&self.low[0][at..]), v.reversed(&self.low[1][from..]));
            let high = v.bytes(&self.high[0][at..]);
            let high = if WIDE { v.xor(high, v.reversed(&self.high[1][from..])) } else { high };
            let few = if WIDE { missing.few() } else { &[] };
            let mut found = match *few {
                [a] => v.one_of(low, high, &[a]),
                [a, b] => v.one_of(low, high, &[a, b]),
                [a, b, c] => v.one_of(low, high, &[a, b, c]),
                [a, b, c, d] => v.one_of(low, high, &[a, b, c, d]),
                _ => v.among::<WIDE>(low, high, &missing.folded),
            };
            while found != 0 {
                let i = at + found.trailing_zeros() as usize;
                found &= found - 1;
                if left_out != Some(i) {
                    missing.remove(self.sum(i).bits());
                }
            }
        }
    }

    /// The packed value of split i, marked if one of its parts is rare.
    #[inline(always)]
    fn sum(&self, i: usize) -> Marked {
        let xor = |bytes: [&[u8; PIECE]; 2]| bytes[0][i] ^ bytes[1][PIECE - 1 - i];
        Marked { low: xor(self.low), high: xor(self.high) }
    }
}

/// If at most this many values are missing, and high bytes matter, splits are compared with each of
/// them: that finds nothing else, and is faster than a look into a set.
const FEW: usize = 4;

/// The values of one heap that are still missing.
pub(super) struct MissingValues<'a> {
    /// Bit v mod 64 of word v / 64 is 1 if v is missing.
    set: &'a mut [u64],
    /// The number of missing values.
    pub(super) count: usize,
    /// The set of the missing values modulo 1024.
    folded: [u64; 16],
    /// All of them, the low byte first, if they are few.
    few: [[u8; 2]; FEW],
    /// The number of splits tried.
    tried: u64,
    /// The last chunk tried.
    chunk: usize,
}

impl<'a> MissingValues<'a> {
    #[inline(always)]
    pub(super) fn new(set: &'a mut [u64]) -> MissingValues<'a> {
        let mut folded = [0; 16];
        for (i, word) in set.iter().enumerate() {
            folded[i % 16] |= word;
        }
        let (count, few) = (sets::count(set), [[0; 2]; FEW]);
        let mut missing = MissingValues { set, count, folded, few, tried: 0, chunk: 0 };
        missing.list_few();
        missing
    }

    /// Lists the missing values, if they are few.
    #[inline(always)]
    fn list_few(&mut self) {
        if self.count > FEW {
            return;
        }
        let mut few = self.few.iter_mut();
        for (&word, from) in self.set.iter().zip((0..).step_by(64)) {
            let mut word = word;
            while word != 0
                && let Some(value) = few.next()
            {
                *value = Marked::new(from + word.trailing_zeros() as usize).both();
                word &= word - 1;
            }
        }
    }

    /// All missing values, the low byte first, if they are few; else nothing.
    #[inline(always)]
    fn few(&self) -> &[[u8; 2]] {
        self.few.get(..self.count).unwrap_or_default()
    }

    /// Removes a value, if it is missing.
    #[inline(always)]
    fn remove(&mut self, packed: usize) {
        let (i, bit) = (packed / 64, 1 << (packed % 64));
        if self.set.get(i).is_some_and(|word| word & bit != 0) {
            self.set[i] &= !bit;
            self.count -= 1;
            self.folded[i % 16] = self.set[i % 16..].iter().step_by(16).fold(0, |all, w| all | w);
            self.list_few();
        }
    }
}

/// The score that a chunk gains by a search that it ends.
const GAIN: u32 = 1 << 8;
/// A score loses one part in this many whenever favourites are chosen.
const SCORE_PER_LOSS: u32 = 8;
/// A score below this is forgotten.
const LEAST_SCORE: u32 = 1 << 5;
/// A choice looks at all scores. Searches that try this many splits for each of them take much
/// longer.
const SPLITS_PER_SCORE: u64 = 1 << 6;
/// The most chunks from anywhere. After them a search that shows a heap to be rare still has to try
/// nearly all chunks, which takes twice as long where memory is not read in order.
const MOST_SCATTERED: usize = 1 << 9;
/// The golden ratio less 1: its multiples lie evenly among all fractions.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// An order of all chunks, and the scores by which its favourites are chosen.
#[derive(Clone, Debug, Default)]
pub(super) struct ChunkOrder {
    favourites: Vec<usize>,
    /// Element c is the score of chunk c.
    scores: Vec<u32>,
    /// Splits that searches have tried since the last choice.
    searched: u64,
}

impl ChunkOrder {
    /// The chunks below `count`, each once, in the order in which to try them.
    pub(super) fn chunks(&self, count: usize) -> impl Iterator<Item = usize> + '_ {
        let favourites = self.favourites.iter().copied().filter(move |&chunk| chunk < count);
        let tried = favourites.clone();
        // Most searches end with the favourites.
        let others = iter::once_with(move || {
            let mut is_left = vec![true; count];
            tried.for_each(|chunk| is_left[chunk] = false);
            let anywhere = (0..count.min(MOST_SCATTERED)).map(move |i| scattered(i, count));
            let by_turns = anywhere.enumerate().flat_map(|(i, anywhere)| [i, anywhere]);
            by_turns.chain(0..count).filter(move |&chunk| mem::take(&mut is_left[chunk]))
        });
        favourites.chain(others.flatten())
    }

    /// Adds the statistics of searches. Returns true if favourites were chosen.
    pub(super) fn learn(&mut self, trials: &SearchTrials, tuning: &Tuning) -> bool {
        for &chunk in &trials.ended_by {
            if chunk >= self.scores.len() {
                self.scores.resize(chunk + 1, 0);
            }
            self.scores[chunk] += GAIN;
        }
        self.searched += trials.splits;
        let least = SPLITS_PER_SCORE * self.scores.len() as u64;
        let is_due = self.searched >= least.max(tuning.splits_per_choice);
        if is_due {
            self.searched = 0;
            self.choose(tuning.favourites);
        }
        is_due
    }

    /// Chooses at most this many favourites by the scores, which lose some of their weight.
    fn choose(&mut self, most: usize) {
        let scores = self.scores.iter().zip(0..).filter(|&(&score, _)| score > 0);
        let mut best: Vec<(Reverse<u32>, usize)> =
            scores.map(|(&score, chunk)| (Reverse(score), chunk)).collect();
        if best.len() > most {
            best.select_nth_unstable(most);
            best.truncate(most);
        }
        best.sort_unstable();
        self.favourites = best.into_iter().map(|(_, chunk)| chunk).collect();
        for score in &mut self.scores {
            *score -= *score / SCORE_PER_LOSS;
            *score *= u32::from(*score >= LEAST_SCORE);
        }
    }
}

/// Number i of numbers that lie evenly among those below `count`, however many of them there are.
fn scattered(i: usize, count: usize) -> usize {
    (((i as f64 * GOLDEN).fract() * count as f64) as usize).min(count - 1)
}

/// Search statistics, used to choose the order in which splits are tried.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SearchTrials {
    pub(super) splits: u64,
    /// For each heap whose values were all found the chunk that gave the last.
    pub(super) ended_by: Vec<usize>,
}

impl SearchTrials {
    /// Adds the search for these values.
    pub(super) fn push(&mut self, missing: &MissingValues<'_>) {
        self.splits += missing.tried;
        self.ended_by.extend((missing.count == 0).then_some(missing.chunk));
    }

    pub(super) fn append(&mut self, more: SearchTrials) {
        self.splits += more.splits;
        self.ended_by.extend(more.ended_by);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::grundy::kernel::{Job, Kernel};

    /// Removes the values of the splits of heap n from a set.
    struct RemoveOptions<'a> {
        search: Search<'a>,
        n: usize,
        set: Vec<u64>,
    }

    impl Job for RemoveOptions<'_> {
        type Output = (SearchTrials, Vec<u64>);

        #[inline(always)]
        fn run<V: Vector>(mut self, v: V) -> (SearchTrials, Vec<u64>) {
            (self.search.remove_options(v, self.n, &mut self.set), self.set)
        }
    }

    /// Of the values below `limit`, those that no split with two common or two rare parts gives.
    pub(in crate::grundy::superblocks) fn not_sums(
        rules: &Rules,
        columns: &Columns,
        n: usize,
        limit: usize,
    ) -> Vec<u64> {
        let mut set = vec![u64::MAX; limit.div_ceil(64)];
        for split in &rules.splits {
            for a in 1..=split.largest_smaller_part(n) {
                let sum = columns.get(a, 0).xor(columns.get(n - split.k - a, 0)).bits();
                if let Some(word) = set.get_mut(sum / 64) {
                    *word &= !(1 << (sum % 64));
                }
            }
        }
        set
    }

    /// An order in which these chunks come first, the most frequent at the beginning.
    pub(in crate::grundy::superblocks) fn learnt(ended_by: &[usize]) -> ChunkOrder {
        let mut order = ChunkOrder::default();
        let trials = SearchTrials { splits: u64::MAX, ended_by: ended_by.to_vec() };
        assert!(order.learn(&trials, &Tuning::DEFAULT));
        order
    }

    /// The values that remain are those that no split with two common or two rare parts gives, in
    /// whatever order the splits are tried.
    #[test]
    fn sums_of_splits_are_removed() {
        for (code, limit, wide) in
            [("0.007", 2000, true), ("0.074!", 250, true), ("0.34", 200, false)]
        {
            let rules = Rules::of(&code.parse().unwrap()).unwrap();
            for order in [ChunkOrder::default(), learnt(&[4, 1, 4, 90]), learnt(&[5, 0])] {
                assert_sums_are_removed(&rules, limit, wide, &order);
            }
        }
    }

    fn assert_sums_are_removed(rules: &Rules, limit: usize, wide: bool, order: &ChunkOrder) {
        let mut columns = Columns::new(0, 100);
        for n in 0..3000 {
            let number = Marked::new(n * n % 1009 * 37 % limit);
            let is_rare = n % 5 == 2 && (wide || n < 1000);
            columns.push(if is_rare { number.marked() } else { number });
        }
        let window = columns.part(2000..columns.next(), 0);
        let history = History::all(columns.clone());
        let search = Search { history: &history, window: &window, rules, order, wide };
        let mut random = fastrand::Rng::with_seed(limit as u64);
        for n in [2600, 2601, 3000] {
            let sums = not_sums(rules, &columns, n, limit);
            for count in (0..6).chain([usize::MAX; 2]) {
                let mut wanted = vec![0; sums.len()];
                let few = (0..count.min(6)).map(|_| random.usize(..limit));
                few.for_each(|value| wanted[value / 64] |= 1 << (value % 64));
                wanted.iter_mut().for_each(|word| *word |= if count > 6 { u64::MAX } else { 0 });
                let expected: Vec<u64> = wanted.iter().zip(&sums).map(|(a, b)| a & b).collect();
                for kernel in Kernel::ALL {
                    let remove = RemoveOptions { search, n, set: wanted.clone() };
                    let Some((trials, set)) = kernel.run(remove) else { continue };
                    assert_eq!(set, expected, "{n}");
                    assert_eq!(trials.ended_by.is_empty(), sets::count(&set) > 0);
                }
            }
        }
        // Where the middle is forgotten, only values of splits whose parts are kept are removed.
        assert!(search.knows_all(3000));
        let mut history = history.clone();
        history.forget(600);
        let search = Search { history: &history, ..search };
        assert!(!search.knows_all(3000));
        let sums = not_sums(rules, &columns, 3000, limit);
        let remove = RemoveOptions { search, n: 3000, set: vec![u64::MAX; sums.len()] };
        let (trials, set) = Kernel::Scalar.run(remove).unwrap();
        assert!((256..600 * rules.splits.len() as u64).contains(&trials.splits));
        assert!(set.iter().zip(&sums).all(|(set, sums)| set & sums == *sums));
    }

    /// Every chunk has its turn, once, whatever the favourites are. After the favourites the chunks
    /// in ascending order alternate with those from anywhere.
    #[test]
    fn all_chunks_are_tried_once() {
        for favourites in [vec![], vec![7, 3, 90, 4, 1000], (0..200).rev().collect()] {
            let order = ChunkOrder { favourites, ..ChunkOrder::default() };
            for count in [0, 1, 2, 91, 100, 150, 1001] {
                let mut chunks: Vec<usize> = order.chunks(count).collect();
                chunks.sort_unstable();
                assert!(chunks.into_iter().eq(0..count), "{order:?}, {count}");
            }
        }
        let order = ChunkOrder { favourites: vec![70, 20, 2], ..ChunkOrder::default() };
        let chunks: Vec<usize> = order.chunks(100).take(11).collect();
        assert_eq!(chunks, [70, 20, 2, 0, 1, 61, 23, 3, 85, 4, 47]);
    }
}
