//! The few least values that the set of a heap misses, among which its value is looked for.
//!
//! Most taps have been inserted into the sets when the serial stage comes to a block, and of what
//! these miss the least value or one of the next few is the value of the heap. So the block taps
//! that are left, those that meet heaps of the superblock, are compared with these few, the
//! *guesses*, instead of being inserted.
//!
//! Group taps meet the last 63 heaps. The value of heap n is the least of its guesses that no group
//! tap gives, and group taps meet heaps of the same block, whose values are not known yet. But few
//! guesses are given by a group tap: so all heaps of the block take their first one at once. A heap
//! is *in doubt* if a tap gives its guess, by the values before it, known or guessed. In their
//! order the heaps in doubt get the least guess that no tap gives, by values that are final by
//! then; and a later heap whose guess is given by such a value comes into doubt too. What is not in
//! doubt at the end is final.

use super::columns::{Marked, Met};
use super::row::TapRow;
use super::sets::BlockSets;
use super::tap::Insertion;
use crate::grundy::kernel::{Job, Vector};
use crate::grundy::packed::BLOCK;
use std::ops::Range;

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
            let mut bits = [v.all(0); 2];
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

/// Taps with offset below 64, one by one, and in rows, beside heaps.
#[derive(Clone, Debug, Default)]
pub(super) struct GroupTaps {
    /// Offsets and packed values.
    taps: Vec<(usize, Marked)>,
    layers: Vec<Layer>,
}

/// At most one tap of each offset.
#[derive(Clone, Debug)]
struct Layer {
    /// The tap with offset o is at place 64 − o: beside the heap that it meets, of the 64 before the next.
    before: TapRow,
    /// The tap with offset o is at place o − 1: beside the one of the 64 next heaps that meets the last one by it.
    after: TapRow,
}

/// The packed values of the 64 heaps before a block, of those of the block, and of 64 after it, which are not yet known: the
/// low bytes, and the high ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NearHeaps {
    pub(super) low: [u8; 3 * BLOCK],
    pub(super) high: [u8; 3 * BLOCK],
}

impl NearHeaps {
    /// None is known yet.
    pub(super) const NONE: NearHeaps = NearHeaps { low: [0; 3 * BLOCK], high: [0; 3 * BLOCK] };

    /// The packed value of heap i of the block.
    #[inline(always)]
    fn set(&mut self, i: usize, packed: u16) {
        [self.low[BLOCK + i], self.high[BLOCK + i]] = packed.to_le_bytes();
    }

    /// The 64 heaps from heap `i` of the block on, less `back`, which is at most i + 64.
    #[inline(always)]
    fn from(&self, i: usize, back: usize) -> Met<'_> {
        let from = BLOCK + i - back;
        [&self.low, &self.high].map(|bytes| bytes[from..].first_chunk().expect("three blocks"))
    }

    /// The packed values of the block.
    #[inline(always)]
    pub(super) fn block(&self) -> [u16; BLOCK] {
        let [low, high] = self.from(0, 0);
        std::array::from_fn(|i| u16::from_le_bytes([low[i], high[i]]))
    }
}

/// Some heaps of a block, each with its value or with a guess.
#[derive(Clone, Copy, Debug)]
pub(super) struct DraftBlock {
    pub(super) near: NearHeaps,
    /// As in [`TapRow::giving`].
    wide: bool,
    /// Bit i says whether heap i of the block is among these heaps.
    heaps: u64,
    /// Bit i says whether heap i is in doubt. The heaps before the first in doubt are final.
    doubts: u64,
}

impl DraftBlock {
    /// The 64 heaps before heap i of the block.
    #[inline(always)]
    pub(super) fn before(&self, i: usize) -> Met<'_> {
        self.near.from(i, BLOCK)
    }
}

impl Layer {
    const EMPTY: Layer = Layer { before: TapRow::EMPTY, after: TapRow::EMPTY };

    /// Puts the tap where its offset says; false if there is one already.
    fn put(&mut self, offset: usize, packed: Marked) -> bool {
        self.before.put(BLOCK - offset, packed) && self.after.put(offset - 1, packed)
    }
}

