//! Whether rare values are options: all splits of a heap, small parts first.

use super::columns::{Columns, Marked};
use super::history::History;
use super::missing::{self, Missing};
use crate::grundy::kernel::{Job, Kernel, Vector};
use crate::grundy::layout::{BLOCK, PIECE};
use crate::rules::Rules;
use rayon::prelude::*;

/// The packed values in which splits are looked up: those before the superblock, and those in it and just
/// before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Search<'a> {
    pub(super) history: &'a History,
    pub(super) window: &'a Columns,
    pub(super) rules: &'a Rules,
    /// Whether larger parts may be rare, or packed values have more than 8 bits.
    pub(super) wide: bool,
}

/// What a search has found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Searched {
    /// The first heap with a rare value that no split tried gives.
    pub(super) rare: Option<usize>,
    /// How many splits were tried.
    pub(super) tried: u64,
}

/// A thread searches for the values of this many heaps before it asks for more.
const HEAPS_PER_TASK: usize = 32;
impl Search<'_> {
    /// Searches for the missing values of these heaps, which ascend, in parallel.
    ///
    /// `None` if this CPU lacks the kernel.
    pub(super) fn first_rare(self, kernel: Kernel, missing: &mut Missing) -> Option<Searched> {
        let words = missing.words;
        let shares = missing.heaps.par_chunks(HEAPS_PER_TASK);
        let shares = shares.zip(missing.sets.par_chunks_mut(HEAPS_PER_TASK * words));
        let share = |(heaps, sets)| kernel.run(Share { search: self, heaps, sets, words });
        let found: Option<Vec<Searched>> = shares.map(share).collect();
        let found = found?;
        let rare = found.iter().find_map(|searched| searched.rare);
        Some(Searched { rare, tried: found.iter().map(|searched| searched.tried).sum() })
    }

    /// Whether all splits of heap n can be tried: no part of them is forgotten.
    pub(super) fn knows_all(&self, n: usize) -> bool {
        self.largest_smaller_part(n) <= self.last_piece()
    }

    /// The largest small part with which a piece can begin.
    fn last_piece(&self) -> usize {
        self.history.small().next().saturating_sub(PIECE)
    }

    fn largest_smaller_part(&self, n: usize) -> usize {
        let splits = self.rules.splits.iter();
        splits.map(|split| split.largest_smaller_part(n)).max().unwrap_or(0)
    }

    /// Tries the splits of heap n whose parts are kept, and removes their values from the set, until
    /// it is empty; returns how many splits were tried.
    #[inline(always)]
    pub(super) fn remove_options<V: Vector>(self, v: V, n: usize, set: &mut [u64]) -> u64 {
        let splits = &self.rules.splits;
        let last = self.largest_smaller_part(n).min(self.last_piece());
        let mut missing = Remaining::new(set);
        let mut tried = 0;
        for a in (1..=last).step_by(PIECE) {
            for split in splits {
                if a <= split.largest_smaller_part(n) {
                    let rest = n - split.k;
                    // Where two equal parts are forbidden, the place of the split with equal parts.
                    let equal = (rest / 2).checked_sub(a).filter(|_| rest.is_multiple_of(2));
                    let left_out = equal.filter(|_| split.unequal);
                    let parts = self.parts(rest, a);
                    tried += if self.wide {
                        parts.remove_sums::<V, true>(v, left_out, &mut missing)
                    } else {
                        parts.remove_sums::<V, false>(v, left_out, &mut missing)
                    };
                }
            }
            if missing.count == 0 {
                break;
            }
        }
        tried
    }

    /// The parts a, a + 1, … and the others, which end at rest − a.
    #[inline(always)]
    fn parts(&self, rest: usize, a: usize) -> Piece<'_> {
        let other = rest - a - (PIECE - 1);
        let window = other >= self.window.first();
        let (small, others) =
            (self.history.small(), if window { self.window } else { self.history.last() });
        Piece {
            low: [small.low(a, 0), others.low(other, 0)],
            high: [small.high(a, 0), others.high(other, 0)],
        }
    }
}

