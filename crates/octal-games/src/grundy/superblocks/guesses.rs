//! Guesses: the least packed values that the set of a heap misses, among which its value is looked
//! for.
//!
//! Some of the taps have been inserted into the set. The others are *held* against the guesses:
//! they are compared with these few values, which takes a small part of the time of an insertion.
//! The least guess that no tap gives is the least value that no option has, because the set has all
//! smaller values or a tap gives them.

use super::history::Marked;
use super::sets::{self, BlockSets};
use super::taps::{self, Insertion};
use crate::grundy::kernel::Vector;
use crate::grundy::packed::BLOCK;

/// The number of values of each heap that are guesses, if so many are missing. AVX-512 has
/// registers for seven choices.
const MANY: usize = 7;
/// Stands where a heap has no guess: it is no packed value.
pub(super) const NO_GUESS: u16 = 1 << 15;

/// Guesses for the heaps of a block.
#[derive(Clone, Debug)]
pub(super) struct Guesses {
    /// The low bytes of the guesses of each heap, in ascending order of the guesses, and the high
    /// bytes.
    low: [[u8; BLOCK]; MANY],
    high: [[u8; BLOCK]; MANY],
    /// Bit j of byte i is 1 if heap i has guess j, and no tap held until now gives it.
    left: [u8; BLOCK],
}

impl Guesses {
    /// No guess.
    #[cfg(test)]
    pub(super) const NONE: Guesses =
        Guesses { low: [[0; BLOCK]; MANY], high: [[0; BLOCK]; MANY], left: [0; BLOCK] };

    /// The least values below `limit` that each of these sets misses, as far as they lie in three
    /// words of the set. All smaller values are in the set.
    #[inline(always)]
    pub(super) fn of(sets: &BlockSets, limit: usize) -> Guesses {
        let MissingWords { words, places } = MissingWords::of(sets, limit.min(Marked::LIMIT));
        let (mut low, mut high) = ([[0; BLOCK]; MANY], [[0; BLOCK]; MANY]);
        let mut left = [0; BLOCK];
        for i in 0..BLOCK {
            let [mut word, mut second, mut third] = [words[0][i], words[1][i], words[2][i]];
            let [mut place, mut after, last] = [places[0][i], places[1][i], places[2][i]];
            let count = word.count_ones() + second.count_ones() + third.count_ones();
            left[i] = !(u32::MAX << count.min(MANY as u32)) as u8;
            for (low, high) in low.iter_mut().zip(&mut high) {
                let value = 64 * place + u64::from(word.trailing_zeros());
                (low[i], high[i]) = (value as u8, (value >> 8) as u8);
                word &= word.wrapping_sub(1);
                // Without branches, because they could not be predicted.
                let is_done = word == 0;
                word = if is_done { second } else { word };
                place = if is_done { after } else { place };
                second = if is_done { third } else { second };
                after = if is_done { last } else { after };
                third = if is_done { 0 } else { third };
            }
        }
        Guesses { low, high, left }
    }

    /// Compares the guesses of each heap with these taps. If `wide` is false, no tap may meet a
    /// rare heap, and all packed values have 8 bits.
    #[inline(always)]
    pub(super) fn hold<V: Vector>(&mut self, v: V, wide: bool, taps: Insertion<'_>) {
        match (taps.taps.is_empty(), wide) {
            (true, _) => {}
            (false, true) => self.compare::<true, V>(v, taps),
            (false, false) => self.compare::<false, V>(v, taps),
        }
    }