impl GroupTaps {
    /// Adds the tap with this offset, from 1 to 63, and the packed value of this rare heap.
    pub(super) fn push(&mut self, offset: usize, packed: Marked) {
        self.taps.push((offset, packed));
        if !self.layers.iter_mut().any(|layer| layer.put(offset, packed)) {
            let mut layer = Layer::EMPTY;
            layer.put(offset, packed);
            self.layers.push(layer);
        }
    }

    /// How many they are.
    pub(super) fn len(&self) -> usize {
        self.taps.len()
    }

    /// Whether one of them gives the heap after these the option value whose packed value is x. `wide` is as in
    /// [`TapRow::giving`].
    #[inline(always)]
    pub(super) fn give<V: Vector>(&self, v: V, before: Met<'_>, x: u16, wide: bool) -> bool {
        for layer in &self.layers {
            if layer.before.giving(v, before, x, wide) != 0 {
                return true;
            }
        }
        false
    }

    /// Has these heaps of a block, which come after those known in `near`, take their first guesses.
    #[inline(always)]
    pub(super) fn draft<V: Vector>(
        &self,
        v: V,
        guesses: &Guesses,
        heaps: Range<usize>,
        mut near: NearHeaps,
        wide: bool,
    ) -> DraftBlock {
        let firsts = guesses.firsts();
        for i in heaps.clone() {
            near.set(i, firsts[i]);
        }
        let given = if wide {
            self.given_by_any::<true, V>(v, &near)
        } else {
            self.given_by_any::<false, V>(v, &near)
        };
        let doubts = given | v.bits(&firsts.map(|x| u8::from(x == NO_GUESS)));
        let heaps = u64::MAX << heaps.start & u64::MAX >> (BLOCK - heaps.end);
        DraftBlock { near, wide, heaps, doubts: doubts & heaps }
    }

    /// Gives the heaps in doubt, in their order, the least guess that no group tap gives, up to the first of which all are
    /// given: this one. All heaps before it are final then; if there is none, all are.
    #[inline(always)]
    pub(super) fn decide<V: Vector>(
        &self,
        v: V,
        guesses: &Guesses,
        draft: &mut DraftBlock,
    ) -> Option<usize> {
        while draft.doubts != 0 {
            let i = draft.doubts.trailing_zeros() as usize;
            let before = draft.before(i);
            let mut left = guesses.left(i);
            let x = loop {
                if left == 0 {
                    return Some(i);
                }
                let x = guesses.value(left.trailing_zeros() as usize, i);
                if !self.give(v, before, x, draft.wide) {
                    break x;
                }
                left &= left - 1;
            };
            self.set(v, draft, i, x);
        }
        None
    }

    /// Gives the first heap in doubt, which is heap i of the block, its value. Later heaps may come into doubt by it.
    #[inline(always)]
    pub(super) fn set<V: Vector>(&self, v: V, draft: &mut DraftBlock, i: usize, x: u16) {
        draft.near.set(i, x);
        let after = draft.near.from(i + 1, 0);
        let mut given = 0;
        for layer in &self.layers {
            given |= layer.after.giving(v, after, x, draft.wide);
        }
        let later = (u64::MAX - 1) << i;
        draft.doubts = (draft.doubts | given << i << 1) & draft.heaps & later;
    }

    /// Bit i says whether a tap gives heap i of the block its value.
    #[inline(always)]
    fn given_by_any<const WIDE: bool, V: Vector>(&self, v: V, near: &NearHeaps) -> u64 {
        let [low, high] = near.from(0, 0);
        // 0 where some tap gives it.
        let mut least = [u8::MAX; BLOCK];
        for &(offset, tap) in &self.taps {
            let [met_low, met_high] = near.from(0, offset);
            for i in 0..BLOCK {
                let mut differs = met_low[i] ^ low[i] ^ tap.low;
                if WIDE {
                    differs |= met_high[i] ^ high[i] ^ tap.high;
                }
                least[i] = least[i].min(differs);
            }
        }
        v.sums_equal(&least, &[0; BLOCK], 0)
    }
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

#[cfg(test)]
mod group_tests {
    use super::*;
    use crate::grundy::kernel::{Job, Kernel};
    use crate::grundy::superblocks::guesses::MANY;
    use crate::grundy::superblocks::sets::BlockSets;

