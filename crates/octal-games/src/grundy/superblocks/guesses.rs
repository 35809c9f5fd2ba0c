//! The few least values that the set of a heap misses, among which its value is looked for.
//!
//! Most taps have been inserted into the sets when the serial stage comes to a block, and of what these miss the least value
//! or one of the next few is the value of the heap. So the block taps that are left, those that meet heaps of the superblock,
//! are held against these few, the *guesses*, instead of being inserted.

use super::columns::Marked;
use super::sets::BlockSets;
use super::tap::Insertion;
use crate::grundy::kernel::{Job, Vector};
use crate::grundy::layout::BLOCK;

/// As many values of each heap are guesses at most: AVX-512 has registers for seven choices. Block taps give all seven for one
/// heap in some hundred.
pub(super) const MANY: usize = 7;
/// As many are enough where block taps are inserted: group taps seldom give all of them.
pub(super) const FEW: usize = 4;
/// Stands where a heap has no guess: it is no packed value.
pub(super) const NO_GUESS: u16 = 1 << 15;

/// Guesses for the heaps of a block.
#[derive(Clone, Debug)]
pub(super) struct Guesses {
    /// The least packed value that the set of each heap misses.
    least: [u16; BLOCK],
    /// The low bytes of the guesses of each heap, in ascending order. They lie less than 64 beyond the least.
    low: [[u8; BLOCK]; 8],
    /// Bit j of byte i says that heap i has guess j, and that no option is known to have this value.
    left: [u8; BLOCK],
    /// From these values on there is no guess. All below that a set misses are guesses.
    end: [u16; BLOCK],
}

/// Makes as many guesses as there can be, for the heaps of a block.
pub(super) struct GuessTask<'a> {
    /// What far taps give.
    pub(super) sets: &'a BlockSets,
    /// Below this value that is all, for each heap.
    pub(super) known: &'a [u16; BLOCK],
    pub(super) limit: usize,
}

impl Job for GuessTask<'_> {
    type Output = Box<Guesses>;

    #[inline(always)]
    fn run<V: Vector>(self, v: V) -> Box<Guesses> {
        Box::new(Guesses::of::<MANY, V>(v, self.sets, self.known, self.limit))
    }
}

impl Guesses {
    /// The N least values that each of these sets misses, at most [`MANY`], as far as they are below `limit`, and below
    /// what is known of that set, and less than 64 beyond the least.
    #[inline(always)]
    pub(super) fn of<const N: usize, V: Vector>(
        v: V,
        sets: &BlockSets,
        known: &[u16; BLOCK],
        limit: usize,
    ) -> Guesses {
        let limit = limit.min(Marked::LIMIT) as u16;
        let (least, mut missing) = missing_from_least(sets);
        let mut room = [0; BLOCK];
        for i in 0..BLOCK {
            room[i] = known[i].min(limit).saturating_sub(least[i]).min(64);
            missing[i] &= if room[i] < 64 { (1 << room[i]) - 1 } else { u64::MAX };
        }
        let (mut places, mut left) = ([0; BLOCK], [0; BLOCK]);
        for i in 0..BLOCK {
            places[i] = v.lowest_bits::<N>(missing[i]);
            left[i] = !(u32::MAX << missing[i].count_ones().min(N as u32)) as u8;
        }
        let mut low = v.transpose_back(&places);
        let mut end = [0; BLOCK];
        for i in 0..BLOCK {
            let has_all = left[i] >> (N - 1) & 1 != 0;
            end[i] = least[i] + if has_all { u16::from(low[N - 1][i]) + 1 } else { room[i] };
        }
        for low in &mut low {
            for (low, least) in low.iter_mut().zip(least) {
                *low = low.wrapping_add(least as u8);
            }
        }
        Guesses { least, low, left, end }
    }

