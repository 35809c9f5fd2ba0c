//! The few least values that the set of a heap misses, among which its value is looked for.
//!
//! Most taps have been inserted into the sets when the serial stage comes to a block, and of what these miss the least value
//! or one of the next few is the value of the heap. So the block taps that are left, those that meet heaps of the superblock,
//! are held against these few, the *guesses*, instead of being inserted.

use super::sets::BlockSets;
use super::tap::Insertion;
use crate::grundy::kernel::Vector;
use crate::grundy::layout::BLOCK;

/// As many values of each heap are guesses at most. Of eight block taps give all for one heap in some hundred.
pub(super) const MANY: usize = 8;
/// As many are enough where block taps are inserted: group taps seldom give all of them.
pub(super) const FEW: usize = 4;

/// Guesses for the heaps of a block.
#[derive(Clone, Debug)]
pub(super) struct Guesses {
    /// Packed values of each heap, in ascending order.
    values: [[u16; BLOCK]; MANY],
    /// Bit j of byte i says that guess j of heap i is the value of an option, or that the heap has no such guess.
    given: [u8; BLOCK],
}

impl Guesses {
    /// The `count` least values that each of these sets misses, at most [`MANY`], as far as they are below its bound and less
    /// than 64 beyond the first.
    #[inline(always)]
    pub(super) fn of(sets: &BlockSets, bounds: &[u16; BLOCK], count: usize) -> Guesses {
        let mut guesses = Guesses { values: [[0; BLOCK]; MANY], given: [0; BLOCK] };
        for i in 0..BLOCK {
            let (first, mut missing) = missing_from_first(sets, i);
            let room = usize::from(bounds[i]).saturating_sub(first);
            missing &= if room < 64 { (1 << room) - 1 } else { u64::MAX };
            guesses.given[i] = (0xff_u32 << missing.count_ones().min(count as u32)) as u8;
            for values in &mut guesses.values[..count] {
                values[i] = (first + missing.trailing_zeros() as usize) as u16;
                missing &= missing.wrapping_sub(1);
            }
        }
        guesses
    }

    /// Notes which guesses these taps give. No tap may meet a rare heap, and all packed values have 8 bits.
    #[inline(always)]
    pub(super) fn hold_against<V: Vector>(&mut self, v: V, taps: Insertion<'_>) {
        let Insertion { columns, heap, taps } = taps;
        let values = self.values.map(|values| values.map(|value| value as u8));
        let (none, places) = (v.equal(v.all(0), v.all(1)), v.tables(0));
        for part in (0..BLOCK).step_by(V::HEAPS) {
            let mut guesses = [v.all(0); MANY];
            for (guess, values) in guesses.iter_mut().zip(&values) {
                *guess = v.bytes(&values[part..]);
            }
            let mut given = [none; MANY];
            for tap in taps {
                let low: &[u8; BLOCK] = columns.low(heap, tap.offset);
                let packed = v.xor(v.bytes(&low[part..]), v.all(tap.packed.low));
                for (given, guess) in given.iter_mut().zip(guesses) {
                    *given = v.either(*given, v.equal(packed, guess));
                }
            }
            let mut bits = [v.bytes(&self.given[part..])];
            for (j, given) in given.into_iter().enumerate() {
                bits = v.add(bits, v.all(j as u8), given, &places);
            }
            v.store(bits[0], &mut self.given[part..]);
        }
    }

    /// The least guess of heap i that no option is known to have.
    #[inline(always)]
    pub(super) fn first(&self, i: usize) -> Option<u16> {
        self.left(i, |_| false)
    }

    /// The least guess of heap i that no option is known to have, and that is not given otherwise.
    #[inline(always)]
    pub(super) fn left(&self, i: usize, is_given: impl Fn(usize) -> bool) -> Option<u16> {
        let mut left = !self.given[i];
        while left != 0 {
            let value = self.values[left.trailing_zeros() as usize][i];
            if !is_given(value.into()) {
                return Some(value);
            }
            left &= left - 1;
        }
        None
    }
}

/// The least value that set i misses, and as bits which of the 63 after it are missing too. If the set misses none, this is
/// 64 times the number of its words, and no bit.
#[inline(always)]
fn missing_from_first(sets: &BlockSets, i: usize) -> (usize, u64) {
    let misses = |place: usize| sets.get(place).map_or(0, |words| !words[i]);
    let place = (0..sets.len()).find(|&place| misses(place) != 0).unwrap_or(sets.len());
    let both = u128::from(misses(place)) | u128::from(misses(place + 1)) << 64;
    let shift = misses(place).trailing_zeros() % 64;
    (64 * place + shift as usize, (both >> shift) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grundy::kernel::{Job, Kernel};
    use crate::grundy::superblocks::columns::{Columns, Marked};
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
        let left = (0..8).filter(|j| guesses.given[i] >> j & 1 == 0);
        left.map(|j| guesses.values[j][i].into()).collect()
    }

    /// They are the least values that a set misses, below the bound and near the first.
    #[test]
    fn the_least_that_are_missing() {
        let mut random = fastrand::Rng::with_seed(3);
        let (mut fewer, mut none) = (0, 0);
        for density in [0.1, 0.5, 0.9, 0.97, 0.995] {
            let sets = some_sets(&mut random, density);
            let bounds: [u16; BLOCK] = std::array::from_fn(|_| random.u16(0..300));
            for count in [FEW, MANY] {
                let guesses = Guesses::of(&sets, &bounds, count);
                for i in 0..BLOCK {
                    let is_missing = |&x: &usize| sets[x / 64][i] >> (x % 64) & 1 == 0;
                    let mut missing = (0..64 * WORDS).filter(is_missing).peekable();
                    let end = missing.peek().map_or(0, |first| first + 64);
                    let end = end.min(bounds[i].into());
                    let expected: Vec<usize> =
                        missing.take_while(|&x| x < end).take(count).collect();
                    assert_eq!(guesses_of(&guesses, i), expected, "{density}, heap {i}");
                    assert_eq!(guesses.first(i).map(usize::from), expected.first().copied());
                    let second = guesses.left(i, |x| x == expected[0]);
                    assert_eq!(second.map(usize::from), expected.get(1).copied());
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
        let guesses = Guesses::of(&some_sets(&mut random, 0.8), &[256; BLOCK], MANY);
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