    /// The values that taps give the heap after these.
    #[derive(Clone, Copy)]
    struct GivenByTaps<'a> {
        taps: &'a GroupTaps,
        before: Met<'a>,
        wide: bool,
    }

    impl Job for GivenByTaps<'_> {
        type Output = Vec<usize>;

        #[inline(always)]
        fn run<V: Vector>(self, v: V) -> Vec<usize> {
            let GivenByTaps { taps, before, wide } = self;
            let values = 0..if wide { Marked::LIMIT } else { Marked::NARROW };
            values.filter(|&x| taps.give(v, before, x as u16, wide)).collect()
        }
    }

    /// A tap gives the sum of its packed value and that of the heap it meets, unless one of them is rare; where none is, and
    /// packed values have 8 bits, the high bytes do not matter. So it is with each kernel.
    #[test]
    fn each_tap_alone_and_all_together() {
        for wide in [true, false] {
            let marked =
                |packed: usize| Marked::new(packed % if wide { Marked::LIMIT } else { 256 });
            let before: [Marked; BLOCK] = std::array::from_fn(|place| {
                let packed = marked(place * 259);
                if wide && place % 7 == 3 { packed.marked() } else { packed }
            });
            let low = before.map(|packed| packed.low);
            let high = before.map(|packed| if wide { packed.high } else { 0xa5 });
            let given = |taps: &GroupTaps| {
                let given = GivenByTaps { taps, before: [&low, &high], wide };
                let runs: Vec<_> =
                    Kernel::ALL.into_iter().filter_map(|kernel| kernel.run(given)).collect();
                assert!(runs.iter().all(|run| *run == runs[0]));
                runs[0].clone()
            };
            let mut all = GroupTaps::default();
            let mut expected = vec![];
            assert!(given(&all).is_empty());
            for offset in (1..BLOCK).chain(20..30) {
                let packed = marked(offset * 1021);
                let sum = before[BLOCK - offset].xor(packed);
                let mut alone = GroupTaps::default();
                alone.push(offset, packed);
                all.push(offset, packed);
                let sum = (!sum.is_rare()).then_some(sum.bits());
                assert_eq!(given(&alone), Vec::from_iter(sum), "offset {offset}");
                expected.extend(sum);
            }
            expected.sort_unstable();
            expected.dedup();
            assert_eq!((all.len(), all.layers.len()), (73, 2));
            assert_eq!(given(&all), expected);
        }
    }

    /// What [`GroupTaps::draft`] and what follows it are given.
    #[derive(Clone)]
    struct Run<'a> {
        taps: &'a GroupTaps,
        sets: &'a BlockSets,
        bounds: [u16; BLOCK],
        /// How many guesses are made. Where it is one, other values are found beyond it.
        guesses: usize,
        heaps: Range<usize>,
        near: NearHeaps,
        wide: bool,
    }

    impl Job for Run<'_> {
        type Output = (usize, NearHeaps);

        #[inline(always)]
        fn run<V: Vector>(self, v: V) -> Self::Output {
            let Run { taps, sets, bounds, guesses: count, heaps, near, wide } = self;
            let guesses = match count {
                1 => Guesses::of::<1, V>(v, sets, &bounds, Marked::LIMIT),
                _ => Guesses::of::<MANY, V>(v, sets, &bounds, Marked::LIMIT),
            };
            let mut draft = taps.draft(v, &guesses, heaps.clone(), near, wide);
            while let Some(i) = taps.decide(v, &guesses, &mut draft) {
                let mut missing = (0..bounds[i]).filter(|&x| !has(sets, i, x.into()));
                let given = |x: &u16| taps.give(v, draft.before(i), *x, wide);
                let beyond = missing.find(|x| count == 1 && !given(x));
                let Some(x) = beyond else { return (i, draft.near) };
                taps.set(v, &mut draft, i, x);
            }
            (heaps.end, draft.near)
        }
    }

    /// Whether set i has x, or no room for it.
    fn has(sets: &BlockSets, i: usize, x: usize) -> bool {
        sets.get(x / 64).is_none_or(|words| words[i] >> (x % 64) & 1 != 0)
    }

    /// The values of a run of heaps are the least that no set has and no tap gives, by the values of the heaps before,
    /// also those of the same run, with each kernel; it ends before the first that is not below its bound, or has no room.
    #[test]
    fn least_common_values_of_a_run() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut changed = 0;
        // Where packed values are small, taps give many guesses.
        for (values, wide) in
            [90, 40, 8].into_iter().flat_map(|values| [(values, true), (values, false)])
        {
            let mut taps = GroupTaps::default();
            let offsets = [1, 2, 2, 5, 17, 40, 63];
            let offered = offsets.map(|offset| (offset, Marked::new(random.usize(0..values))));
            offered.iter().for_each(|&(offset, packed)| taps.push(offset, packed));
            let some = |random: &mut fastrand::Rng| {
                if values < 64 {
                    random.u64(..) & random.u64(..)
                } else {
                    random.u64(..) | random.u64(..)
                }
            };
            let sets: BlockSets =
                (0..2).map(|_| std::array::from_fn(|_| some(&mut random))).collect();
            let mut before = NearHeaps::NONE;
            for place in 0..BLOCK {
                let packed = Marked::new(random.usize(0..values));
                before.low[place] = packed.low;
                before.high[place] =
                    if wide && random.bool() { packed.marked().high } else { packed.high };
            }
            let (mut full, mut wanted) = (sets.clone(), before);
            (full[0][50], full[1][50]) = (u64::MAX, u64::MAX);
            for i in 0..BLOCK {
                let gives = |x: usize| {
                    offered.iter().any(|&(offset, packed)| {
                        let met = BLOCK + i - offset;
                        let met = Marked { low: wanted.low[met], high: wanted.high[met] };
                        met.xor(packed).bits() == x
                    })
                };
                let guess = (0..128).find(|&x| !has(&sets, i, x)).unwrap();
                let least = (0..128).find(|&x| !has(&sets, i, x) && !gives(x)).unwrap();
                wanted.set(i, least as u16);
                changed += usize::from(guess != least);
            }
            let run = |sets: &BlockSets, bounds: [u16; BLOCK], heaps: Range<usize>| {
                let mut near = before;
                near.low[..BLOCK + heaps.start].copy_from_slice(&wanted.low[..BLOCK + heaps.start]);
                let runs = [1, MANY].map(|guesses| Run {
                    taps: &taps,
                    sets,
                    bounds,
                    guesses,
                    heaps: heaps.clone(),
                    near,
                    wide,
                });
                let ends = Kernel::ALL
                    .into_iter()
                    .flat_map(|kernel| runs.each_ref().map(|run| kernel.run(run.clone())));
                let ends: Vec<usize> = ends
                    .flatten()
                    .map(|(end, near)| {
                        let known = ..BLOCK + end;
                        assert_eq!(near.low[known], wanted.low[known]);
                        assert_eq!(near.high[known], wanted.high[known]);
                        end
                    })
                    .collect();
                assert!(ends.iter().all(|&end| end == ends[0]));
                ends[0]
            };
            assert_eq!(run(&sets, [128; BLOCK], 0..BLOCK), BLOCK);
            assert_eq!(run(&sets, [128; BLOCK], 20..41), 41);
            assert_eq!(run(&full, [128; BLOCK], 0..BLOCK), 50);
            let place = (30..BLOCK).find(|&i| wanted.block()[i] != 0).unwrap();
            let value = wanted.block()[place];
            let bounds = |bound| std::array::from_fn(|i| if i == place { bound } else { 128 });
            assert_eq!(run(&sets, bounds(value), 3..BLOCK), place);
            assert_eq!(run(&sets, bounds(value + 1), 3..BLOCK), BLOCK);
        }
        assert!(changed > 20, "{changed} guesses were given by taps");
    }
}