    /// Notes which guesses these taps give. No tap may meet a rare heap, and all packed values have 8 bits.
    #[inline(always)]
    pub(super) fn hold_against<V: Vector>(&mut self, v: V, taps: Insertion<'_>) {
        let Insertion { columns, heap, taps } = taps;
        let places = v.tables(0);
        let mut not_given = [0; BLOCK];
        for part in (0..BLOCK).step_by(V::HEAPS) {
            let mut guesses = [v.all(0); MANY];
            for (guess, low) in guesses.iter_mut().zip(&self.low) {
                *guess = v.bytes(&low[part..]);
            }
            let mut left = [v.everywhere(); MANY];
            for tap in taps {
                let low: &[u8; BLOCK] = columns.low(heap, tap.offset);
                let packed = v.xor(v.bytes(&low[part..]), v.all(tap.packed.low));
                for (left, guess) in left.iter_mut().zip(guesses) {
                    *left = v.unless_equal(*left, packed, guess);
                }
            }
            let mut bits = [v.all(0)];
            for (j, left) in left.into_iter().enumerate() {
                bits = v.add(bits, v.all(j as u8), left, &places);
            }
            v.store(bits[0], &mut not_given[part..]);
        }
        for (left, not_given) in self.left.iter_mut().zip(not_given) {
            *left &= not_given;
        }
    }

    /// Guess j of heap i, in ascending order.
    #[inline(always)]
    pub(super) fn value(&self, j: usize, i: usize) -> u16 {
        let least = self.least[i];
        least + u16::from(self.low[j][i].wrapping_sub(least as u8))
    }

    /// From this value on there is no guess for heap i. All below that its set misses are guesses.
    #[inline(always)]
    pub(super) fn end(&self, i: usize) -> usize {
        self.end[i].into()
    }

    /// The least guess of each heap that no option is known to have, or [`NO_GUESS`].
    #[inline(always)]
    pub(super) fn firsts(&self) -> [u16; BLOCK] {
        // How far beyond the least value the first guess lies that is left; all bits if none is.
        let mut beyond = [u8::MAX; BLOCK];
        for (j, guesses) in self.low.iter().enumerate() {
            for (i, beyond) in beyond.iter_mut().enumerate() {
                let unless_left = (self.left[i] >> j & 1).wrapping_sub(1);
                *beyond = (*beyond).min(guesses[i].wrapping_sub(self.least[i] as u8) | unless_left);
            }
        }
        let mut firsts = [NO_GUESS; BLOCK];
        for (i, &beyond) in beyond.iter().enumerate() {
            firsts[i] =
                if beyond == u8::MAX { NO_GUESS } else { self.least[i] + u16::from(beyond) };
        }
        firsts
    }

    /// Bit j says whether heap i has guess j, and no option is known to have its value.
    #[inline(always)]
    pub(super) fn left(&self, i: usize) -> u8 {
        self.left[i]
    }
}