    /// As [`Guesses::hold`].
    #[inline(always)]
    fn compare<const WIDE: bool, V: Vector>(&mut self, v: V, taps: Insertion<'_>) {
        let Insertion { columns, heap, taps } = taps;
        let (tables, ahead) = (v.tables(0), taps::prefetched(taps));
        let [nearest, farthest] = taps::reach(taps);
        let met = columns.low_and_high(heap, farthest, farthest - nearest + BLOCK);
        let mut not_given = [0; BLOCK];
        for part in (0..BLOCK).step_by(V::HEAPS) {
            let (mut low, mut high) = ([v.all(0); MANY], [v.all(0); MANY]);
            for j in 0..MANY {
                low[j] = v.bytes(&self.low[j][part..]);
                high[j] = v.bytes(&self.high[j][part..]);
            }
            let mut left = [v.everywhere(); MANY];
            for (i, tap) in taps.iter().enumerate() {
                if let Some(soon) = taps.get(i + ahead) {
                    soon.prefetch::<WIDE>(columns, heap);
                }
                let from = farthest - tap.offset + part;
                let given = v.xor(v.bytes(&met[0][from..]), v.all(tap.packed.low));
                if WIDE {
                    let high_given = v.xor(v.bytes(&met[1][from..]), v.all(tap.packed.high));
                    for (j, left) in left.iter_mut().enumerate() {
                        *left = v.unless_both_equal(*left, [given, high_given], [low[j], high[j]]);
                    }
                } else {
                    for (j, left) in left.iter_mut().enumerate() {
                        *left = v.unless_equal(*left, given, low[j]);
                    }
                }
            }
            let mut bits = [v.all(0); 2];
            for (j, left) in left.into_iter().enumerate() {
                bits = v.add(bits, v.all(j as u8), left, &tables);
            }
            v.store(bits[0], &mut not_given[part..]);
        }
        for (left, not_given) in self.left.iter_mut().zip(not_given) {
            *left &= not_given;
        }
    }

    /// Inserts into the sets those of these guesses that are not `left`.
    #[inline(always)]
    pub(super) fn insert_given(&self, left: &Guesses, sets: &mut BlockSets) {
        for i in 0..BLOCK {
            for j in (0..MANY).filter(|j| (self.left[i] & !left.left[i]) >> j & 1 != 0) {
                sets::insert(sets, i, self.value(j, i).into());
            }
        }
    }

    /// Guess j of heap i.
    #[inline(always)]
    fn value(&self, j: usize, i: usize) -> u16 {
        u16::from_le_bytes([self.low[j][i], self.high[j][i]])
    }

    /// The guesses of heap i that no tap gives, in ascending order.
    #[inline(always)]
    pub(super) fn left(&self, i: usize) -> impl Iterator<Item = u16> + '_ {
        (0..MANY).filter(move |j| self.left[i] >> j & 1 != 0).map(move |j| self.value(j, i))
    }

    /// The least guess of each heap that no tap gives, or [`NO_GUESS`]: the low bytes, and the high
    /// ones.
    #[inline(always)]
    pub(super) fn firsts(&self) -> [[u8; BLOCK]; 2] {
        let mut firsts = NO_GUESS.to_le_bytes().map(|byte| [byte; BLOCK]);
        for j in (0..MANY).rev() {
            for (firsts, guesses) in firsts.iter_mut().zip([&self.low[j], &self.high[j]]) {
                // By masks, so that the compiler uses vectors.
                for i in 0..BLOCK {
                    let here = (self.left[i] >> j & 1).wrapping_neg();
                    firsts[i] = firsts[i] & !here | guesses[i] & here;
                }
            }
        }
        firsts
    }
}

/// For each set the first three words that miss values, as the bits of these values, and the places
/// of the words in the set. A word is 0 if fewer words miss any.
struct MissingWords {
    words: [[u64; BLOCK]; 3],
    places: [[u64; BLOCK]; 3],
}

