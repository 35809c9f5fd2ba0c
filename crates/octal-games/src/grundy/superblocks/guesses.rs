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
use std::array::from_fn;

/// The number of values of each heap that are guesses, if so many are missing. AVX-512 has
/// registers for seven choices.
pub(super) const MANY: usize = 7;
/// The number of guesses that are kept once many taps were held against many guesses.
pub(super) const FEW: usize = 4;
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

    /// The least values below `limit` that each of these sets misses, less than 64 beyond the
    /// first.
    #[inline(always)]
    pub(super) fn of<V: Vector>(v: V, sets: &BlockSets, limit: usize) -> Guesses {
        let limit = limit.min(Marked::LIMIT) as u16;
        let (least, mut missing) = missing_from_least(sets);
        let (mut places, mut left) = ([0; BLOCK], [0; BLOCK]);
        for i in 0..BLOCK {
            let room = limit.saturating_sub(least[i]);
            missing[i] &= if room < 64 { (1 << room) - 1 } else { u64::MAX };
            places[i] = v.lowest_bits::<MANY>(missing[i]);
            left[i] = !(u32::MAX << missing[i].count_ones().min(MANY as u32)) as u8;
        }
        let beyond = v.transpose_back(&places);
        let (mut low, mut high) = ([[0; BLOCK]; MANY], [[0; BLOCK]; MANY]);
        for j in 0..MANY {
            for i in 0..BLOCK {
                [low[j][i], high[j][i]] = (least[i] + u16::from(beyond[j][i])).to_le_bytes();
            }
        }
        Guesses { low, high, left }
    }

    /// Compares the first N guesses of each heap with these taps. If `wide` is false, no tap may
    /// meet a rare heap, and all packed values have 8 bits.
    #[inline(always)]
    pub(super) fn hold<const N: usize, V: Vector>(
        &mut self,
        v: V,
        wide: bool,
        taps: Insertion<'_>,
    ) {
        match (taps.taps.is_empty(), wide) {
            (true, _) => {}
            (false, true) => self.compare::<N, true, V>(v, taps),
            (false, false) => self.compare::<N, false, V>(v, taps),
        }
    }

    /// As [`Guesses::hold`].
    #[inline(always)]
    fn compare<const N: usize, const WIDE: bool, V: Vector>(&mut self, v: V, taps: Insertion<'_>) {
        let Insertion { columns, heap, taps } = taps;
        let (tables, ahead) = (v.tables(0), taps::prefetched(taps));
        let mut not_given = [0; BLOCK];
        for part in (0..BLOCK).step_by(V::HEAPS) {
            let low: [V::Bytes; N] = from_fn(|j| v.bytes(&self.low[j][part..]));
            let high: [V::Bytes; N] = from_fn(|j| v.bytes(&self.high[j][part..]));
            let mut left = [v.everywhere(); N];
            for (i, tap) in taps.iter().enumerate() {
                if let Some(soon) = taps.get(i + ahead) {
                    soon.prefetch::<WIDE>(columns, heap);
                }
                let met: &[u8; BLOCK] = columns.low(heap, tap.offset);
                let given = v.xor(v.bytes(&met[part..]), v.all(tap.packed.low));
                if WIDE {
                    let met: &[u8; BLOCK] = columns.high(heap, tap.offset);
                    let given = [given, v.xor(v.bytes(&met[part..]), v.all(tap.packed.high))];
                    for (j, left) in left.iter_mut().enumerate() {
                        *left = v.unless_both_equal(*left, given, [low[j], high[j]]);
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

    /// Keeps of the guesses of each heap that are left the first N.
    #[inline(always)]
    pub(super) fn keep_first<const N: usize>(&mut self) {
        let (mut low, mut high, mut left) = ([[0; BLOCK]; N], [[0; BLOCK]; N], [0; BLOCK]);
        let mut count = [0_u8; BLOCK];
        for j in 0..MANY {
            let is_left: [u8; BLOCK] = from_fn(|i| self.left[i] >> j & 1);
            for k in 0..N.min(j + 1) {
                for i in 0..BLOCK {
                    let here = if is_left[i] != 0 && count[i] == k as u8 { u8::MAX } else { 0 };
                    low[k][i] |= self.low[j][i] & here;
                    high[k][i] |= self.high[j][i] & here;
                    left[i] |= here & 1 << k;
                }
            }
            for i in 0..BLOCK {
                count[i] += is_left[i];
            }
        }
        self.low[..N].copy_from_slice(&low);
        self.high[..N].copy_from_slice(&high);
        self.left = left;
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

    /// The least guess of each heap that no tap gives, or [`NO_GUESS`].
    #[inline(always)]
    pub(super) fn firsts(&self) -> [u16; BLOCK] {
        let mut firsts = [NO_GUESS; BLOCK];
        for j in (0..MANY).rev() {
            for (i, first) in firsts.iter_mut().enumerate() {
                *first = if self.left[i] >> j & 1 != 0 { self.value(j, i) } else { *first };
            }
        }
        firsts
    }
}

/// The least value that each set misses, and as bits which of the 63 after it are missing too. If a
/// set misses none, this is 64 times the number of its words, and no bit.
#[inline(always)]
fn missing_from_least(sets: &BlockSets) -> ([u16; BLOCK], [u64; BLOCK]) {
    /// This many sets are looked at in the same way, in registers.
    const LANES: usize = 8;
    let (mut least, mut missing) = ([0; BLOCK], [0; BLOCK]);
    for from in (0..BLOCK).step_by(LANES) {
        // For each set the place of its first word that is not full, what this word misses, and
        // what the one after it does.
        let mut places = [sets.len() as u64; LANES];
        let (mut words, mut afters, mut after) = ([0; LANES], [0; LANES], [0; LANES]);
        for (place, full) in sets.iter().enumerate().rev() {
            let full: &[u64; LANES] = full[from..].first_chunk().expect("they divide a block");
            for i in 0..LANES {
                let misses = !full[i];
                places[i] = if misses == 0 { places[i] } else { place as u64 };
                words[i] = if misses == 0 { words[i] } else { misses };
                afters[i] = if misses == 0 { afters[i] } else { after[i] };
                after[i] = misses;
            }
        }
        for i in 0..LANES {
            let shift = words[i].trailing_zeros() % 64;
            least[from + i] = (64 * places[i] + u64::from(shift)) as u16;
            // Two shifts, because one by 64 is none.
            missing[from + i] = words[i] >> shift | afters[i] << (63 - shift) << 1;
        }
    }
    (least, missing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::kernel::{Job, Kernel};
    use crate::grundy::superblocks::history::Columns;
    use crate::grundy::superblocks::taps::MarkedTap;

    const WORDS: usize = 6;

    /// Sets that have each value with this probability, the last of them all.
    fn some_sets(random: &mut fastrand::Rng, density: f64) -> BlockSets {
        let mut word =
            || (0..64).fold(0, |word, bit| word | u64::from(random.f64() < density) << bit);
        let mut sets: BlockSets = (0..WORDS).map(|_| from_fn(|_| word())).collect();
        sets.iter_mut().for_each(|words| words[BLOCK - 1] = u64::MAX);
        sets
    }

    /// Makes guesses, holds some taps against all of them and the others against the first few that
    /// are left.
    #[derive(Clone, Copy)]
    struct Run<'a> {
        sets: &'a BlockSets,
        limit: usize,
        wide: bool,
        taps: [Insertion<'a>; 2],
    }

    impl Job for Run<'_> {
        type Output = [Guesses; 3];

        #[inline(always)]
        fn run<V: Vector>(self, v: V) -> [Guesses; 3] {
            let Run { sets, limit, wide, taps: [first, second] } = self;
            let made = Guesses::of(v, sets, limit);
            let mut held = made.clone();
            held.hold::<MANY, V>(v, wide, first);
            let mut kept = held.clone();
            kept.keep_first::<FEW>();
            kept.hold::<FEW, V>(v, wide, second);
            [made, held, kept]
        }
    }

    /// Guesses are the least values that a set misses; what a tap gives is left no more, and of the
    /// others the first few are kept, with each kernel, whether values have one byte or two.
    #[test]
    fn the_least_values_that_no_tap_gives() {
        let mut random = fastrand::Rng::with_seed(8);
        let heap = 1000;
        let (mut given, mut dropped, mut fewer, mut none) = (0, 0, 0, 0);
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
                let (first, second) = taps.split_at(random.usize(0..250));
                let taps = [first, second].map(|taps| Insertion { columns: &columns, heap, taps });
                let run = Run { sets: &sets, limit, wide, taps };
                for guesses in Kernel::ALL.into_iter().filter_map(|kernel| kernel.run(run)) {
                    for i in 0..BLOCK {
                        let lacks = |words: &[u64; BLOCK], x| words[i] >> (x % 64) & 1 == 0;
                        let is_missing = |&x: &usize| lacks(&sets[x / 64], x);
                        let mut missing = (0..64 * WORDS).filter(is_missing).peekable();
                        let end = missing.peek().map_or(0, |first| first + 64).min(limit);
                        let made: Vec<usize> =
                            missing.take_while(|&x| x < end).take(MANY).collect();
                        let gives = |taps: &Insertion<'_>, x: usize| {
                            taps.taps.iter().any(|tap| tap.given(&columns, heap + i).bits() == x)
                        };
                        let mut held = made.clone();
                        held.retain(|&x| !gives(&taps[0], x));
                        let mut kept = held.clone();
                        kept.truncate(FEW);
                        kept.retain(|&x| !gives(&taps[1], x));
                        given += made.len() - kept.len();
                        dropped += usize::from(held.len() > FEW);
                        fewer += usize::from(made.len() < MANY);
                        none += usize::from(kept.is_empty());
                        for (guesses, expected) in guesses.iter().zip([&made, &held, &kept]) {
                            let left: Vec<usize> = guesses.left(i).map(usize::from).collect();
                            assert_eq!(left, *expected, "{wide}, {density}, heap {i}");
                            let first = expected.first().map_or(NO_GUESS, |&x| x as u16);
                            assert_eq!(guesses.firsts()[i], first);
                        }
                    }
                }
            }
        }
        let ways = [given, dropped, fewer, none];
        assert!(ways.iter().all(|&count| count > 30), "{ways:?}");
    }
}