/// A piece of the splits of a heap: the packed values of their smaller parts, and those of the larger
/// ones in the opposite order.
struct Piece<'a> {
    low: [&'a [u8; PIECE]; 2],
    high: [&'a [u8; PIECE]; 2],
}

impl Piece<'_> {
    /// Removes the values of these splits, but not that of split `left_out`, until nothing is missing;
    /// returns how many splits were tried.
    #[inline(always)]
    fn remove_sums<V: Vector, const WIDE: bool>(
        &self,
        v: V,
        left_out: Option<usize>,
        remaining: &mut Remaining<'_>,
    ) -> u64 {
        for at in (0..PIECE).step_by(V::HEAPS) {
            let from = PIECE - V::HEAPS - at;
            let low = v.xor(v.bytes(&self.low[0][at..]), v.reversed(&self.low[1][from..]));
            let high = v.bytes(&self.high[0][at..]);
            let high = if WIDE { v.xor(high, v.reversed(&self.high[1][from..])) } else { high };
            let mut found = v.among::<WIDE>(low, high, &remaining.folded);
            while found != 0 {
                let i = at + found.trailing_zeros() as usize;
                found &= found - 1;
                if left_out != Some(i) {
                    remaining.remove(self.sum(i).bits());
                }
            }
            if remaining.count == 0 {
                return (at + V::HEAPS).next_multiple_of(BLOCK) as u64;
            }
        }
        PIECE as u64
    }

    /// The packed value of split i, marked if one of its parts is rare.
    #[inline(always)]
    fn sum(&self, i: usize) -> Marked {
        let xor = |bytes: [&[u8; PIECE]; 2]| bytes[0][i] ^ bytes[1][PIECE - 1 - i];
        Marked { low: xor(self.low), high: xor(self.high) }
    }
}

/// The values of one heap that are still missing.
struct Remaining<'a> {
    /// Bit v mod 64 of word v / 64 says whether v is missing.
    set: &'a mut [u64],
    count: usize,
    /// The set of the missing values modulo 1024.
    folded: [u64; 16],
}

impl Remaining<'_> {
    #[inline(always)]
    fn new(set: &mut [u64]) -> Remaining<'_> {
        let mut folded = [0; 16];
        for (i, word) in set.iter().enumerate() {
            folded[i % 16] |= word;
        }
        Remaining { count: missing::count(set), set, folded }
    }

    #[inline(always)]
    fn remove(&mut self, number: usize) {
        let (i, bit) = (number / 64, 1 << (number % 64));
        if self.set.get(i).is_some_and(|word| word & bit != 0) {
            self.set[i] &= !bit;
            self.count -= 1;
            self.folded[i % 16] = self.set[i % 16..].iter().step_by(16).fold(0, |all, w| all | w);
        }
    }
}

/// The work of one thread.
struct Share<'a> {
    search: Search<'a>,
    heaps: &'a [usize],
    sets: &'a mut [u64],
    words: usize,
}

impl Job for Share<'_> {
    type Output = Searched;

    #[inline(always)]
    fn run<V: Vector>(self, v: V) -> Searched {
        let (mut rare, mut tried) = (None, 0);
        for (&heap, set) in self.heaps.iter().zip(self.sets.chunks_mut(self.words)) {
            tried += self.search.remove_options(v, heap, set);
            if rare.is_none() && set.iter().any(|&word| word != 0) {
                rare = Some(heap);
            }
        }
        Searched { rare, tried }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct RemoveOptions<'a>(Search<'a>, usize, &'a mut [u64]);

    impl Job for RemoveOptions<'_> {
        type Output = u64;

        #[inline(always)]
        fn run<V: Vector>(self, v: V) -> u64 {
            self.0.remove_options(v, self.1, self.2)
        }
    }

    /// Of the values below `limit`, those that no split with two common or two rare parts gives.
    fn not_sums(rules: &Rules, columns: &Columns, n: usize, limit: usize) -> Vec<u64> {
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

    /// What remains of the set of all values is what no split with two common or two rare parts gives.
    #[test]
    fn sums_of_splits_are_removed() {
        for (code, limit, wide) in
            [("0.007", 2000, true), ("0.074!", 250, true), ("0.34", 200, false)]
        {
            let rules = Rules::of(&code.parse().unwrap()).unwrap();
            let mut columns = Columns::new(0, 100);
            for n in 0..3000 {
                let number = Marked::new(n * n % 1009 * 37 % limit);
                let is_rare = n % 5 == 2 && (wide || n < 1000);
                columns.push(if is_rare { number.marked() } else { number });
            }
            let window = columns.part(2000..columns.next());
            let history = History::all(columns.clone());
            let search = Search { history: &history, window: &window, rules: &rules, wide };
            let mut last = vec![];
            for n in [2600, 2601, 3000] {
                let expected = not_sums(&rules, &columns, n, limit);
                for kernel in Kernel::ALL {
                    let mut set = vec![u64::MAX; expected.len()];
                    if let Some(tried) = kernel.run(RemoveOptions(search, n, &mut set)) {
                        assert_eq!(set, expected, "{code} {n}");
                        assert!(tried >= 1000);
                    }
                }
                last = expected;
            }
            // Where the middle is forgotten, no more is removed than that.
            assert!(search.knows_all(3000));
            let mut history = history.clone();
            history.forget(600);
            let search = Search { history: &history, ..search };
            assert!(!search.knows_all(3000));
            let mut set = vec![u64::MAX; limit.div_ceil(64)];
            let tried = Kernel::Scalar.run(RemoveOptions(search, 3000, &mut set)).unwrap();
            assert!((256..600 * rules.splits.len() as u64).contains(&tried));
            assert!(set.iter().zip(&last).all(|(set, last)| set & last == *last));
        }
    }
}