/// The least value that each set misses, and as bits which of the 63 after it are missing too. If a set misses none, this is
/// 64 times the number of its words, and no bit.
#[inline(always)]
fn missing_from_least(sets: &BlockSets) -> ([u16; BLOCK], [u64; BLOCK]) {
    /// This many sets are looked at in the same way, in registers.
    const LANES: usize = 8;
    let (mut least, mut missing) = ([0; BLOCK], [0; BLOCK]);
    for from in (0..BLOCK).step_by(LANES) {
        // For each set the place of its first word that is not full, what this word misses, and what the one after it does.
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
    use crate::grundy::superblocks::columns::Columns;
    use crate::grundy::superblocks::tap::MarkedTap;

    const WORDS: usize = 4;

    /// Sets that have each value with this probability, the last of them all.
    fn some_sets(random: &mut fastrand::Rng, density: f64) -> BlockSets {
        let mut word =
            || (0..64).fold(0, |word, bit| word | u64::from(random.f64() < density) << bit);
        let mut sets: BlockSets = (0..WORDS).map(|_| std::array::from_fn(|_| word())).collect();
        sets.iter_mut().for_each(|words| words[BLOCK - 1] = u64::MAX);
        sets
    }

    /// The guesses of heap i.
    fn guesses_of(guesses: &Guesses, i: usize) -> Vec<usize> {
        let left = (0..8).filter(|j| guesses.left(i) >> j & 1 != 0);
        left.map(|j| guesses.value(j, i).into()).collect()
    }

    /// Makes few and many guesses.
    #[derive(Clone, Copy)]
    struct Make<'a> {
        sets: &'a BlockSets,
        known: [u16; BLOCK],
        limit: usize,
    }

    impl Job for Make<'_> {
        type Output = [(Guesses, usize); 2];

        #[inline(always)]
        fn run<V: Vector>(self, v: V) -> [(Guesses, usize); 2] {
            let Make { sets, known, limit } = self;
            let few = Guesses::of::<FEW, V>(v, sets, &known, limit);
            [(few, FEW), (Guesses::of::<MANY, V>(v, sets, &known, limit), MANY)]
        }
    }

    /// They are the least values that a set misses, below the limit, known and near the first, with each kernel.
    #[test]
    fn the_least_that_are_missing() {
        let mut random = fastrand::Rng::with_seed(3);
        let (mut fewer, mut none) = (0, 0);
        for density in [0.1, 0.5, 0.9, 0.97, 0.995] {
            let sets = some_sets(&mut random, density);
            let known: [u16; BLOCK] = std::array::from_fn(|_| random.u16(0..300));
            let limit = random.usize(150..300);
            let make = Make { sets: &sets, known, limit };
            let runs = Kernel::ALL.into_iter().filter_map(|kernel| kernel.run(make));
            for (guesses, count) in runs.flatten() {
                let firsts = guesses.firsts();
                for i in 0..BLOCK {
                    let is_missing = |&x: &usize| sets[x / 64][i] >> (x % 64) & 1 == 0;
                    let mut missing = (0..64 * WORDS).filter(is_missing).peekable();
                    let end = missing.peek().map_or(0, |first| first + 64);
                    let end = end.min(known[i].into()).min(limit);
                    let expected: Vec<usize> =
                        missing.take_while(|&x| x < end).take(count).collect();
                    assert_eq!(guesses_of(&guesses, i), expected, "{density}, heap {i}");
                    let first = expected.first().copied().unwrap_or(NO_GUESS.into());
                    assert_eq!(usize::from(firsts[i]), first);
                    let below = (0..guesses.end(i).min(64 * WORDS)).filter(is_missing);
                    assert_eq!(below.collect::<Vec<_>>(), expected);
                    fewer += usize::from(expected.len() < count);
                    none += usize::from(expected.is_empty());
                }
            }
        }
        assert!(fewer > none && none > 10, "{fewer} {none}");
    }

    /// Holds taps against guesses.
    struct Hold<'a>(Guesses, Insertion<'a>);

    impl Job for Hold<'_> {
        type Output = Guesses;

        #[inline(always)]
        fn run<V: Vector>(self, v: V) -> Guesses {
            let Hold(mut guesses, taps) = self;
            guesses.hold_against(v, taps);
            guesses
        }
    }

    /// What a tap gives is a guess no more, and all others are left, with each kernel.
    #[test]
    fn what_no_tap_gives_is_left() {
        let mut random = fastrand::Rng::with_seed(8);
        let (heap, mut given) = (1000, 0);
        let mut columns = Columns::new(0, 0);
        (0..heap).for_each(|_| columns.push(Marked::new(random.usize(0..256))));
        let some = |i: usize| MarkedTap { offset: 64 + 3 * i, packed: Marked::new(17 * i % 256) };
        let taps: Vec<MarkedTap> = (0..200).map(some).collect();
        let sets = some_sets(&mut random, 0.8);
        let make = Make { sets: &sets, known: [u16::MAX; BLOCK], limit: 256 };
        let [_, (guesses, _)] = Kernel::Scalar.run(make).unwrap();
        for taps in [&taps[..0], &taps[..1], &taps[100..], &taps] {
            let taps = Insertion { columns: &columns, heap, taps };
            let held = Kernel::ALL
                .into_iter()
                .filter_map(|kernel| kernel.run(Hold(guesses.clone(), taps)));
            for held in held {
                for i in 0..BLOCK {
                    let is_given = |&x: &usize| {
                        taps.taps.iter().any(|tap| tap.given(&columns, heap + i).bits() == x)
                    };
                    let mut expected = guesses_of(&guesses, i);
                    let before = expected.len();
                    expected.retain(|x| !is_given(x));
                    assert_eq!(
                        guesses_of(&held, i),
                        expected,
                        "heap {i}, {} taps",
                        taps.taps.len()
                    );
                    given += before - expected.len();
                }
            }
        }
        assert!(given > 500, "{given}");
    }
}