impl MissingWords {
    /// Looks for values below `limit`.
    #[inline(always)]
    fn of(sets: &BlockSets, limit: usize) -> MissingWords {
        let (mut words, mut places) = ([[0; BLOCK]; 3], [[0; BLOCK]; 3]);
        let all = (0_u64..).zip(sets).zip(sets::below(limit)).take(limit.div_ceil(64));
        let all: Vec<_> = all.collect();
        for &((place, full), below) in all.iter().rev() {
            for i in 0..BLOCK {
                // By masks, so that the compiler uses vectors.
                let misses = !full[i] & below;
                let full = u64::from(misses == 0).wrapping_neg();
                let select = |kept: u64, new: u64| kept & full | new & !full;
                for k in [2, 1] {
                    words[k][i] = select(words[k][i], words[k - 1][i]);
                    places[k][i] = select(places[k][i], places[k - 1][i]);
                }
                words[0][i] = select(words[0][i], misses);
                places[0][i] = select(places[0][i], place);
            }
        }
        MissingWords { words, places }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::kernel::{Job, Kernel};
    use crate::grundy::superblocks::history::Columns;
    use crate::grundy::superblocks::taps::MarkedTap;
    use std::array::from_fn;

    const WORDS: usize = 6;

    /// Sets that have each value with this probability, the last of them all.
    fn some_sets(random: &mut fastrand::Rng, density: f64) -> BlockSets {
        let mut word =
            || (0..64).fold(0, |word, bit| word | u64::from(random.f64() < density) << bit);
        let mut sets: BlockSets = (0..WORDS).map(|_| from_fn(|_| word())).collect();
        sets.iter_mut().for_each(|words| words[BLOCK - 1] = u64::MAX);
        sets
    }

    /// Makes guesses, and holds taps against them.
    #[derive(Clone, Copy)]
    struct Run<'a> {
        sets: &'a BlockSets,
        limit: usize,
        wide: bool,
        taps: Insertion<'a>,
    }

    impl Job for Run<'_> {
        type Output = [Guesses; 2];

        #[inline(always)]
        fn run<V: Vector>(self, v: V) -> [Guesses; 2] {
            let Run { sets, limit, wide, taps } = self;
            let made = Guesses::of(sets, limit);
            let mut held = made.clone();
            held.hold(v, wide, taps);
            [made, held]
        }
    }

    /// Guesses are the least values that a set misses, and what a tap gives is left no more, with
    /// each kernel, whether values have one byte or two.
    #[test]
    fn the_least_values_that_no_tap_gives() {
        let mut random = fastrand::Rng::with_seed(8);
        let heap = 1000;
        let (mut given, mut fewer, mut none) = (0, 0, 0);
        for wide in [false, true] {
            let values = if wide { 64 * WORDS } else { 256 };
            let mut columns = Columns::new(0, 0);
            for n in 0..heap {
                let packed = Marked::new(random.usize(0..values));
                columns.push(if wide && n % 5 == 2 { packed.marked() } else { packed });
            }
            let some =
                |i: usize| MarkedTap { offset: 64 + 3 * i, packed: Marked::new(17 * i % values) };
            let taps: Vec<MarkedTap> = (0..250).map(some).collect();
            for density in [0.1, 0.5, 0.9, 0.97, 0.995] {
                let sets = some_sets(&mut random, density);
                let limit = random.usize(150..values);
                let taps = &taps[random.usize(0..150)..];
                let taps = Insertion { columns: &columns, heap, taps };
                let run = Run { sets: &sets, limit, wide, taps };
                for guesses in Kernel::ALL.into_iter().filter_map(|kernel| kernel.run(run)) {
                    for i in 0..BLOCK {
                        let lacks = |words: &[u64; BLOCK], x| words[i] >> (x % 64) & 1 == 0;
                        let is_missing = |&x: &usize| lacks(&sets[x / 64], x);
                        let missing = (0..limit).filter(is_missing);
                        let mut words: Vec<usize> = missing.clone().map(|x| x / 64).collect();
                        words.dedup();
                        words.truncate(3);
                        let near = missing.filter(|x| words.contains(&(x / 64)));
                        let made: Vec<usize> = near.take(MANY).collect();
                        let gives = |x: usize| {
                            taps.taps.iter().any(|tap| tap.given(&columns, heap + i).bits() == x)
                        };
                        let mut held = made.clone();
                        held.retain(|&x| !gives(x));
                        given += made.len() - held.len();
                        fewer += usize::from(made.len() < MANY);
                        none += usize::from(held.is_empty());
                        for (guesses, expected) in guesses.iter().zip([&made, &held]) {
                            let left: Vec<usize> = guesses.left(i).map(usize::from).collect();
                            assert_eq!(left, *expected, "{wide}, {density}, heap {i}");
                            let first = expected.first().map_or(NO_GUESS, |&x| x as u16);
                            let [low, high] = guesses.firsts();
                            assert_eq!(u16::from_le_bytes([low[i], high[i]]), first);
                        }
                    }
                }
            }
        }
        let ways = [given, fewer, none];
        assert!(ways.iter().all(|&count| count > 30), "{ways:?}");
    }
}
